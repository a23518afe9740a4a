"""Values kept in ``tests/golden/ciphers.csv``, each with its source."""

import csv
from pathlib import Path
from random import Random

import pytest

from pastimes.experiments.ciphers.attacks import fermat
from pastimes.experiments.ciphers.checks import restored_letters, usable_keys
from pastimes.experiments.ciphers.counting import Counter, inverse, probable_prime
from pastimes.experiments.ciphers.systems import multiplication, rotation

GOLDEN = Path(__file__).parents[2] / "golden" / "ciphers.csv"


def prime(number):
    return probable_prime(number, Random(number), Counter())


def private(argument):
    """The private exponent of the example is the inverse modulo (p - 1)(q - 1)."""
    p, q, public = map(int, argument.split("/"))
    return inverse(public, (p - 1) * (q - 1), Counter())


def additive(argument):
    number, modulus = map(int, argument.split("/"))
    return next(m for m in range(modulus) if rotation.apply(number, m, modulus) == 0)


def restored(argument):
    found = restored_letters(*map(int, argument.split("/")))
    return sum(row.letter == row.restored for row in found)


def encrypted(argument):
    letter, key, modulus = map(int, argument.split("/"))
    return multiplication.apply(key, letter, modulus)


def rotated(argument):
    letter, by, modulus = map(int, argument.split("/"))
    return rotation.apply(by, letter, modulus)


def squares(argument):
    """Squares that Fermat's method tries."""
    counter = Counter()
    fermat.factor(int(argument), counter)
    return counter.operations


QUANTITIES = {
    "usable": lambda modulus: usable_keys(int(modulus)),
    "inverse": lambda case: inverse(*map(int, case.split("/")), Counter()),
    "private": private,
    "restored": restored,
    "encrypted": encrypted,
    "additive": additive,
    "rotated": rotated,
    "largest_below": lambda bits: next(n for n in range(2 ** int(bits) - 1, 0, -1) if prime(n)),
    "primes_below": lambda end: sum(prime(n) for n in range(int(end))),
    "squares": squares,
}
"""How each quantity is found."""


def rows():
    with open(GOLDEN, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("quantity", "argument", "value"),
    [(row["quantity"], row["argument"], int(row["value"])) for row in rows()],
)
def test_value_is_the_golden_one(quantity, argument, value):
    assert QUANTITIES[quantity](argument) == value


def test_every_golden_value_has_a_source():
    assert all(row["source"].strip() for row in rows())


def test_every_quantity_has_a_golden_value():
    assert {row["quantity"] for row in rows()} == set(QUANTITIES)
