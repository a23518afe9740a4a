"""Findings from hand-made tables, and from a small study of one's own."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pandas as pd
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.claims import read_claims
from pastimes.declare.tables import Missing
from pastimes.experiments.fivethousand import findings
from pastimes.experiments.fivethousand.policies import BEST, BEST_CUTOFFS, FREE, THREE_NUMBERS
from pastimes.experiments.fivethousand.rules import ESSAY, SWITCHES, rolls, taken
from pastimes.judge.verdicts import judge, verdict_rows
from pastimes.store.making import by_column

ROOT = Path(__file__).parents[3]
GAME = experiment("fivethousand")
CLAIMS = {c.name: c for c in read_claims(GAME.folder / "claims.csv")}
FINDINGS = {n: getattr(findings, n) for n, c in CLAIMS.items() if c.kind != "definition"}
COUNTED = {name for name in FINDINGS if name.startswith("two_dice_") and "floor" not in name}
BY_EQUATION = f"{BEST}, by its equation"


@pytest.fixture
def tables(write_tables):
    return write_tables


@pytest.fixture(scope="module")
def enumerated():
    """How rolls score under every convention."""
    names = ("two_triples", "four_and_two", "of_a_kind")
    parts = []
    for values in product(*(SWITCHES[name] for name in names)):
        point = dict(zip(names, values, strict=True))
        step = GAME.steps["enumerate_rolls"]
        part = pd.DataFrame(by_column(step.columns, step.function(**point)))
        parts.append(part.assign(run="-".join(values), **point))
    return pd.concat(parts, ignore_index=True)


@pytest.fixture
def changed(tables, enumerated):
    """Tables with other rolls for so many dice, where the essay's conventions hold."""

    def change(dice, score, labelled, distinct=1):
        frame = enumerated.copy()
        ours = (frame[list(findings.PRINTED)] == pd.Series(findings.PRINTED)).all(axis=1)
        frame = frame[~(ours & (frame.dice == dice))]
        rows = {"dice": dice, "score": score, "left": 0, "labelled": labelled} | findings.PRINTED
        part = pd.DataFrame({**rows, "distinct": distinct, "run": "changed"})
        return tables(enumerate_rolls=pd.concat([frame, part], ignore_index=True))

    return change


def states(stays):
    """States of a turn: whether the best play stays, by dice and turn score."""
    rows = [(dice, score, score + 10.0 - 20 * s, s) for (dice, score), s in stays.items()]
    frame = pd.DataFrame(rows, columns=["dice", "turn_score", "if_rolled", "stays"])
    return frame.assign(rules="essay", run="solved")


def values(**points):
    """What policies are worth: of the essay's rules, and of others where so named."""
    rows = [
        ("essay", THREE_NUMBERS, points.get("rule", 500.0)),
        ("essay", BEST_CUTOFFS, points.get("numbers", 500.5)),
        ("essay", BEST, points.get("best", 501.0)),
        ("removal=free", FREE, 550.0),
        ("essay", BY_EQUATION, points.get("must", 501.0)),
        ("hot_dice=may", BY_EQUATION, points.get("may", 501.0)),
    ]
    frame = pd.DataFrame(rows, columns=["rules", "policy", "points"])
    exactly = [str(Fraction(p)) for p in frame.points]
    return frame.assign(exactly=exactly, cutoffs="1 2 3", bust=0.2, run="valued")


def played(gains=(0, 50, 100)):
    gain, squares = sum(gains), sum(g * g for g in gains)
    row = {"policy": BEST, "turns": len(gains), "gain": gain, "gain_squares": squares}
    return pd.DataFrame([row | {"run": "played", "total": 0, "squares": 0}])


def test_every_claim_has_a_finding():
    assert set(FINDINGS) == set(CLAIMS)
    assert len(CLAIMS) == 55


@pytest.mark.parametrize("name", sorted(set(FINDINGS) - COUNTED))
def test_findings_of_an_empty_study_are_missing(name, tables):
    with pytest.raises(Missing, match="this study has no table of"):
        FINDINGS[name](tables())


