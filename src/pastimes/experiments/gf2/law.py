"""Exact law of the rank of a random matrix over GF(2), in fractions.

Throughout: ``n`` rows (pixels), ``k`` columns (letters), ``r`` the rank; every entry is 0 or 1
with equal probability, independently.
"""

import math
from fractions import Fraction
from functools import cache

__all__ = [
    "closed_form",
    "full_rank_limit",
    "gaussian_binomial",
    "mean_deficit_limit",
    "mean_rank",
    "rank_law",
    "recurrence",
]


@cache
def recurrence(n: int, k: int, r: int) -> Fraction:
    """Probability that a random n x k matrix has rank `r`, column by column.

    Given k - 1 columns of rank s, the next one lies in their span with probability 2^(s - n).

    Examples
    --------
    >>> recurrence(1, 1, 1), recurrence(2, 2, 2), recurrence(0, 5, 0)
    (Fraction(1, 2), Fraction(3, 8), Fraction(1, 1))
    """
    if not 0 <= r <= min(n, k):
        return Fraction(0)
    if r == 0:
        return Fraction(1, 2 ** (n * k))
    grows = 1 - Fraction(1, 2 ** (n - r + 1))
    stays = Fraction(1, 2 ** (n - r))
    return grows * recurrence(n, k - 1, r - 1) + stays * recurrence(n, k - 1, r)


def closed_form(n: int, k: int, r: int) -> Fraction:
    """The same probability as a product.

    References
    ----------
    Landsberg, J. reine angew. Math. 111 (1893) 87-88: the number of matrices of each rank.
    """
    if not 0 <= r <= min(n, k):
        return Fraction(0)
    maps = math.prod(2**n - 2**i for i in range(r))  # injections of the row space
    return Fraction(gaussian_binomial(k, r) * maps, 2 ** (n * k))


def gaussian_binomial(k: int, r: int) -> int:
    """Number of subspaces of dimension `r` of GF(2)^k; 0 unless 0 <= r <= k.

    Examples
    --------
    >>> [gaussian_binomial(3, r) for r in range(4)]
    [1, 7, 7, 1]
    """
    if not 0 <= r <= k:
        return 0
    above = math.prod(2**k - 2**i for i in range(r))
    return above // math.prod(2**r - 2**i for i in range(r))


def rank_law(n: int, k: int) -> list[Fraction]:
    """Probabilities of the ranks 0 to min(n, k)."""
    return [closed_form(n, k, r) for r in range(min(n, k) + 1)]


def mean_rank(n: int, k: int) -> Fraction:
    """Expected rank of a random n x k matrix."""
    return sum((r * p for r, p in enumerate(rank_law(n, k))), Fraction(0))


def full_rank_limit(n: int) -> tuple[Fraction, Fraction]:
    """Enclose the limit of P(rank = n) of random n x n matrices as n grows.

    The probability is the product of 1 - 2^-i for i up to n; the factors left out multiply to at
    least 1 - 2^-n.
    """
    high = closed_form(n, n, n)
    return high * (1 - Fraction(1, 2**n)), high


def mean_deficit_limit(n: int) -> tuple[Fraction, Fraction]:
    """Enclose the limit of n minus the expected rank of random n x n matrices as n grows.

    In the limit the rank is n - d with probability Q 2^(-d^2) / product of (1 - 2^-i)^2 for i up
    to d, Q the limit of full rank; terms beyond d = `n` add less than 2^(1 - n).
    """
    low_q, high_q = full_rank_limit(2 * n)
    terms = Fraction(0)
    norm = Fraction(1)
    for d in range(1, n + 1):
        norm *= (1 - Fraction(1, 2**d)) ** 2
        terms += d * Fraction(1, 2 ** (d * d)) / norm
    return low_q * terms, high_q * terms + Fraction(2, 2**n)
