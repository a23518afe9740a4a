"""Readings: written and refused; what they ask of stars, compared with figures in the plane."""

import cmath
import dataclasses
import math
from collections import Counter
from itertools import product

import pytest

from pastimes.experiments.skeletons.lattice import (
    SYMMETRIES,
    angles,
    degree,
    moved_direction,
    moved_point,
    moved_star,
    step,
)
from pastimes.experiments.skeletons.readings import (
    PRIMARY,
    SWITCHES,
    Reading,
    demands,
    hexagon,
    parse,
    stars,
    unjoined,
)

TURN = cmath.exp(1j * math.pi / 3)
VERTEX = (0, 0)
EDGE, BENT, ACUTE, STRAIGHT = 0b1, 0b101, 0b11, 0b1001  # stars of one and two edges
STAR, FORK, PAIR = 0b10101, 0b1011, 0b111  # angles (2,2,2), (1,2,3) and (1,1,4)
EACH = [f"{name}={value}" for name, values in SWITCHES.items() for value in values]


def asked(star, text="primary"):
    return list(demands(parse(text), star))


def place(point):
    return point[0] + point[1] * TURN


def ends(edge):
    """The two ends of an edge of a clause, in whichever order."""
    point, direction = edge
    return frozenset({point, step(point, direction)})


def drawn_edges(clause):
    """Ends of the edges of a clause that are to be drawn, which must be all."""
    assert all(drawn for _, drawn in clause)
    return {ends(edge) for edge, _ in clause}


def corners(edges):
    """The corners of edges that are one cycle: its inner angle, in degrees, by point."""
    neighbours = {p: [q for e in edges if p in e for q in e - {p}] for e in edges for p in e}
    assert {len(joined) for joined in neighbours.values()} == {2}
    walk = [min(neighbours)]
    walk.append(neighbours[walk[0]][0])
    while len(walk) < len(neighbours):
        walk += [p for p in neighbours[walk[-1]] if p != walk[-2]]
    assert set(walk) == set(neighbours)
    assert walk[0] in neighbours[walk[-1]]
    turns = []
    for i, p in enumerate(walk):
        before, after = place(walk[i - 1]), place(walk[(i + 1) % len(walk)])
        turns.append(math.degrees(cmath.phase((after - place(p)) / (place(p) - before))))
    sense = 1 if sum(turns) > 0 else -1
    assert sum(turns) == pytest.approx(360 * sense)
    return {p: round(180 - sense * turn) for p, turn in zip(walk, turns, strict=True)}


def shape(found):
    return tuple(sorted(found.values()))


TRIANGLE, RHOMBUS, HEXAGON = (60,) * 3, (60, 60, 120, 120), (120,) * 6
TRAPEZOID = (60, 60, 120, 120, 180)


def centre_of(around):
    """The point of the lattice in the middle of others."""
    middle = sum(map(place, around)) / len(around)
    found = [step(p, d) for p in around for d in range(6)]
    return next(p for p in found if abs(place(p) - middle) < 1e-9)


def acute_clauses(reading, star):
    """Of each acute angle of a star: its two edges, and the clauses of its demand."""
    found = list(demands(reading, star))
    acute = [d for d, size in angles(star) if size == 1]
    return [
        (d, {ends((VERTEX, d)), ends((VERTEX, d + 1))}, clauses)
        for d, clauses in zip(acute, found, strict=True)
    ]


def test_the_primary_reading_has_the_first_value_of_each_switch():
    assert dataclasses.asdict(PRIMARY) == {name: values[0] for name, values in SWITCHES.items()}
    assert parse("primary") == Reading() == PRIMARY


def test_readings_are_written_as_switches():
    for name, values in SWITCHES.items():
        for value in values:
            assert parse(f"{name}={value}") == dataclasses.replace(PRIMARY, **{name: value})


def test_switches_may_be_combined_in_any_order():
    one, other = parse("induced=yes diamond=none"), parse("diamond=none induced=yes")
    assert one == other == Reading(diamond="none", induced="yes")


