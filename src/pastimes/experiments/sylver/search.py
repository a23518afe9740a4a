"""The search for a winning move, and what it costs under an order and a rule.

A search tries the moves of a position one by one. A move that leaves {1} wins at once; one that
leaves an irreducible semigroup is *struck*, since the opponent has a winning answer there; any
other is searched in its turn, unless its position's value is known from this search. The first
that leaves a lost position wins. A *closure*, the semigroup of position and number, is charged
for each move examined. `reference` says the same plainly.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from pastimes.experiments.sylver.arranging import (
    ARRANGE,
    GIVEN,
    MEMORY,
    MOVES,
    WORDS,
    Given,
    arranger,
    is_read,
    number_of,
)
from pastimes.experiments.sylver.borrowing import borrowed
from pastimes.experiments.sylver.lookup import SLOTS, grown_in, is_full, put, slot_of, table_in
from pastimes.experiments.sylver.semigroups import END, closure, is_irreducible
from pastimes.experiments.sylver.values import reachable, solve
from pastimes.experiments.sylver.words import shifted, size

__all__ = ["Costs", "count_wins", "search"]

_ONE = np.uint64(1)
_GAPS, _LAST, _COUNT, _TRIED, _DEBT, _REPLIES, _SKIPPED = range(MOVES)
_LOST, _SEARCHED = 0, -1  # no move wins; a move's position has to be searched first

# The search calls orders and rules by pointer, and so is compiled once and not for each of them.
_WON = types.void(types.int64, types.int64, MEMORY)
_RULE = types.int64(types.int64, types.int64)


class Costs(NamedTuple):
    """What searches cost; every array has shape (positions,).

    Attributes
    ----------
    examined : ndarray of int64
        Moves examined: the closures charged where sorting is free.
    when_needed : ndarray of int64
        Closures charged where sorting is not: those it needs are charged together when the first
        of their moves is tried. Equals `examined` for an order that reads no closure.
    at_once : ndarray of int64
        The same, charged as soon as a position is searched.
    rank : ndarray of int64
        How many moves of the position itself were examined, the winning one included.
    winner : ndarray of int64
        The winning move found; 0 where there is none.
    searched : ndarray of int64
        Different positions searched.
    """

    examined: NDArray[np.int64]
    when_needed: NDArray[np.int64]
    at_once: NDArray[np.int64]
    rank: NDArray[np.int64]
    winner: NDArray[np.int64]
    searched: NDArray[np.int64]


def search(
    order: ModuleType,
    rule: ModuleType,
    positions: NDArray[np.uint64],
    wins: NDArray[np.int64] | None = None,
    shuffle: int = 0,
) -> Costs:
    """Search positions one after another, each from nothing.

    Parameters
    ----------
    order, rule : module
        Of `orders` and `pruning`.
    positions : ndarray of uint64, shape (positions,)
        Gaps of each.
    wins : ndarray of int64, shape (64,), optional
        Wins of each number in training.
    shuffle : int
        Key of the random order, from 0 to 2^63 - 1.

    Raises
    ------
    ArithmeticError
        Where a position searched gets another value than by the rules of the game.
    """
    return Costs(*_run(order, rule, positions, wins, shuffle)[0].T)


def count_wins(
    order: ModuleType, rule: ModuleType, positions: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """How often each number was found to win, in the searches of positions.

    Returns
    -------
    ndarray of int64, shape (64,)
    """
    return _run(order, rule, positions, None, 0)[1]


def _run(
    order: ModuleType,
    rule: ModuleType,
    positions: NDArray[np.uint64],
    wins: NDArray[np.int64] | None,
    shuffle: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    truth_keys, truth_values = _truth(positions.tobytes())
    given = Given(
        truth_keys,
        truth_values,
        np.zeros(64, np.int64) if wins is None else wins,
        np.uint64(shuffle),
    )
    # For tables as large as that of all positions, of which no search finds more.
    room = 2 * max(len(truth_keys), SLOTS)
    costs = np.zeros((len(positions), len(Costs._fields)), np.int64)
    found = np.zeros(64, np.int64)
    misjudged = _search_all(
        positions,
        given,
        getattr(order, "KEPT", False),
        arranger(order),
        _compiled(getattr(order, "won", _remember_nothing), _WON),
        _compiled(rule.skipped, _RULE),
        np.empty((64, MOVES + 64), np.int64),
        np.zeros((64, 64), np.int64),
        (np.empty(room, np.uint64), np.empty(room, np.int8)),
        costs,
        found,
    )
    if misjudged:
        raise ArithmeticError(f"{order.__name__}, {rule.__name__}: {misjudged} wrong values")
    return costs, found


@lru_cache(maxsize=2)
def _truth(positions: bytes) -> tuple[NDArray[np.uint64], NDArray[np.int8]]:
    """Values by the rules of the game, once for the orders and shuffles that follow each other."""
    return solve(reachable(np.frombuffer(positions, np.uint64).copy(), True))


@cache
def _compiled(function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    return njit(signature)(function)


def _remember_nothing(_number, _last, _memory):
    pass


@njit(cache=True, inline="always")
def _search_one(stack, root, keys, values, room, memory, given, arrange, won, skipped, cost, found):
    searched, level = 0, 0
    _begin(stack, 0, root, 0, keys, values, memory, given, arrange, skipped, cost)
    while level >= 0:
        winner = _try_moves(stack, level, keys, values, skipped, cost)
        if winner == _SEARCHED:
            number = _last_tried(stack, level)
            left = ~closure(~np.uint64(stack[level, _GAPS]), number)
            level += 1
            _begin(stack, level, left, number, keys, values, memory, given, arrange, skipped, cost)
            continue
        while True:  # this position is decided, and so is one above that it is a winning move of
            if winner != _LOST:
                won(winner, stack[level, _LAST], memory)
                found[winner] += 1
            gaps = np.uint64(stack[level, _GAPS])
            if is_full(keys, searched):
                keys, values = grown_in(room, keys, values)
            put(keys, values, gaps, winner)
            searched += 1
            level -= 1
            if level < 0:
                break
            number = _last_tried(stack, level)
            if winner != _LOST:
                _note_reply(stack, level, number, winner, skipped)
                break
            winner = number
    cost[4] = winner
    cost[5] = searched
    return keys, values


@njit(cache=True, inline="always")
def _begin(stack, level, gaps, last, keys, values, memory, given, arrange, skipped, cost):
    """List a position's moves, and charge what sorting them takes at once."""
    skip = skipped(shifted(gaps), 0)
    listed = gaps & ~END & ~(np.uint64(skip) << _ONE)
    stack[level, _GAPS] = gaps
    stack[level, _LAST] = last
    stack[level, _COUNT] = size(listed)
    stack[level, _TRIED] = 0
    stack[level, _DEBT] = arrange(gaps, listed, last, keys, values, memory, given, stack, level)
    stack[level, _REPLIES] = 0
    stack[level, _SKIPPED] = skip
    cost[2] += stack[level, _DEBT]


