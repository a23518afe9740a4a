"""One turn played best: several arithmetics, the equation itself, and a slow game."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.experiments.fivethousand.policies import value
from pastimes.experiments.fivethousand.rules import ESSAY, parse, rolls, taken
from pastimes.experiments.fivethousand.turn import EXACT, STEP, bounds, outcomes, solve

FORCED = [
    "essay",
    "two_triples=largest",
    "four_and_two=apart",
    "of_a_kind=doubled",
    "hot_dice=may",
    "four_and_two=apart of_a_kind=doubled hot_dice=may",
]
FREE = [
    "removal=free two_triples=largest",
    "removal=free two_triples=largest hot_dice=may",
    "removal=free two_triples=largest four_and_two=apart of_a_kind=doubled hot_dice=may",
]
MUST = [text for text in FORCED if "may" not in text]


@pytest.fixture(scope="module")
def exact():
    return {text: solve(parse(text), EXACT) for text in FORCED}


def better(turn, score, dice):
    """What a turn is worth that may go on with so many dice, 0 for all six, by its own numbers."""
    at = score // STEP
    if dice == 0:
        return turn.hot[at] if at < len(turn.hot) else turn.slope * score + turn.intercept
    return max(score, turn.rolling[dice - 1][at]) if score < turn.tail else Fraction(score)


def rolled(turn, rules, score, dice):
    """Right side of the equation of optimality."""
    total = sum(
        ways * max(better(turn, score + p, dice - used) for p, used in allowed)
        for allowed, ways in outcomes(rules, dice)
        if allowed
    )
    return Fraction(total) / 6**dice


@pytest.mark.parametrize("text", FORCED + FREE)
@pytest.mark.parametrize("dice", range(1, 7))
def test_outcomes_are_all_labelled_rolls_with_what_they_allow(text, dice, slow):
    rules = parse(text)
    found = {tuple(sorted(allowed)): ways for allowed, ways in outcomes(rules, dice)}
    assert found == slow.kinds_of_rolls(dice, rules)
    assert sum(found.values()) == 6**dice


@pytest.mark.parametrize("text", FORCED)
def test_floating_point_agrees_with_fractions_in_every_state(text, exact, solved):
    ours, floating = exact[text], solved(text)
    assert (ours.tail, ours.slope, ours.intercept) == (
        floating.tail,
        floating.slope,
        floating.intercept,
    )
    assert floating.hot == pytest.approx([float(x) for x in ours.hot], rel=1e-12)
    for a, b in zip(floating.rolling, ours.rolling, strict=True):
        assert a == pytest.approx([float(x) for x in b], rel=1e-12)


@pytest.mark.parametrize("text", FORCED)
def test_bounds_enclose_the_fraction_closely(text, exact):
    low, high = bounds(parse(text))
    assert low < exact[text].hot[0] < high
    assert high - low < Fraction(1, 10**12)


@pytest.mark.parametrize("text", ["essay", "hot_dice=may", FREE[1]])
def test_bounds_enclose_what_floating_point_finds(text, solved):
    low, high = bounds(parse(text))
    assert low - Fraction(1, 10**9) < solved(text).hot[0] < high + Fraction(1, 10**9)


@pytest.mark.parametrize("text", FORCED)
def test_the_equation_of_optimality_holds_in_every_state(text, exact):
    turn, rules = exact[text], parse(text)
    assert len(turn.hot) * STEP == turn.tail
    for score in range(0, turn.tail, STEP):
        for dice in range(1, 7):
            assert turn.rolling[dice - 1][score // STEP] == rolled(turn, rules, score, dice)
        hot = turn.rolling[5][score // STEP]
        expected = max(hot, score) if rules.hot_dice == "may" else hot
        assert turn.hot[score // STEP] == expected


@pytest.mark.parametrize("text", FORCED)
@pytest.mark.parametrize("beyond", [0, 50, 1000, 100_000])
def test_the_equation_of_optimality_holds_beyond_the_tail(text, beyond, exact):
    turn, rules = exact[text], parse(text)
    score = turn.tail + beyond
    assert all(rolled(turn, rules, score, dice) < score for dice in range(1, 6))
    hot = rolled(turn, rules, score, 6)
    if rules.hot_dice == "may":
        assert hot < score
        assert better(turn, score, 0) == score
    else:
        assert hot == better(turn, score, 0)


@pytest.mark.parametrize("text", [*FORCED, *FREE])
def test_every_state_is_worth_what_the_slow_game_says(text, solved, slow):
    # Cut off at 20,000 points: a turn gets 15,000 more with a chance below 1e-7.
    turn, rules = solved(text), parse(text)
    long = slow.Turn(rules)
    for score in range(0, min(turn.tail, 5000), STEP):
        for dice in range(1, 6):
            assert turn.rolling[dice - 1][score // STEP] == pytest.approx(
                long.rolling(score, dice), abs=1e-6
            )
        hot = long.rolling(score, 6)
        expected = max(hot, score) if rules.hot_dice == "may" else hot
        assert turn.hot[score // STEP] == pytest.approx(expected, abs=1e-6)


def test_free_removal_with_flat_triples_is_worth_what_the_slow_game_says(solved, slow):
    rules = "removal=free hot_dice=may"
    assert solved(rules).hot[0] == pytest.approx(slow.Turn(parse(rules)).value, abs=1e-6)


@pytest.mark.parametrize("text", [*MUST, FREE[0]])
def test_far_out_the_slow_game_is_linear_and_stays(text, solved, slow):
    turn, rules = solved(text), parse(text)
    long = slow.Turn(rules, start=turn.tail, most=turn.tail + 22_000)
    for score in range(turn.tail, turn.tail + 2000, STEP):
        line = float(turn.slope) * score + float(turn.intercept)
        assert long.rolling(score, 6) == pytest.approx(line, abs=1e-6)
        for dice in range(1, 6):
            assert long.rolling(score, dice) < score
            assert turn.stays(score, dice)


@pytest.mark.parametrize("text", MUST)
def test_slope_and_intercept_are_those_of_geometric_series(text, exact):
    # Six dice are rolled until some are left: k times all score, with chance q each time.
    rolled = [(taken(counts, parse(text)), ways) for counts, ways in rolls(6)]
    all_six = [(points, ways) for (points, used), ways in rolled if used == 6]
    ending = [(points, ways) for (points, used), ways in rolled if 0 < used < 6]
    q, e = (Fraction(sum(w for _, w in kind), 6**6) for kind in (all_six, ending))
    more, last = (Fraction(sum(p * w for p, w in kind), 6**6) for kind in (all_six, ending))
    assert exact[text].slope == e / (1 - q)
    assert exact[text].intercept == last / (1 - q) + more * e / (1 - q) ** 2


def test_kept_hot_dice_make_far_turns_worth_their_score(solved):
    assert (solved("hot_dice=may").slope, solved("hot_dice=may").intercept) == (1, 0)


def test_the_best_play_rolls_up_to_a_score_of_its_own_for_each_number_of_dice(solved):
    turn = solved("essay")
    reached = range(200, turn.tail + 5000, STEP)
    last = [max(s for s in range(0, 6000, STEP) if not turn.stays(s, d)) for d in range(1, 6)]
    assert last == [250, 200, 400, 950, 2900]
    for dice, end in enumerate(last, start=1):
        assert [turn.stays(s, dice) for s in reached] == [s > end for s in reached]


def test_where_both_are_equal_the_best_play_stays(solved):
    turn = solved("essay")
    equal = turn._replace(rolling=[[50.0 * at for at in range(len(turn.hot))]] * 5)
    assert all(equal.stays(score, dice) for score in (0, 300, 2900) for dice in range(1, 6))
    above = turn._replace(rolling=[[50.0 * at + 1e-9 for at in range(len(turn.hot))]] * 5)
    assert not any(above.stays(score, dice) for score in (0, 300, 2900) for dice in range(1, 6))


@pytest.mark.parametrize("text", FORCED + FREE)
def test_fifty_points_more_are_worth_something_and_at_most_fifty(text, solved):
    turn = solved(text)
    for values in (turn.hot, *turn.rolling):
        assert all(0 < b - a < 50 + 1e-9 for a, b in pairwise(values[:400]))


@pytest.mark.parametrize("text", FORCED + FREE)
def test_rolling_gains_less_the_more_is_at_stake(text, solved):
    for values in solved(text).rolling[:5]:
        gains = [mean - 50 * at for at, mean in enumerate(values[:400])]
        assert all(b <= a + 1e-9 for a, b in pairwise(gains))


@pytest.mark.parametrize("text", FORCED + FREE)
def test_more_dice_are_worth_more_from_two_on(text, solved):
    turn = solved(text)
    for at in range(50):
        by_dice = [*(values[at] for values in turn.rolling[1:5]), turn.hot[at]]
        assert all(a < b for a, b in pairwise(by_dice))


def test_one_die_may_be_worth_more_than_two(solved):
    turn = solved("essay")
    assert turn.rolling[0][250 // STEP] > turn.rolling[1][250 // STEP]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("hot_dice=may", "essay"),
        (FREE[1], FREE[0]),
        (FREE[0], "two_triples=largest"),
        (FREE[1], "hot_dice=may"),
        ("two_triples=largest", "essay"),
        ("of_a_kind=doubled", "essay"),
    ],
)
def test_who_may_do_more_or_scores_more_is_worth_at_least_as_much(more, less, solved):
    best, worst = solved(more), solved(less)
    pairs = zip((best.hot, *best.rolling), (worst.hot, *worst.rolling), strict=True)
    assert all(a >= b - 1e-9 for x, y in pairs for a, b in zip(x, y, strict=False))
    assert best.hot[0] > worst.hot[0]


def test_keeping_hot_dice_is_worth_next_to_nothing(exact):
    gain = exact["hot_dice=may"].hot[0] - exact["essay"].hot[0]
    assert 0 < gain < Fraction(1, 10**10)


@settings(max_examples=50)
@given(st.lists(st.sets(st.integers(0, 60)), min_size=5, max_size=5))
def test_no_rule_of_play_is_worth_more_than_the_best_play(rolled_at):
    points = value(ESSAY, lambda score, dice: score // STEP in rolled_at[dice - 1], 3050).points
    assert 300 < points <= solve(ESSAY).hot[0] + 1e-9
