"""Ranks of many random matrices over GF(2), one lane of a vector register a matrix.

That is for short vectors; `wide` takes those of more words one matrix at a time.

For a pivot b, ``min(x, x ^ b)`` clears b's leading bit from x without looking for it: x ^ b is the
smaller just where x has that bit. Vectors longer than a word are compared word by word.

Throughout: a matrix is ``vectors`` rows of ``width`` bits; arrays of many matrices have shape
(vectors, words, lanes).
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.gf2.biased import fill_bits
from pastimes.experiments.gf2.wide import tally_wide

__all__ = ["drawable_tally", "rank_tally"]

_LANES = 256
_WIDE = 128  # bits; longer vectors are left to `wide`
_ZERO, _ONES = np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF)


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
    if width > _WIDE:
        return tally_wide(vectors, width, samples, key, bias, fully)
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
    undecided = np.empty(lanes, np.uint64)
    masks = np.empty(lanes, np.uint64)
    rank = np.empty(lanes, np.int32)
    free = np.ones(lanes, np.int32)
    for start in range(0, samples, lanes):
        fill_bits(bits, spare, start, key, bias, counter)
        _load(rows, bits, unused)
        _eliminate(rows, fully, undecided, masks)
        _count_ranks(rows, rank)
        if fully:
            _find_units(rows, free)
        for lane in range(min(lanes, samples - start)):
            ranks[rank[lane]] += 1
            drawable[rank[lane]] += free[lane]


@njit(cache=True)
def _load(rows, bits, unused):
    vectors, words, _ = rows.shape
    halves = bits.shape[0] // max(vectors * words, 1)
    for v in range(vectors):
        for word in range(words):
            cut = unused if word == words - 1 else rows.dtype.type(0)
            first = (v * words + word) * halves
            if halves == 1:
                _copy(rows[v, word], bits[first], cut)
            else:
                _join(rows[v, word], bits[first], bits[first + 1], cut)


@njit(cache=True)
def _eliminate(rows, fully, undecided, masks):
    # Fully: reduced row echelon form, rows out of order; else zeros below the pivots alone.
    vectors, words, _ = rows.shape
    if words == 1:
        _eliminate_short(rows, fully)
        return
    for j in range(vectors):
        for i in range(0 if fully else j + 1, vectors):
            if i != j:
                undecided[:] = _ONES
                masks[:] = _ZERO
                for word in range(words):
                    _decide(rows[i, word], rows[j, word], undecided, masks)
                for word in range(words):
                    _add(rows[i, word], rows[j, word], masks)


@njit(cache=True)
def _eliminate_short(rows, fully):
    # Vectors of one word; two pivots a pass, which halves the traffic with memory.
    vectors = rows.shape[0]
    for j in range(0, vectors - 1, 2):
        _clear(rows[j + 1, 0], rows[j, 0])
        for i in range(0 if fully else j + 2, vectors):
            if i != j and i != j + 1:
                _clear_two(rows[i, 0], rows[j, 0], rows[j + 1, 0])
        if fully:
            _clear(rows[j, 0], rows[j + 1, 0])
    if fully and vectors % 2 == 1:
        for i in range(vectors - 1):
            _clear(rows[i, 0], rows[vectors - 1, 0])


# Loops over whole lines of memory, which the compiler turns into vector instructions.


@njit(cache=True)
def _copy(x, bits, cut):
    for lane in range(x.size):
        x[lane] = x.dtype.type(bits[lane]) >> cut


@njit(cache=True)
def _join(x, low, high, cut):
    for lane in range(x.size):
        x[lane] = (np.uint64(low[lane]) | (np.uint64(high[lane]) << np.uint64(32))) >> cut


@njit(cache=True)
def _clear_two(x, b, c):
    for lane in range(x.size):
        y = min(x[lane], x.dtype.type(x[lane] ^ b[lane]))
        x[lane] = min(y, x.dtype.type(y ^ c[lane]))


@njit(cache=True)
def _clear(x, b):
    for lane in range(x.size):
        x[lane] = min(x[lane], x.dtype.type(x[lane] ^ b[lane]))


@njit(cache=True)
def _decide(x, b, undecided, masks):
    # The first word in which the pivot is not 0 decides for all.
    for lane in range(x.size):
        smaller = _ONES if (x[lane] ^ b[lane]) < x[lane] else _ZERO
        masks[lane] |= undecided[lane] & smaller
        undecided[lane] = undecided[lane] if b[lane] == x.dtype.type(0) else _ZERO


@njit(cache=True)
def _add(x, b, masks):
    for lane in range(x.size):
        x[lane] ^= x.dtype.type(b[lane] & masks[lane])


@njit(cache=True)
def _count_ranks(rows, rank):
    # Rows that are not blank.
    vectors, words, _ = rows.shape
    rank[:] = 0
    for v in range(vectors if words > 0 else 0):
        if words == 1:
            _add_filled(rows[v, 0], rank)
        else:
            filled = rows[v, 0].copy()
            for word in range(1, words):
                filled |= rows[v, word]
            _add_filled(filled, rank)


@njit(cache=True)
def _add_filled(x, rank):
    for lane in range(x.size):
        rank[lane] += np.int32(x[lane] != x.dtype.type(0))


@njit(cache=True)
def _find_units(rows, free):
    # A column is no sum of others just where its unit vector is a row of the reduced form.
    vectors, words, lanes = rows.shape
    zero, one = rows.dtype.type(0), rows.dtype.type(1)
    free[:] = 1
    for v in range(vectors):
        for lane in range(lanes):
            filled, units = 0, 0
            for word in range(words):
                x = rows[v, word, lane]
                filled += x != zero
                units += x != zero and rows.dtype.type(x & rows.dtype.type(x - one)) == zero
            free[lane] &= not (filled == 1 and units == 1)
