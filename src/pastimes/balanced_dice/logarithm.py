"""Binary logarithms of many numbers at once: the compiler makes vector code of it."""

import numpy as np
from numba import njit

__all__ = ["add_log2"]

_SQRT_HALF_BITS = np.float64(0.5**0.5).view(np.int64)
_TWO_OVER_LN2 = 2 / np.log(2)
_SERIES = tuple(1 / (2 * k + 1) for k in range(10))  # of atanh: the eleventh term is below 1e-17


# With numba's own model of errors each division is checked, and no vector code comes of the loop.
@njit(cache=True, error_model="numpy")
def add_log2(values, total):
    """Add log2 of each value to a total.

    Parameters
    ----------
    values : ndarray of float, shape (n,)
        Positive and not subnormal.
    total : ndarray of float, shape (n,)

    Notes
    -----
    value = 2^e m with m from sqrt(1/2) to sqrt(2), and ln m = 2 atanh((m - 1) / (m + 1)) by its
    series. Within 2e-16 of the larger of 1 and the logarithm.
    """
    for j in range(values.size):
        bits = np.float64(values[j]).view(np.int64)
        exponent = (bits - _SQRT_HALF_BITS) >> 52
        mantissa = np.int64(bits - (exponent << 52)).view(np.float64)
        s = (mantissa - 1.0) / (mantissa + 1.0)
        square = s * s
        series = _SERIES[9]
        series = series * square + _SERIES[8]
        series = series * square + _SERIES[7]
        series = series * square + _SERIES[6]
        series = series * square + _SERIES[5]
        series = series * square + _SERIES[4]
        series = series * square + _SERIES[3]
        series = series * square + _SERIES[2]
        series = series * square + _SERIES[1]
        series = series * square + _SERIES[0]
        total[j] += exponent + series * s * _TWO_OVER_LN2
