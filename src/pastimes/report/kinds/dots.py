"""Values on a common scale, a line a label: one mark a series, with its interval."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from pastimes.report.style import PALETTE, new_figure, tips

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]

_MARKERS = "osD^v"
_ROW = 0.24  # inches


def draw(data: "pd.DataFrame", value: str, x_label: str, marks: Sequence[float] = ()) -> Figure:
    """Draw `data`: columns ``label``, ``series``, `value`, and perhaps ``low`` and ``high``.

    Labels stand from top to bottom in the order of the data; `marks` are values to draw lines at.
    """
    figure, axes = new_figure()
    labels = list(dict.fromkeys(data["label"]))
    place = {label: -i for i, label in enumerate(labels)}
    figure.set_figheight(1.2 + _ROW * len(labels))
    for mark in marks:
        axes.axvline(mark, color="#666666", linestyle=":", linewidth=1)
    for i, (series, rows) in enumerate(data.groupby("series", sort=False)):
        at = np.array([place[label] for label in rows["label"]])
        if {"low", "high"} <= set(rows):
            axes.hlines(at, rows.low, rows.high, color=PALETTE[i % len(PALETTE)], linewidth=1.2)
        axes.plot(
            rows[value],
            at,
            _MARKERS[i % len(_MARKERS)],
            color=PALETTE[i % len(PALETTE)],
            label=str(series),
            markersize=5.5,
            gid=tips(
                f"{row.label}, {series}: {getattr(row, value):.4g}" for row in rows.itertuples()
            ),
        )
    axes.set_yticks(list(place.values()), labels)
    axes.set_ylim(min(place.values()) - 0.7, 0.7)
    axes.set_xlabel(x_label)
    figure.legend(loc="outside upper center", ncols=3)
    return figure
