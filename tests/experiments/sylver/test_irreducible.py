"""The tree of irreducible semigroups, against the tree of all and against pairs of numbers."""

import numpy as np
import pytest

from pastimes.experiments.sylver import reference
from pastimes.experiments.sylver.irreducible import irreducible_of_genera, irreducible_semigroups
from pastimes.experiments.sylver.semigroups import (
    LARGEST,
    closure,
    is_irreducible,
    minimal_generators,
)
from pastimes.experiments.sylver.words import largest, numbers_in, size


def gaps_of(word):
    return frozenset(numbers_in(word))


def by_pairs(frobenius):
    """Irreducible semigroups with one Frobenius number, by the choice of one of each pair n, F - n.

    From the smallest number up, so that every choice is compared with all smaller members.
    """
    found = [frozenset()]  # members below F / 2; F less these are gaps, all others members
    for n in range(1, (frobenius + 1) // 2):
        found += [members | {n} for members in found]
        found = [m for m in found if n in m or not any(n - a in m for a in m)]
    gaps = []
    for small in found:
        large = {n for n in range(frobenius // 2 + 1, frobenius) if frobenius - n not in small}
        members = small | large
        if not any(a + b <= frobenius and a + b not in members for a in small for b in members):
            gaps.append(frozenset(range(1, frobenius + 1)) - members)
    return gaps


@pytest.mark.parametrize("genus", range(2, 11))
def test_irreducible_semigroups_are_those_among_all_of_their_genus(genus):
    expected = {g for g in reference.semigroups(genus) if reference.is_irreducible(g)}
    found = [gaps_of(gaps) for gaps in irreducible_of_genera(genus, genus)]
    assert len(found) == len(expected)
    assert set(found) == expected


@pytest.mark.parametrize("frobenius", [*range(1, 26), 30])
def test_irreducible_semigroups_are_those_found_by_pairs(frobenius):
    found = [gaps_of(~members) for members in irreducible_semigroups(frobenius)]
    assert len(found) == len(set(found))
    assert set(found) == set(by_pairs(frobenius))


@pytest.mark.parametrize("frobenius", [*range(1, 40), LARGEST - 1, LARGEST])
def test_semigroups_are_irreducible_distinct_and_have_the_frobenius_number(frobenius):
    found = irreducible_semigroups(frobenius)
    assert found.dtype == np.uint64
    gaps = [np.uint64(~members) for members in found]
    assert gaps == sorted(set(gaps))
    assert all(is_irreducible(word) for word in gaps)
    assert {largest(word) for word in gaps} == {frobenius}
    assert {size(word) for word in gaps} == {frobenius // 2 + 1}


@pytest.mark.parametrize("frobenius", [*range(1, 30), LARGEST - 1, LARGEST])
def test_semigroups_hold_the_sums_of_their_members(frobenius):
    for members in irreducible_semigroups(frobenius)[:500]:
        for n in numbers_in(np.uint64(minimal_generators(members))):
            assert closure(members, n) == int(members)


def test_the_only_one_with_frobenius_number_1_lacks_1_alone():
    assert [gaps_of(~members) for members in irreducible_semigroups(1)] == [{1}]


def test_gaps_come_by_ascending_genus_and_frobenius_number():
    found = irreducible_of_genera(2, 14)
    order = [(size(gaps), largest(gaps), int(gaps)) for gaps in found]
    assert order == sorted(order)
    assert len(set(order)) == len(order)


def test_spans_of_genera_put_together_are_the_whole():
    parts = [irreducible_of_genera(first, last) for first, last in ((2, 5), (6, 6), (7, 12))]
    assert np.array_equal(np.concatenate(parts), irreducible_of_genera(2, 12))


def test_the_first_position_lacks_1_and_2():
    assert gaps_of(irreducible_of_genera(2, 32)[0]) == {1, 2}


def test_the_last_genus_has_frobenius_numbers_up_to_63():
    found = irreducible_of_genera(32, 32)
    assert {largest(gaps) for gaps in found} == {62, 63}
    assert {size(gaps) for gaps in found} == {32}


@pytest.mark.parametrize("frobenius", [-1, 0, 64, 100])
def test_frobenius_numbers_are_refused(frobenius):
    with pytest.raises(ValueError, match=rf"^frobenius {frobenius}: from 1 to 63$"):
        irreducible_semigroups(frobenius)


@pytest.mark.parametrize(("first", "last", "told"), [(1, 3, 0), (32, 33, 64)])
def test_genera_without_such_frobenius_numbers_are_refused(first, last, told):
    with pytest.raises(ValueError, match=rf"^frobenius {told}: from 1 to 63$"):
        irreducible_of_genera(first, last)
