"""Philox4x32-10, a counter-based random generator, for many counters at once.

The words of sample ``i`` are a function of the key and of ``i`` alone: neither the number of
samples nor the order in which they are drawn changes them.

References
----------
Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC11, 2011),
doi:10.1145/2063384.2063405. Tested against that paper's known answers.
"""

import numpy as np
from numba import njit

__all__ = ["fill_sample", "fill_words", "philox4x32"]

_LOW = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_MULTIPLIER_0, _MULTIPLIER_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL_0, _WEYL_1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)


@njit(cache=True)
def philox4x32(counter, key_0, key_1):
    """Ten rounds, in place.

    Parameters
    ----------
    counter : ndarray of uint64, shape (4, lanes)
        Four 32-bit words a lane; becomes the output.
    key_0, key_1 : uint64
        The key, two 32-bit words.
    """
    for lane in range(counter.shape[1]):
        c_0, c_1, c_2, c_3 = counter[0, lane], counter[1, lane], counter[2, lane], counter[3, lane]
        k_0, k_1 = key_0, key_1
        for _ in range(10):
            product_0 = _MULTIPLIER_0 * c_0
            product_1 = _MULTIPLIER_1 * c_2
            c_0 = (product_1 >> _SHIFT) ^ c_1 ^ k_0
            c_1 = product_1 & _LOW
            c_2 = (product_0 >> _SHIFT) ^ c_3 ^ k_1
            c_3 = product_0 & _LOW
            k_0 = (k_0 + _WEYL_0) & _LOW
            k_1 = (k_1 + _WEYL_1) & _LOW
        counter[0, lane], counter[1, lane], counter[2, lane], counter[3, lane] = c_0, c_1, c_2, c_3


@njit(cache=True)
def fill_words(words, start, stream, key_0, key_1, counter):
    """Fill words with the random bits of consecutive samples.

    Parameters
    ----------
    words : ndarray of uint32, shape (words, lanes)
        Lane j belongs to sample ``start + j``.
    start : int
        First sample.
    stream : int
        Which of several independent sets of words of the same samples, from 0.
    key_0, key_1 : uint64
    counter : ndarray of uint64, shape (4, lanes)
        Scratch.
    """
    number = words.shape[0]
    for call in range((number + 3) // 4):
        for lane in range(words.shape[1]):
            sample = np.uint64(start + lane)
            counter[0, lane] = sample & _LOW
            counter[1, lane] = sample >> _SHIFT
            counter[2, lane] = np.uint64(call)
            counter[3, lane] = np.uint64(stream)
        philox4x32(counter, key_0, key_1)
        for q in range(min(4, number - 4 * call)):
            for lane in range(words.shape[1]):
                words[4 * call + q, lane] = np.uint32(counter[q, lane])


@njit(cache=True)
def fill_sample(words, sample, stream, key_0, key_1, counter):
    """Fill words with the random bits of one sample, those that `fill_words` gives it.

    Parameters
    ----------
    words : ndarray of uint32, shape (words,)
    sample, stream, key_0, key_1, counter
        As there, with the sample's number.
    """
    calls, lanes = (words.size + 3) // 4, counter.shape[1]
    for first in range(0, calls, lanes):
        for lane in range(lanes):
            counter[0, lane] = np.uint64(sample) & _LOW
            counter[1, lane] = np.uint64(sample) >> _SHIFT
            counter[2, lane] = np.uint64(first + lane)
            counter[3, lane] = np.uint64(stream)
        philox4x32(counter, key_0, key_1)
        for lane in range(min(lanes, calls - first)):
            at = 4 * (first + lane)
            for q in range(min(4, words.size - at)):
                words[at + q] = np.uint32(counter[q, lane])
