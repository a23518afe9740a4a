"""Sums of lines of words."""

import numpy as np
import pytest
from numba import njit

from pastimes.experiments.gf2.lines import LINE, add_four, empty_lines, put_sum


@njit
def added(target, at, source, starts):
    add_four(target, at, source, starts[0], starts[1], starts[2], starts[3])


@njit
def put(target, at, one, a, other, b):
    put_sum(target, at, one, a, other, b)


@pytest.fixture
def words():
    def some(lines, seed):
        found = empty_lines(lines)
        found[:] = np.random.default_rng(seed).integers(0, 2**64, found.size, dtype=np.uint64)
        return found

    return some


@pytest.mark.parametrize("lines", [1, 2, 17])
def test_lines_begin_where_lines_of_memory_do(lines):
    found = empty_lines(lines)
    assert found.shape == (lines * LINE,)
    assert found.ctypes.data % 64 == 0


@pytest.mark.parametrize("starts", [(0, 8, 16, 24), (24, 3, 3, 0), (5, 5, 5, 5)])
def test_four_lines_are_added_to_one_and_to_no_other(words, starts):
    target, source = words(3, 1), words(4, 2)
    expected = target.copy()
    for start in starts:
        expected[8:16] ^= source[start : start + LINE]
    added(target, 8, source, np.array(starts))
    assert np.array_equal(target, expected)


def test_a_line_becomes_the_sum_of_two(words):
    target, one, other = (words(3, seed) for seed in range(3))
    expected = target.copy()
    expected[16:] = one[8:16] ^ other[:8]
    put(target, 16, one, 8, other, 0)
    assert np.array_equal(target, expected)


def test_a_line_may_be_added_to_itself(words):
    target = words(2, 1)
    put(target, 0, target, 0, target, 8)
    assert np.array_equal(target[:8], words(2, 1)[:8] ^ words(2, 1)[8:])
