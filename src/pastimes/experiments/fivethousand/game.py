"""Beyond the turn: the race to a goal of points, the last turn, and two players.

A bust leaves things as they were, and so does a turn below the opening: what a position is worth
is a function of itself. It is found by secants, for that function is linear but where the best
play changes.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.fivethousand.rewarded import LANES, empty_values, play, table_of
from pastimes.experiments.fivethousand.rules import Rules
from pastimes.experiments.fivethousand.turn import STEP

__all__ = ["Duel", "duel", "last_turn", "race"]

_CLOSE = 1e-14  # of a value to that which it gives, whose error is less by the chance of a bust
_OVER = 10_000  # points beyond the goal that a beginner may go for


def _opening(rules: Rules, goal: int) -> int:
    """The last score, in steps, that opens nothing."""
    if goal < int(rules.opening):
        raise ValueError(f"goal {goal}: at least the opening, {rules.opening}")
    return max(int(rules.opening) // STEP - 1, 0)


def race(rules: Rules, goal: int) -> NDArray[np.float64]:
    """Expected turns from each banked score to the goal, played for the fewest.

    Parameters
    ----------
    rules : Rules
    goal : int
        Points, a multiple of 50, at least the opening.

    Returns
    -------
    ndarray, shape (goal / 50 + 1,)
        For 0, 50, ... points, to a relative 1e-14 or so.
    """
    turns = np.zeros(goal // STEP + 1)
    _race(table_of(rules), _opening(rules, goal), turns, empty_values(goal // STEP))
    return turns


@njit(cache=True)
def _race(table, opening, turns, values):
    reward = np.zeros((turns.size, LANES))
    as_good, bust = np.empty(LANES, np.int64), np.empty(LANES)
    for banked in range(turns.size - 2, -1, -1):
        as_good[:] = banked if banked > 0 else opening
        here = before = image_before = 1.0
        while True:
            bust[:] = -here
            play(table, reward, as_good, bust, banked, values)
            image = 1.0 - values[banked, 0, 0]
            if abs(image - here) <= _CLOSE * image:
                break
            guess = _guess(here, image, before, image_before)
            here, before, image_before = guess, here, image
        turns[banked] = image
        reward[banked] = -image


@njit(cache=True)
def _guess(here, image, before, image_before):
    """Where the line through two values and what they give has both equal."""
    rise = (here - before) - (image - image_before)
    if here == before or rise == 0.0:
        return image
    return here + (image - here) * (here - before) / rise


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
    level = most // STEP  # to be reached from `lead` steps below
    reward = np.zeros((level + 2, LANES))
    reward[level:] = [[draw], [1.0]]
    bust = np.zeros(LANES)
    bust[-1] = draw  # of a lead of nothing
    values = empty_values(level + 1)
    play(table_of(rules), reward, np.full(LANES, -1), bust, 0, values)
    chances = values[level::-1, 0, 0].copy()
    chances[0] = values[level, 0, -1]
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

    Parameters
    ----------
    rules : Rules
    goal : int
        Points, a multiple of 50, at least the opening.
    """
    answers = last_turn(rules, 2 * goal + _OVER, draw=0.5)
    size = goal // STEP + 1
    first, second = np.full((size, size), np.nan), np.full((size, size), np.nan)
    values = empty_values((goal + max(goal, _OVER)) // STEP)
    _duel(table_of(rules), _opening(rules, goal), answers, first, second, values)
    return Duel(first, second)


@njit(cache=True)
def _duel(table, opening, answers, first, second, values):
    """Positions in which both have banked equally much together depend on later ones alone."""
    goal = first.shape[0] - 1
    mine, other = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    for both in range(2 * goal - 2, -1, -1):
        last = min(goal - 1, both)
        for start in range(max(0, both - goal + 1), last + 1, LANES):
            for lane in range(LANES):
                mine[lane] = min(start + lane, last)
                other[lane] = both - mine[lane]
            _duel_at(table, opening, answers, mine, other, first, second, values)


@njit(cache=True)
def _duel_at(table, opening, answers, mine, other, first, second, values):
    """The beginner to move at (mine, other), and the other player's answer at (other, mine)."""
    goal = first.shape[0] - 1
    first_reward = np.empty((values.shape[0], LANES))
    second_reward = np.ones((goal + 1, LANES))
    as_good_to_first, as_good_to_second = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    for lane in range(LANES):
        a, b = mine[lane], other[lane]
        for total in range(values.shape[0]):
            lead = min(max(total - b, 0), answers.size - 1)
            first_reward[total, lane] = 1.0 - (second[b, total] if total < goal else answers[lead])
        for total in range(goal):
            second_reward[total, lane] = 1.0 - first[a, total]
        as_good_to_first[lane] = a if a > 0 else opening
        as_good_to_second[lane] = b if b > 0 else opening
    here, answer, image = np.empty(LANES), np.empty(LANES), np.empty(LANES)
    for lane in range(LANES):
        near = first[mine[lane] + 1, other[lane] + 1]  # nan at the goal
        here[lane] = near if near > 0.0 else 0.5
    before, image_before = here.copy(), here.copy()
    open_lanes = LANES
    while open_lanes > 0:
        play(table, second_reward, as_good_to_second, 1.0 - here, other.min(), values[: goal + 1])
        for lane in range(LANES):
            answer[lane] = values[other[lane], 0, lane]
        play(table, first_reward, as_good_to_first, 1.0 - answer, mine.min(), values)
        open_lanes = 0
        for lane in range(LANES):
            image[lane] = values[mine[lane], 0, lane]
            open_lanes += abs(image[lane] - here[lane]) > _CLOSE
            guess = _guess(here[lane], image[lane], before[lane], image_before[lane])
            before[lane], image_before[lane], here[lane] = here[lane], image[lane], guess
    for lane in range(LANES):
        first[mine[lane], other[lane]] = image[lane]
        second[other[lane], mine[lane]] = answer[lane]
