"""Drawings written as walks, and all small drawings, for every test of word skeletons."""

from functools import cache

import pytest

from pastimes.experiments.skeletons.plain import Figures, grow

AROUND = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


@pytest.fixture(scope="session")
def drawn():
    """Edges of walks from the origin, each a word of directions: 024 is a triangle."""

    def draw(walks):
        edges = set()
        for walk in walks.split():
            x, y = 0, 0
            for direction in map(int, walk):
                end = (x + AROUND[direction][0], y + AROUND[direction][1])
                edges.add((min((x, y), end), max((x, y), end)))
                x, y = end
        return frozenset(edges)

    return draw


@pytest.fixture(scope="session")
def grown():
    """What the slow method says of all drawings with so many vertices, of three edges at most."""
    return cache(lambda vertices: [Figures(drawing) for drawing in grow(vertices)])
