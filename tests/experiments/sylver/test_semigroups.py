"""Kernels of semigroups against the plain definitions, and against sums."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pastimes.experiments.sylver import reference
from pastimes.experiments.sylver.semigroups import (
    END,
    LARGEST,
    closure,
    is_irreducible,
    members_from,
    minimal_generators,
)
from pastimes.experiments.sylver.words import numbers_in

FULL = 2**64 - 1
ALL = [gaps for genus in range(11) for gaps in reference.semigroups(genus)]
SETS = st.sets(st.integers(1, 80), max_size=6)


def members_of(gaps):
    """The word of members of a semigroup given by its gaps."""
    return np.uint64(FULL - sum(1 << gap for gap in gaps))


def sums(numbers, end=64):
    """All sums of numbers below `end`, the empty sum included."""
    found = {0}
    for total in range(1, end):
        if any(total - n in found for n in numbers):
            found.add(total)
    return found


def semigroup(generators):
    """Members below 64 of the semigroup of generators and of all numbers from 64 on."""
    return np.uint64(sum(1 << n for n in sums(generators)))


def test_the_position_without_a_move_lacks_1_alone():
    assert numbers_in(END) == [1]
    assert members_from([2, 3]) == ~END


@pytest.mark.parametrize("genus", range(11))
def test_plain_semigroups_hold_the_sums_of_their_members_and_each_stands_once(genus):
    found = list(reference.semigroups(genus))
    assert len(set(found)) == len(found)
    for gaps in found:
        assert len(gaps) == genus
        members = [n for n in range(1, max(gaps, default=0)) if n not in gaps]
        assert not any(a + b in gaps for a in members for b in members)


def test_closures_of_all_small_semigroups_are_the_plain_ones():
    for gaps in ALL:
        for n in range(1, max(gaps, default=0) + 3):
            left = reference.closure(gaps, n)
            assert closure(members_of(gaps), n) == int(members_of(left))


def test_plain_closures_are_sums_of_a_member_and_multiples():
    for gaps in ALL:
        end = max(gaps, default=0) + 1
        members = [m for m in range(end) if m not in gaps]
        for n in range(1, end + 1):
            reached = {m + k * n for m in members for k in range(end)}
            assert reference.closure(gaps, n) == gaps - reached


@given(SETS, st.integers(1, LARGEST))
def test_a_closure_holds_the_sums_of_generators_and_number(generators, number):
    found = closure(semigroup(generators), number)
    assert found == int(semigroup({*generators, number}))


@given(SETS, st.integers(1, LARGEST), st.integers(1, LARGEST))
def test_closures_by_two_numbers_do_not_depend_on_their_order(generators, a, b):
    start = semigroup(generators)
    one, other = (np.uint64(closure(start, n)) for n in (a, b))
    assert closure(one, b) == closure(other, a)


@given(SETS)
def test_a_closure_by_a_member_changes_nothing(generators):
    members = semigroup(generators)
    for n in numbers_in(members)[1:]:
        assert closure(members, n) == int(members)


def test_a_closure_by_1_holds_everything():
    assert closure(~END, 1) == closure(np.uint64(1), 1) == FULL


def test_a_closure_by_63_adds_63_alone():
    assert closure(np.uint64(1), 63) == 1 | 1 << 63


def test_all_small_semigroups_are_irreducible_where_the_plain_ones_are():
    for gaps in ALL[1:]:
        word = np.uint64(~members_of(gaps))
        assert is_irreducible(word) == reference.is_irreducible(gaps)


def test_irreducible_semigroups_are_no_intersections_of_larger_ones():
    # Some larger ones have it as intersection just where all of them have: their gaps together
    # are then its gaps. {0, 1, ...} is none of the positions.
    for gaps in ALL[1:]:
        together = frozenset().union(*(other for other in ALL if other < gaps))
        assert is_irreducible(np.uint64(~members_of(gaps))) == (together != gaps)


def test_irreducible_semigroups_have_the_least_genus_for_their_frobenius_number():
    least = {}
    for gaps in ALL[1:]:
        least[max(gaps)] = min(len(gaps), least.get(max(gaps), 99))
    for gaps in ALL[1:]:
        if max(gaps) <= 10:  # all of these are listed, for no genus is above F
            minimal = len(gaps) == least[max(gaps)]
            assert is_irreducible(np.uint64(~members_of(gaps))) == minimal


@pytest.mark.parametrize(
    ("generators", "irreducible"),
    [
        ([2, 3], True),
        ([3, 4, 5], True),  # gaps 1 and 2: 1 is half of 2
        ([4, 5, 6, 7], False),
        ([5, 7], True),
        ([2, 65], True),
        (range(33, 66), False),
        (range(64, 128), False),
    ],
)
def test_known_semigroups_are_irreducible_or_not(generators, irreducible):
    assert is_irreducible(~members_from(generators)) == irreducible


def test_minimal_generators_are_no_sums_of_two_members():
    for gaps in ALL:
        members = [n for n in range(1, 64) if n not in gaps]
        expected = set(members) - {a + b for a in members for b in members}
        assert set(numbers_in(np.uint64(minimal_generators(members_of(gaps))))) == expected


@given(SETS)
def test_minimal_generators_up_to_63_are_no_sums_of_two_members(generators):
    members = semigroup(generators)
    positive = numbers_in(members)[1:]
    expected = sum(1 << n for n in {*positive} - {a + b for a in positive for b in positive})
    assert minimal_generators(members) == expected


@pytest.mark.parametrize("generators", [{31}, {31, 32}, {21, 42}, {2, 63}, {9, 20, 62}])
def test_sums_up_to_63_are_no_minimal_generators(generators):
    found = set(numbers_in(np.uint64(minimal_generators(semigroup(generators)))))
    assert found == generators - {42}


def test_minimal_generators_generate_the_semigroup():
    for gaps in ALL:
        generators = numbers_in(np.uint64(minimal_generators(members_of(gaps))))
        assert members_from(generators) == members_of(gaps)


def test_no_minimal_generator_can_be_spared():
    for gaps in ALL:
        generators = set(numbers_in(np.uint64(minimal_generators(members_of(gaps)))))
        for n in generators:
            assert n not in sums(generators - {n}, n + 1)


def test_generators_above_63_are_not_among_the_minimal_ones():
    assert minimal_generators(members_from([2, 65])) == 1 << 2


@given(st.sets(st.integers(1, 40), min_size=1, max_size=6))
def test_members_are_the_sums_of_generators(generators):
    assume(math.gcd(*generators) == 1)
    reached = sums(generators, 1700)  # beyond 39 x 40 - 39 - 40, the largest gap of any of these
    largest = max((n for n in range(1700) if n not in reached), default=-1)
    if largest <= LARGEST:
        assert members_from(generators) == semigroup(generators)
    else:
        with pytest.raises(ValueError, match=rf"^the largest gap is {largest}; at most 63 fits a"):
            members_from(generators)


def test_one_alone_generates_everything():
    assert members_from([1]) == members_from([1, 5]) == FULL


def test_generators_may_be_any_iterable_and_repeat():
    assert members_from(iter((7, 5, 7))) == members_from([5, 7]) == semigroup([5, 7])


def test_a_largest_gap_of_63_is_allowed():
    members = members_from([2, 65])
    assert numbers_in(~members) == list(range(1, 64, 2))
    assert numbers_in(~members_from(range(64, 128))) == list(range(1, 64))


@pytest.mark.parametrize(
    ("generators", "told"),
    [
        ([], "whole numbers from 1 on, at least one"),
        ([0], "whole numbers from 1 on, at least one"),
        ([3, 0, 5], "whole numbers from 1 on, at least one"),
        ([-5, 7], "whole numbers from 1 on, at least one"),
        ([2], "all are multiples of 2: gaps without end"),
        ([4, 6], "all are multiples of 2: gaps without end"),
        ([6, 9, 21], "all are multiples of 3: gaps without end"),
        ([2, 67], "the largest gap is 65; at most 63 fits a word"),
        (range(65, 130), "the largest gap is 64; at most 63 fits a word"),
        ([9, 20], "the largest gap is 151; at most 63 fits a word"),
    ],
)
def test_generators_are_refused(generators, told):
    with pytest.raises(ValueError, match=rf"^{told}$"):
        members_from(generators)
