"""Claims: published figures, their tolerance, and the file that lists them."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.declare.claims import KINDS, Claim, read_claims

HEADER = "key,essay,statement,published,kind,about"


def claim(published, kind="exact", about=False):
    return Claim("toy.odds", "Toys", "The odds.", published, kind, about)


def listed(folder, *rows):
    path = folder / "claims.csv"
    path.write_text("\n".join([HEADER, *rows, ""]), encoding="utf-8")
    return path


def test_a_list_without_claims_is_empty(tmp_path):
    assert read_claims(listed(tmp_path)) == []


def test_a_claim_is_read_as_written(tmp_path):
    path = listed(tmp_path, 'toy.odds,Toys (#1),"One in three, or less.",0.33,rounded,yes')
    read = Claim("toy.odds", "Toys (#1)", "One in three, or less.", "0.33", "rounded", True)
    assert read_claims(path) == [read]


def test_claims_keep_their_order(tmp_path):
    rows = [f"toy.{name},e,s,1,exact,no" for name in ("b", "a", "c")]
    assert [c.name for c in read_claims(listed(tmp_path, *rows))] == ["b", "a", "c"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_read(tmp_path, kind):
    assert read_claims(listed(tmp_path, f"toy.odds,e,s,1,{kind},no"))[0].kind == kind


def test_a_name_is_what_follows_the_experiment():
    assert claim("1").name == "odds"


@pytest.mark.parametrize(
    ("published", "figure"),
    [
        ("0", 0),
        ("21", 21),
        ("-3", -3),
        ("0.11", Fraction(11, 100)),
        ("-0.5", Fraction(-1, 2)),
        ("2/6", Fraction(1, 3)),
        ("80%", 80),
        ("12.5 %", Fraction(25, 2)),
    ],
)
def test_a_published_number_is_a_fraction(published, figure):
    assert claim(published).figure == figure


@pytest.mark.parametrize("published", ["", "equal", "1 or 2", "about 3", "1.", "1e3", "%", "--1"])
def test_words_are_no_figure(published):
    assert claim(published).figure is None


@pytest.mark.parametrize(
    ("published", "about", "tolerance"),
    [
        ("15", False, Fraction(1, 2)),
        ("15", True, 1),
        ("0.11", False, Fraction(1, 200)),
        ("0.11", True, Fraction(1, 100)),
        ("0.110", False, Fraction(1, 2000)),
        ("80%", False, Fraction(1, 2)),
        ("12.5 %", True, Fraction(1, 10)),
    ],
)
def test_rounding_allows_half_a_unit_and_about_a_whole_one(published, about, tolerance):
    assert claim(published, "rounded", about).tolerance == tolerance


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"rounded"}))
@pytest.mark.parametrize("about", [False, True])
def test_only_rounded_figures_have_a_tolerance(kind, about):
    assert claim("0.11", kind, about).tolerance == 0


def test_an_unknown_kind_is_refused(tmp_path):
    with pytest.raises(ValueError, match="kind") as caught:
        read_claims(listed(tmp_path, "toy.odds,e,s,1,exakt,no"))
    assert str(caught.value) == f"claims.csv: toy.odds: kind exakt; allowed: {list(KINDS)}"


def test_a_repeated_key_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"^claims\.csv: a key is repeated$"):
        read_claims(listed(tmp_path, "toy.odds,e,s,1,exact,no", "toy.odds,e,t,2,exact,no"))


def test_a_list_that_is_absent_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"claims\.csv"):
        read_claims(tmp_path / "claims.csv")


@settings(deadline=None)
@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, max_value=10**6))
def test_decimals_are_read_exactly(number):
    assert claim(f"{number:f}").figure == Fraction(number)


@settings(deadline=None)
@given(st.integers(), st.integers(min_value=1))
def test_fractions_are_read_exactly(numerator, denominator):
    assert claim(f"{numerator}/{denominator}").figure == Fraction(numerator, denominator)
