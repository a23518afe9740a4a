"""Draws a described figure."""

import importlib
from typing import TYPE_CHECKING

from matplotlib import rc_context

from pastimes.declare.figures import Figure
from pastimes.declare.tables import Missing, Tables
from pastimes.report.style import SETTINGS, new_figure, svg_bytes

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["KINDS", "draw"]

KINDS = "pastimes.report.kinds"


def draw(figure: Figure, tables: Tables, salt: str) -> tuple[bytes, "pd.DataFrame | None"]:
    """Draw a figure as SVG.

    Returns
    -------
    svg : bytes
    data : DataFrame or None
        What is drawn; None where this study lacks it, and then the drawing says so.
    """
    with rc_context(SETTINGS):
        try:
            data = figure.data(tables)
            if data.empty:
                raise Missing("this study has no rows for this figure")
        except Missing as missing:
            return _placeholder(str(missing), salt), None
        kind = importlib.import_module(f"{KINDS}.{figure.kind}")
        return svg_bytes(kind.draw(data, **figure.options), salt), data


def _placeholder(text: str, salt: str) -> bytes:
    drawn, axes = new_figure()
    axes.set_axis_off()
    axes.text(0.5, 0.5, f"Nothing to draw:\n{text}", ha="center", va="center", wrap=True)
    return svg_bytes(drawn, salt)
