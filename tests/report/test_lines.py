"""Lines over one variable: values, colours, and labels that do not cover each other."""

from itertools import pairwise

import pandas as pd
import pytest

from pastimes.report.kinds import lines
from pastimes.report.style import PALETTE

DATA = pd.DataFrame(
    {
        "series": ["one"] * 3 + ["two"] * 2,
        "genus": [1, 2, 3, 1, 3],
        "share": [5.0, 6.0, 7.0, 30.0, 20.0],
    }
)


def axes_of(data, **options):
    return lines.draw(data, "genus", "share", "gaps", "per cent", **options).axes[0]


def labels(axes):
    """Labels with their heights, from 0 to 1."""
    return {text.get_text(): text.xyann[1] for text in axes.texts}


def heights(axes, ends):
    """Where values stand on the axis, from 0 to 1."""
    to_axes = axes.transData + axes.transAxes.inverted()
    return [to_axes.transform((3, end))[1] for end in ends]


def many(number):
    """Lines that end alike."""
    ends = {"genus": [1, 2], "share": [0.0, 1.0]}
    return pd.concat([pd.DataFrame({"series": f"s{i}"} | ends) for i in range(number)])


def test_each_series_is_a_line_of_its_values():
    found = axes_of(DATA).lines
    assert [line.get_xydata().tolist() for line in found] == [
        [[1, 5], [2, 6], [3, 7]],
        [[1, 30], [3, 20]],
    ]
    assert [line.get_color() for line in found] == list(PALETTE[:2])


def test_axes_are_named_and_end_with_the_data():
    axes = axes_of(DATA)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("gaps", "per cent")
    assert axes.get_xlim() == (1, 3)


@pytest.mark.parametrize("log_y", [False, True])
def test_series_are_labelled_where_they_end(log_y):
    axes = axes_of(DATA, log_y=log_y)
    assert list(labels(axes)) == ["one", "two"]
    assert list(labels(axes).values()) == pytest.approx(heights(axes, [7, 20]))
    assert [text.get_color() for text in axes.texts] == list(PALETTE[:2])


@pytest.mark.parametrize("number", [2, 5, 12])
def test_labels_of_lines_that_end_alike_stand_apart(number):
    found = sorted(labels(axes_of(many(number))).values())
    assert len(found) == number
    assert [b - a for a, b in pairwise(found)] == pytest.approx([0.058] * (number - 1))
    assert found[-1] <= 1 + 1e-9


def test_more_series_than_colours_differ_in_style():
    found = axes_of(many(2 * len(PALETTE))).lines
    looks = {(line.get_color(), line.get_linestyle()) for line in found}
    assert len(looks) == 2 * len(PALETTE)


def test_a_value_to_mark_has_a_dotted_line():
    assert [line.get_linestyle() for line in axes_of(DATA).lines] == ["-", "-"]
    marked = axes_of(DATA, mark=2).lines[-1]
    assert (marked.get_linestyle(), list(marked.get_xdata())) == (":", [2, 2])


def test_the_axis_begins_at_0_or_has_powers_of_ten():
    linear, logarithmic = (axes_of(DATA, log_y=log_y) for log_y in (False, True))
    assert (linear.get_yscale(), linear.get_ylim()[0]) == ("linear", 0)
    assert logarithmic.get_yscale() == "log"
    assert 0 < logarithmic.get_ylim()[0] <= 5


def test_a_single_value_across_is_drawn():
    low, high = axes_of(DATA[DATA.genus == 3]).get_xlim()
    assert low < 3 < high
