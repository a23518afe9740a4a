"""Checks of counts against a law: exact sums, merged cells, false alarms and power."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, chi2, kstest

from pastimes.statistics.goodness import binomial_p, chi_square_p, law_p

ALARM = 1e-7  # probability with which one check of a sound programme fails
LAW = (0.001, 0.05, 0.2, 0.3, 0.449)


def draws(law, trials, repetitions, seed):
    return np.random.default_rng(seed).multinomial(trials, law, repetitions)


def exact_binomial(successes, trials, probability):
    """Twice the smaller tail, at most 1, in fractions."""
    p = Fraction(probability)
    pmf = [comb(trials, i) * p**i * (1 - p) ** (trials - i) for i in range(trials + 1)]
    return min(2 * min(sum(pmf[: successes + 1]), sum(pmf[successes:])), 1)


def alarms(p_value, events, trials, level):
    """Exact probability that two cells, one of which expects `events`, alarm at a level."""
    p = events / trials
    counts = range(int(8 * events) + 60)
    found = [k for k in counts if p_value([k, trials - k], [p, 1 - p]) < level]
    return binom.pmf(found, trials, p).sum()


def test_no_trials_are_no_evidence():
    assert binomial_p(0, 0, 0.3) == 1
    assert chi_square_p([0, 0], [0.5, 0.5]) == 1
    assert law_p([0, 0], [0.5, 0.5]) == 1


@pytest.mark.parametrize("counts", [[0], [1], [1000]])
def test_one_cell_tests_nothing(counts):
    assert chi_square_p(counts, [1.0]) == 1
    assert law_p(counts, [1.0]) == 1


@pytest.mark.parametrize(
    ("successes", "probability", "value"), [(10, 1.0, 1), (9, 1.0, 0), (0, 0.0, 1), (1, 0.0, 0)]
)
def test_certain_events_are_refuted_by_one_exception(successes, probability, value):
    assert binomial_p(successes, 10, probability) == value


@pytest.mark.parametrize("tail", [0, 10])
def test_ten_of_ten_tosses_are_two_tails_of_a_1024th(tail):
    assert binomial_p(tail, 10, 0.5) == 2 / 1024


def test_chi_square_of_two_known_cells():
    # Statistic (60 - 50)^2 / 50 + (40 - 50)^2 / 50 = 4: 1 less erf(sqrt 2).
    assert chi_square_p([60, 40], [0.5, 0.5]) == pytest.approx(0.04550026389635842, rel=1e-12)


def test_counts_as_expected_have_p_value_1():
    assert chi_square_p([30, 70], [0.3, 0.7]) == 1
    assert law_p([50, 50], [0.5, 0.5]) == 1


def test_a_rare_cell_is_merged_with_its_neighbour():
    merged = chi_square_p([12, 38, 50], [0.1, 0.4, 0.5])
    assert chi_square_p([3, 9, 38, 50], [0.04, 0.06, 0.4, 0.5]) == merged


@pytest.mark.parametrize("rare", [[0.01, 0.01, 0.01], [0.0, 0.0, 0.03], [0.03, 0.0, 0.0]])
def test_rare_cells_are_merged_until_five_are_expected(rare):
    found = chi_square_p([1, 0, 0, 49, 50], [*rare, 0.47, 0.5])
    assert found == pytest.approx(chi_square_p([50, 50], [0.5, 0.5]), abs=1e-12)


def test_a_rare_last_cell_is_merged_backwards():
    merged = chi_square_p([45, 55], [0.5, 0.5])
    assert chi_square_p([45, 52, 3], [0.5, 0.48, 0.02]) == merged


def test_nothing_is_left_to_test_where_all_merge():
    assert chi_square_p([1, 2, 1], [0.25, 0.5, 0.25]) == 1


def test_cells_of_another_number_than_the_law_are_refused():
    with pytest.raises(ValueError, match=r"zip\(\)|shape"):
        chi_square_p([1, 2, 3], [0.5, 0.5])


@given(st.data(), st.integers(1, 60), st.fractions(0, 1, max_denominator=64))
def test_exact_p_value_is_the_sum_of_fractions(data, trials, probability):
    successes = data.draw(st.integers(0, trials))
    expected = exact_binomial(successes, trials, float(probability))
    found = binomial_p(successes, trials, float(probability))
    assert found == pytest.approx(float(expected), rel=1e-10, abs=1e-300)


@given(st.lists(st.integers(0, 500), min_size=2, max_size=6))
def test_p_values_are_probabilities(counts):
    law = [1 / len(counts)] * len(counts)
    assert 0 <= chi_square_p(counts, law) <= 1
    assert 0 <= law_p(counts, law) <= 1


@given(st.integers(0, 100), st.integers(0, 100))
def test_p_value_of_a_law_is_the_smaller_of_two_doubled(a, b):
    parts = binomial_p(b, a + b, 0.4), chi_square_p([a, b], [0.6, 0.4], 50)
    assert law_p([a, b], [0.6, 0.4]) == min(1, 2 * min(parts))


@given(st.integers(0, 10**7), st.integers(1, 10**7))
def test_exact_p_value_of_many_trials_is_that_of_scipy(successes, failures):
    n, p = successes + failures, 0.9995
    tails = binom.cdf(successes, n, p), binom.sf(successes - 1, n, p)
    assert binomial_p(successes, n, p) == pytest.approx(
        min(1, 2 * min(tails)), rel=1e-5, abs=1e-300
    )


def test_p_values_of_a_true_law_are_nearly_uniform():
    """At level ALARM, by Kolmogorov; counts are so many that they are nearly continuous."""
    values = [chi_square_p(c, LAW) for c in draws(LAW, 1_000_000, 2000, 1)]
    assert kstest(values, "uniform").pvalue > ALARM
    wrong = [
        chi_square_p(c, LAW) for c in draws((0.001, 0.05, 0.2, 0.301, 0.448), 1_000_000, 2000, 1)
    ]
    assert kstest(wrong, "uniform").pvalue < ALARM


@pytest.mark.parametrize("level", [0.01, 0.05, 0.2])
def test_a_true_law_is_suspected_no_more_often_than_the_level_says(level):
    values = np.array([law_p(c, LAW) for c in draws(LAW, 100_000, 5000, 2)])
    assert (values < level).sum() <= binom.isf(ALARM, 5000, level)


@pytest.mark.parametrize("events", [5, 6, 10, 50, 1000])
@pytest.mark.parametrize("p_value", [chi_square_p, law_p])
def test_false_alarms_at_one_in_twenty_are_about_as_stated(p_value, events):
    assert alarms(p_value, events, 4_194_304, 0.05) <= 1.25 * 0.05


@pytest.mark.parametrize(
    ("level", "events"),
    [
        pytest.param(0.001, 5),
        pytest.param(0.001, 6),
        (0.001, 50),
        (0.001, 1000),
        pytest.param(0.001 / 13, 5),
        pytest.param(0.001 / 13, 6),
        pytest.param(0.001 / 13, 10),
        (0.001 / 13, 50),
        (0.001 / 13, 1000),
    ],
)
def test_false_alarms_at_the_studys_levels_are_about_as_stated(events, level):
    assert alarms(law_p, events, 4_194_304, level) <= 1.25 * level


@pytest.mark.parametrize("events", [0, 1, 6, 1000])
@pytest.mark.parametrize("level", [0.05, 0.001, 1e-6])
def test_the_exact_test_never_alarms_more_often_than_stated(events, level):
    p = events / 100_000
    counts = np.arange(3000)
    found = [k for k in counts if binomial_p(int(k), 100_000, p) < level]
    assert binom.pmf(found, 100_000, p).sum() <= level


def test_a_law_off_by_one_in_a_hundred_is_found_among_a_hundred_thousand():
    wrong = (0.001, 0.05, 0.21, 0.29, 0.449)
    assert max(law_p(c, LAW) for c in draws(wrong, 100_000, 100, 3)) < 1e-3


def test_the_exact_test_finds_a_last_cell_that_is_nearly_certain():
    law = [1e-7, 1 - 1e-7]
    assert law_p([9, 999_991], law) < 1e-7
    assert chi_square_p([9, 999_991], law) == 1


def test_chi_square_of_many_cells_is_that_of_its_formula():
    counts = np.random.default_rng(4).multinomial(10_000, [0.01] * 100)
    statistic = ((counts - 100) ** 2 / 100).sum()
    assert chi_square_p(counts, [0.01] * 100) == pytest.approx(chi2.sf(statistic, 99), rel=1e-9)
