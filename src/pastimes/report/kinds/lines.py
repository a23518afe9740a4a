"""Lines over one variable, labelled where they end."""

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from pastimes.report.style import PALETTE, new_figure

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]

_STYLES = ("-", "--", "-.", ":")
_MARKED = 40  # points of a line that are marked, at most
_LINE = 0.058  # of the axes, a line of text


def draw(
    data: "pd.DataFrame",
    x: str,
    y: str,
    x_label: str,
    y_label: str,
    mark: float | None = None,
    log_x: bool = False,
    log_y: bool = False,
    level: float | None = None,
) -> Figure:
    """Draw `data`: columns ``series``, `x` and `y`; a dotted line at the value to mark.

    Either axis may have a scale of powers; else the y axis begins at 0, or has a line at a level
    in it.
    """
    figure, axes = new_figure()
    ends = []
    for i, (series, rows) in enumerate(data.groupby("series", sort=False)):
        colour, style = PALETTE[i % len(PALETTE)], _STYLES[i // len(PALETTE)]
        marker = "o" if len(rows) <= _MARKED else ""
        axes.plot(rows[x], rows[y], style, color=colour, marker=marker, markersize=3)
        ends.append((float(rows[y].iloc[-1]), str(series), colour))
    if mark is not None:
        axes.axvline(mark, color="#666666", linestyle=":", linewidth=1)
    if log_x:
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter("{x:g}")
    if log_y:
        axes.set_yscale("log")
    elif level is not None:
        axes.axhline(level, color="#666666", linestyle=":", linewidth=1)
    else:
        axes.set_ylim(bottom=0)
    ends.sort()
    to_axes = axes.transData + axes.transAxes.inverted()
    heights = [float(to_axes.transform((data[x].max(), end))[1]) for end, *_ in ends]
    for place, (end, series, colour) in zip(_apart(heights), ends, strict=True):
        axes.annotate(
            series,
            (data[x].max(), end),
            xytext=(1.02, place),
            textcoords="axes fraction",
            va="center",
            fontsize=9,
            color=colour,
            annotation_clip=False,
        )
    if data[x].nunique() > 1:
        axes.set_xlim(data[x].min(), data[x].max())
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    return figure


def _apart(heights: list[float]) -> list[float]:
    """Heights of the labels, from 0 to 1, as near to ascending ones as keeps them legible."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + _LINE) if placed else height)
    excess = max(0.0, placed[-1] - 1) if placed else 0.0
    return [height - excess for height in placed]
