"""Fast kernels: tallies of ranks, their shapes, and what they are functions of."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.experiments.gf2.biased import fill_bits
from pastimes.experiments.gf2.bits import rank, row_reduced
from pastimes.experiments.gf2.philox import fill_words
from pastimes.experiments.gf2.ranks import drawable_tally, rank_tally

WIDTHS = [1, 31, 32, 33, 63, 64, 65, 127, 128, 129]
SHAPES = [(3, width) for width in WIDTHS] + [(width, 3) for width in WIDTHS]
SHAPES += [(1, 1), (15, 26), (33, 31), (64, 64), (65, 65), (40, 129), (128, 70), (130, 150)]

# Around every size of a word, a line of words and a window of columns, square and not; the first
# number is the lesser, for the longer side lies in the words.
AROUND = [63, 64, 65, 127, 128, 129, 143, 144, 145, 191, 193, 255, 256, 257, 511, 512, 513]
PLAIN = [(n, n) for n in AROUND] + [(n - 3, n) for n in AROUND] + [(17, n) for n in AROUND]
PLAIN += [(1, 32), (20, 32), (32, 32), (1, 129), (15, 130), (16, 130), (31, 200), (200, 700)]
PLAIN += [(n, n + 2) for n in (126, 127, 190, 254, 510)] + [(2, 1000), (1000, 1000)]

shapes = pytest.mark.parametrize(("n", "k"), SHAPES)


def generator(seed=1):
    return np.random.default_rng(seed)


def ranks_of_both(n, k, samples, seed=1):
    """Tallies of ranks by both functions."""
    return rank_tally(n, k, samples, generator(seed)), *drawable_tally(
        n, k, samples, generator(seed)
    )


def matrices(vectors, width, samples, seed=1):
    """The matrices that a generator's state gives, a list of ints each: rows of whole words, with
    as many of the last bits drawn left out as are too many."""
    size = 32 if width <= 32 else 64
    words = -(-width // size) * size // 32
    key = generator(seed).integers(0, 2**32, 2, dtype=np.uint64)
    drawn = np.zeros((vectors * words, samples), np.uint32)
    fill_words(drawn, 0, 0, *key, np.empty((4, samples), np.uint64))
    for sample in drawn.T.reshape(samples, vectors, words).tolist():
        yield [whole(row, size, width) for row in sample]


def whole(halves, size, width):
    """A row as an int: the low half of a word comes first, and the last word loses its low bits."""
    words = [sum(h << 32 * i for i, h in enumerate(halves[at : at + size // 32]))
             for at in range(0, len(halves), size // 32)]  # fmt: skip
    words[-1] >>= -width % size
    return sum(word << size * i for i, word in enumerate(words))


@pytest.mark.parametrize(("n", "k"), [(0, 0), (0, 1), (1, 0), (0, 5), (5, 0), (0, 70), (70, 0)])
@pytest.mark.parametrize("samples", [0, 1, 1000])
def test_matrices_without_entries_have_rank_0_and_no_coloop(n, k, samples):
    assert [tally.tolist() for tally in ranks_of_both(n, k, samples)] == [[samples]] * 3


@shapes
def test_no_samples_have_a_tally_of_zeros(n, k):
    for tally in ranks_of_both(n, k, 0):
        assert tally.tolist() == [0] * (min(n, k) + 1)
        assert tally.dtype == np.int64


@shapes
@pytest.mark.parametrize("samples", [1, 2, 255, 256, 257, 1000, 1025])
def test_every_sample_is_tallied_once(n, k, samples):
    ranks, ranks_too, drawable = ranks_of_both(n, k, samples)
    assert ranks.shape == ranks_too.shape == drawable.shape == (min(n, k) + 1,)
    assert ranks.sum() == ranks_too.sum() == samples
    assert (drawable >= 0).all()
    assert (drawable <= ranks_too).all()


@shapes
def test_bits_that_are_all_1_have_rank_1(n, k):
    tally = rank_tally(n, k, 300, generator(), bias=128)
    assert tally[1] == tally.sum() == 300


@shapes
def test_bits_that_are_all_0_have_rank_0(n, k):
    tally = rank_tally(n, k, 300, generator(), bias=-128)
    assert tally[0] == tally.sum() == 300


@pytest.mark.parametrize("bias", [-128, 128])
@pytest.mark.parametrize(("n", "k"), [(0, 0), (0, 5), (5, 0)])
def test_bias_of_no_bits_does_nothing(n, k, bias):
    assert rank_tally(n, k, 300, generator(), bias).tolist() == [300]


@pytest.mark.parametrize("n", range(1, 8))
def test_more_letters_than_pixels_and_full_rank_leave_some_alphabets_drawable(n):
    _, drawable = drawable_tally(n, n + 8, 2000, generator())
    assert drawable[n] > 1000


@shapes
def test_independent_letters_are_never_drawable(n, k):
    if k <= n:
        assert drawable_tally(n, k, 2000, generator())[1][k] == 0


@pytest.mark.parametrize("n", [1, 3, 40, 70, 200])
def test_one_letter_is_drawable_just_where_it_is_blank(n):
    ranks, drawable = drawable_tally(n, 1, 2000, generator())
    assert drawable.tolist() == [ranks[0], 0]


@shapes
def test_equal_states_of_the_generator_give_equal_tallies(n, k):
    once, twice = ranks_of_both(n, k, 1000), ranks_of_both(n, k, 1000)
    assert all(np.array_equal(a, b) for a, b in zip(once, twice, strict=True))


def test_equal_states_give_equal_tallies_of_biased_bits():
    tallies = [rank_tally(8, 9, 1000, generator(), 40) for _ in range(2)]
    assert np.array_equal(*tallies)


def test_other_states_give_other_tallies():
    seeds = {tuple(rank_tally(64, 64, 10_000, generator(seed))) for seed in range(5)}
    assert len(seeds) == 5


def test_a_generator_moves_on_from_call_to_call():
    rng = generator()
    first, second = (rank_tally(64, 64, 10_000, rng) for _ in range(2))
    assert not np.array_equal(first, second)


def test_the_state_of_the_generator_moves_alike_whatever_is_asked():
    states = []
    for n, k, samples in [(3, 4, 0), (3, 4, 1000), (65, 129, 10)]:
        rng = generator()
        rank_tally(n, k, samples, rng)
        states.append(rng.integers(2**63))
    assert len(set(states)) == 1


def samples_of(n, k):
    """As many as plain elimination takes a second or so for."""
    return max(min(300, 10**8 // (n * n * k)), 2)


@pytest.mark.parametrize(("n", "k"), PLAIN)
def test_ranks_are_those_of_plain_elimination_of_the_same_words(n, k):
    samples = samples_of(n, k)
    expected = np.bincount([rank(rows) for rows in matrices(n, k, samples)], minlength=n + 1)
    for shape in ((n, k), (k, n)):
        assert np.array_equal(rank_tally(*shape, samples, generator()), expected)


@pytest.mark.parametrize(("n", "k"), PLAIN)
def test_drawable_alphabets_are_those_without_unit_vectors_among_the_same_rows(n, k):
    samples = samples_of(n, k)
    expected = np.zeros((2, min(n, k) + 1), int)
    for rows in matrices(n, k, samples):
        reduced = row_reduced(rows)
        expected[0, len(reduced)] += 1
        expected[1, len(reduced)] += all(row.bit_count() > 1 for row in reduced)
    assert np.array_equal(drawable_tally(n, k, samples, generator()), expected)


@settings(max_examples=40)
@given(st.sampled_from(SHAPES), st.integers(0, 1100), st.integers(0, 1100), st.integers(0, 99))
def test_more_samples_extend_those_before(shape, few, more, seed):
    short, long = (ranks_of_both(*shape, samples, seed) for samples in (few, few + more))
    for a, b in zip(short, long, strict=True):
        assert (a <= b).all()


@settings(max_examples=20)
@given(st.integers(-128, 128), st.integers(0, 600), st.integers(0, 600))
def test_more_samples_of_biased_bits_extend_those_before(bias, few, more):
    short, long = (rank_tally(5, 6, samples, generator(), bias) for samples in (few, few + more))
    assert (short <= long).all()


@settings(max_examples=60)
@given(st.integers(0, 12), st.integers(0, 140), st.integers(0, 300))
def test_tallies_of_any_shape_are_whole(n, k, samples):
    for rows, columns in ((n, k), (k, n)):
        ranks, ranks_too, drawable = ranks_of_both(rows, columns, samples)
        assert ranks.sum() == ranks_too.sum() == samples
        assert ranks.size == min(n, k) + 1
        assert (drawable <= ranks_too).all()


@pytest.mark.parametrize("bias", [-120, -40, 1, 60, 127])
def test_long_vectors_are_biased_like_short_ones(bias):
    # One row has rank 0 where it is blank: of 40 bits or of 200, the same bits come first.
    blank = (0.5 - bias / 256) ** 130
    tally = rank_tally(1, 130, 20_000, generator(), bias)
    assert abs(tally[0] - 20_000 * blank) < 6 * (20_000 * blank * (1 - blank)) ** 0.5 + 1


@pytest.mark.parametrize(("n", "k"), [(40, 140), (140, 140), (100, 600)])
@pytest.mark.parametrize("bias", [-126, -118, 110, 125])
def test_ranks_of_sparse_and_dense_matrices_are_those_of_plain_elimination(n, k, bias):
    # Most windows of columns lack a pivot then.
    key = generator().integers(0, 2**32, 2, dtype=np.uint64)
    halves = 2 * n * -(-k // 64)
    bits, spare = np.zeros((2, halves, 20), np.uint32)
    fill_bits(bits, spare, 0, key, bias, np.empty((4, 20), np.uint64))
    ranks = [
        rank([whole(row, 64, k) for row in sample])
        for sample in bits.T.reshape(20, n, halves // n).tolist()
    ]
    expected = np.bincount(ranks, minlength=n + 1)
    assert np.array_equal(rank_tally(n, k, 20, generator(), bias), expected)
