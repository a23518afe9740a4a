"""The private key of a multiplication, by trying every key: an operation each."""

from random import Random

from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.systems import multiplication

__all__ = ["MOST_BITS", "SYSTEM", "recover"]

SYSTEM = multiplication
MOST_BITS = 22


def recover(modulus: int, public: int, _rng: Random, counter: Counter) -> int:
    """Try keys from 1 on."""
    for private in range(1, modulus):
        counter.add()
        if public * private % modulus == 1:
            return private
    raise ValueError(f"public: {public}: no inverse modulo {modulus}")
