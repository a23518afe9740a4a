"""Drawings side by side, numbered, in groups with a heading each."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from pastimes.report.style import PALETTE, new_figure, tips

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["draw"]

_GAP = 1.2  # edges between drawings
_WIDTH = 32.0  # edges in a row
_INCHES = 0.24  # an edge
_LETTER = 0.24  # edges, of a label


def draw(data: "pd.DataFrame") -> Figure:
    """Draw `data`: columns ``heading``, ``label``, ``tip``, ``points``, ``joins`` and ``rooms``.

    Labels stand below drawings, tips are shown when one is looked at closely. Points are x,y in
    half units and half units of root 3, with spaces between; joins are pairs of points by number;
    rooms say of points how many rings to draw around them.
    """
    figure, axes = new_figure()
    axes.set_aspect("equal")
    axes.set_axis_off()
    pen = _Pen(axes)
    for heading, rows in data.groupby("heading", sort=False):
        pen.begin(str(heading))
        for row in rows.itertuples(index=False):
            pen.add(_points(row.points), row.joins, row.rooms, str(row.label), str(row.tip))
    pen.finish()
    figure.set_size_inches(_WIDTH * _INCHES, pen.height * _INCHES)
    return figure


def _points(text: str) -> "NDArray[np.float64]":
    whole = np.array([point.split(",") for point in text.split()], float)
    points = whole * np.array([0.5, math.sqrt(3) / 2])
    return np.column_stack([points[:, 0] - points[:, 0].min(), points[:, 1] - points[:, 1].min()])


class _Pen:
    """Places drawings from left to right in rows, their feet on one line."""

    def __init__(self, axes: Axes) -> None:
        self.axes = axes
        self.height = 0.0
        self._row: list[tuple[Any, ...]] = []
        self._across = 0.0
        self._lines: list[Any] = []
        self._dots: list[Any] = []
        self._rings: list[tuple[Any, int]] = []

    def begin(self, heading: str) -> None:
        self._end_row()
        self.height += 0.4
        self.axes.text(0, -self.height, heading, va="top", fontsize=9, fontweight="bold")
        self.height += 1.6

    def add(
        self, points: "NDArray[np.float64]", joins: str, rooms: str, label: str, tip: str
    ) -> None:
        own = float(points[:, 0].max())
        width = max(own, _LETTER * len(label), 1.0)
        if self._across + width > _WIDTH:
            self._end_row()
        points[:, 0] += self._across + (width - own) / 2
        self._row.append((points, self._across + width / 2, joins, rooms, label, tip))
        self._across += width + _GAP

    def _end_row(self) -> None:
        if not self._row:
            return
        foot = self.height + max(float(points[:, 1].max()) for points, *_ in self._row)
        for points, middle, joins, rooms, label, tip in self._row:
            placed = points - np.array([0.0, foot])
            pairs = [pair.split("-") for pair in joins.split()]
            self._lines += [(placed[int(a)], placed[int(b)]) for a, b in pairs]
            self._dots += list(placed)
            self._rings += [
                (placed[int(i)], int(n)) for i, n in (room.split(":") for room in rooms.split())
            ]
            corner, size = placed.min(axis=0) - 0.3, np.ptp(placed, axis=0) + 0.6
            self.axes.add_patch(Rectangle(corner, *size, alpha=0, gid=tips([tip])))
            self.axes.text(middle, -foot - 0.45, label, ha="center", va="top", fontsize=7)
        self.height = foot + 2.2
        self._row, self._across = [], 0.0

    def finish(self) -> None:
        self._end_row()
        ink, accent = "#222222", PALETTE[1]
        self.axes.add_collection(LineCollection(self._lines, colors=ink, linewidths=1.3))
        if self._dots:
            self.axes.plot(*np.array(self._dots).T, "o", color=ink, markersize=2.6)
        for most, size in ((1, 5.0), (2, 7.4)):
            ringed = [at for at, rings in self._rings if rings >= most]
            if ringed:
                self.axes.plot(
                    *np.array(ringed).T, "o", mfc="none", mec=accent, mew=0.8, markersize=size
                )
        self.axes.set_xlim(-0.8, _WIDTH + 0.8)
        self.axes.set_ylim(-self.height, 0.5)
