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
    mean = float(np.mean(samples))
    return _around(
        mean, float(np.std(samples, ddof=1)) if _measurable(samples) else math.nan, samples
    )


def spread_interval(samples: NDArray[np.float64]) -> Interval:
    """Standard deviation of independent samples, shape (n,), with its 95 % interval.

    Notes
    -----
    The variance of the sample variance is (m4 - s^4) / n, carried to the standard deviation by
    the delta method; no normality is assumed.
    """
    if not _measurable(samples):
        return math.nan, math.nan, math.nan
    deviations = samples - np.mean(samples)
    spread = float(np.std(samples, ddof=1))
    if spread == 0:
        return 0.0, math.nan, math.nan
    fourth = float(np.mean(deviations**4))
    return _around(spread, math.sqrt(max(fourth - spread**4, 0)) / (2 * spread), samples)


def ratio_interval(numerators: NDArray[np.float64], denominators: NDArray[np.float64]) -> Interval:
    """Ratio of two means over the same samples, each shape (n,), with its 95 % interval.

    Notes
    -----
    By linearisation: the residuals ``numerator - ratio * denominator`` carry the error.

    References
    ----------
    Cochran, Sampling Techniques, 3rd ed. (1977), section 6.3.
    """
    scale = float(np.mean(denominators))
    if scale == 0:
        return math.nan, math.nan, math.nan
    ratio = float(np.mean(numerators)) / scale
    if len(numerators) < 2:
        return ratio, math.nan, math.nan
    residuals = (numerators - ratio * denominators) / scale
    return _around(ratio, float(np.std(residuals, ddof=1)), numerators)


def _measurable(samples: NDArray[np.float64]) -> bool:
    return len(samples) > 1 and bool(np.isfinite(samples).all())


def _around(value: float, deviation: float, samples: NDArray[np.float64]) -> Interval:
    margin = _Z95 * deviation / math.sqrt(len(samples))
    return value, value - margin, value + margin
