"""The fast search beside the slow method, and readings beside each other."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pastimes.experiments.skeletons.listing import Skeleton, plain_edges, skeletons
from pastimes.experiments.skeletons.plain import Figures, canonical, follows, grow, words
from pastimes.experiments.skeletons.readings import PRIMARY, Reading
from pastimes.experiments.skeletons.search import count, drawings
from pastimes.experiments.skeletons.strain import SAMENESS, least_strained

__all__ = ["Comparison", "apart", "compare"]


class Comparison(NamedTuple):
    """Both methods in one reading.

    Attributes
    ----------
    reading : str
    grown : int
        Drawings that the slow method holds against the rules.
    free : int
        Of these, those that pass, up to symmetry.
    words : int
        Patterns of 1 to 3 connections on them.
    same, same_words : bool or None
        Whether the fast search finds the same drawings, and counts as many words of each number of
        connections, where vertices take several and where they take one; None where it has no such
        reading.
    """

    reading: str
    grown: int
    free: int
    words: int
    same: bool | None
    same_words: bool | None


def compare(vertices: int, readings: Mapping[str, Reading]) -> Iterator[Comparison]:
    """Compare the methods on all drawings with so many vertices.

    Readings of least strain, which the slow method alone can try, come last.
    """
    by_degree = {
        most: [Figures(drawing) for drawing in grow(vertices, most)]
        for most in {3, *(int(reading.most_edges) for reading in readings.values())}
    }
    for name, reading in readings.items():
        grown = by_degree[int(reading.most_edges)]
        passing = [figures for figures in grown if follows(figures, reading)]
        slow = [
            sum(words(figures, k, one_each) for figures in passing)
            for one_each in (False, True)
            for k in (1, 2, 3)
        ]
        fast = count(reading, vertices)[vertices].sum(axis=(0, 1))[1:]
        met = {canonical(plain_edges(stars)) for stars in drawings(reading, vertices)}
        same = met == {canonical(figures.drawing) for figures in passing}
        same_words = [12 * n for n in slow] == fast.tolist()
        yield Comparison(name, len(grown), len(passing), sum(slow[:3]), same, same_words)
    grown = by_degree[3]
    roomy = [figures for figures in grown if figures.rooms]
    for name, code in SAMENESS.items():
        least = least_strained(roomy, code)
        number = sum(words(f, k, one_each=False) for f in least for k in (1, 2, 3))
        yield Comparison(f"least_strain={name}", len(grown), len(least), number, None, None)


def apart(reading: Reading, most_vertices: int) -> list[tuple[int, str, int, Skeleton]]:
    """The smallest drawings that follow the primary reading or another one, but not both.

    Returns
    -------
    list of tuple
        Vertices; ``primary`` or ``other``; how many drawings with so many vertices follow that
        one alone; and the first of them. Empty where the readings agree as far as was looked.
    """
    for vertices in range(2, most_vertices + 1):
        sets = {
            name: {skeleton.outline: skeleton for skeleton in skeletons(each, vertices)}
            for name, each in (("primary", PRIMARY), ("other", reading))
        }
        found = []
        for name, rest in (("primary", "other"), ("other", "primary")):
            alone = [s for key, s in sets[name].items() if key not in sets[rest]]
            if alone:
                found.append((vertices, name, len(alone), alone[0]))
        if found:
            return found
    return []
