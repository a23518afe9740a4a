"""Drawings: the same bytes every time, and a placeholder where rows are missing."""

from xml.etree import ElementTree

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib import rc_context

from pastimes.declare.figures import Figure
from pastimes.declare.tables import Missing, Tables
from pastimes.report.drawing import draw
from pastimes.report.style import PALETTE, SETTINGS, new_figure, svg_bytes

TABLES = Tables({})
BANDS = pd.DataFrame(
    {
        "series": ["one", "one", "two", "two"],
        "roll": [1, 2, 1, 2],
        "p10": [0.1, 0.2, 0.3, 0.4],
        "p50": [0.2, 0.3, 0.4, 0.5],
        "p90": [0.3, 0.4, 0.5, 0.6],
    }
)
TRADE = pd.DataFrame(
    {
        "algorithm": ["spring", "spring", "deck"],
        "series": ["spring 0", "spring 1", "deck 12"],
        "value_leak": [0.0, 0.5, 0.7],
        "low_leak": [None, 0.4, 0.6],
        "high_leak": [None, 0.6, 0.8],
        "value_fair": [0.12, 0.05, 0.04],
        "low_fair": [0.11, 0.04, 0.03],
        "high_fair": [0.13, 0.06, 0.05],
    }
)
KINDS = {
    "bands": (BANDS, {"x": "roll", "x_label": "roll", "y_label": "bits"}),
    "trade_off": (
        TRADE,
        {
            "line": "spring",
            "x": "value_leak",
            "y": "value_fair",
            "x_label": "leak",
            "y_label": "unfairness",
        },
    ),
}


def described(kind="bands", data=None, **options):
    frame, defaults = KINDS.get(kind, KINDS["bands"])
    source = data or (lambda tables: frame)
    return Figure("shape", kind, source, "Shape", "What to see.", "A curve.", defaults | options)


def lacking(tables):
    raise Missing("this study has no table of draws")


def plotted():
    figure, axes = new_figure()
    axes.plot([0, 1], [0, 1], clip_on=True)
    return figure


def test_an_empty_figure_is_svg():
    with rc_context(SETTINGS):
        root = ElementTree.fromstring(svg_bytes(new_figure()[0], "empty"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("kind", KINDS)
def test_a_figure_is_drawn_the_same_twice(kind):
    assert draw(described(kind), TABLES, "salt")[0] == draw(described(kind), TABLES, "salt")[0]


@pytest.mark.parametrize("kind", KINDS)
def test_the_data_drawn_is_handed_back(kind):
    assert draw(described(kind), TABLES, "salt")[1] is KINDS[kind][0]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("bands", ["one", "two", "roll", "bits"]),
        ("trade_off", ["spring 0", "spring 1", "deck 12", "leak", "unfairness"]),
    ],
)
def test_series_and_axes_are_labelled(kind, words):
    svg = draw(described(kind), TABLES, "salt")[0].decode()
    assert [word for word in words if f"<!-- {word} -->" not in svg] == []


def test_series_have_the_palettes_first_colours():
    svg = draw(described(), TABLES, "salt")[0].decode().upper()
    assert [colour for colour in PALETTE[:-1] if colour in svg] == list(PALETTE[:2])


def test_a_logarithmic_axis_is_another_drawing():
    linear, logarithmic = (draw(described(log_y=b), TABLES, "salt")[0] for b in (False, True))
    assert linear != logarithmic


def test_ids_depend_on_the_name():
    with rc_context(SETTINGS):
        one, again, other = (svg_bytes(plotted(), name) for name in ("one", "one", "other"))
    assert one == again
    assert one != other


@pytest.mark.parametrize("source", [None, lacking], ids=["drawn", "placeholder"])
def test_neither_date_nor_program_is_written(source):
    svg = draw(described(data=source), TABLES, "salt")[0]
    assert b"dc:date" not in svg
    assert b"Matplotlib" not in svg


def test_missing_rows_give_a_placeholder_and_no_data():
    svg, data = draw(described(data=lacking), TABLES, "salt")
    assert data is None
    assert b"<!-- Nothing to draw: -->" in svg
    assert b"<!-- this study has no table of draws -->" in svg


def test_a_table_that_the_study_lacks_gives_a_placeholder():
    svg, data = draw(described(data=lambda tables: tables["sums"]), TABLES, "salt")
    assert data is None
    assert b"<!-- this study has no table of sums -->" in svg


def test_a_trade_off_without_any_leak_is_drawn():
    still = TRADE.head(1)
    svg, data = draw(described("trade_off", data=lambda tables: still), TABLES, "salt")
    assert data is still
    assert b"<!-- spring 0 -->" in svg


def test_an_empty_frame_gives_a_placeholder():
    svg, data = draw(described(data=lambda tables: BANDS.head(0)), TABLES, "salt")
    assert data is None
    assert b"<!-- this study has no rows for this figure -->" in svg


def test_a_placeholder_is_drawn_the_same_twice():
    one, two = (draw(described(data=lacking), TABLES, "salt")[0] for _ in range(2))
    assert one == two


def test_settings_are_put_back():
    before = dict(mpl.rcParams)
    draw(described(), TABLES, "salt")
    draw(described(data=lacking), TABLES, "salt")
    assert dict(mpl.rcParams) == before


def test_an_unknown_kind_is_an_error():
    with pytest.raises(ModuleNotFoundError, match=r"pastimes\.report\.kinds\.pie"):
        draw(described("pie"), TABLES, "salt")


def test_an_unknown_option_is_an_error():
    with pytest.raises(TypeError, match="colour"):
        draw(described(colour="red"), TABLES, "salt")


def test_an_error_of_the_data_is_no_placeholder():
    def broken(tables):
        raise KeyError("p50")

    with pytest.raises(KeyError, match="p50"):
        draw(described(data=broken), TABLES, "salt")
