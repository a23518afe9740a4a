"""Integer sequences, and the files in which the OEIS keeps their terms."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pastimes.declare.tables import Tables

__all__ = ["IntegerSequence", "b_file"]


@dataclass(frozen=True)
class IntegerSequence:
    """A sequence that a study computes.

    Attributes
    ----------
    name : str
        Name of its file, without the beginning ``b_`` and the ending.
    title : str
        What its terms count.
    first : int
        Index of the first term.
    terms : callable
        A named function of the experiment's ``sequences``: from `Tables` to whole numbers.
    """

    name: str
    title: str
    first: int
    terms: Callable[["Tables"], Sequence[int]]


def b_file(comments: Iterable[str], first: int, terms: Iterable[int]) -> str:
    """Write a b-file: comments, then an index and a term a line.

    The format is that of https://oeis.org/wiki/B-files.

    Examples
    --------
    >>> print(b_file(["Squares"], 0, [0, 1, 4]), end="")
    # Squares
    0 0
    1 1
    2 4
    """
    lines = [f"# {comment}" for comment in comments]
    lines += [f"{index} {term}" for index, term in enumerate(terms, start=first)]
    return "".join(line + "\n" for line in lines)
