"""What striking tells about the moves of a position: the essay's last open question."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.sylver.semigroups import END, closure, is_irreducible
from pastimes.experiments.sylver.values import reachable, solve, winning_moves
from pastimes.experiments.sylver.words import largest, shifted, size, smallest

__all__ = ["Look", "Moves", "looks", "moves_of"]

_ONE = np.uint64(1)


class Moves(NamedTuple):
    """The moves of positions, as columns of shape (moves,).

    Attributes
    ----------
    position : ndarray of int64
        Gaps of the position, bit n - 1 for n.
    number : ndarray of int64
        The number named.
    struck : ndarray of int64
        1 where the move is struck.
    winning : ndarray of int64
        1 where it wins.
    neighbours : ndarray of int64
        How many of the numbers next to it are struck.
    nearest : ndarray of int64
        Distance to the nearest other struck number; 64 where there is none.
    unpaired : ndarray of int64
        Gaps left by it that do not pair off: twice the genus less Frobenius number and 1.
    """

    position: NDArray[np.int64]
    number: NDArray[np.int64]
    struck: NDArray[np.int64]
    winning: NDArray[np.int64]
    neighbours: NDArray[np.int64]
    nearest: NDArray[np.int64]
    unpaired: NDArray[np.int64]


def moves_of(positions: NDArray[np.uint64]) -> Moves:
    """All moves of positions, with what striking them tells.

    Parameters
    ----------
    positions : ndarray of uint64, shape (positions,)
        Gaps of each.
    """
    return Moves(*_list_all(positions, *solve(reachable(positions, True))))


@njit(cache=True)
def _list_all(positions, keys, values):
    rows = 0
    for gaps in positions:
        rows += size(gaps & ~END)
    columns = np.zeros((7, rows), np.int64)
    row = 0
    for gaps in positions:
        winners = winning_moves(gaps, keys, values)
        first, struck, rest = row, np.uint64(0), gaps & ~END
        while rest:
            number = smallest(rest)
            rest &= rest - _ONE
            left = ~closure(~gaps, number)
            hit = left != END and is_irreducible(left)
            struck |= np.uint64(hit) << np.uint64(number)
            columns[0, row] = shifted(gaps)
            columns[1, row] = number
            columns[2, row] = hit
            columns[3, row] = np.int64(winners >> np.uint64(number) & _ONE)
            columns[6, row] = 2 * size(left) - largest(left) - 1
            row += 1
        for i in range(first, row):
            number = columns[1, i]
            columns[4, i] = size(struck & np.uint64(5) << np.uint64(number - 1))
            columns[5, i] = _nearest(struck, number)
    return columns


@njit(cache=True)
def _nearest(struck, number):
    for distance in range(1, 64):
        for other in (number - distance, number + distance):
            if 0 < other < 64 and struck >> np.uint64(other) & _ONE:
                return distance
    return 64


class Look(NamedTuple):
    """One way of asking whether striking tells something.

    Attributes
    ----------
    predictor : str
        What may tell.
    within : str
        What is compared with each other.
    strata : ndarray
        Items of one stratum are compared.
    x, y : ndarray
        What may tell; what it may tell of: whether a move wins, or how late in a position the
        first winner comes.
    """

    predictor: str
    within: str
    strata: NDArray[np.int64]
    x: NDArray[Any]
    y: NDArray[Any]


def looks(moves: Moves) -> Iterator[Look]:
    """Every look at the question, so that all are counted when the tests are corrected.

    Moves that are not struck, from 4 on, are compared with those of the same position, and with
    those that name the same number at the same genus; positions of one genus with each other.
    Winners are looked for from 4 on, among the moves not struck.
    """
    columns = moves._asdict()
    _, place = np.unique(moves.position, return_inverse=True)
    genera = np.bincount(place) + 1
    tried = (moves.struck == 0) & (moves.number >= 4)
    at_number = 64 * genera[place] + moves.number
    for name in ("neighbours", "nearest", "unpaired"):
        x, y = columns[name][tried], moves.winning[tried]
        yield Look(name, "position", place[tried], x, y)
        yield Look(name, "number", at_number[tried], x, y)
    key = np.where(tried, (moves.number - 4) % 64, 64)
    lateness = _lateness(place, key, moves.winning * tried)
    struck = np.bincount(place, moves.struck)
    beside = np.bincount(place, moves.neighbours * tried)
    asked = np.isfinite(lateness)
    for name, x in (("struck moves", struck), ("moves beside struck ones", beside)):
        yield Look(name, "genus", genera[asked], x[asked], lateness[asked])


def _lateness(
    place: NDArray[np.intp], key: NDArray[np.int64], winning: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Rank of each position's first winner, over its mean in random order; infinite for none.

    The first of w winners among m moves stands at (m + 1) / (w + 1) on average, however many of
    the position's moves are not among them, having the key 64.
    """
    least = np.full(place.max() + 1, 64)
    np.minimum.at(least, place[winning == 1], key[winning == 1])
    rank = np.bincount(place, key <= least[place])
    moves, winners = np.bincount(place, key < 64), np.bincount(place, winning)
    return np.where(winners > 0, rank * (winners + 1) / (moves + 1), np.inf)
