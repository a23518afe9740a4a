"""Points over one variable: values, colours, axes and the legend."""

import pandas as pd
import pytest
from matplotlib.colors import to_hex

from pastimes.report.kinds import dots_over
from pastimes.report.style import PALETTE

DATA = pd.DataFrame(
    {
        "series": ["prime"] * 3 + ["other"] * 2,
        "length": [2, 3, 5, 4, 6],
        "share": [100.0, 100.0, 99.0, 50.0, 20.0],
    }
)


def figure_of(data):
    return dots_over.draw(data, "length", "share", "letters", "per cent")


def points(axes):
    return [line for line in axes.lines if len(line.get_xdata())]


def test_each_series_has_its_points_and_no_line_between():
    found = points(figure_of(DATA).axes[0])
    assert [line.get_xydata().tolist() for line in found] == [
        [[2, 100], [3, 100], [5, 99]],
        [[4, 50], [6, 20]],
    ]
    assert {line.get_linestyle() for line in found} == {"None"}


def test_series_differ_in_colour_and_marker_in_the_order_of_the_data():
    found = points(figure_of(DATA).axes[0])
    assert [line.get_label() for line in found] == ["prime", "other"]
    assert [to_hex(line.get_color()).upper() for line in found] == list(PALETTE[:2])
    assert len({line.get_marker() for line in found}) == 2


def test_every_series_is_named_in_the_legend():
    (legend,) = figure_of(DATA).legends
    assert [text.get_text() for text in legend.get_texts()] == ["prime", "other"]


def test_axes_are_named_and_heights_begin_at_0():
    axes = figure_of(DATA).axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("letters", "per cent")
    low, high = axes.get_ylim()
    assert low == 0
    assert high >= 100


@pytest.mark.parametrize("number", [1, 5, len(PALETTE)])
def test_as_many_series_as_colours_are_told_apart(number):
    rows = [{"series": f"s{i}", "length": i, "share": i} for i in range(number)]
    found = points(figure_of(pd.DataFrame(rows)).axes[0])
    assert len({(line.get_color(), line.get_marker()) for line in found}) == number
