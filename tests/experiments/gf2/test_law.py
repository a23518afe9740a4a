"""The law of the rank: two roads, counting, and known constants."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.gf2.law import (
    closed_form,
    full_rank_limit,
    gaussian_binomial,
    mean_deficit_limit,
    mean_rank,
    rank_law,
    recurrence,
)

SIDES = st.integers(0, 24)
SMALL = [(n, k) for n in range(10) for k in range(10) if n * k <= 9]
CUT = Fraction(1, 10**36)
Q = Fraction("0.288788095086602421278899721929230780")  # OEIS A048651, cut
DEFICIT = Fraction("0.850179830873979332876063281493591878")  # the series in decimals, cut


def counted(n, k):
    """The law by listing the span of the rows of every matrix."""
    sizes = Counter()
    for rows in product(range(2**k), repeat=n):
        span = {0}
        for row in rows:
            span |= {row ^ other for other in span}
        sizes[len(span).bit_length() - 1] += 1
    return [Fraction(sizes[r], 2 ** (n * k)) for r in range(min(n, k) + 1)]


@pytest.mark.parametrize(("n", "k"), [(0, 0), (0, 5), (5, 0)])
def test_a_matrix_without_entries_has_rank_0(n, k):
    assert rank_law(n, k) == [1]
    assert recurrence(n, k, 0) == 1
    assert mean_rank(n, k) == 0


def test_one_entry_is_0_half_the_time():
    assert rank_law(1, 1) == [Fraction(1, 2), Fraction(1, 2)]
    assert mean_rank(1, 1) == Fraction(1, 2)


@pytest.mark.parametrize("road", [closed_form, recurrence])
@pytest.mark.parametrize(("n", "k", "r"), [(0, 0, 1), (3, 2, 3), (2, 3, 3), (5, 0, 1), (0, 5, 1)])
def test_a_rank_above_a_side_is_impossible(road, n, k, r):
    assert road(n, k, r) == 0


def test_a_negative_rank_is_impossible():
    assert closed_form(3, 3, -1) == 0


@pytest.mark.parametrize(("n", "k"), SMALL)
def test_law_is_that_of_counting_all_matrices(n, k):
    assert rank_law(n, k) == counted(n, k)


@pytest.mark.parametrize("n", range(9))
@pytest.mark.parametrize("k", range(9))
def test_recurrence_is_the_closed_form(n, k):
    assert all(recurrence(n, k, r) == closed_form(n, k, r) for r in range(max(n, k) + 2))


@pytest.mark.parametrize(("n", "k"), [(15, 26), (15, 25), (26, 15), (20, 40), (33, 31), (1, 64)])
def test_recurrence_is_the_closed_form_at_larger_sizes(n, k):
    assert [recurrence(n, k, r) for r in range(min(n, k) + 1)] == rank_law(n, k)


@given(SIDES, SIDES)
def test_probabilities_sum_to_exactly_1(n, k):
    assert sum(rank_law(n, k)) == 1


@given(SIDES, SIDES)
def test_law_is_symmetric_in_rows_and_columns(n, k):
    assert rank_law(n, k) == rank_law(k, n)


@given(SIDES, SIDES)
def test_mean_rank_is_below_both_sides_and_grows_with_each(n, k):
    assert mean_rank(n, k) <= min(n, k)
    assert mean_rank(n, k) <= min(mean_rank(n + 1, k), mean_rank(n, k + 1))


@given(SIDES, SIDES)
def test_expected_size_of_the_null_space_is_known(n, k):
    # Each of 2^k - 1 vectors that are not 0 is sent to 0 with probability 2^-n.
    expected = sum(p * 2 ** (k - r) for r, p in enumerate(rank_law(n, k)))
    assert expected == 1 + (2**k - 1) * Fraction(1, 2**n)


@pytest.mark.parametrize(("k", "r"), [(0, 1), (3, 4), (3, -1), (-1, 0), (-1, -1)])
def test_there_are_no_subspaces_of_impossible_dimension(k, r):
    assert gaussian_binomial(k, r) == 0


@given(st.integers(1, 40), st.integers(1, 40))
def test_gaussian_binomials_keep_both_identities_of_pascal(k, r):
    found = gaussian_binomial(k, r)
    smaller, same = gaussian_binomial(k - 1, r - 1), gaussian_binomial(k - 1, r)
    assert found == smaller + 2**r * same
    assert r > k or found == 2 ** (k - r) * smaller + same


@given(st.integers(0, 40), st.integers(0, 40))
def test_gaussian_binomials_are_symmetric(k, r):
    assert r > k or gaussian_binomial(k, r) == gaussian_binomial(k, k - r)


@pytest.mark.parametrize("n", [0, 1, 2, 10, 60, 110])
def test_limit_of_full_rank_is_enclosed(n):
    low, high = full_rank_limit(n)
    assert low <= Q + CUT
    assert high >= Q


@pytest.mark.parametrize("n", [0, 1, 2, 10, 60, 110])
def test_limit_of_the_mean_deficit_is_enclosed(n):
    low, high = mean_deficit_limit(n)
    assert low <= DEFICIT + CUT
    assert high >= DEFICIT


@pytest.mark.parametrize("limit", [full_rank_limit, mean_deficit_limit])
def test_enclosures_are_nested_and_narrow(limit):
    ends = [limit(n) for n in range(40)]
    for (low, high), (next_low, next_high) in pairwise(ends):
        assert low <= next_low < next_high <= high
        assert next_high - next_low <= Fraction(2, 3) * (high - low)
    assert ends[-1][1] - ends[-1][0] < 1e-11


def test_square_matrices_approach_the_limits_as_they_grow():
    low, high = full_rank_limit(64)
    assert high == closed_form(64, 64, 64)
    assert float(64 - mean_rank(64, 64)) == pytest.approx(float(DEFICIT), rel=1e-15)
    assert abs(closed_form(64, 64, 64) - low) < Fraction(1, 2**64)
