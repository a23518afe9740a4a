"""Groups of symmetries: all subgroups of the twelve, found by trying every set of them."""

from collections import Counter
from itertools import product

import pytest

from pastimes.experiments.skeletons.groups import GROUPS, group_of
from pastimes.experiments.skeletons.lattice import DIRECTIONS, SYMMETRIES, moved_direction

MOVES = [tuple(moved_direction(g, d) for d in range(6)) for g in SYMMETRIES]
PRODUCTS = {
    (g, h): MOVES.index(tuple(MOVES[g][d] for d in MOVES[h]))
    for g, h in product(SYMMETRIES, repeat=2)
}


def members(word):
    return {g for g in SYMMETRIES if word >> g & 1}


def word_of(group):
    return sum(1 << g for g in group)


def is_group(group):
    """A finite set with products of its members in it, and one at least, is a group."""
    return bool(group) and all(PRODUCTS[g, h] in group for g, h in product(group, group))


SUBGROUPS = [word for word in range(4096) if is_group(members(word))]


def conjugates(word):
    """The same group as it looks from turned and mirrored lattices."""
    found = set()
    for g in SYMMETRIES:
        inverse = next(h for h in SYMMETRIES if PRODUCTS[g, h] == 0)
        found.add(word_of({PRODUCTS[PRODUCTS[g, h], inverse] for h in members(word)}))
    return found


def test_the_twelve_have_sixteen_subgroups_of_ten_kinds():
    assert len(SUBGROUPS) == 16
    assert len({frozenset(conjugates(word)) for word in SUBGROUPS}) == len(GROUPS) == 10


def test_sets_that_are_no_groups_are_of_no_kind():
    others = sorted({*range(4096)} - {*SUBGROUPS})
    assert {group_of(word) for word in others} == {-1}
    assert len(others) == 4080


@pytest.mark.parametrize("word", SUBGROUPS, ids=lambda word: f"{word:012b}")
def test_every_subgroup_has_a_kind_of_its_order(word):
    group = GROUPS[group_of(word)]
    turns = sum(g < 6 for g in members(word))
    assert (group.rotations, group.mirrors) == (turns, word.bit_count() - turns)
    assert group.order == word.bit_count()


def test_groups_of_one_kind_are_those_that_symmetries_take_to_each_other():
    for word in SUBGROUPS:
        alike = {other for other in SUBGROUPS if group_of(other) == group_of(word)}
        assert alike == conjugates(word)


def test_names_tell_the_kinds_apart():
    assert len({group.name for group in GROUPS}) == len(GROUPS)
    for group in GROUPS:
        letter = "D" if group.mirrors else "C"
        assert group.name.split()[0] == f"{letter}{group.rotations}"


def test_subgroups_are_spread_over_the_kinds_as_in_theory():
    found = Counter(GROUPS[group_of(word)].name for word in SUBGROUPS)
    assert found == {
        "C1": 1,
        "C2": 1,
        "C3": 1,
        "C6": 1,
        "D1 along": 3,
        "D1 between": 3,
        "D2": 3,
        "D3 along": 1,
        "D3 between": 1,
        "D6": 1,
    }


@pytest.mark.parametrize("word", SUBGROUPS, ids=lambda word: f"{word:012b}")
def test_mirrors_lie_along_directions_that_they_leave_or_between(word):
    name = GROUPS[group_of(word)].name
    mirrors = [g for g in members(word) if g >= 6]
    along = {any(MOVES[g][d] == d for d in range(len(DIRECTIONS))) for g in mirrors}
    assert along == ({"along" in name} if " " in name else {True, False} if mirrors else set())


def test_all_symmetries_are_the_largest_group_and_the_identity_the_least():
    assert GROUPS[group_of(0b111111111111)].name == "D6"
    assert GROUPS[group_of(0b1)].name == "C1"
    assert group_of(0) == -1
