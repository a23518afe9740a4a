"""What a rule of play is worth in a turn, where all scoring dice are removed.

A policy says at which turn scores s and dice d, from 1 to 5, to roll; six dice are rolled always,
as the rules have it. It must stay from some score on.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from pastimes.experiments.fivethousand.rules import Rules
from pastimes.experiments.fivethousand.turn import STEP, outcomes

__all__ = [
    "BEST",
    "BEST_CUTOFFS",
    "ESSAY_CUTOFFS",
    "FREE",
    "THREE_NUMBERS",
    "Policy",
    "Value",
    "best_cutoffs",
    "cutoffs",
    "one_roll_ahead",
    "turn_scores",
    "value",
]

Policy = Callable[[int, int], bool]
"""From turn score and dice to whether to roll."""


THREE_NUMBERS, BEST_CUTOFFS = "three numbers", "best three numbers"
BEST = "best play"
FREE = "best play, free removal"

ESSAY_CUTOFFS = {3: 300, 4: 850, 5: 2750}
"""The essay's three numbers: the last turn scores at which to roll."""


class Value(NamedTuple):
    """What a policy is worth.

    Attributes
    ----------
    points : Fraction or float
        Mean score of a turn.
    bust : Fraction or float
        Probability of losing it.
    """

    points: Fraction | float
    bust: Fraction | float


def one_roll_ahead(rules: Rules, dice: int) -> Fraction:
    """The turn score at which one more roll gains nothing on average, if it is the last."""
    points = zeros = 0
    for allowed, ways in outcomes(rules, dice):
        if allowed:
            points += ways * max(score for score, _ in allowed)
        else:
            zeros += ways
    return Fraction(points, zeros)


def cutoffs(last: Mapping[int, Fraction | int]) -> Policy:
    """Roll so many dice at turn scores up to a last one; others never."""
    return lambda score, dice: score <= last.get(dice, -1)


def _single(rules: Rules, dice: int) -> list[tuple[int, int, int]]:
    """Points, dice left and labelled rolls of each outcome; no points for a bust."""
    if rules.removal != "forced":
        raise ValueError("a rule of play leaves open what is removed: removal must be forced")
    return [
        (allowed[0][0], dice - allowed[0][1], ways) if allowed else (0, dice, ways)
        for allowed, ways in outcomes(rules, dice)
    ]


def value(rules: Rules, policy: Policy, stays_from: int, exact: bool = False) -> Value:
    """Mean score and chance of a bust of one turn, played by a policy.

    Parameters
    ----------
    rules : Rules
        With forced removal.
    policy : callable
    stays_from : int
        Turn score from which the policy stays.
    exact : bool
        Whether to compute in fractions.
    """
    number = Fraction if exact else float
    table = {dice: _single(rules, dice) for dice in range(1, 7)}
    # From there on six dice are rolled until others are left: a geometric sum.
    again = number(sum(ways for points, left, ways in table[6] if points and not left))
    losing = number(sum(ways for points, _, ways in table[6] if not points))
    gained = number(sum(points * ways for points, _, ways in table[6]))
    keeping = 6**6 - again - losing
    bust_six = losing / (6**6 - again)
    slope = keeping / (6**6 - again)
    again_points = number(sum(p * ways for p, left, ways in table[6] if p and not left))
    intercept = (gained - again_points + slope * again_points) / (6**6 - again)
    size = max(-(-stays_from // STEP), 1)
    points_of: list[list[Fraction | float]] = [[number(0)] * 7 for _ in range(size)]
    bust_of: list[list[Fraction | float]] = [[number(0)] * 7 for _ in range(size)]

    def after(at: int, left: int) -> tuple[Fraction | float, Fraction | float]:
        dice = left or 6
        if at < size:
            return points_of[at][dice], bust_of[at][dice]
        if dice < 6:
            return number(at * STEP), number(0)
        return slope * (at * STEP) + intercept, bust_six

    for at in range(size - 1, -1, -1):
        for dice in range(1, 7):
            if dice < 6 and not policy(at * STEP, dice):
                points_of[at][dice] = number(at * STEP)
                continue
            points: Fraction | float = number(0)
            bust: Fraction | float = number(0)
            for score, left, ways in table[dice]:
                if score:
                    mean, lost = after(at + score // STEP, left)
                    points, bust = points + ways * mean, bust + ways * lost
                else:
                    bust += ways
            points_of[at][dice], bust_of[at][dice] = points / 6**dice, bust / 6**dice
    return Value(points_of[0][6], bust_of[0][6])


def turn_scores(rules: Rules, policy: Policy, most: int = 20000) -> dict[int, float]:
    """Probability of each final turn score, played by a policy; 0 is a bust.

    Turns that reach scores above `most` are counted there.
    """
    table = {dice: _single(rules, dice) for dice in range(1, 7)}
    size = most // STEP
    chance = [[0.0] * 7 for _ in range(size + 1)]
    chance[0][6] = 1.0
    final: dict[int, float] = {}
    for at in range(size + 1):
        for dice in range(6, 0, -1):
            here = chance[at][dice]
            if not here:
                continue
            if at == size or (dice < 6 and not policy(at * STEP, dice)):
                final[at * STEP] = final.get(at * STEP, 0.0) + here
                continue
            for score, left, ways in table[dice]:
                p = here * ways / 6**dice
                if score:
                    chance[min(at + score // STEP, size)][left or 6] += p
                else:
                    final[0] = final.get(0, 0.0) + p
    return dict(sorted(final.items()))


def best_cutoffs(rules: Rules, start: Mapping[int, int]) -> tuple[dict[int, int], Fraction]:
    """The best policy that stays with one or two dice, and has one last score for 3, 4 and 5.

    Found by ascent from `start` among cutoffs up to two steps of 50 away in each, for some scores
    cannot be had, and then cutoffs next to each other are worth the same: the least is taken.

    Returns
    -------
    last : dict from int to int
        The largest turn score at which to roll so many dice.
    points : Fraction
        Mean score of a turn.
    """
    last, improved = dict(start), True
    best = _worth(rules, last)
    while improved:
        worths = [(round(_worth(rules, n), 9), -sum(n.values()), n) for n in _neighbours(last)]
        found, _, near = max(worths, key=lambda worth: worth[:2])
        improved = found > best + 1e-9
        if improved:
            best, last = found, near
    points = value(rules, cutoffs(last), max(last.values()) + STEP, exact=True).points
    return last, Fraction(points)


def _worth(rules: Rules, last: Mapping[int, int]) -> float:
    return float(value(rules, cutoffs(last), max(last.values()) + STEP).points)


def _neighbours(last: Mapping[int, int]) -> list[dict[int, int]]:
    """Cutoffs up to two steps away in each."""
    moved = [
        {dice: score + STEP * by for (dice, score), by in zip(last.items(), step, strict=True)}
        for step in product((0, -1, 1, -2, 2), repeat=len(last))
        if any(step)
    ]
    return [each for each in moved if min(each.values()) >= 0]
