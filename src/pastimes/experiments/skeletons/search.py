"""Counts drawings by a search that stores none: one vertex after another is given its star.

The first vertex is the least of the drawing, by rows, so that translated drawings are one. A vertex
is *found* when an edge to it is drawn, and *settled* when its star is chosen among those that fit
its settled neighbours. Which vertex is settled next depends on what came before alone, so each
drawing is met once: when nothing found is left to settle. A demand (see `readings`) that cannot be
met any more ends a branch; vertices that an open one waits for are settled first.

The drawings met are fixed ones. Each is compared with the twelve symmetries: where k of them leave
it as it is, it stands for k twelfths of a free drawing (the lemma of Cauchy, Frobenius and
Burnside), and so do its patterns of connections, of which those are counted that a symmetry leaves
as they are.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pastimes.experiments.skeletons.groups import GROUPS, group_of
from pastimes.experiments.skeletons.readings import Reading
from pastimes.experiments.skeletons.tables import (
    DEGREES,
    MOVED_POINTS,
    MOVED_STARS,
    STEPS,
    WIDTH,
    rules_of,
)

__all__ = ["MOST_VERTICES", "TALLIES", "count", "drawings"]

MOST_VERTICES = 28
"""Larger drawings could leave the grid."""

TALLIES = (
    "drawings",
    *(f"patterns_{k}" for k in (1, 2, 3)),
    *(f"single_{k}" for k in (1, 2, 3)),
)
"""What is summed over fixed drawings: their number; and over the symmetries of each, the patterns
of k connections that stay as they are, where vertices take as many as they have room for, and where
they take one."""

_ORIGIN = 3 * WIDTH + WIDTH // 2
_PLACES = (MOST_VERTICES + 6) * WIDTH
_MET, _OPEN, _FAILED = 0, 1, 2
_NONE = 1 << 40
_GROUP_OF = np.array([group_of(symmetries) for symmetries in range(4096)])
# Fixed random words, one a star: drawings with unequal sums under a symmetry do not have it.
_MARKS = np.random.default_rng(2).integers(0, 2**62, 64)
_SHARD_LEVEL = 5  # vertices settled where the search is split


def count(
    reading: Reading, vertices: int, edges: int | None = None, shards: int = 1, shard: int = 0
) -> NDArray[np.int64]:
    """Count drawings with so many vertices, or fewer.

    Parameters
    ----------
    reading : Reading
    vertices : int
        From 2 to `MOST_VERTICES`.
    edges : int, optional
        The most edges; any number by default.
    shards, shard : int
        The search is split into so many parts, whose counts add up; this one is counted.

    Returns
    -------
    ndarray of int64, shape (vertices + 1, edges + 1, groups, tallies)
        Sums of `TALLIES` by vertices, edges and `GROUPS`.
    """
    return _run(reading, vertices, edges, shards, shard, 0)[0]


def drawings(reading: Reading, vertices: int) -> list[dict[tuple[int, int], int]]:
    """All fixed drawings with exactly so many vertices: the star of each vertex.

    Parameters
    ----------
    reading : Reading
    vertices : int
        From 2 on; all of them are kept, so that 9 or so is the most in practice.
    """
    number = int(count(reading, vertices)[vertices, :, :, 0].sum())
    listed = _run(reading, vertices, None, 1, 0, number)[1]
    return [
        {(int(p) % WIDTH - WIDTH // 2, int(p) // WIDTH - 3): int(star) for p, star in rows}
        for rows in listed
    ]


def _run(
    reading: Reading, vertices: int, edges: int | None, shards: int, shard: int, listed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    if not 2 <= vertices <= MOST_VERTICES:
        raise ValueError(f"vertices: {vertices}: from 2 to {MOST_VERTICES}")
    if not 0 <= shard < shards:
        raise ValueError(f"shard: {shard}: from 0 to {shards - 1}")
    most = 3 * vertices if edges is None else edges
    tallies = np.zeros((vertices + 1, most + 1, len(GROUPS), len(TALLIES)), np.int64)
    found = np.zeros((listed, vertices, 2), np.int64)
    _search(rules_of(reading), vertices, most, shards, shard, tallies, found)
    return tallies, found


@njit(cache=True)
def _status(state, program, at, demand, final):
    """Whether a demand is met, open or failed; finally edges not known are not drawn."""
    status = _FAILED
    step = program[demand]
    clauses = program[step]
    step += 1
    for _ in range(clauses):
        last = step + 1 + 3 * program[step]
        fails, known = False, True
        for e in range(step + 1, last, 3):
            bits = state[at + program[e]] >> program[e + 1]
            drawn, absent = bits & 1, bits >> 6 & 1
            absent |= final & ~drawn
            fails |= bool(absent if program[e + 2] else drawn)
            known &= bool(drawn | absent)
        if not fails:
            if known:
                return _MET
            status = _OPEN
        step = last
    return status


@njit(cache=True)
def _awaited(state, settled, program, at, demand):
    """A found vertex on whose star an open demand depends; 0 where there is none."""
    step = program[demand]
    clauses = program[step]
    step += 1
    for _ in range(clauses):
        last = step + 1 + 3 * program[step]
        for e in range(step + 1, last, 3):
            place, direction = at + program[e], program[e + 1]
            if state[place] >> direction & 65 == 0:
                for end in (place, place + STEPS[direction]):
                    if state[end] & 63 and not settled[end]:
                        return end
        step = last
    return 0


@njit(cache=True)
def _next_vertex(state, settled, program, found, number, opened, level, count):
    """The found vertex to be settled next."""
    for i in range(count):
        place = _awaited(state, settled, program, opened[level, i, 0], opened[level, i, 1])
        if place:
            return place
    for i in range(number):
        if not settled[found[i]]:
            return found[i]
    return 0


@njit(cache=True)
def _free_directions(state, place):
    """Directions to points that no edge is drawn to."""
    free = 0
    for d in range(6):
        free |= int(state[place + STEPS[d]] & 63 == 0) << d
    return free


@njit(cache=True)
def _settle(state, settled, saved, level, place, star, found, number):
    """Give a vertex its star, and find its neighbours."""
    settled[place] = True
    saved[level, 6] = state[place]
    state[place] = star | (63 ^ star) << 6
    for d in range(6):
        neighbour = place + STEPS[d]
        before = state[neighbour]
        saved[level, d] = before
        back = (d + 3) % 6
        if star >> d & 1:
            if before & 63 == 0:
                found[number] = neighbour
                number += 1
            state[neighbour] = before | 1 << back
        else:
            state[neighbour] = before | 64 << back


@njit(cache=True)
def _unsettle(state, settled, saved, level, place):
    settled[place] = False
    state[place] = saved[level, 6]
    for d in range(6):
        state[place + STEPS[d]] = saved[level, d]


@njit(cache=True)
def _keep_open(state, program, at, demand, final, opened, level, kept):
    """Put a demand on a level's list if it is open; how many are on it, -1 where it has failed."""
    status = _status(state, program, at, demand, final)
    if status == _FAILED:
        return -1
    if status == _OPEN:
        opened[level, kept, 0], opened[level, kept, 1] = at, demand
        kept += 1
    return kept


