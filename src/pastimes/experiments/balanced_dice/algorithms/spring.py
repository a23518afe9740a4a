"""Dice on a spring: totals that lag behind their expectation are made likelier.

With A_i = counts_i - p_i n after n rolls, the next roll has law q_i proportional to
p_i exp(-beta A_i). Beta 0 is ordinary dice; a negative beta pushes away from fairness; infinity
is the limit, all weight on the smallest A_i, ties in proportion to p.

A roll changes each weight by a constant factor, so that no exponential is taken; weights are
scaled to sum 36 after each roll. Beyond `_STEEP` they could underflow and not come back: there
they are looked up afresh, by how far A_i exceeds the least of them, and nothing overflows.
"""

import math

import numpy as np

from pastimes.experiments.balanced_dice.setting import Setting
from pastimes.experiments.balanced_dice.totals import PERIOD, TRUE_LAW, WAYS

SETTING = Setting("beta", low=-1000.0, high=1000.0, infinite=True)

# The largest |beta| whose weights are multiplied: one that underflows would have probability
# below 2^-1000 times exp(64), and is never drawn.
_STEEP = 64.0


def law(setting, totals):
    """Law of the next roll, by the definition.

    Parameters
    ----------
    setting : float
        Beta, from -1000 to 1000 or infinity.
    totals : sequence of int
        Indices 0..10 of the totals rolled so far.

    Returns
    -------
    ndarray, shape (11,)
        Probabilities q.
    """
    lead = PERIOD * np.bincount(totals, minlength=11) - WAYS * len(totals)  # 36 A
    if math.isinf(setting):
        weights = np.where(lead == lead.min(), TRUE_LAW, 0.0)
    else:
        exponents = -setting * lead / PERIOD
        weights = TRUE_LAW * np.exp(exponents - exponents.max())
    return weights / weights.sum()


def play(setting, uniforms, factors=None):
    """Play games on a spring of strength beta.

    Parameters
    ----------
    setting : float
        Beta, from -1000 to 1000 or infinity.
    uniforms : ndarray of float, shape (rolls, games)
        The randomness, uniform on [0, 1).
    factors : array_like of float, shape (factors,), optional
        A total counts as overweighted where q_i > factor * p_i; None records totals alone.

    Returns
    -------
    Games
    """
    from pastimes.experiments.balanced_dice.algorithms._spring import fill
    from pastimes.experiments.balanced_dice.games import empty_games

    rolls, games = uniforms.shape
    record = empty_games(rolls, games, factors)
    slope = setting / PERIOD * math.log2(math.e)  # of log2(q / p) per unit of m
    table, slopes, sign = np.empty(0), (slope, slope), 1
    if abs(setting) > _STEEP:
        excess = np.arange((PERIOD + WAYS.max()) * (rolls + 1.0))
        sign = -1 if setting < 0 else 1
        slopes = (0.0 if math.isinf(setting) else abs(slope), abs(slope))
        table = (excess == 0) * 1.0 if math.isinf(setting) else np.exp2(-abs(slope) * excess)
        slope = 0.0
    growth, drop = np.exp2(slope * WAYS), 2 ** (-slope * PERIOD)
    thresholds = np.multiply.outer(np.asarray(factors or (), float), WAYS)
    fill(growth, drop, table, sign, slopes, uniforms, thresholds, WAYS, record)
    return record
