"""Sampled shares on their exact probabilities, and below them the residuals."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from pastimes.report.style import PALETTE

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]


def draw(data: "pd.DataFrame", x: str, x_label: str) -> Figure:
    """Draw `data`: columns ``series``, `x`, ``share``, ``decimal`` and ``residual``."""
    figure = Figure(figsize=(7, 5.4))
    above, below = figure.subplots(2, sharex=True, height_ratios=(2, 1))
    series = list(dict.fromkeys(data.series))
    for i, name in enumerate(series):
        rows = data[data.series == name]
        place = rows[x] + 0.7 * (i / max(len(series) - 1, 1) - 0.5)
        colour, marker = PALETTE[i % len(PALETTE)], "osD^vP*X"[i % 8]
        above.hlines(rows.decimal, place - 0.03, place + 0.03, color="#444444", linewidth=1.5)
        above.plot(place, rows.share, color=colour, marker=marker, linestyle="", markersize=4)
        below.plot(
            place,
            rows.residual,
            color=colour,
            marker=marker,
            linestyle="",
            markersize=4,
            label=name,
        )
    above.set_yscale("log")
    above.set_ylabel("share of matrices")
    below.axhline(0, color="#444444", linewidth=0.8)
    for edge in (-2, 2):
        below.axhline(edge, color="#444444", linewidth=0.8, linestyle="--")
    most = max(3.5, float(np.abs(data.residual).max()) * 1.1)
    below.set_ylim(-most, most)
    below.set_ylabel("residual, std. errors")
    below.set_xlabel(x_label)
    below.set_xticks(range(int(data[x].max()) + 1))
    figure.legend(loc="outside right upper", title="shape", fontsize=8)
    return figure