@pytest.mark.parametrize("name", sorted(COUNTED))
def test_two_dice_are_counted_without_a_table(name, tables):
    found = FINDINGS[name](tables())
    assert judge(CLAIMS[name], found) == "reproduced"
    assert found.runs == []


@pytest.mark.parametrize(
    "name", [n for n in FINDINGS if n.startswith(("labelled", "distinct", "zero", "p_", "score_"))]
)
def test_figures_of_rolls_are_reproduced_and_rest_on_one_run(name, tables, enumerated):
    found = FINDINGS[name](tables(enumerate_rolls=enumerated))
    assert judge(CLAIMS[name], found) == "reproduced"
    assert found.runs == ["flat-pairs-triple"]


@pytest.mark.parametrize("dice", range(1, 7))
def test_figures_of_other_rolls_differ(dice, changed):
    found = changed(dice, [0, 150], [2, 2], [1, 1])
    expected = {
        f"labelled_rolls_{dice}": 4,
        f"zero_rolls_{dice}": 2,
        f"p_zero_{dice}": Fraction(2, 6**dice),
        f"score_sum_{dice}": 300,
        f"expected_score_{dice}": float(Fraction(300, 6**dice)),
        f"cutoff_{dice}": 150.0,
    } | ({f"distinct_rolls_{dice}": 2} if dice > 2 else {})
    for name, ours in expected.items():
        assert FINDINGS[name](found).ours == ours
        assert judge(CLAIMS[name], FINDINGS[name](found)) == "differs"


def test_an_expected_score_that_is_whole_is_written_so(changed):
    assert findings.expected_score_1(changed(1, [100, 0], [3, 3])).ours == 50
    assert isinstance(findings.expected_score_1(changed(1, [100, 0], [3, 3])).ours, int)
    assert findings.expected_score_1(changed(1, [100, 0], [1, 5])).convention == "Exactly 50/3."


def test_the_literal_rule_is_told_with_the_essays_sum(tables, enumerated):
    found = findings.score_sum_6(tables(enumerate_rolls=enumerated))
    # Twenty rolls of three ones and three sixes, 100 points more each.
    assert found.ours == 18_763_500
    assert f"it is {18_763_500 + 20 * 100}, and 18347250 where" in found.convention
    assert findings.score_sum_5(tables(enumerate_rolls=enumerated)).convention == "By enumeration."


@pytest.mark.parametrize(
    ("cutoff", "ours", "below", "verdict"),
    [
        (Fraction(625, 2), 300, 300, "reproduced"),
        (Fraction(325), 350, 300, "ambiguous"),
        (Fraction(324), 300, 300, "reproduced"),
        (Fraction(295), 300, 250, "ambiguous"),
        (Fraction(400), 400, 400, "differs"),
        (Fraction(340), 350, 300, "ambiguous"),
    ],
)
def test_cutoffs_are_rounded_to_the_nearest_and_down(cutoff, ours, below, verdict, changed):
    sums = changed(3, [0, cutoff.numerator], [cutoff.denominator, 1])
    found = findings.rounded_cutoff_3(sums)
    assert (found.ours, found.alternatives[0].ours) == (ours, below)
    assert judge(CLAIMS["rounded_cutoff_3"], found) == verdict


@pytest.mark.parametrize(
    ("zeros", "ours", "verdict"),
    [(16, "4/9", "reproduced"), (17, "17/36", "reproduced"), (18, "1/2", "differs")],
)
def test_the_chance_of_loss_is_below_one_half_or_not(zeros, ours, verdict, changed):
    found = findings.p_zero_2_below_half(changed(2, [0, 50], [zeros, 36 - zeros]))
    assert found.ours == ours
    assert judge(CLAIMS["p_zero_2_below_half"], found) == verdict


@cache
def ways_down_to_two(number=6):
    """Scores of rolls that leave two of six dice, from the rules."""
    found = set()
    for counts, _ in rolls(number):
        points, used = taken(counts, ESSAY)
        if points and number - used == 2:
            found.add((points,))
        elif points and number - used > 2:
            found |= {(points, *rest) for rest in ways_down_to_two(number - used)}
    return found


