"""Raising to the key's power modulo a product of two primes (Rivest, Shamir, Adleman 1978,
doi:10.1145/359340.359342), as in textbooks: without padding, and nothing to protect with."""

import math
from random import Random

from pastimes.experiments.ciphers.counting import Counter, inverse, random_prime
from pastimes.experiments.ciphers.pair import Pair

__all__ = ["apply", "make_keys", "pair_of"]


def make_keys(bits: int, rng: Random, counter: Counter) -> Pair:
    """A pair for two unequal random primes of half the bits each.

    From 9 bits on: 13 is the one prime of 4 bits whose two highest are set.
    """
    while True:
        p, q = (random_prime(size, rng, counter) for size in (bits - bits // 2, bits // 2))
        public = rng.randrange(3, (p - 1) * (q - 1), 2)
        pair = pair_of(p, q, public, counter) if p != q else None
        if pair:
            return pair


def pair_of(p: int, q: int, public: int, counter: Counter) -> Pair | None:
    """The pair of a public exponent and two unequal primes; None where it has no inverse."""
    private = inverse(public, math.lcm(p - 1, q - 1), counter)
    return None if private is None else Pair(p * q, public, private)


def apply(key: int, message: int, modulus: int) -> int:
    """Raise to a power."""
    return pow(message, key, modulus)
