"""Times alternatives in turn, so that a machine's changes of speed touch all of them."""

import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

__all__ = ["Rate", "compare"]


class Rate(NamedTuple):
    """Seconds per unit of work of one alternative, over rounds: least, median, most."""

    name: str
    least: float
    median: float
    most: float
    ratio: float
    """Median over rounds of this alternative's time to the first one's."""


def compare(
    alternatives: Mapping[str, tuple[Callable[[], object], int]], rounds: int
) -> list[Rate]:
    """Time each alternative once a round, after a warm-up.

    Parameters
    ----------
    alternatives : mapping from str to (callable, int)
        What to call, and how many units of work it does. The first is what others are held to.
    rounds : int
    """
    seconds: dict[str, list[float]] = {name: [] for name in alternatives}
    for work, _ in alternatives.values():
        work()
    for _ in range(rounds):
        for name, (work, units) in alternatives.items():
            start = time.perf_counter()
            work()
            seconds[name].append((time.perf_counter() - start) / units)
    first = seconds[next(iter(alternatives))]
    return [
        Rate(
            name,
            min(times),
            statistics.median(times),
            max(times),
            statistics.median(t / f for t, f in zip(times, first, strict=True)),
        )
        for name, times in seconds.items()
    ]
