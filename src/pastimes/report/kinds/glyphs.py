"""Alphabets as pictures, one row of letters each; letters with a move are filled and numbered."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from pastimes.report.style import PALETTE

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]

_PER_ROW = 13
_INK, _PAPER = "#9a9a9a", "#f2f2ee"


def draw(data: "pd.DataFrame") -> Figure:
    """Draw `data`: columns ``alphabet``, ``letter``, ``picture``, ``move`` (null where none)."""
    groups = list(data.groupby("alphabet", sort=False))
    heights = [-(-len(rows) // _PER_ROW) for _, rows in groups]
    figure = Figure(figsize=(7, 1.15 * sum(heights) + 0.35 * len(groups)))
    grid = figure.add_gridspec(sum(heights), _PER_ROW)
    top = 0
    for (name, rows), height in zip(groups, heights, strict=True):
        for i, row in enumerate(rows.itertuples(index=False)):
            axes = figure.add_subplot(grid[top + i // _PER_ROW, i % _PER_ROW])
            _draw_letter(axes, row)
            if i == 0:
                axes.set_title(str(name), loc="left", fontsize=10, fontweight="bold", pad=14)
        top += height
    return figure


def _draw_letter(axes: Axes, row: object) -> None:
    move = getattr(row, "move")  # noqa: B009, rows of a data frame are not typed
    created = move == move and move is not None
    lines = str(getattr(row, "picture")).split()  # noqa: B009
    filled = np.array([[c == "#" for c in line] for line in lines])
    ink = to_rgb(PALETTE[0] if created else _INK)
    axes.imshow(np.where(filled[..., None], ink, to_rgb(_PAPER)), interpolation="nearest")
    axes.set_xticks(np.arange(filled.shape[1] + 1) - 0.5, labels=[])
    axes.set_yticks(np.arange(filled.shape[0] + 1) - 0.5, labels=[])
    axes.tick_params(length=0)
    axes.grid(color="white", linewidth=0.8)
    for spine in axes.spines.values():
        spine.set_visible(False)
    label = str(getattr(row, "letter"))  # noqa: B009
    axes.set_xlabel(f"{label} {int(move)}" if created else label, fontsize=9, labelpad=2)
