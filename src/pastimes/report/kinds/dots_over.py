"""Points over one variable, one colour a series."""

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from pastimes.report.style import PALETTE, new_figure

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]

_MARKERS = "os^D"


def draw(data: "pd.DataFrame", x: str, y: str, x_label: str, y_label: str) -> Figure:
    """Draw `data`: columns ``series``, `x` and `y`; the y axis begins at 0."""
    figure, axes = new_figure()
    for i, (series, rows) in enumerate(data.groupby("series", sort=False)):
        marker = _MARKERS[i % len(_MARKERS)]
        axes.plot(rows[x], rows[y], marker, color=PALETTE[i], markersize=4, label=str(series))
    axes.set_ylim(bottom=0)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    figure.legend(loc="outside upper center", ncols=3)
    return figure
