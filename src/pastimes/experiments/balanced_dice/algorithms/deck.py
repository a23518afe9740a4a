"""A deck of dice: 36 cards, one for each outcome of two dice, dealt without replacement.

The deck is reshuffled as soon as only ``left`` cards remain. Left 35 reshuffles after every card
and is ordinary dice; left 0 deals the whole deck, whose last card a counter knows.
"""

import numpy as np

from pastimes.experiments.balanced_dice.setting import Setting
from pastimes.experiments.balanced_dice.totals import PERIOD, WAYS

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
    from pastimes.experiments.balanced_dice.algorithms._deck import fill
    from pastimes.experiments.balanced_dice.games import empty_games

    rolls, games = uniforms.shape
    record = empty_games(rolls, games, factors)
    cards = np.arange(WAYS.max() + 1)
    with np.errstate(divide="ignore"):
        log_ratio = np.log2(cards[None, :] / WAYS[:, None])  # of a total's cards to its full number
    log_ratio[:, 0] = 0.0  # 0 log 0
    thresholds = np.multiply.outer(np.asarray(factors or (), float), WAYS)
    fill(int(setting), log_ratio, uniforms, thresholds, WAYS, record)
    return record
