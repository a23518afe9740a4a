"""The one number that an algorithm is played with."""

from typing import NamedTuple

__all__ = ["Setting"]


class Setting(NamedTuple):
    """Meaning and range of an algorithm's number.

    Attributes
    ----------
    name : str
        What the number is, as written on axes.
    low, high : float
        Allowed range, both ends included.
    whole : bool
        Whether only whole numbers are allowed.
    infinite : bool
        Whether plus infinity is allowed as well, as a limit.
    """

    name: str
    low: float
    high: float
    whole: bool = False
    infinite: bool = False
