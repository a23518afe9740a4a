"""One look for all figures: colour-blind-safe, readable in grey, the same bytes every time."""

import html
import io
import re
from collections.abc import Iterable
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

__all__ = ["PALETTE", "SETTINGS", "new_figure", "svg_bytes", "tips"]

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Colours after Okabe and Ito (2008), https://jfly.uni-koeln.de/color/, darkest first."""

SETTINGS: Any = {
    "figure.figsize": (7.0, 4.0),
    "figure.constrained_layout.use": True,
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    "svg.fonttype": "path",
}


def new_figure() -> tuple[Figure, Axes]:
    """A figure with one pair of axes, in the style; use inside ``rc_context(SETTINGS)``."""
    figure = Figure()
    return figure, figure.add_subplot()


def svg_bytes(figure: Figure, name: str) -> bytes:
    """The figure as SVG: no date, and ids that depend on `name` alone."""
    sink = io.BytesIO()
    with rc_context({**SETTINGS, "svg.hashsalt": name}):
        figure.savefig(sink, format="svg", metadata={"Date": None, "Creator": None})
    return _with_tips(sink.getvalue().decode()).encode()


def tips(texts: Iterable[str]) -> str:
    """A group id that says of each mark of an artist what to show when it is looked at closely."""
    return "tips:" + "|".join(text.replace("|", "/") for text in texts)


def _with_tips(svg: str) -> str:
    """Give marks their titles: those of groups whose id `tips` made, in order."""
    done, at = [], 0
    for begin in re.finditer(r'<g id="tips:([^"]*)">', svg):
        end = _end_of_group(svg, begin.end())
        texts = html.unescape(begin[1]).split("|")
        done += [svg[at : begin.start()], "<g>", _titled(svg[begin.end() : end], texts)]
        at = end
    return "".join([*done, svg[at:]])


def _end_of_group(svg: str, start: int) -> int:
    """Where the group ends whose contents begin here."""
    depth = 1
    for tag in re.finditer(r"<(/?)g[ >]", svg[start:]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return start + tag.start()
    raise ValueError("a group does not end")


def _titled(group: str, texts: list[str]) -> str:
    """Marks are uses of a shape, or paths where there are none; the rest is as it was."""
    kind = "use" if "<use" in group else "path"
    titles = iter(texts)

    def titled(mark: re.Match[str]) -> str:
        title = html.escape(next(titles, ""), quote=False)
        return f'<{kind} class="tip"{mark[1]}><title>{title}</title></{kind}>'

    return re.sub(rf"<{kind}((?![^>]* id=)[^>]*)/>", titled, group)
