"""The private key of RSA, by writing the modulus as a difference of squares, after Fermat."""

import math
from random import Random

from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.factoring import private_key
from pastimes.experiments.ciphers.systems import rsa

__all__ = ["MOST_BITS", "SYSTEM", "factor", "recover"]

SYSTEM = rsa
MOST_BITS = 48


def recover(modulus: int, public: int, _rng: Random, counter: Counter) -> int:
    """Find a factor, and invert."""
    return private_key(modulus, public, factor(modulus, counter), counter)


def factor(modulus: int, counter: Counter) -> int:
    """Try squares from the modulus on, an operation each: few where the factors are close."""
    root = math.isqrt(modulus - 1) + 1
    counter.add()
    while math.isqrt(root * root - modulus) ** 2 != root * root - modulus:
        counter.add()
        root += 1
    return root - math.isqrt(root * root - modulus)
