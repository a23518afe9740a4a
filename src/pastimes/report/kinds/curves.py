"""Curves over one variable, labelled at their ends, with one value of it marked."""

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from pastimes.report.style import PALETTE, new_figure

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]


def draw(
    data: "pd.DataFrame", x: str, y: str, x_label: str, y_label: str, mark: float | None = None
) -> Figure:
    """Draw `data`: columns ``series``, `x` and `y`; a dotted line at the value to mark."""
    figure, axes = new_figure()
    for i, (series, rows) in enumerate(data.groupby("series", sort=False)):
        axes.plot(rows[x], rows[y], color=PALETTE[i], marker="o", markersize=3)
        # Labels beside the steepest part, on alternate sides, where curves are apart.
        middle = rows.iloc[(rows[y] - 0.5).abs().argmin()]
        axes.annotate(
            str(series),
            (middle[x], middle[y]),
            xytext=(-10, 6) if i % 2 else (10, -6),
            textcoords="offset points",
            ha="right" if i % 2 else "left",
            color=PALETTE[i],
        )
    if mark is not None:
        axes.axvline(mark, color="#666666", linestyle=":", linewidth=1)
        axes.annotate(f"{mark:g}", (mark, 0), xytext=(4, 4), textcoords="offset points")
    axes.set_ylim(0, 1.03)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    return figure
