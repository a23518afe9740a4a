"""The exact law of the statistics of ordinary dice against enumeration of all counts."""

import itertools
import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from pastimes.experiments.balanced_dice import ordinary
from pastimes.experiments.balanced_dice.ordinary import exact_quantiles

WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
ORDERS = (0.001, 0.1, 0.37, 0.5, 0.9, 0.999)


@cache
def enumerated(rolls):
    """Probabilities by 2^(rolls * KL), ascending, all in exact fractions."""
    law = {}
    for totals in itertools.combinations_with_replacement(range(11), rolls):
        counts = [totals.count(k) for k in range(11)]
        power, weight = Fraction(1), Fraction(math.factorial(rolls), 36**rolls)
        for c, w in zip(counts, WAYS, strict=True):
            power *= Fraction(36 * c, rolls * w) ** c
            weight *= Fraction(w**c, math.factorial(c))
        law[power] = law.get(power, 0) + weight
    return dict(sorted(law.items()))


def enumerated_quantile(rolls, order):
    below = Fraction(0)
    for power, weight in enumerated(rolls).items():
        if below + weight >= order:
            return math.log2(power) / rolls, below, below + weight
        below += weight
    raise AssertionError("the probabilities sum to less than the order")


def test_enumerated_probabilities_sum_to_one():
    assert [sum(enumerated(rolls).values()) for rolls in range(1, 6)] == [1] * 5


@pytest.mark.parametrize(
    ("order", "ways"), [(0.1, 6), (0.3, 5), (0.5, 4), (0.7, 3), (0.9, 2), (0.99, 1)]
)
def test_one_roll_has_the_surprise_of_its_total(order, ways):
    (found,) = exact_quantiles(1, (order,))
    assert found.bits == pytest.approx(math.log2(36 / ways), abs=1e-10)


@pytest.mark.parametrize("rolls", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("order", ORDERS)
def test_quantiles_are_those_of_all_counts(rolls, order):
    (found,) = exact_quantiles(rolls, (order,))
    bits, below, at_most = enumerated_quantile(rolls, order)
    assert found.bits == pytest.approx(bits, abs=1e-10)
    assert found.below == pytest.approx(float(below), abs=1e-12)
    assert found.at_most == pytest.approx(float(at_most), abs=1e-12)


def test_no_orders_have_no_quantiles():
    assert exact_quantiles(3, ()) == []


def test_quantiles_come_in_the_order_asked_for():
    assert [q.order for q in exact_quantiles(2, (0.9, 0.1))] == [0.9, 0.1]


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 14), st.floats(0.001, 0.999), st.floats(0.001, 0.999))
def test_a_quantile_is_where_the_probability_passes_the_order(rolls, one, other):
    found = exact_quantiles(rolls, tuple(sorted((one, other))))
    for quantile in found:
        assert quantile.below < quantile.order <= quantile.at_most
        assert 0 <= quantile.bits <= math.log2(36) + 1e-12
    assert found[0].bits <= found[1].bits + 1e-11


@pytest.mark.parametrize("order", [0.1, 0.5])
def test_the_law_tends_to_chi_square_with_ten_degrees_of_freedom(order):
    """Wilks (1938): 2 n ln 2 KL tends to chi-square; below 20 rolls the excess still rises."""
    errors = []
    for rolls in (24, 30, 36):
        (found,) = exact_quantiles(rolls, (order,))
        errors.append(2 * rolls * math.log(2) * found.bits / chi2.ppf(order, 10) - 1)
    assert all(abs(b) < abs(a) for a, b in itertools.pairwise(errors))
    assert abs(errors[-1]) < 0.2


def test_compiled_and_plain_kernels_agree(monkeypatch):
    compiled = exact_quantiles(4, (0.5,))
    monkeypatch.setattr(ordinary, "_weight_up_to", ordinary._weight_up_to.py_func)
    np.testing.assert_allclose(exact_quantiles(4, (0.5,)), compiled, rtol=1e-12)
