"""The fast search: against the slow method, split into shards, and by what must divide."""

import random
from collections import Counter

import numpy as np
import pytest

from pastimes.experiments.skeletons import search
from pastimes.experiments.skeletons.groups import GROUPS
from pastimes.experiments.skeletons.lattice import (
    DIRECTIONS,
    SYMMETRIES,
    directions_of,
    moved_direction,
    moved_point,
    step,
)
from pastimes.experiments.skeletons.plain import (
    AROUND,
    Figures,
    canonical,
    follows,
    grow,
    outer_vertices,
    symmetries,
    words,
)
from pastimes.experiments.skeletons.readings import PRIMARY, SWITCHES, parse, stars
from pastimes.experiments.skeletons.search import MOST_VERTICES, TALLIES, count, drawings
from pastimes.experiments.skeletons.tables import rules_of

ORDERS = np.array([group.order for group in GROUPS])
ROTATIONS = np.array([group.rotations for group in GROUPS])

# Readings of drawings with three edges a vertex, one switch at a time and several at once.
SINGLE = [
    f"{name}={value}"
    for name, values in SWITCHES.items()
    for value in values[1:]
    if name != "most_edges"
]
HEXAGONAL = [
    "hexagon_spoke=no",
    "centre_straight=no",
    "dangling_spoke=no",
    "paired60=hexagon",
    "paired60=hexagon hexagon_spoke=no",
    "straight_next_to=neighbour centre_straight=no",
]


def mixed(number):
    """Readings that set every switch at random, the same ones each time."""
    chance = random.Random(31)
    ruled = {k: v for k, v in SWITCHES.items() if k not in ("angles", "most_edges")}
    return [
        " ".join(f"{name}={chance.choice(values)}" for name, values in ruled.items())
        for _ in range(number)
    ]


MIXED = mixed(12)


def plain(stars_at):
    """A drawing of the search as the slow method writes it."""
    edges = set()
    for (q, r), star in stars_at.items():
        x, y = 2 * q + r, r
        for d in directions_of(star):
            ends = sorted([(x, y), (x + AROUND[d][0], y + AROUND[d][1])])
            edges.add(tuple(ends))
    return frozenset(edges)


def agree(text, vertices, grown):
    """Hold the search against the slow method: drawings, symmetry, edges and words."""
    reading = parse(text)
    passing = [figures for figures in grown(vertices) if follows(figures, reading)]
    listed = drawings(reading, vertices)
    found = Counter(canonical(plain(each)) for each in listed)
    expected = {
        canonical(f.drawing): 12 // len(symmetries(f.drawing)) for f in passing
    }  # fixed drawings of each free one
    assert found == expected
    tally = count(reading, vertices)[vertices]
    assert (tally[..., 0].sum(axis=0) @ ORDERS) == 12 * len(passing)
    edges = Counter(len(f.drawing) for f in passing)
    assert {e: int(n) // 12 for e, n in enumerate(tally[..., 0] @ ORDERS) if n} == edges
    for kind, one_each in (("patterns", False), ("single", True)):
        for k in (1, 2, 3):
            slow = sum(words(figures, k, one_each) for figures in passing)
            assert int(tally[..., TALLIES.index(f"{kind}_{k}")].sum()) == 12 * slow
    return len(passing)


@pytest.mark.parametrize("vertices", range(2, 7))
@pytest.mark.parametrize("text", ["primary", *SINGLE])
def test_both_methods_agree_in_every_value_of_every_switch(text, vertices, grown):
    assert agree(text, vertices, grown) > 0


@pytest.mark.parametrize("vertices", range(2, 7))
@pytest.mark.parametrize("text", MIXED)
def test_both_methods_agree_where_switches_are_mixed(text, vertices, grown):
    assert agree(text, vertices, grown) > 0


@pytest.mark.parametrize("text", ["primary", *HEXAGONAL])
def test_both_methods_agree_on_hexagons_with_something_inside(text, grown):
    assert agree(text, 7, grown) > 0


def test_hexagonal_readings_differ_from_the_primary_one_at_seven():
    free = {text: int(count(parse(text), 7)[7, ..., 0].sum()) for text in HEXAGONAL}
    assert int(count(PRIMARY, 7)[7, ..., 0].sum()) not in set(free.values())


EVERY = ["primary", *SINGLE, *HEXAGONAL, *MIXED]
# Words of all 29,900 drawings of eight vertices would take minutes.
LARGER = [(text, n) for text in EVERY for n in (7, 8) if (text, n) != ("angles=free", 8)]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "vertices"), LARGER)
def test_both_methods_agree_on_larger_drawings(text, vertices, grown):
    assert agree(text, vertices, grown) > 0


