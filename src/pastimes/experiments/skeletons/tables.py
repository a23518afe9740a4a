"""A reading's rules, and the symmetries, as flat arrays for the search.

Points are places in a grid of rows `WIDTH` wide; a step in direction d adds `STEPS[d]`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pastimes.experiments.skeletons.lattice import (
    DIRECTIONS,
    SYMMETRIES,
    Point,
    degree,
    moved_point,
    moved_star,
)
from pastimes.experiments.skeletons.readings import Clause, Reading, demands, stars, unjoined

__all__ = ["DEGREES", "MOVED_POINTS", "MOVED_STARS", "STEPS", "WIDTH", "Rules", "rules_of"]

WIDTH = 64
"""Places in a row of the grid."""


def _place(point: Point) -> int:
    return point[1] * WIDTH + point[0]


STEPS = np.array([_place(d) for d in DIRECTIONS])
"""Difference of places, by direction."""

DEGREES = np.array([degree(star) for star in range(64)])
"""Edges of each star."""

MOVED_STARS = np.array([[moved_star(g, star) for star in range(64)] for g in SYMMETRIES])
"""Where each symmetry takes each star, shape (12, 64)."""

MOVED_POINTS = np.array([[moved_point(g, unit) for unit in DIRECTIONS[:2]] for g in SYMMETRIES])
"""Where each symmetry takes the points (1, 0) and (0, 1), shape (12, 2, 2)."""


class Rules(NamedTuple):
    """A reading for the search.

    Attributes
    ----------
    fits : ndarray of int64, shape (stars,)
        Stars in groups that fit what is known of a vertex's edges.
    fits_from : ndarray of int64, shape (4097,)
        Where the group begins that fits six bits of edges drawn and, 64 times, of edges absent.
    asked : ndarray of int64, shape (71,)
        Where the demands of each star begin; after the stars, the demand of a vertex that is not
        joined to the one next to it in each direction.
    program : ndarray of int64
        Where each demand is written further on; then, of each, the number of its clauses, and of
        each clause the number of edges, and of each edge its place from the vertex, its direction,
        and 1 where it is to be drawn.
    capacity : ndarray of int64, shape (64,)
        Connections that a vertex of each star has room for, three edges being the most.
    joined : bool
        Whether neighbouring points must be joined, the demands met aside.
    exterior : bool
        Whether an outer vertex must have room for a connection.
    """

    fits: NDArray[np.int64]
    fits_from: NDArray[np.int64]
    asked: NDArray[np.int64]
    program: NDArray[np.int64]
    capacity: NDArray[np.int64]
    joined: bool
    exterior: bool


def rules_of(reading: Reading) -> Rules:
    """Lay out a reading's rules in arrays."""
    allowed = stars(reading)
    groups = [
        [s for s in allowed if s & drawn == drawn and not s & absent]
        for absent in range(64)
        for drawn in range(64)
    ]
    by_star = [list(demands(reading, star)) for star in range(64)]
    by_direction = [[unjoined(reading, d)] for d in range(6)]
    every = [*by_star, *by_direction]
    return Rules(
        np.array([s for group in groups for s in group]),
        _starts([len(group) for group in groups]),
        _starts([len(of_one) for of_one in every]),
        _program([demand for of_one in every for demand in of_one]),
        np.array([max(3 - degree(star), 0) for star in range(64)]),
        reading.induced != "no",
        reading.exterior == "needed",
    )


def _starts(lengths: list[int]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])


def _program(asked: list[list[Clause]]) -> NDArray[np.int64]:
    written = [_written(demand) for demand in asked]
    head = len(asked) + _starts([len(words) for words in written])[:-1]
    return np.array([*head, *(word for words in written for word in words)])


def _written(demand: list[Clause]) -> list[int]:
    words = [len(demand)]
    for clause in demand:
        words.append(len(clause))
        for (point, direction), drawn in clause:
            words += [_place(point), direction % 6, int(drawn)]
    return words
