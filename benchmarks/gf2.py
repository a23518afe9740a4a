"""The rank of random matrices over GF(2), the random bits included.

The unit is one matrix. python-flint, galois and plain Python integers are given matrices that are
ready, which flatters them; numpy draws its own bits and eliminates over all matrices at once.
"""

import importlib.util
from collections.abc import Callable

import numpy as np

from benchmarks.measuring import Rate, compare
from pastimes.gf2.bits import rank
from pastimes.gf2.ranks import rank_tally

SHAPES = ((15, 26), (32, 32), (64, 64), (128, 128))
READY = 200  # matrices made beforehand, for peers that take one at a time


def ours(n: int, k: int, samples: int) -> None:
    rank_tally(n, k, samples, np.random.default_rng(1))


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


def benchmarks() -> dict[str, list[Rate]]:
    """The comparisons, by what they measure; seconds a matrix."""
    return {f"rank of a random {n}x{k} matrix": _shape(n, k) for n, k in SHAPES}


def _shape(n: int, k: int) -> list[Rate]:
    samples = max(2**28 // (n * k * min(n, k)), 2**11)
    bits = np.random.default_rng(1).integers(0, 2, (READY, n, k))
    words = [[int("".join(map(str, row)), 2) for row in matrix] for matrix in bits]
    work: dict[str, tuple[Callable[[], object], int]] = {
        "pastimes": (lambda: ours(n, k, samples), samples),
    }
    if k <= 64:
        work["numpy over matrices"] = (lambda: numpy_over_matrices(n, k, samples), samples)
    work["plain Python integers"] = (lambda: [rank(rows) for rows in words], READY)
    if importlib.util.find_spec("flint"):
        import flint

        ready = [flint.nmod_mat(matrix.tolist(), 2) for matrix in bits]
        work["python-flint"] = (lambda: [matrix.rank() for matrix in ready], READY)
    if importlib.util.find_spec("galois"):
        import galois

        field = galois.GF(2)
        few = [field(matrix) for matrix in bits[:20]]
        work["galois"] = (lambda: [np.linalg.matrix_rank(matrix) for matrix in few], len(few))
    return compare(work, rounds=5)
