"""Turns of the game of 5000, under the essay's rules.

Plain Python is a recursion over turn score and dice that remembers what it has seen, from rolls
enumerated one by one, with the same closed tail; the naive recursion remembers nothing. Both ways
to solve a turn enumerate the rolls anew each time; to overtake a lead, plain Python is given them.
Turns are played by the essay's three numbers.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.growth import grow
from benchmarks.measuring import Work, compare
from benchmarks.tables import Result
from pastimes.experiments.fivethousand.game import duel, last_turn, race
from pastimes.experiments.fivethousand.policies import ESSAY_CUTOFFS, cutoffs
from pastimes.experiments.fivethousand.rules import ESSAY, rolls, taken
from pastimes.experiments.fivethousand.simulation import following, play_turns
from pastimes.experiments.fivethousand.turn import (
    EXACT,
    FLOATING,
    STEP,
    Arithmetic,
    Turn,
    outcomes,
    solve,
)

TAIL = 3000
"""Turn score from which plain Python stays whenever it may, as the best play does."""

LEAD = 500
"""The largest lead that the naive recursion is tried against."""

TURNS, PLAIN_TURNS = 200_000, 5000

_PLAY = cutoffs(ESSAY_CUTOFFS)
_STAYS_FROM = max(ESSAY_CUTOFFS.values()) + STEP

Rolls = dict[int, Counter[tuple[int, int]]]
"""Points and dice used, with the labelled rolls that give them, by dice rolled."""


def solve_anew(arithmetic: Arithmetic) -> Turn:
    outcomes.cache_clear()
    rolls.cache_clear()
    return solve(ESSAY, arithmetic)


def plain_score(dice: tuple[int, ...]) -> tuple[int, int]:
    """Points of a roll and dice that score."""
    counts = [dice.count(face) for face in range(1, 7)]
    shape = sorted(filter(None, counts))
    if shape == [6]:
        return 5000, 6
    if shape == [1] * 6:
        return 2000, 6
    if len(dice) == 6 and shape in ([3, 3], [2, 2, 2], [2, 4]):
        return 1500, 6
    points = used = 0
    for face, count in enumerate(counts, start=1):
        if count >= 3:
            points += 1000 if face == 1 else 100 * face
            used += 3
            count -= 3
        if face in (1, 5):
            points += count * (100 if face == 1 else 50)
            used += count
    return points, used


def plain_rolls() -> Rolls:
    """Every labelled roll of one to six dice."""
    return {d: Counter(map(plain_score, product(range(1, 7), repeat=d))) for d in range(1, 7)}


def plain_turn(number: Callable[[int], Any]) -> Any:
    """Mean score of a turn played best, in numbers of one kind, float or Fraction."""
    found = plain_rolls()
    again = [(points, ways) for (points, used), ways in found[6].items() if used == 6]
    ending = [(points, ways) for (points, used), ways in found[6].items() if 0 < used < 6]
    rest = number(6**6 - sum(ways for _, ways in again))
    slope = sum(ways for _, ways in ending) / rest
    gained = sum(points * ways for points, ways in ending)
    intercept = (gained + slope * sum(points * ways for points, ways in again)) / rest

    def after(score: int, left: int) -> Any:
        if left == 0:
            return slope * score + intercept if score >= TAIL else rolled(score, 6)
        stay = number(score)
        return stay if score >= TAIL else max(stay, rolled(score, left))

    @cache
    def rolled(score: int, dice: int) -> Any:
        total = number(0)
        for (points, used), ways in found[dice].items():
            if points:
                total += ways * after(score + points, dice - used)
        return total / 6**dice

    return rolled(0, 6)


def overtaking(found: Rolls, lead: int, remember: bool) -> float:
    """Chance to score more than a lead in a turn: to stay before that is to lose."""
    ending = sum(ways for (_, used), ways in found[6].items() if 0 < used < 6)
    far = ending / (ending + found[6][0, 0])

    def after(score: int, left: int) -> float:
        if score > lead:
            return 1.0 if left else far
        return rolled(score, left or 6)

    def rolled(score: int, dice: int) -> float:
        scoring = ((p, u, ways) for (p, u), ways in found[dice].items() if p)
        return sum(ways * after(score + p, dice - u) for p, u, ways in scoring) / 6**dice

    if remember:
        rolled = cache(rolled)
    return rolled(0, 6)


def plain_play(turns: int) -> list[int]:
    """Final scores of turns."""
    rng = random.Random(1)
    finals = []
    for _ in range(turns):
        score, dice = 0, 6
        while True:
            points, used = plain_score(tuple(rng.choices(range(1, 7), k=dice)))
            score = score + points if points else 0
            dice = dice - used or 6
            if not points or (dice < 6 and not _PLAY(score, dice)):
                break
        finals.append(score)
    return finals


def numpy_over_turns(turns: int) -> NDArray[np.int64]:
    """Final scores of turns, a roll of all that go on at a time."""
    rng = np.random.default_rng(1)
    points, left, goes_on = _by_roll()
    score, dice = np.zeros(turns, np.int64), np.full(turns, 6)
    rolling = np.arange(turns)
    while rolling.size:
        number = dice[rolling]
        faces = rng.integers(0, 6, (rolling.size, 6))
        codes = np.where(np.arange(6) < number[:, None], 7**faces, 0).sum(axis=1)
        gained = points[codes]
        now = np.where(gained > 0, score[rolling] + gained, 0)
        score[rolling], dice[rolling] = now, left[codes]
        on = goes_on[np.minimum(now, _STAYS_FROM) // STEP, left[codes]]
        rolling = rolling[(gained > 0) & on]
    return score


@cache
def _by_roll() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Points and dice left by a roll's counts as digits to base 7, and whether to go on."""
    points, left = np.zeros(7**6, np.int64), np.zeros(7**6, np.int64)
    for dice in range(1, 7):
        for counts, _ in rolls(dice):
            code = sum(count * 7**face for face, count in enumerate(counts))
            scored, used = taken(counts, ESSAY)
            points[code], left[code] = scored, dice - used or 6
    scores = range(0, _STAYS_FROM + STEP, STEP)
    goes_on = [[d == 6 or _PLAY(s, d) for d in range(7)] for s in scores]
    return points, left, np.array(goes_on)


