"""Counting all cases, against the law; and operations, against bounds."""

from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.gf2.bits import rank
from pastimes.experiments.gf2.counting import (
    LARGEST,
    count_ranks,
    exhaust_games,
    solving_operations,
)
from pastimes.experiments.gf2.law import rank_law
from pastimes.experiments.gf2.letters import lengths

COUNTED = [(n, k) for n in range(6) for k in range(6) if n * k <= 12]
PLAYED = [(0, 0), (0, 3), (3, 0), (1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (1, 7)]


@pytest.mark.parametrize(("n", "k"), COUNTED)
def test_counted_ranks_are_the_law(n, k):
    assert count_ranks(n, k) == rank_law(n, k)


@pytest.mark.parametrize(("n", "k"), [(1, LARGEST), (LARGEST, 1), (4, 4)])
def test_counted_ranks_of_the_largest_matrices_are_the_law(n, k):
    assert n * k == LARGEST
    assert count_ranks(n, k) == rank_law(n, k)


@pytest.mark.parametrize(("n", "k"), PLAYED)
@pytest.mark.parametrize("empty_scores", [True, False])
def test_every_alphabet_is_played_once_by_its_blank_letters(n, k, empty_scores):
    found = [row[:2] for row in exhaust_games(n, k, empty_scores)]
    counts = [(b, comb(k, b) * (2**n - 1) ** (k - b)) for b in range(k + 1)]
    assert found == [(b, number) for b, number in counts if number]
    assert sum(number for _, number in found) == 2 ** (n * k)


@pytest.mark.parametrize(("n", "k"), PLAYED)
def test_games_are_of_one_length_where_nothing_may_be_selected(n, k):
    assert all(row[2:] == (0, 0) for row in exhaust_games(n, k, True))


@pytest.mark.parametrize(("n", "k"), PLAYED)
def test_games_without_blank_letters_are_of_one_length_anyway(n, k):
    assert all(row[2:] == (0, 0) for row in exhaust_games(n, k, False) if row[0] == 0)


def test_one_blank_pixel_scores_nothing_without_empty_selections():
    assert exhaust_games(1, 1, False) == [(0, 1, 0, 0), (1, 1, 0, 1)]


@pytest.mark.parametrize(("n", "k"), [(1, 3), (2, 3)])
def test_unequal_games_are_those_of_each_alphabet_played_for_itself(n, k):
    expected = {}
    for pictures in product(range(2**n), repeat=k):
        found = lengths({str(i): p for i, p in enumerate(pictures)}, False)
        counts = expected.setdefault(pictures.count(0), [0, 0, 0])
        counts[0] += 1
        counts[1] += len(found) > 1
        counts[2] += found != {k - rank(pictures)}
    rows = exhaust_games(n, k, False)
    assert rows == [(b, *expected[b]) for b in sorted(expected)]
    assert any(row[2] for row in rows)


@given(st.integers(1, 24), st.integers(0, 2**32))
def test_operations_are_rows_added_and_at_most_the_cubic_bound(size, seed):
    # At most `size` pivots, each added to at most size - 1 rows of 2 size bits; and the null
    # space, of up to 2 size rows.
    found = solving_operations(size, np.random.default_rng(seed))
    assert found % (2 * size) == 0
    assert 0 <= found <= 2 * size * (size * (size - 1) + (2 * size) * (2 * size - 1))


def test_operations_are_determined_by_the_generators_state():
    found = [[solving_operations(20, np.random.default_rng(s)) for s in (1, 2)] for _ in range(2)]
    assert found[0] == found[1]
    assert found[0][0] != found[0][1]


def test_half_of_the_rows_are_added_for_each_pivot_of_a_large_matrix():
    # The matrix: size pivots, half of size - 1 others; its null space is reduced likewise.
    size = 128
    found = solving_operations(size, np.random.default_rng(3))
    half = 2 * size * size * (size - 1) / 2
    assert found == pytest.approx(2 * half, rel=0.05)
