"""Ranks of many random matrices over GF(2), one lane of a vector register a matrix.

For a pivot b, ``min(x, x ^ b)`` clears b's leading bit from x without looking for it: x ^ b is the
smaller just where x has that bit. Vectors longer than a word are compared word by word.

Throughout: a matrix is ``vectors`` words or rows of words of ``width`` bits; arrays of many
matrices have shape (vectors, words, lanes).
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.gf2.philox import fill_words

__all__ = ["SHARD", "drawable_tally", "rank_tally"]

SHARD = 1 << 22
"""Samples of one shard: a fixed size, so that more samples are more shards."""

_LANES = 256


def rank_tally(
    n: int, k: int, samples: int, rng: np.random.Generator, bias: int = 0
) -> NDArray[np.int64]:
    """Tally the ranks of random n x k matrices.

    Parameters
    ----------
    n, k : int
        Rows and columns, at least 0; a matrix without entries has rank 0.
    samples : int
        At least 0.
    rng : Generator
        Gives the key of a counter-based generator; the same state gives the same tally.
    bias : int
        Bits are 1 with probability 1/2 + bias / 256, from -128 to 128: for showing that a check
        finds a faulty generator.

    Returns
    -------
    ndarray of int64, shape (min(n, k) + 1,)
        How many matrices have each rank.
    """
    # The rank is that of the transpose: the longer side lies in the words.
    return _tallies(min(n, k), max(n, k), samples, rng, bias, fully=False)[0]


def drawable_tally(
    n: int, k: int, samples: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Tally ranks, and those of matrices in which every column is a sum of other columns.

    Parameters
    ----------
    n, k, samples, rng
        As in `rank_tally`.

    Returns
    -------
    ranks, drawable : ndarray of int64, shape (min(n, k) + 1,)
        How many matrices have each rank; how many of them have no coloop.
    """
    ranks, drawable = _tallies(n, k, samples, rng, 0, fully=True)
    return ranks[: min(n, k) + 1], drawable[: min(n, k) + 1]


def _tallies(
    vectors: int, width: int, samples: int, rng: np.random.Generator, bias: int, fully: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    key = rng.integers(0, 2**32, size=2, dtype=np.uint64)
    size, kind = (32, np.uint32) if width <= 32 else (64, np.uint64)
    words = -(-width // size)
    rows = np.zeros((vectors, words, _LANES), kind)
    unused = kind(size * words - width)
    ranks, drawable = np.zeros((2, vectors + 1), np.int64)
    halves = vectors * words * (size // 32)
    bits = np.zeros((halves, _LANES), np.uint32)
    _tally(samples, key, bias, fully, unused, bits, np.zeros_like(bits), rows, ranks, drawable)
    return ranks, drawable


@njit(cache=True)
def _tally(samples, key, bias, fully, unused, bits, spare, rows, ranks, drawable):
    lanes = rows.shape[2]
    counter = np.empty((4, lanes), np.uint64)
    rank = np.empty(lanes, np.int64)
    free = np.empty(lanes, np.bool_)
    for start in range(0, samples, lanes):
        fill_words(bits, start, 0, key[0], key[1], counter)
        if bias != 0:
            _tilt(bits, spare, start, key, bias, counter)
        _load(rows, bits, unused)
        _eliminate(rows, fully)
        _measure(rows, rank, free)
        for lane in range(min(lanes, samples - start)):
            ranks[rank[lane]] += 1
            drawable[rank[lane]] += free[lane]


@njit(cache=True)
def _tilt(bits, spare, start, key, bias, counter):
    # A bit is 1 where a random number of eight bits is below the threshold: bit by bit, from the
    # last: below = bit of the threshold ? below or not random : below and not random.
    threshold = 128 + bias
    if threshold >= 256:
        bits[:] = np.uint32(0xFFFFFFFF)
        return
    bits[:] = np.uint32(0)
    for digit in range(8):
        fill_words(spare, start, 1 + digit, key[0], key[1], counter)
        one = threshold >> digit & 1
        for v in range(bits.shape[0]):
            for lane in range(bits.shape[1]):
                if one:
                    bits[v, lane] = np.uint32(bits[v, lane] | ~spare[v, lane])
                else:
                    bits[v, lane] = np.uint32(bits[v, lane] & ~spare[v, lane])


@njit(cache=True)
def _load(rows, bits, unused):
    vectors, words, lanes = rows.shape
    wide = bits.shape[0] > vectors * words
    for v in range(vectors):
        for word in range(words):
            place = v * words + word
            for lane in range(lanes):
                if wide:
                    rows[v, word, lane] = (
                        np.uint64(bits[2 * place, lane]) << np.uint64(32)
                    ) | np.uint64(bits[2 * place + 1, lane])
                else:
                    rows[v, word, lane] = bits[place, lane]
        if words > 0 and unused > 0:
            for lane in range(lanes):
                rows[v, words - 1, lane] >>= unused


@njit(cache=True)
def _eliminate(rows, fully):
    # Fully: reduced row echelon form, rows out of order; else zeros below the pivots alone.
    vectors, words, _ = rows.shape
    for j in range(vectors):
        for i in range(0 if fully else j + 1, vectors):
            if i != j:
                if words == 1:
                    _clear(rows[i, 0], rows[j, 0])
                else:
                    _clear_words(rows[i], rows[j])


@njit(cache=True)
def _clear(x, b):
    for lane in range(x.size):
        x[lane] = min(x[lane], b.dtype.type(x[lane] ^ b[lane]))


@njit(cache=True)
def _clear_words(x, b):
    # The first word in which b is not 0 decides for all.
    for lane in range(x.shape[1]):
        take, decided = False, False
        for word in range(x.shape[0]):
            take |= (not decided) and (x[word, lane] ^ b[word, lane]) < x[word, lane]
            decided |= b[word, lane] != 0
        for word in range(x.shape[0]):
            x[word, lane] ^= b[word, lane] if take else b[word, lane] ^ b[word, lane]


@njit(cache=True)
def _measure(rows, rank, free):
    # Rank: rows that are not blank. Free of coloops: no row of the reduced form has a single bit.
    rank[:] = 0
    free[:] = True
    for v in range(rows.shape[0]):
        for lane in range(rows.shape[2]):
            filled, single = 0, 0
            for word in range(rows.shape[1]):
                x = rows[v, word, lane]
                filled += x != 0
                single += x != 0 and (x & (x - rows.dtype.type(1))) == 0
            rank[lane] += filled > 0
            free[lane] &= not (filled == 1 and single == 1)
