"""The best play of one turn, for the most points on average, by dynamic programming.

A state is the turn score s and the number of dice to be rolled, 1 to 6, where 6 means that all
dice scored (or that the turn begins). Let R(s, d) be the mean final score of rolling, W(s, d) that
of the better of staying and rolling, and H(s) = W(s, 6), where one may have to roll.

The tail. Suppose that from some score on a player stays whenever he may, and of a roll takes what
scores most without using up the dice, if anything does. Then H(s) = a s + b there, with a < 1 for
some rolls bust: a is the chance to end with points, and b follows likewise. Each comparison that
this play rests on is one of linear functions of s, whose slopes differ, so that each holds from a
score on that is computed: from the largest of these, the supposition satisfies the equation of
optimality, and since every roll busts with a chance of at least 1/54 or so, no other function of
at most linear growth does. Below it values follow backwards, for every roll that scores adds
points.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any, NamedTuple

from pastimes.experiments.fivethousand.rules import Option, Rules, options, rolls

__all__ = ["EXACT", "FLOATING", "STEP", "Arithmetic", "Turn", "bounds", "outcomes", "solve"]

STEP = 50
"""Scores are multiples of it."""


class Arithmetic(NamedTuple):
    """Numbers that values are computed with.

    Attributes
    ----------
    of : callable
        From a fraction to such a number.
    mean : callable
        From a sum over labelled rolls and their number to such a number.
    """

    of: Callable[[Fraction], Any]
    mean: Callable[[Any, int], Any]


EXACT = Arithmetic(lambda f: f, lambda total, n: total / n)
"""Fractions."""
FLOATING = Arithmetic(float, lambda total, n: total / n)
"""Floating-point numbers."""

_BITS = 64
_BELOW = Arithmetic(lambda f: (f.numerator << _BITS) // f.denominator, lambda total, n: total // n)
_ABOVE = Arithmetic(
    lambda f: -((-f.numerator << _BITS) // f.denominator), lambda total, n: -(-total // n)
)


@cache
def outcomes(rules: Rules, dice: int) -> tuple[tuple[tuple[Option, ...], int], ...]:
    """What rolls of so many dice allow, each with how many labelled rolls allow it."""
    found: dict[tuple[Option, ...], int] = {}
    for counts, ways in rolls(dice):
        allowed = tuple(options(counts, rules))
        found[allowed] = found.get(allowed, 0) + ways
    return tuple(found.items())


class Turn(NamedTuple):
    """Best play of a turn.

    Attributes
    ----------
    hot : list
        H(s) for s = 0, 50, 100, ...; `hot[0]` is the value of a turn.
    rolling : list of list
        R(s, d) likewise, first by d from 1 to 6.
    tail : int
        The score from which H is linear.
    slope, intercept : Fraction
        H(s) = slope * s + intercept from there.
    """

    hot: list[Any]
    rolling: list[list[Any]]
    tail: int
    slope: Fraction
    intercept: Fraction

    def stays(self, score: int, dice: int) -> bool:
        """Whether the best play stays; where both are equal it does."""
        at = score // STEP
        rolling = self.rolling[dice - 1]
        return at >= len(rolling) or score >= rolling[at]


def _plain(allowed: tuple[Option, ...], dice: int) -> int:
    """The most points that do not use up the dice; 0 where none do not."""
    return max((points for points, used in allowed if used < dice), default=0)


def _emptying(allowed: tuple[Option, ...], dice: int) -> int:
    return max((points for points, used in allowed if used == dice), default=0)


def _linear_part(rules: Rules, dice: int) -> tuple[int, int, int, int]:
    """Labelled rolls that end a turn with points far out, and their points; those that have to be
    rolled again, and theirs."""
    ending = ending_points = forced = forced_points = 0
    for allowed, ways in outcomes(rules, dice):
        # Where hot dice may be kept, points are points.
        plain = _plain(allowed, dice if rules.hot_dice == "must" else 7)
        emptying = _emptying(allowed, dice)
        if plain:
            ending, ending_points = ending + ways, ending_points + ways * plain
        elif emptying:
            forced, forced_points = forced + ways, forced_points + ways * emptying
    return ending, ending_points, forced, forced_points


def _tail(rules: Rules) -> tuple[Fraction, Fraction, int]:
    """Slope and intercept of H, and the score from which it is linear."""
    if rules.hot_dice == "may":
        slope, intercept = Fraction(1), Fraction(0)
    else:
        ending, ending_points, forced, forced_points = _linear_part(rules, 6)
        slope = Fraction(ending, 6**6 - forced)
        intercept = (ending_points + slope * forced_points) / (6**6 - forced)
    limits = [Fraction(0)]
    for dice in range(1, 7):
        for allowed, _ in outcomes(rules, dice):
            plain, emptying = _plain(allowed, dice), _emptying(allowed, dice)
            if plain and emptying and slope < 1:
                limits.append((slope * emptying + intercept - plain) / (1 - slope))
        if dice < 6 or rules.hot_dice == "may":
            ending, ending_points, forced, forced_points = _linear_part(rules, dice)
            weight = ending + forced * slope
            points = ending_points + forced * intercept + slope * forced_points
            limits.append(points / (6**dice - weight))
    return slope, intercept, STEP * (ceil(max(limits) / STEP) + 1)


def solve(rules: Rules, arithmetic: Arithmetic = FLOATING) -> Turn:
    """Solve a turn.

    Parameters
    ----------
    rules : Rules
    arithmetic : Arithmetic
        `EXACT` takes a fraction of a second where removal is forced, and very long where it is
        free; see `bounds`.
    """
    slope, intercept, tail = _tail(rules)
    size = tail // STEP
    hot: list[Any] = [None] * size
    rolling: list[list[Any]] = [[None] * size for _ in range(6)]
    stay = [arithmetic.of(Fraction(STEP * at)) for at in range(size + 6000 // STEP)]

    def better(at: int, dice: int) -> Any:
        """W, or H for no dice."""
        if dice == 0:
            if at < size:
                return hot[at]
            return arithmetic.of(slope * STEP * at + intercept)
        return stay[at] if at >= size else max(stay[at], rolling[dice - 1][at])

    tables = [(dice, outcomes(rules, dice)) for dice in range(1, 7)]
    for at in range(size - 1, -1, -1):
        for dice, table in tables:
            total = sum(
                ways * max(better(at + points // STEP, dice - used) for points, used in allowed)
                for allowed, ways in table
                if allowed
            )
            mean = arithmetic.mean(total, 6**dice)
            rolling[dice - 1][at] = mean
            if dice == 6:
                hot[at] = max(mean, stay[at]) if rules.hot_dice == "may" else mean
    return Turn(hot, rolling, tail, slope, intercept)


def bounds(rules: Rules) -> tuple[Fraction, Fraction]:
    """Bounds of the value of a turn, from whole numbers rounded down, and up, at every step."""
    return tuple(  # type: ignore[return-value]
        Fraction(solve(rules, rounded).hot[0], 1 << _BITS) for rounded in (_BELOW, _ABOVE)
    )
