"""Findings: what an experiment's tables say about a claim."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Finding"]

Number = int | float | Fraction


@dataclass(frozen=True)
class Finding:
    """What the tables say about a claim.

    Attributes
    ----------
    ours : int, float, Fraction, str or None
        Our figure, or words; None where there is nothing to say.
    convention : str
        What was assumed, in a sentence or two.
    low, high : float, optional
        The 95 % interval of an estimate; infinite where it is open, nan where the error is
        unknown, absent where `ours` is exact.
    verdict : str, optional
        A word of `judge.verdicts.VERDICTS`: for words, and for what numbers cannot decide.
    rows : tuple of DataFrame
        The rows it rests on; their ``run`` column becomes the verdict's runs.
    alternatives : tuple of Finding
        The same under other conventions that the essay leaves possible: where they are judged
        differently, the verdict is *ambiguous*.
    """

    ours: Number | str | None
    convention: str
    low: float | None = None
    high: float | None = None
    verdict: str | None = None
    rows: tuple["pd.DataFrame", ...] = field(default=(), repr=False)
    alternatives: tuple["Finding", ...] = ()

    @property
    def runs(self) -> list[str]:
        return sorted({run for frame in self.rows for run in frame["run"]})
