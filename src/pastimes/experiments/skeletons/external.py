"""Sequences that others computed, which the search gives when rules are turned off.

References
----------
The On-Line Encyclopedia of Integer Sequences, by the numbers given.
"""

from fractions import Fraction
from typing import NamedTuple

from pastimes.experiments.skeletons.readings import parse

__all__ = ["PUBLISHED", "Published", "count_as_published"]


class Published(NamedTuple):
    """A published sequence.

    Attributes
    ----------
    number : str
        Of the OEIS.
    reading : str
        The reading that gives it.
    by : str
        What it is counted by: ``edges``, from 1 on, or ``vertices``, from 2 on.
    column : str
        ``free``, ``one_sided``, or ``trees`` for those of the free ones that have no cycle.
    terms : tuple of int
    """

    number: str
    reading: str
    by: str
    column: str
    terms: tuple[int, ...]

    @property
    def first(self) -> int:
        return 1 if self.by == "edges" else 2


FREE = "exterior=free angles=free most_edges=6"
OBTUSE = "exterior=free angles=120"

PUBLISHED = (
    Published("A159867", FREE, "edges", "free", (1, 3, 12, 60, 375, 2613, 19074, 143660)),
    Published("A197459", OBTUSE, "edges", "free", (1, 1, 3, 4, 12, 27, 78, 208, 635, 1859)),
    Published(
        "A000942",
        "primary",
        "vertices",
        "trees",
        (1, 1, 3, 4, 12, 26, 77, 204, 624, 1817, 5585),
    ),
)
"""All of them."""


def count_as_published(published: Published, terms: int) -> list[int]:
    """Count so many terms of a sequence by the fast search."""
    from pastimes.experiments.skeletons.groups import GROUPS
    from pastimes.experiments.skeletons.search import count

    last = published.first + terms - 1
    by_edges = published.by == "edges"
    found = count(
        parse(published.reading), last + 1 if by_edges else last, last if by_edges else None
    )
    weights = [
        Fraction(group.rotations, 6)
        if published.column == "one_sided"
        else Fraction(group.order, 12)
        for group in GROUPS
    ]
    ours = []
    for n in range(published.first, last + 1):
        if published.column == "trees":
            of_group = found[n, n - 1, :, 0]
        else:
            of_group = (found[:, n] if by_edges else found[n])[..., 0].sum(axis=0)
        ours.append(sum(w * int(c) for w, c in zip(weights, of_group, strict=True)))
    return [int(n) for n in ours]