KNOWN = ", ".join(SWITCHES)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dimond=none", f"no switch 'dimond'; known: {KNOWN}"),
        ("", f"no switch ''; known: {KNOWN}"),
        ("diamond=none  induced=yes", f"no switch ''; known: {KNOWN}"),
        (" diamond=none", f"no switch ''; known: {KNOWN}"),
        ("primary diamond=none", f"no switch 'primary'; known: {KNOWN}"),
        ("diamond=maybe", "diamond: 'maybe'; one of rhombus, none"),
        ("diamond", "diamond: ''; one of rhombus, none"),
        ("diamond=none=none", "diamond: 'none=none'; one of rhombus, none"),
        ("induced=no induced=yes", "induced: given twice"),
        ("induced=no induced=no", "induced: given twice"),
        ("mirror=distinct", f"no switch 'mirror'; known: {KNOWN}"),
    ],
)
def test_readings_are_refused(text, told):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        parse(text)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("primary", 6 + 15 + 20),
        ("angles=free", 6 + 15 + 20),
        ("angles=120", 6 + 6 + 2),
        ("most_edges=6", 63),
        ("most_edges=6 angles=120", 6 + 6 + 2),
    ],
)
def test_as_many_stars_are_allowed_as_have_the_angles(text, number):
    assert len(stars(parse(text))) == len(set(stars(parse(text)))) == number


def test_stars_of_120_degrees_have_no_other_angles_but_outer_ones():
    sizes = Counter(
        tuple(sorted(s for _, s in angles(star))) for star in stars(parse("angles=120"))
    )
    assert sizes == {(): 6, (2, 4): 6, (2, 2, 2): 2}


@pytest.mark.parametrize("star", [EDGE, BENT, STAR])
def test_ends_and_angles_of_120_degrees_ask_for_nothing(star):
    assert asked(star) == []


def test_an_acute_angle_asks_for_a_triangle_or_a_rhombus():
    ((triangle, rhombus),) = asked(ACUTE)
    assert drawn_edges(triangle) == {frozenset({(1, 0), (0, 1)})}
    assert drawn_edges(rhombus) == {frozenset({p, (1, 1)}) for p in ((1, 0), (0, 1))}


def test_without_rhombi_only_a_triangle_is_left():
    ((triangle,),) = asked(ACUTE, "diamond=none")
    assert drawn_edges(triangle) == {frozenset({(1, 0), (0, 1)})}


def test_a_straight_line_asks_for_the_hexagon_around_it():
    ((clause,),) = asked(STRAIGHT)
    assert drawn_edges(clause) == {ends(edge) for edge in hexagon(VERTEX)}


def test_where_no_line_may_cross_a_hexagon_a_straight_angle_cannot_pass():
    assert asked(STRAIGHT, "centre_straight=no") == [[]]


def test_a_straight_angle_beside_an_acute_one_asks_for_nothing_of_its_own():
    ((triangle, rhombus),) = asked(FORK)
    assert [triangle, rhombus] == asked(ACUTE)[0]


def test_each_angle_of_a_pair_asks_for_itself_and_may_have_the_hexagon():
    first, second = asked(PAIR)
    around = {ends(edge) for edge in hexagon((0, 1))}  # the middle edge, direction 1, leads there
    assert drawn_edges(first[2]) == drawn_edges(second[2]) == around
    assert [len(first), len(second)] == [3, 3]
    assert first[:2] == asked(ACUTE)[0]


def test_without_spokes_a_pair_has_no_third_way():
    assert [len(demand) for demand in asked(PAIR, "hexagon_spoke=no")] == [2, 2]


def test_a_pair_only_at_a_hexagon_asks_for_the_hexagon_too():
    *angles_of_pair, spoke = asked(PAIR, "paired60=hexagon")
    assert angles_of_pair == asked(PAIR)
    assert [drawn_edges(clause) for clause in spoke] == [{ends(edge) for edge in hexagon((0, 1))}]
    assert asked(FORK, "paired60=hexagon") == asked(FORK)


def test_an_end_asks_for_a_gap_in_the_hexagon_around_it_where_none_may_dangle():
    (demand,) = asked(EDGE, "dangling_spoke=no")
    assert sorted(clause for clause in demand) == sorted(((e, False),) for e in hexagon(VERTEX))
    assert asked(BENT, "dangling_spoke=no") == []


def test_a_straight_angle_may_have_an_acute_one_at_either_end():
    ((centre, *beside),) = asked(STRAIGHT, "straight_next_to=neighbour")
    assert [centre] == asked(STRAIGHT)[0]
    found = Counter()
    for clause in beside:
        one, other = (edge for edge, _ in clause)
        assert one[0] == other[0]
        assert (other[1] - one[1]) % 6 == 1
        found[one[0]] += 1
    assert found == {(1, 0): 6, (-1, 0): 6}
    assert len(set(beside)) == 12


@pytest.mark.parametrize("text", ["angles=free", "angles=120"])
def test_only_ruled_angles_ask_for_anything(text):
    odd = f"{text} dangling_spoke=no paired60=hexagon"
    assert all(asked(star, odd) == [] for star in range(64))


