"""Skeletons one by one, numbered, in a consistent orientation."""

from typing import NamedTuple

from pastimes.experiments.skeletons.groups import GROUPS, group_of
from pastimes.experiments.skeletons.lattice import SYMMETRIES, Point, moved_point, moved_star, step
from pastimes.experiments.skeletons.plain import Edge, Figures, images, words
from pastimes.experiments.skeletons.readings import Reading
from pastimes.experiments.skeletons.search import drawings

__all__ = ["Skeleton", "plain_edges", "skeletons", "written"]


class Skeleton(NamedTuple):
    """A drawing up to symmetry.

    Attributes
    ----------
    number : int
        From 1, among those with as many vertices: by cycle rank, then by outline.
    points : tuple of (int, int)
        Vertices, x in half units and y in half units of the square root of 3, lying low and wide.
    edges : tuple of (int, int)
        Pairs of indices of points.
    rooms : dict from int to int
        Connections that outer vertices have room for, by index.
    group : str
        Its symmetry group, a name from `groups.GROUPS`.
    words : tuple of int
        Patterns of 1, 2 and 3 connections up to its symmetry.
    """

    number: int
    points: tuple[tuple[int, int], ...]
    edges: tuple[tuple[int, int], ...]
    rooms: dict[int, int]
    group: str
    words: tuple[int, int, int]

    @property
    def cycle_rank(self) -> int:
        """How many edges are more than a tree would have."""
        return len(self.edges) - len(self.points) + 1

    @property
    def outline(self) -> tuple[object, ...]:
        """What two skeletons with as many vertices differ in."""
        return self.points, self.edges


def plain_edges(stars: dict[Point, int]) -> list[Edge]:
    """A drawing of the fast search as the slow one writes it."""
    found = []
    for point, star in stars.items():
        for direction in range(3):
            if star >> direction & 1:
                ends = [(2 * q + r, r) for q, r in (point, step(point, direction))]
                found.append((min(ends), max(ends)))
    return found


def _group(stars: dict[Point, int]) -> str:
    symmetries = sum(1 << g for g in SYMMETRIES if _from_origin(stars, g) == _from_origin(stars, 0))
    return GROUPS[group_of(symmetries)].name


def _from_origin(stars: dict[Point, int], symmetry: int) -> dict[Point, int]:
    moved = {moved_point(symmetry, p): moved_star(symmetry, star) for p, star in stars.items()}
    r, q = min((r, q) for q, r in moved)
    return {(a - q, b - r): star for (a, b), star in moved.items()}


def _outline(edges: tuple[Edge, ...]) -> tuple[int, tuple[Edge, ...]]:
    """Low drawings first."""
    heights = [y for edge in edges for _, y in edge]
    return max(heights) - min(heights), edges


def skeletons(reading: Reading, vertices: int) -> list[Skeleton]:
    """All skeletons with so many vertices, in order.

    Parameters
    ----------
    reading : Reading
    vertices : int
        From 2 on; up to 8 takes seconds.
    """
    groups = {}
    for stars in drawings(reading, vertices):
        groups[min(images(plain_edges(stars)), key=_outline)] = _group(stars)
    ordered = sorted(groups, key=lambda edges: (len(edges), *_outline(edges)))
    return [_skeleton(n, edges, groups[edges]) for n, edges in enumerate(ordered, start=1)]


def _skeleton(number: int, edges: tuple[Edge, ...], group: str) -> Skeleton:
    points = tuple(sorted({p for edge in edges for p in edge}))
    index = {p: i for i, p in enumerate(points)}
    figures = Figures(frozenset(edges))
    one, two, three = (words(figures, k, one_each=False) for k in (1, 2, 3))
    return Skeleton(
        number,
        points,
        tuple((index[a], index[b]) for a, b in edges),
        {index[p]: room for p, room in sorted(figures.rooms.items())},
        group,
        (one, two, three),
    )


def written(skeleton: Skeleton) -> tuple[str, str, str]:
    """Points, edges and rooms of a skeleton as text."""
    return (
        " ".join(f"{x},{y}" for x, y in skeleton.points),
        " ".join(f"{a}-{b}" for a, b in skeleton.edges),
        " ".join(f"{i}:{room}" for i, room in skeleton.rooms.items()),
    )
