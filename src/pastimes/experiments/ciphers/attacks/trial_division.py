"""The private key of RSA, by dividing by odd numbers until one divides."""

from random import Random

from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.factoring import private_key
from pastimes.experiments.ciphers.systems import rsa

__all__ = ["MOST_BITS", "SYSTEM", "recover"]

SYSTEM = rsa
MOST_BITS = 44


def recover(modulus: int, public: int, _rng: Random, counter: Counter) -> int:
    """Divide by 3, 5, 7, ..."""
    factor = 3
    counter.add()
    while modulus % factor:
        counter.add()
        factor += 2
    return private_key(modulus, public, factor, counter)
