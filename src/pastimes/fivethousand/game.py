"""Beyond the turn: the race to a goal of points, the last turn, and two players.

What a turn is played for is a *reward* of its final score, never falling, and one for a bust. A
reward that is the same from some score on makes the tail of a turn plain: there a player stays
whenever he may.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.fivethousand.rules import Rules
from pastimes.fivethousand.turn import STEP, outcomes

__all__ = ["Duel", "Table", "duel", "last_turn", "race", "table_of"]


class Table(NamedTuple):
    """Outcomes of rolls as flat arrays; scores in units of 50 points.

    Attributes
    ----------
    first : ndarray of int64, shape (8,)
        Where the outcomes of each number of dice begin.
    chance : ndarray of float64, shape (outcomes,)
        Probability of each.
    option : ndarray of int64, shape (outcomes + 1,)
        Where its options begin; a bust has none.
    score, left : ndarray of int64, shape (options,)
        What each scores, and dice left, 6 where all were used.
    hot : ndarray of bool, shape (options,)
        Whether six dice must be rolled then.
    """

    first: NDArray[np.int64]
    chance: NDArray[np.float64]
    option: NDArray[np.int64]
    score: NDArray[np.int64]
    left: NDArray[np.int64]
    hot: NDArray[np.bool_]


def table_of(rules: Rules) -> Table:
    """Lay out what rolls of one to six dice allow."""
    first, chance, option = [0, 0], [], [0]
    score, left, hot = [], [], []
    for dice in range(1, 7):
        for allowed, ways in outcomes(rules, dice):
            chance.append(ways / 6**dice)
            for points, used in allowed:
                score.append(points // STEP)
                left.append(dice - used or 6)
                hot.append(used == dice and rules.hot_dice == "must")
            option.append(len(score))
        first.append(len(chance))
    whole = (np.array(values, np.int64) for values in (first, option, score, left))
    starts, options, scores, lefts = whole
    return Table(starts, np.array(chance), options, scores, lefts, np.array(hot))


@njit(cache=True)
def _play(table, reward, bust):
    """Mean reward of a turn played best; `reward` by score in steps, the last one for all above."""
    size = reward.size - 1
    top = reward[size]
    # Far out: stay if that is allowed, else roll six dice until it is.
    ends = loses = 0.0
    for o in range(table.first[6], table.first[7]):
        plain = False
        for k in range(table.option[o], table.option[o + 1]):
            plain |= not table.hot[k]
        if plain:
            ends += table.chance[o]
        elif table.option[o] == table.option[o + 1]:
            loses += table.chance[o]
    far = (ends * top + loses * bust) / (ends + loses)
    rolling = np.empty((size, 7))
    for at in range(size - 1, -1, -1):
        for dice in range(1, 7):
            total = 0.0
            for o in range(table.first[dice], table.first[dice + 1]):
                best = bust
                for k in range(table.option[o], table.option[o + 1]):
                    after = at + table.score[k]
                    if after < size:
                        found = rolling[after, table.left[k]]
                        if not table.hot[k]:
                            found = max(found, reward[after])
                    else:
                        found = far if table.hot[k] else top
                    if k == table.option[o] or found > best:
                        best = found
                total += table.chance[o] * best
            rolling[at, dice] = total
    return rolling[0, 6]


@njit(cache=True)
def _race(table, opening, turns):
    goal = turns.size - 1
    for banked in range(goal - 1, -1, -1):
        reward = np.empty(goal - banked + 1)
        for score in range(reward.size):
            reward[score] = -turns[banked + score]
        here, before = 1.0, 0.0
        while abs(here - before) > 1e-13 * here:
            before = here
            for score in range(reward.size):
                if score == 0 or (banked == 0 and score < opening):
                    reward[score] = -before
            here = 1.0 - _play(table, reward, -before)
        turns[banked] = here


def race(rules: Rules, goal: int) -> NDArray[np.float64]:
    """Expected turns from each banked score to the goal, played for the fewest.

    Parameters
    ----------
    rules : Rules
    goal : int
        Points, a multiple of 50.

    Returns
    -------
    ndarray, shape (goal / 50 + 1,)
        For 0, 50, ... points, to a relative 1e-12 or so.
    """
    turns = np.zeros(goal // STEP + 1)
    _race(table_of(rules), int(rules.opening) // STEP, turns)
    return turns


def last_turn(rules: Rules, most: int, draw: float = 0.0) -> NDArray[np.float64]:
    """Chance to overtake a lead in one turn, played for that.

    Parameters
    ----------
    rules : Rules
    most : int
        Largest lead, in points.
    draw : float
        What it is worth to draw level.

    Returns
    -------
    ndarray
        For leads of 0, 50, ... up to `most` points: the mean of 1 for more points than the lead,
        `draw` for as many, 0 for fewer or a bust.
    """
    table = table_of(rules)
    chances = np.empty(most // STEP + 1)
    for lead in range(chances.size):
        reward = np.zeros(lead + 2)
        reward[lead:] = draw, 1.0
        chances[lead] = _play(table, reward, draw if lead == 0 else 0.0)
    return chances


class Duel(NamedTuple):
    """Two players, both for the greatest chance to win; a draw counts half.

    Attributes
    ----------
    first, second : ndarray, shape (goal / 50 + 1, goal / 50 + 1)
        Chance to win of the player about to move, who began the game or did not, by his banked
        score and the other's, in steps of 50; nan at the goal.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]


