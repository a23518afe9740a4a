"""Findings from hand-made tables, and from a small study of one's own."""

from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.claims import read_claims
from pastimes.declare.tables import Missing
from pastimes.experiments.gf2 import findings
from pastimes.experiments.gf2.drawable import all_drawable
from pastimes.experiments.gf2.law import closed_form, mean_rank, rank_law
from pastimes.judge.verdicts import VERDICTS, judge, verdict_rows

ROOT = Path(__file__).parents[3]
GF2 = experiment("gf2")
CLAIMS = {c.name: c for c in read_claims(GF2.folder / "claims.csv")}
FINDINGS = {n: getattr(findings, n) for n, c in CLAIMS.items() if c.kind != "definition"}
THEOREMS = {"limit_full_rank", "mean_rank_deficit", "odd_determinant"}  # need no table
TINY = ("shapes=[15x26,15x25,'0x5',2x3]", "samples=2000", "games=2", "bias_samples=2000")
TINY += ("bias_trials=2", "counted_sizes=[64,128]", "alphabet_sizes=[26]")
OTHER = ("shapes=[2x3]", "samples=0", "alphabet_sizes=[3]", "pixels=2", "games=1", "biases=[0]")
OTHER += ("bias_shapes=[2x3]", "bias_samples=10", "bias_trials=1", "exhausted_shapes=[1x1]")


@pytest.fixture
def tables(write_tables):
    return write_tables


@pytest.fixture(scope="module")
def smoke(run_study):
    return run_study("gf2", *TINY)


@pytest.fixture(scope="module")
def other(run_study):
    """A study of other shapes, without samples."""
    return run_study("gf2", *OTHER, "counted_sizes=[16,32]")


def letters(pictures, moves, coloops=None):
    """The essay's letters, with these pictures and moves."""
    names = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")[: len(pictures)]
    return {
        "run": "solved",
        "alphabet": "essay",
        "letter": names,
        "picture": pictures,
        "move": pd.array(moves, "Int64").astype(float),
        "coloop": coloops or [False] * len(pictures),
    }


def laws(*shapes, agrees=True, drawable_agrees=True, counted=None):
    parts = []
    for n, k in shapes:
        law = rank_law(n, k)
        part = pd.DataFrame(
            {"run": f"law {n}x{k}", "rows": n, "columns": k, "rank": range(len(law))}
        )
        part["probability"] = [str(p) for p in law]
        part["decimal"] = [float(p) for p in law]
        part["agrees"] = agrees
        part["drawable_agrees"] = drawable_agrees
        part["counted"] = pd.array([counted] * len(law), "boolean").astype(object)
        part["drawable"] = [str(all_drawable(n, k, r)) for r in range(len(law))]
        parts.append(part)
    return pd.concat(parts)[::-1]


def sampled(tally, n=2, k=3, drawable=0):
    return {
        "run": [f"sample {i}" for i in range(len(tally))],
        "rows": n,
        "columns": k,
        "rank": range(len(tally)),
        "matrices": tally,
        "drawable": drawable,
    }


BIAS = {"run": ["bias"], "false_alarms": [0.001]}


@pytest.mark.parametrize("name", sorted(set(FINDINGS) - THEOREMS))
def test_findings_of_an_empty_study_are_missing(name, tables):
    with pytest.raises(Missing, match="this study has no table of"):
        FINDINGS[name](tables())


@pytest.mark.parametrize("name", sorted(THEOREMS))
def test_theorems_need_no_table(name, tables):
    found = FINDINGS[name](tables())
    assert judge(CLAIMS[name], found) == "reproduced"
    assert found.runs == []


@pytest.mark.parametrize("name", ["p_15_26_15", "p_15_25_15", "expected_max_score", "all_drawable"])
def test_findings_of_other_shapes_are_missing(name, other):
    with pytest.raises(Missing, match="no rows of enumerate_law with rows = 15, columns = 2"):
        FINDINGS[name](other)


