"""Random bits that may be biased, for showing that a check finds a faulty generator."""

import numpy as np
from numba import njit

from pastimes.experiments.gf2.philox import fill_sample, fill_words

__all__ = ["fill_bits"]


@njit(cache=True)
def fill_bits(words, spare, start, key, bias, counter):
    """Fill words with bits that are 1 with probability 1/2 + bias / 256.

    Parameters
    ----------
    words : ndarray of uint32, shape (words, lanes) or (words,)
        Those of consecutive samples, or of one.
    spare : ndarray
        Scratch, like `words`.
    start : int
        First sample.
    key : ndarray of uint64, shape (2,)
    bias : int
        From -128 to 128.
    counter : ndarray of uint64, shape (4, lanes)
        Scratch.
    """
    if bias == 0:
        _fill(words, start, 0, key, counter)
        return
    # A bit is 1 where a random number of eight bits is below the threshold: bit by bit, from the
    # last: below = bit of the threshold ? below or not random : below and not random.
    threshold = 128 + bias
    words[:] = np.uint32(0xFFFFFFFF if threshold >= 256 else 0)
    for digit in range(8 if threshold < 256 else 0):
        if threshold & (2 << digit) - 1:  # nothing is below zeros
            _fill(spare, start, 1 + digit, key, counter)
            _compare(words.reshape(-1), spare.reshape(-1), threshold >> digit & 1)


@njit(cache=True)
def _fill(words, start, stream, key, counter):
    if words.ndim == 1:
        fill_sample(words, start, stream, key[0], key[1], counter)
    else:
        fill_words(words, start, stream, key[0], key[1], counter)


@njit(cache=True)
def _compare(words, spare, one):
    for i in range(words.size):
        if one:
            words[i] = np.uint32(words[i] | ~spare[i])
        else:
            words[i] = np.uint32(words[i] & ~spare[i])
