"""Least strain: what is the same map, what the same graph, and which drawing of it is kept."""

from itertools import pairwise

import pytest

from pastimes.experiments.skeletons.plain import Figures
from pastimes.experiments.skeletons.strain import (
    SAMENESS,
    graph_code,
    least_strained,
    map_code,
    strain,
)

RHOMBUS, TRAPEZOID, HEXAGON = "0134", "00234", "012345"
CODES = pytest.mark.parametrize("code", [map_code, graph_code])


@pytest.fixture(scope="module")
def figures(drawn):
    return lambda walks: Figures(drawn(walks))


def degrees(found):
    return sorted(len(joined) for joined in found.neighbours.values())


def isomorphic(one, other):
    """Whether two drawings are of one graph, by trying all ways to match their vertices."""
    here, there = one.neighbours, other.neighbours
    if degrees(one) != degrees(other):
        return False

    def match(matched):
        if len(matched) == len(here):
            return True
        vertex = next(v for v in here if v not in matched)
        known = {matched[p] for p in here[vertex] if p in matched}
        return any(
            match(matched | {vertex: image})
            for image in set(there) - {*matched.values()}
            if {p for p in there[image] if p in matched.values()} == known
        )

    return match({})


@pytest.mark.parametrize(
    ("walks", "number"),
    [
        ("0", 0),
        ("01", 0),
        ("00", 1),
        ("02", 1),
        ("012", 0),
        ("0101", 0),
        ("000", 2),
        ("024", 3),
        ("0 1 3", 2),
        ("0 1 2", 2),
        ("0 2 4", 0),
        (RHOMBUS, 2),
        (RHOMBUS + " 02", 6),
        (TRAPEZOID, 3),
        (HEXAGON, 0),
        (HEXAGON + " 11", 4 + 1),
    ],
)
def test_strain_is_the_number_of_acute_and_straight_angles(figures, walks, number):
    assert strain(figures(walks)) == number


SAME_MAP = [
    ("01", "00"),
    ("01", "02"),
    ("012", "010"),
    ("0120", "0000"),
    (RHOMBUS, "0235"),
    ("0 2 4", "0 1 3"),
    ("024 3", "024 4"),
    (TRAPEZOID, "00432"),
    (HEXAGON, "002244"),
    (HEXAGON, "001334"),
    (HEXAGON + " 1", HEXAGON + " 4"),
    (HEXAGON + " 4", HEXAGON + " 04"),
]
SAME_GRAPH_OTHER_MAP = [
    (HEXAGON + " 1 04", HEXAGON + " 4 04"),
]
OTHER_GRAPH = [
    ("012", "0 2 4"),
    ("024 3", RHOMBUS),
    ("0120", "0 2 4 01"),
    (HEXAGON + " 4 04", HEXAGON + " 4 014"),
    (RHOMBUS + " 02", "024 33"),
    ("0", "01"),
]


@CODES
@pytest.mark.parametrize(("one", "other"), SAME_MAP)
def test_drawings_of_one_map_have_one_code(figures, code, one, other):
    assert isomorphic(figures(one), figures(other))
    assert code(figures(one)) == code(figures(other))


@pytest.mark.parametrize(("one", "other"), SAME_GRAPH_OTHER_MAP)
def test_two_edges_on_two_sides_of_a_cycle_are_another_map_of_the_graph(figures, one, other):
    assert isomorphic(figures(one), figures(other))
    assert graph_code(figures(one)) == graph_code(figures(other))
    assert map_code(figures(one)) != map_code(figures(other))


@CODES
@pytest.mark.parametrize(("one", "other"), OTHER_GRAPH)
def test_drawings_of_other_graphs_have_other_codes(figures, code, one, other):
    assert not isomorphic(figures(one), figures(other))
    assert code(figures(one)) != code(figures(other))


def test_graph_codes_are_equal_just_where_vertices_can_be_matched(grown):
    groups = {}
    for found in grown(5):
        groups.setdefault(graph_code(found), []).append(found)
    assert all(isomorphic(a, b) for group in groups.values() for a, b in pairwise(group))
    first = [group[0] for group in groups.values()]
    assert not any(isomorphic(a, b) for i, a in enumerate(first) for b in first[:i])


def test_drawings_of_one_map_are_drawings_of_one_graph(grown):
    graphs = {}
    for found in grown(6):
        graphs.setdefault(map_code(found), set()).add(graph_code(found))
    assert {len(codes) for codes in graphs.values()} == {1}


def test_trees_of_up_to_five_vertices_with_three_edges_a_vertex_are_five(grown):
    # The path of two, of three, of four and the fork, of five and the fork with a longer arm.
    trees = [[f for f in grown(n) if len(f.drawing) == len(f.neighbours) - 1] for n in range(2, 6)]
    assert [len({graph_code(f) for f in found}) for found in trees] == [1, 1, 2, 2]
    assert [len({map_code(f) for f in found}) for found in trees] == [1, 1, 2, 2]


@CODES
def test_codes_do_not_change_with_the_drawings_place(drawn, code):
    shifted = frozenset(((a + 6, b + 2), (c + 6, d + 2)) for (a, b), (c, d) in drawn("024 33"))
    assert code(Figures(shifted)) == code(Figures(drawn("024 33")))


def test_a_path_of_four_vertices_has_a_drawing_without_strain(grown):
    paths = [f for f in grown(4) if degrees(f) == [1, 1, 2, 2]]
    kept = least_strained(paths, graph_code)
    assert len(paths) > len(kept) == 2  # bent to one side, and to both
    assert {strain(f) for f in kept} == {0}
    assert {frozenset(f.drawing) for f in kept} < {frozenset(f.drawing) for f in paths}


@CODES
def test_of_each_code_the_least_strained_are_kept(grown, code):
    kept = least_strained(grown(5), code)
    least = {}
    for found in grown(5):
        key = code(found)
        least[key] = min(strain(found), least.get(key, 99))
    assert {code(f) for f in kept} == set(least)
    assert all(strain(f) == least[code(f)] for f in kept)
    dropped = [f for f in grown(5) if f not in kept]
    assert all(strain(f) > least[code(f)] for f in dropped)
    assert dropped


def test_all_drawings_of_equal_strain_are_kept(figures):
    several = ("00", "012", "02", "010", "024")
    kept = least_strained(map(figures, several), graph_code)
    assert {f.drawing for f in kept} == {figures(walks).drawing for walks in several}
    assert len(kept) == 5


def test_nothing_has_no_least():
    assert least_strained([], map_code) == []


def test_both_ways_to_be_the_same_have_a_name():
    assert {"plane map": map_code, "graph": graph_code} == SAMENESS
