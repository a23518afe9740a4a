"""What is done with pairs of keys, on a cipher made for the purpose."""

from types import ModuleType

from pastimes.experiments.ciphers.pair import Pair, decrypt, encrypt, sign, verify

NOTED = ModuleType("noted")
NOTED.apply = lambda key, message, modulus: (key, message, modulus).__hash__() % 2**31

PAIR = Pair(modulus=55, public=3, private=7)


def test_the_public_key_encrypts_and_the_private_one_decrypts_and_signs():
    assert encrypt(NOTED, PAIR, 5) == NOTED.apply(3, 5, 55)
    assert decrypt(NOTED, PAIR, 5) == sign(NOTED, PAIR, 5) == NOTED.apply(7, 5, 55)
    assert encrypt(NOTED, PAIR, 5) != decrypt(NOTED, PAIR, 5)


def test_a_signature_is_verified_with_the_public_key():
    assert verify(NOTED, PAIR, NOTED.apply(3, 9, 55), 9)
    assert not verify(NOTED, PAIR, NOTED.apply(7, 9, 55), 9)
    assert not verify(NOTED, PAIR, NOTED.apply(3, 9, 55), 8)


def test_a_pair_is_a_modulus_and_two_keys():
    assert Pair._fields == ("modulus", "public", "private")
    assert Pair(55, 3, 7) == PAIR != Pair(55, 7, 3)
