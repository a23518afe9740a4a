"""What ours is compared with does the same work: other ways find what ours does."""

import math
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from benchmarks import balanced_dice, ciphers, fivethousand, sylver
from benchmarks.compiled import play_in_javascript, ranks_by, rows_as_words
from pastimes.experiments.balanced_dice.algorithms import spring
from pastimes.experiments.balanced_dice.games import played_bits
from pastimes.experiments.ciphers.counting import Counter, probable_prime
from pastimes.experiments.ciphers.pair import decrypt, encrypt
from pastimes.experiments.ciphers.systems import rsa
from pastimes.experiments.fivethousand.game import last_turn
from pastimes.experiments.fivethousand.policies import ESSAY_CUTOFFS, cutoffs, value
from pastimes.experiments.fivethousand.rules import ESSAY, rolls, taken
from pastimes.experiments.fivethousand.turn import EXACT, solve
from pastimes.experiments.gf2.bits import rank
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.orders import smallest
from pastimes.experiments.sylver.pruning import none
from pastimes.experiments.sylver.search import search


@pytest.fixture(scope="module")
def plain_rolls():
    return fivethousand.plain_rolls()


def test_plain_rolls_score_as_the_rules_do(plain_rolls):
    for dice, found in plain_rolls.items():
        assert sum(found.values()) == 6**dice
        for counts, _ in rolls(dice):
            faces = [face + 1 for face in range(6) for _ in range(counts[face])]
            assert fivethousand.plain_score(tuple(faces)) == taken(counts, ESSAY)


def test_the_plain_turn_is_worth_the_same():
    assert fivethousand.plain_turn(Fraction) == solve(ESSAY, EXACT).hot[0]
    assert fivethousand.plain_turn(float) == pytest.approx(solve(ESSAY).hot[0])


def test_its_tail_is_where_the_best_play_stays():
    assert solve(ESSAY).tail <= fivethousand.TAIL


@pytest.mark.parametrize("remember", [True, False])
def test_leads_are_overtaken_with_the_same_chance(plain_rolls, remember):
    leads = range(0, 350, 50)
    found = [fivethousand.overtaking(plain_rolls, lead, remember) for lead in leads]
    assert found == pytest.approx(last_turn(ESSAY, leads[-1]))


@pytest.mark.parametrize(
    ("play", "turns"),
    [(fivethousand.plain_play, 20_000), (fivethousand.numpy_over_turns, 200_000)],
)
def test_turns_are_played_by_the_same_rule(play, turns):
    # Five standard errors: a false alarm in two million, and the seed is fixed.
    scores = np.array(play(turns))
    expected = value(ESSAY, cutoffs(ESSAY_CUTOFFS), max(ESSAY_CUTOFFS.values()) + 50)
    assert abs(scores.mean() - expected.points) < 5 * scores.std() / math.sqrt(turns)
    busts = float(expected.bust)
    assert abs((scores == 0).mean() - busts) < 5 * math.sqrt(busts * (1 - busts) / turns)


@pytest.mark.parametrize("factor", [ciphers.plain_rho, ciphers.plain_division])
@pytest.mark.parametrize("bits", [12, 20, 26])
def test_plain_factors_divide(factor, bits):
    for pair in ciphers.our_pairs(bits, Random(1)):
        found = factor(pair.modulus)
        assert 1 < found < pair.modulus
        assert pair.modulus % found == 0


def test_plain_primes_are_prime_and_of_the_bits_asked_for():
    for seed in range(20):
        number = ciphers.plain_prime(40, Random(seed))
        assert number.bit_length() == 40
        assert probable_prime(number, Random(1), Counter())


def test_the_plain_test_tells_primes_from_composites():
    passing = [n for n in range(5, 400, 2) if all(ciphers._passes(n, b) for b in (2, 3))]
    assert passing == [n for n in range(5, 400, 2) if all(n % d for d in range(3, n, 2))]


def test_plain_pairs_undo_each_other():
    rng = Random(1)
    for pair in ciphers.plain_pairs(lambda: ciphers.plain_prime(16, rng), rng):
        assert decrypt(rsa, pair, encrypt(rsa, pair, 12345)) == 12345


def test_the_plain_search_of_sylver_finds_the_same_winners():
    positions = irreducible_of_genera(2, 10)
    ours = search(smallest, none, positions)
    assert [sylver.plain_search(int(p), {}) for p in positions] == [w > 0 for w in ours.winner]


def words_of(bits):
    """Rows as whole numbers."""
    return [[int("".join(map(str, row)), 2) for row in matrix] for matrix in bits]


def test_rows_are_packed_bit_by_bit():
    bits = np.random.default_rng(1).integers(0, 2, (2, 3, 70))
    for matrix, packed in zip(bits, rows_as_words(bits), strict=True):
        for row, words in zip(matrix, packed.tolist(), strict=True):
            whole = words[0] | words[1] << 64
            assert [whole >> j & 1 for j in range(128)] == [*row, *[0] * 58]


@pytest.mark.parametrize("library", ["M4RI", "NTL"])
@pytest.mark.parametrize(
    ("n", "k"), [(1, 1), (5, 9), (9, 5), (15, 26), (64, 64), (65, 130), (200, 200)]
)
def test_libraries_in_c_find_the_ranks_of_the_same_matrices(library, n, k):
    bits = np.random.default_rng(1).integers(0, 2, (40, n, k))
    bits[::3, -1] = bits[::3, 0]  # of all ranks, not the highest alone
    found = ranks_by(library, k, rows_as_words(bits))
    if found is None:
        pytest.skip(f"{library} is not installed")
    expected = np.bincount([rank(rows) for rows in words_of(bits)], minlength=min(n, k) + 1)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("way", ["idiomatic", "typed"])
def test_dice_in_javascript_follow_the_same_law(way):
    games, rolls = 2000, 40
    theirs = play_in_javascript(way, games, rolls, balanced_dice.BETA)
    if theirs is None:
        pytest.skip("node is not installed")
    theirs = np.array(theirs).reshape(rolls, 3, 3)
    uniforms = np.random.default_rng(1).random((rolls, 20_000))
    record = spring.play(balanced_dice.BETA, uniforms, [])
    ours = (played_bits(record.totals), record.next_from_true, record.true_from_next)
    for quantity, values in enumerate(ours):
        # 2,000 values leave a quantile uncertain by seven standard errors of 0.011 in its order.
        for column, order in enumerate(balanced_dice.ORDERS):
            spread = 7 * math.sqrt(order * (1 - order) / games)
            low, high = np.quantile(values, [max(order - spread, 0), order + spread], axis=1)
            found = theirs[:, quantity, column]
            assert (found >= low - 1e-9).all()
            assert (found <= high + 1e-9).all()
