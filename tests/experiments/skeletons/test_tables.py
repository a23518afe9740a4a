"""Flat arrays for the search, read back as what they were written from."""

import pytest

from pastimes.experiments.skeletons.lattice import (
    DIRECTIONS,
    SYMMETRIES,
    degree,
    moved_point,
    moved_star,
    step,
)
from pastimes.experiments.skeletons.readings import (
    PRIMARY,
    SWITCHES,
    demands,
    parse,
    stars,
    unjoined,
)
from pastimes.experiments.skeletons.tables import (
    DEGREES,
    MOVED_POINTS,
    MOVED_STARS,
    STEPS,
    WIDTH,
    rules_of,
)

EACH = [f"{name}={value}" for name, values in SWITCHES.items() for value in values]
MIXED = [
    "trapezoid=yes straight_next_to=neighbour dangling_spoke=no paired60=hexagon induced=rhombus",
    "diamond=none centre_straight=no hexagon_spoke=no induced=yes",
    "most_edges=6 trapezoid=yes",
]


def place(point):
    return point[1] * WIDTH + point[0]


def decoded(program, demand):
    """A demand read back: of each clause its edges, by place, direction and whether drawn."""
    at = program[demand]
    clauses, at = program[at], at + 1
    found = []
    for _ in range(clauses):
        edges, at = program[at], at + 1
        words = program[at : at + 3 * edges]
        found.append([tuple(words[i : i + 3]) for i in range(0, 3 * edges, 3)])
        at += 3 * edges
    return found


def written(demand):
    return [[(place(p), d % 6, int(drawn)) for (p, d), drawn in clause] for clause in demand]


def test_steps_are_differences_of_places():
    for point in ((0, 0), (5, 3), (-4, 7)):
        for d in range(6):
            assert place(step(point, d)) - place(point) == STEPS[d]
    assert len(set(STEPS)) == len(DIRECTIONS)


def test_tables_of_stars_and_symmetries_are_those_of_the_lattice():
    assert DEGREES.tolist() == [degree(star) for star in range(64)]
    assert MOVED_STARS.shape == (12, 64)
    for g in SYMMETRIES:
        assert MOVED_STARS[g].tolist() == [moved_star(g, star) for star in range(64)]
        assert MOVED_POINTS[g].tolist() == [[*moved_point(g, p)] for p in ((1, 0), (0, 1))]


@pytest.mark.parametrize("text", ["primary", "angles=120", "most_edges=6"])
def test_groups_hold_the_stars_that_fit_what_is_drawn_and_absent(text):
    rules, allowed = rules_of(parse(text)), stars(parse(text))
    assert rules.fits_from.shape == (4097,)
    for known in range(4096):
        group = rules.fits[rules.fits_from[known] : rules.fits_from[known + 1]].tolist()
        fitting = []
        for star in allowed:
            edges = [d for d in range(6) if star >> d & 1]
            drawn = [d for d in range(6) if known >> d & 1]
            absent = [d for d in range(6) if known >> 6 + d & 1]
            if {*drawn} <= {*edges} and not {*absent} & {*edges}:
                fitting.append(star)
        assert group == fitting
    assert rules.fits_from[4096] == len(rules.fits)


def test_nothing_known_leaves_every_star_and_a_contradiction_none():
    rules = rules_of(PRIMARY)
    assert rules.fits[: rules.fits_from[1]].tolist() == stars(PRIMARY)
    assert rules.fits_from[64 + 1] == rules.fits_from[64 + 2]  # the same edge drawn and absent


@pytest.mark.parametrize("text", [*EACH, *MIXED])
def test_the_program_reads_back_as_the_demands(text):
    reading = parse(text)
    rules = rules_of(reading)
    program = rules.program.tolist()
    assert rules.asked.shape == (71,)
    for star in range(64):
        found = [decoded(program, i) for i in range(rules.asked[star], rules.asked[star + 1])]
        assert found == [written(demand) for demand in demands(reading, star)]
    for d in range(6):
        (demand,) = range(rules.asked[64 + d], rules.asked[65 + d])
        assert decoded(program, demand) == written(unjoined(reading, d))


def test_the_program_holds_nothing_else():
    rules = rules_of(PRIMARY)
    last = rules.asked[-1] - 1
    clauses = decoded(rules.program.tolist(), last)
    end = rules.program[last] + 1 + sum(1 + 3 * len(clause) for clause in clauses)
    assert end == len(rules.program)


def test_capacity_is_what_edges_are_left():
    for text in ("primary", "most_edges=6"):
        capacity = rules_of(parse(text)).capacity
        assert capacity.tolist() == [max(3 - degree(star), 0) for star in range(64)]


@pytest.mark.parametrize(
    ("text", "joined", "exterior"),
    [
        ("primary", False, True),
        ("induced=yes", True, True),
        ("induced=rhombus", True, True),
        ("exterior=free", False, False),
    ],
)
def test_whole_drawings_are_ruled_by_two_switches(text, joined, exterior):
    rules = rules_of(parse(text))
    assert (rules.joined, rules.exterior) == (joined, exterior)
