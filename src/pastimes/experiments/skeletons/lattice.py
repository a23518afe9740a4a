"""The triangular lattice: directions, stars and the twelve symmetries.

A point has coordinates (q, r). Direction d, from 0 to 5, leads to a neighbour; they go around in
steps of 60 degrees. The *star* of a vertex is the set of directions of its edges, as a word of six
bits. A symmetry is a whole number from 0 to 11: below 6 the rotation by so many steps, from 6 on
that rotation after the reflection which swaps directions d and -d.
"""

from collections.abc import Iterator

__all__ = [
    "DIRECTIONS",
    "SYMMETRIES",
    "angles",
    "degree",
    "directions_of",
    "moved_direction",
    "moved_point",
    "moved_star",
    "step",
]

Point = tuple[int, int]

DIRECTIONS: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SYMMETRIES = range(12)


def step(point: Point, direction: int, times: int = 1) -> Point:
    """The point so many steps away in a direction, which may be any whole number."""
    q, r = DIRECTIONS[direction % 6]
    return point[0] + times * q, point[1] + times * r


def directions_of(star: int) -> list[int]:
    """The directions of a star, ascending."""
    return [d for d in range(6) if star >> d & 1]


def degree(star: int) -> int:
    """How many edges a star has."""
    return star.bit_count()


def angles(star: int) -> Iterator[tuple[int, int]]:
    """The angles of a star: first direction, and steps of 60 degrees to the next one.

    A star of one edge has none. Two edges make two angles, an inner and an outer.
    """
    found = directions_of(star)
    if len(found) > 1:
        for this, following in zip(found, [*found[1:], found[0] + 6], strict=True):
            yield this, following - this


def moved_direction(symmetry: int, direction: int) -> int:
    """Where a symmetry takes a direction."""
    turned = direction if symmetry < 6 else -direction
    return (turned + symmetry) % 6


def moved_star(symmetry: int, star: int) -> int:
    """Where a symmetry takes a star."""
    return sum(1 << moved_direction(symmetry, d) for d in directions_of(star))


def moved_point(symmetry: int, point: Point) -> Point:
    """Where a symmetry takes a point; the origin stays."""
    q, r = point  # q steps in direction 0 and r in direction 1
    (a, b), (c, d) = (DIRECTIONS[moved_direction(symmetry, e)] for e in (0, 1))
    return q * a + r * c, q * b + r * d
