"""Counting by going through all cases: small matrices, all games on them, operations."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import factorial, prod

import numpy as np

from pastimes.experiments.gf2.bits import rank
from pastimes.experiments.gf2.letters import lengths

__all__ = ["LARGEST", "count_ranks", "exhaust_games", "solving_operations"]

LARGEST = 16
"""Entries of the largest matrices that are counted one by one."""


def count_ranks(n: int, k: int) -> list[Fraction]:
    """Probabilities of the ranks of n x k matrices, by going through all of them.

    Examples
    --------
    >>> count_ranks(1, 2)
    [Fraction(1, 4), Fraction(3, 4)]
    """
    tally = Counter(rank(rows) for rows in product(range(2**k), repeat=n))
    return [Fraction(tally[r], 2 ** (n * k)) for r in range(min(n, k) + 1)]


def exhaust_games(n: int, k: int, empty_scores: bool) -> list[tuple[int, int, int, int]]:
    """Play every alphabet of `k` letters in `n` pixels in every way.

    Returns
    -------
    list of tuple
        By number of blank letters: that number, alphabets, alphabets with maximal run-throughs of
        unequal length, alphabets where a length differs from letters - rank.
    """
    alphabets: Counter[int] = Counter()
    unequal: Counter[int] = Counter()
    not_nullity: Counter[int] = Counter()
    for pictures in product(range(2**n), repeat=k):
        # Only which pictures there are matters, not which letters show them.
        if list(pictures) != sorted(pictures):
            continue
        orders = _orders(pictures)
        blank = pictures.count(0)
        found = lengths({str(i): p for i, p in enumerate(pictures)}, empty_scores)
        alphabets[blank] += orders
        unequal[blank] += orders * (len(found) > 1)
        not_nullity[blank] += orders * (found != {k - rank(pictures)})
    return [(b, alphabets[b], unequal[b], not_nullity[b]) for b in sorted(alphabets)]


def _orders(pictures: tuple[int, ...]) -> int:
    """Number of ways to deal these pictures to letters."""
    return factorial(len(pictures)) // prod(factorial(c) for c in Counter(pictures).values())


def solving_operations(size: int, rng: np.random.Generator) -> int:
    """Bits added in reducing a random size x 2 size matrix and then its null space.

    Each addition of a row to another counts the row's length.
    """
    matrix = rng.integers(0, 2, (size, 2 * size), dtype=np.uint8)
    reduced, pivots, first = _reduced(matrix)
    free = np.setdiff1d(np.arange(2 * size), pivots)
    basis = np.zeros((len(free), 2 * size), np.uint8)
    basis[:, free] = np.eye(len(free), dtype=np.uint8)
    basis[:, pivots] = reduced[: len(pivots)][:, free].T
    _, _, second = _reduced(basis)
    return first + second


def _reduced(matrix: np.ndarray) -> tuple[np.ndarray, list[int], int]:
    """Reduced row echelon form, its pivots, and the bits added for it."""
    work, additions = matrix.copy(), 0
    pivots: list[int] = []
    for column in range(work.shape[1]):
        row = len(pivots)
        below = np.flatnonzero(work[row:, column])
        if below.size:
            work[[row, row + below[0]]] = work[[row + below[0], row]]
            others = np.flatnonzero(work[:, column])
            others = others[others != row]
            work[others] ^= work[row]
            additions += others.size
            pivots.append(column)
    return work, pivots, additions * work.shape[1]
