"""Counting word skeletons, words included.

The unit is one fixed drawing of exactly the largest size; both methods count all sizes up to it.
"""

from collections.abc import Callable

from benchmarks.measuring import Rate, compare
from pastimes.skeletons.plain import Figures, follows, grow, words
from pastimes.skeletons.readings import PRIMARY
from pastimes.skeletons.search import count

VERTICES = 7


def slow_method(vertices: int) -> int:
    """Skeletons and words of one size by growth."""
    passing = [f for f in map(Figures, grow(vertices)) if follows(f, PRIMARY)]
    return sum(words(f, k, one_each=False) for f in passing for k in (1, 2, 3))


def benchmarks() -> dict[str, list[Rate]]:
    """The comparisons, by what they measure; seconds a fixed drawing."""
    drawings = {n: int(count(PRIMARY, n)[n, :, :, 0].sum()) for n in (VERTICES, 10, 11, 12)}
    both: dict[str, tuple[Callable[[], object], int]] = {
        "pastimes": (lambda: count(PRIMARY, VERTICES), drawings[VERTICES]),
        "slow method": (lambda: slow_method(VERTICES), drawings[VERTICES]),
    }
    sizes: dict[str, tuple[Callable[[], object], int]] = {
        f"n = {n}": (lambda n=n: count(PRIMARY, n), drawings[n])  # type: ignore[misc]
        for n in (10, 11, 12)
    }
    return {
        f"skeletons to n = {VERTICES}, a drawing": compare(both, rounds=3),
        "the fast counter by size, a drawing": compare(sizes, rounds=3),
    }
