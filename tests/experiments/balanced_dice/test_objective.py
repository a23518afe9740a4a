"""The spring's objective: numerical minimum against closed form."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import logsumexp

from pastimes.experiments.balanced_dice import objective
from pastimes.experiments.balanced_dice.algorithms import spring
from pastimes.experiments.balanced_dice.objective import minimise, objective_nats, tilted_law
from pastimes.experiments.balanced_dice.totals import TRUE_LAW

counts = st.lists(st.integers(0, 15), min_size=11, max_size=11).map(np.array)


def deviations(rolls, seed):
    return np.random.default_rng(seed).multinomial(rolls, TRUE_LAW) - rolls * TRUE_LAW


def least(lag, pull):
    """Gibbs' variational principle: minus the logarithm of the norm."""
    return -logsumexp(np.log(TRUE_LAW) - pull * lag)


def test_without_rolls_the_true_law_is_the_minimum():
    found = minimise(np.zeros(11), 1.0, 1)
    assert found == pytest.approx((0,) * 5, abs=1e-8)


@pytest.mark.parametrize("sign", [1, -1])
def test_without_pull_the_true_law_is_the_minimum(sign):
    assert minimise(deviations(20, 1), 0.0, sign) == pytest.approx((0,) * 5, abs=1e-8)


@pytest.mark.parametrize("beta", [0.1, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("rolls", [1, 20])
@pytest.mark.parametrize("seed", range(5))
def test_plus_sign_is_minimised_towards_fairness(beta, rolls, seed):
    lag = deviations(rolls, seed)
    found = minimise(lag, beta, 1)
    assert found.numeric == pytest.approx(least(lag, beta), abs=1e-8)
    assert found.towards == pytest.approx(found.numeric, abs=1e-8)
    assert found.distance_towards < 1e-6
    assert found.away > found.towards


@pytest.mark.parametrize("beta", [0.1, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("rolls", [1, 20])
@pytest.mark.parametrize("seed", range(5))
def test_minus_sign_is_minimised_away_from_fairness(beta, rolls, seed):
    lag = deviations(rolls, seed)
    found = minimise(lag, beta, -1)
    assert found.numeric == pytest.approx(least(lag, -beta), abs=1e-8)
    assert found.away == pytest.approx(found.numeric, abs=1e-8)
    assert found.distance_away < 1e-6
    assert found.towards > found.away


@pytest.mark.parametrize(
    ("beta", "sign", "rolled"),
    [
        (4.0, 1, [0, 0, 2, 2, 2, 6, 4, 0, 4, 0, 0]),
        (4.0, 1, [0, 0, 0, 8, 1, 2, 2, 2, 4, 0, 1]),
        (10.0, -1, [0, 2, 1, 3, 4, 4, 1, 1, 2, 2, 0]),
    ],
)
def test_minimum_is_found_for_all_that_a_config_allows(beta, sign, rolled):
    found = minimise(np.array(rolled) - 20 * TRUE_LAW, beta, sign)
    assert min(found.distance_towards, found.distance_away) < 1e-5


def test_a_search_that_does_not_end_is_no_minimum(monkeypatch):
    monkeypatch.setattr(objective, "_MOST_STEPS", 1)
    with pytest.raises(ArithmeticError, match="no minimum found in 1 steps"):
        minimise(np.arange(11.0), 0.5, -1)


@given(counts, st.floats(-2, 2))
def test_tilted_law_is_that_of_the_spring(numbers, beta):
    lag = numbers - numbers.sum() * TRUE_LAW
    totals = np.repeat(np.arange(11), numbers)
    assert tilted_law(lag, -beta) == pytest.approx(spring.law(beta, totals), rel=1e-9)


@given(counts, counts.filter(any), st.floats(-2, 2))
def test_no_law_has_less_than_the_tilted_one(numbers, other, pull):
    lag = numbers - numbers.sum() * TRUE_LAW
    minimum = objective_nats(tilted_law(lag, -pull), lag, pull)
    slack = 1e-12 * (1 + abs(pull) * np.abs(lag).max())
    assert minimum == pytest.approx(least(lag, pull), abs=100 * slack)
    assert objective_nats(other / other.sum(), lag, pull) >= minimum - 100 * slack


def test_objective_of_a_certain_seven_by_hand():
    certain, lag = np.eye(11)[5], np.arange(11.0)
    assert objective_nats(certain, lag, -0.5) == pytest.approx(math.log(6) - 2.5)


def test_tilted_law_of_a_long_lag_does_not_overflow():
    q = tilted_law(np.arange(11) * 1e6, 10)
    assert q == pytest.approx(np.eye(11)[10])
