"""A deck of dice: 36 cards, one for each outcome of two dice, dealt without replacement.

The deck is reshuffled as soon as only ``left`` cards remain. Left 35 reshuffles after every card
and is ordinary dice; left 0 deals the whole deck, whose last card a counter knows.
"""

import numpy as np
from numba import njit

from pastimes.balanced_dice.games import empty_games
from pastimes.balanced_dice.setting import Setting
from pastimes.balanced_dice.totals import PERIOD, SEVEN, WAYS

SETTING = Setting("cards left at the reshuffle", low=0, high=PERIOD - 1, whole=True)


def law(setting, totals):
    """Law of the next card, by the definition.

    Parameters
    ----------
    setting : float
        Cards left at the reshuffle, a whole number from 0 to 35.
    totals : sequence of int
        Indices 0..10 of the totals dealt so far.

    Returns
    -------
    ndarray, shape (11,)
        Probabilities q.
    """
    dealt = len(totals) % (PERIOD - int(setting))
    cards = WAYS - np.bincount(totals[len(totals) - dealt :], minlength=11)
    return cards / cards.sum()


def play(setting, uniforms, factors=None):
    """Play games with a deck that is reshuffled when `setting` cards are left.

    Parameters
    ----------
    setting : float
        Cards left at the reshuffle, a whole number from 0 to 35.
    uniforms : ndarray of float, shape (rolls, games)
        The randomness, uniform on [0, 1).
    factors : array_like of float, shape (factors,), optional
        A total counts as overweighted where q_i > factor * p_i; None records totals alone.

    Returns
    -------
    Games
    """
    rolls, games = uniforms.shape
    record = empty_games(rolls, games, factors)
    cards = np.arange(WAYS.max() + 1)
    with np.errstate(divide="ignore"):
        log_ratio = np.log2(cards[None, :] / WAYS[:, None])  # of a total's cards to its full number
    log_ratio[:, 0] = 0.0  # 0 log 0
    thresholds = np.multiply.outer(np.asarray(factors or (), float), WAYS)
    _play(int(setting), log_ratio, uniforms, thresholds, WAYS, record)
    return record


@njit(cache=True)
def _play(reshuffle_at, log_ratio, uniforms, thresholds, ways, record):
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
