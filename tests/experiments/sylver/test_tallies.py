"""Counts by number, against a plain recount."""

import numpy as np
import pytest

from pastimes.experiments.sylver import reference
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.tallies import tally
from pastimes.experiments.sylver.words import numbers_in

COLUMNS = ("legal", "struck", "wins", "exceptions")


def gaps_of(word):
    return frozenset(numbers_in(word))


def recount(roots):
    """Won positions, and counts by number, as the docstrings define them."""
    pending, seen, known = [gaps_of(word) for word in roots], set(), {}
    counts = {name: np.zeros(64, int) for name in COLUMNS}
    won = 0
    while pending:
        gaps = pending.pop()
        if gaps in seen:
            continue
        seen.add(gaps)
        left = {n: reference.closure(gaps, n) for n in gaps - {1}}
        struck = {
            n
            for n, after in left.items()
            if after != reference.END and reference.is_irreducible(after)
        }
        winners = {n for n, after in left.items() if not reference.value(after, known)}
        pending += [
            after for n, after in left.items() if n not in struck and after != reference.END
        ]
        if not winners:
            continue
        won += 1
        for n in left:
            counts["legal"][n] += 1
            counts["struck"][n] += n in struck
            counts["wins"][n] += n in winners
        for n, other in ((2, 3), (3, 2)):
            counts["exceptions"][n] += n in left and (n in winners) != (other not in gaps)
    return won, counts


@pytest.mark.parametrize(("first", "last"), [(2, 2), (2, 6), (5, 5), (2, 10), (7, 11)])
def test_counts_are_those_of_a_plain_recount(first, last):
    roots = irreducible_of_genera(first, last)
    found = tally(roots)
    won, counts = recount(roots)
    assert found.won == won
    for name in COLUMNS:
        assert np.array_equal(getattr(found, name), counts[name]), name


def test_of_the_least_position_2_is_named_and_wins():
    found = tally(irreducible_of_genera(2, 2)[:1])  # gaps 1 and 2
    assert found.won == 1
    assert np.flatnonzero(found.legal).tolist() == np.flatnonzero(found.wins).tolist() == [2]
    assert not found.struck.any()


def test_struck_moves_never_win_and_all_moves_are_legal():
    found = tally(irreducible_of_genera(2, 14))
    assert (found.struck + found.wins <= found.legal).all()
    assert not found.legal[:2].any()
    assert found.legal.max() <= found.won


def test_the_rule_for_2_and_3_has_no_exception_up_to_twenty_gaps():
    found = tally(irreducible_of_genera(2, 20))
    assert found.legal[2] > 1000
    assert found.legal[3] > 1000
    assert not found.exceptions.any()


def test_naming_2_is_struck_or_wins_in_every_won_position():
    found = tally(irreducible_of_genera(2, 20))
    assert found.struck[2] + found.wins[2] == found.legal[2]


def test_positions_reached_from_several_roots_are_counted_once():
    roots = irreducible_of_genera(2, 9)
    assert tally(roots).won < sum(tally(roots[i : i + 1]).won for i in range(len(roots)))
    assert tally(roots[::-1].copy()).legal.tolist() == tally(roots).legal.tolist()


def test_roots_that_repeat_are_counted_once():
    roots = irreducible_of_genera(2, 5)
    assert tally(np.concatenate([roots, roots])).won == tally(roots).won
