"""The slow method: growth, sameness, faces, rules and words, on drawings made by hand."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.skeletons.plain import (
    AROUND,
    Figures,
    canonical,
    follows,
    grow,
    images,
    outer_vertices,
    symmetries,
    words,
)
from pastimes.experiments.skeletons.readings import SWITCHES, parse

RHOMBUS, TRAPEZOID, HEXAGON = "0134", "00234", "012345"
RING = "001122334455"  # a hexagon of side two; the walks further on lead to the ring within
SPOKED = [RING[: 2 * i] + str((i + 1) % 6) for i in range(6)]
SPOKED += [RING[: 2 * i + 1] + str((i + 2) % 6) for i in range(6)]
CLOSED = " ".join([RING, *SPOKED])
WALKS = st.lists(st.text("012345", min_size=1, max_size=6), min_size=1, max_size=3).map(" ".join)


def turned(point, times):
    """A point turned by so many steps of 60 degrees: (2, 0) goes around `AROUND`."""
    for _ in range(times):
        point = ((point[0] - 3 * point[1]) // 2, (point[0] + point[1]) // 2)
    return point


def moved(drawing, times, mirrored, shift=(0, 0)):
    """A drawing mirrored or not, turned and shifted."""
    found = set()
    for edge in drawing:
        points = [(x, -y if mirrored else y) for x, y in edge]
        ends = [turned(p, times) for p in points]
        a, b = sorted((x + shift[0], y + shift[1]) for x, y in ends)
        found.add((a, b))
    return frozenset(found)


def normal(drawing):
    """The least of a drawing's twelve images, each with its least x and its least y at 0."""
    found = []
    for times, mirrored in product(range(6), (False, True)):
        edges = moved(drawing, times, mirrored)
        x, y = (min(p[i] for edge in edges for p in edge) for i in (0, 1))
        found.append(tuple(sorted(((a - x, b - y), (c - x, d - y)) for (a, b), (c, d) in edges)))
    return min(found)


def grown_by_edges(vertices, most_edges):
    """Drawings found by adding one edge after another, of so many vertices at most."""
    layer = {normal([((0, 0), (2, 0))])}
    found = set(layer)
    while layer:
        larger = set()
        for drawing in layer:
            points = {p for edge in drawing for p in edge}
            for (x, y), (dx, dy) in product(points, AROUND):
                a, b = sorted([(x, y), (x + dx, y + dy)])
                edges = {*drawing, (a, b)}
                ends = [p for edge in edges for p in edge]
                if len(set(ends)) <= vertices and max(map(ends.count, ends)) <= most_edges:
                    larger.add(normal(edges))
        layer = larger - found
        found |= layer
    return {d for d in found if len({p for edge in d for p in edge}) == vertices}


@pytest.mark.parametrize(
    ("most_edges", "vertices"),
    [
        (3, 2),
        (3, 3),
        (3, 4),
        (3, 5),
        (6, 4),
        (6, 5),
        pytest.param(3, 6, marks=pytest.mark.slow),
    ],
)
def test_growth_finds_the_drawings_that_adding_edges_finds(most_edges, vertices):
    found = grow(vertices, most_edges)
    assert {normal(drawing) for drawing in found} == grown_by_edges(vertices, most_edges)
    assert len({normal(drawing) for drawing in found}) == len(found)


@pytest.mark.parametrize("most_edges", range(1, 7))
def test_no_vertex_grows_more_edges_than_it_may_have(most_edges):
    most = {max(map(len, Figures(d).neighbours.values())) for d in grow(5, most_edges)}
    assert most == {1: set(), 2: {2}}.get(most_edges, set(range(2, min(most_edges, 4) + 1)))


def test_drawings_of_two_vertices_are_one_edge():
    (drawing,) = grow(2)
    assert normal(drawing) == normal([((0, 0), (2, 0))])


@given(WALKS, st.integers(0, 5), st.booleans(), st.integers(-9, 9))
def test_moved_drawings_have_one_canonical_form(drawn, walks, times, mirrored, by):
    drawing = drawn(walks)
    other = moved(drawing, times, mirrored, (2 * by, 4 * by))
    assert canonical(other) == canonical(drawing)


