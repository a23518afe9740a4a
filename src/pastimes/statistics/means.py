"""Means, spreads and ratios of independent samples, with large-sample intervals.

Each function returns ``(value, low, high)``; the ends are nan where one sample, or an infinite
one, leaves the error unknown.
"""

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["mean_interval", "ratio_interval", "spread_interval"]

_Z95 = 1.959963984540054  # 97.5 % quantile of the normal law
Interval = tuple[float, float, float]


def mean_interval(samples: NDArray[np.float64]) -> Interval:
    """Mean of independent samples, shape (n,), with its 95 % interval."""
    if not np.isfinite(samples).all():
        infinities = {float(x) for x in samples if not math.isfinite(x)}
        return infinities.pop() if len(infinities) == 1 else math.nan, math.nan, math.nan
    deviation = float(np.std(samples, ddof=1)) if len(samples) > 1 else math.nan
    return _around(float(np.mean(samples)), deviation, len(samples))


def spread_interval(samples: NDArray[np.float64]) -> Interval:
    """Standard deviation of independent samples, shape (n,), with its 95 % interval.

    Notes
    -----
    The variance of the sample variance is (m4 - s^4) / n, carried to the standard deviation by
    the delta method; no normality is assumed. Where that is not positive, as it never is for two
    or three samples, the ends are nan.
    """
    if len(samples) < 2 or not np.isfinite(samples).all():
        return math.nan, math.nan, math.nan
    spread = float(np.std(samples, ddof=1))
    fourth = float(np.mean((samples - np.mean(samples)) ** 4))
    if spread == 0 or fourth <= spread**4:
        return spread, math.nan, math.nan
    return _around(spread, math.sqrt(fourth - spread**4) / (2 * spread), len(samples))


def ratio_interval(numerators: NDArray[np.float64], denominators: NDArray[np.float64]) -> Interval:
    """Ratio of two means over the same samples, each shape (n,), with its 95 % interval.

    Notes
    -----
    By linearisation: the residuals ``numerator - ratio * denominator`` carry the error. An
    infinite sample leaves nothing known.

    References
    ----------
    Cochran, Sampling Techniques, 3rd ed. (1977), section 6.3.
    """
    if not (np.isfinite(numerators).all() and np.isfinite(denominators).all()):
        return math.nan, math.nan, math.nan
    scale = float(np.mean(denominators))
    if scale == 0:
        return math.nan, math.nan, math.nan
    ratio = float(np.mean(numerators)) / scale
    residuals = (numerators - ratio * denominators) / scale
    deviation = float(np.std(residuals, ddof=1)) if len(residuals) > 1 else math.nan
    return _around(ratio, deviation, len(residuals))


def _around(value: float, deviation: float, samples: int) -> Interval:
    margin = _Z95 * deviation / math.sqrt(samples)
    return value, value - margin, value + margin
