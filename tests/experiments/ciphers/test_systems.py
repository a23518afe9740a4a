"""The ciphers, each by its name: keys of the bits asked for, and whole message spaces."""

import math
from random import Random

import pytest

from pastimes.declare.catalogue import variant, variants
from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.experiment import SYSTEMS
from pastimes.experiments.ciphers.pair import Pair, decrypt, encrypt, sign, verify
from pastimes.experiments.ciphers.systems import multiplication, rotation, rsa

NAMES = sorted(variants(SYSTEMS))
FEWEST = {"rsa": 9}
"""Bits of the smallest keys that are made; 8 of the others."""

every_system = pytest.mark.parametrize("name", NAMES)


def made(name, bits, seed):
    return variant(SYSTEMS, name).make_keys(bits, Random(seed), Counter())


def test_the_systems_are_three():
    assert NAMES == ["multiplication", "rotation", "rsa"]


@every_system
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("more", [0, 1, 2])
def test_keys_undo_each_other_on_every_message(name, more, seed):
    system, pair = variant(SYSTEMS, name), made(name, FEWEST.get(name, 8) + more, seed)
    messages = range(pair.modulus)
    texts = [encrypt(system, pair, m) for m in messages]
    assert sorted(texts) == list(messages)
    assert [decrypt(system, pair, t) for t in texts] == list(messages)
    signatures = [sign(system, pair, m) for m in messages]
    assert all(verify(system, pair, m, s) for m, s in zip(messages, signatures, strict=True))


@every_system
@pytest.mark.parametrize("seed", range(3))
def test_keys_may_be_swapped(name, seed):
    system, pair = variant(SYSTEMS, name), made(name, 12, seed)
    swapped = Pair(pair.modulus, pair.private, pair.public)
    for message in range(0, pair.modulus, 7):
        assert decrypt(system, swapped, encrypt(system, swapped, message)) == message


@every_system
def test_the_signature_of_another_message_is_not_verified(name):
    system, pair = variant(SYSTEMS, name), made(name, 16, 1)
    for message in range(1, 300):
        assert not verify(system, pair, message, sign(system, pair, message + 1))


@every_system
@pytest.mark.parametrize("bits", [9, 10, 11, 16, 17, 33, 64, 127, 128])
def test_keys_have_the_bits_asked_for(name, bits):
    for seed in range(5):
        pair = made(name, bits, seed)
        assert pair.modulus.bit_length() == bits
        assert 0 < pair.public < pair.modulus
        assert 0 < pair.private < pair.modulus


@every_system
def test_long_keys_undo_each_other_too(name):
    system, pair = variant(SYSTEMS, name), made(name, 512, 1)
    for message in (0, 1, 2, pair.modulus - 1, 3**300 % pair.modulus):
        assert decrypt(system, pair, encrypt(system, pair, message)) == message


@every_system
def test_keys_depend_on_the_generator_alone(name):
    found = [made(name, 64, seed) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


class Limited(Random):
    """A generator that gives only so many numbers."""

    left = 5000

    def getrandbits(self, k):
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("keys are looked for without end")
        return super().getrandbits(k)


@pytest.mark.parametrize("name", NAMES)
def test_keys_of_the_fewest_bits_allowed_are_made(name):
    pair = variant(SYSTEMS, name).make_keys(9, Limited(1), Counter())
    assert pair.modulus.bit_length() == 9


def operations(name, bits, trials=30):
    """Mean operations of making keys."""
    counter, rng = Counter(), Random(1)
    for _ in range(trials):
        variant(SYSTEMS, name).make_keys(bits, rng, counter)
    return counter.operations / trials


def test_a_rotation_takes_one_subtraction():
    assert [operations("rotation", bits) for bits in (8, 64, 512)] == [1, 1, 1]


@pytest.mark.parametrize("name", ["multiplication", "rsa"])
def test_longer_keys_take_more_operations(name):
    found = [operations(name, bits) for bits in (16, 64, 256)]
    assert found == sorted(found)
    assert found[-1] > 3 * found[0]


def test_rotation_adds():
    assert [rotation.apply(13, letter, 26) for letter in (0, 12, 13, 25)] == [13, 25, 0, 12]


def test_multiplication_multiplies():
    assert [multiplication.apply(2, letter, 26) for letter in (3, 14, 13, 1)] == [6, 2, 0, 2]


def test_rsa_raises_to_a_power():
    # The example of Rivest, Shamir and Adleman (1978): p = 47, q = 59, d = 157, e = 17.
    pair = rsa.pair_of(47, 59, 17, Counter())
    assert pair.modulus == 2773
    # Their d is for phi, ours for the least common multiple.
    assert (pair.private - 157) % math.lcm(46, 58) == 0
    assert rsa.apply(17, 920, 2773) == 948
    assert rsa.apply(pair.private, 948, 2773) == 920


def test_exponents_without_an_inverse_make_no_pair():
    assert rsa.pair_of(5, 11, 5, Counter()) is None
    assert rsa.pair_of(5, 11, 2, Counter()) is None
    assert rsa.pair_of(5, 11, 3, Counter()) == Pair(55, 3, 7)


@pytest.mark.parametrize("bits", [9, 16, 31, 64])
def test_the_primes_of_rsa_are_unequal_and_of_half_the_bits(bits):
    for seed in range(5):
        modulus = made("rsa", bits, seed).modulus
        if bits < 40:
            factor = next(f for f in range(3, modulus, 2) if modulus % f == 0)
            assert factor * factor != modulus
            assert sorted(f.bit_length() for f in (factor, modulus // factor)) == sorted(
                [bits // 2, bits - bits // 2]
            )
        assert modulus.bit_length() == bits
