"""What the spring minimises: a divergence plus a pull, and which sign and letters are right.

For counts that deviate from expectation by A, the objective over laws q of the next roll is
KL(q || p) + sign * beta * E_q[A], in nats. Gibbs' variational principle: its only minimiser is
q proportional to p exp(-sign * beta * A), where it equals minus the log of the norm.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax, rel_entr

from pastimes.experiments.balanced_dice.totals import TRUE_LAW

__all__ = ["Minimum", "minimise", "objective_nats", "tilted_law"]

_MOST_STEPS = 100_000
_DECREMENT = 1e-26  # squared Newton decrement at which the search ends


class Minimum(NamedTuple):
    """The objective at its numerical minimiser and at two closed forms, in nats."""

    numeric: float
    towards: float
    away: float
    distance_towards: float
    distance_away: float


def objective_nats(q: NDArray[np.float64], deviations: NDArray[np.float64], pull: float) -> float:
    """KL(q || p) + pull * E_q[deviations] in nats; `pull` is sign * beta."""
    return float(rel_entr(q, TRUE_LAW).sum() + pull * q @ deviations)


def tilted_law(deviations: NDArray[np.float64], slope: float) -> NDArray[np.float64]:
    """The law proportional to p exp(slope * deviations), shape (11,)."""
    return np.exp(log_softmax(np.log(TRUE_LAW) + slope * deviations))


def minimise(deviations: NDArray[np.float64], beta: float, sign: int) -> Minimum:
    """Minimise the objective numerically, without using its closed form, and compare.

    Parameters
    ----------
    deviations : ndarray, shape (11,)
        A: counts less their expectation; sums to 0.
    beta : float
        Strength of the pull.
    sign : int
        +1 or -1, the sign before beta.

    Returns
    -------
    Minimum
        ``towards`` is the objective at q proportional to p exp(-beta A), ``away`` at
        p exp(+beta A); the distances are the largest differences in probability from the
        numerical minimiser.

    Raises
    ------
    ArithmeticError
        Where the search does not converge.
    """
    pull = sign * beta
    q = _newton_minimum(pull * deviations)
    towards, away = tilted_law(deviations, -beta), tilted_law(deviations, beta)
    return Minimum(
        objective_nats(q, deviations, pull),
        objective_nats(towards, deviations, pull),
        objective_nats(away, deviations, pull),
        float(np.abs(q - towards).max()),
        float(np.abs(q - away).max()),
    )


def _newton_minimum(costs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Law q that minimises KL(q || p) + q @ costs, by Newton's method within the simplex.

    The Hessian is diag(1 / q); steps are shortened so that no probability falls by more than
    half. General minimisers (BFGS, SLSQP) stop up to 1e-4 short for steep costs.
    """
    q = np.full(11, 1 / 11)
    for _ in range(_MOST_STEPS):
        slopes = np.log(q / TRUE_LAW) + costs
        slopes -= q @ slopes
        if q @ slopes**2 < _DECREMENT:
            return q
        q = q - min(1.0, 0.5 / np.abs(slopes).max()) * q * slopes
        q /= q.sum()
    raise ArithmeticError(f"no minimum found in {_MOST_STEPS} steps for costs {costs}")
