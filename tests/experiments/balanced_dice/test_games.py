"""Records of games, and the statistics of the rolls so far."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pastimes.experiments.balanced_dice import games
from pastimes.experiments.balanced_dice.games import empty_games, played_bits
from pastimes.experiments.balanced_dice.totals import WAYS, statistics_bits


def direct(totals):
    counts = (totals[..., None] == np.arange(11)).cumsum(axis=0)
    return statistics_bits(counts)


def random_totals(rolls, number):
    return np.random.default_rng(rolls).integers(0, 11, (rolls, number), dtype=np.int8)


@pytest.mark.parametrize(("rolls", "number", "factors"), [(0, 0, 0), (1, 1, 0), (5, 3, 2)])
def test_a_record_has_a_row_for_each_roll(rolls, number, factors):
    record = empty_games(rolls, number, [1.0] * factors)
    assert {a.shape for a in record[:-1]} == {(rolls, number)}
    assert record.overweighted.shape == (factors, rolls, number)
    assert record.totals.dtype == record.overweighted.dtype == np.int8


@pytest.mark.parametrize("shape", [(0, 4), (3, 0)])
def test_no_rolls_or_games_give_no_bits(shape):
    assert played_bits(np.empty(shape, np.int8)).shape == shape


def test_one_roll_has_the_surprise_of_its_total():
    bits = played_bits(np.arange(11, dtype=np.int8)[None])
    assert bits[0] == pytest.approx(np.log2(36 / WAYS), abs=1e-14)


def test_a_run_of_twos_stays_at_the_most_bits():
    bits = played_bits(np.zeros((50, 1), np.int8))
    assert bits == pytest.approx(math.log2(36), abs=1e-12)


@settings(deadline=None)
@given(st.tuples(st.integers(0, 40), st.integers(1, 5)).flatmap(
    lambda shape: arrays(np.int8, shape, elements=st.integers(0, 10))
))  # fmt: skip
def test_running_bits_agree_with_the_direct_formula(totals):
    assert played_bits(totals) == pytest.approx(direct(totals), abs=1e-12)


def test_bits_after_any_order_of_a_whole_deck_are_zero():
    deck = np.repeat(np.arange(11, dtype=np.int8), WAYS)
    orders = np.random.default_rng(1).permuted(np.tile(deck, (20, 1)), axis=1).T
    assert played_bits(orders.copy())[-1] == pytest.approx(0, abs=1e-14)


def test_bits_do_not_drift_over_ten_thousand_rolls():
    totals = random_totals(10_000, 3)
    assert played_bits(totals)[-1] == pytest.approx(direct(totals)[-1], abs=1e-12)


def test_compiled_and_plain_kernels_agree(monkeypatch):
    totals = random_totals(12, 4)
    compiled = played_bits(totals)
    monkeypatch.setattr(games, "_played_bits", games._played_bits.py_func)
    assert played_bits(totals) == pytest.approx(compiled, abs=1e-15)
