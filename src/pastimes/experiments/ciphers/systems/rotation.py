"""Adding the key to each letter; the private key is what is lacking to the modulus."""

from random import Random

from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.pair import Pair

__all__ = ["apply", "make_keys"]


def make_keys(bits: int, rng: Random, counter: Counter) -> Pair:
    """A random modulus of so many bits and a key; one operation, a subtraction."""
    modulus = rng.getrandbits(bits) | 1 << (bits - 1)
    public = rng.randrange(1, modulus)
    counter.add()
    return Pair(modulus, public, modulus - public)


def apply(key: int, message: int, modulus: int) -> int:
    """Add."""
    return (message + key) % modulus
