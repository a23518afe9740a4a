"""Single skeletons as pictures."""

import math
from xml.etree import ElementTree

import pandas as pd
import pytest

from pastimes.experiments.skeletons.listing import Skeleton, skeletons, written
from pastimes.experiments.skeletons.picture import svg
from pastimes.experiments.skeletons.readings import PRIMARY
from pastimes.report.kinds import gallery

SVG = "{http://www.w3.org/2000/svg}"
BENT = Skeleton(
    3, ((0, 0), (2, 0), (3, 1)), ((0, 1), (1, 2)), {0: 2, 1: 1}, "D1 between", (1, 2, 3)
)


def parts(skeleton):
    """Size, lines, dots and rings of a picture."""
    root = ElementTree.fromstring(svg(skeleton))
    assert root.tag == f"{SVG}svg"
    lines = [
        [float(line.get(k)) for k in ("x1", "y1", "x2", "y2")] for line in root.iter(f"{SVG}line")
    ]
    circles = [
        (float(c.get("cx")), float(c.get("cy")), float(c.get("r")), c.get("fill"))
        for c in root.iter(f"{SVG}circle")
    ]
    dots = [(x, y) for x, y, _, fill in circles if fill != "none"]
    rings = [(x, y, r) for x, y, r, fill in circles if fill == "none"]
    width, height = (float(v) for v in root.get("viewBox").split()[2:])
    return (width, height), lines, dots, rings


@pytest.mark.parametrize("vertices", range(2, 7))
def test_a_picture_has_a_line_an_edge_a_dot_a_vertex_and_a_ring_a_room(vertices):
    for skeleton in skeletons(PRIMARY, vertices):
        (width, height), lines, dots, rings = parts(skeleton)
        assert len(lines) == len(skeleton.edges)
        assert len(dots) == len(set(dots)) == len(skeleton.points)
        assert len(rings) == len(set(rings)) == sum(skeleton.rooms.values())
        for x1, y1, x2, y2 in lines:
            assert math.hypot(x2 - x1, y2 - y1) == pytest.approx(60, abs=0.2)
            assert {(x1, y1), (x2, y2)} <= {*dots}
        for x, y, r in rings:
            assert r < x < width - r
            assert r < y < height - r


def test_points_lie_as_in_the_skeleton_and_up_is_up():
    _, lines, dots, _ = parts(BENT)
    (x0, y0), (x1, y1), (x2, y2) = dots
    assert (x1 - x0, y1 - y0) == pytest.approx((60, 0))
    assert (x2 - x1, y2 - y1) == pytest.approx((30, -30 * math.sqrt(3)), abs=0.1)
    assert lines == [[x0, y0, x1, y1], [x1, y1, x2, y2]]


def test_rings_lie_around_their_vertices_one_in_another():
    _, _, dots, rings = parts(BENT)
    assert [dots.index((x, y)) for x, y, _ in rings] == [0, 0, 1]
    assert len({r for x, y, r in rings if (x, y) == dots[0]}) == 2


def test_a_picture_is_named():
    root = ElementTree.fromstring(svg(BENT))
    assert root.find(f"{SVG}title").text == "3 vertices, number 3"


def test_a_picture_has_the_colour_of_the_text_around_it():
    root = ElementTree.fromstring(svg(BENT))
    assert {line.get("stroke") for line in root.iter(f"{SVG}line")} == {"currentColor"}


def test_the_same_skeleton_is_drawn_the_same_twice():
    five = skeletons(PRIMARY, 5)
    assert [svg(s) for s in five] == [svg(s) for s in five]
    assert len({svg(s) for s in five}) == len(five)


def test_a_skeleton_is_the_same_way_up_in_a_picture_and_in_a_gallery():
    points, joins, rooms = written(BENT)
    row = {
        "heading": "h",
        "label": "1",
        "tip": "t",
        "points": points,
        "joins": joins,
        "rooms": rooms,
    }
    (axes,) = gallery.draw(pd.DataFrame([row])).axes
    (dots,) = [line.get_xydata() for line in axes.lines if line.get_markerfacecolor() != "none"]
    _, _, places, _ = parts(BENT)
    assert (dots[0][1] < dots[2][1]) == (places[0][1] > places[2][1])  # pixels go down
