"""Findings from hand-made tables, and from a small study of one's own."""

import math

import pandas as pd
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.claims import read_claims
from pastimes.declare.tables import Missing
from pastimes.experiments.ciphers import findings
from pastimes.judge.verdicts import judge, verdict_rows

CIPHERS = experiment("ciphers")
CLAIMS = {c.name: c for c in read_claims(CIPHERS.folder / "claims.csv")}
FINDINGS = {n: getattr(findings, n) for n, c in CLAIMS.items() if c.kind != "definition"}
SPOKEN = {  # by the rules of the alphabet alone
    "rot13_a": "n",
    "rot13_w": "j",
    "rot13_self_inverse": 13,
    "additive_inverse_5": 21,
    "multiply_c": "6 and 3",
    "multiply_n": "2 (b)",
}


@pytest.fixture
def tables(write_tables):
    return write_tables


def costs(slopes, bits=(4, 8, 16, 32, 64), by="bits", name="cipher"):
    """Operations of each way, as powers of the bits or as powers of 2 to them."""
    rows = [
        (way, n, round(2**20 * (n**slope if by == "power" else 2 ** (slope * n))))
        for way, slope in slopes.items()
        for n in bits
    ]
    return pd.DataFrame(rows, columns=[name, "bits", "operations"]).assign(run=f"{name}s")


def trapdoors(rsa=2.0, division=0.5, rho=0.25, bits=(4, 8, 16, 32, 64)):
    attacks = {"trial_division": division, "pollard_rho": rho}
    return {
        "make_pairs": costs({"rsa": rsa}, bits, "power"),
        "recover_keys": costs(attacks, bits, name="attack"),
    }


def letters(restored):
    """The essay's letters, with those that are restored."""
    encrypted = [2 * n % 26 or 26 for n in range(1, 27)]
    kept = [n if n in restored else n % 26 + 1 for n in range(1, 27)]
    return pd.DataFrame(
        {"run": "l", "letter": range(1, 27), "encrypted": encrypted, "restored": kept}
    )


def lengths(usable, prime):
    moduli = range(2, 2 + len(usable))
    return pd.DataFrame({"run": "c", "modulus": moduli, "usable": usable, "prime": prime})


def tried(**changes):
    counts = dict.fromkeys(("messages", "round_trips", "signatures", "swapped"), 300) | changes
    return pd.DataFrame([{"run": "t", "p": 3, "q": 5, "pairs": 20} | counts])


def halves(decrypted, verified, messages=26):
    return pd.DataFrame(
        [{"run": "h", "messages": messages, "decrypted": decrypted, "verified": verified}]
    )


def test_every_claim_has_a_finding():
    assert set(FINDINGS) == set(CLAIMS)
    assert len(CLAIMS) == 11


@pytest.mark.parametrize("name", SPOKEN)
def test_examples_of_the_alphabet_need_no_table_and_are_reproduced(name, tables):
    found = FINDINGS[name](tables())
    assert found.ours == SPOKEN[name]
    assert found.runs == []
    assert judge(CLAIMS[name], found) == "reproduced"


def test_the_essays_counts_for_w_are_corrected(tables):
    told = findings.rot13_w(tables()).convention
    assert "3 letters to the end, not 2, and then 10, not 11" in told
    assert "0 and 13 undo themselves" in findings.rot13_self_inverse(tables()).convention


@pytest.mark.parametrize("name", sorted(set(FINDINGS) - set(SPOKEN)))
def test_findings_of_an_empty_study_are_missing(name, tables):
    with pytest.raises(Missing, match="this study has no table of"):
        FINDINGS[name](tables())


def test_two_has_no_inverse_and_twenty_restores_some_letters(tables):
    found = findings.multiplicative_inverse_2(tables(multiply_letters=letters({2, 4, 14})))
    assert found.ours == "none"
    assert judge(CLAIMS["multiplicative_inverse_2"], found) == "differs"
    assert "restores the letters b, d, n alone, 3 of 26; a and n are encrypted alike" in (
        found.convention
    )
    assert found.runs == ["l"]


@pytest.mark.parametrize(
    ("usable", "prime", "ours", "verdict"),
    [
        ([1, 2, 2, 4], [True, True, False, True], "prime", "proved"),
        ([1, 2, 3, 4], [True, True, False, True], "other numbers too", "refuted"),
        ([1, 1, 2, 4], [True, True, False, True], "other numbers too", "refuted"),
    ],
)
def test_all_keys_have_an_inverse_just_for_primes(usable, prime, ours, verdict, tables):
    found = findings.prime_alphabet(tables(count_keys=lengths(usable, prime)))
    assert found.ours == ours
    assert judge(CLAIMS["prime_alphabet"], found) == verdict
    share = sum(u / m for u, m in zip(usable, range(2, 6), strict=True)) / 4
    assert f"all 4 lengths up to 5; on average a share of {share:.4f}" in found.convention
    assert "6 / pi^2 is 0.6079" in found.convention


