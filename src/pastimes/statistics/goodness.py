"""Whether counts follow a law, with false alarms at a stated rate."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr, bdtrc, chdtrc

__all__ = ["binomial_p", "chi_square_p", "law_p"]

_LEAST_FAR_OUT = 50.0  # expected in a cell, where p-values near 1e-4 are to be right


def chi_square_p(counts: ArrayLike, probabilities: ArrayLike, least_expected: float = 5.0) -> float:
    """P-value of Pearson's chi-square test; cells that expect too little are merged.

    Parameters
    ----------
    counts : array_like of int, shape (cells,)
    probabilities : array_like of float, shape (cells,)
        The law; neighbours are merged from the first cell on.
    least_expected : float
        Least expectation of a cell. Five serves p-values of some per cent (Cochran, Biometrics 10
        (1954), 417-451); far out in the tail the approximation needs more.

    Returns
    -------
    float
        1 where fewer than two cells are left, for then nothing is tested.
    """
    merged: list[list[float]] = []
    observed = np.asarray(counts, float)
    expected = np.asarray(probabilities, float) * observed.sum()
    for o, e in zip(observed, expected, strict=True):
        if merged and merged[-1][1] < least_expected:
            merged[-1][0] += o
            merged[-1][1] += e
        else:
            merged.append([o, e])
    if len(merged) > 1 and merged[-1][1] < least_expected:
        o, e = merged.pop()
        merged[-1][0] += o
        merged[-1][1] += e
    if len(merged) < 2:
        return 1.0
    statistic = sum((o - e) ** 2 / e for o, e in merged)
    return float(chdtrc(len(merged) - 1, statistic))


def binomial_p(successes: int, trials: int, probability: float) -> float:
    """Exact two-sided p-value of a count of successes: twice the smaller tail, at most 1.

    Examples
    --------
    >>> binomial_p(0, 10, 0.5), binomial_p(5, 10, 0.5)
    (0.001953125, 1.0)
    """
    if trials == 0:
        return 1.0
    lower = bdtr(successes, trials, probability)
    upper = bdtrc(successes - 1, trials, probability) if successes > 0 else 1.0
    return float(min(2 * min(lower, upper), 1.0))


def law_p(counts: ArrayLike, probabilities: ArrayLike) -> float:
    """P-value of counts under a law: the chi-square test and an exact one of the last cell.

    The smaller of the two, doubled: below alpha with probability alpha at most, down to alphas
    near 1e-4, for which cells that expect under 50 are merged.
    """
    observed = np.asarray(counts)
    last = float(min(np.asarray(probabilities, float)[-1], 1.0))
    exact = binomial_p(int(observed[-1]), int(observed.sum()), last)
    return min(2 * min(exact, chi_square_p(observed, probabilities, _LEAST_FAR_OUT)), 1.0)
