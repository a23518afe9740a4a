"""The private key of a rotation, by one subtraction."""

from random import Random

from pastimes.ciphers.counting import Counter

__all__ = ["CIPHER", "MOST_BITS", "recover"]

CIPHER, MOST_BITS = "rotation", 4096


def recover(modulus: int, public: int, _rng: Random, counter: Counter) -> int:
    """Subtract."""
    counter.add()
    return modulus - public
