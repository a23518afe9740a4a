"""Irreducible numerical semigroups: symmetric where the Frobenius number is odd, else
pseudo-symmetric.

References
----------
Blanco, Rosales, The tree of irreducible numerical semigroups with fixed Frobenius number, Forum
Mathematicum 25 (2013), 1249-1261.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.sylver.semigroups import LARGEST, minimal_generators

__all__ = ["irreducible_of_genera", "irreducible_semigroups"]

_ONE = np.uint64(1)


def irreducible_semigroups(frobenius: int) -> NDArray[np.uint64]:
    """All irreducible semigroups with one Frobenius number.

    Parameters
    ----------
    frobenius : int
        From 1 to 63.

    Returns
    -------
    ndarray of uint64, shape (semigroups,)
        Their members, in ascending order of the word of gaps.

    Raises
    ------
    ValueError
        Where a word cannot hold the gaps.
    """
    if not 1 <= frobenius <= LARGEST:
        raise ValueError(f"frobenius {frobenius}: from 1 to {LARGEST}")
    return np.sort(_grow_tree(frobenius))[::-1]


def irreducible_of_genera(first: int, last: int) -> NDArray[np.uint64]:
    """Gaps of all irreducible semigroups of some genera, by ascending genus.

    Parameters
    ----------
    first, last : int
        From 2 to 32; genus g belongs to the Frobenius numbers 2 g - 2 and 2 g - 1.
    """
    found = [~irreducible_semigroups(frobenius) for frobenius in range(2 * first - 2, 2 * last)]
    return np.concatenate(found)


@njit(cache=True)
def _grow_tree(frobenius):
    # The root has all numbers above F / 2 but F. A child exchanges a minimal generator x for F - x,
    # which becomes its least positive member: so each semigroup has one parent.
    root = ~np.uint64(0)
    for n in range(1, frobenius // 2 + 1):
        root ^= _ONE << np.uint64(n)
    root ^= _ONE << np.uint64(frobenius)
    found = [root]
    done = 0
    while done < len(found):
        members = found[done]
        done += 1
        generators = minimal_generators(members)
        for x in range(frobenius // 2 + 1, frobenius):
            if not generators >> np.uint64(x) & _ONE:
                continue
            smaller = members & ((_ONE << np.uint64(frobenius - x + 1)) - _ONE)
            if smaller != _ONE:  # F - x is not below the least positive member
                continue
            twice = members >> np.uint64(2 * x - frobenius) & _ONE
            if not (twice or 3 * x == 2 * frobenius or 4 * x == 3 * frobenius):
                found.append(members ^ (_ONE << np.uint64(x)) ^ (_ONE << np.uint64(frobenius - x)))
    return np.array(found)