@given(WALKS)
def test_the_canonical_form_is_an_image_with_its_least_point_at_the_origin(drawn, walks):
    found = list(images(drawn(walks)))
    assert len(found) == 12
    assert canonical(drawn(walks)) in found
    for image in found:
        assert min(p for edge in image for p in edge) == (0, 0)
        assert normal(image) == normal(drawn(walks))
        assert list(image) == sorted(set(image))


@pytest.mark.parametrize(
    ("one", "other"),
    [("01", "02"), ("00", "01"), ("0 2 01", "0 2 022"), ("024 3", "024 33"), (RHOMBUS, "0123")],
)
def test_unlike_drawings_have_unlike_canonical_forms(drawn, one, other):
    assert canonical(drawn(one)) != canonical(drawn(other))


@pytest.mark.parametrize(
    ("walks", "number"),
    [
        ("0", 4),
        ("00", 4),
        ("01", 2),
        ("012", 2),
        ("010", 2),
        ("001", 1),
        ("024", 6),
        ("024 3", 1),
        ("024 4", 1),
        ("0 2 4", 6),
        ("0 1 3", 1),
        (RHOMBUS, 4),
        (RHOMBUS + " 02", 4),
        (TRAPEZOID, 2),
        (HEXAGON, 12),
        (HEXAGON + " 1", 2),
        (HEXAGON + " 11", 4),
        (HEXAGON + " 4", 2),
        (CLOSED, 6),
    ],
)
def test_symmetries_are_those_of_the_figure(drawn, walks, number):
    drawing = drawn(walks)
    maps = symmetries(drawing)
    assert len(maps) == number
    points = {p for edge in drawing for p in edge}
    assert {p: p for p in points} in maps
    for to in maps:
        assert set(to.values()) == set(to) == points
        assert {tuple(sorted((to[a], to[b]))) for a, b in drawing} == drawing


@given(WALKS)
def test_symmetries_are_as_many_as_images_that_come_back(drawn, walks):
    found = list(images(drawn(walks)))
    assert len(symmetries(drawn(walks))) == found.count(found[0])
    assert 12 % found.count(found[0]) == 0


def flooded(drawing):
    """Vertices of the small triangles that can be walked to from far away, over no edge."""
    points = {p for edge in drawing for p in edge}
    (left, right), (low, high) = ((min(c) - 4, max(c) + 4) for c in zip(*points, strict=True))
    triangles = {
        (x, y, up)
        for x, y, up in product(range(left, right), range(low, high), (1, -1))
        if (x + y) % 2 == 0
    }

    def corners(x, y, up):
        return (x, y), (x + 2, y), (x + 1, y + up)

    by_side = {}
    for triangle in triangles:
        for side in combinations(sorted(corners(*triangle)), 2):
            by_side.setdefault(side, []).append(triangle)
    start = min(triangles)
    reached, ahead = {start}, [start]
    while ahead:
        for side in combinations(sorted(corners(*ahead.pop())), 2):
            if side not in drawing:
                new = set(by_side[side]) - reached
                reached |= new
                ahead += new
    return points & {p for triangle in reached for p in corners(*triangle)}


def test_the_end_of_a_spoke_is_inside_and_the_hexagon_outside(drawn):
    assert outer_vertices(drawn(HEXAGON + " 1")) == {
        (0, 0),
        (2, 0),
        (3, 1),
        (2, 2),
        (0, 2),
        (-1, 1),
    }
    assert outer_vertices(drawn(HEXAGON + " 11 4")) == {
        *outer_vertices(drawn(HEXAGON)),
        (-1, -1),
    }


@pytest.mark.parametrize("walks", ["0", "00112", "0 2 4", "0 01 02 3 33 34", "01234"])
def test_all_of_a_tree_is_outside(drawn, walks):
    drawing = drawn(walks)
    assert outer_vertices(drawing) == {p for edge in drawing for p in edge}


def test_a_ring_within_is_inside(drawn):
    found = outer_vertices(drawn(CLOSED))
    assert found == {p for edge in drawn(RING) for p in edge}
    assert len(found) == 12


def test_outer_vertices_are_those_that_are_reached_from_far_away(drawn, grown):
    several = [*(f.drawing for f in grown(6)), *map(drawn, (CLOSED, RING, HEXAGON + " 11"))]
    assert all(outer_vertices(drawing) == flooded(drawing) for drawing in several)


@given(WALKS)
def test_outer_vertices_of_any_drawing_are_those_reached_from_far_away(drawn, walks):
    assert outer_vertices(drawn(walks)) == flooded(drawn(walks))


