"""Bounds on the quantiles of KL(statistics || p) for ordinary dice, by another road.

A dynamic programme over the 11 totals, one after the other, carries the law of (rolls used,
partial sum of S) on a grid, with S as in `ordinary`. Each term is rounded down in one pass and up
in another, so that the true quantile lies between the two results.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pastimes.experiments.balanced_dice.totals import PERIOD, WAYS

__all__ = ["quantile_bounds"]

Rounding = Callable[[float], int]


def quantile_bounds(rolls: int, order: float, step_bits: float) -> tuple[float, float]:
    """Enclose a quantile of KL(statistics || p) in bits after `rolls` ordinary rolls.

    Parameters
    ----------
    rolls : int
        At least 1.
    order : float
        In (0, 1).
    step_bits : float
        Step of the grid; the bounds lie at most 11 steps apart.

    Returns
    -------
    tuple of float
        The quantile lies from the first to the second; both at least 0.
    """
    return (
        _rounded_quantile(rolls, order, step_bits, math.floor),
        _rounded_quantile(rolls, order, step_bits, math.ceil),
    )


def _rounded_quantile(rolls: int, order: float, step_bits: float, rounded: Rounding) -> float:
    step = step_bits * rolls  # of S
    zero = math.ceil(PERIOD / step)  # cells below S = 0: S is never below -36 log2(e) / e
    cells = zero + math.ceil(rolls * math.log2(PERIOD * max(rolls, 2)) / step) + len(WAYS)
    law = np.zeros((rolls + 1, cells))
    law[0, zero] = 1.0
    for ways in WAYS:
        law = _with_total(law, int(ways), step, rounded)
    cumulated = np.cumsum(law[rolls]) * math.exp(math.lgamma(rolls + 1) - rolls * math.log(PERIOD))
    s = (int(np.searchsorted(cumulated, order)) - zero) * step
    return max(s / rolls - math.log2(rolls / PERIOD), 0.0)


def _with_total(
    law: NDArray[np.float64], ways: int, step: float, rounded: Rounding
) -> NDArray[np.float64]:
    rolls, cells = law.shape[0] - 1, law.shape[1]
    grown = np.zeros_like(law)
    for count in range(rolls + 1):
        weight = math.exp(count * math.log(ways) - math.lgamma(count + 1))
        shift = rounded(count * math.log2(max(count, 1) / ways) / step)
        source = law[: rolls + 1 - count]
        if shift >= 0:
            grown[count:, shift:] += weight * source[:, : cells - shift]
        else:
            grown[count:, :shift] += weight * source[:, -shift:]
    return grown
