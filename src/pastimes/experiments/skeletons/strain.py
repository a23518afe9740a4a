"""Drawings of least strain: 120 degrees "wherever possible", taken as a minimum.

The *strain* of a drawing is its number of angles of 60 and 180 degrees. It is least among the
drawings of the same plane map (the same graph with the same edges around each vertex, mirrored or
not), or among those of the same graph. Slow: all drawings of a size are compared.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import permutations

from pastimes.experiments.skeletons.plain import AROUND, Figures, Point

__all__ = ["SAMENESS", "graph_code", "least_strained", "map_code", "strain"]


def strain(figures: Figures) -> int:
    """Angles of 60 and of 180 degrees of a drawing."""
    return len(figures.acute) + len(figures.all_straight)


def least_strained(
    drawings: Iterable[Figures], code: Callable[[Figures], Hashable]
) -> list[Figures]:
    """Those of some drawings that none of equal code has less strain than."""
    groups: dict[Hashable, list[Figures]] = {}
    for figures in drawings:
        groups.setdefault(code(figures), []).append(figures)
    return [
        figures
        for group in groups.values()
        for figures in group
        if strain(figures) == min(map(strain, group))
    ]


def _rotations(figures: Figures) -> dict[Point, list[Point]]:
    """The neighbours of each vertex in the order in which they lie around it."""
    return {
        (x, y): [(x + a, y + b) for a, b in AROUND if (x + a, y + b) in joined]
        for (x, y), joined in figures.neighbours.items()
    }


def map_code(figures: Figures) -> Hashable:
    """The same for drawings of the same plane map, and only then.

    The least description of walks that number the vertices as they are met, from every edge in
    either direction, around each vertex in either sense.
    """
    rotations = _rotations(figures)
    turned = {p: around[::-1] for p, around in rotations.items()}
    return min(
        _walk(around, start, first)
        for around in (rotations, turned)
        for start, joined in around.items()
        for first in joined
    )


def _walk(around: dict[Point, list[Point]], start: Point, first: Point) -> tuple[int, ...]:
    number = {start: 0}
    entries = [(start, first)]
    code = []
    for vertex, entry in entries:
        at = around[vertex].index(entry)
        for neighbour in around[vertex][at:] + around[vertex][:at]:
            if neighbour not in number:
                number[neighbour] = len(number)
                entries.append((neighbour, vertex))
            code.append(number[neighbour])
        code.append(-1)
    return tuple(code)


def graph_code(figures: Figures) -> Hashable:
    """The same for drawings of the same graph, and only then.

    As `map_code`, over all orders of the edges around each vertex.
    """
    joined = figures.neighbours
    return min(code for start in joined for code in _orderings(joined, [start], 0, ()))


def _orderings(
    joined: dict[Point, set[Point]], order: list[Point], at: int, code: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    if at == len(order):
        yield code
        return
    known = sorted(order.index(p) for p in joined[order[at]] if p in order)
    new = [p for p in joined[order[at]] if p not in order]
    for arranged in permutations(new):
        further = (*known, *range(len(order), len(order) + len(new)), -1)
        yield from _orderings(joined, [*order, *arranged], at + 1, code + further)


SAMENESS = {"plane map": map_code, "graph": graph_code}
"""What drawings are compared with each other."""