@pytest.mark.slow
def test_outer_vertices_of_seven_are_those_that_are_reached_from_far_away(grown):
    assert all(outer_vertices(f.drawing) == flooded(f.drawing) for f in grown(7))


@pytest.mark.parametrize(
    ("walks", "acute", "straight", "all_straight", "hexagons", "rooms"),
    [
        ("0", 0, 0, 0, 0, [2, 2]),
        ("00", 0, 1, 1, 0, [1, 2, 2]),
        ("01", 0, 0, 0, 0, [1, 2, 2]),
        ("02", 1, 0, 0, 0, [1, 2, 2]),
        ("024", 3, 0, 0, 0, [1, 1, 1]),
        ("0 1 3", 1, 0, 1, 0, [2, 2, 2]),
        ("0 1 2", 2, 0, 0, 0, [2, 2, 2]),
        (RHOMBUS, 2, 0, 0, 0, [1] * 4),
        (RHOMBUS + " 02", 6, 0, 0, 0, [1] * 2),
        (TRAPEZOID, 2, 1, 1, 0, [1] * 5),
        (HEXAGON, 0, 0, 0, 1, [1] * 6),
        (HEXAGON + " 1", 2, 0, 0, 1, [1] * 5),
        (HEXAGON + " 11", 4, 1, 1, 1, [1] * 4),
        (CLOSED, 12 + 6 + 6, 0, 6, 0, []),
    ],
)
def test_figures_are_counted(drawn, walks, acute, straight, all_straight, hexagons, rooms):
    found = Figures(drawn(walks))
    assert len(found.acute) == acute
    assert len(found.straight) == straight
    assert len(found.all_straight) == all_straight
    assert len(found.hexagons) == hexagons
    assert sorted(found.rooms.values()) == rooms


def test_rooms_are_of_outer_vertices_alone(drawn):
    assert (1, 1) not in Figures(drawn(HEXAGON + " 1")).rooms
    assert (0, 0) not in Figures(drawn(HEXAGON + " 1")).rooms  # it has three edges


def test_a_hexagon_knows_its_centre(drawn):
    ((centre, walk),) = Figures(drawn(HEXAGON + " 11")).hexagons
    assert centre == (1, 1)
    assert set(walk) == {p for edge in drawn(HEXAGON) for p in edge}


@pytest.mark.parametrize(
    ("walks", "kind", "number"),
    [
        ("024", "triangle", 3),
        (RHOMBUS, "triangle", 0),
        (RHOMBUS, "rhombus", 2),
        (RHOMBUS + " 02", "rhombus", 2),
        (TRAPEZOID, "rhombus", 0),
        (TRAPEZOID, "trapezoid", 3),
        ("00432", "trapezoid", 3),
        (HEXAGON, "spoke", 0),
        (HEXAGON + " 1", "spoke", 2),
        (HEXAGON + " 11", "spoke", 4),
        (HEXAGON + " 11", "centre", 1),
        (HEXAGON + " 1", "centre", 0),
        ("024 33", "neighbour", 1),
        ("024 333", "neighbour", 1),
    ],
)
def test_figures_justify_as_many_angles_as_they_have(drawn, walks, kind, number):
    found = Figures(drawn(walks))
    justified = found.justified[kind] & (found.acute | found.straight)
    assert len(justified) == number


# Drawings that tell a value of a switch: what they follow with it and, else the same, without.
TELLING = [
    ("diamond=none", RHOMBUS, False, True),
    ("diamond=none", RHOMBUS + " 02", True, True),
    ("paired60=hexagon", RHOMBUS + " 02", False, True),
    ("paired60=hexagon", HEXAGON + " 1", True, True),
    ("paired60=hexagon", "024 3", True, True),
    ("hexagon_spoke=no", HEXAGON + " 1", False, True),
    ("hexagon_spoke=no", HEXAGON + " 4", True, True),
    ("centre_straight=no", HEXAGON + " 11", False, True),
    ("centre_straight=no", HEXAGON + " 1", True, True),
    ("dangling_spoke=no", HEXAGON + " 1", False, True),
    ("dangling_spoke=no", HEXAGON + " 11", True, True),
    ("dangling_spoke=no", "0", True, True),
    ("straight_next_to=neighbour", "024 33", True, False),
    ("straight_next_to=neighbour", "024 333", False, False),
    ("straight_next_to=neighbour", "00", False, False),
    ("trapezoid=yes", TRAPEZOID, True, False),
    ("trapezoid=yes", "00432", True, False),
    ("trapezoid=yes", "0023", False, False),
    ("induced=yes", RHOMBUS, False, True),
    ("induced=yes", RHOMBUS + " 02", True, True),
    ("induced=yes", "01234", False, True),
    ("induced=rhombus", RHOMBUS, True, True),
    ("induced=rhombus", "01234", False, True),
    ("induced=rhombus", HEXAGON, True, True),
    ("angles=120", "024", False, True),
    ("angles=120", "0 2 4", True, True),
    ("angles=120", "024 3", False, True),
    ("angles=free", "00", True, False),
    ("angles=free", "02", True, False),
    ("angles=free exterior=free", CLOSED, True, False),
    ("most_edges=6 angles=free", "0 1 2 3", True, False),
    ("most_edges=6 angles=free", "0 1 2", True, False),
]


