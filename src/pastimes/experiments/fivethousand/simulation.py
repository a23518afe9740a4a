"""Turns played with dice, several policies with the same ones."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.fivethousand.policies import Policy
from pastimes.experiments.fivethousand.rules import ESSAY, Rules, options, rolls
from pastimes.experiments.fivethousand.turn import STEP, Turn

__all__ = ["Player", "following", "play_turns", "playing_best"]

_ROLLS = 8  # drawn at once for each turn, of which few have more
_DRAWS = 8  # further ones at most: a chance below 1e-20
_BLOCK = 10_000  # turns whose dice are drawn together


class Player(NamedTuple):
    """How a player plays, as tables; scores in steps of 50.

    Attributes
    ----------
    first : ndarray of int64, shape (7 ** 6 + 1,)
        Where the options of a roll begin, by its counts as digits to base 7.
    score, left : ndarray of int64, shape (options,)
        What each option scores, and dice left, 6 where all were used.
    worth : ndarray of float64, shape (scores, 7)
        Of the options the one is taken that leads to the greatest worth.
    rolls : ndarray of bool, shape (scores, 7)
        Whether to roll so many dice; from the last score on as there.
    """

    first: NDArray[np.int64]
    score: NDArray[np.int64]
    left: NDArray[np.int64]
    worth: NDArray[np.float64]
    rolls: NDArray[np.bool_]


def _options(rules: Rules) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    by_code: dict[int, list[tuple[int, int]]] = {}
    for dice in range(1, 7):
        for counts, _ in rolls(dice):
            code = sum(count * 7**face for face, count in enumerate(counts))
            by_code[code] = [(p // STEP, dice - used or 6) for p, used in options(counts, rules)]
    numbers = np.zeros(7**6, np.int64)
    for code, found in by_code.items():
        numbers[code] = len(found)
    flat = np.array([option for code in sorted(by_code) for option in by_code[code]], np.int64)
    return np.concatenate([[0], np.cumsum(numbers)]), flat[:, 0].copy(), flat[:, 1].copy()


def following(policy: Policy, stays_from: int, rules: Rules = ESSAY) -> Player:
    """A player who follows a policy, where all scoring dice are removed."""
    size = stays_from // STEP + 1
    flags = np.zeros((size, 7), np.bool_)
    flags[:, 6] = True
    for at in range(size):
        flags[at, 1:6] = [policy(at * STEP, dice) for dice in range(1, 6)]
    flags[-1, 1:6] = False
    return Player(*_options(rules), np.zeros((size, 7)), flags)


def playing_best(turn: Turn, rules: Rules) -> Player:
    """A player who plays a solved turn best, up to where it stays whenever it may."""
    size = len(turn.hot)
    worth, flags = np.zeros((size, 7)), np.zeros((size, 7), np.bool_)
    stay = np.arange(size) * float(STEP)
    for dice in range(1, 6):
        rolling = np.array(turn.rolling[dice - 1], float)
        worth[:, dice] = np.maximum(stay, rolling)
        flags[:, dice] = rolling > stay
    worth[:, 6] = np.array(turn.hot, float)
    flags[:, 6] = True
    return Player(*_options(rules), worth, flags)


def play_turns(
    players: Sequence[Player], turns: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Final scores of turns that all players play with the same dice.

    The k-th roll of a turn takes the first dice of the same six for everybody.

    Returns
    -------
    ndarray of int64, shape (players, turns)
        In points; 0 is a bust.
    """
    scores = np.zeros((len(players), turns), np.int64)
    for start in range(0, turns, _BLOCK):
        block = scores[:, start : start + _BLOCK]
        left = np.full(block.shape, 6)  # dice to roll; none once the turn is over
        # Long turns have a stream of their own: who plays does not shift the dice of later turns.
        for draws in [rng, *_DRAWS * rng.spawn(1)]:
            if not left.any():
                break
            dice = draws.integers(0, 6, (block.shape[1], _ROLLS, 6), dtype=np.uint8)
            for player, at, number in zip(players, block, left, strict=True):
                _play_on(*player, dice, at, number)
        if left.any():
            raise ArithmeticError(f"a turn of more than {(1 + _DRAWS) * _ROLLS} rolls")
    return scores * STEP


@njit(cache=True)
def _play_on(first, score, left, worth, flags, dice, scores, numbers):
    powers = 7 ** np.arange(6)
    last = flags.shape[0] - 1
    for t in range(scores.size):
        at, number = scores[t], numbers[t]
        for r in range(dice.shape[1]):
            if number == 0:
                break
            code = 0
            for i in range(number):
                code += powers[dice[t, r, i]]
            begin, end = first[code], first[code + 1]
            if begin == end:
                at, number = 0, 0
                break
            best = begin
            for k in range(begin + 1, end):
                this = worth[min(at + score[k], last), left[k]]
                if this > worth[min(at + score[best], last), left[best]]:
                    best = k
            at += score[best]
            number = left[best]
            if not flags[min(at, last), number]:
                number = 0
        scores[t], numbers[t] = at, number
