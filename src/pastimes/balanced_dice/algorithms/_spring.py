"""The kernel of dice on a spring.

Throughout: ``m`` 36 A_i, whole numbers without drift (times the sign of beta where looked up);
``w`` weights, ``w_sum`` their sum; log2(q_i / p_i) = -slope m_i - ``log_norm``. Games lie side
by side in blocks, shape (11, _BLOCK), so that eleven rows stay in the cache.
"""

import numpy as np
from numba import njit

from pastimes.balanced_dice.logarithm import add_log2
from pastimes.balanced_dice.totals import PERIOD, SEVEN

_BLOCK = 128  # games side by side


@njit(cache=True)
def fill(growth, drop, table, sign, slopes, uniforms, thresholds, ways, record):
    rolls, games = uniforms.shape
    m = np.empty((11, _BLOCK), np.int32)
    m_least = np.zeros(_BLOCK, np.int32)
    m_true = np.empty(_BLOCK, np.int64)  # sum of ways m
    m_next = np.empty(_BLOCK)  # sum of w m
    w = np.empty((11, _BLOCK))
    w_sum = np.empty(_BLOCK)
    w_most = np.empty(_BLOCK)
    log_norm = np.empty(_BLOCK)
    spare = np.empty(_BLOCK)
    # Lanes without a game stay below 0, draw nothing and stay in bounds.
    left = np.full(_BLOCK, -1.0)
    k = np.empty(_BLOCK, np.int32)
    looking_up, recording = table.size > 0, record.seven.size > 0
    for start in range(0, games, _BLOCK):
        here = slice(start, min(start + _BLOCK, games))
        m[:] = 0
        m_true[:] = 0
        log_norm[:] = 0.0
        for i in range(11):
            w[i] = ways[i]
        for t in range(rolls):
            if looking_up:
                _look_up(table, ways, m, m_least, w)
                log_norm[:] = 0.0
            _sum_up(w, w_sum)
            if recording:
                _compare(w, m, m_least, w_most, m_next)
                spare[:] = w_sum / PERIOD
                add_log2(spare, log_norm)
                _record_law(
                    slopes, w, w_sum, w_most, m_next, m_true, m_least, log_norm, t, here, record
                )
                for f in range(thresholds.shape[0]):
                    _count_heavier(thresholds[f], w, w_sum, k)
                    record.overweighted[f, t, here] = k[: here.stop - start]
            _choose(uniforms[t, here], w, w_sum, left, k)
            _advance(growth, drop, k, w_sum, w)
            if looking_up or recording:
                _follow(sign, ways, k, m, m_true)
            record.totals[t, here] = k[: here.stop - start]


@njit(cache=True)
def _look_up(table, ways, m, m_least, w):
    m_least[:] = m[0]
    for i in range(1, 11):
        for g in range(_BLOCK):
            m_least[g] = min(m_least[g], m[i, g])
    for i in range(11):
        for g in range(_BLOCK):
            w[i, g] = ways[i] * table[m[i, g] - m_least[g]]


@njit(cache=True)
def _sum_up(w, w_sum):
    w_sum[:] = 0.0
    for i in range(11):
        for g in range(_BLOCK):
            w_sum[g] += w[i, g]


@njit(cache=True)
def _compare(w, m, m_least, w_most, m_next):
    w_most[:] = 0.0
    m_next[:] = 0.0
    for i in range(11):
        for g in range(_BLOCK):
            w_most[g] = max(w_most[g], w[i, g])
        for g in range(_BLOCK):
            m_next[g] += w[i, g] * (m[i, g] - m_least[g])


# Loops with one result each, for the compiler to make vector code of; without numba's own model of
# errors, which checks each division.


@njit(cache=True)
def _record_law(slopes, w, w_sum, w_most, m_next, m_true, m_least, log_norm, t, here, record):
    _put_next_from_true(slopes[0], m_next, w_sum, log_norm, record.next_from_true[t, here])
    _put_true_from_next(slopes[1], m_true, m_least, log_norm, record.true_from_next[t, here])
    _put_share(w_most, w_sum, record.best_guess[t, here])
    _put_share(w[SEVEN], w_sum, record.seven[t, here])


@njit(cache=True, error_model="numpy")
def _put_next_from_true(slope, m_next, w_sum, log_norm, bits):
    for g in range(bits.size):
        bits[g] = max(-slope * m_next[g] * (1.0 / w_sum[g]) - log_norm[g], 0.0)


@njit(cache=True, error_model="numpy")
def _put_true_from_next(slope, m_true, m_least, log_norm, bits):
    for g in range(bits.size):
        lag = m_true[g] - PERIOD * np.int64(m_least[g])
        # Infinity times an even spread is 0 here, not nan.
        spread = slope * lag / PERIOD if lag != 0 else 0.0
        bits[g] = max(spread + log_norm[g], 0.0)


@njit(cache=True, error_model="numpy")
def _put_share(w, w_sum, share):
    for g in range(share.size):
        share[g] = w[g] * (1.0 / w_sum[g])


@njit(cache=True)
def _count_heavier(thresholds, w, w_sum, number):
    # The slack keeps a law equal to p from exceeding it by a rounding error.
    number[:] = 0
    for i in range(11):
        for g in range(_BLOCK):
            number[g] += np.int32(PERIOD * w[i, g] > thresholds[i] * w_sum[g] * (1 + 1e-12))


@njit(cache=True)
def _choose(uniforms, w, w_sum, left, k):
    for g in range(uniforms.size):
        left[g] = uniforms[g] * w_sum[g]
    k[:] = 0
    for i in range(10):
        for g in range(_BLOCK):
            left[g] -= w[i, g]
            k[g] += np.int32(left[g] >= 0)


@njit(cache=True, error_model="numpy")
def _advance(growth, drop, k, w_sum, w):
    for g in range(_BLOCK):
        w_sum[g] = PERIOD / w_sum[g]
    for i in range(11):
        rolled, other = growth[i] * drop, growth[i]
        for g in range(_BLOCK):
            w[i, g] *= w_sum[g] * (rolled if k[g] == i else other)


@njit(cache=True)
def _follow(sign, ways, k, m, m_true):
    square = 0
    for i in range(11):
        rise, fall = np.int32(sign * (PERIOD - ways[i])), np.int32(sign * ways[i])
        square += ways[i] * ways[i]
        for g in range(_BLOCK):
            m[i, g] += rise if k[g] == i else -fall
    for g in range(_BLOCK):
        m_true[g] += sign * (PERIOD * ways[k[g]] - square)
