"""The symmetry groups that a drawing can have, up to where their mirrors lie among like ones."""

from typing import NamedTuple

from pastimes.experiments.skeletons.lattice import SYMMETRIES, moved_direction

__all__ = ["GROUPS", "Group", "group_of"]


class Group(NamedTuple):
    """A kind of group of lattice symmetries.

    Attributes
    ----------
    name : str
        C and D with the number of rotations; mirrors lie ``along`` lattice directions or
        ``between`` them where a kind has mirrors of one sort.
    rotations, mirrors : int
        How many of each it has; the identity is a rotation.
    """

    name: str
    rotations: int
    mirrors: int

    @property
    def order(self) -> int:
        return self.rotations + self.mirrors


GROUPS = (
    Group("C1", 1, 0),
    Group("C2", 2, 0),
    Group("C3", 3, 0),
    Group("C6", 6, 0),
    Group("D1 along", 1, 1),
    Group("D1 between", 1, 1),
    Group("D2", 2, 2),
    Group("D3 along", 3, 3),
    Group("D3 between", 3, 3),
    Group("D6", 6, 6),
)
"""All kinds."""


def group_of(symmetries: int) -> int:
    """Which of `GROUPS` a set of symmetries is, given as a word of 12 bits; -1 where none."""
    members = [g for g in SYMMETRIES if symmetries >> g & 1]
    if not _is_closed(set(members)):
        return -1
    rotations = sum(g < 6 for g in members)
    mirrors = [g - 6 for g in members if g >= 6]
    name = f"{'D' if mirrors else 'C'}{rotations}"
    if rotations % 2 and mirrors:
        name += " along" if mirrors[0] % 2 == 0 else " between"
    return [group.name for group in GROUPS].index(name)


def _is_closed(members: set[int]) -> bool:
    return 0 in members and {_product(g, h) for g in members for h in members} <= members


def _product(g: int, h: int) -> int:
    """The symmetry that does h, then g."""
    zero, one = (moved_direction(g, moved_direction(h, d)) for d in (0, 1))
    return zero if (one - zero) % 6 == 1 else 6 + zero
