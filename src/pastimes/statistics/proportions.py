"""Proportions of independent trials, with exact intervals."""

from scipy.special import betaincinv

__all__ = ["proportion_interval"]


def proportion_interval(
    successes: int, trials: int, level: float = 0.95
) -> tuple[float, float, float]:
    """Proportion of successes with its exact interval.

    Returns
    -------
    tuple of float
        Proportion, low end, high end. No success gives an interval from 0 of positive width.

    Raises
    ------
    ValueError
        Where there are no trials.

    References
    ----------
    Clopper and Pearson, Biometrika 26 (1934), doi:10.1093/biomet/26.4.404.

    Examples
    --------
    >>> [round(end, 4) for end in proportion_interval(0, 100)]
    [0.0, 0.0, 0.0362]
    """
    if trials < 1:
        raise ValueError(f"trials: {trials}: at least 1")
    tail = (1 - level) / 2
    low = betaincinv(successes, trials - successes + 1, tail) if successes > 0 else 0.0
    high = betaincinv(successes + 1, trials - successes, 1 - tail) if successes < trials else 1.0
    return successes / trials, float(low), float(high)
