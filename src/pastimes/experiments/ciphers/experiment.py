"""How lopsided is a trapdoor, for addition, multiplication and RSA?

Nothing here protects anything: it is textbook arithmetic, without padding, on small numbers. The
examples of the essay are followed letter by letter, and RSA is tried on whole message spaces. Then
the operations of making a key pair and of recovering its private key are counted, exactly, over
the bits of the modulus; slopes with their intervals say how either grows, and what that would
mean for moduli in use if it went on.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from pastimes.declare.catalogue import variant
from pastimes.declare.fields import Count, Seed, Sweep, named_variant
from pastimes.declare.points import grid
from pastimes.declare.steps import Column, step

TITLE = "Toy ciphers"

SYSTEMS = "pastimes.experiments.ciphers.systems"
ATTACKS = "pastimes.experiments.ciphers.attacks"

_MODULI = 1000  # of one run


def _check_primes(primes: list[int]) -> list[int]:
    for prime in primes:
        if any(prime % n == 0 for n in range(2, prime)):
            raise ValueError(f"{prime}: prime numbers")
    if len(set(primes)) < 2:
        raise ValueError("at least two different primes")
    return primes


Bits = Annotated[int, Field(strict=True, ge=9, le=4096)]
Prime = Annotated[int, Field(strict=True, ge=2, le=97)]


@dataclass(frozen=True)
class Config:
    """Settings of one study; ``config/ciphers/paper.yaml`` explains each."""

    largest_modulus: Annotated[int, Field(strict=True, ge=26, le=10**6)]
    primes: Annotated[list[Prime], AfterValidator(_check_primes)]
    ciphers: Annotated[list[Annotated[str, named_variant(SYSTEMS, "cipher")]], Sweep]
    key_bits: Annotated[list[Bits], Sweep]
    attacks: Annotated[list[Annotated[str, named_variant(ATTACKS, "attack")]], Sweep]
    attack_bits: Annotated[list[Bits], Sweep]
    trials: Count
    close_bits: Bits
    gap_bits: Annotated[list[Annotated[int, Field(strict=True, ge=2)]], Sweep]
    seed: Seed

    def __post_init__(self) -> None:
        # Steps of Fermat's method: the gap squared over eight roots of the modulus.
        most = self.close_bits // 4 + 12
        if max(self.gap_bits) > most:
            raise ValueError(f"gap_bits: {max(self.gap_bits)}: at most close_bits / 4 + 12, {most}")


@step(
    points=grid(key=2, back=20, modulus=26),
    columns={
        "letter": Column("int64", "number of the letter, from 1"),
        "encrypted": Column("int64", "number of the letter that the key makes of it"),
        "restored": Column("int64", "number of the letter that the other key makes of that"),
    },
)
def multiply_letters(key: int, back: int, modulus: int) -> Iterable[Any]:
    """The essay's example: every letter under key 2, and under the key that is to undo it."""
    from pastimes.experiments.ciphers.checks import restored_letters

    return restored_letters(key, back, modulus)


def _modulus_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for first in range(2, config.largest_modulus + 1, _MODULI):
        yield {"first": first, "last": min(first + _MODULI - 1, config.largest_modulus)}


@step(
    points=_modulus_points,
    columns={
        "modulus": Column("int64", "length of the alphabet", "letters"),
        "usable": Column("int64", "keys from 1 to one less that have an inverse", "keys"),
        "prime": Column("bool", "whether the modulus is prime, by a sieve"),
    },
    batch=10,
)
def count_keys(first: int, last: int) -> Mapping[str, Any]:
    """Keys of multiplication that can be undone, by modulus."""
    import numpy as np

    from pastimes.experiments.ciphers.checks import usable_keys

    sieve = np.ones(last + 1, bool)
    for n in range(2, int(last**0.5) + 1):
        sieve[n * n :: n] = False
    moduli = range(first, last + 1)
    return {
        "modulus": moduli,
        "usable": [usable_keys(m) for m in moduli],
        "prime": sieve[first : last + 1],
    }


def _prime_points(config: Config) -> Iterator[Mapping[str, Any]]:
    primes = sorted(set(config.primes))
    for i, p in enumerate(primes):
        for q in primes[i + 1 :]:
            yield {"p": p, "q": q}


