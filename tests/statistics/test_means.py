"""Means, spreads and ratios against textbook formulas."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm, ttest_1samp

from pastimes.statistics.means import mean_interval, ratio_interval, spread_interval

samples = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=50).map(np.array)


def width(interval):
    return interval[2] - interval[1]


def without_ends(interval):
    return math.isnan(interval[1]) and math.isnan(interval[2])


@pytest.mark.parametrize(
    "interval",
    [
        mean_interval(np.array([3.0])),
        spread_interval(np.array([3.0])),
        ratio_interval(np.array([3.0]), np.array([1.0])),
    ],
)
def test_one_sample_has_no_interval(interval):
    assert without_ends(interval)


def test_one_sample_is_its_mean_and_has_no_spread():
    assert mean_interval(np.array([3.0]))[0] == 3
    assert math.isnan(spread_interval(np.array([3.0]))[0])


def test_mean_of_two_samples_has_the_normal_interval():
    half = norm.ppf(0.975)  # the standard error of 0 and 2 is 1
    assert mean_interval(np.array([0.0, 2.0])) == pytest.approx((1, 1 - half, 1 + half))


def test_equal_samples_have_a_spread_of_zero_without_interval():
    interval = spread_interval(np.full(5, 0.1))
    assert interval[0] == 0
    assert without_ends(interval)


def test_spread_of_known_samples():
    # Squared deviations 4, 1, 0, 1, 4: s^2 = 2.5, m4 = 34 / 5; 6.8 - 6.25 = 0.55.
    half = norm.ppf(0.975) * math.sqrt(0.55 / (4 * 2.5 * 5))
    s = math.sqrt(2.5)
    assert spread_interval(np.arange(5.0)) == pytest.approx((s, s - half, s + half))


@pytest.mark.parametrize("values", [[0.0, 1.0], [0.0, 1.0, 5.0]])
def test_spread_of_few_samples_is_not_certain(values):
    interval = spread_interval(np.array(values))
    assert without_ends(interval) or width(interval) > 0


def test_ratio_of_proportional_samples_is_certain():
    x = np.array([1.0, 2.0, 4.0])
    assert ratio_interval(3 * x, x) == pytest.approx((3, 3, 3))


def test_ratio_of_known_samples():
    # Residuals 1 - 4/3 and 3 - 8/3, over the mean 3/2: -2/9 and 2/9.
    half = norm.ppf(0.975) * (2 / 9)
    found = ratio_interval(np.array([1.0, 3.0]), np.array([1.0, 2.0]))
    assert found == pytest.approx((4 / 3, 4 / 3 - half, 4 / 3 + half))


def test_ratio_to_a_mean_of_zero_is_nowhere():
    assert all(map(math.isnan, ratio_interval(np.array([1.0, 2.0]), np.array([-1.0, 1.0]))))


def test_an_infinite_sample_makes_the_mean_infinite_without_interval():
    interval = mean_interval(np.array([1.0, np.inf]))
    assert interval[0] == np.inf
    assert without_ends(interval)


def test_an_infinite_sample_leaves_the_spread_unknown():
    assert all(map(math.isnan, spread_interval(np.array([1.0, np.inf]))))


def test_an_infinite_numerator_leaves_the_error_of_a_ratio_unknown():
    assert without_ends(ratio_interval(np.array([1.0, np.inf]), np.array([1.0, 1.0])))


def test_infinities_of_both_signs_leave_the_mean_unknown():
    assert all(map(math.isnan, mean_interval(np.array([-np.inf, np.inf]))))


@given(samples)
def test_mean_lies_amid_its_interval(values):
    mean, low, high = mean_interval(values)
    assert low <= mean <= high
    assert mean - low == pytest.approx(high - mean, rel=1e-6, abs=1e-6)


@given(st.lists(st.integers(-1000, 1000), min_size=4, max_size=40), st.integers(-1000, 1000))
def test_spread_does_not_change_with_the_origin(values, shift):
    here, there = (spread_interval(np.array(values, float) + s) for s in (0, shift))
    assert here == pytest.approx(there, rel=1e-6, abs=1e-3, nan_ok=True)


@given(samples, st.floats(0.1, 10))
def test_ratio_to_a_constant_is_the_mean_in_other_units(values, unit):
    ratio = ratio_interval(values, np.full(len(values), unit))
    mean = np.array(mean_interval(values)) / unit
    assert ratio == pytest.approx(mean, rel=1e-9, abs=1e-6)


def test_many_samples_give_the_interval_of_the_t_test():
    values = np.random.default_rng(7).exponential(size=100_000)
    ends = ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values)[1:] == pytest.approx((ends.low, ends.high), abs=1e-6)