ACUTE_STARS = [star for star in stars(PRIMARY) if 1 in {size for _, size in angles(star)}]
PAIRS = [s for s in ACUTE_STARS if sorted(size for _, size in angles(s)) == [1, 1, 4]]


@pytest.mark.parametrize("star", ACUTE_STARS)
def test_clauses_of_acute_angles_are_the_figures_named(star):
    found = acute_clauses(parse("trapezoid=yes hexagon_spoke=no"), star)
    assert len(found) == [size for _, size in angles(star)].count(1)
    for d, sides, clauses in found:
        around = [corners(sides | drawn_edges(clause)) for clause in clauses]
        assert [shape(each) for each in around] == [TRIANGLE, RHOMBUS, TRAPEZOID, TRAPEZOID]
        assert [each[VERTEX] for each in around] == [60] * 4
        # The longer side goes on straight from either end of the angle.
        assert [each[step(VERTEX, d + i)] for i, each in enumerate(around[2:])] == [180, 180]


@pytest.mark.parametrize("star", PAIRS)
def test_the_third_way_of_a_pair_is_the_hexagon_around_the_end_of_its_middle_edge(star):
    found = acute_clauses(PRIMARY, star)
    (middle,) = set.intersection(*(sides for _, sides, _ in found))
    for _, sides, (_, _, clause) in found:
        hexagonal = drawn_edges(clause)
        around = corners(hexagonal)
        assert shape(around) == HEXAGON
        assert {*middle} == {VERTEX, centre_of(around)}
        assert sides - hexagonal == {middle}  # the other side lies on the hexagon


def test_a_third_way_have_pairs_alone():
    ways = {
        star: {len(clauses) for _, _, clauses in acute_clauses(PRIMARY, star)}
        for star in ACUTE_STARS
    }
    assert ways == {star: {3 if star in PAIRS else 2} for star in ACUTE_STARS}


def test_a_straight_angle_of_a_trapezoid_lies_on_its_longer_side():
    ((_, *clauses),) = asked(STRAIGHT, "trapezoid=yes")
    sides = {ends((VERTEX, 0)), ends((VERTEX, 3))}
    found = [corners(sides | drawn_edges(clause)) for clause in clauses]
    assert [shape(around) for around in found] == [TRAPEZOID, TRAPEZOID]
    assert [around[VERTEX] for around in found] == [180, 180]
    heights = [round(sum(place(p) for p in around).imag) for around in found]
    assert sorted(heights) == [-2, 2]  # 2 sin 60 above and below


def test_neighbours_that_may_never_be_unjoined_ask_for_what_cannot_be():
    assert [unjoined(parse("induced=yes"), d) for d in range(6)] == [[]] * 6


@pytest.mark.parametrize("direction", range(6))
def test_unjoined_neighbours_ask_for_the_rhombus_whose_short_diagonal_they_are(direction):
    (clause,) = unjoined(parse("induced=rhombus"), direction)
    around = corners(drawn_edges(clause))
    assert shape(around) == RHOMBUS
    assert around[VERTEX] == around[step(VERTEX, direction)] == 120


def test_a_hexagon_has_its_centre_in_the_middle():
    around = corners({ends(edge) for edge in hexagon((4, -7))})
    assert shape(around) == HEXAGON
    assert sum(map(place, around)) / 6 == pytest.approx(place((4, -7)))


def moved_clause(symmetry, clause):
    return frozenset(
        (
            ends((moved_point(symmetry, point), moved_direction(symmetry, direction))),
            drawn,
        )
        for (point, direction), drawn in clause
    )


def moved_demands(symmetry, found):
    return {frozenset(moved_clause(symmetry, clause) for clause in demand) for demand in found}


@pytest.mark.parametrize("text", [*EACH, "trapezoid=yes straight_next_to=neighbour"])
def test_moved_stars_ask_for_moved_figures(text):
    reading = parse(text)
    for symmetry, star in product(SYMMETRIES, stars(reading)):
        here = moved_demands(symmetry, demands(reading, star))
        there = moved_demands(0, demands(reading, moved_star(symmetry, star)))
        assert here == there


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_moved_neighbours_ask_for_moved_rhombi(symmetry):
    reading = parse("induced=rhombus")
    for d in range(6):
        here = moved_demands(symmetry, [unjoined(reading, d)])
        assert here == moved_demands(0, [unjoined(reading, moved_direction(symmetry, d))])


def test_no_star_of_a_reading_has_more_edges_than_it_allows():
    for text in EACH:
        reading = parse(text)
        assert max(map(degree, stars(reading))) <= int(reading.most_edges)
