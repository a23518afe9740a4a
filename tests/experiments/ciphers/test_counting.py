"""Arithmetic and primality against Python's own, and operations counted by hand."""

from math import gcd
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.ciphers import counting
from pastimes.experiments.ciphers.counting import (
    ROUNDS,
    Counter,
    inverse,
    power,
    probable_prime,
    random_prime,
)

SMALL_PRIMES = [n for n in range(2, 2000) if all(n % d for d in range(2, n))]
CARMICHAEL = [561, 1105, 1729, 2465, 2821, 6601, 8911, 10585, 15841, 29341]  # OEIS A002997
CARMICHAEL += [825_265, 321_197_185, 9_746_347_772_161]  # OEIS A006931
# Chernick's (6k + 1)(12k + 1)(18k + 1), without small factors.
CARMICHAEL += [(6 * k + 1) * (12 * k + 1) * (18 * k + 1) for k in (35, 45, 51, 55, 56, 100)]
# To bases 2; 2 and 3; ...; the first 9, 11, 13 primes: OEIS A014233.
STRONG_PSEUDOPRIMES = [2047, 1_373_653, 25_326_001, 3_215_031_751, 2_152_302_898_747]
STRONG_PSEUDOPRIMES += [3_474_749_660_383, 341_550_071_728_321, 3_825_123_056_546_413_051]
STRONG_PSEUDOPRIMES += [318_665_857_834_031_151_167_461, 3_317_044_064_679_887_385_961_981]
LARGE_PRIMES = [2**31 - 1, 2**61 - 1, 2**89 - 1, 2**107 - 1, 2**127 - 1, 2**521 - 1]  # Mersenne's
LARGE_PRIMES += [2**16 + 1, 2**255 - 19, 10**18 + 9, 10**9 + 7, 65_537]


def counted(ask, *arguments):
    """An answer and the operations it took."""
    counter = Counter()
    return ask(*arguments, counter), counter.operations


def prime(number, seed=1):
    return probable_prime(number, Random(seed), Counter())


def test_operations_are_added_up():
    counter = Counter()
    counter.add()
    counter.add(5)
    assert counter.operations == 6
    assert Counter().operations == 0


@given(st.integers(0, 10**40), st.integers(0, 10**40), st.integers(1, 10**40))
def test_powers_are_pythons(base, exponent, modulus):
    assert power(base, exponent, modulus, Counter()) == pow(base, exponent, modulus)


@pytest.mark.parametrize(
    ("exponent", "squarings", "multiplications"),
    [(0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 2, 0), (7, 2, 2), (8, 3, 0), (65_537, 16, 1)],
)
def test_a_power_takes_a_squaring_a_bit_and_a_multiplication_a_one(
    exponent, squarings, multiplications
):
    assert counted(power, 3, exponent, 1000) == (
        pow(3, exponent, 1000),
        squarings + multiplications,
    )


def squared_and_multiplied(base, exponent, modulus):
    """A power by repeated squaring, from the highest bit on, with its operations."""
    value, operations = base % modulus, 0
    for bit in bin(exponent)[3:]:
        value, operations = value * value % modulus, operations + 1
        if bit == "1":
            value, operations = value * base % modulus, operations + 1
    return value, operations


@given(st.integers(1, 10**20), st.integers(1, 10**20), st.integers(2, 10**20))
def test_operations_of_a_power_are_those_of_repeated_squaring(base, exponent, modulus):
    assert counted(power, base, exponent, modulus) == squared_and_multiplied(
        base, exponent, modulus
    )


@given(st.integers(-(10**30), 10**30), st.integers(2, 10**30))
def test_inverses_are_pythons_or_none(number, modulus):
    expected = pow(number, -1, modulus) if gcd(number, modulus) == 1 else None
    assert inverse(number, modulus, Counter()) == expected


@pytest.mark.parametrize("modulus", range(2, 40))
def test_numbers_with_a_common_divisor_have_no_inverse_and_others_one(modulus):
    for number in range(modulus):
        products = [i for i in range(modulus) if number * i % modulus == 1]
        found = inverse(number, modulus, Counter())
        assert ([] if found is None else [found]) == products


@pytest.mark.parametrize(
    ("number", "modulus", "divisions"),
    [
        (1, 26, 1),  # 26 = 26 x 1
        (5, 26, 2),  # 26 = 5 x 5 + 1, 5 = 5 x 1
        (2, 26, 1),  # 26 = 13 x 2
        (7, 26, 4),  # 26 = 3 x 7 + 5, 7 = 5 + 2, 5 = 2 x 2 + 1, 2 = 2 x 1
        (31, 26, 2),  # as 5
        (0, 26, 0),
        (13, 21, 6),  # Fibonacci's numbers are the slowest
    ],
)
def test_an_inverse_takes_the_divisions_of_euclids_algorithm(number, modulus, divisions):
    assert counted(inverse, number, modulus)[1] == divisions


