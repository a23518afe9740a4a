"""How numbers are written in prose and tables: the one filter that all of them pass."""

import math
from fractions import Fraction
from typing import Any

__all__ = ["cell", "figures", "ours"]


def figures(value: Any, digits: int = 3) -> str:
    """A number to some significant digits, without exponent where it is readable without.

    Examples
    --------
    >>> figures(0.120845, 3), figures(12345.6, 3), figures(float("inf")), figures(-0.00001, 2)
    ('0.121', '12,346', '∞', '−0.000010')
    """
    number = float(value)
    if math.isnan(number):
        return "not available"
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    if number == int(number) and abs(number) < 1e15:
        text = f"{int(number):,}"
    elif 1e-9 < abs(number) < 1e15:
        exponent = int(f"{number:.{digits - 1}e}".partition("e")[2])  # after rounding
        text = f"{number:,.{max(digits - 1 - exponent, 0)}f}"
    else:
        text = f"{number:.{digits - 1}e}".replace("e+", "e")
    return text.replace("-", "−")


def ours(value: str | None) -> str:
    """A verdict's figure, shortened for reading; words and integers as they are."""
    if value is None:
        return "not settled"
    try:
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        return {"inf": "∞", "-inf": "−∞"}.get(value, value)
    exact = number.denominator == 1 or "/" in value
    return value.replace("-", "−") if exact else figures(number, 5)


def cell(value: Any) -> str:
    """A table's cell: numbers to four digits, gaps as a dash."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "–"
    return value if isinstance(value, str) else figures(value, 4)
