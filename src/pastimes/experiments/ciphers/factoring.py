"""From a factor of the modulus to the private key of RSA."""

import math

from pastimes.experiments.ciphers.counting import Counter, inverse

__all__ = ["private_key"]


def private_key(modulus: int, public: int, factor: int, counter: Counter) -> int:
    """The private exponent, once a prime factor of the modulus is known.

    Raises
    ------
    ValueError
        Where that is no proper factor, or the public exponent has no inverse.
    """
    other, rest = divmod(modulus, factor)
    if rest or not 1 < factor < modulus:
        raise ValueError(f"factor: {factor}: no proper factor of {modulus}")
    private = inverse(public, math.lcm(factor - 1, other - 1), counter)
    if private is None:
        raise ValueError(f"public: {public}: no inverse")
    return private
