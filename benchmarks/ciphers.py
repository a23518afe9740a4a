"""Factoring the moduli of toy RSA, and making their keys.

Ours counts its operations; plain Python is the same method without counting, and its rho takes a
greatest common divisor a step. Where it says so, a peer chooses its method itself. Everybody who
makes keys draws primes of his own, sooner or later, so that rounds differ.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from types import ModuleType

from benchmarks.growth import grow
from benchmarks.measuring import Work, compare
from benchmarks.peers import peer
from benchmarks.tables import Result
from pastimes.experiments.ciphers.attacks import pollard_rho, trial_division
from pastimes.experiments.ciphers.counting import ROUNDS, Counter
from pastimes.experiments.ciphers.pair import Pair
from pastimes.experiments.ciphers.systems import rsa

RHO_BITS, DIVISION_BITS, KEY_BITS = 56, 32, 512
PAIRS = 10


def our_pairs(bits: int, rng: Random) -> list[Pair]:
    return [rsa.make_keys(bits, rng, Counter()) for _ in range(PAIRS)]


def plain_pairs(prime: Callable[[], int], rng: Random) -> list[Pair]:
    """Key pairs, given a way to draw primes."""
    return [_plain_pair(prime(), prime(), rng) for _ in range(PAIRS)]


def _plain_pair(p: int, q: int, rng: Random) -> Pair:
    order = math.lcm(p - 1, q - 1)
    while True:
        public = rng.randrange(3, order, 2)
        if math.gcd(public, order) == 1:
            return Pair(p * q, public, pow(public, -1, order))


def plain_prime(bits: int, rng: Random) -> int:
    """By the test of Miller and Rabin alone, of as many rounds as ours."""
    while True:
        number = rng.getrandbits(bits) | 3 << (bits - 2) | 1
        if all(_passes(number, rng.randrange(2, number - 1)) for _ in range(ROUNDS)):
            return number


def _passes(number: int, base: int) -> bool:
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    value = pow(base, odd, number)
    if value == 1:
        return True
    for _ in range(twos):
        if value == number - 1:
            return True
        value = value * value % number
    return False


def plain_rho(modulus: int) -> int:
    """A factor by Pollard's rho."""
    c = factor = 0
    while factor in (0, modulus):
        c, slow, fast, factor = c + 1, 2, 2, 1
        while factor == 1:
            slow = (slow * slow + c) % modulus
            fast = (fast * fast + c) % modulus
            fast = (fast * fast + c) % modulus
            factor = math.gcd(slow - fast, modulus)
    return factor


def plain_division(modulus: int) -> int:
    """The least factor of an odd number."""
    factor = 3
    while modulus % factor:
        factor += 2
    return factor


def sympy_factors(sympy: ModuleType, modulus: int, **methods: bool) -> object:
    sympy.ntheory.factor_.factor_cache.cache_clear()  # it would remember the last round's factors
    return sympy.factorint(modulus, **methods)


def _recover(attack: object, pairs: list[Pair]) -> Work:
    rng = Random(1)
    recover = attack.recover  # type: ignore[attr-defined]
    return lambda: [recover(p.modulus, p.public, rng, Counter()) for p in pairs], len(pairs)


def _factor(factor: Callable[[int], object], pairs: list[Pair]) -> Work:
    return lambda: [factor(pair.modulus) for pair in pairs], len(pairs)


def _rho_ways() -> dict[str, Work]:
    pairs = our_pairs(RHO_BITS, Random(1))
    works = {"pastimes": _recover(pollard_rho, pairs), "plain Python": _factor(plain_rho, pairs)}
    if sympy := peer("sympy"):
        works["sympy, by rho"] = _factor(sympy.ntheory.pollard_rho, pairs)
        works["sympy, as it chooses"] = _factor(partial(sympy_factors, sympy), pairs)
    if flint := peer("flint"):
        works["python-flint, as it chooses"] = _factor(lambda n: flint.fmpz(n).factor(), pairs)
    return works


def _division_ways() -> dict[str, Work]:
    pairs = our_pairs(DIVISION_BITS, Random(1))
    works = {
        "pastimes": _recover(trial_division, pairs),
        "plain Python": _factor(plain_division, pairs),
    }
    if sympy := peer("sympy"):
        only = {"use_rho": False, "use_pm1": False, "use_ecm": False}
        works["sympy, by division"] = _factor(partial(sympy_factors, sympy, **only), pairs)
    return works


def _key_ways() -> dict[str, Work]:
    rng, half = Random(1), KEY_BITS // 2
    works: dict[str, Work] = {
        "pastimes": (partial(our_pairs, KEY_BITS, rng), PAIRS),
        "plain Python": (partial(plain_pairs, partial(plain_prime, half, rng), rng), PAIRS),
    }
    if sympy := peer("sympy"):
        prime = partial(sympy.randprime, 3 << (half - 2), 1 << half)
        works["sympy's primes"] = (partial(plain_pairs, prime, rng), PAIRS)
    return works


def benchmarks() -> Iterator[Result]:
    """Two ways to factor and the making of keys against other ways, and by bits."""
    yield compare(f"{RHO_BITS} bits broken by rho", "key", _rho_ways(), rounds=3)
    yield compare(f"{DIVISION_BITS} bits broken by division", "key", _division_ways(), rounds=3)
    yield compare(f"key pairs of {KEY_BITS} bits made", "pair", _key_ways(), rounds=3)
    by_rho = {b: _recover(pollard_rho, our_pairs(b, Random(b))) for b in range(36, 65, 4)}
    yield grow("moduli broken by rho", "key", "bits", "doubling", by_rho)
    by_division = {b: _recover(trial_division, our_pairs(b, Random(b))) for b in range(20, 37, 4)}
    yield grow("moduli broken by division", "key", "bits", "doubling", by_division)
    made: dict[int, Work] = {
        b: (partial(our_pairs, b, Random(b)), PAIRS) for b in (64, 128, 256, 512)
    }
    yield grow("key pairs made", "pair", "bits", "power", made)
