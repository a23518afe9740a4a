"""Key pairs of RSA whose primes are close: a mistake. Nothing here protects anything."""

from random import Random

from pastimes.experiments.ciphers.counting import Counter, probable_prime, random_prime
from pastimes.experiments.ciphers.pair import Pair
from pastimes.experiments.ciphers.systems.rsa import pair_of

__all__ = ["close_pair"]


def close_pair(bits: int, gap_bits: int, rng: Random) -> Pair:
    """A pair for two primes of half the bits that differ by a number of some bits, or little more.

    Parameters
    ----------
    bits : int
        Of the modulus.
    gap_bits : int
        Of the difference that the second prime is looked for from.
    rng : Random
    """
    counter = Counter()
    while True:
        p = random_prime(bits // 2, rng, counter)
        gap = rng.getrandbits(gap_bits) | 1 << (gap_bits - 1)
        q = p + gap + gap % 2
        while not probable_prime(q, rng, counter):
            q += 2
        pair = pair_of(p, q, 65537, counter)
        if pair:
            return pair
