"""Multiplying each letter by the key; the private key is its inverse, where it has one."""

from random import Random

from pastimes.experiments.ciphers.counting import Counter, inverse
from pastimes.experiments.ciphers.pair import Pair

__all__ = ["apply", "make_keys"]


def make_keys(bits: int, rng: Random, counter: Counter) -> Pair:
    """A random modulus of so many bits and a key that has an inverse, by Euclid's algorithm."""
    modulus = rng.getrandbits(bits) | 1 << (bits - 1)
    while True:
        public = rng.randrange(2, modulus)
        private = inverse(public, modulus, counter)
        if private is not None:
            return Pair(modulus, public, private)


def apply(key: int, message: int, modulus: int) -> int:
    """Multiply."""
    return message * key % modulus
