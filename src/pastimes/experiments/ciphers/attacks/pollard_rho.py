"""The private key of RSA, by Pollard's rho with Floyd's cycle finding (Pollard 1975,
doi:10.1007/BF01933667)."""

import math
from random import Random

from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.factoring import private_key
from pastimes.experiments.ciphers.systems import rsa

__all__ = ["MOST_BITS", "SYSTEM", "recover"]

SYSTEM = rsa
MOST_BITS = 80

_TOGETHER = 64  # differences multiplied before their greatest common divisor is taken


def recover(modulus: int, public: int, rng: Random, counter: Counter) -> int:
    """Walk x -> x^2 + c, once slowly and once twice as fast, until they meet modulo a factor."""
    factor = modulus
    while factor == modulus:
        factor = _walk(modulus, rng.randrange(1, modulus), rng.randrange(modulus), counter)
    return private_key(modulus, public, factor, counter)


def _walk(modulus: int, c: int, start: int, counter: Counter) -> int:
    slow = fast = start
    while True:
        before, product = (slow, fast), 1
        for _ in range(_TOGETHER):
            slow = (slow * slow + c) % modulus
            fast = (fast * fast + c) % modulus
            fast = (fast * fast + c) % modulus
            product = product * (slow - fast) % modulus
        counter.add(4 * _TOGETHER + 1)
        factor = math.gcd(product, modulus)
        if factor == modulus:
            return _step_by_step(modulus, c, *before, counter)
        if factor > 1:
            return factor


def _step_by_step(modulus: int, c: int, slow: int, fast: int, counter: Counter) -> int:
    """As before, one difference at a time: both factors came up together."""
    factor = 1
    while factor == 1:
        slow = (slow * slow + c) % modulus
        fast = (fast * fast + c) % modulus
        fast = (fast * fast + c) % modulus
        counter.add(4)
        factor = math.gcd(slow - fast, modulus)
    return factor
