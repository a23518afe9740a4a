"""Rules of play: by hand, by the law of their scores, and against the best play."""

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.experiments.fivethousand.policies import (
    best_cutoffs,
    cutoffs,
    one_roll_ahead,
    turn_scores,
    value,
)
from pastimes.experiments.fivethousand.rules import ESSAY, parse, rolls, taken
from pastimes.experiments.fivethousand.turn import EXACT, STEP, solve

RULES = ["essay", "two_triples=largest", "four_and_two=apart", "of_a_kind=doubled"]
ESSAYS = {3: 300, 4: 850, 5: 2750}
LASTS = st.fixed_dictionaries({d: st.sampled_from(range(-50, 2001, 50)) for d in range(1, 6)})


def never(score, dice):
    return False


def first_rolls(text):
    """Points, dice and labelled rolls of six dice."""
    return [(*taken(counts, parse(text)), ways) for counts, ways in rolls(6)]


@pytest.mark.parametrize("text", RULES)
def test_stopping_at_the_first_chance_is_worth_what_enumeration_says(text):
    # Six dice are rolled again k times, with chance q each; then some are left, or all is lost.
    found = first_rolls(text)
    q, ends, lost = (
        Fraction(sum(w for p, used, w in found if kind(p, used)), 6**6)
        for kind in (
            lambda p, used: used == 6,
            lambda p, used: p and used < 6,
            lambda p, used: not p,
        )
    )
    again = Fraction(sum(p * w for p, used, w in found if used == 6), 6**6)
    last = Fraction(sum(p * w for p, used, w in found if used < 6), 6**6)
    stopped = value(parse(text), never, STEP, exact=True)
    assert stopped.points == last / (1 - q) + again * ends / (1 - q) ** 2
    assert stopped.bust == lost / (1 - q)


def test_scores_of_stopping_at_the_first_chance_are_those_of_enumeration():
    # Six dice that all score and are rolled again have made 400 points at least.
    found = first_rolls("essay")
    law = turn_scores(ESSAY, never)
    assert min(p for p, used, _ in found if used == 6) == 400
    for score in range(50, 450, STEP):
        expected = sum(w for p, used, w in found if p == score and used < 6) / 6**6
        assert law.get(score, 0) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("exact", [False, True])
def test_it_does_not_matter_how_far_a_rule_is_tabulated(exact):
    short, long = (value(ESSAY, cutoffs(ESSAYS), end, exact) for end in (2800, 5000))
    assert short == (long if exact else pytest.approx(long, rel=1e-13))


def test_values_are_fractions_only_where_these_are_asked_for():
    exact, floating = (value(ESSAY, cutoffs(ESSAYS), 2800, exact) for exact in (True, False))
    assert all(isinstance(x, Fraction) for x in exact)
    assert all(isinstance(x, float) for x in floating)
    assert floating == pytest.approx(tuple(map(float, exact)), rel=1e-13)


@settings(max_examples=20)
@given(LASTS)
def test_a_rule_is_worth_the_mean_of_the_law_of_its_scores(last):
    policy = cutoffs(last)
    law, found = turn_scores(ESSAY, policy), value(ESSAY, policy, 2050)
    assert sum(law.values()) == pytest.approx(1, abs=1e-12)
    assert math.fsum(s * p for s, p in law.items()) == pytest.approx(found.points, abs=1e-6)
    assert law[0] == pytest.approx(found.bust, abs=1e-9)
    assert list(law) == sorted(law)
    assert all(score % STEP == 0 for score in law)


@pytest.mark.parametrize("text", RULES)
@pytest.mark.parametrize("last", [ESSAYS, {1: 250, 2: 200, 3: 400, 4: 950, 5: 2900}, {5: 0}])
def test_a_rule_is_worth_what_the_slow_game_says(text, last, slow):
    rules, policy = parse(text), cutoffs(last)
    found = value(rules, policy, 2950)
    points, lost = (
        slow.Turn(rules, policy=policy, reward=reward, bust=bust).value
        for reward, bust in ((float, 0.0), (lambda score: 0.0, 1.0))
    )
    assert found.points == pytest.approx(points, abs=1e-6)
    assert found.bust == pytest.approx(lost, abs=1e-9)


@pytest.mark.parametrize("text", RULES)
def test_the_best_play_as_a_rule_is_worth_what_its_equation_says(text):
    rules = parse(text)
    turn = solve(rules, EXACT)
    found = value(rules, lambda score, dice: not turn.stays(score, dice), turn.tail, exact=True)
    assert found.points == turn.hot[0]


def test_scores_beyond_the_last_are_counted_there():
    policy = cutoffs(ESSAYS)
    whole, cut = turn_scores(ESSAY, policy), turn_scores(ESSAY, policy, 500)
    assert max(cut) == 500
    assert sum(cut.values()) == pytest.approx(1, abs=1e-12)
    assert cut.keys() - {0, 500} == {score for score in whole if 0 < score < 500}
    assert all(cut[s] == pytest.approx(whole[s], abs=1e-15) for s in cut.keys() - {0, 500})
    assert cut[500] > sum(p for s, p in whole.items() if s >= 500)  # some bust afterwards


def test_a_cutoff_is_the_last_score_at_which_to_roll():
    policy = cutoffs({3: 300, 5: Fraction(2793)})
    assert [policy(score, 3) for score in (0, 300, 350)] == [True, True, False]
    assert [policy(score, 5) for score in (2750, 2800)] == [True, False]
    assert not any(policy(score, dice) for score in (0, 50) for dice in (1, 2, 4))


@pytest.mark.parametrize("dice", range(1, 7))
@pytest.mark.parametrize("text", RULES)
def test_one_roll_ahead_gains_nothing_on_average(text, dice):
    at = one_roll_ahead(parse(text), dice)
    scores = [(taken(counts, parse(text))[0], ways) for counts, ways in rolls(dice)]
    assert sum(ways * (points if points else -at) for points, ways in scores) == 0


@pytest.fixture(scope="module")
def found_cutoffs():
    return best_cutoffs(ESSAY, {3: 300, 4: 850, 5: 2850})


def test_numbers_found_are_valued_exactly_and_no_neighbour_is_better(found_cutoffs):
    last, points = found_cutoffs
    assert points == value(ESSAY, cutoffs(last), 3000, exact=True).points
    assert points > value(ESSAY, cutoffs({3: 300, 4: 850, 5: 2850}), 3000, exact=True).points
    for step in product((-50, 0, 50), repeat=3):
        other = {dice: end + by for (dice, end), by in zip(last.items(), step, strict=True)}
        assert value(ESSAY, cutoffs(other), 3000).points <= points


def test_the_best_three_numbers_are_the_best_of_all_near(found_cutoffs):
    for step in product(range(-100, 151, 50), repeat=3):
        other = {3: 300 + step[0], 4: 950 + step[1], 5: 2900 + step[2]}
        assert value(ESSAY, cutoffs(other), 3100).points <= found_cutoffs[1]


def test_a_rule_may_stay_from_the_start():
    assert value(ESSAY, never, 0) == pytest.approx(value(ESSAY, never, STEP))


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: value(rules, cutoffs(ESSAYS), 2800),
        lambda rules: turn_scores(rules, cutoffs(ESSAYS)),
        lambda rules: best_cutoffs(rules, ESSAYS),
    ],
    ids=["value", "turn_scores", "best_cutoffs"],
)
def test_rules_of_play_with_free_removal_are_refused(ask):
    told = "a rule of play leaves open what is removed: removal must be forced"
    with pytest.raises(ValueError, match=told):
        ask(parse("removal=free"))