@pytest.mark.parametrize(
    "text", ["most_edges=6 exterior=free angles=free", "most_edges=6 angles=120"]
)
@pytest.mark.parametrize("vertices", range(2, 7))
def test_both_methods_find_as_many_drawings_where_six_edges_are_allowed(text, vertices):
    reading = parse(text)
    slow = {canonical(d) for d in grow(vertices, 6) if follows(Figures(d), reading)}
    assert {canonical(plain(each)) for each in drawings(reading, vertices)} == slow


@pytest.mark.parametrize("text", ["primary", "induced=rhombus", "trapezoid=yes angles=free"])
def test_symmetry_groups_are_those_of_the_slow_method(text, grown):
    reading = parse(text)
    tally = count(reading, 6)[6, ..., 0].sum(axis=0)
    found = Counter()
    for figures in grown(6):
        if follows(figures, reading):
            found[len(symmetries(figures.drawing))] += 1
    by_order = Counter()
    for group, fixed in zip(GROUPS, tally, strict=True):
        by_order[group.order] += int(fixed) * group.order // 12
    assert +by_order == found


def test_every_drawing_listed_is_one_drawing_and_they_differ():
    listed = drawings(PRIMARY, 7)
    assert len({frozenset(each.items()) for each in listed}) == len(listed)
    assert len(listed) == int(count(PRIMARY, 7)[7, ..., 0].sum())
    for each in listed:
        assert len(each) == 7
        assert {*each.values()} <= {*stars(PRIMARY)}
        assert min((r, q) for q, r in each) == (0, 0)
        reached, ahead = {(0, 0)}, [(0, 0)]
        while ahead:
            here = ahead.pop()
            for d in directions_of(each[here]):
                there = step(here, d)
                assert each[there] >> (d + 3) % 6 & 1  # the edge is seen from both its ends
                if there not in reached:
                    reached.add(there)
                    ahead.append(there)
        assert len(reached) == 7


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_moved_drawings_are_listed_too(symmetry):
    listed = drawings(parse("trapezoid=yes"), 6)
    found = {frozenset(each.items()) for each in listed}
    for each in listed:
        moved = {
            moved_point(symmetry, p): sum(
                1 << moved_direction(symmetry, d) for d in directions_of(star)
            )
            for p, star in each.items()
        }
        r, q = min((r, q) for q, r in moved)
        assert frozenset(((a - q, b - r), star) for (a, b), star in moved.items()) in found


@pytest.mark.parametrize("shards", [1, 2, 3, 7, 64])
def test_shards_add_up_to_the_whole(shards):
    parts = [count(PRIMARY, 8, None, shards, shard) for shard in range(shards)]
    assert (sum(parts) == count(PRIMARY, 8)).all()


@pytest.mark.parametrize("text", ["angles=free", "induced=yes diamond=none"])
def test_shards_add_up_in_other_readings_too(text):
    parts = [count(parse(text), 7, None, 5, shard) for shard in range(5)]
    assert (sum(parts) == count(parse(text), 7)).all()
    assert all(part.any() for part in parts)


def test_more_shards_than_nodes_add_up_to_the_whole():
    reading, shards = parse("angles=120"), 150
    parts = [count(reading, 6, None, shards, shard) for shard in range(shards)]
    assert (sum(parts) == count(reading, 6)).all()
    filled = [i for i, part in enumerate(parts) if part.any()]
    assert 10 < max(filled) < shards - 1
    assert 0 in filled


def test_small_drawings_are_counted_by_the_first_shard_alone():
    parts = [count(PRIMARY, 5, None, 3, shard) for shard in range(3)]
    assert (parts[0] == count(PRIMARY, 5)).all()
    assert not parts[1].any()
    assert not parts[2].any()


@pytest.mark.parametrize("edges", range(8))
def test_a_limit_of_edges_leaves_out_what_has_more(edges):
    reading = parse("angles=free exterior=free")
    whole = count(reading, 6)
    limited = count(reading, 6, edges)
    assert limited.shape[1] == edges + 1
    assert (limited == whole[:, : edges + 1]).all()


def test_a_larger_search_holds_the_smaller_one():
    small, large = count(PRIMARY, 7), count(PRIMARY, 10)
    assert (large[:8, : small.shape[1]] == small).all()
    assert not large[:8, small.shape[1] :].any()


def test_drawings_have_as_many_edges_as_connection_and_degrees_allow():
    tally = count(parse("angles=free"), 8)[..., 0].sum(axis=2)
    vertices, edges = np.nonzero(tally)
    assert (edges >= vertices - 1).all()
    assert (2 * edges <= 3 * vertices).all()
    assert set(vertices) == set(range(2, 9))


@pytest.mark.parametrize("text", ["primary", *SINGLE, *MIXED[:4], "most_edges=6 exterior=free"])
def test_sums_over_symmetries_are_multiples_of_their_number(text):
    tally = count(parse(text), 7).sum(axis=1)
    fixed = tally[..., 0]
    assert not (fixed @ ORDERS % 12).any()
    assert not (fixed @ ROTATIONS % 6).any()
    assert not (tally[..., 1:].sum(axis=1) % 12).any()
    assert (fixed @ ORDERS)[2:].all()


