"""Data of figures, tables of the chapter, and facts of captions."""

import re

import pandas as pd
import pytest

from pastimes.declare.tables import Missing
from pastimes.experiments.ciphers import figures


def test_costs_are_means_by_way_and_bits(write_tables):
    made = {"cipher": ["rsa", "rsa", "rsa", "rotation"], "bits": [8, 8, 16, 8]}
    broken = {"attack": ["pollard_rho"] * 2, "bits": [8, 8], "cipher": "rsa"}
    found = figures.costs_by_bits(
        write_tables(
            make_pairs=made | {"operations": [10, 20, 40, 1]},
            recover_keys=broken | {"operations": [100, 200]},
        )
    )
    assert list(found.itertuples(index=False, name=None)) == [
        ("make: rsa", 8, 15),
        ("make: rsa", 16, 40),
        ("make: rotation", 8, 1),
        ("break: pollard rho", 8, 150),
    ]


def test_costs_show_every_way_of_a_study(study):
    found = figures.costs_by_bits(study)
    assert set(found.series) == {
        "make: rotation", "make: multiplication", "make: rsa",
        "break: subtraction", "break: every key", "break: euclid", "break: trial division",
        "break: pollard rho", "break: fermat",
    }  # fmt: skip
    assert (found.operations >= 1).all()
    assert not found.duplicated(["series", "bits"]).any()


def test_shares_of_usable_keys_are_whole_for_prime_lengths_alone(study):
    found = figures.usable_shares(study)
    prime = found[found.series == "prime length"]
    assert prime.modulus.tolist() == [
        2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89,
        97,
    ]  # fmt: skip
    assert (prime.share == 100).all()
    other = found[found.series == "other length"]
    assert (other.share < 100).all()
    assert len(prime) + len(other) == len(found) == 99
    assert other.set_index("modulus").share[26] == 48  # twelve of 25 keys
    assert found.series.iloc[0] == "prime length"


def test_long_alphabets_are_not_shown(write_tables):
    rows = {"modulus": [119, 120, 121], "usable": [96, 32, 110], "prime": False}
    assert figures.usable_shares(write_tables(count_keys=rows)).modulus.tolist() == [119, 120]


def close(**operations):
    rows = [(int(gap[1:]), n) for gap, each in operations.items() for n in each]
    return pd.DataFrame(rows, columns=["gap_bits", "operations"]).assign(bits=64)


def test_squares_are_means_by_difference(write_tables):
    found = figures.fermat_by_gap(write_tables(close_primes=close(b8=[1, 1], b20=[3, 6])))
    assert found.gap_bits.tolist() == [8, 20]
    assert found.operations.tolist() == [1, 4.5]
    assert found.series.unique().tolist() == ["Fermat's method"]


@pytest.mark.parametrize(
    ("operations", "sure"), [({"b8": [1], "b16": [1, 2], "b20": [9]}, 16), ({"b8": [1]}, 8)]
)
def test_the_method_is_sure_up_to_the_last_difference_that_falls_at_once(
    operations, sure, write_tables
):
    found = write_tables(close_primes=close(**operations))
    assert figures.FACTS["sure_fall"](found) == sure
    assert figures.FACTS["close_bits"](found) == 64


def test_no_difference_that_falls_at_once_is_missing(write_tables):
    with pytest.raises(Missing, match="this study has no primes that close"):
        figures.FACTS["sure_fall"](write_tables(close_primes=close(b20=[3], b24=[90])))


def test_slopes_are_of_every_way_that_can_be_fitted(study):
    found = figures.slopes(study)
    assert found.way.tolist() == [
        "make: rotation", "make: multiplication", "make: rsa", "break: subtraction",
        "break: euclid", "break: trial division", "break: pollard rho", "break: fermat",
    ]  # fmt: skip
    assert set(found.growth) == {"power of bits", "doublings a bit"}
    assert (found.growth == "power of bits").tolist() == [True] * 3 + [False] * 5
    assert ((found.low <= found.slope) & (found.slope <= found.high)).all()
    rotation = found.set_index("way").loc["make: rotation"]
    assert (rotation.slope, rotation["log2 cost, 2048 bits"]) == (0, 0)


def test_costs_are_extended_along_the_lines(write_tables):
    bits = [8, 16, 32, 64, 128]
    made = {"cipher": "rsa", "bits": bits, "operations": [b**2 for b in bits]}
    broken = {"attack": "fermat", "bits": bits, "operations": [2 ** (b // 4) for b in bits]}
    found = figures.slopes(write_tables(make_pairs=made, recover_keys=broken)).set_index("way")
    ends = ["log2 cost, 1024 bits", "log2 cost, 2048 bits"]
    assert found.loc["make: rsa", ends].tolist() == pytest.approx([20, 22])
    assert found.loc["break: fermat", ends].tolist() == pytest.approx([256, 512])


def test_ways_that_cannot_be_fitted_are_left_out(write_tables):
    made = {"cipher": "rsa", "bits": [8, 16], "operations": [64, 256]}
    broken = {"attack": "fermat", "bits": [8] * 4, "operations": [4] * 4}
    found = figures.slopes(write_tables(make_pairs=made, recover_keys=broken))
    assert found.empty
    assert found.columns.tolist()[:2] == ["way", "growth"]


def test_letters_are_told_as_letters(study):
    found = figures.letters_table(study).set_index("letter")
    assert found.index.tolist() == list("abcdefghijklmnopqrstuvwxyz")
    assert found.loc["n"].tolist() == ["b", "n", "yes"]
    assert found.loc["a"].tolist() == ["b", "n", "no"]
    assert found.loc["z"].tolist() == ["z", "z", "yes"]
    assert (found.kept == "yes").sum() == 13


def test_facts_are_the_numbers_of_the_tables(study):
    found = {name: source(study) for name, source in figures.FACTS.items()}
    slopes = figures.slopes(study).set_index("way").slope
    assert found["made"] == slopes["make: rsa"]
    assert found["walked"] == slopes["break: pollard rho"]
    assert found["divided"] == slopes["break: trial division"]
    assert found["close_bits"] == 64
    assert found["sure_fall"] == 16
    assert found["share"] == pytest.approx(60.437, abs=0.001)


def test_captions_speak_of_known_facts_and_say_that_nothing_is_protected():
    text = " ".join(" ".join(figure.caption) for figure in figures.FIGURES)
    assert set(re.findall(r"facts\.(\w+)", text)) == set(figures.FACTS)
    assert "Nothing here protects anything" in text


@pytest.mark.parametrize("figure", figures.FIGURES, ids=lambda figure: figure.name)
def test_figures_draw_columns_that_their_data_have(figure, study):
    data = figure.data(study)
    drawn = [figure.options["x"], figure.options["y"], "series"]
    assert set(drawn) <= set(data.columns)
    assert not data[drawn].isna().any(axis=None)
