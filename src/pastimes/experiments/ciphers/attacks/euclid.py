"""The private key of a multiplication, by Euclid's algorithm, as its owner finds it."""

from random import Random

from pastimes.experiments.ciphers.counting import Counter, inverse
from pastimes.experiments.ciphers.systems import multiplication

__all__ = ["MOST_BITS", "SYSTEM", "recover"]

SYSTEM = multiplication
MOST_BITS = 4096


def recover(modulus: int, public: int, _rng: Random, counter: Counter) -> int:
    """Invert."""
    private = inverse(public, modulus, counter)
    if private is None:
        raise ValueError(f"public: {public}: no inverse modulo {modulus}")
    return private
