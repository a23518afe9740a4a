"""Readings of the essay's rules: named switches, and what each asks of a drawing.

A rule about an angle or a vertex is a *demand*: at least one of some *clauses* must hold, and a
clause holds if certain edges are drawn, and for a few if certain edges are not. All edges are
given relative to the vertex, as (point, direction).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pastimes.experiments.skeletons.lattice import Point, angles, degree, directions_of, step
from pastimes.switches import read_switches

__all__ = [
    "PRIMARY",
    "SWITCHES",
    "Clause",
    "Reading",
    "demands",
    "hexagon",
    "parse",
    "stars",
    "unjoined",
]

Edge = tuple[Point, int]
Clause = tuple[tuple[Edge, bool], ...]
"""Edges, each with whether it is to be drawn or not."""

SWITCHES = {
    "diamond": ("rhombus", "none"),
    "paired60": ("any", "hexagon"),
    "hexagon_spoke": ("yes", "no"),
    "centre_straight": ("yes", "no"),
    "dangling_spoke": ("yes", "no"),
    "straight_next_to": ("vertex", "neighbour"),
    "trapezoid": ("no", "yes"),
    "induced": ("no", "yes", "rhombus"),
    "exterior": ("needed", "free"),
    "angles": ("ruled", "120", "free"),
    "most_edges": ("3", "6"),
}
"""Values of each switch, that of the primary reading first. The last three turn whole rules off,
for checks against sequences that others computed."""


@dataclass(frozen=True)
class Reading:
    """One way to read the rules; each field is a switch.

    Attributes
    ----------
    diamond : str
        Whether an acute angle passes in a rhombus without its diagonal.
    paired60 : str
        Whether two acute angles beside each other pass anywhere, or only at a spoke of a hexagon.
    hexagon_spoke : str
        Whether the acute angles at a spoke of a hexagon pass as such.
    centre_straight : str
        Whether a straight line may pass through the centre of a hexagon.
    dangling_spoke : str
        Whether a single edge may end at the centre of a hexagon.
    straight_next_to : str
        Whether a straight angle passes only at a vertex with an acute one, or beside one as well.
    trapezoid : str
        Whether the angles of a trapezoid of five edges pass.
    induced : str
        Whether neighbouring points must be joined: no; yes; or but for the diagonal of a rhombus.
    exterior : str
        Whether an outer vertex must have an edge to spare.
    angles : str
        Whether angles follow the rules, are all 120 degrees or more than 180, or are free.
    most_edges : str
        Edges that a vertex may have.
    """

    diamond: str = "rhombus"
    paired60: str = "any"
    hexagon_spoke: str = "yes"
    centre_straight: str = "yes"
    dangling_spoke: str = "yes"
    straight_next_to: str = "vertex"
    trapezoid: str = "no"
    induced: str = "no"
    exterior: str = "needed"
    angles: str = "ruled"
    most_edges: str = "3"


PRIMARY = Reading()


def parse(text: str) -> Reading:
    """The reading written ``primary``, or as switches ``name=value`` with spaces between.

    Raises
    ------
    ValueError
        Where a switch or its value is unknown, or a switch is given twice.
    """
    return replace(PRIMARY, **read_switches(text, SWITCHES, "primary"))


def stars(reading: Reading) -> list[int]:
    """Stars that a vertex may have, its surroundings aside."""
    most = int(reading.most_edges)
    return [star for star in range(1, 64) if degree(star) <= most and _may_be(reading, star)]


def _may_be(reading: Reading, star: int) -> bool:
    return reading.angles != "120" or not {1, 3} & {size for _, size in angles(star)}


def demands(reading: Reading, star: int) -> Iterator[list[Clause]]:
    """What the rules ask of a vertex with this star: of each demand one clause must hold."""
    if reading.angles != "ruled":
        return
    found = list(angles(star))
    for direction, size in found:
        if size == 1:
            yield list(_acute(reading, star, direction))
    if degree(star) == 2 and [size for _, size in found] == [3, 3]:
        yield list(_straight(reading, found[0][0]))
    middle = _middle(star)
    if middle is not None and reading.paired60 == "hexagon":
        yield [_drawn(hexagon(step((0, 0), middle)))]
    if degree(star) == 1 and reading.dangling_spoke == "no":
        yield [((edge, False),) for edge in hexagon((0, 0))]


def unjoined(reading: Reading, direction: int) -> list[Clause]:
    """What a vertex must show that is not joined to a vertex next to it in a direction."""
    if reading.induced == "rhombus":
        left, right = (step((0, 0), direction + side) for side in (1, -1))
        return [
            _drawn(
                [
                    ((0, 0), direction + 1),
                    ((0, 0), direction - 1),
                    (left, direction - 1),
                    (right, direction + 1),
                ]
            )
        ]
    return []


def hexagon(centre: Point) -> list[Edge]:
    """The six edges around a point."""
    return [(step(centre, d), d + 2) for d in range(6)]


def _drawn(edges: list[Edge]) -> Clause:
    return tuple((edge, True) for edge in edges)


def _middle(star: int) -> int | None:
    """The middle edge of three that make two acute angles beside each other, else None."""
    found = directions_of(star)
    sizes = [size for _, size in angles(star)]
    if sorted(sizes) != [1, 1, 4]:
        return None
    return next(d for d in found if (d + 1) % 6 in found and (d - 1) % 6 in found)


def _acute(reading: Reading, star: int, d: int) -> Iterator[Clause]:
    """What justifies the angle of 60 degrees from direction d to the next."""
    a, b = step((0, 0), d), step((0, 0), d + 1)
    yield _drawn([(a, d + 2)])  # a triangle
    if reading.diamond == "rhombus":
        yield _drawn([(a, d + 1), (b, d)])
    middle = _middle(star)
    if middle is not None and reading.hexagon_spoke == "yes":
        yield _drawn(hexagon(step((0, 0), middle)))
    if reading.trapezoid == "yes":  # its longer side in either of the two directions
        yield _drawn([(a, d), (b, d), (step(b, d), d - 1)])
        yield _drawn([(b, d + 1), (a, d + 1), (step(a, d + 1), d + 2)])


def _straight(reading: Reading, d: int) -> Iterator[Clause]:
    """What justifies the straight angle along direction d at a vertex of two edges."""
    ahead, behind = step((0, 0), d), step((0, 0), d + 3)
    if reading.centre_straight == "yes":
        yield _drawn(hexagon((0, 0)))
    if reading.straight_next_to == "neighbour":
        for end in (ahead, behind):
            for e in range(6):
                yield _drawn([(end, e), (end, e + 1)])
    if reading.trapezoid == "yes":
        for side in (1, -1):
            top = step(behind, d + side)
            yield _drawn([(behind, d + side), (top, d), (ahead, d + 2 * side)])
