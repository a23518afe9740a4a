"""Random matrices and checks of laws against what is known exactly, at fixed seeds.

Each check was given its level before it was run: a sound programme fails any of them with
probability below 1e-6. Each is also shown a law or a generator that it must find faulty.
"""

import math

import numpy as np
import pytest
from scipy.stats import chi2

from pastimes.experiments.gf2.bits import rank
from pastimes.experiments.gf2.drawable import all_drawable_by_subspaces
from pastimes.experiments.gf2.law import rank_law
from pastimes.experiments.gf2.philox import fill_words
from pastimes.experiments.gf2.ranks import drawable_tally, rank_tally

ALARM = 1e-9  # of one check; there are fewer than 200
LEAST = 1000  # expected in a cell, so that the chi-square law holds this far out in its tail
SAMPLES = 400_000
SMALL = [(1, 1), (1, 5), (5, 1), (2, 3), (8, 8), (31, 31), (31, 33), (32, 32), (33, 31), (15, 17)]
WIDE = [(63, 63), (64, 64), (65, 65), (64, 65), (70, 66), (127, 128), (128, 128), (129, 127)]


def follows(counts, law):
    """Pearson's chi-square test at level ALARM; cells that expect under LEAST are put together."""
    counts, expected = np.asarray(counts, float), np.array([float(p) for p in law])
    expected *= counts.sum()
    rare = expected < LEAST
    counts = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    if expected[-1] < LEAST:
        if expected[-1] == 0:  # nothing but sums of no cells
            assert counts[-1] == 0
        largest = expected.argmax()
        counts[largest] += counts[-1]
        expected[largest] += expected[-1]
        counts, expected = counts[:-1], expected[:-1]
    assert counts.size > 1, "one cell tests nothing"
    return ((counts - expected) ** 2 / expected).sum() < chi2.isf(ALARM, counts.size - 1)


def _product(n, k, r):
    return math.prod(
        (1 - 2.0 ** (i - n)) * (1 - 2.0 ** (i - k)) / (1 - 2.0 ** (i - r)) for i in range(r)
    )


def joint_law(n, k):
    """Probabilities of each rank without coloops, then of each rank with one."""
    free = [all_drawable_by_subspaces(n, k, r) for r in range(min(n, k) + 1)]
    return [*free, *(p - q for p, q in zip(rank_law(n, k), free, strict=True))]


def joint_tally(n, k, samples, seed):
    ranks, drawable = drawable_tally(n, k, samples, np.random.default_rng(seed))
    return np.concatenate([drawable, ranks - drawable])


def tally(n, k, samples=SAMPLES, bias=0, seed=1):
    return rank_tally(n, k, samples, np.random.default_rng(seed), bias)


@pytest.mark.parametrize(("n", "k"), SMALL)
def test_ranks_follow_the_law(n, k):
    assert follows(tally(n, k), rank_law(n, k))


@pytest.mark.parametrize(("n", "k"), WIDE)
def test_ranks_of_wide_matrices_follow_the_law(n, k):
    assert follows(tally(n, k, 40_000), rank_law(n, k))


@pytest.mark.parametrize(
    ("n", "k", "samples"),
    [
        (144, 145, 40_000),
        (192, 191, 40_000),
        (255, 257, 20_000),
        (256, 256, 20_000),
        (511, 513, 8000),
        (512, 512, 8000),
        (1000, 1000, 4000),
    ],
)
def test_ranks_of_still_wider_matrices_follow_the_law(n, k, samples):
    # The exact law takes long: the same product in floating point, of the highest ranks.
    high = range(min(n, k) - 3, min(n, k) + 1)
    law = [2.0 ** -((n - r) * (k - r)) * _product(n, k, r) for r in high]
    counts = tally(n, k, samples)
    assert follows([counts[: high[0]].sum(), *counts[high[0] :]], [1 - sum(law), *law])