def test_the_recurrence_is_not_settled_without_samples(other):
    with pytest.raises(Missing, match="this study has no samples"):
        findings.recurrence(other)


def test_rows_of_another_alphabet_are_missing(tables):
    with pytest.raises(Missing, match="no rows of solve with alphabet = essay"):
        findings.rank(tables(solve=letters(["#"], [None]) | {"alphabet": "plain"}))


@pytest.mark.parametrize("name", ["tuv_i", "hou_a"])
def test_sums_of_letters_that_the_alphabet_lacks_are_missing(name, tables):
    with pytest.raises(Missing):
        FINDINGS[name](tables(solve=letters(["#.", ".#", "##"], [1, None, None])))


@pytest.mark.parametrize(("name", "formula"), [("tuv_i", "TUVI"), ("hou_a", "HOUA")])
@pytest.mark.parametrize(("pixel", "ours"), [("#.. ...", "fails"), ("... ...", "holds")])
def test_a_formula_holds_where_every_pixel_cancels(name, formula, pixel, ours, tables):
    pictures = ["### .#."] * 25 + ["... ..."]
    pictures["ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(formula[0])] = (
        "### .#." if pixel == "... ..." else ".## .#."
    )
    found = FINDINGS[name](tables(solve=letters(pictures, [None] * 26)))
    assert found.ours == ours
    assert judge(CLAIMS[name], found) == {"holds": "reproduced", "fails": "differs"}[ours]


@pytest.mark.parametrize(
    ("moves", "formulae", "rank", "verdict"), [(11, 11, 15, "reproduced"), (10, 10, 16, "differs")]
)
def test_dimension_rank_and_score_are_counts_of_moves(moves, formulae, rank, verdict, tables):
    played = {"run": ["p"], "alphabet": ["essay"], "score": [moves], "played": [7]}
    solve = letters(["### ### ### ### ###"] * 26, [*range(1, moves + 1), *[None] * (26 - moves)])
    found = tables(solve=solve, play=played)
    for name, ours in (("formulae", formulae), ("rank", rank), ("max_score", moves)):
        assert FINDINGS[name](found).ours == ours
        assert judge(CLAIMS[name], FINDINGS[name](found)) == verdict
    assert f"7 games of random moves, with and without premature letters, scored from {moves}" in (
        findings.max_score(found).convention
    )
    assert findings.max_score(found).runs == ["p", "solved"]


@pytest.mark.parametrize(("moves", "ours"), [([1, None, None], "yes"), ([1, 2, None], "no")])
def test_anything_is_drawn_where_the_rank_is_the_number_of_pixels(moves, ours, tables):
    found = findings.draw_anything(tables(solve=letters(["# .", ". #", "# #"], moves)))
    assert found.ours == ours
    assert found.convention.endswith("against the number of pixels, 2.")


@pytest.mark.parametrize(
    ("coloops", "ours", "verdict"),
    [([False, False, True], "no", "differs"), ([False] * 3, "yes", "reproduced")],
)
def test_one_coloop_is_a_letter_too_many(coloops, ours, verdict, tables):
    found = findings.no_coloop(tables(solve=letters(["#"] * 3, [1, 2, None], coloops)))
    assert found.ours == ours
    assert found.convention == f"{3 - sum(coloops)} of 3 letters are sums of others."
    assert judge(CLAIMS["no_coloop"], found) == verdict


def exhausted(with_empty=0, inked=0):
    return {
        "run": ["e", "e", "f", "f"],
        "empty_scores": [True, True, False, False],
        "blank_letters": [0, 1, 0, 1],
        "alphabets": [10, 20, 10, 20],
        "unequal": [0, 0, 0, 5],
        "not_nullity": [0, with_empty, inked, 6],
    }


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [({}, "proved"), ({"with_empty": 1}, "refuted"), ({"inked": 1}, "refuted")],
)
def test_equal_lengths_rest_on_the_rule_of_empty_selections(counts, verdict, tables):
    found = findings.same_length(tables(exhaust=exhausted(**counts)))
    assert judge(CLAIMS["same_length"], found) == verdict
    assert "All 30 small alphabets agree" in found.convention
    assert "5 of 20 small alphabets with a blank letter have run-throughs" in found.convention


