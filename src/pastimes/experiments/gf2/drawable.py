"""Probability that every letter of a random alphabet can be drawn with the others.

Letters are the columns of a random n x k matrix over GF(2). A letter that is no sum of others is
a coloop: it is independent of them. Every letter can be drawn exactly when there is no coloop.
"""

import math
from fractions import Fraction

from pastimes.experiments.gf2.law import gaussian_binomial, recurrence

__all__ = ["all_drawable", "all_drawable_by_subspaces"]


def all_drawable(n: int, k: int, rank: int | None = None) -> Fraction:
    """P(no coloop), jointly with a given rank if asked, by inclusion and exclusion.

    The letters of a set of s are all coloops when they are independent modulo the span of the
    k - s others: given rank r of these, with probability product of 1 - 2^(r + i - n), i < s.

    Examples
    --------
    One letter can be drawn with no other only where it is blank.

    >>> all_drawable(3, 1)
    Fraction(1, 8)
    """
    total = Fraction(0)
    for s in range(k + 1):
        ranks = range(min(n, k - s) + 1) if rank is None else [rank - s] if rank >= s else []
        term = sum((recurrence(n, k - s, r) * _independent(n, r, s) for r in ranks), Fraction(0))
        total += (-1) ** s * math.comb(k, s) * term
    return total


def _independent(n: int, r: int, s: int) -> Fraction:
    return math.prod((1 - Fraction(2 ** (r + i), 2**n) for i in range(s)), start=Fraction(1))


def all_drawable_by_subspaces(n: int, k: int, rank: int | None = None) -> Fraction:
    """The same, by counting row spaces.

    Letter j is a coloop exactly when the unit vector e_j lies in the row space. The subspaces of
    dimension r of GF(2)^k that contain s given unit vectors are as many as those of dimension
    r - s of GF(2)^(k - s), and each is the row space of product of 2^n - 2^i, i < r, matrices.
    """
    total = 0
    for r in range(min(n, k) + 1) if rank is None else [rank]:
        free = sum(
            (-1) ** s * math.comb(k, s) * gaussian_binomial(k - s, r - s) for s in range(r + 1)
        )
        total += free * math.prod(2**n - 2**i for i in range(r))
    return Fraction(total, 2 ** (n * k))
