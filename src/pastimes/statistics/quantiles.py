"""Quantiles of samples, with intervals from order statistics.

The quantile of order ``p`` of ``n`` values is the ``ceil(n p)``-th smallest of them: a value that
occurred, never an interpolation, so that infinite values and atoms come out as what they are.
"""

import math
from functools import cache

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.special import bdtr

__all__ = [
    "band_confidence",
    "order_statistics",
    "quantile_rank",
    "quantile_ranks",
    "quantiles_with_intervals",
]

_BUCKETS = 1024


def quantile_rank(p: float, n: int) -> int:
    """Rank, from 0, of the value that is the quantile of order `p` of `n` values.

    Examples
    --------
    >>> [quantile_rank(p, 10) for p in (0.1, 0.5, 0.9)]
    [0, 4, 8]
    """
    # The small slack keeps 0.9 * 10 = 9.000000000000002 at the ninth value.
    return max(math.ceil(n * p - 1e-9) - 1, 0)


@cache
def quantile_ranks(p: float, n: int, level: float = 0.95) -> tuple[int, int] | None:
    """Ranks, from 0, of the order statistics that enclose a quantile.

    The number of values below the true quantile is binomial(n, p), whatever the law: the interval
    from the l-th to the u-th smallest value covers it with probability at least `level`, a half
    of the rest on either side.

    Returns
    -------
    tuple of int, or None
        None where `n` values are too few for such an interval.

    References
    ----------
    David and Nagaraja, Order Statistics, 3rd ed. (2003), section 7.1.
    """
    tail = (1 - level) / 2
    below = bdtr(np.arange(n + 1), n, p)  # P(at most k values lie below)
    low = int(np.searchsorted(below, tail, side="right")) - 1
    high = int(np.searchsorted(below, 1 - tail, side="left"))
    return (low, high) if low >= 0 and high < n else None


def band_confidence(low: float, high: float, p: float, n: int) -> float:
    """Confidence of a band between two sample quantiles as an interval for a third.

    Parameters
    ----------
    low, high : float
        Orders of the band's ends.
    p : float
        Order of the quantile that it is taken to enclose.
    n : int
        Sample size.

    Returns
    -------
    float
        Probability that the quantile of order `p` lies in the band, for a continuous law.
    """
    # The quantile lies above the k-th smallest value where at least k values lie below it.
    below_low, below_high = quantile_rank(low, n) + 1, quantile_rank(high, n) + 1
    return float(bdtr(below_high - 1, n, p) - bdtr(below_low - 1, n, p))


def quantiles_with_intervals(
    values: NDArray[np.float64], orders: tuple[float, ...], level: float = 0.95
) -> NDArray[np.float64]:
    """Quantiles of each row, each with its interval.

    Parameters
    ----------
    values : ndarray of float, shape (rows, n)
        At least one value a row; infinities allowed, no nan.
    orders : tuple of float
        Orders of the quantiles, in (0, 1).

    Returns
    -------
    ndarray, shape (rows, orders, 3)
        Quantile, low end, high end; the ends are nan where `n` is too small.
    """
    rows, n = values.shape
    picks, places = [], []
    for o, p in enumerate(orders):
        ends = quantile_ranks(p, n, level) or ()
        for e, rank in enumerate((quantile_rank(p, n), *ends)):
            picks.append(rank)
            places.append((o, e))
    found = np.full((rows, len(orders), 3), np.nan)
    statistics = order_statistics(values, np.array(picks))
    for column, (o, e) in enumerate(places):
        found[:, o, e] = statistics[:, column]
    return found


def order_statistics(values: NDArray[np.float64], ranks: NDArray[np.int64]) -> NDArray[np.float64]:
    """Pick the values of given ranks out of each row: ``np.sort(values)[:, ranks]``, faster.

    Parameters
    ----------
    values : ndarray of float, shape (rows, n)
        Infinities allowed, no nan.
    ranks : ndarray of int, shape (ranks,)
        Each from 0 to n - 1.

    Returns
    -------
    ndarray, shape (rows, ranks)

    Notes
    -----
    One pass counts the values into buckets by size, a second collects those in the buckets where
    the ranks fall; only these are sorted.
    """
    return _order_statistics(np.ascontiguousarray(values, dtype=float), ranks)


@njit(cache=True)
def _order_statistics(values, ranks):
    rows, n = values.shape
    picked = np.empty((rows, ranks.size))
    bucket = np.empty(n, np.uint16)  # unsigned: no index has to be looked at for being negative
    ends = np.empty(_BUCKETS + 1, np.int64)
    kept = np.empty(n + 1)
    for r in range(rows):
        row = values[r]
        least, most = _extremes(row)
        span = most - least
        if 1e-290 < span < 1e290:
            _fill_buckets(row, least, (_BUCKETS - 1) / span, bucket, ends)
            _pick(row, ranks, bucket, ends, kept, picked[r])
        else:  # infinities, or a span that overflows
            picked[r] = np.sort(row)[ranks]
    return picked


@njit(cache=True, fastmath={"nnan", "nsz"})  # without nan the order of comparisons is free
def _extremes(row):
    least, most = row[0], row[0]
    for x in row:
        least = min(least, x)
        most = max(most, x)
    return least, most


@njit(cache=True)
def _fill_buckets(row, least, scale, bucket, ends):
    # Values of rank ends[b] to ends[b + 1] - 1 lie in bucket b.
    for j in range(row.size):
        bucket[j] = np.uint16(np.int32((row[j] - least) * scale))
    ends[:] = 0
    behind, half = ends[1:], row.size // 2
    other = np.zeros(_BUCKETS, np.int64)  # neighbours alike do not wait for each other
    for j in range(half):
        behind[bucket[j]] += 1
        other[bucket[half + j]] += 1
    for j in range(2 * half, row.size):
        behind[bucket[j]] += 1
    for b in range(_BUCKETS):
        behind[b] += ends[b] + other[b]


@njit(cache=True)
def _pick(row, ranks, bucket, ends, kept, picked):
    homes = np.searchsorted(ends, ranks, side="right") - 1
    wanted = np.zeros(_BUCKETS, np.uint8)
    wanted[homes] = 1
    size = np.uint64(0)
    for j in range(row.size):
        kept[size] = row[j]
        size += np.uint64(wanted[bucket[j]])
    chosen = np.sort(kept[:size])
    sizes = np.where(wanted > 0, np.diff(ends), 0)
    kept_before = np.cumsum(sizes) - sizes
    for c in range(ranks.size):
        picked[c] = chosen[kept_before[homes[c]] + ranks[c] - ends[homes[c]]]