def test_ways_to_two_dice_are_all_that_the_rules_have(tables, enumerated):
    found = findings.ways_to_two_dice(tables(enumerate_rolls=enumerated))
    assert {way for each in found.values() for way in each} == ways_down_to_two()
    assert all(sum(way) == score for score, each in found.items() for way in each)


def test_two_dice_are_left_with_two_hundred_points_in_five_ways(tables, enumerated):
    # Four dice of 50 points each, taken one or two at a time: three make a triple.
    found = findings.two_dice_floor(tables(enumerate_rolls=enumerated))
    assert found.ours == 200
    ways = found.convention.partition("there are 5: ")[2].removesuffix(" points.").split("; ")
    assert sorted(ways) == sorted(
        ", then ".join(map(str, way))
        for way in [(100, 100), (50, 50, 100), (50, 100, 50), (100, 50, 50), (50, 50, 50, 50)]
    )
    assert found.runs == ["flat-pairs-triple"]


@pytest.mark.parametrize(
    ("score", "zeros", "ours", "straights", "verdict"),
    [
        (5000, 1080, 4, 9, "ambiguous"),
        (5000, 2000, 2, 4, "ambiguous"),
        (2000, 2000, 4, 4, "reproduced"),
        (9000, 1080, 2, 9, "differs"),
    ],
)
def test_a_streak_passes_the_cutoff_for_six_dice(score, zeros, ours, straights, verdict, changed):
    points = 18_763_500 if zeros == 1080 else 7000 * zeros  # a cutoff of 17373.6 or of 7000
    rest = points - score
    table = changed(6, [0, score, 1], [zeros, 1, rest])
    found = findings.six_dice_streak(table)
    assert (found.ours, found.alternatives[0].ours) == (ours, straights)
    assert judge(CLAIMS["six_dice_streak"], found) == verdict


STAYS = {(1, 200): False, (1, 250): True, (2, 150): False, (2, 200): True, (3, 300): False}


@pytest.mark.parametrize(
    ("rolled", "ours", "verdict"),
    [
        ([], "always", "proved"),
        ([(2, 200)], "1 exceptions", "refuted"),
        ([(1, 250), (2, 200)], "2 exceptions", "refuted"),
    ],
)
def test_rolling_one_or_two_dice_counts_where_it_can_come_to_that(
    rolled, ours, verdict, tables, enumerated
):
    stays = STAYS | dict.fromkeys(rolled, False)
    found = findings.never_roll_one_or_two(
        tables(enumerate_rolls=enumerated, solve_turn=states(stays))
    )
    assert found.ours == ours
    assert judge(CLAIMS["never_roll_one_or_two"], found) == verdict
    for dice, score in rolled:
        assert f"{dice} at {score}, gaining 10.0" in found.convention
    assert found.runs == ["solved"]


@pytest.mark.parametrize(
    ("best", "ours", "verdict"),
    [(501.0, "1.0000 points short", "refuted"), (500.0, "0.0000 points short", "reproduced")],
)
def test_three_numbers_are_the_best_rule_where_nothing_is_worth_more(best, ours, verdict, tables):
    found = findings.three_numbers_optimal(tables(value_policies=values(best=best), play=played()))
    assert found.ours == ours
    assert judge(CLAIMS["three_numbers_optimal"], found) == verdict
    assert "the best of its form, 1 2 3, 500.5000" in found.convention
    assert found.convention.endswith("the best play gains 50.000 +- 46.198.")
    assert found.runs == ["played", "valued"]


def test_gains_with_the_same_dice_have_the_error_of_their_mean(tables):
    # Gains of 0, 50 and 100: the variance is 5000 / 3, that of the mean 5000 / 9.
    mean, error = findings.paired_gain(tables(play=played()), BEST)
    assert (mean, error) == (50, pytest.approx((5000 / 9) ** 0.5))
    both = pd.concat([played([0, 100]), played([50, 50])])
    mean, error = findings.paired_gain(tables(play=both), BEST)
    assert (mean, error) == (50, pytest.approx((5000 / 4 / 4) ** 0.5))


