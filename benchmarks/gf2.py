"""The rank of random matrices over GF(2), the random bits included.

The unit is one matrix. M4RI, NTL, python-flint, galois and plain Python integers are given matrices
that are ready, which flatters them; numpy draws its own bits and eliminates over all matrices at
once.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.compiled import ranks_by, rows_as_words
from benchmarks.growth import grow
from benchmarks.measuring import Comparison, Work, compare
from benchmarks.peers import peer
from benchmarks.scaling import Scaling
from benchmarks.tables import Result
from pastimes.experiments.gf2.bits import rank
from pastimes.experiments.gf2.ranks import rank_tally

SHAPES = ((15, 26), (32, 32), (64, 64), (128, 128), (256, 256), (512, 512), (1000, 1000))
READY = 200  # matrices made beforehand, for peers that take one at a time
LARGE = 128  # columns past which only the fastest peers are waited for


def numpy_over_matrices(n: int, k: int, samples: int) -> None:
    """Rows as 64-bit words, one array a row over all matrices; at most 64 columns."""
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 2**k - 1, (n, samples), dtype=np.uint64, endpoint=True)
    ranks = np.zeros(samples, np.int64)
    for j in range(n):
        ranks += rows[j] != 0
        for i in range(j + 1, n):
            np.minimum(rows[i], rows[i] ^ rows[j], out=rows[i])
    np.bincount(ranks)


def benchmarks() -> Iterator[Result]:
    """Ranks against other ways, and by the size of the matrix."""
    squares: dict[int, Comparison] = {}
    for n, k in SHAPES:
        found = compare(f"rank of a random {n}x{k} matrix", "matrix", _ways(n, k), rounds=3)
        yield found
        if n == k:
            squares[n] = found
    yield Scaling("rank of a random square matrix", "n", squares)
    by_size = {n: _ours(n, n) for n in (8, 16, 32, 64, 128, 256, 512)}
    yield grow("rank of a random square matrix", "matrix", "n", "power", by_size)


def _ours(n: int, k: int) -> Work:
    samples = max(2**27 // (n * k * min(n, k)), 2**11 if k <= LARGE else 2**7)
    return partial(rank_tally, n, k, samples, np.random.default_rng(1)), samples


def _ways(n: int, k: int) -> dict[str, Work]:
    ready = READY if k <= LARGE else max(2**24 // (n * k), 20)
    bits = np.random.default_rng(1).integers(0, 2, (ready, n, k))
    works = {"pastimes": _ours(n, k)}
    for library in ("M4RI", "NTL"):
        native = partial(ranks_by, library, k, rows_as_words(bits))
        if native() is not None:
            works[library] = (native, ready)
    if k <= LARGE:
        works |= _slow_ways(n, k, bits, works["pastimes"][1])
    return works


def _slow_ways(n: int, k: int, bits: NDArray[np.int64], samples: int) -> dict[str, Work]:
    words = [[int("".join(map(str, row)), 2) for row in matrix] for matrix in bits]
    works: dict[str, Work] = {}
    if k <= 64:
        works["numpy over matrices"] = (partial(numpy_over_matrices, n, k, samples), samples)
    works["plain Python integers"] = (lambda: [rank(rows) for rows in words], READY)
    flint, galois = peer("flint"), peer("galois")
    if flint:
        ready = [flint.nmod_mat(matrix.tolist(), 2) for matrix in bits]
        works["python-flint"] = (lambda: [matrix.rank() for matrix in ready], READY)
    if galois:
        field = galois.GF(2)
        few = [field(matrix) for matrix in bits[:20]]
        works["galois"] = (lambda: [np.linalg.matrix_rank(matrix) for matrix in few], len(few))
    return works