@pytest.mark.parametrize(("n", "k"), [(15, 26), (15, 25), (26, 15)])
def test_ranks_of_the_essays_size_follow_the_law(n, k):
    assert follows(tally(n, k, 4_000_000), rank_law(n, k))


@pytest.mark.parametrize(("n", "k"), [(8, 8), (33, 31), (64, 64)])
def test_ranks_of_one_more_letter_would_be_found(n, k):
    wrong = rank_law(n, k + 1)[: min(n, k) + 1]
    assert not follows(tally(n, k, 40_000), [p / sum(wrong) for p in wrong])


@pytest.mark.parametrize(("n", "k", "bias"), [(1, 1, 3), (8, 8, 64), (5, 9, -64), (15, 18, 96)])
def test_biased_bits_would_be_found(n, k, bias):
    assert not follows(tally(n, k, bias=bias), rank_law(n, k))


@pytest.mark.parametrize("bias", [-127, -64, -1, 0, 1, 5, 64, 100, 127])
def test_biased_bits_are_as_likely_as_their_threshold_says(bias):
    one, other = (128 + bias) / 256, (128 + bias + (1 if bias < 0 else -1)) / 256
    counts = tally(1, 1, 2_000_000, bias)
    assert follows(counts, [1 - one, one])
    assert not follows(counts, [1 - other, other])


def test_biased_bits_of_a_row_are_independent():
    blank = (1 - 168 / 256) ** 4
    assert follows(tally(1, 4, bias=40), [blank, 1 - blank])


@pytest.mark.parametrize(
    ("n", "k"), [(1, 2), (2, 3), (3, 3), (5, 9), (9, 14), (15, 26), (15, 15), (31, 40), (32, 44)]
)
def test_ranks_and_drawable_letters_follow_their_joint_law(n, k):
    assert follows(joint_tally(n, k, SAMPLES, 2), joint_law(n, k))


@pytest.mark.parametrize(
    ("n", "k"), [(60, 64), (60, 65), (64, 71), (65, 70), (120, 127), (126, 128)]
)
def test_wide_ranks_and_drawable_letters_follow_their_joint_law(n, k):
    assert follows(joint_tally(n, k, 16_000, 3), joint_law(n, k))


@pytest.mark.parametrize(
    ("n", "k", "samples"), [(5, 9, 40_000), (15, 26, SAMPLES), (64, 70, 16_000)]
)
def test_alphabets_of_one_letter_more_would_be_found(n, k, samples):
    assert not follows(joint_tally(n, k, samples, 3), joint_law(n, k + 1))


def bits_of_philox(vectors, width, samples, key):
    """Matrices of the low bits of each sample's words."""
    words = np.zeros((vectors, samples), np.uint32)
    fill_words(words, 0, 0, *map(np.uint64, key), np.empty((4, samples), np.uint64))
    return (words & np.uint32(2**width - 1)).T.tolist()


@pytest.mark.parametrize(("n", "k"), [(3, 3), (8, 8), (8, 9)])
def test_plain_elimination_of_the_generators_bits_follows_the_law_too(n, k):
    found = [rank(rows) for rows in bits_of_philox(n, k, 20_000, (7, 8))]
    assert follows(np.bincount(found, minlength=min(n, k) + 1), rank_law(n, k))


def halves_of_words(seed):
    words = np.zeros((64, 4096), np.uint32)
    key = np.random.default_rng(seed).integers(0, 2**32, 2, dtype=np.uint64)
    fill_words(words, 0, 0, *key, np.empty((4, 4096), np.uint64))
    return words


@pytest.mark.parametrize("shift", [0, 8, 16, 24])
def test_bytes_of_the_generator_are_uniform(shift):
    found = (halves_of_words(4) >> np.uint32(shift)) & np.uint32(255)
    assert follows(np.bincount(found.ravel(), minlength=256), [1 / 256] * 256)
    found[:, :400] |= 1
    assert not follows(np.bincount(found.ravel(), minlength=256), [1 / 256] * 256)
