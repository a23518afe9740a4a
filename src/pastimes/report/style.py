"""One look for all figures: colour-blind-safe, readable in grey, the same bytes every time."""

import io
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

__all__ = ["PALETTE", "SETTINGS", "new_figure", "svg_bytes"]

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Colours after Okabe and Ito (2008), https://jfly.uni-koeln.de/color/, darkest first."""

SETTINGS: Any = {
    "figure.figsize": (7.0, 4.0),
    "figure.constrained_layout.use": True,
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    "svg.fonttype": "path",
}


def new_figure() -> tuple[Figure, Axes]:
    """A figure with one pair of axes, in the style; use inside ``rc_context(SETTINGS)``."""
    figure = Figure()
    return figure, figure.add_subplot()


def svg_bytes(figure: Figure, name: str) -> bytes:
    """The figure as SVG: no date, and ids that depend on `name` alone."""
    sink = io.BytesIO()
    with rc_context({**SETTINGS, "svg.hashsalt": name}):
        figure.savefig(sink, format="svg", metadata={"Date": None, "Creator": None})
    return sink.getvalue()
