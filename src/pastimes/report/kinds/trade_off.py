"""Two measures against each other: a line through the settings of one algorithm, the others as
points, each with both intervals."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pastimes.report.style import PALETTE, new_figure, tips

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["draw"]

_MARKERS = "osD^v"
_MOST_LABELS = 10  # of a series, evenly chosen


def draw(data: "pd.DataFrame", line: str, x: str, y: str, x_label: str, y_label: str) -> Figure:
    """Draw `data`: columns ``algorithm``, ``series``, `x` and `y` with their ``low_``, ``high_``.

    The interval of a measure ``value_NAME`` lies in ``low_NAME`` and ``high_NAME``.
    """
    figure, axes = new_figure()
    for i, (algorithm, rows) in enumerate(data.groupby("algorithm", sort=False)):
        style = (
            ("-", "right", "top", (-6, -5))
            if algorithm == line
            else ("none", "left", "bottom", (6, 4))
        )
        _draw_series(
            axes, rows, x, y, PALETTE[i % len(PALETTE)], _MARKERS[i % len(_MARKERS)], *style
        )
    # Square roots spread the weak settings and still show 0, with room for a label before it.
    axes.set_xscale("function", functions=(_signed_root, _signed_square))
    most = data[x].max() or 1.0  # where nothing leaks
    axes.set_xlim(-0.02 * most, 1.15 * most)
    axes.set_ylim(bottom=0.75 * data[y].min())
    axes.set_xticks(_ticks(most))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_yscale("log")
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    return figure


def _margins(rows: "pd.DataFrame", measure: str) -> list["pd.Series"]:
    name = measure.partition("_")[2]
    low = (rows[measure] - rows[f"low_{name}"]).fillna(0).clip(lower=0)
    high = (rows[f"high_{name}"] - rows[measure]).fillna(0).clip(lower=0)
    return [low, high]


def _draw_series(
    axes: Axes,
    rows: "pd.DataFrame",
    x: str,
    y: str,
    colour: str,
    marker: str,
    linestyle: str,
    ha: str,
    va: str,
    offset: tuple[int, int],
) -> None:
    axes.errorbar(
        rows[x],
        rows[y],
        xerr=_margins(rows, x),
        yerr=_margins(rows, y),
        color=colour,
        marker=marker,
        linestyle=linestyle,
        markersize=5,
        elinewidth=1,
    )
    texts = (
        f"{row.series}: {getattr(row, x):.3g} against {getattr(row, y):.3g}"
        for row in rows.itertuples(index=False)
    )
    axes.plot(rows[x], rows[y], "o", color=colour, alpha=0, markersize=9, gid=tips(texts))
    # The line falls: labels below it and above it keep clear of each other.
    every = -(-len(rows) // _MOST_LABELS)
    for row in rows.iloc[::every].itertuples(index=False):
        axes.annotate(
            row.series,
            (getattr(row, x), getattr(row, y)),
            xytext=offset,
            textcoords="offset points",
            ha=ha,
            va=va,
            color=colour,
            fontsize=9,
        )


def _signed_root(values: "NDArray[np.float64]") -> "NDArray[np.float64]":
    return np.sign(values) * np.sqrt(np.abs(values))


def _signed_square(values: "NDArray[np.float64]") -> "NDArray[np.float64]":
    return np.sign(values) * np.square(values)


def _ticks(most: float) -> list[float]:
    steps = (0.0, 0.05, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0)
    return [step for step in steps if step <= 1.1 * most]
