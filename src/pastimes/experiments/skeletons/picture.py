"""A skeleton as a picture by itself, in Scalable Vector Graphics."""

import math

from pastimes.experiments.skeletons.listing import Skeleton

__all__ = ["svg"]

_UNIT = 60.0  # pixels an edge
_MARGIN = 24.0


def svg(skeleton: Skeleton) -> str:
    """Draw a skeleton: vertices as dots, those with room for connections as rings around them."""
    across = [x * _UNIT / 2 for x, _ in skeleton.points]
    down = [-y * _UNIT * math.sqrt(3) / 2 for _, y in skeleton.points]
    left, top = min(across) - _MARGIN, min(down) - _MARGIN
    width, height = max(across) - left + _MARGIN, max(down) - top + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" '
        f'width="{width:.0f}" height="{height:.0f}">',
        f"<title>{len(skeleton.points)} vertices, number {skeleton.number}</title>",
    ]
    at = [(x - left, y - top) for x, y in zip(across, down, strict=True)]
    for a, b in skeleton.edges:
        (x1, y1), (x2, y2) = at[a], at[b]
        parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            'stroke="currentColor" stroke-width="4" stroke-linecap="round"/>'
        )
    for i, (x, y) in enumerate(at):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="currentColor"/>')
        for ring in range(skeleton.rooms.get(i, 0)):
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{11 + 5 * ring}" fill="none" '
                'stroke="#D55E00" stroke-width="2"/>'
            )
    return "\n".join([*parts, "</svg>"])
