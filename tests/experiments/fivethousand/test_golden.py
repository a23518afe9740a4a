"""Values kept in ``tests/golden/fivethousand.csv``, each with its source."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from pastimes.experiments.fivethousand.game import last_turn, race
from pastimes.experiments.fivethousand.policies import cutoffs, one_roll_ahead, value
from pastimes.experiments.fivethousand.rules import ESSAY, parse, rolls, taken

GOLDEN = Path(__file__).parents[2] / "golden" / "fivethousand.csv"
ULP = Fraction(1, 10**12)


def scores(dice, text="essay"):
    return [(taken(counts, parse(text))[0], ways) for counts, ways in rolls(int(dice))]


def zeros(dice):
    return sum(ways for points, ways in scores(dice) if not points)


def total(dice, text="essay"):
    return sum(ways * points for points, ways in scores(dice, text))


def rule(argument):
    last = dict(zip((3, 4, 5), map(int, argument.split()), strict=True))
    return value(ESSAY, cutoffs(last), 3000, exact=True)


QUANTITIES = {
    "labelled": (lambda dice: sum(ways for _, ways in rolls(int(dice))), 0),
    "distinct": (lambda dice: len(rolls(int(dice))), 0),
    "zeros": (zeros, 0),
    "sum": (total, 0),
    "sum_two_triples=largest": (lambda dice: total(dice, "two_triples=largest"), 0),
    "sum_four_and_two=apart": (lambda dice: total(dice, "four_and_two=apart"), 0),
    "sum_of_a_kind=doubled": (lambda dice: total(dice, "of_a_kind=doubled"), 0),
    "p_zero": (lambda dice: Fraction(zeros(dice), 6 ** int(dice)), 0),
    "cutoff": (lambda dice: one_roll_ahead(ESSAY, int(dice)), 10 * ULP),
    "expected": (lambda dice: Fraction(total(dice), 6 ** int(dice)), ULP),
    "rule": (lambda last: rule(last).points, ULP),
    "bust": (lambda last: rule(last).bust, ULP),
    "overtake": (lambda lead: Fraction(last_turn(ESSAY, int(lead))[-1]), ULP),
    "race": (lambda goal: Fraction(race(ESSAY, int(goal))[0]), ULP),
}
"""How each quantity is found, and how far it may lie from the golden value; but for turns."""


def rows():
    with open(GOLDEN, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("quantity", "argument", "expected"),
    [
        (row["quantity"], row["argument"], Fraction(row["value"]))
        for row in rows()
        if row["quantity"] != "turn"
    ],
)
def test_value_is_the_golden_one(quantity, argument, expected):
    found, tolerance = QUANTITIES[quantity]
    assert abs(found(argument) - expected) <= tolerance


@pytest.mark.parametrize("row", [r for r in rows() if r["quantity"] == "turn"])
def test_a_turn_is_worth_the_golden_value_by_both_roads(row, solved, slow):
    expected = pytest.approx(float(row["value"]), abs=1e-9)
    assert solved(row["argument"]).hot[0] == expected
    assert slow.Turn(parse(row["argument"])).value == pytest.approx(float(row["value"]), abs=1e-6)


def test_every_golden_value_has_a_source():
    assert all(row["source"].strip() for row in rows())


def test_every_quantity_has_a_golden_value():
    assert {row["quantity"] for row in rows()} == {*QUANTITIES, "turn"}
