"""Simulations against laws known otherwise, at fixed seeds.

Each check was given its level before it was run: a sound programme fails it with probability
below 1e-6. Each is also shown a biased programme, which it must fail.
"""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, chi2, norm

from pastimes.experiments.balanced_dice.algorithms import deck, spring
from pastimes.experiments.balanced_dice.games import played_bits
from pastimes.experiments.balanced_dice.totals import TRUE_LAW
from pastimes.statistics.means import mean_interval, ratio_interval, spread_interval
from pastimes.statistics.proportions import proportion_interval
from pastimes.statistics.quantiles import (
    order_statistics,
    quantile_ranks,
    quantiles_with_intervals,
)

ALARM = 1e-7  # probability with which one check fails a sound programme
MEDIAN_60 = 0.12084467603009164  # bits; see tests/golden/balanced_dice.csv


@cache
def uniforms(rolls, games, seed):
    return np.random.default_rng(seed).random((rolls, games))


def biased(u, power=1.05):
    return u**power


def totals_are_ordinary(totals):
    """Pearson's chi-square test of all totals, at level ALARM."""
    observed = np.bincount(totals.ravel(), minlength=11)
    expected = totals.size * TRUE_LAW
    return ((observed - expected) ** 2 / expected).sum() < chi2.isf(ALARM, 10)


def rolls_follow_their_laws(totals, beta):
    """Rolls of each total against its probabilities: 22 normal tests at level ALARM / 22.

    Rolls less their probabilities given the past, summed plainly and weighted with the total's
    lead, are martingales. The plain sums cannot tell strengths apart: any spring holds the mean.
    """
    rolled = totals[..., None] == np.arange(11)
    lead = rolled.cumsum(axis=0) - rolled - np.arange(len(totals))[:, None, None] * TRUE_LAW
    q = TRUE_LAW * np.exp(-beta * lead)
    q /= q.sum(axis=-1, keepdims=True)
    z = [
        (weight * (rolled - q)).sum(axis=(0, 1))
        / np.sqrt((weight**2 * q * (1 - q)).sum(axis=(0, 1)))
        for weight in (1, lead)
    ]
    return np.abs(z).max() < norm.isf(ALARM / 44)


def median_is(bits, totals):
    """Whether the interval of the median at 1 - 1e-6 holds `bits` after the last roll."""
    _, low, high = quantiles_with_intervals(played_bits(totals)[-1:], (0.5,), 1 - 1e-6)[0, 0]
    return low <= bits <= high


def covers(hits, least, most=1.0):
    """Whether hits are compatible with a coverage from `least` to `most`, at level ALARM."""
    n = len(hits)
    return binom.ppf(ALARM / 2, n, least) <= np.sum(hits) <= binom.isf(ALARM / 2, n, most)


@pytest.mark.parametrize(("play", "setting"), [(spring.play, 0.0), (deck.play, 35.0)])
def test_ordinary_totals_follow_the_true_law(play, setting):
    u = uniforms(50, 20_000, 1)
    assert totals_are_ordinary(play(setting, u).totals)
    assert not totals_are_ordinary(play(setting, biased(u)).totals)


def test_ordinary_totals_would_betray_one_way_too_many(monkeypatch):
    monkeypatch.setattr(spring, "WAYS", np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 1, 2]))
    assert not totals_are_ordinary(spring.play(0.0, uniforms(50, 20_000, 1)).totals)


@pytest.mark.parametrize("beta", [0.0, 1.0, -0.2, 4.0])
def test_rolls_of_a_spring_follow_its_laws(beta):
    u = uniforms(20, 20_000, 2)
    assert rolls_follow_their_laws(spring.play(beta, u).totals, beta)
    assert not rolls_follow_their_laws(spring.play(beta, biased(u)).totals, beta)


def test_rolls_of_a_spring_betray_another_strength():
    totals = spring.play(1.0, uniforms(20, 20_000, 3)).totals
    assert rolls_follow_their_laws(totals, 1.0)
    assert not rolls_follow_their_laws(totals, 1.2)


def test_seven_is_rolled_as_often_as_its_probability_says():
    """Martingale differences: a normal test at level ALARM."""

    def z(record, u):
        q = record.seven
        return ((record.totals == 5) - q).sum() / math.sqrt((q * (1 - q)).sum())

    u = uniforms(36, 50_000, 4)
    record = deck.play(0.0, u, [])
    assert abs(z(record, u)) < norm.isf(ALARM / 2)
    assert abs(z(record._replace(seven=record.seven * 0.98), u)) > norm.isf(ALARM / 2)


