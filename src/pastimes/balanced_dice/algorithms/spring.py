"""Dice on a spring: totals that lag behind their expectation are made likelier.

With A_i = counts_i - p_i n after n rolls, the next roll has law q_i proportional to
p_i exp(-beta A_i). Beta 0 is ordinary dice; a negative beta pushes away from fairness; infinity
is the limit, all weight on the smallest A_i, ties in proportion to p.

The kernel keeps the whole numbers m_i = 36 A_i, so there is no drift however long the game, and
looks the exponential up by d_i = |m_i - m_least| >= 0, so nothing overflows however large beta.

Throughout: ``d`` lag in 36ths of a roll, ``w`` weights q up to a factor, ``w_sum`` their sum.
"""

import math

import numpy as np
from numba import njit

from pastimes.balanced_dice.games import empty_games
from pastimes.balanced_dice.setting import Setting
from pastimes.balanced_dice.totals import PERIOD, SEVEN, TRUE_LAW, WAYS

SETTING = Setting("beta", low=-1000.0, high=1000.0, infinite=True)

_BLOCK = 128  # games side by side: eleven rows of them stay in the fastest cache


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


def play(setting, uniforms, factors):
    """Play games on a spring of strength beta.

    Parameters
    ----------
    setting : float
        Beta, from -1000 to 1000 or infinity.
    uniforms : ndarray of float, shape (rolls, games)
        The randomness, uniform on [0, 1).
    factors : ndarray of float, shape (factors,)
        A total counts as overweighted where q_i > factor * p_i.

    Returns
    -------
    Games
    """
    rolls, games = uniforms.shape
    record = empty_games(rolls, games, len(factors))
    lags = np.arange((PERIOD + WAYS.max()) * (rolls + 1))
    if math.isinf(setting):
        table, forward_slope = (lags == 0).astype(float), 0.0
    else:
        forward_slope = abs(setting) / PERIOD * math.log2(math.e)
        table = np.exp2(-forward_slope * lags)
    backward_slope = abs(setting) / PERIOD * math.log2(math.e)
    sign = -1 if setting < 0 else 1
    thresholds = np.asarray(factors, float)[:, None] * WAYS
    _play(table, forward_slope, backward_slope, sign, uniforms, thresholds, WAYS, record)
    return record


@njit(cache=True)
def _play(table, forward_slope, backward_slope, sign, uniforms, thresholds, ways, record):
    rolls, games = uniforms.shape
    m = np.empty((11, _BLOCK), np.int32)
    w = np.empty((11, _BLOCK))
    m_least = np.empty(_BLOCK, np.int32)
    d_true = np.empty(_BLOCK, np.int32)  # sum of ways d
    d_next = np.empty(_BLOCK)  # sum of w d
    w_sum = np.empty(_BLOCK)
    w_most = np.empty(_BLOCK)
    left = np.zeros(_BLOCK)  # lanes without a game stay below 0 and in bounds
    k = np.empty(_BLOCK, np.int32)
    for start in range(0, games, _BLOCK):
        here = min(_BLOCK, games - start)
        m[:] = 0
        for t in range(rolls):
            m_least[:] = m[0]
            for i in range(1, 11):
                for g in range(_BLOCK):
                    m_least[g] = min(m_least[g], m[i, g])
            d_true[:] = 0
            d_next[:] = 0.0
            w_sum[:] = 0.0
            w_most[:] = 0.0
            for i in range(11):
                way = np.int32(ways[i])
                for g in range(_BLOCK):
                    d = np.int32(m[i, g] - m_least[g])
                    weight = way * table[d]
                    d_true[g] += way * d
                    d_next[g] += weight * d
                    w_sum[g] += weight
                    w_most[g] = max(w_most[g], weight)
                    w[i, g] = weight
            for g in range(here):
                log_norm = math.log2(w_sum[g] / PERIOD)
                record.next_from_true[t, start + g] = max(
                    -forward_slope * d_next[g] / w_sum[g] - log_norm, 0.0
                )
                # Infinity times an even spread is 0 here, not nan.
                spread = backward_slope * d_true[g] / PERIOD if d_true[g] > 0 else 0.0
                record.true_from_next[t, start + g] = max(spread + log_norm, 0.0)
            for g in range(here):
                record.best_guess[t, start + g] = w_most[g] / w_sum[g]
                record.seven[t, start + g] = w[SEVEN, g] / w_sum[g]
                left[g] = uniforms[t, start + g] * w_sum[g]
            for f in range(thresholds.shape[0]):
                k[:] = 0
                for i in range(11):
                    for g in range(_BLOCK):
                        k[g] += np.int32(PERIOD * w[i, g] > thresholds[f, i] * w_sum[g])
                for g in range(here):
                    record.overweighted[f, t, start + g] = k[g]
            k[:] = 0
            for i in range(10):
                for g in range(_BLOCK):
                    left[g] -= w[i, g]
                    k[g] += np.int32(left[g] >= 0)
            for i in range(11):
                fall = np.int32(sign * ways[i])
                for g in range(_BLOCK):
                    m[i, g] += np.int32(PERIOD * sign) * np.int32(k[g] == i) - fall
            for g in range(here):
                record.totals[t, start + g] = k[g]
