"""The value of every position that can be reached, by the rules of the game alone."""

import numpy as np
from numba import njit

from pastimes.experiments.sylver.lookup import empty_table, entered, slot_of
from pastimes.experiments.sylver.semigroups import END, closure, is_irreducible
from pastimes.experiments.sylver.words import size, smallest

__all__ = ["reachable", "solve", "winning_moves"]

_ONE = np.uint64(1)


@njit(cache=True)
def reachable(roots, through_struck):
    """Gaps of all positions that moves lead to from some, these included.

    Parameters
    ----------
    roots : ndarray of uint64, shape (positions,)
        Gaps of each.
    through_struck : bool
        Whether to go on from irreducible semigroups that moves lead to.

    Returns
    -------
    ndarray of uint64
        Each once, by ascending genus; the position without a move, whose only gap is 1, is left
        out unless it is a root.
    """
    keys, values = empty_table(64)
    found = list(np.unique(roots))
    for i in range(len(found)):
        keys, values = entered(keys, values, i, found[i], 1)
    done = 0
    while done < len(found):
        gaps = found[done]
        done += 1
        rest = gaps & ~END
        while rest:
            left = ~closure(~gaps, smallest(rest))
            rest &= rest - _ONE
            struck = is_irreducible(left) and not through_struck
            if left != END and not struck and keys[slot_of(keys, left)] != left:
                keys, values = entered(keys, values, len(found), left, 1)
                found.append(left)
    words = np.array(found)
    sizes = np.array([size(gaps) for gaps in found])
    return words[np.argsort(sizes, kind="mergesort")]


@njit(cache=True)
def solve(positions):
    """Values of positions, without search: from few gaps to many.

    Parameters
    ----------
    positions : ndarray of uint64, shape (positions,)
        Gaps, by ascending genus, with all that can be reached from them.

    Returns
    -------
    keys, values : ndarray
        A table (see `lookup`) of the smallest winning move; 0 for a lost position.
    """
    keys, values = empty_table(64)
    for i in range(positions.size):
        winners = winning_moves(positions[i], keys, values)
        winner = smallest(winners) if winners else 0
        keys, values = entered(keys, values, i, positions[i], winner)
    return keys, values


@njit(cache=True)
def winning_moves(gaps, keys, values):
    """All winning moves of a position, bit n for n, from a table of what they lead to."""
    winners, rest = np.uint64(0), gaps & ~END
    while rest:
        number = smallest(rest)
        rest &= rest - _ONE
        left = ~closure(~gaps, number)
        if left == END or values[slot_of(keys, left)] == 0:
            winners |= _ONE << np.uint64(number)
    return winners
