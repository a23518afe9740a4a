"""Straight lines through points, by least squares."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["Line", "fitted_line"]


class Line(NamedTuple):
    """A fitted line, with a 95 % interval of its slope.

    Attributes
    ----------
    slope, low, high : float
    intercept : float
    """

    slope: float
    low: float
    high: float
    intercept: float

    def at(self, x: float) -> float:
        """Height of the line."""
        return self.intercept + self.slope * x


def fitted_line(x: ArrayLike, y: ArrayLike) -> Line:
    """Fit a line by least squares.

    The interval holds where the points scatter about a line independently, as much everywhere and
    by a normal law.

    Parameters
    ----------
    x, y : array_like of float, shape (points,)

    Raises
    ------
    ValueError
        For fewer than three points, or where x never varies.
    """
    from scipy.special import stdtrit  # slow to import, and planning reads this module

    across, up = np.asarray(x, float), np.asarray(y, float)
    if across.size < 3 or np.ptp(across) == 0:
        raise ValueError("at least three points, not all above each other")
    left, height = across - across.mean(), up - up.mean()
    slope = left @ height / (left @ left)
    residual = height - slope * left
    error = np.sqrt(residual @ residual / (across.size - 2) / (left @ left))
    margin = stdtrit(across.size - 2, 0.975) * error
    intercept = up.mean() - slope * across.mean()
    return Line(float(slope), float(slope - margin), float(slope + margin), float(intercept))
