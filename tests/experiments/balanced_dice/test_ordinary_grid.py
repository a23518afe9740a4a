"""Bounds from the grid around the exact quantiles."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.experiments.balanced_dice.ordinary import exact_quantiles
from pastimes.experiments.balanced_dice.ordinary_grid import quantile_bounds

STEP = 0.002
ORDERS = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)


def assert_enclosed(rolls, order, step):
    (exact,) = exact_quantiles(rolls, (order,))
    low, high = quantile_bounds(rolls, order, step)
    assert 0 <= low <= exact.bits + 1e-12
    assert exact.bits <= high + 1e-12
    assert high - low <= 11 * step + 1e-12


def test_one_roll_is_bounded_within_two_steps():
    low, high = quantile_bounds(1, 0.5, STEP)
    assert low <= math.log2(9) <= high <= low + 2 * STEP


@pytest.mark.parametrize("rolls", [1, 6, 24])
@pytest.mark.parametrize("order", ORDERS)
def test_bounds_enclose_the_exact_quantile(rolls, order):
    assert_enclosed(rolls, order, STEP)


@pytest.mark.slow
@pytest.mark.parametrize("order", [0.1, 0.5, 0.9])
def test_bounds_enclose_the_exact_quantile_of_the_essay(order):
    assert_enclosed(60, order, 0.0005)


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 12), st.floats(0.02, 0.98), st.sampled_from([0.001, 0.01, 0.1]))
def test_bounds_enclose_and_lie_within_eleven_steps(rolls, order, step):
    assert_enclosed(rolls, order, step)


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 40), st.floats(0.02, 0.98), st.floats(0.02, 0.98))
def test_bounds_grow_with_the_order(rolls, one, other):
    (low, high), (later_low, later_high) = (
        quantile_bounds(rolls, order, 0.01) for order in sorted((one, other))
    )
    assert low <= later_low
    assert high <= later_high


@pytest.mark.parametrize("rolls", [12, 36])
def test_a_finer_grid_bounds_more_tightly(rolls):
    widths = [high - low for low, high in (quantile_bounds(rolls, 0.5, s) for s in (0.01, 0.001))]
    assert widths[1] < widths[0] / 5


def test_the_coarsest_grid_bounds_the_most_rolls():
    coarse, fine = quantile_bounds(72, 0.9, 0.1), quantile_bounds(72, 0.9, 0.001)
    assert coarse[0] <= fine[1]
    assert fine[0] <= coarse[1]
