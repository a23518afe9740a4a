"""Exact law of KL(statistics || p) after n rolls of ordinary dice.

After n rolls with counts c_i, n KL = S - n log2(n / 36), where S = sum of c_i log2(c_i / ways_i)
is a sum over totals and the counts have multinomial weight n! / 36^n * product of
ways_i^c_i / c_i!. There are some 10^11 count vectors for 60 rolls; splitting the totals into two
groups leaves about 10^7 partial sums, which are sorted once and paired by two pointers.

Throughout: ``m`` rolls that fall into a group, ``s`` the group's part of S, ``w`` its part of the
weight.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.balanced_dice.totals import PERIOD, SEVEN, WAYS

__all__ = ["ExactQuantile", "exact_quantiles"]

_RESOLUTION = 1e-11  # of S, in bits: well above rounding, well below gaps between its values


_Part = tuple[NDArray[np.float64], NDArray[np.float64]]  # s and w for one m


class ExactQuantile(NamedTuple):
    """A quantile of the divergence: the least value whose cumulated probability reaches `order`.

    Attributes
    ----------
    order : float
    bits : float
        The quantile, a value that the divergence takes, to 1e-11.
    below, at_most : float
        P(divergence < bits) < order <= P(divergence <= bits).
    """

    order: float
    bits: float
    below: float
    at_most: float


def exact_quantiles(rolls: int, orders: tuple[float, ...]) -> list[ExactQuantile]:
    """Quantiles of KL(statistics || p), in bits, after a number of ordinary rolls.

    Parameters
    ----------
    rolls : int
        At least 1. Time and memory grow as the sixth power: 60 rolls take seconds and about
        900 MB.
    orders : tuple of float
        In (0, 1).

    Examples
    --------
    One roll: a 7 has divergence log2(36 / 6), and probability 1/6.

    >>> quantile, = exact_quantiles(1, (0.1,))
    >>> round(2 ** quantile.bits, 6)
    6.0
    """
    two, three, four, five, six = (_pair(ways, rolls) for ways in WAYS[:SEVEN])
    outer = _sorted_states(_product(_product(two, three), four))
    inner = _sorted_states(_product(_product(five, six), _single(WAYS[SEVEN], rolls)))
    scale = math.exp(math.lgamma(rolls + 1) - rolls * math.log(PERIOD))
    return [_quantile(order, rolls, scale, outer, inner) for order in orders]


class _States(NamedTuple):
    """Partial sums of a group of totals; those of m rolls lie from starts[m] to starts[m + 1]."""

    s: NDArray[np.float64]
    w: NDArray[np.float64]
    starts: NDArray[np.int64]


def _quantile(
    order: float, rolls: int, scale: float, outer: _States, inner: _States
) -> ExactQuantile:
    low, high = -float(PERIOD), rolls * math.log2(PERIOD * max(rolls, 2))
    while high - low > _RESOLUTION:
        middle = (low + high) / 2
        if scale * _weight_up_to(middle, rolls, *outer, *inner)[0] < order:
            low = middle
        else:
            high = middle
    below = scale * _weight_up_to(low, rolls, *outer, *inner)[0]
    weight, attained = _weight_up_to(high, rolls, *outer, *inner)
    bits = max(attained / rolls - math.log2(rolls / PERIOD), 0.0)
    return ExactQuantile(order, bits, below, scale * weight)


def _single(ways: int, rolls: int) -> list[_Part]:
    counts = np.arange(rolls + 1.0)
    s = counts * np.log2(np.maximum(counts, 1) / ways)
    w = np.array([math.exp(c * math.log(ways) - math.lgamma(c + 1)) for c in counts])
    return [(s[m : m + 1], w[m : m + 1]) for m in range(rolls + 1)]


def _pair(ways: int, rolls: int) -> list[_Part]:
    # The two totals are equally likely: unordered counts, unequal ones twice as heavy.
    s, w = (np.concatenate(part) for part in zip(*_single(ways, rolls), strict=True))
    states = []
    for m in range(rolls + 1):
        c = np.arange(m // 2 + 1)
        states.append((s[c] + s[m - c], w[c] * w[m - c] * np.where(2 * c < m, 2, 1)))
    return states


def _product(left: list[_Part], right: list[_Part]) -> list[_Part]:
    return [
        (
            np.concatenate(
                [np.add.outer(left[k][0], right[m - k][0]).ravel() for k in range(m + 1)]
            ),
            np.concatenate(
                [np.multiply.outer(left[k][1], right[m - k][1]).ravel() for k in range(m + 1)]
            ),
        )
        for m in range(len(left))
    ]


def _sorted_states(states: list[_Part]) -> _States:
    s, w = [], []
    for sums, weights in states:
        ascending = np.argsort(sums)
        s.append(sums[ascending])
        w.append(weights[ascending])
    starts = np.cumsum([0] + [len(sums) for sums in s])
    return _States(np.concatenate(s), np.concatenate(w), starts)


@njit(cache=True)
def _weight_up_to(limit, rolls, s_outer, w_outer, starts_outer, s_inner, w_inner, starts_inner):
    # Weight of all pairs with s_outer + s_inner <= limit, and the largest such sum.
    total, attained = 0.0, -np.inf
    for m in range(rolls + 1):
        end = starts_outer[m + 1]
        j = starts_outer[m]
        gathered = 0.0
        for i in range(starts_inner[rolls - m + 1] - 1, starts_inner[rolls - m] - 1, -1):
            while j < end and s_outer[j] + s_inner[i] <= limit:
                gathered += w_outer[j]
                j += 1
            total += gathered * w_inner[i]
            if j > starts_outer[m]:
                attained = max(attained, s_outer[j - 1] + s_inner[i])
    return total, attained
