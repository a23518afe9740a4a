"""A turn played for a reward of the score that it leaves banked, for several games at once.

Scores are in steps of 50 points and count from nothing: a turn begins at the score banked. The
reward never falls, and is the same from some score on: there a player stays whenever he may, which
makes the tail of a turn plain. Games lie side by side, one a lane of a vector register.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.fivethousand.rules import Rules
from pastimes.experiments.fivethousand.turn import STEP, outcomes

__all__ = ["LANES", "Table", "empty_values", "play", "table_of"]

LANES = 16
"""Games side by side."""


class Table(NamedTuple):
    """Outcomes of rolls as flat arrays; scores in units of 50 points.

    Attributes
    ----------
    bust : ndarray of float64, shape (7,)
        By the number of dice rolled, the probability that nothing scores.
    first : ndarray of int64, shape (8,)
        Where the other outcomes of each number of dice begin; those with one option come first.
    choices : ndarray of int64, shape (7,)
        Where those with several begin.
    chance : ndarray of float64, shape (outcomes,)
        Probability of each.
    option : ndarray of int64, shape (outcomes + 1,)
        Where its options begin.
    score : ndarray of int64, shape (options,)
        What each scores.
    left : ndarray of int64, shape (options,)
        Dice left; where all were used 6, and 0 where these must be rolled.
    """

    bust: NDArray[np.float64]
    first: NDArray[np.int64]
    choices: NDArray[np.int64]
    chance: NDArray[np.float64]
    option: NDArray[np.int64]
    score: NDArray[np.int64]
    left: NDArray[np.int64]


def table_of(rules: Rules) -> Table:
    """Lay out what rolls of one to six dice allow."""
    bust, first, choices = np.zeros(7), [0, 0], [0]
    chance: list[float] = []
    option, taken = [0], []
    used_up = 0 if rules.hot_dice == "must" else 6
    for dice in range(1, 7):
        by_number = sorted(outcomes(rules, dice), key=lambda outcome: len(outcome[0]))
        choices.append(len(chance) + sum(len(allowed) == 1 for allowed, _ in by_number))
        for allowed, ways in by_number:
            if not allowed:
                bust[dice] += ways / 6**dice
                continue
            chance.append(ways / 6**dice)
            taken += [(points // STEP, dice - used or used_up) for points, used in allowed]
            option.append(len(taken))
        first.append(len(chance))
    score, left = np.array(taken, np.int64).T.copy()
    starts, several, options = (np.array(x, np.int64) for x in (first, choices, option))
    return Table(bust, starts, several, np.array(chance), options, score, left)


def empty_values(top: int) -> NDArray[np.float64]:
    """Room for what `play` finds of rewards up to a score `top`."""
    return np.empty((top + 1, 7, LANES))


@njit(cache=True)
def play(table, reward, banked, bust, lowest, values):
    """Play turns best.

    Parameters
    ----------
    table : Table
    reward : ndarray, shape (top + 1, LANES)
        By score; the last one stands for all above.
    banked : ndarray of int64, shape (LANES,)
        Scores up to it are as good as a bust.
    bust : ndarray, shape (LANES,)
    lowest : int
        The least score at which one of the turns begins.
    values : ndarray, shape (top + 1, 7, LANES)
        Becomes the mean reward, from score `lowest` on: where so many dice may be rolled, and at 0
        where six must be.
    """
    top = reward.shape[0] - 1
    _close(table, reward, bust, values)
    total, best = np.empty(LANES), np.empty(LANES)
    for at in range(top - 1, lowest - 1, -1):
        for dice in range(1, 7):
            if dice < 6 and _stays(at, table.bust[dice], reward, banked, bust):
                for lane in range(LANES):
                    values[at, dice, lane] = reward[at, lane]
                continue
            _roll(table, at, dice, bust, values, best, total)
            for lane in range(LANES):
                stays = bust[lane] if at <= banked[lane] else reward[at, lane]
                values[at, dice, lane] = max(total[lane], stays)
        for lane in range(LANES):
            values[at, 0, lane] = total[lane]


@njit(cache=True, inline="always")
def _stays(at, losing, reward, banked, bust):
    """Whether the most there is to gain is not worth the chance of a bust, in all games."""
    top = reward.shape[0] - 1
    staying = True
    for lane in range(LANES):
        most = (1.0 - losing) * reward[top, lane] + losing * bust[lane]
        staying &= (at > banked[lane]) & (reward[at, lane] >= most)
    return staying


@njit(cache=True, inline="always")
def _roll(table, at, dice, bust, values, best, total):
    """Mean reward of rolling."""
    top = values.shape[0] - 1
    for lane in range(LANES):
        total[lane] = table.bust[dice] * bust[lane]
    for o in range(table.first[dice], table.choices[dice]):
        chance, k = table.chance[o], table.option[o]
        after, left = min(at + table.score[k], top), table.left[k]
        for lane in range(LANES):
            total[lane] += chance * values[after, left, lane]
    for o in range(table.choices[dice], table.first[dice + 1]):
        chance, k = table.chance[o], table.option[o]
        after, left = min(at + table.score[k], top), table.left[k]
        for lane in range(LANES):
            best[lane] = values[after, left, lane]
        for k in range(table.option[o] + 1, table.option[o + 1]):
            after, left = min(at + table.score[k], top), table.left[k]
            for lane in range(LANES):
                best[lane] = max(best[lane], values[after, left, lane])
        for lane in range(LANES):
            total[lane] += chance * best[lane]


@njit(cache=True)
def _close(table, reward, bust, values):
    """Values far out: stay if that is allowed, else roll six dice until it is."""
    top = reward.shape[0] - 1
    ends = 0.0
    for o in range(table.first[6], table.first[7]):
        for k in range(table.option[o], table.option[o + 1]):
            if table.left[k] > 0:
                ends += table.chance[o]
                break
    loses = table.bust[6]
    for lane in range(LANES):
        values[top, 0, lane] = (ends * reward[top, lane] + loses * bust[lane]) / (ends + loses)
    for dice in range(1, 7):
        for lane in range(LANES):
            values[top, dice, lane] = reward[top, lane]
