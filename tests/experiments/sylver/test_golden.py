"""Values kept in ``tests/golden/sylver.csv``, each with its source."""

import csv
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pastimes.declare.catalogue import variant
from pastimes.experiments.sylver import reference
from pastimes.experiments.sylver.experiment import ORDERS
from pastimes.experiments.sylver.findings import won_back
from pastimes.experiments.sylver.irreducible import irreducible_of_genera, irreducible_semigroups
from pastimes.experiments.sylver.pruning import none
from pastimes.experiments.sylver.search import count_wins, search
from pastimes.experiments.sylver.tallies import tally
from pastimes.experiments.sylver.values import reachable, solve, winning_moves
from pastimes.experiments.sylver.words import numbers_in, size

pytestmark = pytest.mark.xdist_group("sylver")

GOLDEN = Path(__file__).parents[2] / "golden" / "sylver.csv"


@cache
def positions(span):
    return irreducible_of_genera(*map(int, span.split("-")))


@cache
def training_tally():
    return tally(positions("2-14"))


@cache
def costs(order, span="2-20"):
    return search(variant(ORDERS, order), none, positions(span), training_tally().wins)


def total(argument, span="2-20"):
    order, charge = argument.split()
    return int(getattr(costs(order, span), charge).sum())


def share(argument, span="2-20"):
    ends = (total(f"{order} examined", span) for order in ("smallest", "oracle"))
    return won_back(total(argument, span), *ends)


def oracle_share(span):
    return Fraction(100 * total("oracle examined", span), total("smallest examined", span))


def margin(order):
    return costs(order).when_needed - costs("smallest").when_needed


def ranked(counts, place):
    """The number at a place, by most counts and then ascending."""
    return int(np.argsort(-np.asarray(counts), kind="stable")[int(place) - 1])


def one_winner(span):
    table = solve(reachable(positions(span), True))
    winners = [size(np.uint64(winning_moves(gaps, *table))) for gaps in positions(span)]
    return winners.count(1)


def counted(argument):
    column, _, number = argument.partition(" ")
    found = getattr(training_tally(), column)
    return int(found[int(number)] if number else found)


def mean_rank(order):
    ranks = costs(order).rank
    return Fraction(int(ranks.sum()), len(ranks))


def frequent_winner(place):
    return ranked(count_wins(variant(ORDERS, "history"), none, positions("2-20")), place)


def semigroups(genus):
    return sum(1 for _ in reference.semigroups(int(genus)))


QUANTITIES = {
    "irreducible": lambda frobenius: len(irreducible_semigroups(int(frobenius))),
    "symmetric": lambda n: len(irreducible_semigroups(2 * int(n) - 1)),
    "pseudo_symmetric": lambda n: len(irreducible_semigroups(2 * int(n))),
    "semigroups": semigroups,
    "positions": lambda span: len(positions(span)),
    "closures": total,
    "closures_millions": lambda argument: Fraction(total(argument), 10**6),
    "oracle_share": oracle_share,
    "won_back": share,
    "won_back_learned": lambda span: share("learned examined", span),
    "cheaper": lambda order: int((margin(order) < 0).sum()),
    "dearer": lambda order: int((margin(order) > 0).sum()),
    "root_rank": mean_rank,
    "one_winner": one_winner,
    "frequent_winner": frequent_winner,
    "learned": lambda place: ranked(training_tally().wins, place),
    "tally": counted,
}
"""How each quantity is found."""


def rows():
    with open(GOLDEN, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def half_a_unit(row):
    """How far a number may lie from one that was rounded; others are exact."""
    decimals = len(row["value"].partition(".")[2])
    return Fraction(1, 2 * 10**decimals) if ", rounded" in row["source"] else 0


@pytest.mark.parametrize("row", rows(), ids=lambda r: f"{r['quantity']} {r['argument']}")
def test_value_is_the_golden_one(row):
    found = QUANTITIES[row["quantity"]](row["argument"])
    assert abs(found - Fraction(row["value"])) <= half_a_unit(row)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["smallest", "oracle", "start_at_four", "history", "parity"])
def test_the_plain_search_gives_the_golden_totals_too(order):
    golden = {
        row["argument"].split()[1]: int(row["value"])
        for row in rows()
        if row["quantity"] == "closures" and row["argument"].split()[0] == order
    }
    known = {}
    for word in reachable(positions("2-20"), True):
        reference.value(frozenset(numbers_in(word)), known)
    lost = {gaps for gaps, won in known.items() if not won}
    found = dict.fromkeys(golden, 0)
    for word in positions("2-20"):
        each = reference.PlainSearch(variant(ORDERS, order), none, lost, {})
        each.winner(frozenset(numbers_in(word)))
        found = {charge: total + getattr(each, charge) for charge, total in found.items()}
    assert golden
    assert found == golden


def test_every_golden_value_has_a_source():
    assert all(row["source"].strip() for row in rows())


def test_every_quantity_has_a_golden_value():
    assert {row["quantity"] for row in rows()} == set(QUANTITIES)
