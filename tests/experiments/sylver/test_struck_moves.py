"""What striking tells about moves, against plain recounts; and how late a first winner comes."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.stats import norm

from pastimes.experiments.sylver import reference
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.semigroups import members_from
from pastimes.experiments.sylver.struck_moves import Moves, _lateness, looks, moves_of
from pastimes.experiments.sylver.words import numbers_in

ALARM = 1e-9  # probability with which the check of random placements fails for a sound programme


def gaps_of(word):
    return frozenset(numbers_in(word))


def is_struck(left):
    return left != reference.END and reference.is_irreducible(left)


def pairs_off(gap, largest, gaps):
    return largest - gap not in gaps


def recount(roots):
    """Rows of moves as the docstrings define them."""
    known = {}
    for gaps in map(gaps_of, roots):
        left = {n: reference.closure(gaps, n) for n in sorted(gaps - {1})}
        struck = {n for n, after in left.items() if is_struck(after)}
        for n, after in left.items():
            distances = [abs(n - other) for other in struck if other != n]
            yield (
                reference.word(gaps),
                n,
                int(n in struck),
                int(not reference.value(after, known)),
                len({n - 1, n + 1} & struck),
                min(distances, default=64),
                sum(not pairs_off(gap, max(after), after) for gap in after),
            )


@pytest.mark.parametrize(("first", "last"), [(2, 4), (2, 9), (11, 11)])
def test_moves_are_those_of_a_plain_recount(first, last):
    roots = irreducible_of_genera(first, last)
    found = moves_of(roots)
    assert list(zip(*(column.tolist() for column in found), strict=True)) == list(recount(roots))


def test_moves_of_positions_that_are_not_irreducible_are_those_of_a_plain_recount():
    roots = np.array([~members_from(g) for g in ([4, 5, 6, 7], [5, 8, 9, 11, 12], [7, 8, 9, 10])])
    assert not any(reference.is_irreducible(gaps_of(word)) for word in roots)
    found = moves_of(roots)
    assert list(zip(*(column.tolist() for column in found), strict=True)) == list(recount(roots))


def test_without_another_struck_number_the_distance_is_64():
    found = moves_of(np.array([~members_from([2, 7])]))  # gaps 1, 3 and 5; only 5 is struck
    assert found.number.tolist() == [3, 5]
    assert found.struck.tolist() == [0, 1]
    assert found.nearest.tolist() == [2, 64]
    assert found.neighbours.tolist() == [0, 0]


def test_numbers_up_to_63_have_struck_neighbours():
    found = moves_of(np.array([~members_from([2, 65])]))
    assert found.number.tolist() == list(range(3, 64, 2))
    assert found.struck.tolist() == [0] + [1] * 30  # each odd number but 3 leaves it with 2
    assert found.nearest.tolist() == [2] * 31


@pytest.fixture(scope="module")
def moves():
    return moves_of(irreducible_of_genera(2, 10))


@pytest.fixture(scope="module")
def found(moves):
    return {(look.predictor, look.within): look for look in looks(moves)}


def test_eight_looks_are_counted(found, moves):
    names = ["neighbours", "nearest", "unpaired"]
    assert list(found) == [
        *((name, within) for name in names for within in ("position", "number")),
        ("struck moves", "genus"),
        ("moves beside struck ones", "genus"),
    ]
    assert len(list(looks(moves))) == 8


def rows_of(moves):
    return [dict(zip(Moves._fields, row, strict=True)) for row in zip(*moves, strict=True)]


@pytest.mark.parametrize("name", ["neighbours", "nearest", "unpaired"])
@pytest.mark.parametrize("within", ["position", "number"])
def test_moves_from_4_on_that_are_not_struck_are_compared(name, within, found, moves):
    rows = rows_of(moves)
    tried = [r for r in rows if r["number"] >= 4 and not r["struck"]]
    look = found[name, within]
    assert look.x.tolist() == [r[name] for r in tried]
    assert look.y.tolist() == [r["winning"] for r in tried]
    genus = {r["position"]: int(r["position"]).bit_count() for r in tried}
    label = {
        "position": lambda r: r["position"],
        "number": lambda r: (genus[r["position"]], r["number"]),
    }[within]
    pairs = {(stratum, label(r)) for stratum, r in zip(look.strata.tolist(), tried, strict=True)}
    assert len(pairs) == len({stratum for stratum, _ in pairs}) == len({name for _, name in pairs})


def test_positions_of_one_genus_with_a_winner_from_4_on_are_compared(found, moves):
    expected = []
    by_position = {}
    for row in rows_of(moves):
        by_position.setdefault(int(row["position"]), []).append(row)
    for position in sorted(by_position):
        rows = by_position[position]
        tried = [r for r in rows if r["number"] >= 4 and not r["struck"]]
        ranks = [i for i, r in enumerate(tried, start=1) if r["winning"]]
        if ranks:
            late = ranks[0] * (len(ranks) + 1) / (len(tried) + 1)
            struck = sum(r["struck"] for r in rows)
            expected.append(
                (position.bit_count(), struck, sum(r["neighbours"] for r in tried), late)
            )
    first, second = found["struck moves", "genus"], found["moves beside struck ones", "genus"]
    columns = first.strata, first.x, second.x, first.y
    assert np.allclose(np.column_stack(columns), expected, rtol=1e-12, atol=0)
    assert np.array_equal(first.y, second.y)
    assert np.array_equal(first.strata, second.strata)
    assert len(expected) > 50


def lateness_of(placements, moves, outside=0):
    """Lateness where position i has its winners at placements[i] of so many moves."""
    each = moves + outside
    place = np.repeat(np.arange(len(placements)), each)
    key = np.tile(np.append(np.arange(moves), np.full(outside, 64)), len(placements))
    winning = np.zeros((len(placements), each), int)
    for row, winners in zip(winning, placements, strict=True):
        row[list(winners)] = 1
    return _lateness(place, key, winning.ravel())


@pytest.mark.parametrize("moves", [1, 2, 5, 9])
@pytest.mark.parametrize("outside", [0, 3])
def test_lateness_is_1_on_average_over_all_placements(moves, outside):
    for winners in range(1, moves + 1):
        found = lateness_of(list(combinations(range(moves), winners)), moves, outside)
        assert found.mean() == pytest.approx(1, rel=1e-12)


def test_without_a_winner_the_lateness_is_infinite():
    assert lateness_of([(), (1,)], 3, 2).tolist() == [np.inf, 2 * 2 / 4]


def test_a_later_first_winner_is_later_and_others_do_not_matter():
    ranks = lateness_of([(0, 3), (1, 3), (2, 3)], 4)
    assert all(a < b for a, b in pairwise(ranks))
    assert np.ptp(lateness_of([(1, 2), (1, 3)], 4)) == 0


def random_lateness(least):
    """Of 20,000 positions with up to 12 moves, winners drawn from those at `least` and after."""
    rng = np.random.default_rng(5)
    found = []
    for moves in range(2 + least, 13):
        placed = [
            rng.choice(range(least, moves), rng.integers(1, moves - least + 1), replace=False)
            for _ in range(20_000 // 11)
        ]
        found.append(lateness_of(placed, moves, 2))
    return np.concatenate(found)


def test_lateness_of_random_placements_is_1_on_average():
    """At level ALARM, by the normal law of a mean; winners that avoid the first move are found."""
    for least, sound in ((0, True), (1, False)):
        found = random_lateness(least)
        error = found.std() / np.sqrt(found.size)
        assert (abs(found.mean() - 1) < norm.isf(ALARM / 2) * error) == sound
