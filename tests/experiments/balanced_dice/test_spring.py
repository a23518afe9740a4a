"""Dice on a spring: the drift identity, extreme strengths, and what beta means."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import log_softmax, logsumexp

from pastimes.experiments.balanced_dice.algorithms.spring import SETTING, law, play
from pastimes.experiments.balanced_dice.games import played_bits
from pastimes.experiments.balanced_dice.totals import SEVEN, TRUE_LAW, divergence_bits
from pastimes.statistics.quantiles import quantiles_with_intervals

counts = st.lists(st.integers(0, 15), min_size=11, max_size=11).map(np.array)
betas = st.floats(0.01, 2)
E = np.eye(11)


def totals_of(numbers):
    return np.repeat(np.arange(11), numbers)


def deviations(numbers):
    return numbers - numbers.sum() * TRUE_LAW


def uniforms(rolls, games):
    return np.random.default_rng(11).random((rolls, games))


def log_laws(beta, totals):
    """Logarithms of the laws before each roll of one game, shape (rolls, 11): no underflow."""
    rolled = E[totals]
    lead = rolled.cumsum(axis=0) - rolled - np.arange(len(totals))[:, None] * TRUE_LAW
    return log_softmax(np.log(TRUE_LAW) - beta * lead, axis=1)


def test_rigid_spring_after_a_seven_leaves_six_and_eight():
    q = law(math.inf, [SEVEN])
    assert q[[4, 6]] == pytest.approx(0.5)
    assert q.sum() == pytest.approx(1)


def test_spring_after_a_seven_by_hand():
    others = sum(w * math.exp(w / 36) for w in (1, 2, 3, 4, 5, 5, 4, 3, 2, 1))
    seven = 6 * math.exp(-30 / 36)
    assert law(1, [SEVEN])[SEVEN] == pytest.approx(seven / (seven + others), rel=1e-14)


@pytest.mark.parametrize("games", [1, 128, 129])
def test_without_a_spring_nothing_leaks(games):
    record = play(0.0, uniforms(100, games), [1.0])
    for quantity in (record.next_from_true, record.true_from_next, record.overweighted):
        assert not quantity.any()
    assert (record.best_guess == 1 / 6).all()
    assert (record.seven == 1 / 6).all()


def test_range_of_beta_is_what_the_kernel_takes():
    assert (SETTING.low, SETTING.high, SETTING.infinite) == (-1000, 1000, True)


@given(st.lists(st.integers(0, 10), max_size=60), st.randoms(), st.floats(-2, 2))
def test_only_counts_matter(totals, random, beta):
    shuffled = random.sample(totals, len(totals))
    assert np.array_equal(law(beta, totals), law(beta, shuffled))


@given(counts, st.integers(1, 5), st.floats(-2, 2))
def test_law_recurs_after_fair_counts(numbers, periods, beta):
    fair = 36 * periods * TRUE_LAW
    later = law(beta, totals_of(numbers + fair.round().astype(int)))
    assert later == pytest.approx(law(beta, totals_of(numbers)), rel=1e-12)


@given(counts, betas)
def test_lag_drifts_by_both_divergences(numbers, beta):
    a, q = deviations(numbers), law(beta, totals_of(numbers))
    steps = E - TRUE_LAW
    lengths = (steps**2).sum(axis=1)
    drift = q @ ((a + steps) ** 2).sum(axis=1) - a @ a
    both = (divergence_bits(q, TRUE_LAW) + divergence_bits(TRUE_LAW, q)) * math.log(2)
    assert drift == pytest.approx(-2 * both / beta + q @ lengths, rel=1e-9, abs=1e-9 * (1 + a @ a))
    assert lengths.max() <= 2


@given(counts, betas)
def test_lagging_totals_gain_on_leading_ones(numbers, beta):
    a = deviations(numbers)
    gain = law(beta, totals_of(numbers)) / TRUE_LAW
    order = np.argsort(a, kind="stable")
    assert (np.diff(gain[order]) <= 1e-12 * gain[order][:-1]).all()


@given(counts)
def test_opposite_springs_are_symmetric_about_the_true_law(numbers):
    towards, away = (law(beta, totals_of(numbers)) for beta in (0.5, -0.5))
    product = towards * away / TRUE_LAW**2
    assert product == pytest.approx(product[0], rel=1e-9)


@given(counts, st.floats(0.01, 1), st.floats(1.01, 2))
def test_a_stronger_spring_leaks_more(numbers, beta, factor):
    weak, strong = (divergence_bits(law(b, totals_of(numbers)), TRUE_LAW)
                    for b in (beta, factor * beta))  # fmt: skip
    assert weak <= strong + 1e-12


def test_strong_springs_tend_to_the_rigid_one():
    u = uniforms(200, 50)
    strong, rigid = play(1000.0, u, [1.0]), play(math.inf, u, [1.0])
    assert np.array_equal(strong.totals, rigid.totals)
    assert strong.next_from_true == pytest.approx(rigid.next_from_true, abs=1e-9)


@pytest.mark.parametrize("beta", [1000.0, -1000.0, 20.0, -20.0, -1.0, 4.0])
@pytest.mark.parametrize("rolls", [36, 1000])
def test_divergences_are_exact_where_probabilities_underflow(beta, rolls):
    record = play(beta, uniforms(rolls, 3), [1.0])
    for g in range(3):
        logs = log_laws(beta, record.totals[:, g])
        backward = (TRUE_LAW * (np.log(TRUE_LAW) - logs)).sum(axis=1) / math.log(2)
        forward = (np.exp(logs) * (logs - np.log(TRUE_LAW))).sum(axis=1) / math.log(2)
        np.testing.assert_allclose(record.true_from_next[:, g], backward, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(record.next_from_true[:, g], forward, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("beta", [1.0, -1.0, 1000.0])
def test_law_after_five_thousand_rolls_has_not_drifted(beta):
    record = play(beta, uniforms(5000, 4), [1.0])
    numbers = np.stack([np.bincount(game[:-1], minlength=11) for game in record.totals.T])
    lead = (36 * numbers - 4999 * (36 * TRUE_LAW).round().astype(int)) / 36
    logs = np.log(TRUE_LAW) - beta * lead
    logs -= logsumexp(logs, axis=1, keepdims=True)
    backward = (TRUE_LAW * (np.log(TRUE_LAW) - logs)).sum(axis=1) / math.log(2)
    np.testing.assert_allclose(record.true_from_next[-1], backward, rtol=1e-11, atol=1e-9)
    np.testing.assert_allclose(record.best_guess[-1], np.exp(logs).max(axis=1), atol=1e-9)


@pytest.mark.parametrize("weaker", [-0.1, 0.0, 0.1])
def test_a_weaker_spring_makes_dice_look_less_fair(weaker):
    """Intervals of either median at 1 - 1e-7: false alarms below 1e-7, were they equal."""
    u = uniforms(60, 10_000)
    medians = [
        quantiles_with_intervals(played_bits(play(beta, u, []).totals)[-1:], (0.5,), 1 - 1e-7)
        for beta in (weaker, weaker + 0.1)
    ]
    assert medians[0][0, 0, 1] > medians[1][0, 0, 2]