@pytest.mark.parametrize(
    ("changes", "ours", "verdict"),
    [
        ({}, "always", "proved"),
        ({"round_trips": 299}, "not always", "refuted"),
        ({"signatures": 299}, "not always", "refuted"),
        ({"swapped": 299}, "not always", "refuted"),
    ],
)
def test_keys_are_interchangeable_where_every_message_says_so(changes, ours, verdict, tables):
    found = findings.rsa_interchangeable(tables(try_pairs=pd.concat([tried(), tried(**changes)])))
    assert found.ours == ours
    assert judge(CLAIMS["rsa_interchangeable"], found) == verdict
    assert "All 40 key pairs of 2 small moduli" in found.convention
    assert ": 600 round trips" in found.convention


@pytest.mark.parametrize(
    ("decrypted", "verified", "ours", "verdict"),
    [
        (26, 13, "exist", "proved"),
        (26, 26, "no example", "open"),
        (25, 13, "no example", "open"),
    ],
)
def test_an_inverse_on_one_side_undoes_all_and_is_not_undone(
    decrypted, verified, ours, verdict, tables
):
    found = findings.one_sided_inverse(tables(halve=halves(decrypted, verified)))
    assert found.ours == ours
    assert judge(CLAIMS["one_sided_inverse"], found) == verdict


def test_the_trapdoor_is_told_by_its_slopes(tables):
    found = findings.trapdoor(tables(**trapdoors()))
    assert judge(CLAIMS["trapdoor"], found) == "answered"
    assert found.runs == ["attacks", "ciphers"]
    assert "about bits^2.00 operations (2.00 to 2.00)" in found.convention
    assert "2^(0.500 bits) by trial division (0.500 to 0.500)" in found.convention
    assert "2^(0.250 bits) by Pollard's rho (0.250 to 0.250)" in found.convention
    # 2^(20 + n / 4) over 2^20 n^2.
    assert "2^236 times at 1024 bits, 2^490 times at 2048 bits" in found.convention


def test_attacks_that_do_not_grow_are_not_called_exponential(tables):
    found = findings.trapdoor(tables(**trapdoors(division=0.0, rho=0.0)))
    assert "exponentially" not in found.ours


def test_slopes_are_of_the_upper_half_of_the_sizes(tables):
    bent = costs({"rsa": 9.0}, (2, 4), "power")
    straight = costs({"rsa": 2.0}, (8, 16, 32), "power")
    line, rows = findings.making(tables(make_pairs=pd.concat([bent, straight])), "rsa")
    assert line.slope == pytest.approx(2)
    assert sorted(rows.bits) == [8, 16, 32]


def test_attacks_without_operations_are_left_out(tables):
    rows = costs({"fermat": 0.5}, range(8, 15), name="attack")
    rows.loc[rows.bits == 14, "operations"] = 0
    line, used = findings.attacking(tables(recover_keys=rows), "fermat")
    assert line.slope == pytest.approx(0.5, abs=1e-5)
    assert sorted(used.bits) == [11, 12, 13]


@pytest.mark.parametrize("bits", [(16,), (16, 32)])
def test_slopes_of_too_few_sizes_are_missing(bits, tables):
    table = tables(make_pairs=costs({"rsa": 2.0}, bits, "power"))
    with pytest.raises(Missing, match="this study cannot fit a slope: at least three points"):
        findings.making(table, "rsa")


def test_slopes_of_a_cipher_that_is_not_made_are_missing(tables):
    with pytest.raises(Missing, match="no rows of make_pairs with cipher = enigma"):
        findings.making(tables(**trapdoors()), "enigma")
    with pytest.raises(Missing, match="no rows of recover_keys with attack = sieve"):
        findings.attacking(tables(**trapdoors()), "sieve")


def test_a_small_study_judges_every_claim(study):
    rows = {r["key"].partition(".")[2]: r for r in verdict_rows(findings, CLAIMS.values(), study)}
    assert {name: row["verdict"] for name, row in rows.items()} == dict.fromkeys(
        SPOKEN, "reproduced"
    ) | {
        "multiplicative_inverse_2": "differs",
        "prime_alphabet": "proved",
        "rsa_interchangeable": "proved",
        "one_sided_inverse": "proved",
        "trapdoor": "answered",
    }
    assert {name for name, row in rows.items() if not row["runs"]} == set(SPOKEN)
    told = rows["multiplicative_inverse_2"]["convention"]
    assert "b, d, f, h, j, l, n, p, r, t, v, x, z alone, 13 of 26; a and n are" in told


def test_a_study_without_the_attacks_leaves_the_trapdoor_open(tables, study):
    broken = study["recover_keys"]
    found = tables(make_pairs=study["make_pairs"], recover_keys=broken[broken.attack == "euclid"])
    (row,) = verdict_rows(findings, [CLAIMS["trapdoor"]], found)
    assert row["verdict"] == "open"
    assert row["convention"].startswith("Not settled: this study has no rows of recover_keys")


def test_slopes_of_a_small_study_are_those_of_theory(study):
    # Division takes as many steps as the root of the modulus has, rho as the root of that root.
    division, rho = (
        findings.attacking(study, name)[0] for name in ("trial_division", "pollard_rho")
    )
    assert division.low < 0.5 < division.high or division.slope == pytest.approx(0.5, abs=0.05)
    assert 0.1 < rho.slope < 0.4
    assert math.isfinite(findings.making(study, "rsa")[0].slope)