def test_numbers_below_two_thousand_are_prime_or_not():
    assert [n for n in range(-3, 2000) if prime(n)] == SMALL_PRIMES


@pytest.mark.parametrize("number", LARGE_PRIMES)
@pytest.mark.parametrize("seed", range(3))
def test_large_primes_always_pass(number, seed):
    assert prime(number, seed)


@pytest.mark.parametrize("number", CARMICHAEL)
def test_carmichaels_numbers_do_not_pass(number):
    assert all(pow(base, number - 1, number) == 1 for base in (2, 7919) if gcd(base, number) == 1)
    assert not any(prime(number, seed) for seed in range(20))


@pytest.mark.parametrize("number", STRONG_PSEUDOPRIMES)
def test_strong_pseudoprimes_to_the_first_bases_do_not_pass(number):
    assert not any(prime(number, seed) for seed in range(20))


@pytest.mark.parametrize(("p", "q"), [(2**61 - 1, 2**89 - 1), (2**61 - 1, 2**61 - 1), (41, 43)])
def test_products_of_primes_beyond_trial_division_do_not_pass(p, q):
    assert not prime(p * q)


def test_bases_are_drawn_so_that_pseudoprimes_to_one_would_be_found():
    # 2047 passes for base 2 and not for 3: the bases decide, not the number alone.
    odd, twos = 1023, 1
    assert counting._passes(2047, 2, odd, twos, Counter())
    assert not counting._passes(2047, 3, odd, twos, Counter())


def test_at_most_a_quarter_of_the_bases_lets_a_composite_pass():
    for number in range(39, 1500, 2):
        if number in SMALL_PRIMES:
            continue
        odd, twos = number - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        bases = range(1, number)
        passing = sum(counting._passes(number, b, odd, twos, Counter()) for b in bases)
        assert passing <= (number - 1) / 4


@pytest.mark.parametrize(
    ("number", "operations"), [(1, 0), (2, 1), (4, 1), (3, 2), (35, 3), (37, 12), (37 * 41, 12)]
)
def test_trial_division_is_counted_a_prime_at_a_time(number, operations):
    assert counted(probable_prime, number, Random(1))[1] == operations


def test_the_test_of_a_prime_counts_its_powers_too():
    # 2^127 - 1 = 2 odd + 1, where odd = 2^126 - 1: 125 squarings and 125 multiplications a round.
    found, operations = counted(probable_prime, 2**127 - 1, Random(1))
    assert found
    assert operations == 12 + ROUNDS * 250


@pytest.mark.parametrize(
    ("number", "odd", "twos"), [(41 * 43, 881, 1), (41 * 61, 625, 2), (43 * 47, 505, 2)]
)
def test_a_composite_is_squared_once_less_than_its_twos(number, odd, twos):
    assert number - 1 == odd << twos
    found, operations = counted(probable_prime, number, Random(1))
    assert not found
    power_operations = odd.bit_length() + odd.bit_count() - 2
    assert operations == 12 + power_operations + twos - 1  # of the first base


def test_squarings_after_the_power_are_counted():
    # 2^16 + 1 = 2^16 x 1 + 1: the power is the base; at most 15 squarings follow, of 20 bases.
    found, operations = counted(probable_prime, 2**16 + 1, Random(1))
    assert found
    assert 12 + ROUNDS < operations <= 12 + 15 * ROUNDS


@pytest.mark.parametrize("bits", [3, 4, 5, 8, 13, 32, 64, 128])
def test_random_primes_have_their_bits_and_the_two_highest_set(bits):
    for seed in range(10):
        found = random_prime(bits, Random(seed), Counter())
        assert found.bit_length() == bits
        assert found >> (bits - 2) == 3
        assert prime(found, seed + 100)


def test_random_primes_depend_on_the_generator_alone():
    found = [random_prime(64, Random(seed), Counter()) for seed in (1, 1, 2, 3)]
    assert found[0] == found[1]
    assert len(set(found)) == 3


def test_every_prime_of_a_few_bits_is_found():
    rng = Random(1)
    found = {random_prime(7, rng, Counter()) for _ in range(300)}
    assert found == {p for p in SMALL_PRIMES if 96 <= p < 128}


def test_candidates_that_fail_are_counted():
    several = [counted(random_prime, 64, Random(seed))[1] for seed in range(20)]
    alone = counted(probable_prime, random_prime(64, Random(0), Counter()), Random(0))[1]
    assert max(several) > alone
    assert min(several) > ROUNDS * 64
