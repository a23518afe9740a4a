"""Medians by roll with the band from the 10th to the 90th percentile, one curve a series."""

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from pastimes.report.style import PALETTE, new_figure

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]


def draw(data: "pd.DataFrame", x: str, x_label: str, y_label: str, log_y: bool = False) -> Figure:
    """Draw `data`: columns ``series``, `x`, ``p10``, ``p50``, ``p90``; curves are labelled."""
    figure, axes = new_figure()
    for colour, (series, rows) in zip(PALETTE, data.groupby("series", sort=False), strict=False):
        axes.fill_between(rows[x], rows.p10, rows.p90, color=colour, alpha=0.22, linewidth=0)
        axes.plot(rows[x], rows.p50, color=colour)
        last = rows.iloc[-1]
        axes.annotate(
            str(series),
            (last[x], last.p50),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            annotation_clip=False,
        )
    if log_y:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.set_xlim(left=0, right=data[x].max())
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    return figure