@pytest.mark.parametrize(("moves", "verdict"), [(11, "proved"), (12, "proved"), (10, "refuted")])
def test_letters_less_pixels_bound_the_score(moves, verdict, tables):
    solve = letters(["#"] * 26, [*range(1, moves + 1), *[None] * (26 - moves)])
    found = findings.lower_bound(tables(solve=solve))
    assert found.ours == 11
    assert judge(CLAIMS["lower_bound"], found) == verdict


@pytest.mark.parametrize(
    ("tally", "law", "ours", "verdict"),
    [
        ([20, 440, 820], {}, "right", "proved"),
        ([20, 440, 820], {"agrees": False}, "wrong", "open"),
        ([20, 440, 820], {"counted": True}, "right", "proved"),
        ([20, 440, 820], {"counted": False}, "wrong", "open"),
        ([200, 440, 640], {}, "right", "open"),
    ],
)
def test_the_recurrence_is_proved_where_all_roads_agree_and_samples_do_not_alarm(
    tally, law, ours, verdict, tables
):
    frames = {"enumerate_law": laws((2, 3), **law), "sample": sampled(tally), "find_bias": BIAS}
    found = findings.recurrence(tables(**frames))
    assert found.ours == ours
    assert judge(CLAIMS["recurrence"], found) == verdict
    assert f"all {3 if 'counted' in law else 0} small ones" in found.convention


def test_the_rate_of_false_alarms_is_shared_out_among_the_shapes(tables):
    both = pd.concat([pd.DataFrame(sampled(t, *s)) for t, s in (([20, 440, 820], (2, 3)),
                      ([500, 500], (1, 1)), ([0], (0, 5)))])  # fmt: skip
    found = tables(enumerate_law=laws((2, 3), (1, 1), (0, 5)), sample=both, find_bias=BIAS)
    shapes, least, allowed = findings.sampled_check(found)
    assert shapes == 2
    assert allowed == 0.001 / 2
    assert least > 0.4


def test_shards_of_one_shape_are_added_up(tables):
    shards = pd.concat([pd.DataFrame(sampled([20, 440, 820]))] * 3)
    found = tables(enumerate_law=laws((2, 3)), sample=shards, find_bias=BIAS)
    assert findings.sampled_check(found)[0] == 1


def test_full_rank_of_the_essays_size_is_exact_and_in_per_cent(tables):
    law = tables(enumerate_law=laws((15, 26), (15, 25)))
    for name, k in (("p_15_26_15", 26), ("p_15_25_15", 25)):
        found = FINDINGS[name](law)
        assert found.ours == float(100 * closed_form(15, k, 15))
        assert judge(CLAIMS[name], found) == "reproduced"
        assert found.runs == [f"law 15x{k}"]


def test_a_given_letter_is_drawn_with_the_probability_of_no_coloop_there(tables):
    # It lies in the span of 25 others, of rank r, with probability 2^(r - 15).
    drawn = sum(p * Fraction(1, 2 ** (15 - r)) for r, p in enumerate(rank_law(15, 25)))
    found = findings.p_15_25_15(tables(enumerate_law=laws((15, 25))))
    assert found.convention.endswith(f"has {float(100 * drawn):.3f} %.")


def test_expected_score_depends_on_whether_blank_letters_score(tables):
    found = findings.expected_max_score(tables(enumerate_law=laws((15, 26))))
    assert found.ours == float(26 - mean_rank(15, 26))
    assert found.alternatives[0].ours == pytest.approx(found.ours - 26 / 2**15, abs=1e-12)
    assert judge(CLAIMS["expected_max_score"], found) == "ambiguous"


