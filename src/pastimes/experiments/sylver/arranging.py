"""Lists the moves of a position in an order: the order's own part of the search."""

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from pastimes.experiments.sylver.lookup import slot_of
from pastimes.experiments.sylver.move import COSTLY, Move, fields_read
from pastimes.experiments.sylver.semigroups import END, closure, is_irreducible
from pastimes.experiments.sylver.words import largest, shifted, size, smallest

__all__ = [
    "ARRANGE",
    "GIVEN",
    "MEMORY",
    "MOVES",
    "WORDS",
    "Given",
    "arranger",
    "is_read",
    "number_of",
]

_ONE = np.uint64(1)


class Given(NamedTuple):
    """What is known before a search.

    Attributes
    ----------
    truth_keys, truth_values : ndarray
        The value of every position, a table (see `lookup`).
    wins : ndarray of int64, shape (64,)
        Wins of each number in training.
    shuffle : uint64
        Key of the random order.
    """

    truth_keys: NDArray[np.uint64]
    truth_values: NDArray[np.int8]
    wins: NDArray[np.int64]
    shuffle: np.uint64


# Types, for the search calls what is compiled here by pointer.
WORDS = types.Array(types.uint64, 1, "C")
MEMORY = types.Array(types.int64, 2, "C")
GIVEN = types.NamedTuple(
    [WORDS, types.Array(types.int8, 1, "C"), types.Array(types.int64, 1, "C"), types.uint64],
    Given,
)
ARRANGE = types.int64(
    types.uint64,  # gaps of the position
    types.uint64,  # moves to be listed
    types.int64,  # the number named before
    WORDS,  # positions searched, and their values
    types.Array(types.int8, 1, "C"),
    MEMORY,
    GIVEN,
    types.Array(types.int64, 2, "C"),  # positions in hand, one a row
    types.int64,  # the row at hand
)
MOVES = 7
"""Where the moves begin in a row of positions in hand."""


@njit(cache=True)
def number_of(move):
    """The number that a listed move names."""
    return move >> 1 & 63


@njit(cache=True)
def is_read(move):
    """Whether sorting a listed move needs its closure."""
    return move & 1


@cache
def arranger(order: ModuleType) -> Callable[..., Any]:
    """Compile what lists a position's moves in an order.

    The order's functions become part of the loop over moves, so that what they do not look at
    is not computed.
    """
    read = fields_read(order)
    finds, knows, strikes = "found" in read, "lost" in read, "struck" in read
    closes = bool(read & (COSTLY | {"found", "lost"}))
    key = njit(order.key)
    reads = njit(getattr(order, "reads", _reads_all if read & COSTLY else _reads_none))

    @njit(ARRANGE)
    def arrange(gaps, listed, last, keys, values, memory, given, stack, level):
        struck = _struck(gaps) if strikes else 0
        count = debt = 0
        while listed:
            number = smallest(listed)
            listed &= listed - _ONE
            left = ~closure(~gaps, number) if closes else gaps
            move = Move(
                number,
                shifted(gaps),
                last,
                size(left),
                largest(left),
                struck,
                _is_found_lost(keys, values, left) if finds else 0,
                _is_lost(given, left) if knows else 0,
                given.wins[number],
                _chance(gaps, number, given.shuffle),
            )
            costs = reads(move, memory)
            stack[level, MOVES + count] = key(move, memory) * 128 + number * 2 + costs
            count += 1
            debt += costs
        _sort(stack, level, count)
        return debt

    return arrange


def _reads_all(_move, _memory):
    return True


def _reads_none(_move, _memory):
    return False


@njit(cache=True)
def _is_found_lost(keys, values, gaps):
    slot = slot_of(keys, gaps)
    return np.int64(keys[slot] == gaps and values[slot] == 0)


@njit(cache=True)
def _is_lost(given, gaps):
    return np.int64(gaps == END or given.truth_values[slot_of(given.truth_keys, gaps)] == 0)


@njit(cache=True)
def _struck(gaps):
    """Moves that leave an irreducible semigroup, bit n - 1 for n."""
    struck, rest = 0, gaps & ~END
    while rest:
        number = smallest(rest)
        rest &= rest - _ONE
        left = ~closure(~gaps, number)
        struck |= np.int64(left != END and is_irreducible(left)) << (number - 1)
    return struck


@njit(cache=True)
def _chance(gaps, number, shuffle):
    """A 55-bit hash: the last steps of SplitMix64 (Steele, Lea, Flood 2014)."""
    word = (gaps ^ shuffle) + np.uint64(number) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.int64((word ^ word >> np.uint64(31)) >> np.uint64(9))


@njit(cache=True)
def _sort(stack, level, count):
    for i in range(MOVES + 1, MOVES + count):
        j, move = i, stack[level, i]
        while j > MOVES and stack[level, j - 1] > move:
            stack[level, j] = stack[level, j - 1]
            j -= 1
        stack[level, j] = move
