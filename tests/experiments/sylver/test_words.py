"""Sets as words, against Python's whole numbers and sets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.sylver.words import largest, numbers_in, shifted, size, smallest

FULL = 2**64 - 1
EDGES = [0, 1, 2, 3, 1 << 31, 1 << 32, 1 << 62, 1 << 63, 1 | 1 << 63, FULL - 1, FULL >> 1, FULL]
WORDS = st.integers(0, FULL) | st.sets(st.integers(0, 63)).map(lambda s: sum(1 << n for n in s))


def test_the_empty_set_has_no_numbers():
    empty = np.uint64(0)
    assert (size(empty), smallest(empty), largest(empty), shifted(empty)) == (0, 64, -1, 0)
    assert numbers_in(empty) == []


def test_the_full_set_has_sixty_four_numbers():
    full = np.uint64(FULL)
    assert (size(full), smallest(full), largest(full), shifted(full)) == (64, 0, 63, 2**63 - 1)
    assert numbers_in(full) == list(range(64))


@pytest.mark.parametrize("n", range(64))
def test_a_set_of_one_number_has_it_as_smallest_and_largest(n):
    word = np.uint64(1 << n)
    assert (size(word), smallest(word), largest(word), numbers_in(word)) == (1, n, n, [n])


@pytest.mark.parametrize("n", range(1, 64))
def test_a_shifted_set_has_bit_n_less_one_for_n(n):
    assert shifted(np.uint64(1 << n)) == 1 << (n - 1)


@pytest.mark.parametrize("word", EDGES)
def test_edge_words_are_the_sets_of_their_bits(word):
    numbers = [n for n in range(64) if word & 1 << n]
    found = np.uint64(word)
    assert numbers_in(found) == numbers
    assert size(found) == len(numbers)
    assert smallest(found) == min(numbers, default=64)
    assert largest(found) == max(numbers, default=-1)


@given(WORDS)
def test_words_are_the_sets_of_their_bits(word):
    found = np.uint64(word)
    numbers = numbers_in(found)
    assert sum(1 << n for n in numbers) == word
    assert size(found) == word.bit_count() == len(numbers)
    assert largest(found) == word.bit_length() - 1
    assert smallest(found) == (min(numbers) if numbers else 64)


@given(WORDS)
def test_a_shifted_set_is_no_negative_number(word):
    assert shifted(np.uint64(word)) == word // 2 >= 0