@pytest.mark.parametrize(("agree", "verdict"), [(True, "answered"), (False, "open")])
def test_the_open_question_is_answered_where_both_roads_agree(agree, verdict, tables):
    sample = sampled([100], 15, 26, drawable=99)
    law = laws((15, 26), drawable_agrees=agree)
    found = findings.all_drawable(tables(enumerate_law=law, sample=sample))
    assert found.ours == pytest.approx(0.987385322649146482, abs=1e-15)
    assert "Of 100 random alphabets 0.99000 had it" in found.convention
    assert judge(CLAIMS["all_drawable"], found) == verdict


def test_a_letter_created_twice_is_no_run_through(tables):
    twice = letters(["#"] * 3, [1, 2, None]) | {"letter": ["A", "A", "B"]}
    assert findings.row_reduce(tables(solve=twice)).ours == "no"
    assert findings.row_reduce(tables(solve=letters(["#"] * 3, [1, 2, None]))).ours == "yes"


def operations(counts):
    pairs = [(size, n) for size, each in counts.items() for n in each]
    return {"run": "c", "size": [s for s, _ in pairs], "operations": [n for _, n in pairs]}


@pytest.mark.parametrize(
    ("counts", "slope", "verdict"),
    [
        ({8: [9], 16: [512], 32: [4096]}, 3, "proved"),
        ({16: [256], 32: [1024]}, 2, "proved"),
        ({32: [3000, 5192], 16: [512]}, 3, "proved"),
        ({16: [16**4], 32: [32**4]}, 4, "refuted"),
    ],
)
def test_the_exponent_is_that_of_the_two_largest_sizes(counts, slope, verdict, tables):
    found = findings.cubic(tables(count_operations=operations(counts)))
    assert found.ours == pytest.approx(slope, abs=1e-12)
    assert judge(CLAIMS["cubic"], found) == verdict


def test_operations_within_the_bound_do_not_refute_it(tables):
    counts = {n: [2 * n * n * (n - 1)] for n in (4, 8)}
    found = findings.cubic(tables(count_operations=operations(counts)))
    assert judge(CLAIMS["cubic"], found) != "refuted"


def test_the_exponent_of_one_size_is_missing(tables):
    with pytest.raises(Missing):
        findings.cubic(tables(count_operations=operations({16: [512]})))


def test_the_exponent_of_no_operations_is_missing(tables):
    with pytest.raises(Missing):
        findings.cubic(tables(count_operations=operations({2: [0], 3: [18]})))


def test_every_claim_but_definitions_has_a_finding():
    definitions = {name for name, claim in CLAIMS.items() if claim.kind == "definition"}
    assert set(CLAIMS) - set(FINDINGS) == definitions == {"letters", "subsets"}


def test_a_small_study_judges_every_claim(smoke):
    rows = {r["key"].partition(".")[2]: r for r in verdict_rows(findings, CLAIMS.values(), smoke)}
    verdicts = {name: row["verdict"] for name, row in rows.items()}
    assert set(verdicts) == set(FINDINGS)
    assert set(verdicts.values()) <= set(VERDICTS)
    expected = dict.fromkeys(FINDINGS, "reproduced") | {
        "same_length": "proved",
        "lower_bound": "proved",
        "recurrence": "proved",
        "cubic": "proved",
        "expected_max_score": "ambiguous",
        "all_drawable": "answered",
    }
    assert verdicts == expected
    assert {name for name, row in rows.items() if not row["runs"]} == THEOREMS


def test_a_study_that_lacks_rows_leaves_claims_open(other):
    rows = {r["key"].partition(".")[2]: r for r in verdict_rows(findings, CLAIMS.values(), other)}
    lacking = {"recurrence", "p_15_26_15", "p_15_25_15", "expected_max_score", "all_drawable"}
    assert {name for name, row in rows.items() if row["verdict"] == "open"} == lacking
    assert all(rows[name]["convention"].startswith("Not settled: ") for name in lacking)
