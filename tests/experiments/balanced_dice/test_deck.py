"""Dice from a deck: what is dealt, when it is reshuffled, and what the last card gives away."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.experiments.balanced_dice.algorithms import spring
from pastimes.experiments.balanced_dice.algorithms.deck import SETTING, law, play
from pastimes.experiments.balanced_dice.games import played_bits
from pastimes.experiments.balanced_dice.totals import TRUE_LAW, WAYS


def uniforms(rolls, games, seed=12):
    return np.random.default_rng(seed).random((rolls, games))


def test_settings_are_whole_numbers_of_cards():
    assert tuple(SETTING[1:]) == (0, 35, True, False)


def test_a_dealt_card_is_gone():
    assert law(0, [0, 5])[[0, 5]] == pytest.approx([0, 5 / 34])


@pytest.mark.parametrize("left", [0, 1, 12, 34, 35])
def test_a_deck_is_whole_again_after_its_last_card(left):
    dealt = play(left, uniforms(36 - left, 1)).totals[:, 0]
    assert law(left, dealt) == pytest.approx(TRUE_LAW)


def test_reshuffling_after_every_card_is_ordinary_dice():
    u = uniforms(100, 130)
    deck, ordinary = play(35.0, u, [1.0]), spring.play(0.0, u, [1.0])
    for dealt, rolled in zip(deck, ordinary, strict=True):
        assert np.array_equal(dealt, rolled)


def test_whole_decks_give_fair_counts():
    totals = play(0.0, uniforms(108, 50)).totals
    for period in np.split(totals, 3):
        numbers = (period[..., None] == np.arange(11)).sum(axis=0)
        assert (numbers == WAYS).all()
    assert played_bits(totals)[35::36] == pytest.approx(0, abs=1e-13)


def test_the_last_card_is_known():
    record = play(0.0, uniforms(72, 200), [1.0])
    last = record.totals[35::36]
    assert (record.best_guess[35::36] == 1).all()
    assert (record.true_from_next[35::36] == np.inf).all()
    assert record.next_from_true[35::36] == pytest.approx(np.log2(36 / WAYS[last]), abs=1e-12)


@settings(deadline=None)
@given(st.integers(0, 35), st.integers(0, 2**32 - 1))
def test_no_total_is_dealt_more_often_than_it_has_cards(left, seed):
    totals = play(left, uniforms(72, 5, seed)).totals
    for start in range(0, 72, 36 - left):
        dealt = totals[start : start + 36 - left]
        assert ((dealt[..., None] == np.arange(11)).sum(axis=0) <= WAYS).all()


@settings(deadline=None)
@given(st.integers(0, 35), st.integers(0, 2**32 - 1))
def test_probabilities_are_shares_of_the_cards_left(left, seed):
    totals = play(left, uniforms(80, 1, seed)).totals[:, 0]
    for t in range(80):
        cards = law(left, totals[:t]) * (36 - t % (36 - left))
        assert cards == pytest.approx(cards.round(), abs=1e-12)


def test_a_hundred_decks_long_game_ends_fair():
    totals = play(0.0, uniforms(3600, 2)).totals
    assert played_bits(totals)[-1] == pytest.approx(0, abs=1e-12)


def test_fewer_cards_left_leak_more():
    leaks = [play(left, uniforms(36, 500), []).next_from_true.mean() for left in (35, 24, 12, 0)]
    assert leaks[0] == 0
    assert leaks == sorted(leaks)
    assert max(leaks) < math.log2(36)
