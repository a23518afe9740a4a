"""Philox4x32-10 against its known answers, and which words belong to which sample."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.experiments.gf2.philox import fill_sample, fill_words, philox4x32

# kat_vectors of Random123, https://github.com/DEShawResearch/random123: counter, key, output.
KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000",
     "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
     "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
     "d16cfe09 94fdcceb 5001e420 24126ea1"),
]  # fmt: skip
WORD = st.integers(0, 2**32 - 1)


def hexadecimal(text):
    return [int(word, 16) for word in text.split()]


def reference(counter, key):
    """One block, as the paper writes it, in whole numbers of Python."""
    (a, b, c, d), (k0, k1) = counter, key
    for _ in range(10):
        p, q = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = q >> 32 ^ b ^ k0, q % 2**32, p >> 32 ^ d ^ k1, p % 2**32
        k0, k1 = (k0 + 0x9E3779B9) % 2**32, (k1 + 0xBB67AE85) % 2**32
    return [a, b, c, d]


def blocks(counters, key):
    words = np.array(counters, np.uint64).T.copy()
    philox4x32(words, *map(np.uint64, key))
    return words.T.tolist()


def filled(number, lanes, start=0, stream=0, key=(1, 2)):
    words = np.zeros((number, lanes), np.uint32)
    scratch = np.empty((4, lanes), np.uint64)
    fill_words(words, start, stream, *map(np.uint64, key), scratch)
    return words


def test_no_words_of_no_lanes_are_filled():
    assert filled(0, 5).size == filled(5, 0).size == 0


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_answer_is_the_known_one(counter, key, answer):
    assert blocks([hexadecimal(counter)], hexadecimal(key)) == [hexadecimal(answer)]
    assert reference(hexadecimal(counter), hexadecimal(key)) == hexadecimal(answer)


@settings(max_examples=50)
@given(st.lists(st.tuples(WORD, WORD, WORD, WORD), min_size=1, max_size=9), st.tuples(WORD, WORD))
def test_each_lane_is_a_block_of_its_own(counters, key):
    assert blocks(counters, key) == [reference(c, key) for c in counters]


def test_words_of_a_sample_are_blocks_of_sample_call_and_stream():
    start = 2**32 + 5
    words = filled(7, 2, start, stream=3, key=(8, 9))
    for lane in range(2):
        sample = start + lane
        first, second = (reference((sample % 2**32, sample >> 32, c, 3), (8, 9)) for c in range(2))
        assert words[:, lane].tolist() == [*first, *second[:3]]


@given(st.integers(0, 2**40), st.integers(1, 9), st.integers(0, 20), st.integers(1, 20))
def test_words_do_not_depend_on_where_filling_starts(start, number, skipped, lanes):
    long = filled(number, skipped + lanes, start)
    assert np.array_equal(filled(number, lanes, start + skipped), long[:, skipped:])


@given(st.integers(1, 9), st.integers(1, 9))
def test_more_words_leave_the_first_as_they_are(few, more):
    assert np.array_equal(filled(few + more, 3)[:few], filled(few, 3))


@pytest.mark.parametrize("change", [{"stream": 1}, {"start": 1}, {"key": (2, 2)}, {"key": (1, 3)}])
def test_another_stream_sample_or_key_gives_other_words(change):
    assert not (filled(8, 4) == filled(8, 4, **change)).any()


def test_what_stood_in_the_arrays_before_does_not_matter():
    words, scratch = np.full((5, 3), 7, np.uint32), np.full((4, 3), 7, np.uint64)
    fill_words(words, 0, 0, np.uint64(1), np.uint64(2), scratch)
    assert np.array_equal(words, filled(5, 3))


def test_a_million_words_are_all_different_enough():
    # Of 2^20 random words, n^2 / 2^33 = 128 pairs are expected to be alike.
    words = filled(4, 2**18)
    alike = words.size - np.unique(words).size
    assert 60 < alike < 220


@settings(max_examples=50)
@given(st.integers(0, 2**40), st.integers(0, 60), st.integers(0, 9), st.integers(1, 7))
def test_the_words_of_one_sample_are_those_it_has_among_others(sample, number, stream, lanes):
    alone, scratch = np.zeros(number, np.uint32), np.empty((4, lanes), np.uint64)
    fill_sample(alone, sample, stream, np.uint64(1), np.uint64(2), scratch)
    assert np.array_equal(alone, filled(number, 1, sample, stream)[:, 0])