@njit(cache=True)
def _review(state, settled, program, asked, joined, place, star, opened, level, count, final):
    """List the demands still open with this vertex settled; -1 where one has failed."""
    kept, above = 0, level + 1
    for i in range(count):
        at, demand = opened[level, i, 0], opened[level, i, 1]
        kept = _keep_open(state, program, at, demand, final, opened, above, kept)
        if kept < 0:
            return kept
    for demand in range(asked[star], asked[star + 1]):
        kept = _keep_open(state, program, place, demand, final, opened, above, kept)
        if kept < 0:
            return kept
    if joined:
        for d in range(6):
            neighbour = place + STEPS[d]
            if not star >> d & 1 and settled[neighbour] and state[neighbour] & 63:
                demand = asked[64 + d]
                kept = _keep_open(state, program, place, demand, final, opened, above, kept)
                if kept < 0:
                    return kept
    return kept


@njit(cache=True)
def _walk_outside(state, outer, mark):
    """Walk around the outer face from the first vertex, and mark its vertices."""
    place = _ORIGIN
    first = 0
    while not state[place] >> first & 1:
        first += 1
    direction = first
    while True:
        outer[place] = mark
        place += STEPS[direction]
        turn = direction + 4  # as far to the outside as can be
        while not state[place] >> (turn % 6) & 1:
            turn += 1
        direction = turn % 6
        if place == _ORIGIN and direction == first:
            return


@njit(cache=True)
def _image(place, g):
    """Where a symmetry about the first vertex takes a place."""
    q, r = place % WIDTH - WIDTH // 2, place // WIDTH - 3
    moved_q = q * MOVED_POINTS[g, 0, 0] + r * MOVED_POINTS[g, 1, 0]
    moved_r = q * MOVED_POINTS[g, 0, 1] + r * MOVED_POINTS[g, 1, 1]
    return _ORIGIN + moved_r * WIDTH + moved_q


@njit(cache=True)
def _shift_of(state, found, number, g):
    """The translation after which a symmetry leaves the drawing as it is; _NONE where none does."""
    least = _image(found[0], g)
    for i in range(1, number):
        least = min(least, _image(found[i], g))
    shift = _ORIGIN - least
    for i in range(number):
        star = state[found[i]] & 63
        image = _image(found[i], g) + shift
        if image >= state.size or state[image] & 63 != MOVED_STARS[g, star]:
            return _NONE
    return shift


@njit(cache=True)
def _symmetries(state, found, number, sums, level):
    """The symmetries of a drawing, as a word of 12 bits."""
    symmetries = 1
    for g in range(1, 12):
        if sums[level, g] == sums[level, 0] and _shift_of(state, found, number, g) != _NONE:
            symmetries |= 1 << g
    return symmetries


