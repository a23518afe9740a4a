"""Games by the definition, one roll at a time: what the kernels must agree with."""

import itertools
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pastimes.experiments.balanced_dice.games import Games, empty_games
from pastimes.experiments.balanced_dice.totals import SEVEN, TRUE_LAW, divergence_bits

__all__ = ["replay"]

Law = Callable[[float, Sequence[int]], NDArray[np.float64]]


def replay(
    law: Law, setting: float, uniforms: NDArray[np.float64], factors: Sequence[float]
) -> Games:
    """Play games by the plain law of each next roll.

    Parameters
    ----------
    law : callable
        ``law(setting, totals so far)``: probabilities of the next total.
    uniforms : ndarray, shape (rolls, games)
        Uniform on [0, 1); the total is the first whose cumulated probability exceeds it.
    factors : sequence of float
        A total counts as overweighted where q_i > factor * p_i.

    Returns
    -------
    Games
    """
    rolls, games = uniforms.shape
    record = empty_games(rolls, games, factors)
    for g in range(games):
        totals: list[int] = []
        for t in range(rolls):
            q = law(setting, totals)
            record.next_from_true[t, g] = divergence_bits(q, TRUE_LAW)
            record.true_from_next[t, g] = divergence_bits(TRUE_LAW, q)
            record.best_guess[t, g] = max(q)
            record.seven[t, g] = q[SEVEN]
            for f, factor in enumerate(factors):
                # The slack keeps a law equal to p from exceeding it by a rounding error.
                record.overweighted[f, t, g] = sum(q > factor * TRUE_LAW * (1 + 1e-12))
            cumulated = itertools.accumulate(q)
            totals.append(next((k for k, c in enumerate(cumulated) if c > uniforms[t, g]), 10))
        record.totals[:, g] = totals
    return record
