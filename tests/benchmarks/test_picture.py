"""The figure: a mark an alternative, ours the line at 1."""

import re
import xml.etree.ElementTree as ET

import pytest

from benchmarks.measuring import Comparison, compare
from benchmarks.picture import draw


@pytest.fixture
def rows(clock):
    works = {"ours": clock.work(1), "flint": clock.work(30, 20), "numpy": clock.work(0.5)}
    found = compare("sums", "sum", works, 2, clock)
    return [
        dict(zip(["benchmark", *Comparison.COLUMNS], (name, *row), strict=True))
        for name in ("dice", "gf2")
        for row in found.rows()
    ]


def tips(svg):
    return re.findall(r"<title>(.*?)</title>", svg.decode())


def test_each_alternative_has_a_mark_that_says_its_ratio(rows):
    told = ["flint ×25: 20 to 30", "numpy ×0.5: 0.5 to 0.5"]
    assert tips(draw(rows)) == 2 * told


def test_the_same_rows_give_the_same_well_formed_bytes(rows):
    assert draw(rows) == draw(rows)
    assert ET.fromstring(draw(rows)).tag.endswith("svg")


def test_more_comparisons_make_it_taller(rows):
    heights = [
        float(re.search(r'height="([\d.]+)pt"', draw(r).decode())[1]) for r in (rows[:3], rows)
    ]
    assert heights[1] > heights[0] + 30


def test_ours_alone_is_drawn_too(rows):
    assert tips(draw(rows[:1])) == []