@pytest.mark.parametrize(
    ("may", "ours", "verdict"),
    [
        (501.0, "0.0e+00 points a turn", "reproduced"),
        (501.0 + 2**-30, "9.3e-10 points a turn", "reproduced"),
        (501.5, "5.0e-01 points a turn", "differs"),
        (500.5, "-5.0e-01 points a turn", "differs"),
    ],
)
def test_the_forced_reroll_costs_the_difference_of_two_fractions(
    may, ours, verdict, tables, enumerated
):
    found = findings.forced_reroll_harmless(
        tables(value_policies=values(may=may), enumerate_rolls=enumerated)
    )
    assert found.ours == ours
    assert judge(CLAIMS["forced_reroll_harmless"], found) == verdict


def test_a_study_without_kept_hot_dice_cannot_tell_what_the_reroll_costs(tables, enumerated):
    essays = values().query("rules == 'essay'")
    with pytest.raises(Missing, match="rules = hot_dice=may"):
        findings.forced_reroll_harmless(tables(value_policies=essays, enumerate_rolls=enumerated))


def test_a_roll_does_not_always_take_the_largest_score(tables, changed, enumerated):
    found = findings.largest_score(tables(enumerate_rolls=enumerated))
    assert (found.ours, judge(CLAIMS["largest_score"], found)) == ("not always", "refuted")
    assert "2000 points less in all" in found.convention
    assert found.runs == ["flat-pairs-triple", "largest-pairs-triple"]


def test_a_roll_takes_the_largest_score_where_both_conventions_have_one_sum(changed):
    found = findings.largest_score(changed(6, [18_765_500], [1]))
    assert (found.ours, judge(CLAIMS["largest_score"], found)) == ("always", "reproduced")


def raced(goal):
    return {"rules": ["essay"] * 2, "goal": goal, "banked": [0, 50], "turns": [9.5, 9.4]}


def test_turns_are_those_from_nothing_to_five_thousand(tables):
    assert findings.turns_to_goal(tables(run_race=raced(5000))) == 9.5
    with pytest.raises(Missing, match="this study races to another goal"):
        findings.turns_to_goal(tables(run_race=raced(500)))
    with pytest.raises(Missing, match="rules = removal=free"):
        findings.turns_to_goal(tables(run_race=raced(5000)), "removal=free")


def test_the_essays_numbers_are_told_in_order():
    assert findings.cutoffs_text() == "300, 850, 2750"


def test_a_small_study_judges_every_claim(study):
    rows = {r["key"].partition(".")[2]: r for r in verdict_rows(findings, CLAIMS.values(), study)}
    expected = dict.fromkeys(FINDINGS, "reproduced") | {
        "rounded_cutoff_4": "ambiguous",
        "rounded_cutoff_5": "ambiguous",
        "six_dice_streak": "ambiguous",
        "never_roll_one_or_two": "refuted",
        "three_numbers_optimal": "refuted",
        "largest_score": "refuted",
    }
    assert {name: row["verdict"] for name, row in rows.items()} == expected
    assert {name for name, row in rows.items() if not row["runs"]} == COUNTED
    told = rows["never_roll_one_or_two"]
    assert told["ours"] == "2 exceptions"
    assert "1 at 250, gaining 18.0; 2 at 200, gaining 18.1" in told["convention"]


def test_a_study_of_the_essays_rules_alone_leaves_two_claims_open(tables, study):
    lacking = study["value_policies"].query("rules == 'essay'")
    frames = {name: study[name] for name in ("enumerate_rolls", "solve_turn", "play")}
    found = tables(value_policies=lacking, **frames)
    rows = {r["key"].partition(".")[2]: r for r in verdict_rows(findings, CLAIMS.values(), found)}
    assert {name for name, row in rows.items() if row["verdict"] == "open"} == {
        "three_numbers_optimal",
        "forced_reroll_harmless",
    }


def test_cutoffs_grow_with_the_dice(tables, enumerated):
    table = tables(enumerate_rolls=enumerated)
    assert all(a < b for a, b in pairwise(findings.ahead(table, dice) for dice in range(1, 7)))
