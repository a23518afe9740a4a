"""Drawings side by side: what is drawn, in which rows, under which heading."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection

from pastimes.report.kinds import gallery
from pastimes.report.style import tips

EDGE = {"points": "0,0 2,0", "joins": "0-1", "rooms": "0:2 1:2"}
HOOK = {"points": "0,0 1,-1 3,-1", "joins": "0-1 1-2", "rooms": "0:2 1:1 2:2"}
TRIANGLE = {"points": "0,0 1,-1 2,0", "joins": "0-1 0-2 1-2", "rooms": "0:1 1:1 2:1"}
LONG = {"points": "0,0 40,0", "joins": "0-1", "rooms": ""}
SMALL = [("two", "1", EDGE), ("three", "1", HOOK), ("three", "2", TRIANGLE)]


def axes_of(*drawings):
    rows = [{"heading": h, "label": x, "tip": f"tip {x}"} | each for h, x, each in drawings]
    frame = pd.DataFrame(rows)
    return gallery.draw(frame).axes[0]


def segments(axes):
    (lines,) = [c for c in axes.collections if isinstance(c, LineCollection)]
    return [np.array(segment) for segment in lines.get_segments()]


def marks(axes, filled):
    """Places of dots, or of rings with their sizes."""
    found = []
    for line in axes.lines:
        if (line.get_markerfacecolor() != "none") == filled:
            found += [
                (round(x, 6), round(y, 6), line.get_markersize()) for x, y in line.get_xydata()
            ]
    return found


def texts(axes):
    return {t.get_text(): (t.get_position(), t.get_fontweight()) for t in axes.texts}


def test_edges_are_lines_of_one_unit_and_vertices_dots_at_their_ends():
    axes = axes_of(*SMALL)
    found = segments(axes)
    assert len(found) == 1 + 2 + 3
    assert [math.dist(*segment) for segment in found] == pytest.approx([1] * 6)
    dots = {(x, y) for x, y, _ in marks(axes, filled=True)}
    assert len(marks(axes, filled=True)) == len(dots) == 2 + 3 + 3
    assert {(round(x, 6), round(y, 6)) for segment in found for x, y in segment} == dots


def test_rooms_are_rings_around_their_dots():
    axes = axes_of(*SMALL)
    rings = marks(axes, filled=False)
    around = Counter((x, y) for x, y, _ in rings)
    assert len(rings) == sum(around.values()) == 4 + 5 + 3
    assert sorted(around.values()) == [1, 1, 1, 1, 2, 2, 2, 2]
    assert set(around) <= {(x, y) for x, y, _ in marks(axes, filled=True)}
    assert len({size for *_, size in rings}) == 2


def test_drawings_without_rooms_have_no_rings():
    assert marks(axes_of(("a", "1", LONG)), filled=False) == []


def test_drawings_keep_their_shape():
    (one, corner), (again, other) = segments(axes_of(("a", "1", HOOK)))
    assert corner.tolist() == again.tolist()
    assert other - corner == pytest.approx([1, 0])
    assert corner[0] - one[0] == pytest.approx(0.5)
    assert abs(corner[1] - one[1]) == pytest.approx(math.sqrt(3) / 2)


def test_headings_stand_above_their_drawings_in_the_order_of_the_data():
    axes = axes_of(*SMALL)
    bold = [t for t in axes.texts if t.get_fontweight() == "bold"]
    assert [t.get_text() for t in bold] == ["two", "three"]
    heights = [t.get_position()[1] for t in bold]
    first, second = segments(axes)[:1], segments(axes)[1:]
    assert heights[0] > max(y for s in first for _, y in s)
    assert min(y for s in first for _, y in s) > heights[1] > max(y for s in second for _, y in s)


def test_labels_stand_below_the_middle_of_their_drawings():
    axes = axes_of(("a", "first", EDGE), ("a", "second", TRIANGLE))
    (edge, *triangle) = segments(axes)
    for name, lines in (("first", [edge]), ("second", triangle)):
        (x, y), _ = texts(axes)[name]
        places = [p for segment in lines for p in segment]
        assert x == pytest.approx((min(p[0] for p in places) + max(p[0] for p in places)) / 2)
        assert y < min(p[1] for p in places)


def test_drawings_of_a_row_have_their_feet_on_one_line():
    axes = axes_of(("a", "1", EDGE), ("a", "2", HOOK), ("a", "3", TRIANGLE))
    edge, *rest = segments(axes)
    feet = [min(y for s in lines for _, y in s) for lines in ([edge], rest[:2], rest[2:])]
    assert feet == pytest.approx([feet[0]] * 3)


def test_drawings_do_not_touch():
    axes = axes_of(*[("a", str(i), HOOK) for i in range(9)])
    found = segments(axes)
    spans = [
        (min(p[0] for s in pair for p in s), max(p[0] for s in pair for p in s))
        for pair in zip(found[::2], found[1::2], strict=True)
    ]
    assert all(left < right for (_, left), (right, _) in pairwise(spans))


@pytest.mark.parametrize(("number", "rows"), [(1, 1), (15, 1), (16, 2), (40, 3)])
def test_rows_are_as_long_as_fits(number, rows):
    # An edge is one wide and has 1.2 to the next one: fifteen fit into 32.
    axes = axes_of(*[("a", str(i), EDGE) for i in range(number)])
    heights = {round(float(s[0][1]), 6) for s in segments(axes)}
    assert len(heights) == rows
    low, high = axes.get_xlim()
    assert all(low < x < high for s in segments(axes) for x, _ in s)


def test_a_long_label_takes_the_room_that_it_needs():
    short, long = (
        segments(axes_of(("a", label, EDGE), ("a", "1", EDGE))) for label in ("1", "x" * 30)
    )
    assert long[1][0][0] - long[0][0][0] > short[1][0][0] - short[0][0][0]


def test_each_drawing_has_its_tip_over_the_whole_of_it():
    axes = axes_of(("a", "1", EDGE), ("b", "2", HOOK))
    assert [patch.get_gid() for patch in axes.patches] == [tips(["tip 1"]), tips(["tip 2"])]
    for patch, lines in zip(axes.patches, (segments(axes)[:1], segments(axes)[1:]), strict=True):
        (left, low), (right, high) = patch.get_bbox().get_points()
        assert all(left < x < right and low < y < high for s in lines for x, y in s)
        assert patch.get_alpha() == 0


def test_everything_lies_within_the_axes_and_more_rows_make_a_taller_figure():
    few, many = (axes_of(*[("a", str(i), HOOK) for i in range(n)]) for n in (3, 60))
    for axes in (few, many):
        low, high = axes.get_ylim()
        assert all(low < y < high for s in segments(axes) for _, y in s)
        assert all(low <= t.get_position()[1] <= high for t in axes.texts)
    assert many.figure.get_figheight() > 2 * few.figure.get_figheight()
    assert many.figure.get_figwidth() == few.figure.get_figwidth()


def test_one_unit_is_as_high_as_it_is_wide():
    axes = axes_of(*SMALL)
    assert axes.get_aspect() == 1
    assert not axes.axison
