"""Values kept in ``tests/golden/gf2.csv``, each with its source."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from pastimes.experiments.gf2.drawable import all_drawable, all_drawable_by_subspaces
from pastimes.experiments.gf2.law import (
    closed_form,
    full_rank_limit,
    gaussian_binomial,
    mean_deficit_limit,
    mean_rank,
    recurrence,
)

GOLDEN = Path(__file__).parents[2] / "golden" / "gf2.csv"


def sides(shape):
    return map(int, shape.split("x"))


def matrices(argument):
    """Number of n x k matrices of rank r, written nxk/r."""
    shape, _, r = argument.partition("/")
    n, k = sides(shape)
    return recurrence(n, k, int(r)) * 2 ** (n * k)


def all_subspaces(n):
    return sum(gaussian_binomial(int(n), r) for r in range(int(n) + 1))


def full_rank(shape):
    n, k = sides(shape)
    return 100 * closed_form(n, k, n)


QUANTITIES = {
    "invertible": (lambda n: matrices(f"{n}x{n}/{n}"), 0),
    "subspaces": (lambda case: gaussian_binomial(*map(int, case.split("/"))), 0),
    "all_subspaces": (all_subspaces, 0),
    "matrices": (matrices, 0),
    "full_rank_limit": (lambda _: full_rank_limit(130)[0], Fraction(1, 10**36)),
    "mean_deficit_limit": (lambda _: mean_deficit_limit(130)[0], Fraction(1, 10**36)),
    "full_rank_per_cent": (full_rank, Fraction(1, 10**13)),
    "mean_rank": (lambda shape: mean_rank(*sides(shape)), Fraction(1, 10**14)),
    "all_drawable": (lambda shape: all_drawable(*sides(shape)), Fraction(1, 10**17)),
}
"""How each quantity is found, and how far it may lie from the golden value."""


def rows():
    with open(GOLDEN, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("quantity", "argument", "value"),
    [(row["quantity"], row["argument"], Fraction(row["value"])) for row in rows()],
)
def test_value_is_the_golden_one(quantity, argument, value):
    found, tolerance = QUANTITIES[quantity]
    assert abs(found(argument) - value) <= tolerance


@pytest.mark.parametrize("row", [r for r in rows() if r["quantity"] == "all_drawable"])
def test_the_other_road_gives_the_golden_value_too(row):
    found = all_drawable_by_subspaces(*sides(row["argument"]))
    assert abs(found - Fraction(row["value"])) <= Fraction(1, 10**17)


def test_every_golden_value_has_a_source():
    assert all(row["source"].strip() for row in rows())


def test_every_quantity_has_a_golden_value():
    assert {row["quantity"] for row in rows()} == set(QUANTITIES)
