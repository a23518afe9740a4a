"""Alphabets without coloops: two roads, and counting."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.gf2.bits import rank
from pastimes.experiments.gf2.drawable import all_drawable, all_drawable_by_subspaces
from pastimes.experiments.gf2.law import closed_form

ROADS = [all_drawable, all_drawable_by_subspaces]
SMALL = [(n, k) for n in range(13) for k in range(13) if n * k <= 12]

both_roads = pytest.mark.parametrize("road", ROADS)


def counted(n, k):
    """P(rank, no coloop) by listing all alphabets and leaving out one letter at a time."""
    tally = [0] * (min(n, k) + 1)
    for letters in product(range(2**n), repeat=k):
        full = rank(letters)
        if all(rank(letters[:i] + letters[i + 1 :]) == full for i in range(k)):
            tally[full] += 1
    return [Fraction(t, 2 ** (n * k)) for t in tally]


@both_roads
@pytest.mark.parametrize("n", [0, 1, 3, 15])
def test_one_letter_is_drawn_with_no_other_only_where_it_is_blank(road, n):
    assert road(n, 1) == Fraction(1, 2**n)


@both_roads
@pytest.mark.parametrize(("n", "k"), [(0, 0), (0, 5), (5, 0)])
def test_without_pixels_or_letters_every_letter_can_be_drawn(road, n, k):
    assert road(n, k) == 1
    assert road(n, k, 0) == 1


@both_roads
def test_two_letters_of_one_pixel_can_be_drawn_if_alike(road):
    assert road(1, 2) == Fraction(1, 2)
    assert [road(1, 2, r) for r in range(2)] == [Fraction(1, 4), Fraction(1, 4)]


@both_roads
@pytest.mark.parametrize(("n", "k", "r"), [(2, 3, 3), (3, 2, 3), (0, 2, 1), (2, 0, 1), (3, 5, 4)])
def test_a_rank_above_a_side_is_impossible(road, n, k, r):
    assert road(n, k, r) == 0


@both_roads
@pytest.mark.parametrize("k", range(1, 8))
def test_independent_letters_are_all_coloops(road, k):
    assert road(9, k, k) == 0


@both_roads
@pytest.mark.parametrize(("n", "k"), SMALL)
def test_probability_is_that_of_counting_all_alphabets(road, n, k):
    assert [road(n, k, r) for r in range(min(n, k) + 1)] == counted(n, k)


@pytest.mark.parametrize("n", range(8))
@pytest.mark.parametrize("k", range(8))
def test_both_roads_agree(n, k):
    assert all_drawable(n, k) == all_drawable_by_subspaces(n, k)
    for r in range(min(n, k) + 2):
        assert all_drawable(n, k, r) == all_drawable_by_subspaces(n, k, r)


@both_roads
@given(st.integers(0, 12), st.integers(0, 16))
def test_ranks_add_up(road, n, k):
    assert sum(road(n, k, r) for r in range(min(n, k) + 1)) == road(n, k)


@given(st.integers(0, 12), st.integers(0, 16))
def test_a_rank_is_at_least_as_likely_without_the_condition(n, k):
    for r in range(min(n, k) + 1):
        assert 0 <= all_drawable_by_subspaces(n, k, r) <= closed_form(n, k, r)


@given(st.integers(1, 12), st.integers(1, 16))
def test_no_coloop_is_at_least_as_likely_as_the_bound_of_a_sum(n, k):
    # One letter is a coloop where the others, of rank r, do not draw it: 1 - 2^(r - n).
    one = sum(
        closed_form(n, k - 1, r) * (1 - Fraction(2**r, 2**n)) for r in range(min(n, k - 1) + 1)
    )
    assert 1 - k * one <= all_drawable_by_subspaces(n, k) <= 1 - one


@pytest.mark.parametrize("n", [1, 2, 5, 15])
def test_more_letters_help_once_there_are_more_than_pixels(n):
    found = [all_drawable_by_subspaces(n, k) for k in range(n + 1, n + 30)]
    assert all(a < b for a, b in pairwise(found))
    assert 1 - found[-1] < Fraction(1, 2**15)


@both_roads
def test_probability_of_the_essays_size_is_known(road):
    assert float(road(15, 26)) == pytest.approx(0.987385322649146482, abs=1e-15)


@pytest.mark.parametrize("r", [13, 14, 15])
def test_both_roads_agree_at_the_essays_size(r):
    assert all_drawable(15, 26, r) == all_drawable_by_subspaces(15, 26, r)


def test_both_roads_agree_on_forty_letters():
    assert all_drawable(15, 40) == all_drawable_by_subspaces(15, 40)
