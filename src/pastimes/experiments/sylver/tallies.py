"""How often each number is legal, struck and wins, over the positions that searches reach."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.sylver.semigroups import END, closure, is_irreducible
from pastimes.experiments.sylver.values import reachable, solve, winning_moves
from pastimes.experiments.sylver.words import smallest

__all__ = ["Tally", "tally"]

_ONE = np.uint64(1)


class Tally(NamedTuple):
    """Counts over positions, by number; every array has shape (64,) but `won`.

    Attributes
    ----------
    won : int
        Different won positions reached where nothing stops a search early.
    legal : ndarray of int64
        Positions of these where the number may be named.
    struck : ndarray of int64
        Where it leaves an irreducible semigroup other than {1} and all above.
    wins : ndarray of int64
        Where it leaves a lost position.
    exceptions : ndarray of int64
        Where its outcome is not as the rule for 2 and 3 says: 2 wins just where 3 is no gap, 3
        just where 2 is none; 0 for other numbers.
    """

    won: int
    legal: NDArray[np.int64]
    struck: NDArray[np.int64]
    wins: NDArray[np.int64]
    exceptions: NDArray[np.int64]


def tally(roots: NDArray[np.uint64]) -> Tally:
    """Tally every distinct won position reached from roots, struck moves not followed.

    Parameters
    ----------
    roots : ndarray of uint64, shape (positions,)
        Gaps of each.
    """
    return Tally(*_tally(reachable(roots, False), *solve(reachable(roots, True))))


@njit(cache=True)
def _tally(positions, keys, values):
    won = 0
    legal, struck = np.zeros(64, np.int64), np.zeros(64, np.int64)
    wins, exceptions = np.zeros(64, np.int64), np.zeros(64, np.int64)
    for gaps in positions:
        winners = winning_moves(gaps, keys, values)
        if not winners:
            continue
        won += 1
        rest = gaps & ~END
        while rest:
            number = smallest(rest)
            rest &= rest - _ONE
            left = ~closure(~gaps, number)
            win = np.int64(winners >> np.uint64(number) & _ONE)
            legal[number] += 1
            struck[number] += left != END and is_irreducible(left)
            wins[number] += win
            if number <= 3:
                other_is_gap = np.int64(gaps >> np.uint64(5 - number) & _ONE)
                exceptions[number] += win == other_is_gap
    return won, legal, struck, wins, exceptions
