"""Games of many rolls, many games side by side.

Arrays are roll-major, shape (rolls, games): row ``t`` holds what happens at roll ``t`` (from 0)
of every game. Laws of the next roll are those in force *before* roll ``t`` falls.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.balanced_dice.totals import PERIOD, WAYS

__all__ = ["Games", "empty_games", "played_bits"]


class Games(NamedTuple):
    """What is recorded of each roll of each game; every array has shape (rolls, games).

    Attributes
    ----------
    totals : int8
        Index 0..10 of the total rolled.
    next_from_true : float64
        KL(q || p) in bits: what a player who knows q gains over one who bets on fair dice.
    true_from_next : float64
        KL(p || q) in bits; infinite where q excludes a total.
    best_guess : float64
        Probability of the likeliest total, max q.
    seven : float64
        Probability q of a 7.
    overweighted : int8, shape (factors, rolls, games)
        Number of totals with q_i > factor * p_i.
    """

    totals: NDArray[np.int8]
    next_from_true: NDArray[np.float64]
    true_from_next: NDArray[np.float64]
    best_guess: NDArray[np.float64]
    seven: NDArray[np.float64]
    overweighted: NDArray[np.int8]


def empty_games(rolls: int, games: int, factors: Sequence[float] | None) -> Games:
    """Allocate the record of games, to be filled by an algorithm.

    Parameters
    ----------
    rolls, games : int
    factors : sequence of float or None
        Factors of ``overweighted``; None leaves the arrays of laws empty, with 0 rolls.
    """
    shape = (0 if factors is None else rolls, games)
    return Games(
        totals=np.empty((rolls, games), np.int8),
        next_from_true=np.empty(shape),
        true_from_next=np.empty(shape),
        best_guess=np.empty(shape),
        seven=np.empty(shape),
        overweighted=np.empty((len(factors or ()), *shape), np.int8),
    )


def played_bits(totals: NDArray[np.int8]) -> NDArray[np.float64]:
    """Divergence of each game's frequencies so far from the true law, KL(statistics || p).

    Parameters
    ----------
    totals : ndarray of int8, shape (rolls, games)
        Index of the total rolled.

    Returns
    -------
    ndarray, shape (rolls, games)
        In bits, after each roll. Agrees with `totals.statistics_bits` to 1e-12.
    """
    rolls = totals.shape[0]
    numbers = np.arange(rolls + 2, dtype=float)
    entropy = numbers * np.log2(np.maximum(numbers, 1))
    return _played_bits(totals, np.diff(entropy), entropy, np.log2(WAYS / PERIOD))


@njit(cache=True)
def _played_bits(totals, gain, entropy, log_law):
    # n KL = sum of c log c, less n log n and the log-probabilities rolled: each roll adds one term.
    rolls, games = totals.shape
    bits = np.empty((rolls, games))
    counts = np.zeros((11, games), np.int64)
    running = np.zeros(games)
    for t in range(rolls):
        norm = 1.0 / (t + 1)
        for g in range(games):
            k = totals[t, g]
            c = counts[k, g]
            running[g] += gain[c] - log_law[k]
            counts[k, g] = c + 1
            bits[t, g] = max((running[g] - entropy[t + 1]) * norm, 0.0)
    return bits