@njit(cache=True)
def _add_patterns(state, outer, seen, mark, found, number, g, capacity, tally):
    """Add the patterns of 1, 2 and 3 connections that a symmetry leaves as they are."""
    shift, stamp = _shift_of(state, found, number, g), 12 * mark + g
    many, single = np.zeros(4, np.int64), np.zeros(4, np.int64)
    many[0] = single[0] = 1
    for i in range(number):
        place = found[i]
        room = capacity[state[place] & 63]
        if outer[place] != mark or room == 0 or seen[place] == stamp:
            continue
        length = 0
        while seen[place] != stamp:
            seen[place] = stamp
            length += 1
            place = _image(place, g) + shift
        for k in range(3, length - 1, -1):
            many[k] += many[k - length]
            if room > 1 and k >= 2 * length:
                many[k] += many[k - 2 * length]
            single[k] += single[k - length]
    for k in range(1, 4):
        tally[k] += many[k]
        tally[3 + k] += single[k]


@njit(cache=True)
def _tally(state, outer, seen, mark, found, number, symmetries, capacity, exterior, tally):
    """Tally a drawing; False where it has no room for a connection outside."""
    _walk_outside(state, outer, mark)
    ones = twos = 0  # outer vertices with room for one connection, and for more
    for i in range(number):
        if outer[found[i]] == mark:
            room = capacity[state[found[i]] & 63]
            ones += room == 1
            twos += room > 1
    outside = ones + twos
    if exterior and outside == 0:
        return False
    pairs = outside * (outside - 1) // 2
    triples = pairs * (outside - 2) // 3
    tally[0] += 1
    tally[1] += outside
    tally[2] += pairs + twos
    tally[3] += triples + twos * (outside - 1)
    tally[4] += outside
    tally[5] += pairs
    tally[6] += triples
    for g in range(1, 12):
        if symmetries >> g & 1:
            _add_patterns(state, outer, seen, mark, found, number, g, capacity, tally)
    return True


@njit(cache=True)
def _search(rules, most_vertices, most_edges, shards, shard, tallies, listed):
    fits, fits_from, asked, program = rules.fits, rules.fits_from, rules.asked, rules.program
    capacity, joined, exterior = rules.capacity, rules.joined, rules.exterior
    state = np.zeros(_PLACES, np.int64)  # edges drawn, bits 0 to 5; edges absent, bits 6 to 11
    settled = np.zeros(_PLACES, np.bool_)
    outer, seen = np.zeros(_PLACES, np.int64), np.zeros(_PLACES, np.int64)
    for place in range(WIDTH, _ORIGIN):  # what lies before the first vertex
        settled[place] = True
        state[place] |= 63 << 6
        for d in range(6):
            state[place + STEPS[d]] |= 64 << (d + 3) % 6
    levels = most_vertices + 1
    vertex, fit = np.zeros(levels, np.int64), np.zeros(levels, np.int64)
    free, counts = np.zeros(levels, np.int64), np.zeros(levels, np.int64)
    numbers, edges = np.zeros(levels, np.int64), np.zeros(levels, np.int64)
    saved = np.zeros((levels, 7), np.int64)
    opened = np.zeros((levels, 8 * levels, 2), np.int64)
    sums = np.zeros((levels, 12), np.int64)
    found = np.zeros(most_vertices, np.int64)
    found[0], vertex[0] = _ORIGIN, _ORIGIN
    numbers[0], fit[0], free[0] = 1, fits_from[state[_ORIGIN]], 63
    level, node, mark, rows = 0, 0, 0, 0
    while level >= 0:
        place = vertex[level]
        if settled[place]:
            _unsettle(state, settled, saved, level, place)
        if fit[level] == fits_from[state[place] + 1]:
            level -= 1
            continue
        star = fits[fit[level]]
        fit[level] += 1
        number = numbers[level] + DEGREES[star & free[level]]
        edge = edges[level] + DEGREES[star] - DEGREES[state[place] & 63]
        if number > most_vertices or edge > most_edges:
            continue
        _settle(state, settled, saved, level, place, star, found, numbers[level])
        final = int(number == level + 1)
        kept = _review(
            state,
            settled,
            program,
            asked,
            joined,
            place,
            star,
            opened,
            level,
            counts[level],
            final,
        )
        if kept < 0:
            continue
        if level + 1 == _SHARD_LEVEL and not final:
            node += 1
            if node % shards != shard:
                continue
        numbers[level + 1], edges[level + 1], counts[level + 1] = number, edge, kept
        for g in range(12):
            sums[level + 1, g] = sums[level, g] + _MARKS[MOVED_STARS[g, star]]
        if not final:
            level += 1
            vertex[level] = _next_vertex(
                state, settled, program, found, number, opened, level, kept
            )
            fit[level] = fits_from[state[vertex[level]]]
            free[level] = _free_directions(state, vertex[level])
        elif shard == 0 or level + 1 > _SHARD_LEVEL:
            mark += 1
            symmetries = _symmetries(state, found, number, sums, level + 1)
            tally = tallies[number, edge, _GROUP_OF[symmetries]]
            new = _tally(
                state, outer, seen, mark, found, number, symmetries, capacity, exterior, tally
            )
            if new and number == most_vertices and rows < listed.shape[0]:
                for i in range(number):
                    listed[rows, i, 0], listed[rows, i, 1] = found[i], state[found[i]] & 63
                rows += 1
