"""Ciphers tried on whole alphabets, against counting and the essay's letters."""

import math
from string import ascii_lowercase as letters

import pytest

from pastimes.experiments.ciphers.checks import (
    Interchange,
    Restored,
    halved,
    interchange,
    restored_letters,
    usable_keys,
)

PRIMES = [(2, 3), (2, 5), (2, 11), (3, 5), (3, 7), (5, 7), (3, 11), (5, 11), (7, 13)]


def test_of_the_essays_letters_key_20_restores_every_second():
    found = restored_letters(2, 20, 26)
    assert [row.letter for row in found] == list(range(1, 27))
    kept = "".join(letters[row.letter - 1] for row in found if row.letter == row.restored)
    assert kept == "bdfhjlnprtvxz"


def test_the_essays_n_is_encrypted_as_a_is():
    found = {letters[row.letter - 1]: row for row in restored_letters(2, 20, 26)}
    assert found["n"] == Restored(14, 2, 14)
    assert found["a"] == Restored(1, 2, 14)
    assert found["c"].encrypted == 6
    assert found["z"] == Restored(26, 26, 26)
    assert sorted(row.encrypted for row in found.values()) == sorted([*range(2, 27, 2)] * 2)


@pytest.mark.parametrize(("key", "modulus"), [(3, 26), (5, 26), (25, 26), (2, 29), (17, 29)])
def test_a_key_and_its_inverse_restore_every_letter(key, modulus):
    found = restored_letters(key, pow(key, -1, modulus), modulus)
    assert all(row.letter == row.restored for row in found)
    assert sorted(row.encrypted for row in found) == list(range(1, modulus + 1))


@pytest.mark.parametrize("modulus", [*range(1, 200), 997, 1000, 1024, 2310])
def test_usable_keys_are_those_without_a_common_divisor(modulus):
    expected = sum(math.gcd(key, modulus) == 1 for key in range(1, modulus + (modulus == 1)))
    assert usable_keys(modulus) == expected


@pytest.mark.parametrize("modulus", [2, 3, 26, 29, 97, 121])
def test_all_keys_are_usable_just_for_primes(modulus):
    prime = all(modulus % n for n in range(2, modulus))
    assert (usable_keys(modulus) == modulus - 1) == prime


@pytest.mark.parametrize(("p", "q"), PRIMES)
def test_every_pair_of_keys_is_tried_on_every_message_and_works(p, q):
    found = interchange(p, q)
    group = math.lcm(p - 1, q - 1)
    pairs = sum(math.gcd(key, group) == 1 for key in range(1, group))
    own = sum(key * key % group == 1 for key in range(1, group))
    tried = pairs * p * q
    assert found == Interchange(pairs, tried, tried, tried, tried, own)
    assert pairs > 0


def test_the_primes_may_be_given_in_either_order():
    assert interchange(5, 7) == interchange(7, 5)


def test_numbers_that_are_not_prime_do_not_restore_all_messages():
    found = interchange(3, 8)
    assert found.round_trips < found.messages
    assert found.signatures < found.messages
    assert found.swapped < found.messages


@pytest.mark.parametrize(("messages", "verified"), [(0, 0), (1, 1), (2, 1), (26, 13), (27, 14)])
def test_halving_undoes_doubling_and_doubling_undoes_halving_for_even_numbers(messages, verified):
    assert halved(messages) == (messages, verified)
