"""The ciphers tried on whole alphabets. Textbook arithmetic: nothing here protects anything."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from pastimes.experiments.ciphers.counting import Counter
from pastimes.experiments.ciphers.pair import Pair, decrypt, encrypt, sign, verify
from pastimes.experiments.ciphers.systems import rsa

__all__ = ["Interchange", "Restored", "halved", "interchange", "restored_letters", "usable_keys"]


class Restored(NamedTuple):
    """One letter under a key, and under another that is to undo it; letters from 1."""

    letter: int
    encrypted: int
    restored: int


def restored_letters(key: int, back: int, modulus: int) -> list[Restored]:
    """Every letter multiplied by a key and then by another; the last letter is the modulus."""
    found = []
    for letter in range(1, modulus + 1):
        encrypted = letter * key % modulus or modulus
        found.append(Restored(letter, encrypted, encrypted * back % modulus or modulus))
    return found


def usable_keys(modulus: int) -> int:
    """How many keys from 1 to the modulus less one have an inverse: Euler's phi, by its factors."""
    usable, rest, factor = modulus, modulus, 2
    while factor * factor <= rest:
        if rest % factor == 0:
            usable -= usable // factor
            while rest % factor == 0:
                rest //= factor
        factor += 1
    return usable - usable // rest if rest > 1 else usable


class Interchange(NamedTuple):
    """All key pairs of one small modulus of RSA, tried on all messages."""

    pairs: int
    messages: int
    round_trips: int
    signatures: int
    swapped: int
    self_inverse: int


def interchange(p: int, q: int) -> Interchange:
    """Try every key pair of two primes on every message.

    Returns
    -------
    Interchange
        Key pairs; messages tried with all of them; those decrypted as they were, those whose
        signature was verified, and those decrypted with the keys swapped; pairs of equal keys.
    """
    tried = round_trips = signatures = swapped = own = pairs = 0
    for pair in _pairs(p, q):
        pairs += 1
        own += pair.public == pair.private
        other = Pair(pair.modulus, pair.private, pair.public)
        for message in range(pair.modulus):
            tried += 1
            round_trips += decrypt(rsa, pair, encrypt(rsa, pair, message)) == message
            signatures += verify(rsa, pair, message, sign(rsa, pair, message))
            swapped += decrypt(rsa, other, encrypt(rsa, other, message)) == message
    return Interchange(pairs, tried, round_trips, signatures, swapped, own)


def _pairs(p: int, q: int) -> Iterator[Pair]:
    for public in range(1, math.lcm(p - 1, q - 1)):
        pair = rsa.pair_of(p, q, public, Counter())
        if pair:
            yield pair


def halved(messages: int) -> tuple[int, int]:
    """Doubling and halving without a rest: each undoes the other on one side only.

    Encryption doubles a message, decryption halves a text and drops the rest; a signature is a
    halved message, which is verified by doubling it.

    Returns
    -------
    decrypted, verified : int
        Of so many messages, those decrypted as they were, and those whose signature is verified.
    """
    decrypted = sum(2 * m // 2 == m for m in range(messages))
    verified = sum(2 * (m // 2) == m for m in range(messages))
    return decrypted, verified