def test_drawings_of_each_group_come_in_whole_orbits():
    fixed = count(PRIMARY, 10)[..., 0].sum(axis=(0, 1))
    assert not (fixed % (12 // ORDERS)).any()
    assert fixed[0] > fixed[1:].sum()


# Room given to other stars, to see at which vertices the search looks.
ROOMS = {
    "ends": [1 * (star.bit_count() == 1) for star in range(64)],
    "forks": [1 * (star.bit_count() == 3) for star in range(64)],
    "nothing": [0] * 64,
}


@pytest.mark.parametrize(("name", "degree"), [("ends", 1), ("forks", 3), ("nothing", 4)])
def test_drawings_without_room_outside_are_left_out(name, degree, grown, monkeypatch):
    capacity = np.array(ROOMS[name])
    monkeypatch.setattr(search, "rules_of", lambda r: rules_of(r)._replace(capacity=capacity))
    expected = 0
    for figures in grown(7):
        outside = [len(figures.neighbours[p]) for p in outer_vertices(figures.drawing)]
        if degree in outside and follows(figures, PRIMARY):
            expected += 12 // len(symmetries(figures.drawing))
    assert int(count(PRIMARY, 7)[7, ..., 0].sum()) == expected
    assert len(drawings(PRIMARY, 7)) == expected


def test_without_the_rule_of_the_outside_all_are_counted(monkeypatch):
    nothing = np.array(ROOMS["nothing"])
    monkeypatch.setattr(search, "rules_of", lambda r: rules_of(r)._replace(capacity=nothing))
    tally = count(parse("exterior=free"), 7)
    assert int(tally[7, ..., 0].sum()) > 0
    assert not tally[..., 1:].any()


@pytest.mark.parametrize("vertices", [-1, 0, 1, MOST_VERTICES + 1])
def test_sizes_are_refused(vertices):
    for ask in (lambda: count(PRIMARY, vertices), lambda: drawings(PRIMARY, vertices)):
        with pytest.raises(ValueError, match=f"^vertices: {vertices}: from 2 to 28$"):
            ask()


@pytest.mark.parametrize(("shards", "shard"), [(1, 1), (3, 3), (3, -1)])
def test_shards_are_refused(shards, shard):
    with pytest.raises(ValueError, match=f"^shard: {shard}: from 0 to {shards - 1}$"):
        count(PRIMARY, 5, None, shards, shard)


def test_the_largest_drawings_stay_on_the_grid():
    # Straight lines go as far as a drawing can, in every direction and around every corner.
    rules = rules_of(parse("angles=free exterior=free"))
    lines = {0b1, 0b10, 0b100, 0b1000, 0b10000, 0b100000, 0b1001, 0b10010, 0b100100}
    kept = rules.fits[np.isin(rules.fits, [*lines])]
    assert len(kept) > 0
    starts = [0]
    for known in range(4096):
        group = rules.fits[rules.fits_from[known] : rules.fits_from[known + 1]]
        starts.append(starts[-1] + int(np.isin(group, [*lines]).sum()))
    straight = rules._replace(fits=kept, fits_from=np.array(starts))
    tallies = np.zeros((MOST_VERTICES + 1, MOST_VERTICES + 1, len(GROUPS), len(TALLIES)), np.int64)
    listed = np.zeros((3, MOST_VERTICES, 2), np.int64)
    search._search(straight, MOST_VERTICES, MOST_VERTICES, 1, 0, tallies, listed)
    assert tallies[..., 0].sum(axis=(1, 2))[2:].tolist() == [3] * (MOST_VERTICES - 1)
    assert tallies[MOST_VERTICES, MOST_VERTICES - 1, [g.name for g in GROUPS].index("D2"), 0] == 3
    assert {len({*map(int, places)}) for places in listed[..., 0]} == {MOST_VERTICES}


def test_directions_of_the_search_are_those_of_the_lattice():
    assert len(DIRECTIONS) == 6
    ((one, other),) = [tuple(each.items()) for each in drawings(PRIMARY, 2) if each[0, 0] == 0b10]
    assert dict((one, other)) == {(0, 0): 0b10, (0, 1): 0b10000}


def test_both_methods_mean_the_same_room_where_six_edges_are_allowed(drawn):
    wheel = drawn("012345 1 02 013 0124 01235 012340")
    listed = {canonical(plain(each)) for each in drawings(parse("most_edges=6"), 7)}
    assert follows(Figures(wheel), parse("most_edges=6")) is (canonical(wheel) in listed)


def test_both_methods_mean_the_same_pairs_where_six_edges_are_allowed():
    reading = parse("most_edges=6 exterior=free paired60=hexagon")
    slow = {canonical(d) for d in grow(5, 6) if follows(Figures(d), reading)}
    assert {canonical(plain(each)) for each in drawings(reading, 5)} == slow
