"""The total of two dice, and divergences from its law.

Throughout the package: totals 2..12 are indexed 0..10; ``ways[i]`` is the number of the 36
equally likely outcomes that give total ``i + 2``; ``p = ways / 36`` is the true law, ``q`` the
law of the next roll under some algorithm, ``counts[i]`` how often a total has come up.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["PERIOD", "SEVEN", "TRUE_LAW", "WAYS", "divergence_bits", "statistics_bits"]

PERIOD = 36
"""Equally likely outcomes of two dice; deviations from fairness recur modulo this many rolls."""

WAYS: NDArray[np.int64] = np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
"""Outcomes that give each total, shape (11,)."""

TRUE_LAW: NDArray[np.float64] = WAYS / PERIOD
"""Probability of each total, shape (11,)."""

SEVEN = 5
"""Index of the total 7."""


def divergence_bits(law: ArrayLike, other: ArrayLike) -> NDArray[np.float64]:
    """Kullback-Leibler divergence of `law` from `other`, KL(law || other).

    Parameters
    ----------
    law, other : array_like, shape (..., 11)
        Probabilities over the totals; 0 log 0 counts as 0.

    Returns
    -------
    ndarray, shape (...)
        In bits, at least 0; infinite where `other` excludes a total that `law` allows.

    Examples
    --------
    >>> float(divergence_bits([1, 0], [0.5, 0.5]))
    1.0
    """
    from scipy.special import rel_entr  # slow to import, and configs are checked without it

    return rel_entr(law, other).sum(axis=-1) / np.log(2)


def statistics_bits(counts: ArrayLike) -> NDArray[np.float64]:
    """Divergence of the observed frequencies from the true law, KL(counts / n || p).

    Parameters
    ----------
    counts : array_like of int, shape (..., 11)
        How often each total came up; at least one roll.

    Returns
    -------
    ndarray, shape (...)
        In bits, from 0 (frequencies exactly true) to log2(36).
    """
    counts = np.asarray(counts)
    return divergence_bits(counts / counts.sum(axis=-1, keepdims=True), TRUE_LAW)
