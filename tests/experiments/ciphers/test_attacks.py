"""Attacks, each by its name: keys that work, and what they cost."""

import math
from random import Random

import pytest

from pastimes.declare.catalogue import variant, variants
from pastimes.experiments.ciphers.attacks import (
    euclid,
    every_key,
    fermat,
    pollard_rho,
    subtraction,
    trial_division,
)
from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.experiment import ATTACKS
from pastimes.experiments.ciphers.systems import rsa

NAMES = sorted(variants(ATTACKS))
EASY = {"subtraction", "euclid"}
"""Whoever does this does what the owner did."""

every_attack = pytest.mark.parametrize("name", NAMES)


def attacked(name, bits, seed):
    """A pair of the attacked cipher, the key recovered, and the operations it took."""
    method, rng, counter = variant(ATTACKS, name), Random(seed), Counter()
    pair = method.SYSTEM.make_keys(bits, rng, Counter())
    return pair, method.recover(pair.modulus, pair.public, rng, counter), counter.operations


def mean_operations(name, bits, trials=15):
    return sum(attacked(name, bits, seed)[2] for seed in range(trials)) / trials


def test_attacks_are_six_and_say_what_they_attack():
    assert {name: variant(ATTACKS, name).SYSTEM.__name__.rpartition(".")[2] for name in NAMES} == {
        "euclid": "multiplication",
        "every_key": "multiplication",
        "fermat": "rsa",
        "pollard_rho": "rsa",
        "subtraction": "rotation",
        "trial_division": "rsa",
    }
    assert all(variant(ATTACKS, name).MOST_BITS >= 22 for name in NAMES)


@every_attack
@pytest.mark.parametrize("bits", [9, 10, 12, 15, 16, 20])
def test_recovered_keys_decrypt_every_message(name, bits):
    for seed in range(5):
        pair, private, operations = attacked(name, bits, seed)
        system = variant(ATTACKS, name).SYSTEM
        step = 1 if bits < 12 else 97
        for message in range(0, pair.modulus, step):
            text = system.apply(pair.public, message, pair.modulus)
            assert system.apply(private, text, pair.modulus) == message
        assert operations > 0


@every_attack
def test_the_key_recovered_is_the_owners(name):
    # It is the least of those that work: modulo the modulus, or modulo lcm(p - 1, q - 1).
    for seed in range(10):
        pair, private, _ = attacked(name, 20, seed)
        assert private == pair.private


@every_attack
def test_equal_pairs_and_generators_cost_the_same(name):
    assert attacked(name, 20, 3) == attacked(name, 20, 3)


HARD = {
    "every_key": (10, 14, 18),
    "fermat": (16, 24, 36),
    "pollard_rho": (16, 32, 48),  # it takes 64 steps at least, whatever the bits
    "trial_division": (12, 18, 24),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_attacks_cost_more_for_longer_keys(name):
    few, some, many = (mean_operations(name, bits) for bits in HARD[name])
    assert few < some < many
    assert many > 5 * few


def test_attacks_are_hard_or_do_what_the_owner_did():
    assert set(HARD) | EASY == set(NAMES)


def test_rho_costs_about_the_root_of_the_smaller_prime():
    # Twice the bits, from 24 to 48: 2^6 times as many steps, for the root of a root; within 3.
    few, many = (mean_operations("pollard_rho", bits, 20) for bits in (28, 48))
    assert 2**5 / 3 < many / few < 2**5 * 3


def test_trial_division_costs_half_the_smaller_prime():
    for seed in range(10):
        pair, _, operations = attacked("trial_division", 24, seed)
        factor = next(f for f in range(3, pair.modulus, 2) if pair.modulus % f == 0)
        counter = Counter()
        euclid.recover(math.lcm(factor - 1, pair.modulus // factor - 1), pair.public, None, counter)
        assert operations == (factor - 1) // 2 + counter.operations


def test_every_key_is_tried_up_to_the_private_one():
    for seed in range(10):
        pair, private, operations = attacked("every_key", 14, seed)
        assert operations == private == pair.private


def test_subtraction_takes_one_operation_and_euclid_what_the_owner_took():
    assert all(attacked("subtraction", bits, 1)[2] == 1 for bits in (12, 64, 512))
    for bits in (16, 64, 512):
        pair, _, operations = attacked("euclid", bits, 1)
        assert operations <= 1.5 * bits  # Lamé: less than 4.8 divisions a decimal digit
        assert pow(pair.public, -1, pair.modulus) == pair.private


@pytest.mark.parametrize(
    ("p", "q", "squares"), [(11, 13, 1), (101, 103, 1), (1019, 1021, 1), (13, 29, 2), (7, 41, 8)]
)
def test_fermats_method_tries_squares_from_the_root_of_the_modulus_on(p, q, squares):
    # The squares' root goes from that of p q, rounded up, to (p + q) / 2.
    counter = Counter()
    assert fermat.factor(p * q, counter) == p
    assert counter.operations == squares == (p + q) // 2 - math.isqrt(p * q - 1)


@pytest.mark.parametrize("p", [3, 17, 65_537])
def test_fermats_method_finds_a_square_at_once(p):
    counter = Counter()
    assert fermat.factor(p * p, counter) == p
    assert counter.operations == 1


def test_fermats_method_counts_the_inverse_of_the_key_too():
    counter, alone = Counter(), Counter()
    pair = rsa.pair_of(1019, 1021, 7, Counter())
    assert fermat.recover(pair.modulus, 7, Random(1), counter) == pair.private
    euclid.recover(math.lcm(1018, 1020), 7, Random(1), alone)
    assert counter.operations == 1 + alone.operations


@pytest.mark.parametrize("modulus", [9 * 11, 15, 21, 35, 77, 143, 221, 323])
def test_rho_factors_the_smallest_moduli_though_both_factors_come_up_together(modulus):
    for seed in range(20):
        counter = Counter()
        factor = pollard_rho._walk(modulus, 1 + seed % 3, seed, counter)
        assert modulus % factor == 0
        assert factor > 1
        assert counter.operations > 0


@pytest.mark.parametrize("method", [euclid, every_key])
@pytest.mark.parametrize(("modulus", "public"), [(26, 2), (26, 13), (15, 6)])
def test_keys_without_an_inverse_are_refused(method, modulus, public):
    with pytest.raises(ValueError, match=f"public: {public}: no inverse modulo {modulus}"):
        method.recover(modulus, public, Random(1), Counter())


@pytest.mark.parametrize("method", [fermat, pollard_rho, trial_division])
def test_exponents_without_an_inverse_are_refused(method):
    with pytest.raises(ValueError, match="public: 5: no inverse"):
        method.recover(11 * 13, 5, Random(1), Counter())


def test_subtraction_gives_what_is_lacking_to_the_modulus():
    assert subtraction.recover(26, 5, Random(1), Counter()) == 21
