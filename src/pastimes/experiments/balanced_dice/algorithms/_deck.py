"""The kernel of the deck of dice: counts of the cards that are left."""

import numpy as np
from numba import njit

from pastimes.experiments.balanced_dice.totals import PERIOD, SEVEN


@njit(cache=True)
def fill(reshuffle_at, log_ratio, uniforms, thresholds, ways, record):
    rolls, games = uniforms.shape
    cards = np.empty(11, np.int64)
    log_left = np.log2(np.arange(1, PERIOD + 1) / PERIOD)
    for g in range(games):
        left = 0
        for t in range(rolls):
            if left == reshuffle_at or t == 0:
                cards[:] = ways
                left = PERIOD
            if record.seven.size > 0:
                _record_law(cards, left, log_ratio, log_left, thresholds, ways, t, g, record)
            card = min(int(uniforms[t, g] * left), left - 1)
            k = 0
            while card >= cards[k]:
                card -= cards[k]
                k += 1
            cards[k] -= 1
            left -= 1
            record.totals[t, g] = k


@njit(cache=True)
def _record_law(cards, left, log_ratio, log_left, thresholds, ways, t, g, record):
    forward, backward, most, missing = 0.0, 0.0, 0, False
    for i in range(11):
        forward += cards[i] * log_ratio[i, cards[i]]
        backward += ways[i] * log_ratio[i, cards[i]]
        most = max(most, cards[i])
        missing |= cards[i] == 0
    record.next_from_true[t, g] = max(forward / left - log_left[left - 1], 0.0)
    if missing:
        record.true_from_next[t, g] = np.inf
    else:
        record.true_from_next[t, g] = max(log_left[left - 1] - backward / PERIOD, 0.0)
    record.best_guess[t, g] = most / left
    record.seven[t, g] = cards[SEVEN] / left
    for f in range(thresholds.shape[0]):
        more = 0
        for i in range(11):
            more += PERIOD * cards[i] > thresholds[f, i] * left
        record.overweighted[f, t, g] = more
