"""Lines over one variable, labelled where they end."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from pastimes.report.style import PALETTE, new_figure

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]

_STYLES = ("-", "--", "-.", ":")


def draw(
    data: "pd.DataFrame",
    x: str,
    y: str,
    x_label: str,
    y_label: str,
    mark: float | None = None,
    low: float | None = 0,
) -> Figure:
    """Draw `data`: columns ``series``, `x` and `y`; a dotted line at the value to mark.

    The y axis begins at `low`; None leaves that to the data.
    """
    figure, axes = new_figure()
    ends = []
    for i, (series, rows) in enumerate(data.groupby("series", sort=False)):
        colour, style = PALETTE[i % len(PALETTE)], _STYLES[i // len(PALETTE)]
        axes.plot(rows[x], rows[y], style, color=colour, marker="o", markersize=3)
        ends.append((float(rows[y].iloc[-1]), str(series), colour))
    if mark is not None:
        axes.axvline(mark, color="#666666", linestyle=":", linewidth=1)
    if low is not None:
        axes.set_ylim(bottom=low)
    ends.sort()
    for place, (end, series, colour) in zip(_apart(ends, axes.get_ylim()), ends, strict=True):
        axes.annotate(
            series,
            (data[x].max(), end),
            xytext=(1.02, place),
            textcoords=("axes fraction", "data"),
            va="center",
            fontsize=9,
            color=colour,
            annotation_clip=False,
        )
    axes.set_xlim(data[x].min(), data[x].max())
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    return figure


def _apart(ends: list[tuple[float, str, str]], limits: tuple[float, float]) -> list[float]:
    """Heights of the labels, as near to the ends as keeps them legible."""
    step = 0.058 * (limits[1] - limits[0])
    heights: list[float] = []
    for end, *_ in ends:
        heights.append(max(end, heights[-1] + step) if heights else end)
    excess = max(0.0, (heights[-1] - limits[1]) if heights else 0.0)
    return list(np.array(heights) - excess)
