"""The last turn, the race and two players, against a slow game and values iterated from nothing."""

from itertools import pairwise

import numpy as np
import pytest

from pastimes.config.composing import compose_config
from pastimes.errors import UserError
from pastimes.experiments.fivethousand import game
from pastimes.experiments.fivethousand.experiment import Config
from pastimes.experiments.fivethousand.game import duel, last_turn, race
from pastimes.experiments.fivethousand.rules import ESSAY, parse
from pastimes.experiments.fivethousand.turn import STEP, outcomes

RULES = ["essay", "of_a_kind=doubled", "hot_dice=may", "removal=free two_triples=largest"]
rules_too = pytest.mark.parametrize("text", RULES)


@pytest.fixture(scope="module")
def duelled():
    return {goal: duel(ESSAY, goal) for goal in (150, 500, 2000)}


def counted(kept, opening, banked):
    """A reward where nothing is banked of a first turn below the opening."""
    return lambda score: kept(0 if banked == 0 and score < opening else score)


@rules_too
@pytest.mark.parametrize("draw", [0.0, 0.5])
def test_the_last_turn_is_what_the_slow_game_says(text, draw, slow):
    rules = parse(text)
    found = last_turn(rules, 600, draw)
    for lead in (0, 50, 100, 250, 600):

        def reward(score, lead=lead):
            return 1.0 if score > lead else draw * (score == lead)

        one = slow.Turn(rules, reward, draw * (lead == 0), most=lead + 50, constant=True)
        assert found[lead // STEP] == pytest.approx(one.value, abs=1e-12)


def test_a_lead_of_nothing_is_overtaken_unless_the_turn_busts_before_it_may_stop():
    # Of six dice 1080 labelled rolls score nothing; q of them all score and are rolled again.
    q = sum(ways for allowed, ways in outcomes(ESSAY, 6) if allowed and allowed[0][1] == 6) / 6**6
    assert last_turn(ESSAY, 0)[0] == pytest.approx(1 - 1080 / 6**6 / (1 - q), abs=1e-15)


@rules_too
def test_larger_leads_are_overtaken_less_often(text):
    found = last_turn(parse(text), 6000)
    assert all(a > b > 0 for a, b in pairwise(found))


@rules_too
def test_a_draw_that_counts_as_a_win_is_a_lead_of_fifty_points_less(text):
    as_win, as_loss = (last_turn(parse(text), 2000, draw) for draw in (1.0, 0.0))
    assert as_win[0] == pytest.approx(1, abs=1e-12)
    assert as_win[1:] == pytest.approx(as_loss[:-1], abs=1e-12)


@pytest.mark.parametrize(("more", "less"), [("removal=free", "essay"), ("hot_dice=may", "essay")])
def test_who_may_do_more_overtakes_more_often(more, less):
    best, worst = (last_turn(parse(text), 2000) for text in (more, less))
    assert (best > worst).all()


def iterated_race(slow, rules, goal):
    """Turns to the goal, from no turns at all: so many turns are looked ahead."""
    turns, opening = np.zeros(goal // STEP + 1), int(rules.opening)
    for _ in range(200):
        before = turns.copy()
        for banked in range(0, goal, STEP):
            left = -np.append(before[banked // STEP :], np.zeros(400))
            reward = counted(lambda score, left=left: left[score // STEP], opening, banked)
            bust = -before[banked // STEP]
            one = slow.Turn(rules, reward, bust, most=max(goal, opening), constant=True)
            turns[banked // STEP] = 1 - one.value
        if np.allclose(turns, before, rtol=0, atol=1e-12):
            return turns
    raise AssertionError("no end")


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("essay", 50),
        ("essay", 200),
        ("hot_dice=may", 150),
        ("removal=free two_triples=largest", 150),
        ("opening=350", 400),
    ],
)
def test_a_tiny_race_takes_the_turns_that_iteration_finds(text, goal, slow):
    expected = iterated_race(slow, parse(text), goal)
    assert race(parse(text), goal) == pytest.approx(expected, rel=1e-10)


@rules_too
def test_fifty_points_before_the_goal_any_score_will_do(text):
    turns = race(parse(text), 1000)
    assert turns[-2] == pytest.approx(1 / last_turn(parse(text), 0)[0], rel=1e-11)
    assert turns[-1] == 0


@rules_too
def test_more_banked_means_fewer_turns(text):
    turns = race(parse(text), 2000)
    assert all(a > b for a, b in pairwise(turns))


def test_a_race_from_somewhere_is_a_shorter_race_from_nothing():
    long, short = (race(ESSAY, goal) for goal in (2000, 1200))
    assert long[16:] == pytest.approx(short, rel=1e-10)


def test_an_opening_to_be_made_costs_turns_at_the_start_alone():
    found = {opening: race(parse(f"opening={opening}"), 1000) for opening in (0, 350, 500, 1000)}
    starts = [turns[0] for turns in found.values()]
    assert all(a < b for a, b in pairwise(starts))
    for turns in found.values():
        assert turns[1:] == pytest.approx(found[0][1:], rel=1e-12)


def test_a_goal_below_the_opening_is_refused(request):
    with pytest.raises(UserError, match=r"goal: 400: at least 500"):
        compose_config(request.config.rootpath, "fivethousand", Config, "smoke",
                 ["goal=400", "house_rules=[essay,'opening=500']"])  # fmt: skip


@pytest.mark.parametrize("play", [race, duel])
def test_no_game_is_played_to_a_goal_below_the_opening(play):
    with pytest.raises(ValueError, match=r"goal 450: at least the opening, 500"):
        play(parse("opening=500"), 450)


def replies(slow, rules, found, goal, own, other):
    """What the player who did not begin makes of it, about to move: a win at the goal, else what
    the beginner leaves."""
    left = found.first[other // STEP]

    def kept(score):
        return 1.0 if own + score >= goal else 1 - left[(own + score) // STEP]

    reward = counted(kept, int(rules.opening), own)
    return slow.Turn(rules, reward, 1 - left[own // STEP], most=goal, constant=True).value


def begins(slow, rules, found, goal, own, other):
    """What the beginner makes of it: at the goal the other has a last turn."""
    left, answers = found.second[other // STEP], last_turn(rules, 2 * goal + 10_000, draw=0.5)
    farthest = goal + max(goal, 10_000)

    def kept(score):
        total = min(own + score, farthest)
        if total < goal:
            return 1 - left[total // STEP]
        return 1 - answers[min((total - other) // STEP, answers.size - 1)]

    reward, bust = counted(kept, int(rules.opening), own), 1 - left[own // STEP]
    return slow.Turn(rules, reward, bust, most=farthest - own, constant=True).value


@pytest.mark.parametrize("text", ["essay", "opening=350", "removal=free two_triples=largest"])
def test_the_second_of_two_players_plays_the_best_answer(text, slow):
    rules, goal = parse(text), 400
    found = duel(rules, goal)
    for own, other in [(0, 0), (0, 350), (350, 0), (200, 100), (350, 350)]:
        expected = replies(slow, rules, found, goal, own, other)
        assert found.second[own // STEP, other // STEP] == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize(
    "text", ["opening=350", "hot_dice=may", "removal=free two_triples=largest"]
)
def test_the_beginner_plays_best_under_other_rules(text, slow):
    rules, goal = parse(text), 400
    found = duel(rules, goal)
    for own, other in [(0, 0), (0, 350), (350, 0), (200, 100)]:
        expected = begins(slow, rules, found, goal, own, other)
        assert found.first[own // STEP, other // STEP] == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("goal", [150, 500, 2000])
def test_the_beginner_of_two_players_plays_best(goal, duelled, slow):
    found = duelled[goal]
    for own, other in [(0, 0), (goal - 50, 0), (0, goal - 50), (goal - 50, goal - 50)]:
        expected = begins(slow, ESSAY, found, goal, own, other)
        assert found.first[own // STEP, other // STEP] == pytest.approx(expected, abs=1e-13)


def test_a_duel_to_five_thousand_is_played_best_by_both(slow):
    found = duel(ESSAY, 5000)
    for own, other in [(0, 0), (2000, 1000), (0, 4950), (4950, 4950), (800, 850)]:
        at = own // STEP, other // STEP
        assert found.first[at] == pytest.approx(
            begins(slow, ESSAY, found, 5000, own, other), abs=1e-13
        )
        assert found.second[at] == pytest.approx(
            replies(slow, ESSAY, found, 5000, own, other), abs=1e-13
        )


def iterated_duel(slow, goal):
    """Both players' chances, from a draw at any length: so many turns are looked ahead."""
    size = goal // STEP
    found = game.Duel(np.full((size, size), 0.5), np.full((size, size), 0.5))
    for _ in range(100):
        before = game.Duel(found.first.copy(), found.second.copy())
        for own in range(0, goal, STEP):
            for other in range(0, goal, STEP):
                at = own // STEP, other // STEP
                found.first[at] = begins(slow, ESSAY, before, goal, own, other)
                found.second[at] = replies(slow, ESSAY, before, goal, own, other)
        if all(np.allclose(a, b, rtol=0, atol=1e-13) for a, b in zip(found, before, strict=True)):
            return found
    raise AssertionError("no end")


@pytest.mark.parametrize("goal", [50, pytest.param(150, marks=pytest.mark.slow)])
def test_a_tiny_duel_has_the_chances_that_iteration_finds(goal, slow):
    found, expected = duel(ESSAY, goal), iterated_duel(slow, goal)
    assert found.first[:-1, :-1] == pytest.approx(expected.first, abs=1e-12)
    assert found.second[:-1, :-1] == pytest.approx(expected.second, abs=1e-12)


@pytest.mark.parametrize("goal", [150, 500, 2000])
def test_chances_of_both_players_are_sensible(goal, duelled):
    first, second = duelled[goal]
    inner = slice(goal // STEP)
    for chances in (first, second):
        assert chances.shape == (goal // STEP + 1,) * 2
        assert np.isnan(chances[-1]).all()
        assert np.isnan(chances[:, -1]).all()
        own, others = np.diff(chances[inner, inner], axis=0), np.diff(chances[inner, inner], axis=1)
        assert (own > 0).all()
        assert (others < 0).all()
        assert ((chances[inner, inner] > 0) & (chances[inner, inner] < 1)).all()


@pytest.mark.parametrize("goal", [150, 500, 2000])
def test_a_turn_never_makes_it_worse_than_no_turn(goal, duelled):
    # Nothing is worse than to bust, which leaves the other about to move.
    first, second = (chances[:-1, :-1] for chances in duelled[goal])
    assert (first + second.T > 1).all()


@pytest.mark.parametrize("goal", [150, 500, 2000])
def test_the_last_turn_is_worth_more_than_the_first(goal, duelled):
    first, second = duelled[goal]
    assert first[0, 0] < 0.5
    assert (np.diag(second)[:-1] > np.diag(first)[:-1]).all()


def test_the_longer_the_game_the_fairer(duelled):
    starts = [found.first[0, 0] for found in duelled.values()]
    assert all(a < b < 0.5 for a, b in pairwise(starts))