@pytest.mark.parametrize(("text", "walks", "with_it", "without"), TELLING)
def test_a_drawing_tells_the_values_of_a_switch(drawn, text, walks, with_it, without):
    figures = Figures(drawn(walks))
    assert follows(figures, parse(text)) is with_it
    assert follows(figures, parse("primary")) is without


def test_every_value_of_every_switch_is_told_by_some_drawing():
    told = {switch for text, *_, a, b in TELLING for switch in text.split() if a is not b}
    every = {f"{name}={value}" for name, values in SWITCHES.items() for value in values[1:]}
    assert told == every


@pytest.mark.parametrize(
    ("text", "passes"), [("angles=free", False), ("angles=free exterior=free", True)]
)
def test_a_drawing_without_room_outside_passes_where_none_is_needed(drawn, text, passes):
    assert follows(Figures(drawn(CLOSED)), parse(text)) is passes


@pytest.mark.parametrize(
    ("text", "passes"), [("angles=free", False), ("most_edges=6 angles=free", True)]
)
def test_a_vertex_of_four_edges_passes_where_six_are_allowed(drawn, text, passes):
    assert follows(Figures(drawn("0 1 2 3")), parse(text)) is passes


@pytest.mark.parametrize(
    ("walks", "passes"),
    [
        ("0", True),
        ("00", False),
        ("01", True),
        ("02", False),
        ("0 1 3", False),
        ("024 3", True),
        (RHOMBUS + " 02", True),
        ("0 2 4", True),
        ("0 1 2", False),
        (HEXAGON, True),
        (TRAPEZOID, False),
        (HEXAGON + " 101", False),
        (HEXAGON + " 1 15", True),
        (HEXAGON + " 1 10", True),
    ],
)
def test_the_primary_reading_on_drawings_made_by_hand(drawn, walks, passes):
    assert follows(Figures(drawn(walks)), parse("primary")) is passes


@given(WALKS, st.integers(0, 5), st.booleans(), st.sampled_from([t for t, *_ in TELLING]))
def test_moved_drawings_follow_the_same_readings(drawn, walks, times, mirrored, text):
    one, other = Figures(drawn(walks)), Figures(moved(drawn(walks), times, mirrored))
    assert follows(one, parse(text)) is follows(other, parse(text))


@pytest.mark.parametrize(
    ("walks", "several", "single"),
    [
        ("0", [1, 2, 1], [1, 1, 0]),
        ("01", [2, 3, 3], [2, 2, 1]),
        ("00", [2, 3, 3], [2, 2, 1]),
        ("024", [1, 1, 1], [1, 1, 1]),
        ("0 2 4", [1, 2, 2], [1, 1, 1]),
        (HEXAGON, [1, 3, 3], [1, 3, 3]),
        (RHOMBUS, [2, 3, 2], [2, 3, 2]),
        (HEXAGON + " 1", [3, 6, 6], [3, 6, 6]),
        (CLOSED, [0, 0, 0], [0, 0, 0]),
    ],
)
def test_words_on_drawings_made_by_hand(drawn, walks, several, single):
    figures = Figures(drawn(walks))
    assert [words(figures, k, one_each=False) for k in (1, 2, 3)] == several
    assert [words(figures, k, one_each=True) for k in (1, 2, 3)] == single


def test_no_connections_are_one_word():
    assert words(Figures(frozenset({((0, 0), (2, 0))})), 0, one_each=False) == 1
