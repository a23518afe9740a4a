"""The figures: how much longer each alternative takes than ours."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes

from benchmarks.units import digits, in_words
from pastimes.report.style import PALETTE, SETTINGS, new_figure, svg_bytes, tips

__all__ = ["draw", "draw_by_size"]

Row = Mapping[str, Any]

_HEIGHT = 0.2  # of a line, in inches
_BEHIND = {"facecolor": "white", "edgecolor": "none", "pad": 1}


def draw(rows: Sequence[Row]) -> bytes:
    """Draw the table of ratios as SVG: a dot an alternative, from the least ratio to the most.

    Parameters
    ----------
    rows : sequence of mapping
        Those of each comparison together, ours first.
    """
    with rc_context(SETTINGS):
        figure, axes = new_figure()
        low, high = _range(rows)
        places = list(_places(rows))
        figure.set_figheight(0.8 + _HEIGHT * len(places))
        axes.set(xscale="log", xlim=(low, high), ylim=(-len(places), 0.5), yticks=[])
        axes.set_xlabel("time to ours, of the same round; ours = 1")
        axes.spines["left"].set_visible(False)
        axes.axvline(1, color="#666666", linewidth=1)
        for place, row in enumerate(places):
            if isinstance(row, str):
                _heading(axes, -place, row)
            else:
                _mark(axes, -place, row, to_the_left=row["median_ratio"] ** 2 > low * high)
        return svg_bytes(figure, "benchmarks")


def _places(rows: Sequence[Row]) -> Iterator[str | Row]:
    """What stands on each line from the top: a heading, then the alternatives to ours."""
    for (name, measured), group in groupby(rows, lambda row: (row["benchmark"], row["measured"])):
        ours, *others = group
        cost = f"{in_words(ours['median_seconds'])} a {ours['unit']}"
        yield f"{name}: {measured} ({ours['alternative']}: {cost})"
        yield from others


def _range(rows: Sequence[Row]) -> tuple[float, float]:
    """Limits of the ratios, with room for labels on both sides of the middle."""
    return (
        min(1.0, *(row["least_ratio"] for row in rows)) / 2,
        max(1.0, *(row["most_ratio"] for row in rows)) * 2,
    )


def _heading(axes: Axes, y: float, text: str) -> None:
    left = axes.get_yaxis_transform()
    axes.text(0, y, text, transform=left, va="center", size=9, weight="bold", bbox=_BEHIND)


def _mark(axes: Axes, y: float, row: Row, *, to_the_left: bool) -> None:
    label = f"{row['alternative']} ×{digits(row['median_ratio'])}"
    axes.hlines(y, row["least_ratio"], row["most_ratio"], color=PALETTE[0])
    axes.plot(
        row["median_ratio"], y, "o", color=PALETTE[0], markersize=5.5,
        gid=tips([f"{label}: {digits(row['least_ratio'])} to {digits(row['most_ratio'])}"]),
    )  # fmt: skip
    axes.annotate(
        label,
        (row["least_ratio" if to_the_left else "most_ratio"], y),
        xytext=(-6 if to_the_left else 6, 0),
        textcoords="offset points",
        ha="right" if to_the_left else "left",
        va="center",
        size=9,
        bbox=_BEHIND,
    )


def draw_by_size(rows: Sequence[Row]) -> bytes:
    """Draw the table of ratios by size as SVG: a line an alternative.

    Parameters
    ----------
    rows : sequence of mapping
        Those of one work, and of each alternative together.
    """
    with rc_context(SETTINGS):
        figure, axes = new_figure()
        axes.set(xscale="log", yscale="log", xlabel=rows[0]["size"], ylabel="time to ours")
        axes.set_title(f"{rows[0]['measured']}; ours = 1", loc="left")
        axes.axhline(1, color="#666666", linewidth=1)
        sizes = sorted({row["at"] for row in rows})
        axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
        axes.minorticks_off()
        for i, (name, group) in enumerate(groupby(rows, lambda row: row["alternative"])):
            _line(axes, name, list(group), PALETTE[i % len(PALETTE)])
        axes.margins(x=0.3)
        return svg_bytes(figure, "benchmarks")


def _line(axes: Axes, name: str, rows: Sequence[Row], color: str) -> None:
    at = [row["at"] for row in rows]
    ratios = [row["median_ratio"] for row in rows]
    told = [f"{name} ×{digits(r)} at {n:,}" for n, r in zip(at, ratios, strict=True)]
    axes.vlines(at, [r["least_ratio"] for r in rows], [r["most_ratio"] for r in rows], color=color)
    axes.plot(at, ratios, color=color)
    axes.plot(at, ratios, "o", color=color, markersize=5.5, gid=tips(told))
    axes.annotate(
        name, (at[-1], ratios[-1]), xytext=(8, 0), textcoords="offset points", va="center",
        size=9, color=color,
    )  # fmt: skip
