"""Times alternatives in turn, so that a machine's changes of speed touch all of them."""

import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from benchmarks.units import digits, in_words
from pastimes.declare.steps import Column

__all__ = ["Comparison", "Rate", "Spread", "Work", "compare", "seconds_by_round"]

Work = tuple[Callable[[], object], int]
"""What to call, and how many units of work it does."""

Clock = Callable[[], float]

K = TypeVar("K")


class Spread(NamedTuple):
    """A quantity over rounds."""

    least: float
    median: float
    most: float

    @classmethod
    def over(cls, values: Iterable[float]) -> "Spread":
        """That of some values."""
        found = list(values)
        return cls(min(found), statistics.median(found), max(found))


def seconds_by_round(
    works: Mapping[K, Work], rounds: int, clock: Clock = time.perf_counter
) -> dict[K, list[float]]:
    """Seconds a unit of each work, all of them called once a round, after a warm-up.

    Parameters
    ----------
    works : mapping
    rounds : int
    clock : callable
        Gives seconds.
    """
    seconds: dict[K, list[float]] = {key: [] for key in works}
    for work, _ in works.values():
        work()
    for _ in range(rounds):
        for key, (work, units) in works.items():
            start = clock()
            work()
            seconds[key].append((clock() - start) / units)
    return seconds


class Rate(NamedTuple):
    """What one alternative costs.

    Attributes
    ----------
    name : str
    seconds : Spread
        For a unit of work.
    ratio : Spread
        To the first alternative's of the same round.
    """

    name: str
    seconds: Spread
    ratio: Spread


@dataclass(frozen=True)
class Comparison:
    """Alternatives measured against the first of them.

    Attributes
    ----------
    measured : str
    unit : str
        The unit of work.
    rates : list of Rate
    """

    measured: str
    unit: str
    rates: list[Rate]

    TABLE: ClassVar[str] = "ratios"
    COLUMNS: ClassVar[Mapping[str, Column]] = {
        "measured": Column("string", "what is compared"),
        "unit": Column("string", "the unit of work"),
        "alternative": Column("string", "how it is done; the first one is ours"),
        "least_seconds": Column("float64", "least over rounds, for a unit of work", "s"),
        "median_seconds": Column("float64", "median over rounds", "s"),
        "most_seconds": Column("float64", "most over rounds", "s"),
        "least_ratio": Column("float64", "least ratio to ours of the same round"),
        "median_ratio": Column("float64", "median ratio"),
        "most_ratio": Column("float64", "largest ratio"),
    }

    def rows(self) -> list[tuple[Any, ...]]:
        """Rows of the table."""
        return [(self.measured, self.unit, r.name, *r.seconds, *r.ratio) for r in self.rates]

    def lines(self) -> list[str]:
        """What is printed."""
        return [f"{self.measured}; seconds a {self.unit}", *map(_line, self.rates)]


def _line(rate: Rate) -> str:
    least, median, most = map(digits, rate.ratio)
    spread = "" if least == most else f"   ({least} to {most})"
    return f"  {rate.name:34} {in_words(rate.seconds.median):>9}   x {median}{spread}"


def compare(
    measured: str,
    unit: str,
    alternatives: Mapping[str, Work],
    rounds: int,
    clock: Clock = time.perf_counter,
) -> Comparison:
    """Time alternatives.

    Parameters
    ----------
    measured, unit : str
    alternatives : mapping from str to Work
        The first is what others are held to.
    rounds : int
    clock : callable
        Gives seconds.
    """
    seconds = seconds_by_round(alternatives, rounds, clock)
    first = seconds[next(iter(alternatives))]
    rates = [
        Rate(name, Spread.over(s), Spread.over(t / f for t, f in zip(s, first, strict=True)))
        for name, s in seconds.items()
    ]
    return Comparison(measured, unit, rates)
