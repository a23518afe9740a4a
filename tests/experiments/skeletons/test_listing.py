"""Skeletons one by one: which number each has, how it lies, and what is told of it."""

import hashlib
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.skeletons.groups import GROUPS
from pastimes.experiments.skeletons.lattice import SYMMETRIES, moved_point, moved_star
from pastimes.experiments.skeletons.listing import plain_edges, skeletons, written
from pastimes.experiments.skeletons.plain import (
    Figures,
    canonical,
    follows,
    images,
    symmetries,
    words,
)
from pastimes.experiments.skeletons.readings import PRIMARY, parse

SIZES = range(2, 8)
EACH_SIZE = pytest.mark.parametrize("vertices", SIZES)


@cache
def listed(vertices):
    return skeletons(PRIMARY, vertices)


def drawing(skeleton):
    return frozenset((skeleton.points[a], skeleton.points[b]) for a, b in skeleton.edges)


def height(edges):
    return max(y for e in edges for _, y in e) - min(y for e in edges for _, y in e)


def test_skeletons_are_numbered_from_one_without_gaps():
    assert [s.number for s in listed(6)] == list(range(1, 51))
    assert [len(listed(n)) for n in SIZES] == [1, 2, 6, 13, 50, 165]


@EACH_SIZE
def test_skeletons_are_those_of_the_slow_method(vertices, grown):
    found = {canonical(drawing(s)) for s in listed(vertices)}
    assert found == {canonical(f.drawing) for f in grown(vertices) if follows(f, PRIMARY)}


def test_numbers_go_by_cycle_rank_and_then_by_height():
    for n in SIZES:
        keys = [(s.cycle_rank, height(drawing(s))) for s in listed(n)]
        assert keys == sorted(keys)


def test_small_skeletons_have_these_numbers():
    assert [written(s) for n in (2, 3, 4) for s in listed(n)] == [
        ("0,0 2,0", "0-1", "0:2 1:2"),
        ("0,0 1,-1 3,-1", "0-1 1-2", "0:2 1:1 2:2"),
        ("0,0 1,-1 2,0", "0-1 0-2 1-2", "0:1 1:1 2:1"),
        ("0,0 1,-1 3,-1 4,0", "0-1 1-2 2-3", "0:2 1:1 2:1 3:2"),
        ("0,0 2,0 3,-1 5,-1", "0-1 1-2 2-3", "0:2 1:1 2:1 3:2"),
        ("0,0 0,2 1,1 3,1", "0-2 1-2 2-3", "0:2 1:2 3:2"),
        ("0,0 1,-1 2,0 4,0", "0-1 0-2 1-2 2-3", "0:1 1:1 3:2"),
        ("0,0 1,-1 2,0 3,-1", "0-1 0-2 1-3 2-3", "0:1 1:1 2:1 3:1"),
        ("0,0 1,-1 2,0 3,-1", "0-1 0-2 1-2 1-3 2-3", "0:1 3:1"),
    ]


@pytest.mark.parametrize(
    ("vertices", "digest"),
    [(5, "fe6c61105a07388e"), (6, "98537a6ed604bbdd"), (7, "3eb81ab87b7ba23e")],
)
def test_skeletons_keep_the_numbers_that_galleries_have_printed(vertices, digest):
    lines = [" | ".join(written(s)) for s in listed(vertices)]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == digest


def test_numbering_is_the_same_whenever_it_is_made():
    assert skeletons(PRIMARY, 6) == listed(6)


def test_a_reading_numbers_its_own(grown):
    reading = parse("trapezoid=yes diamond=none")
    found = skeletons(reading, 5)
    assert [s.number for s in found] == list(range(1, len(found) + 1))
    assert {canonical(drawing(s)) for s in found} == {
        canonical(f.drawing) for f in grown(5) if follows(f, reading)
    }


@EACH_SIZE
def test_a_skeleton_lies_as_low_as_it_can(vertices):
    for skeleton in listed(vertices):
        found = list(images(drawing(skeleton)))
        assert tuple(sorted(drawing(skeleton))) in found
        assert height(drawing(skeleton)) == min(map(height, found))


