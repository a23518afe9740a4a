"""Counting word skeletons, words included.

The unit is one fixed drawing of exactly the largest size; both methods count all sizes up to it.
"""

from collections.abc import Iterator
from functools import partial

from benchmarks.growth import grow
from benchmarks.measuring import Work, compare
from benchmarks.tables import Result
from pastimes.experiments.skeletons import plain
from pastimes.experiments.skeletons.readings import PRIMARY
from pastimes.experiments.skeletons.search import count

VERTICES = 7


def slow_method(vertices: int) -> int:
    """Skeletons and words of one size by growth."""
    passing = [f for f in map(plain.Figures, plain.grow(vertices)) if plain.follows(f, PRIMARY)]
    return sum(plain.words(f, k, one_each=False) for f in passing for k in (1, 2, 3))


def benchmarks() -> Iterator[Result]:
    """Both methods, and the fast one by size."""
    drawings = int(count(PRIMARY, VERTICES)[VERTICES, :, :, 0].sum())
    both: dict[str, Work] = {
        "pastimes": (partial(count, PRIMARY, VERTICES), drawings),
        "slow method": (partial(slow_method, VERTICES), drawings),
    }
    yield compare(f"skeletons to n = {VERTICES}", "drawing", both, rounds=3)
    by_size: dict[int, Work] = {n: (partial(count, PRIMARY, n), 1) for n in range(9, 13)}
    yield grow("skeletons to n vertices", "size", "n", "doubling", by_size)