def duel(rules: Rules, goal: int) -> Duel:
    """Solve the game of two players, in which both have equally many turns.

    A beginner who reaches the goal may be overtaken in one last turn, and plays for more points if
    that is better; the other wins on reaching it. Leads of more than twice the goal and 10,000
    count as safe: they are overtaken with a chance below 1e-6.
    """
    answers = last_turn(rules, 2 * goal + 10000, draw=0.5)
    size = goal // STEP + 1
    first, second = np.full((size, size), np.nan), np.full((size, size), np.nan)
    _duel(table_of(rules), int(rules.opening) // STEP, answers, first, second)
    return Duel(first, second)


@njit(cache=True)
def _reward(banked, other, opening, begins, answers, replies, reward):
    """Chance to win by turn score; `replies[k]` is that of the other, about to move, once this
    player has k more banked, and the last entry of `reward` stands for all scores above."""
    goal = replies.shape[0] - 1
    for score in range(reward.size):
        kept = 0 if banked == 0 and score < opening else score
        total = banked + kept
        if total < goal:
            reward[score] = 1.0 - replies[total]
        elif not begins:
            reward[score] = 1.0
        else:
            lead = total - other
            reward[score] = 1.0 - (answers[lead] if lead < answers.size else 0.0)


@njit(cache=True)
def _duel(table, opening, answers, first, second):
    goal = first.shape[0] - 1
    replies_first, replies_second = np.empty(goal + 1), np.empty(goal + 1)
    for both in range(2 * goal - 2, -1, -1):
        for mine in range(max(0, both - goal + 1), min(goal - 1, both) + 1):
            other = both - mine
            # The beginner to move at (mine, other), and the other player's answer at (other, mine).
            here, before = 0.5, 2.0
            first_reward = np.empty(goal + max(goal, 200) - mine + 1)
            second_reward = np.empty(goal - other + 1)
            for k in range(goal + 1):
                replies_first[k] = second[other, k]
                replies_second[k] = first[mine, k]
            while abs(here - before) > 1e-11:
                before = here
                replies_second[other] = here
                _reward(other, mine, opening, False, answers, replies_second, second_reward)
                answer = _play(table, second_reward, 1.0 - here)
                replies_first[mine] = answer
                _reward(mine, other, opening, True, answers, replies_first, first_reward)
                here = _play(table, first_reward, 1.0 - answer)
            first[mine, other] = here
            second[other, mine] = answer
