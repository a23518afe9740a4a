"""How a cost grows with a size."""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from benchmarks.measuring import Clock, Spread, Work, seconds_by_round
from benchmarks.units import digits, in_words
from pastimes.declare.steps import Column
from pastimes.statistics.slopes import Line, fitted_line

__all__ = ["Growth", "grow"]

Law = Literal["power", "doubling"]


@dataclass(frozen=True)
class Growth:
    """A cost by size, and a law fitted to its medians.

    The interval holds where medians scatter about the law; where the cost bends away from it, as
    it does at sizes at which something else is dearer, the interval is wide and says no more.

    Attributes
    ----------
    measured, unit : str
        The cost, and the unit of work.
    size : str
        What grows.
    law : str
        ``power``: the cost is proportional to the size to the power of the slope; ``doubling``: to
        2 to the power of the slope times the size.
    seconds : mapping from int to Spread
        By size, for a unit of work.
    line : Line
        Of the binary logarithm of seconds against the size, or against its binary logarithm.
    """

    measured: str
    unit: str
    size: str
    law: Law
    seconds: Mapping[int, Spread]
    line: Line

    TABLE: ClassVar[str] = "growth"
    COLUMNS: ClassVar[Mapping[str, Column]] = {
        "measured": Column("string", "the cost"),
        "unit": Column("string", "the unit of work"),
        "size": Column("string", "what grows"),
        "at": Column("int64", "the size"),
        "least_seconds": Column("float64", "least over rounds, for a unit of work", "s"),
        "median_seconds": Column("float64", "median over rounds", "s"),
        "most_seconds": Column("float64", "most over rounds", "s"),
        "law": Column("string", "power: size ^ slope; doubling: 2 ^ (slope * size)"),
        "slope": Column("float64", "fitted to the medians of all sizes"),
        "low": Column("float64", "lower end of its 95 % interval"),
        "high": Column("float64", "upper end"),
    }

    def rows(self) -> list[tuple[Any, ...]]:
        """Rows of the table."""
        fit = (self.law, *self.line[:3])
        head = (self.measured, self.unit, self.size)
        return [(*head, at, *spread, *fit) for at, spread in self.seconds.items()]

    def lines(self) -> list[str]:
        """What is printed."""
        slope, low, high = map(digits, self.line[:3])
        law = f"{self.size}^{slope}" if self.law == "power" else f"2^({slope} {self.size})"
        costs = ", ".join(f"{in_words(s.median)} at {at:,}" for at, s in self.seconds.items())
        head = f"{self.measured}; seconds a {self.unit}, by {self.size}"
        return [head, f"  {costs}", f"  grows as {law} (slope {low} to {high})"]


def grow(
    measured: str,
    unit: str,
    size: str,
    law: Law,
    works: Mapping[int, Work],
    rounds: int = 3,
    clock: Clock = time.perf_counter,
) -> Growth:
    """Time a work at several sizes and fit a law.

    Parameters
    ----------
    measured, unit, size, law : str
        See `Growth`.
    works : mapping from int to Work
        By size; three or more.
    rounds : int
    clock : callable
        Gives seconds.
    """
    seconds = {s: Spread.over(t) for s, t in seconds_by_round(works, rounds, clock).items()}
    across = [math.log2(at) if law == "power" else float(at) for at in seconds]
    line = fitted_line(across, [math.log2(spread.median) for spread in seconds.values()])
    return Growth(measured, unit, size, law, seconds, line)
