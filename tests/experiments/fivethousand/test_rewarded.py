"""Turns played for a reward, many games at once, against one slow game at a time."""

import numpy as np
import pytest

from pastimes.experiments.fivethousand.rewarded import LANES, empty_values, play, table_of
from pastimes.experiments.fivethousand.rules import parse
from pastimes.experiments.fivethousand.turn import STEP, outcomes

RULES = ["essay", "of_a_kind=doubled", "hot_dice=may", "removal=free two_triples=largest"]
rules_too = pytest.mark.parametrize("text", RULES)


@rules_too
def test_the_table_is_what_rolls_allow(text):
    rules = parse(text)
    table = table_of(rules)
    hot = 0 if rules.hot_dice == "must" else 6
    for dice in range(1, 7):
        expected = {
            tuple((points // STEP, dice - used or hot) for points, used in allowed): ways
            for allowed, ways in outcomes(rules, dice)
        }
        found = {(): round(table.bust[dice] * 6**dice, 6)}
        for o in range(table.first[dice], table.first[dice + 1]):
            k = slice(table.option[o], table.option[o + 1])
            taken = tuple(zip(table.score[k].tolist(), table.left[k].tolist(), strict=True))
            found[taken] = round(table.chance[o] * 6**dice, 6)
            assert (len(taken) > 1) == (o >= table.choices[dice])
        assert {allowed: ways for allowed, ways in found.items() if ways} == expected
    assert table.first[-1] == len(table.chance) == len(table.option) - 1


def games(seed, top, constant_from):
    """Rewards that never fall, what is banked, and what a bust is worth, all at random."""
    rng = np.random.default_rng(seed)
    reward = np.sort(rng.random((top + 1, LANES)), axis=0)
    reward[constant_from:] = reward[constant_from]
    banked = rng.integers(0, max(top // 2, 1), LANES)
    return reward, banked, reward[0] * rng.random(LANES)


@rules_too
@pytest.mark.parametrize(("top", "constant_from"), [(1, 1), (7, 5), (60, 60), (90, 12)])
def test_each_game_is_played_as_the_slow_game_plays_it(text, top, constant_from, slow):
    rules = parse(text)
    reward, banked, bust = games(top, top, constant_from)
    values = empty_values(top)
    play(table_of(rules), reward, banked, bust, banked.min(), values)
    for lane in range(0, LANES, 5):

        def worth(score, lane=lane):
            at = score // STEP
            return bust[lane] if at <= banked[lane] else reward[min(at, top), lane]

        start, most = STEP * int(banked[lane]), STEP * top
        one = slow.Turn(rules, worth, bust[lane], start=start, most=most, constant=True)
        assert values[banked[lane], 0, lane] == pytest.approx(one.value, abs=1e-14)


@rules_too
def test_staying_where_no_roll_can_pay_changes_nothing(text):
    # A reward that is close to the most from some score on, and nothing before it.
    reward = np.zeros((80, LANES))
    reward[30:] = np.linspace(0.999, 1.0, 50)[:, None]
    banked, bust = np.full(LANES, 3), np.linspace(0, 0.9, LANES)
    values = empty_values(79)
    play(table_of(parse(text)), reward, banked, bust, 3, values)
    assert (values[30:, 1:6] >= reward[30:, None]).all()
    assert values[70:, 1:4] == pytest.approx(np.broadcast_to(reward[70:, None], (10, 3, LANES)))
