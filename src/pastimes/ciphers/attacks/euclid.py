"""The private key of a multiplication, by Euclid's algorithm, as its owner finds it."""

from random import Random

from pastimes.ciphers.counting import Counter, inverse

__all__ = ["CIPHER", "MOST_BITS", "recover"]

CIPHER, MOST_BITS = "multiplication", 4096


def recover(modulus: int, public: int, _rng: Random, counter: Counter) -> int:
    """Invert."""
    private = inverse(public, modulus, counter)
    if private is None:
        raise ValueError(f"public: {public}: no inverse modulo {modulus}")
    return private
