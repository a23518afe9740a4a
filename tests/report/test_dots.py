"""Marks on a common scale: labels, series, intervals and lines to hold them against."""

import pandas as pd
import pytest
from matplotlib.collections import LineCollection

from pastimes.report.kinds import dots
from pastimes.report.style import PALETTE

DATA = pd.DataFrame(
    {
        "label": ["b", "a", "b", "c"],
        "series": ["one", "one", "two", "two"],
        "share": [1.0, 2.0, 3.0, 4.0],
    }
)
ENDS = DATA.assign(low=DATA.share - 1, high=DATA.share + 2)


def axes_of(data, **options):
    return dots.draw(data, "share", "share won", **options).axes[0]


def segments(axes):
    """Ends of the horizontal bars, from left to right."""
    bars = [c for c in axes.collections if isinstance(c, LineCollection)]
    return [tuple(map(tuple, segment)) for bar in bars for segment in bar.get_segments()]


def test_labels_stand_from_top_to_bottom_in_the_order_of_the_data():
    axes = axes_of(DATA)
    assert [text.get_text() for text in axes.get_yticklabels()] == ["b", "a", "c"]
    assert axes.get_yticks().tolist() == [0, -1, -2]
    low, high = axes.get_ylim()
    assert low < -2 < 0 < high
    assert axes.get_xlabel() == "share won"


def test_each_series_has_its_marks_at_its_labels():
    lines = {line.get_label(): line for line in axes_of(DATA).lines}
    assert list(lines) == ["one", "two"]
    assert lines["one"].get_xydata().tolist() == [[1, 0], [2, -1]]
    assert lines["two"].get_xydata().tolist() == [[3, 0], [4, -2]]
    assert [line.get_color() for line in lines.values()] == list(PALETTE[:2])
    assert len({line.get_marker() for line in lines.values()}) == 2
    assert {line.get_linestyle() for line in lines.values()} == {"None"}


def test_intervals_are_drawn_where_they_are_given():
    assert segments(axes_of(DATA)) == []
    assert segments(axes_of(ENDS)) == [
        ((0, 0), (3, 0)),
        ((1, -1), (4, -1)),
        ((2, 0), (5, 0)),
        ((3, -2), (6, -2)),
    ]


def test_values_to_mark_have_lines():
    lines = axes_of(DATA, marks=(0, 100)).lines
    assert [line.get_xdata() for line in lines if line.get_linestyle() == ":"] == [
        [0, 0],
        [100, 100],
    ]


def test_more_labels_make_a_taller_figure():
    many = pd.DataFrame({"label": list("abcdefgh"), "series": "s", "share": range(8)})
    heights = [dots.draw(data, "share", "x").get_figheight() for data in (DATA, many)]
    assert heights[1] - heights[0] == pytest.approx(5 * 0.24)


@pytest.mark.parametrize("number", [1, 5, 10])
def test_as_many_series_as_a_study_has_spans_are_drawn(number):
    data = pd.DataFrame({"label": "a", "series": [f"s{i}" for i in range(number)], "share": 1})
    assert len(axes_of(data).lines) == number
