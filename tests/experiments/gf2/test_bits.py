"""Elimination over GF(2) against the span itself, listed."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.gf2.bits import nullspace, rank, row_reduced, transposed

MATRICES = st.integers(0, 7).flatmap(
    lambda width: st.tuples(st.lists(st.integers(0, 2**width - 1), max_size=7), st.just(width))
)
LARGE = st.integers(60, 200).flatmap(
    lambda width: st.tuples(
        st.lists(st.integers(0, 2**width - 1), min_size=50, max_size=70), st.just(width)
    )
)


def span(rows):
    """All sums of rows, one by one."""
    sums = {0}
    for row in rows:
        sums |= {row ^ other for other in sums}
    return sums


def dot(a, b):
    return (a & b).bit_count() % 2


def real_rank(rows, width):
    """Rank over the reals, by elimination in fractions."""
    matrix = [[Fraction(row >> i & 1) for i in range(width)] for row in rows]
    found = 0
    for column in range(width):
        pivot = next((r for r in matrix[found:] if r[column]), None)
        if pivot is not None:
            matrix.remove(pivot)
            matrix.insert(found, pivot)
            for row in matrix[found + 1 :]:
                ratio = row[column] / pivot[column]
                row[:] = [x - ratio * p for x, p in zip(row, pivot, strict=True)]
            found += 1
    return found


def test_a_matrix_without_rows_has_rank_0():
    assert rank([]) == 0
    assert row_reduced([]) == []


def test_a_matrix_without_columns_has_rank_0_and_no_nullspace():
    assert rank([0, 0]) == 0
    assert nullspace([0, 0], 0) == []


def test_an_empty_matrix_is_transposed_into_an_empty_one():
    assert transposed([], 3) == [0, 0, 0]
    assert transposed([0, 0, 0], 0) == []
    assert transposed([], 0) == []


@pytest.mark.parametrize("width", range(4))
def test_nullspace_of_no_equations_is_everything(width):
    assert nullspace([], width) == [1 << i for i in reversed(range(width))]


def test_entries_are_read_from_the_left_as_written():
    assert transposed([0b110, 0b010], 3) == [0b10, 0b11, 0b00]


def test_rank_differs_from_that_over_the_reals():
    rows = [0b110, 0b011, 0b101]
    assert (rank(rows), real_rank(rows, 3)) == (2, 3)


def test_nullspace_of_a_known_matrix():
    assert nullspace([0b110, 0b011], 3) == [0b111]


@given(MATRICES)
def test_rank_is_the_size_of_the_span(matrix):
    rows, _ = matrix
    assert 2 ** rank(rows) == len(span(rows))


@given(MATRICES)
def test_rank_is_at_most_that_over_the_reals(matrix):
    rows, width = matrix
    assert rank(rows) <= real_rank(rows, width)


@given(MATRICES, st.randoms(use_true_random=False))
def test_rank_does_not_depend_on_the_order_of_rows_or_columns(matrix, random):
    rows, width = matrix
    places = random.sample(range(width), width)
    moved = [sum((row >> i & 1) << j for i, j in enumerate(places)) for row in rows]
    assert rank(random.sample(moved, len(moved))) == rank(rows)


@given(MATRICES, st.integers(0, 6), st.integers(0, 6))
def test_adding_a_row_to_another_keeps_the_reduced_form(matrix, source, target):
    rows, _ = matrix
    if source < len(rows) and target < len(rows) and source != target:
        added = [row ^ (rows[source] if i == target else 0) for i, row in enumerate(rows)]
        assert row_reduced(added) == row_reduced(rows)


@given(MATRICES)
def test_rank_is_that_of_the_transpose(matrix):
    rows, width = matrix
    assert rank(transposed(rows, width)) == rank(rows)


@given(MATRICES)
def test_transposing_twice_changes_nothing(matrix):
    rows, width = matrix
    assert transposed(transposed(rows, width), len(rows)) == rows


@given(MATRICES)
def test_reduced_form_is_the_same_when_reduced_again(matrix):
    reduced = row_reduced(matrix[0])
    assert row_reduced(reduced) == reduced


@given(MATRICES)
def test_reduced_form_spans_the_same_space(matrix):
    assert span(row_reduced(matrix[0])) == span(matrix[0])


@given(MATRICES)
def test_each_leading_bit_stands_in_its_own_row_alone_and_rows_descend(matrix):
    reduced = row_reduced(matrix[0])
    assert reduced == sorted(reduced, reverse=True)
    for row in reduced:
        lead = 1 << (row.bit_length() - 1)
        assert [other for other in reduced if other & lead] == [row]


@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_space_has_one_reduced_form(width):
    rows = range(2**width)
    matrices = [m for size in range(width + 1) for m in combinations(rows, size)]
    forms = {}
    for matrix in matrices:
        forms.setdefault(frozenset(span(matrix)), set()).add(tuple(row_reduced(matrix)))
    assert all(len(each) == 1 for each in forms.values())
    assert len(forms) == {1: 2, 2: 5, 3: 16}[width]  # OEIS A006116


@given(MATRICES)
def test_nullspace_is_all_that_every_row_sends_to_0(matrix):
    rows, width = matrix
    null = {v for v in range(2**width) if not any(dot(row, v) for row in rows)}
    assert span(nullspace(rows, width)) == null


@given(MATRICES | LARGE)
def test_rank_and_nullity_add_up_to_the_width(matrix):
    rows, width = matrix
    assert rank(rows) + len(nullspace(rows, width)) == width


@given(MATRICES | LARGE)
def test_nullspace_is_independent_orthogonal_and_reduced(matrix):
    rows, width = matrix
    basis = nullspace(rows, width)
    assert rank(basis) == len(basis)
    assert not any(dot(row, v) for row in rows for v in basis)
    assert row_reduced(basis) == basis


@given(MATRICES | LARGE)
def test_nullspace_of_the_nullspace_is_the_row_space(matrix):
    rows, width = matrix
    assert nullspace(nullspace(rows, width), width) == row_reduced(rows)


def test_a_triangle_of_three_hundred_rows_has_full_rank():
    assert rank((1 << i) | (i % 7) for i in range(3, 300)) == 297