@step(
    points=_prime_points,
    columns={
        "pairs": Column("int64", "key pairs, all there are", "pairs"),
        "messages": Column("int64", "messages tried, all with all pairs", "messages"),
        "round_trips": Column("int64", "those decrypted as they were", "messages"),
        "signatures": Column("int64", "those whose signature was verified", "messages"),
        "swapped": Column("int64", "those decrypted with the keys swapped", "messages"),
        "self_inverse": Column("int64", "pairs whose keys are equal", "pairs"),
    },
    batch=20,
)
def try_pairs(p: int, q: int) -> Iterable[Any]:
    """Every key pair of a small modulus of RSA on every message."""
    from pastimes.experiments.ciphers.checks import interchange

    return [interchange(p, q)]


@step(
    points=grid(messages=26),
    columns={
        "decrypted": Column("int64", "messages decrypted as they were", "messages"),
        "verified": Column("int64", "messages whose signature was verified", "messages"),
    },
)
def halve(messages: int) -> Iterable[Any]:
    """A pair of functions that undo each other on one side only."""
    from pastimes.experiments.ciphers.checks import halved

    return [halved(messages)]


@step(
    points=grid(cipher="ciphers", bits="key_bits"),
    variants={"cipher": SYSTEMS},
    columns={"operations": Column("int64", "operations of making one key pair", "operations")},
    batch=10,
)
def make_pairs(cipher: str, bits: int, trials: int, rng: Any) -> Mapping[str, Any]:
    """What making a key pair costs; each pair is tried on a message."""
    from random import Random

    from pastimes.experiments.ciphers.counting import Counter
    from pastimes.experiments.ciphers.pair import decrypt, encrypt

    system, random = variant(SYSTEMS, cipher), Random(int(rng.integers(2**63)))
    operations = []
    for _ in range(trials):
        counter = Counter()
        pair = system.make_keys(bits, random, counter)
        message = random.randrange(pair.modulus)
        if decrypt(system, pair, encrypt(system, pair, message)) != message:
            raise ArithmeticError(f"{cipher}: {pair}: does not restore {message}")
        operations.append(counter.operations)
    return {"operations": operations}


def _attack_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for attack in config.attacks:
        for bits in config.attack_bits:
            if bits <= variant(ATTACKS, attack).MOST_BITS:
                yield {"attack": attack, "bits": bits, "trials": config.trials}


@step(
    points=_attack_points,
    variants={"attack": ATTACKS},
    columns={
        "cipher": Column("string", "the cipher attacked"),
        "operations": Column("int64", "operations of recovering one private key", "operations"),
    },
    batch=10,
)
def recover_keys(attack: str, bits: int, trials: int, rng: Any) -> Mapping[str, Any]:
    """What recovering a private key costs; each is tried on a message."""
    from random import Random

    from pastimes.experiments.ciphers.counting import Counter

    method, random = variant(ATTACKS, attack), Random(int(rng.integers(2**63)))
    system = method.SYSTEM
    operations = []
    for _ in range(trials):
        pair, counter = system.make_keys(bits, random, Counter()), Counter()
        private = method.recover(pair.modulus, pair.public, random, counter)
        message = random.randrange(pair.modulus)
        if (
            system.apply(private, system.apply(pair.public, message, pair.modulus), pair.modulus)
            != message
        ):
            raise ArithmeticError(f"{attack}: {pair}: a wrong key")
        operations.append(counter.operations)
    name = system.__name__.rpartition(".")[2]
    return {"cipher": [name] * trials, "operations": operations}


@step(
    points=grid(bits="close_bits"),
    columns={"operations": Column("int64", "squares tried until a factor was found", "operations")},
    batch=10,
)
def close_primes(bits: int, gap_bits: int, trials: int, rng: Any) -> Mapping[str, Any]:
    """How Fermat's method fares where two primes differ by a number of few bits."""
    from random import Random

    from pastimes.experiments.ciphers.attacks import fermat
    from pastimes.experiments.ciphers.close import close_pair
    from pastimes.experiments.ciphers.counting import Counter

    random = Random(int(rng.integers(2**63)))
    operations = []
    for _ in range(trials):
        pair, counter = close_pair(bits, gap_bits, random), Counter()
        fermat.factor(pair.modulus, counter)
        operations.append(counter.operations)
    return {"operations": operations}
