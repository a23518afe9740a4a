"""Arithmetic with its operations counted. Textbook arithmetic: nothing here protects anything.

An *operation* is one multiplication, division or comparison of numbers of the modulus' size: a
measure of cost that is exact and the same everywhere.
"""

from random import Random

__all__ = ["Counter", "inverse", "power", "probable_prime", "random_prime"]

ROUNDS = 20
"""Rounds of the prime test: a composite passes with a probability of at most 4^-20."""

_SMALL = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


class Counter:
    """Counts operations.

    Attributes
    ----------
    operations : int
    """

    def __init__(self) -> None:
        self.operations = 0

    def add(self, number: int = 1) -> None:
        """Count some operations."""
        self.operations += number


def power(base: int, exponent: int, modulus: int, counter: Counter) -> int:
    """Power modulo a number, by repeated squaring: an operation a squaring or multiplication."""
    counter.add(max(exponent.bit_length() - 1, 0) + max(exponent.bit_count() - 1, 0))
    return pow(base, exponent, modulus)


def inverse(number: int, modulus: int, counter: Counter) -> int | None:
    """Inverse modulo a number by Euclid's algorithm, an operation a division; None for none."""
    old, new = modulus, number % modulus
    old_factor, new_factor = 0, 1
    while new:
        counter.add()
        quotient = old // new
        old, new = new, old - quotient * new
        old_factor, new_factor = new_factor, old_factor - quotient * new_factor
    return old_factor % modulus if old == 1 else None


def probable_prime(number: int, rng: Random, counter: Counter) -> bool:
    """Whether a number passes trial division by small primes and the test of Miller and Rabin.

    A prime always passes; a composite with a probability of at most 4^-20 over the bases chosen.
    """
    if number < 2:
        return False
    for small in _SMALL:
        counter.add()
        if number % small == 0:
            return number == small
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(
        _passes(number, rng.randrange(2, number - 1), odd, twos, counter) for _ in range(ROUNDS)
    )


def _passes(number: int, base: int, odd: int, twos: int, counter: Counter) -> bool:
    value = power(base, odd, number, counter)
    if value in (1, number - 1):
        return True
    for _ in range(twos - 1):
        counter.add()
        value = value * value % number
        if value == number - 1:
            return True
    return False


def random_prime(bits: int, rng: Random, counter: Counter) -> int:
    """A random prime of so many bits, the two highest set, so that products have all their bits.

    Parameters
    ----------
    bits : int
        From 3 on.
    """
    while True:
        candidate = rng.getrandbits(bits) | 3 << (bits - 2) | 1
        if probable_prime(candidate, rng, counter):
            return candidate
