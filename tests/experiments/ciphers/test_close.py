"""Close primes: their difference, and how fast Fermat's method falls on them."""

import math
from random import Random

import pytest

from pastimes.experiments.ciphers import close
from pastimes.experiments.ciphers.attacks import fermat
from pastimes.experiments.ciphers.close import close_pair
from pastimes.experiments.ciphers.counting import Counter, probable_prime
from pastimes.experiments.ciphers.systems import rsa


@pytest.fixture(autouse=True)
def limited(monkeypatch):
    """Ends a search for a second prime that has no end: of long numbers one in 200 is prime."""
    tried = []

    def counted(number, *others):
        tried.append(number)
        assert len(tried) < 100_000, "a prime is looked for without end"
        return probable_prime(number, *others)

    monkeypatch.setattr(close, "probable_prime", counted)


def factored(pair):
    """The two primes, the smaller first, and the squares tried."""
    counter = Counter()
    p = fermat.factor(pair.modulus, counter)
    return p, pair.modulus // p, counter.operations


@pytest.mark.parametrize("gap_bits", [2, 3, 4, 5, 8, 13, 16, 20])
@pytest.mark.parametrize("bits", [16, 48, 64])
def test_primes_are_odd_and_differ_by_a_number_of_the_bits_asked_for(bits, gap_bits):
    for seed in range(10):
        p, q, _ = factored(close_pair(bits, gap_bits, Random(seed)))
        assert p % 2 == q % 2 == 1
        assert all(probable_prime(n, Random(1), Counter()) for n in (p, q))
        assert p.bit_length() == bits // 2
        gap = q - p
        assert gap >= 2 ** (gap_bits - 1)
        # A prime is looked for from the gap on: none lies much further.
        assert gap <= 2**gap_bits + 20 * bits


@pytest.mark.parametrize("gap_bits", range(2, 40))
def test_pairs_are_found_for_every_number_of_bits(gap_bits):
    # The second number once was even, and then never prime.
    pair = close_pair(128, gap_bits, Random(gap_bits))
    assert 126 <= pair.modulus.bit_length() <= 129
    assert pair.public == 65_537


def test_differences_take_all_their_lengths():
    gaps = set()
    for seed in range(200):
        p, q, _ = factored(close_pair(64, 8, Random(seed)))
        gaps.add((q - p).bit_length())
        assert q - p >= 128
    assert 8 in gaps


@pytest.mark.parametrize(("bits", "gap_bits"), [(64, 10), (128, 24), (256, 8), (256, 60)])
def test_fermats_method_finds_close_primes_with_one_square(bits, gap_bits):
    # The root of p q is (p + q) / 2 but for gap^2 / 8 over the root of the modulus, less than 1.
    for seed in range(5):
        p, q, squares = factored(close_pair(bits, gap_bits, Random(seed)))
        assert (q - p) ** 2 < 8 * math.isqrt(p * q)
        assert squares == 1


def test_fermats_method_needs_more_squares_for_a_larger_difference():
    found = [
        sum(factored(close_pair(64, gap_bits, Random(seed)))[2] for seed in range(5))
        for gap_bits in (16, 20, 22, 24, 26)
    ]
    assert found == sorted(found)
    assert found[0] == 5
    # Four more bits of the difference are 2^8 times as many squares.
    assert 2**7 < found[-1] / found[-3] < 2**9


def test_keys_of_close_primes_work():
    pair = close_pair(64, 8, Random(1))
    for message in (0, 1, 2, 12345, pair.modulus - 1):
        assert rsa.apply(
            pair.private, rsa.apply(pair.public, message, pair.modulus), pair.modulus
        ) == (message)
    private = fermat.recover(pair.modulus, pair.public, Random(1), Counter())
    assert private == pair.private


def test_pairs_depend_on_the_generator_alone():
    found = [close_pair(64, 8, Random(seed)) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