@njit(cache=True, inline="always")
def _last_tried(stack, level):
    return number_of(stack[level, MOVES + stack[level, _TRIED] - 1])


@njit(cache=True, inline="always")
def _try_moves(stack, level, keys, values, skipped, cost):
    """Try further moves of a position: the winning one, or what became of them."""
    members = ~np.uint64(stack[level, _GAPS])
    while stack[level, _TRIED] < stack[level, _COUNT]:
        move = stack[level, MOVES + stack[level, _TRIED]]
        stack[level, _TRIED] += 1
        number = number_of(move)
        if stack[level, _SKIPPED] >> (number - 1) & 1:
            continue
        cost[0] += 1
        cost[3] += level == 0
        if is_read(move):
            cost[1] += stack[level, _DEBT]
            stack[level, _DEBT] = 0
        else:
            cost[1] += 1
            cost[2] += 1
        left = ~closure(members, number)
        if left == END:
            return number
        if is_irreducible(left):
            continue
        slot = slot_of(keys, left)
        if keys[slot] != left:
            return _SEARCHED
        if values[slot] == _LOST:
            return number
        _note_reply(stack, level, number, values[slot], skipped)
    return _LOST


@njit(cache=True, inline="always")
def _note_reply(stack, level, number, reply, skipped):
    if reply > number:
        stack[level, _REPLIES] |= np.int64(1) << (reply - 1)
        position = shifted(np.uint64(stack[level, _GAPS]))
        stack[level, _SKIPPED] = skipped(position, stack[level, _REPLIES])


@njit(
    types.int64(
        WORDS,
        GIVEN,
        types.boolean,
        types.FunctionType(ARRANGE),
        types.FunctionType(_WON),
        types.FunctionType(_RULE),
        types.Array(types.int64, 2, "C"),
        MEMORY,
        types.Tuple((WORDS, types.Array(types.int8, 1, "C"))),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 1, "C"),
    ),
    cache=True,
)
def _search_all(positions, given, kept, arrange, won, skipped, stack, memory, room, costs, found):
    # The caller keeps these arrays.
    stack, memory, found = borrowed(stack), borrowed(memory), borrowed(found)
    lent = Given(
        borrowed(given.truth_keys),
        borrowed(given.truth_values),
        borrowed(given.wins),
        given.shuffle,
    )
    room = borrowed(room[0]), borrowed(room[1])
    keys, values = table_in(room, SLOTS)
    misjudged = 0
    for p in range(positions.size):
        if not kept or p == 0 or size(positions[p]) != size(positions[p - 1]):
            memory[:] = 0
        keys[:] = 0
        keys, values = _search_one(
            stack,
            positions[p],
            keys,
            values,
            room,
            memory,
            lent,
            arrange,
            won,
            skipped,
            borrowed(costs[p]),
            found,
        )
        for slot in range(keys.size):
            if keys[slot]:
                truth = given.truth_values[slot_of(given.truth_keys, keys[slot])]
                misjudged += (truth == 0) != (values[slot] == 0)
    return misjudged