def benchmarks() -> Iterator[Result]:
    """Turns solved, leads overtaken and turns played against other ways; races by their goal."""
    floating: dict[str, Work] = {
        "pastimes": (partial(solve_anew, FLOATING), 1),
        "plain Python": (partial(plain_turn, float), 1),
    }
    yield compare("a turn solved, floating", "turn", floating, rounds=3)
    exact: dict[str, Work] = {
        "pastimes": (partial(solve_anew, EXACT), 1),
        "plain Python": (partial(plain_turn, Fraction), 1),
    }
    yield compare("a turn solved in fractions", "turn", exact, rounds=3)
    found, leads = plain_rolls(), range(0, LEAD + STEP, STEP)
    overtaken: dict[str, Work] = {
        "pastimes": (partial(last_turn, ESSAY, LEAD), len(leads)),
        "plain Python": (lambda: [overtaking(found, n, True) for n in leads], len(leads)),
        "naive recursion": (lambda: [overtaking(found, n, False) for n in leads], len(leads)),
    }
    yield compare(f"leads to {LEAD} overtaken", "lead", overtaken, rounds=3)
    player, rng = following(_PLAY, _STAYS_FROM), np.random.default_rng(1)
    played: dict[str, Work] = {
        "pastimes": (partial(play_turns, [player], TURNS, rng), TURNS),
        "numpy over turns": (partial(numpy_over_turns, TURNS), TURNS),
        "plain Python": (partial(plain_play, PLAIN_TURNS), PLAIN_TURNS),
    }
    yield compare("a turn played", "turn", played, rounds=3)
    races: dict[int, Work] = {n: (partial(race, ESSAY, n), 1) for n in (1000, 2000, 4000, 8000)}
    yield grow("the race of one player", "race", "goal", "power", races)
    duels: dict[int, Work] = {n: (partial(duel, ESSAY, n), 1) for n in (250, 500, 1000, 2000)}
    yield grow("the game of two players", "game", "goal", "power", duels)
