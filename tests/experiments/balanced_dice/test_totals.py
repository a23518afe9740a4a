"""The law of two dice, and divergences from it."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.balanced_dice.totals import (
    PERIOD,
    SEVEN,
    TRUE_LAW,
    WAYS,
    divergence_bits,
    statistics_bits,
)

counts_of_totals = st.lists(st.integers(0, 100), min_size=11, max_size=11).filter(any)
laws = counts_of_totals.map(lambda counts: np.array(counts) / sum(counts))


def test_ways_are_those_of_thirty_six_outcomes():
    rolled = Counter(i + j for i, j in itertools.product(range(1, 7), repeat=2))
    assert WAYS.tolist() == [rolled[total] for total in range(2, 13)]
    assert WAYS.sum() == PERIOD


def test_seven_is_the_likeliest_total():
    assert WAYS.argmax() == SEVEN
    assert TRUE_LAW[SEVEN] == 1 / 6


def test_divergence_of_a_certain_event_is_its_surprise():
    assert divergence_bits([0, 1, 0], [0.5, 0.25, 0.25]) == 2


def test_divergence_is_infinite_where_the_other_law_excludes():
    assert divergence_bits([0.5, 0.5], [1, 0]) == math.inf


def test_divergence_is_finite_where_only_the_law_excludes():
    assert divergence_bits([1, 0], [0.5, 0.5]) == 1


@pytest.mark.parametrize(("index", "ways"), list(enumerate(WAYS)))
def test_one_roll_has_the_surprise_of_its_total(index, ways):
    counts = np.bincount([index], minlength=11)
    assert statistics_bits(counts) == pytest.approx(math.log2(36 / ways), abs=1e-14)


def test_fair_counts_have_no_divergence():
    assert statistics_bits(5 * WAYS) == 0


def test_empty_shapes_give_empty_divergences():
    assert divergence_bits(np.empty((0, 11)), TRUE_LAW).shape == (0,)
    assert statistics_bits(np.empty((3, 0, 11))).shape == (3, 0)


@given(laws, laws)
def test_divergence_is_never_negative_and_zero_only_for_equal_laws(law, other):
    bits = divergence_bits(law, other)
    if np.array_equal(law, other):
        assert bits == 0
    else:
        # Pinsker: KL >= |law - other|_1^2 / 2 nats.
        assert bits >= np.abs(law - other).sum() ** 2 / (2 * math.log(2)) - 1e-15


@given(laws)
def test_no_law_is_further_from_the_true_one_than_a_certain_two(law):
    assert divergence_bits(law, TRUE_LAW) <= math.log2(36) + 1e-12


@given(counts_of_totals)
def test_divergence_is_minus_entropy_less_the_mean_logarithm(counts):
    law = np.array(counts) / sum(counts)
    entropy = -sum(x * math.log2(x) for x in law if x > 0)
    expected = -entropy - law @ np.log2(WAYS / 36)
    assert statistics_bits(counts) == pytest.approx(expected, abs=1e-12)


@given(counts_of_totals, st.integers(1, 1000))
def test_only_frequencies_matter(counts, times):
    found = statistics_bits(np.array(counts) * times)
    assert found == pytest.approx(float(statistics_bits(counts)), abs=1e-12)


def test_a_billion_rolls_are_as_many_as_one_needs():
    assert statistics_bits(10**9 * WAYS + np.eye(11, dtype=int)[0]) == pytest.approx(0, abs=1e-15)
