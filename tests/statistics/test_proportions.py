"""Clopper-Pearson intervals against the binomial law."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from pastimes.statistics.proportions import proportion_interval

trials_and_successes = st.integers(1, 500).flatmap(
    lambda n: st.tuples(st.integers(0, n), st.just(n))
)


def test_one_failure_leaves_all_but_the_highest_proportions_possible():
    assert proportion_interval(0, 1) == pytest.approx((0, 0, 0.975), abs=1e-15)


@pytest.mark.parametrize("n", [1, 10, 100, 100_000])
def test_no_success_in_n_trials_has_the_closed_form(n):
    value, low, high = proportion_interval(0, n)
    assert (value, low) == (0, 0)
    assert high == pytest.approx(1 - 0.025 ** (1 / n), rel=1e-9)


@pytest.mark.parametrize("n", [1, 10, 100])
def test_success_throughout_has_the_closed_form(n):
    value, low, high = proportion_interval(n, n)
    assert (value, high) == (1, 1)
    assert low == pytest.approx(0.025 ** (1 / n), rel=1e-9)


@pytest.mark.parametrize("trials", [0, -1])
def test_no_trials_are_refused(trials):
    with pytest.raises(ValueError, match=f"trials: {trials}: at least 1"):
        proportion_interval(0, trials)


@given(trials_and_successes, st.sampled_from([0.5, 0.95, 0.9999]))
def test_ends_leave_half_the_rest_in_a_binomial_tail(case, level):
    k, n = case
    _, low, high = proportion_interval(k, n, level)
    tail = (1 - level) / 2
    if k > 0:
        assert binom.sf(k - 1, n, low) == pytest.approx(tail, rel=1e-6)
    if k < n:
        assert binom.cdf(k, n, high) == pytest.approx(tail, rel=1e-6)


@given(trials_and_successes)
def test_failures_mirror_successes(case):
    k, n = case
    value, low, high = proportion_interval(k, n)
    mirrored = proportion_interval(n - k, n)
    assert mirrored == pytest.approx((1 - value, 1 - high, 1 - low), abs=1e-12)


def test_a_million_trials_give_nearly_the_normal_interval():
    _, low, high = proportion_interval(500_000, 1_000_000)
    assert (high - low) / 2 == pytest.approx(1.959964 * 0.5 / 1000, rel=1e-3)
