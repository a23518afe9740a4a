"""Ratios by size: a row and a point an alternative and size, ours the line at 1."""

import re
import xml.etree.ElementTree as ET

import pytest

from benchmarks.measuring import compare
from benchmarks.picture import draw_by_size
from benchmarks.scaling import Scaling


@pytest.fixture
def scaling(clock):
    def works(n):
        slow = {"flint": clock.work(5 * n)} if n < 8 else {}
        return {"ours": clock.work(1), **slow, "numpy": clock.work(n / 8)}

    return Scaling("sums", "n", {n: compare("a sum", "sum", works(n), 2, clock) for n in (2, 4, 8)})


@pytest.fixture
def rows(scaling):
    return [dict(zip(Scaling.COLUMNS, row, strict=True)) for row in scaling.rows()]


def test_rows_are_those_of_each_alternative_together_without_ours(rows):
    found = [(row["alternative"], row["at"], row["median_ratio"]) for row in rows]
    assert found == [
        ("flint", 2, 10), ("flint", 4, 20), ("numpy", 2, 0.25), ("numpy", 4, 0.5), ("numpy", 8, 1),
    ]  # fmt: skip


def test_what_is_printed_is_a_line_an_alternative(scaling):
    assert scaling.lines() == [
        "sums; time to ours, by n",
        "  flint: x 10 at 2, x 20 at 4",
        "  numpy: x 0.25 at 2, x 0.5 at 4, x 1 at 8",
    ]


def test_each_size_of_each_alternative_has_a_point_that_says_its_ratio(rows):
    told = re.findall(r"<title>(.*?)</title>", draw_by_size(rows).decode())
    assert told == [
        "flint ×10 at 2", "flint ×20 at 4", "numpy ×0.25 at 2", "numpy ×0.5 at 4", "numpy ×1 at 8",
    ]  # fmt: skip


def test_the_same_rows_give_the_same_well_formed_bytes(rows):
    assert draw_by_size(rows) == draw_by_size(rows)
    assert ET.fromstring(draw_by_size(rows)).tag.endswith("svg")
