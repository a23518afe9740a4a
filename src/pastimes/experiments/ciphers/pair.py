"""Pairs of keys, and what is done with them."""

from types import ModuleType
from typing import NamedTuple

__all__ = ["Pair", "decrypt", "encrypt", "sign", "verify"]


class Pair(NamedTuple):
    """A public key and the private one that undoes it, for messages below a modulus."""

    modulus: int
    public: int
    private: int


def encrypt(cipher: ModuleType, pair: Pair, message: int) -> int:
    """Encrypt a message, as anybody can."""
    return int(cipher.apply(pair.public, message, pair.modulus))


def decrypt(cipher: ModuleType, pair: Pair, text: int) -> int:
    """Decrypt a text, as the owner alone should be able to."""
    return int(cipher.apply(pair.private, text, pair.modulus))


def sign(cipher: ModuleType, pair: Pair, message: int) -> int:
    """Sign a message, as the owner alone should be able to."""
    return int(cipher.apply(pair.private, message, pair.modulus))


def verify(cipher: ModuleType, pair: Pair, message: int, signature: int) -> bool:
    """Whether a signature is that of a message, as anybody can see."""
    return int(cipher.apply(pair.public, signature, pair.modulus)) == message
