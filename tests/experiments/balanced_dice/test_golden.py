"""Values kept in ``tests/golden/balanced_dice.csv``, each with its source."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from pastimes.experiments.balanced_dice.algorithms import deck, spring
from pastimes.experiments.balanced_dice.ordinary import exact_quantiles
from pastimes.experiments.balanced_dice.totals import (
    TRUE_LAW,
    WAYS,
    divergence_bits,
    statistics_bits,
)
from pastimes.statistics.proportions import proportion_interval
from pastimes.statistics.quantiles import band_confidence, quantile_ranks

GOLDEN = Path(__file__).parents[2] / "golden" / "balanced_dice.csv"


def median(rolls):
    return exact_quantiles(rolls, (0.5,))[0].bits


QUANTITIES = {
    "ways": (lambda total: WAYS[int(total) - 2], 0),
    "entropy_bits": (lambda _: -(TRUE_LAW * np.log2(TRUE_LAW)).sum(), 1e-14),
    "mean_bits_of_one_roll": (lambda _: TRUE_LAW @ statistics_bits(np.eye(11)), 1e-14),
    "bits_of_a_certain_total": (
        lambda total: divergence_bits(np.eye(11)[int(total) - 2], TRUE_LAW),
        1e-14,
    ),
    "median_bits": (lambda rolls: median(int(rolls)), 1e-10),
    "chi_square_median_bits": (lambda rolls: median(int(rolls)), 0.1),
    "clopper_pearson_low": (lambda case: proportion_interval(*map(int, case.split("/")))[1], 1e-6),
    "clopper_pearson_high": (lambda case: proportion_interval(*map(int, case.split("/")))[2], 1e-6),
    "median_interval_low_rank": (lambda n: quantile_ranks(0.5, int(n))[0] + 1, 0),
    "median_interval_high_rank": (lambda n: quantile_ranks(0.5, int(n))[1] + 1, 0),
    "band_confidence": (lambda n: band_confidence(0.1, 0.9, 0.5, int(n)), 1e-12),
    "spring_seven_after_seven": (lambda beta: spring.law(float(beta), [5])[5], 1e-14),
    "spring_six_after_seven": (lambda beta: spring.law(float(beta), [5])[4], 1e-14),
    "deck_seven_after_seven": (lambda left: deck.law(float(left), [5])[5], 1e-14),
}
"""How each quantity is found, and how far, relatively, it may lie from the golden value."""


def rows():
    with open(GOLDEN, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def marks(row):
    exact = row["quantity"].endswith("median_bits") and float(row["argument"]) > 50
    return [pytest.mark.slow] if exact else []


@pytest.mark.parametrize(
    ("quantity", "argument", "value"),
    [
        pytest.param(row["quantity"], row["argument"], float(row["value"]), marks=marks(row))
        for row in rows()
    ],
)
def test_value_is_the_golden_one(quantity, argument, value):
    found, tolerance = QUANTITIES[quantity]
    assert float(found(argument)) == pytest.approx(value, rel=tolerance, abs=0)


def test_every_golden_value_has_a_source_and_is_finite():
    assert all(row["source"].strip() and math.isfinite(float(row["value"])) for row in rows())


def test_every_quantity_has_a_golden_value():
    assert {row["quantity"] for row in rows()} == set(QUANTITIES)
