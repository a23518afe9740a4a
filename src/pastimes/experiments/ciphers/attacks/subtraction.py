"""The private key of a rotation, by one subtraction."""

from random import Random

from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.systems import rotation

__all__ = ["MOST_BITS", "SYSTEM", "recover"]

SYSTEM = rotation
MOST_BITS = 4096


def recover(modulus: int, public: int, _rng: Random, counter: Counter) -> int:
    """Subtract."""
    counter.add()
    return modulus - public
