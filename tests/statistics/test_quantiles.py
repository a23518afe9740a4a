"""Order statistics against sorting, and ranks against the binomial law."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import binom

from pastimes.statistics import quantiles
from pastimes.statistics.quantiles import (
    band_confidence,
    order_statistics,
    quantile_rank,
    quantile_ranks,
    quantiles_with_intervals,
)

ATOMS = (0.0, -0.0, 1.0, -1.0, 0.1, 1e300, -1e300, 5e-324, 1e-310, math.inf, -math.inf)
NUMBERS = st.sampled_from(ATOMS) | st.floats(-1e300, 1e300)


def all_sorted(values):
    return order_statistics(values, np.arange(values.shape[1]))


def shaped(elements, longest=60):
    shapes = st.tuples(st.integers(1, 4), st.integers(1, longest))
    return shapes.flatmap(lambda shape: arrays(float, shape, elements=elements))


@pytest.mark.parametrize("value", [0.0, -3.5, 5e-324, 1e300, math.inf, -math.inf])
def test_one_value_is_its_only_order_statistic(value):
    assert order_statistics(np.array([[value]]), np.array([0]))[0, 0] == value


def test_no_rows_have_no_order_statistics():
    assert order_statistics(np.empty((0, 5)), np.array([0, 4])).shape == (0, 2)


def test_no_ranks_pick_nothing():
    picked = order_statistics(np.ones((2, 5)), np.array([], dtype=np.int64))
    assert picked.shape == (2, 0)


def test_ranks_may_repeat_and_come_in_any_order():
    picked = order_statistics(np.array([[3.0, 1.0, 2.0]]), np.array([2, 0, 2]))
    assert picked.tolist() == [[3, 1, 3]]


def test_any_layout_and_type_of_values_are_accepted():
    values = np.arange(12, dtype=np.int8).reshape(3, 4)[::-1, ::-1].T
    assert np.array_equal(all_sorted(values), np.sort(values))


@pytest.mark.parametrize(
    "row",
    [
        [2.0] * 7,
        [math.inf] * 3,
        [-math.inf, math.inf],
        [math.inf, 0.0, -math.inf, 0.0, math.inf],
        [-1e300, 1e300, 0.0, 1e-300],
        [0.0, 1e-300, 2e-300],
        [1.0, 1.0 + 2**-52, 1.0 - 2**-53],
        [0.0, 5e-324],
        [0.0, 1e-307, 5e-308],
        [1.7e308, -1.7e308, 0.0],
    ],
)
def test_order_statistics_of_awkward_rows_equal_sorting(row):
    assert np.array_equal(all_sorted(np.array([row])), np.sort([row]))


@settings(deadline=None)
@given(shaped(NUMBERS))
def test_order_statistics_equal_sorting(values):
    assert np.array_equal(all_sorted(values), np.sort(values))


@settings(deadline=None)
@given(shaped(st.floats(0, 1e-306)))
def test_order_statistics_of_tiny_spans_equal_sorting(values):
    assert np.array_equal(all_sorted(values), np.sort(values))


@settings(deadline=None)
@given(shaped(st.sampled_from([-math.inf, 0.0, 0.25, 0.5, math.inf])))
def test_order_statistics_of_atoms_equal_sorting(values):
    assert np.array_equal(all_sorted(values), np.sort(values))


@pytest.mark.parametrize("law", ["uniform", "standard_exponential", "standard_cauchy"])
def test_order_statistics_of_many_values_equal_sorting(law):
    values = getattr(np.random.default_rng(5), law)(size=(3, 100_000))
    ranks = np.array([0, 1, 777, 50_000, 99_999])
    assert np.array_equal(order_statistics(values, ranks), np.sort(values)[:, ranks])


def test_compiled_and_plain_kernels_agree(monkeypatch):
    values = np.random.default_rng(6).choice([-np.inf, 0, 0.3, 0.31, 7, np.inf], (3, 40))
    ranks = np.array([0, 20, 39])
    compiled = order_statistics(values, ranks)
    for name in ("_order_statistics", "_fill_buckets"):
        monkeypatch.setattr(quantiles, name, getattr(quantiles, name).py_func)
    assert np.array_equal(order_statistics(values, ranks), compiled)


@pytest.mark.parametrize(
    ("p", "n", "rank"),
    [(0.5, 1, 0), (0.5, 2, 0), (0.5, 3, 1), (0.9, 10, 8), (0.1, 10, 0), (1e-12, 10, 0)],
)
def test_rank_of_a_known_quantile(p, n, rank):
    assert quantile_rank(p, n) == rank


@given(st.integers(1, 999), st.integers(1, 10_000))
def test_rank_is_that_of_exact_arithmetic(thousandths, n):
    assert quantile_rank(thousandths / 1000, n) == -(-n * thousandths // 1000) - 1


@pytest.mark.parametrize(("n", "ranks"), [(5, None), (6, (0, 5)), (10, (1, 8)), (20, (5, 14))])
def test_ranks_that_enclose_the_median_are_those_of_the_sign_test(n, ranks):
    assert quantile_ranks(0.5, n) == ranks


@given(st.floats(0.01, 0.99), st.integers(1, 2000), st.sampled_from([0.5, 0.95, 0.999]))
def test_enclosing_ranks_leave_at_most_half_of_the_rest_on_either_side(p, n, level):
    ranks, tail = quantile_ranks(p, n, level), (1 - level) / 2 * (1 + 1e-9)
    if ranks is None:
        assert max(binom.cdf(0, n, p), binom.sf(n - 1, n, p)) > tail * (1 - 2e-9)
    else:
        low, high = ranks
        assert binom.cdf(low, n, p) <= tail < binom.cdf(low + 1, n, p) * (1 + 1e-8)
        assert binom.sf(high, n, p) <= tail < binom.sf(high - 1, n, p) * (1 + 1e-8)


@given(st.floats(0.01, 0.99), st.integers(10, 2000))
def test_a_higher_level_takes_ranks_further_apart(p, n):
    narrow, wide = quantile_ranks(p, n, 0.5), quantile_ranks(p, n, 0.99)
    if wide is not None:
        assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]


def test_band_between_extremes_of_two_encloses_the_median_half_the_time():
    assert band_confidence(0.1, 0.9, 0.5, 2) == pytest.approx(0.5, abs=1e-15)


def test_band_of_one_value_has_no_confidence():
    assert band_confidence(0.1, 0.9, 0.5, 1) == 0


def test_band_confidence_is_a_binomial_sum():
    expected = sum(math.comb(10, k) for k in range(1, 9)) / 2**10
    assert band_confidence(0.1, 0.9, 0.5, 10) == pytest.approx(expected, abs=1e-15)


def test_band_of_ten_thousand_games_encloses_the_median_for_certain():
    assert band_confidence(0.1, 0.9, 0.5, 10_000) == pytest.approx(1, abs=1e-12)


def test_one_value_has_quantiles_and_no_intervals():
    found = quantiles_with_intervals(np.array([[4.0]]), (0.1, 0.5))
    assert np.array_equal(found, [[[4, np.nan, np.nan]] * 2], equal_nan=True)


def test_quantiles_of_no_rows_are_empty():
    assert quantiles_with_intervals(np.empty((0, 3)), (0.1, 0.5)).shape == (0, 2, 3)


def test_quantiles_of_ten_known_values():
    found = quantiles_with_intervals(np.arange(10.0)[None, ::-1].copy(), (0.5, 0.9))
    expected = [[[4, 1, 8], [8, np.nan, np.nan]]]
    assert np.array_equal(found, expected, equal_nan=True)


def test_infinite_values_are_quantiles_like_others():
    row = np.array([[-np.inf] * 30 + [0.0] * 40 + [np.inf] * 30])
    found = quantiles_with_intervals(row, (0.1, 0.5, 0.9))[0]
    assert np.array_equal(found, [[-np.inf] * 3, [0] * 3, [np.inf] * 3])


@settings(deadline=None)
@given(shaped(st.floats(-1, 1, width=16), 200), st.floats(0.01, 0.99))
def test_quantiles_occur_and_lie_in_their_intervals(values, p):
    for row, (value, low, high) in zip(
        values, quantiles_with_intervals(values, (p,))[:, 0], strict=True
    ):
        assert value in row
        assert math.isnan(low) or low <= value <= high