@EACH_SIZE
def test_points_are_sorted_and_edges_join_neighbours_once(vertices):
    for skeleton in listed(vertices):
        assert list(skeleton.points) == sorted(set(skeleton.points))
        assert skeleton.points[0] == (0, 0)
        assert len({frozenset(edge) for edge in skeleton.edges}) == len(skeleton.edges)
        for a, b in drawing(skeleton):
            assert ((b[0] - a[0]) ** 2 + 3 * (b[1] - a[1]) ** 2) == 4


@EACH_SIZE
def test_rooms_words_and_rank_are_those_of_the_slow_method(vertices):
    for skeleton in listed(vertices):
        figures = Figures(drawing(skeleton))
        assert {skeleton.points[i]: n for i, n in skeleton.rooms.items()} == figures.rooms
        assert skeleton.words == tuple(words(figures, k, one_each=False) for k in (1, 2, 3))
        assert skeleton.cycle_rank == len(figures.drawing) - len(figures.neighbours) + 1


def turns_over(to):
    """Whether a symmetry, a map of vertices, is a mirror; None where all lie on one line."""
    middle = [sum(c) / len(to) for c in zip(*to, strict=True)]

    def area(p, q):
        (a, b), (c, d) = ((x - middle[0], y - middle[1]) for x, y in (p, q))
        return a * d - b * c

    p, q = max(combinations(to, 2), key=lambda pair: abs(area(*pair)))
    return area(p, q) * area(to[p], to[q]) < 0 if area(p, q) else None


@EACH_SIZE
def test_groups_are_those_of_the_slow_methods_symmetries(vertices):
    groups = {group.name: group for group in GROUPS}
    for skeleton in listed(vertices):
        found = [turns_over(to) for to in symmetries(drawing(skeleton))]
        assert groups[skeleton.group].order == len(found)
        mirrors = len(found) // 2 if None in found else sum(found)
        assert groups[skeleton.group].mirrors == mirrors


@pytest.mark.parametrize(
    ("vertices", "walks", "name"),
    [
        (2, "0", "D2"),
        (3, "01", "D1 along"),
        (3, "024", "D3 between"),
        (4, "012", "D1 between"),
        (4, "010", "C2"),
        (4, "0 2 4", "D3 along"),
        (4, "0134", "D2"),
        (4, "024 3", "C1"),
        (6, "012345", "D6"),
        (7, "012345 4", "D1 along"),
        (7, "012345 1", "D1 along"),
    ],
)
def test_groups_have_their_names(drawn, vertices, walks, name):
    found = {canonical(drawing(s)): s.group for s in listed(vertices)}
    assert found[canonical(drawn(walks))] == name


def test_outlines_tell_skeletons_apart():
    for n in SIZES:
        outlines = [s.outline for s in listed(n)]
        assert len(set(outlines)) == len(outlines)


@EACH_SIZE
def test_what_is_written_reads_back(vertices):
    for skeleton in listed(vertices):
        points, edges, rooms = written(skeleton)
        assert tuple(tuple(map(int, p.split(","))) for p in points.split()) == skeleton.points
        assert tuple(tuple(map(int, e.split("-"))) for e in edges.split()) == skeleton.edges
        pairs = (map(int, room.split(":")) for room in rooms.split())
        assert dict(pairs) == skeleton.rooms


@given(st.sampled_from(SYMMETRIES), st.integers(2, 6), st.randoms(use_true_random=False))
def test_moved_stars_are_the_same_drawing(symmetry, vertices, chance):
    skeleton = chance.choice(listed(vertices))
    stars = {}
    for a, b in drawing(skeleton):
        (q, r), (s, t) = (((x - y) // 2, y) for x, y in (a, b))
        d = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)].index((s - q, t - r))
        stars[q, r] = stars.get((q, r), 0) | 1 << d
        stars[s, t] = stars.get((s, t), 0) | 1 << (d + 3) % 6
    assert sorted(plain_edges(stars)) == sorted(drawing(skeleton))
    moved = {moved_point(symmetry, p): moved_star(symmetry, star) for p, star in stars.items()}
    assert canonical(plain_edges(moved)) == canonical(drawing(skeleton))
