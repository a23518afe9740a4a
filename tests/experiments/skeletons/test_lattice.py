"""The triangular lattice, compared with complex numbers: a step in direction d turns by 60 d."""

import cmath
import math
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.skeletons.lattice import (
    DIRECTIONS,
    SYMMETRIES,
    angles,
    degree,
    directions_of,
    moved_direction,
    moved_point,
    moved_star,
    step,
)

STARS = range(1, 64)
POINTS = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
TURN = cmath.exp(1j * math.pi / 3)


def place(point):
    return point[0] + point[1] * TURN


def moved(symmetry):
    """A symmetry, as what it does to the directions."""
    return tuple(moved_direction(symmetry, d) for d in range(6))


def test_directions_go_around_in_steps_of_60_degrees():
    for d, unit in enumerate(DIRECTIONS):
        assert place(unit) == pytest.approx(TURN**d)


@pytest.mark.parametrize("direction", [-13, -1, 0, 5, 6, 100])
def test_any_whole_number_is_a_direction(direction):
    assert place(step((2, -3), direction)) == pytest.approx(place((2, -3)) + TURN**direction)


@given(POINTS, st.integers(-9, 9), st.integers(-5, 5))
def test_several_steps_are_as_many_single_ones(point, direction, times):
    end = point
    for _ in range(abs(times)):
        end = step(end, direction if times > 0 else direction + 3)
    assert step(point, direction, times) == end


@given(POINTS, st.integers(0, 5))
def test_a_step_back_leads_back(point, direction):
    assert step(step(point, direction), direction + 3) == point


def test_the_symmetries_are_a_group_of_twelve():
    group = {moved(g) for g in SYMMETRIES}
    assert len(group) == 12
    assert {tuple(a[d] for d in b) for a, b in product(group, group)} == group
    assert moved(0) == tuple(range(6))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetries_below_six_turn_and_the_others_mirror_first(symmetry):
    for d, unit in enumerate(DIRECTIONS):
        turned = place(unit) if symmetry < 6 else place(unit).conjugate()
        expected = turned * TURN**symmetry
        assert TURN ** moved_direction(symmetry, d) == pytest.approx(expected)


@given(st.sampled_from(SYMMETRIES), POINTS, st.integers(0, 5))
def test_a_moved_step_is_a_step_of_the_moved_point(symmetry, point, direction):
    ahead = step(moved_point(symmetry, point), moved_direction(symmetry, direction))
    assert moved_point(symmetry, step(point, direction)) == ahead


@given(st.sampled_from(SYMMETRIES), POINTS)
def test_points_move_as_in_the_plane(symmetry, point):
    z = place(point)
    expected = (z if symmetry < 6 else z.conjugate()) * TURN**symmetry
    assert place(moved_point(symmetry, point)) == pytest.approx(expected)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_moved_stars_hold_the_moved_directions(symmetry):
    for star in range(64):
        expected = {moved_direction(symmetry, d) for d in directions_of(star)}
        assert set(directions_of(moved_star(symmetry, star))) == expected


@pytest.mark.parametrize("star", range(64))
def test_a_star_is_its_directions(star):
    found = directions_of(star)
    assert found == sorted(set(found))
    assert sum(2**d for d in found) == star
    assert degree(star) == len(found)


def test_stars_of_no_or_one_edge_have_no_angles():
    assert all(list(angles(star)) == [] for star in range(64) if star.bit_count() < 2)


@pytest.mark.parametrize("star", [star for star in STARS if star.bit_count() > 1])
def test_angles_lie_between_edges_that_follow_each_other(star):
    found = list(angles(star))
    assert [d for d, _ in found] == directions_of(star)
    assert sum(size for _, size in found) == 6
    for d, size in found:
        assert star >> (d + size) % 6 & 1
        assert not any(star >> (d + between) % 6 & 1 for between in range(1, size))


@pytest.mark.parametrize(
    ("star", "found"),
    [
        (0b000011, [(0, 1), (1, 5)]),
        (0b001001, [(0, 3), (3, 3)]),
        (0b100001, [(0, 5), (5, 1)]),
        (0b100110, [(1, 1), (2, 3), (5, 2)]),
        (0b100011, [(0, 1), (1, 4), (5, 1)]),
    ],
)
def test_angles_of_handmade_stars(star, found):
    assert list(angles(star)) == found


def test_stars_of_up_to_three_edges_are_the_classes_of_the_rules():
    sizes = Counter(
        tuple(sorted(size for _, size in angles(star))) for star in STARS if degree(star) <= 3
    )
    assert sizes == {
        (): 6,
        (2, 4): 6,
        (1, 5): 6,
        (3, 3): 3,
        (2, 2, 2): 2,
        (1, 2, 3): 12,
        (1, 1, 4): 6,
    }


def test_symmetries_take_stars_to_all_stars_of_their_class():
    orbits = {frozenset(moved_star(g, star) for g in SYMMETRIES) for star in STARS}
    assert sum(map(len, orbits)) == 63
    assert sum(degree(min(orbit)) <= 3 for orbit in orbits) == 7
