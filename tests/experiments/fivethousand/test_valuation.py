"""The policies that are compared, and what each is worth."""

from fractions import Fraction

import numpy as np
import pytest

from pastimes.experiments.fivethousand.policies import cutoffs, value
from pastimes.experiments.fivethousand.rules import ESSAY, parse
from pastimes.experiments.fivethousand.turn import STEP
from pastimes.experiments.fivethousand.valuation import (
    BEST,
    BEST_CUTOFFS,
    ESSAY_CUTOFFS,
    FREE,
    THREE_NUMBERS,
    Valued,
    policies_of,
    valued,
)


@pytest.fixture(scope="module")
def essays():
    return {row.policy: row for row in valued(ESSAY)}


def test_the_essays_rule_has_its_three_numbers():
    assert ESSAY_CUTOFFS == {3: 300, 4: 850, 5: 2750}


def test_policies_are_the_essays_rule_the_best_of_its_form_and_the_best_play(solved):
    found = {name: (policy, end) for name, policy, end in policies_of(ESSAY)}
    assert list(found) == [THREE_NUMBERS, BEST_CUTOFFS, BEST]
    states = [(score, dice) for score in range(0, 6000, STEP) for dice in range(1, 6)]
    rule, best = found[THREE_NUMBERS][0], found[BEST][0]
    assert all(rule(s, d) == (d >= 3 and s <= ESSAY_CUTOFFS[d]) for s, d in states)
    assert all(best(s, d) != solved("essay").stays(s, d) for s, d in states)
    for policy, end in found.values():
        assert not any(policy(s, d) for s, d in states if s >= end)


@pytest.mark.parametrize("text", ["removal=free", "hot_dice=may", "removal=free hot_dice=may"])
def test_there_are_no_rules_of_play_where_the_player_chooses(text):
    assert list(policies_of(parse(text))) == []


def test_the_best_play_is_worth_the_same_by_its_equation(essays):
    by_equation = essays[f"{BEST}, by its equation"]
    assert by_equation.exactly == essays[BEST].exactly
    assert by_equation.bust is None
    assert list(essays) == [THREE_NUMBERS, BEST_CUTOFFS, BEST, by_equation.policy]


def test_decimals_are_those_of_the_fractions(essays):
    assert all(row.points == float(Fraction(row.exactly)) for row in essays.values())


def test_the_rule_is_worth_less_than_the_best_of_its_form_and_that_less_than_the_best(essays):
    rule, numbers, best = (essays[name].points for name in (THREE_NUMBERS, BEST_CUTOFFS, BEST))
    assert rule < numbers < best


def test_the_rule_is_worth_what_its_policy_is(essays):
    expected = value(ESSAY, cutoffs(ESSAY_CUTOFFS), 3000, exact=True)
    assert Fraction(essays[THREE_NUMBERS].exactly) == expected.points
    assert essays[THREE_NUMBERS].bust == float(expected.bust)


def test_cutoffs_are_the_last_scores_at_which_three_to_five_dice_are_rolled(essays):
    assert essays[THREE_NUMBERS].cutoffs == "300 850 2750"
    assert essays[BEST].cutoffs == "400 950 2900"
    last = dict(zip((3, 4, 5), map(int, essays[BEST_CUTOFFS].cutoffs.split()), strict=True))
    assert Fraction(essays[BEST_CUTOFFS].exactly) == value(ESSAY, cutoffs(last), 3000, True).points


def test_of_hot_dice_that_may_be_kept_only_the_equation_is_solved(solved):
    (row,) = valued(parse("hot_dice=may"))
    assert row.policy == f"{BEST}, by its equation"
    assert row.points == pytest.approx(solved("hot_dice=may").hot[0], rel=1e-13)
    assert row.points == float(Fraction(row.exactly))


def test_free_removal_is_valued_between_bounds(solved):
    text = "removal=free two_triples=largest hot_dice=may"
    (row,) = valued(parse(text))
    assert row == Valued(FREE, "", row.points, row.exactly, None)
    low, high = map(float, row.exactly.split(" to "))
    assert low == row.points <= high
    assert high - low < 1e-12
    assert row.points == pytest.approx(solved(text).hot[0], rel=1e-12)


def test_players_are_the_policies_and_free_removal_the_essays_rule_first(study):
    # `players` takes seconds: the study has played them, all with the same dice.
    rows = study["play"]
    assert rows.policy.tolist() == [THREE_NUMBERS, BEST_CUTOFFS, BEST, FREE]
    assert rows.gain.iloc[0] == rows.gain_squares.iloc[0] == 0
    assert np.array_equal(rows.gain, rows.total - rows.total.iloc[0])
    assert (rows.gain_squares.iloc[1:] > 0).all()
