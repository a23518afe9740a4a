"""Permutation tests of whether two quantities go together within strata."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Association", "association"]


class Association(NamedTuple):
    """How two quantities go together within strata.

    Attributes
    ----------
    correlation : float
        Of their deviations from the means of the strata; nan where one never varies.
    p_value : float
        Two-sided, by permuting one of them within each stratum; nan likewise.
    """

    correlation: float
    p_value: float


def association(
    strata: ArrayLike, x: ArrayLike, y: ArrayLike, permutations: int, rng: np.random.Generator
) -> Association:
    """Test whether `x` and `y` go together within strata.

    Where they do not, every arrangement of y within a stratum is as likely as the one seen, so
    that a p-value of at most a has probability at most a.

    Parameters
    ----------
    strata : array_like, shape (items,)
        Label of each item's stratum.
    x, y : array_like of float, shape (items,)
    permutations : int
        At least 1; the p-value is at least 1 / (permutations + 1).
    rng : Generator

    Returns
    -------
    Association
    """
    _, stratum = np.unique(np.asarray(strata), return_inverse=True)
    order = np.argsort(stratum, kind="stable")
    stratum = stratum[order]
    x_left = _deviations(stratum, np.asarray(x, float)[order])
    y_left = _deviations(stratum, np.asarray(y, float)[order])
    scale = np.sqrt((x_left @ x_left) * (y_left @ y_left))
    if not x_left.any() or not y_left.any():
        return Association(np.nan, np.nan)
    seen = x_left @ y_left
    # The slack counts arrangements that differ from the one seen by rounding alone.
    least = abs(seen) * (1 - 1e-9)
    as_far = 0
    for _ in range(permutations):
        as_far += bool(abs(x_left @ y_left[_shuffled(stratum, rng)]) >= least)
    return Association(float(seen / scale), (1 + as_far) / (1 + permutations))


def _deviations(stratum: NDArray[np.intp], values: NDArray[np.float64]) -> NDArray[np.float64]:
    means = np.bincount(stratum, values) / np.bincount(stratum)
    left = values - means[stratum]
    left[np.abs(left) <= 1e-12 * np.abs(values).max(initial=0)] = 0  # equal numbers do not vary
    return left


def _shuffled(stratum: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.intp]:
    """A permutation of items, sorted by stratum, that moves none to another stratum."""
    return np.argsort(stratum + rng.random(stratum.size), kind="stable")
