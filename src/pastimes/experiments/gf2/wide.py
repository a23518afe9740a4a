"""Ranks of random matrices with long vectors over GF(2): the method of the four Russians.

Of 16 columns at a time pivots are sought, one a column, and kept reduced among themselves. All
sums of four of them stand in a table, so that any other row is cleared of the 16 columns by adding
four lines, which its bits there find. Where fewer pivots are found, the search has gone through all
rows and cleared them.

Throughout: a row is ``stride`` words, whole lines; the words of all rows lie one after another.
A *window* is 16 columns: word ``word`` of each row, from bit ``shift`` on.

References
----------
Arlazarov, Dinic, Kronrod, Faradzev, On economical construction of the transitive closure of an
oriented graph (1970); Albrecht, Bard, Hart, Algorithm 898 (ACM TOMS 37, 2010), for elimination.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.gf2.biased import fill_bits
from pastimes.experiments.gf2.lines import LINE, add_four, empty_lines, put_sum

__all__ = ["tally_wide"]

_BITS = 16  # of a window
_NONE = _BITS  # the place, behind the pivots, of a row of zeros
_ZERO, _ONE = np.uint64(0), np.uint64(1)


def tally_wide(
    vectors: int, width: int, samples: int, key: NDArray[np.uint64], bias: int, fully: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Tally ranks and, if `fully`, those of matrices without a coloop; see `ranks`."""
    words = -(-width // 64)
    lines = -(-words // LINE)
    rows, pivots, sums = (empty_lines(n * lines) for n in (vectors, _BITS + 1, 64))
    ranks, drawable = np.zeros((2, vectors + 1), np.int64)
    bits = np.zeros(2 * vectors * words, np.uint32)
    unused = np.uint64(64 * words - width)
    _tally(
        samples, key, bias, fully, unused, bits, np.zeros_like(bits), words, rows, pivots, sums,
        ranks, drawable,
    )  # fmt: skip
    return ranks, drawable


@njit(cache=True)
def _tally(
    samples, key, bias, fully, unused, bits, spare, words, rows, pivots, sums, ranks, drawable
):
    vectors = ranks.size - 1
    stride = -(-words // LINE) * LINE
    counter = np.empty((4, 256), np.uint64)
    for sample in range(samples):
        fill_bits(bits, spare, sample, key, bias, counter)
        _load(rows, bits, words, stride, unused)
        rank = _eliminate(rows, pivots, sums, vectors, words, stride, fully)
        ranks[rank] += 1
        drawable[rank] += not (fully and _has_unit(rows, rank, words, stride))


@njit(cache=True)
def _load(rows, bits, words, stride, unused):
    rows[:] = _ZERO
    for i in range(rows.size // stride):
        for word in range(words):
            k = 2 * (words * i + word)
            rows[stride * i + word] = np.uint64(bits[k]) | np.uint64(bits[k + 1]) << np.uint64(32)
        rows[stride * i + words - 1] >>= unused


@njit(cache=True)
def _eliminate(rows, pivots, sums, vectors, words, stride, fully):
    """The rank; if `fully`, the first rows become those of the reduced row echelon form, in another
    order."""
    done = 0
    for window in range(4 * words):
        word, shift = window // 4, np.uint64(_BITS * (window % 4))
        if done == vectors:
            break
        found, columns = _seek(rows, pivots, done, vectors, word, shift, stride)
        if found == _BITS:
            _tabulate(pivots, sums, word, stride)
            _clear(rows, sums, done + found, vectors, word, shift, stride)
            if fully:
                _clear(rows, sums, 0, done, word, shift, stride)
        elif fully:
            for i in range(done):
                _reduce(rows, i, pivots, columns, word, shift, stride)
        if fully:
            done = _keep(rows, pivots, columns, done, stride)
        else:
            done += found
    return done


@njit(cache=True, inline="always")
def _window(rows, i, word, shift, stride):
    return np.int64(rows[stride * i + word] >> shift) & 0xFFFF


@njit(cache=True)
def _seek(rows, pivots, start, end, word, shift, stride):
    """Take pivots out of rows from `start` on, until there is one a column or no row is left.

    Returns how many, and the set of their columns. Rows without a pivot come to stand behind the
    places that these leave.
    """
    found, columns = 0, 0
    for k in range(stride):
        pivots[stride * _NONE + k] = _ZERO
    for i in range(start, end):
        _reduce(rows, i, pivots, columns, word, shift, stride)
        left = _window(rows, i, word, shift, stride)
        if left == 0:
            continue
        column = 0
        while left >> column & 1 == 0:
            column += 1
        _copy(pivots, column, rows, i, stride)
        _copy(rows, i, rows, start + found, stride)
        for other in range(_BITS):
            if columns >> other & _window(pivots, other, word, shift, stride) >> column & 1:
                _add(pivots, other, column, word, stride)
        columns |= 1 << column
        found += 1
        if found == _BITS:
            break
    return found, columns


@njit(cache=True)
def _reduce(rows, i, pivots, columns, word, shift, stride):
    """Clear a row of the columns of the pivots."""
    bits = _window(rows, i, word, shift, stride) & columns
    for quarter in range(0, _BITS, 4):
        a = stride * (quarter if bits >> quarter & 1 else _NONE)
        b = stride * (quarter + 1 if bits >> (quarter + 1) & 1 else _NONE)
        c = stride * (quarter + 2 if bits >> (quarter + 2) & 1 else _NONE)
        d = stride * (quarter + 3 if bits >> (quarter + 3) & 1 else _NONE)
        for at in range(word // LINE * LINE, stride, LINE):
            add_four(rows, stride * i + at, pivots, a + at, b + at, c + at, d + at)


@njit(cache=True)
def _copy(target, i, source, j, stride):
    for k in range(stride):
        target[stride * i + k] = source[stride * j + k]


@njit(cache=True)
def _add(pivots, i, j, word, stride):
    for at in range(word // LINE * LINE, stride, LINE):
        put_sum(pivots, stride * i + at, pivots, stride * i + at, pivots, stride * j + at)


@njit(cache=True)
def _tabulate(pivots, sums, word, stride):
    """All sums of the pivots of each quarter of a window."""
    for quarter in range(4):
        first = stride * 16 * quarter
        for k in range(stride):
            sums[first + k] = _ZERO
        for column in range(4):
            pivot = stride * (4 * quarter + column)
            for below in range(1 << column):
                into, without = stride * ((1 << column) + below), stride * below
                for at in range(word // LINE * LINE, stride, LINE):
                    put_sum(sums, first + into + at, sums, first + without + at, pivots, pivot + at)


@njit(cache=True)
def _clear(rows, sums, start, end, word, shift, stride):
    """Clear rows of a window in which every column has its pivot."""
    for i in range(start, end):
        bits = _window(rows, i, word, shift, stride)
        a, b = stride * (bits & 15), stride * (16 + (bits >> 4 & 15))
        c, d = stride * (32 + (bits >> 8 & 15)), stride * (48 + (bits >> 12))
        for at in range(word // LINE * LINE, stride, LINE):
            add_four(rows, stride * i + at, sums, a + at, b + at, c + at, d + at)


@njit(cache=True)
def _keep(rows, pivots, columns, done, stride):
    for column in range(_BITS):
        if columns >> column & 1:
            _copy(rows, done, pivots, column, stride)
            done += 1
    return done


@njit(cache=True)
def _has_unit(rows, rank, words, stride):
    """Whether a row of the reduced form is a unit vector: its column is no sum of others."""
    for i in range(rank):
        filled, units = 0, 0
        for word in range(words):
            x = rows[stride * i + word]
            filled += x != _ZERO
            units += x != _ZERO and x & (x - _ONE) == _ZERO
        if filled == 1 and units == 1:
            return True
    return False
