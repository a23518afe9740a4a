"""Values of all positions that can be reached, against the rules of the game in plain Python."""

import numpy as np
import pytest

from pastimes.experiments.sylver import reference
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.lookup import slot_of
from pastimes.experiments.sylver.semigroups import END, members_from
from pastimes.experiments.sylver.values import reachable, solve, winning_moves
from pastimes.experiments.sylver.words import numbers_in, size


def gaps_of(word):
    return frozenset(numbers_in(word))


def word_of(gaps):
    return np.uint64(sum(1 << gap for gap in gaps))


def reached_from(roots, through_struck):
    """What moves lead to, one by one; the position without a move is left out."""
    found, pending = set(roots), list(roots)
    while pending:
        gaps = pending.pop()
        for n in gaps - {1}:
            left = reference.closure(gaps, n)
            struck = reference.is_irreducible(left) and not through_struck
            if left != reference.END and left not in found and not struck:
                found.add(left)
                pending.append(left)
    return found


def plain_winners(gaps, known):
    return [n for n in sorted(gaps - {1}) if not reference.value(reference.closure(gaps, n), known)]


@pytest.fixture(scope="module")
def positions():
    """All positions reached from the whole census to genus 20."""
    return reachable(irreducible_of_genera(2, 20), True)


@pytest.fixture(scope="module")
def table(positions):
    return solve(positions)


@pytest.fixture(scope="module")
def known(positions):
    """The plain value of each of them, and of the position without a move."""
    values = {}
    for word in positions:
        reference.value(gaps_of(word), values)
    return values


def value_in(table, word):
    keys, values = table
    slot = slot_of(keys, word)
    assert keys[slot] == word
    return int(values[slot])


def test_the_census_leads_to_as_many_positions_as_plain_play(positions, known):
    assert len(known) == len(positions) + 1 == 17_420
    assert set(known) - {reference.END} == {gaps_of(word) for word in positions}


def test_every_position_is_won_or_lost_as_by_the_rules_of_the_game(positions, table, known):
    wrong = [w for w in positions if (value_in(table, w) > 0) != known[gaps_of(w)]]
    assert wrong == []
    assert 1000 < sum(not won for won in known.values()) < 10_000


def test_the_value_is_the_smallest_winning_move(positions, table, known):
    for word in positions[::7]:
        winners = plain_winners(gaps_of(word), known)
        assert numbers_in(np.uint64(winning_moves(word, *table))) == winners
        assert value_in(table, word) == min(winners, default=0)


def test_every_irreducible_position_is_won(table):
    # Naming F takes nothing else away: if that does not win, the answer to it wins at once.
    assert all(value_in(table, word) for word in irreducible_of_genera(2, 20))


@pytest.mark.parametrize("through_struck", [True, False])
def test_positions_are_those_of_plain_play_each_once_by_ascending_genus(through_struck):
    roots = irreducible_of_genera(2, 12)
    found = reachable(roots, through_struck)
    expected = reached_from([gaps_of(word) for word in roots], through_struck)
    assert len(found) == len(expected)
    assert {gaps_of(word) for word in found} == expected
    assert [size(word) for word in found] == sorted(size(word) for word in found)


def test_struck_positions_are_kept_where_they_are_roots():
    roots = irreducible_of_genera(6, 6)
    found = reachable(roots, False)
    assert {*found} >= {*roots}
    struck = [w for w in found if reference.is_irreducible(gaps_of(w)) and w not in roots]
    assert struck == []
    assert len(reachable(roots, True)) > len(found)


def test_no_position_leads_to_the_one_without_a_move(positions):
    assert END not in positions
    assert reachable(np.array([word_of({1, 2})]), True).tolist() == [word_of({1, 2})]


def test_no_positions_lead_nowhere():
    assert reachable(np.array([], np.uint64), True).size == 0


@pytest.mark.parametrize(
    ("gaps", "winners"),
    [
        ({1, 2}, [2]),
        ({1, 3}, [3]),
        ({1, 2, 3}, []),  # 2 and 3 answer each other
        ({1, 2, 4, 5}, None),
        ({1, 3, 5, 7}, [3]),  # 2 is reachable, so 3 leaves 1 alone
    ],
)
def test_known_positions_have_these_winners(gaps, winners):
    word = word_of(gaps)
    found = numbers_in(np.uint64(winning_moves(word, *solve(reachable(np.array([word]), True)))))
    assert found == plain_winners(frozenset(gaps), {})
    assert winners is None or found == winners


def test_five_and_seven_are_answered_by_8():
    word = ~members_from([5, 7])
    found = winning_moves(word, *solve(reachable(np.array([word]), True)))
    assert numbers_in(np.uint64(found)) == [8]