def test_simulated_median_after_sixty_rolls_is_the_exact_one():
    u = uniforms(60, 50_000, 5)
    assert median_is(MEDIAN_60, spring.play(0.0, u).totals)
    assert not median_is(MEDIAN_60, spring.play(0.0, biased(u, 1.3)).totals)
    assert not median_is(MEDIAN_60, spring.play(0.05, u).totals)


def streak_probability(rolls):
    """Probability that ordinary dice give some total three times running: a Markov chain."""
    once, twice = TRUE_LAW.copy(), np.zeros(11)
    for _ in range(rolls - 1):
        fresh = (once.sum() + twice.sum() - once - twice) * TRUE_LAW
        once, twice = fresh, once * TRUE_LAW
    return 1 - once.sum() - twice.sum()


def test_streaks_are_as_frequent_as_a_markov_chain_says():
    def share(u):
        totals = spring.play(0.0, u).totals
        runs = (totals[2:] == totals[1:-1]) & (totals[1:-1] == totals[:-2])
        return runs.any(axis=0)

    u, expected = uniforms(60, 50_000, 5), streak_probability(60)
    assert covers(share(u), expected, expected)
    assert not covers(share(biased(u, 1.3)), expected, expected)


@pytest.mark.parametrize(("p", "n"), [(0.5, 10), (0.5, 101), (0.1, 200), (0.9, 60)])
def test_ranks_cover_a_quantile_as_often_as_the_binomial_law_says(p, n):
    values = np.random.default_rng(6).random((20_000, n))
    low, high = quantile_ranks(p, n)
    ends = order_statistics(values, np.array([low, high]))
    coverage = binom.cdf(high, n, p) - binom.cdf(low, n, p)
    assert coverage >= 0.95
    assert covers((ends[:, 0] <= p) & (p <= ends[:, 1]), coverage, coverage)
    off = p + math.sqrt(p * (1 - p) / n) / 2
    assert not covers((ends[:, 0] <= off) & (off <= ends[:, 1]), coverage, coverage)


def test_ranks_cover_the_median_of_a_law_with_atoms():
    values = np.random.default_rng(7).integers(0, 5, (20_000, 50)).astype(float)
    low, high = order_statistics(values, np.array(quantile_ranks(0.5, 50))).T
    assert covers((low <= 2) & (high >= 2), 0.95)
    assert not covers((low <= 3) & (high >= 3), 0.95)


def wald(k, n):
    half = 1.96 * math.sqrt(k / n * (1 - k / n) / n)
    return k / n, k / n - half, k / n + half


def exact_coverage(interval, n, p):
    ends = (interval(k, n)[1:] for k in range(n + 1))
    return sum(binom.pmf(k, n, p) for k, (low, high) in enumerate(ends) if low <= p <= high)


@given(st.integers(1, 40), st.floats(0, 1))
def test_clopper_pearson_covers_every_proportion(n, p):
    assert exact_coverage(proportion_interval, n, p) >= 0.95 - 1e-9


def test_an_interval_by_wald_would_not_cover_every_proportion():
    assert exact_coverage(wald, 20, 0.05) < 0.95


def exponential(seed, repetitions=5000, n=1000):
    return np.random.default_rng(seed).exponential(size=(repetitions, n))


# Edgeworth terms move the coverage of these large-sample intervals by less than 0.015 at n = 1000.
ABOUT_95 = (0.935, 0.965)


def test_intervals_of_means_cover():
    ends = np.array([mean_interval(row) for row in exponential(8)])
    hits = (ends[:, 1] <= 1) & (ends[:, 2] >= 1)
    shifted = (ends[:, 1] <= 1.02) & (ends[:, 2] >= 1.02)
    assert covers(hits, *ABOUT_95)
    assert not covers(shifted, *ABOUT_95)


def test_intervals_of_spreads_cover():
    """For a uniform law, whose kurtosis of 1.8 shortens the interval: normal ones cover 0.998."""
    values = np.random.default_rng(9).random((5000, 1000)) * math.sqrt(12)
    ends = np.array([spread_interval(row) for row in values])
    assert covers((ends[:, 1] <= 1) & (ends[:, 2] >= 1), *ABOUT_95)
    half = 1.96 * ends[:, 0] / math.sqrt(2 * 1000)  # as if the law were normal
    assert not covers(np.abs(ends[:, 0] - 1) <= half, *ABOUT_95)


def test_intervals_of_ratios_cover():
    x = exponential(10)
    y = 2 * x + exponential(11)
    ends = np.array([ratio_interval(*row) for row in zip(y, x, strict=True)])
    assert covers((ends[:, 1] <= 3) & (ends[:, 2] >= 3), *ABOUT_95)
    assert not covers((ends[:, 1] <= 3.06) & (ends[:, 2] >= 3.06), *ABOUT_95)
