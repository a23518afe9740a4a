"""The search against the plain one, under every order and rule."""

from collections import defaultdict
from itertools import product
from types import ModuleType

import numpy as np
import pytest

from pastimes.declare.catalogue import variant, variants
from pastimes.experiments.sylver import reference
from pastimes.experiments.sylver.experiment import ORDERS, RULES
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.move import COSTLY, fields_read
from pastimes.experiments.sylver.search import Costs, count_wins, search
from pastimes.experiments.sylver.semigroups import END, members_from
from pastimes.experiments.sylver.values import reachable, solve, winning_moves
from pastimes.experiments.sylver.words import numbers_in

pytestmark = pytest.mark.xdist_group("sylver")

NAMES = variants(ORDERS)
CASES = list(product(NAMES, variants(RULES)))
NONE = variant(RULES, "none")
SHUFFLE = 2**62 + 12345
WINS = np.array([0, 0, 1, 3, 9, 9, 12, 5, 0, 7, *[0] * 10, *range(44)])
"""Wins in training, as good as any, with numbers alike and numbers that never won."""

cases = pytest.mark.parametrize(("order", "rule"), CASES)


def gaps_of(word):
    return frozenset(numbers_in(word))


def searched(order, rule, positions):
    return search(variant(ORDERS, order), variant(RULES, rule), positions, WINS, SHUFFLE)


def plain(order, rule, positions, lost):
    """Plain searches of positions, one after another."""
    module, memory, genus = variant(ORDERS, order), None, 0
    for gaps in map(gaps_of, positions):
        if getattr(module, "KEPT", False) and len(gaps) != genus:
            memory, genus = defaultdict(int), len(gaps)
        wins = dict(enumerate(WINS.tolist()))
        found = reference.PlainSearch(module, variant(RULES, rule), lost, wins, SHUFFLE, memory)
        found.winner(gaps)
        yield found


def row(found, gaps):
    return (
        found.examined,
        found.when_needed,
        found.at_once,
        found.rank,
        found.known[gaps],
        len(found.known),
    )


def made(name, **members):
    """An order or a rule of one's own."""
    module = ModuleType(name)
    vars(module).update(members)
    return module


@pytest.fixture(scope="module")
def roots():
    return irreducible_of_genera(2, 11)


@pytest.fixture(scope="module")
def positions():
    """All positions reached from those of genus 9, by ascending genus; most are not irreducible."""
    return reachable(irreducible_of_genera(9, 9), True)


@pytest.fixture(scope="module")
def values(roots):
    """Plain values of the roots and all that is reached from them."""
    known = {}
    for word in reachable(roots, True):
        reference.value(gaps_of(word), known)
    return known


@pytest.fixture(scope="module")
def lost(values):
    return {gaps for gaps, won in values.items() if not won}


@cases
def test_costs_are_those_of_the_plain_search(order, rule, roots, lost):
    found = np.column_stack(searched(order, rule, roots)).tolist()
    expected = [
        row(each, gaps_of(word))
        for word, each in zip(roots, plain(order, rule, roots, lost), strict=True)
    ]
    assert list(map(tuple, found)) == expected


@pytest.mark.parametrize("order", NAMES)
def test_costs_of_positions_that_are_not_irreducible_are_those_of_the_plain_search(
    order, positions, lost
):
    found = np.column_stack(searched(order, "all_rules", positions)).tolist()
    expected = [
        row(each, gaps_of(word))
        for word, each in zip(positions, plain(order, "all_rules", positions, lost), strict=True)
    ]
    assert list(map(tuple, found)) == expected


@cases
def test_everybody_agrees_on_who_wins_and_names_a_winning_move(order, rule, positions, values):
    table = solve(positions)
    for word, winner in zip(positions, searched(order, rule, positions).winner, strict=True):
        assert (winner > 0) == values[gaps_of(word)]
        assert not winner or int(winning_moves(word, *table)) >> int(winner) & 1


@cases
def test_charges_are_alike_for_lazy_orders_and_dearer_at_once_for_others(order, rule, roots):
    costs, module = searched(order, rule, roots), variant(ORDERS, order)
    if fields_read(module) & COSTLY or hasattr(module, "reads"):
        assert (costs.when_needed >= costs.examined).all()
        assert (costs.at_once >= costs.when_needed).all()
        assert costs.when_needed.sum() > costs.examined.sum()
    else:
        assert np.array_equal(costs.when_needed, costs.examined)
        assert np.array_equal(costs.at_once, costs.examined)


@pytest.mark.parametrize("order", [name for name in NAMES if name != "history_kept"])
def test_every_position_is_searched_from_nothing(order, roots):
    together = np.column_stack(searched(order, "none", roots))
    apart = [np.column_stack(searched(order, "none", roots[i : i + 1])) for i in range(len(roots))]
    assert np.array_equal(together, np.concatenate(apart))


def test_memory_that_is_kept_lasts_while_the_genus_stays():
    eleven, twelve = irreducible_of_genera(11, 11), irreducible_of_genera(12, 12)
    together = searched("history_kept", "none", np.concatenate([eleven, twelve]))
    parts = [searched("history_kept", "none", each) for each in (eleven, twelve)]
    assert np.array_equal(together.examined, np.concatenate([part.examined for part in parts]))
    apart = searched("history", "none", eleven)
    assert together.examined[0] == apart.examined[0]
    assert not np.array_equal(parts[0].examined, apart.examined)


def costs_of(order, rule, generators):
    costs = search(
        variant(ORDERS, order), variant(RULES, rule), np.array([~members_from(generators)])
    )
    return Costs(*(int(column[0]) for column in costs))


def test_both_moves_of_a_lost_position_are_examined_and_struck():
    # Gaps 1, 2 and 3: each of 2 and 3 leaves 1 and the other.
    assert costs_of("smallest", "none", [4, 5, 6, 7]) == (2, 2, 2, 2, 0, 1)


def test_moves_passed_over_cost_nothing():
    assert costs_of("smallest", "two_and_three", [4, 5, 6, 7]) == (0, 0, 0, 0, 0, 1)


def test_an_order_that_reads_pays_for_moves_that_are_not_examined():
    # Gaps 1, 3, 5 and 7: naming 3 wins at once, naming 5 leaves 1 and 3, naming 7 is struck too.
    assert costs_of("smallest", "none", [2, 9]) == (1, 1, 1, 1, 3, 1)
    assert costs_of("largest", "none", [2, 9]) == (3, 3, 3, 3, 3, 1)
    assert costs_of("parity", "none", [2, 9]) == (1, 3, 3, 1, 3, 1)
    assert costs_of("paying_oracle", "none", [2, 9]) == (1, 3, 3, 1, 3, 1)
    assert costs_of("largest_gap_left", "none", [2, 9]) == (3, 3, 3, 3, 3, 1)


def test_the_position_without_a_move_is_lost_and_costs_nothing():
    costs = search(variant(ORDERS, "smallest"), NONE, np.array([END]))
    assert Costs(*(column.tolist() for column in costs)) == ([0], [0], [0], [0], [0], [1])


def test_no_positions_cost_nothing():
    costs = search(variant(ORDERS, "smallest"), NONE, np.array([], np.uint64))
    assert [column.size for column in costs] == [0] * 6


def test_positions_may_repeat(roots):
    once, twice = (searched("history", "none", np.repeat(roots[-3:], n)) for n in (1, 2))
    assert twice.examined.tolist() == np.repeat(once.examined, 2).tolist()


def test_large_positions_are_searched():
    gaps = np.array([~members_from([2, 65]), ~members_from([3, 32]), ~members_from([4, 21])])
    for order in ("smallest", "found_lost_then_counter", "parity_after_history"):
        costs = search(variant(ORDERS, order), variant(RULES, "all_rules"), gaps)
        assert (costs.winner > 0).all()
        assert (costs.rank <= costs.examined).all()


def test_without_training_the_learned_order_is_smallest_first(roots):
    learned, smallest = (search(variant(ORDERS, o), NONE, roots) for o in ("learned", "smallest"))
    assert np.array_equal(np.column_stack(learned), np.column_stack(smallest))


def test_the_oracle_examines_one_move_of_a_won_position_and_all_of_a_lost_one(roots, values):
    for word, each in zip(roots, plain("oracle", "none", roots, set()), strict=True):
        del each  # the order below knows what is lost
        gaps = gaps_of(word)
        pending, seen, examined = [gaps], set(), 0
        while pending:
            position = pending.pop()
            if position in seen:
                continue
            seen.add(position)
            left = {n: reference.closure(position, n) for n in sorted(position - {1})}
            winning = [n for n, after in left.items() if not values.get(after, False)]
            tried = winning[:1] or list(left)
            examined += len(tried)
            pending += [
                left[n]
                for n in tried
                if left[n] != reference.END and not reference.is_irreducible(left[n])
            ]
        assert searched("oracle", "none", np.array([word])).examined[0] == examined


def test_the_oracle_is_cheapest_in_all_though_not_everywhere():
    positions = irreducible_of_genera(2, 16)
    costs = {order: searched(order, "none", positions).examined for order in NAMES}
    totals = {order: int(found.sum()) for order, found in costs.items()}
    assert min(totals, key=totals.get) in {"oracle", "paying_oracle"}
    # Which of several winning moves is taken matters: the smallest may be dearer to prove.
    assert any((found < costs["oracle"]).any() for found in costs.values())


def test_random_orders_are_those_of_their_shuffle(roots):
    order = variant(ORDERS, "random")
    found = [search(order, NONE, roots, shuffle=s).examined.tolist() for s in (0, 7, 7, 2**63 - 1)]
    assert found[1] == found[2]
    assert len(set(map(tuple, found))) == 3


@pytest.mark.parametrize("order", ["history", "history_kept", "counter_move", "smallest"])
@pytest.mark.parametrize("rule", ["none", "all_rules"])
def test_wins_are_counted_as_they_are_found(order, rule, roots, lost):
    expected = np.zeros(64, int)
    for each in plain(order, rule, roots, lost):
        for winner in each.known.values():
            expected[winner] += winner > 0
    found = count_wins(variant(ORDERS, order), variant(RULES, rule), roots)
    assert found.tolist() == expected.tolist()
    assert found.sum() > len(roots)


def _last_digit(move, memory):
    return -(move.number * 7 % 10)


def _none_at_all(move, memory):
    return 0


def _huge(move, memory):
    return (move.number % 3 - 1) * 2**54


@pytest.mark.parametrize("key", [_last_digit, _none_at_all, _huge], ids=lambda f: f.__name__)
def test_an_order_of_ones_own_finds_right_values(key, positions, values):
    own = made("own", key=key)
    found = search(own, variant(RULES, "all_rules"), positions)
    assert (found.winner > 0).tolist() == [values[gaps_of(word)] for word in positions]
    some = positions[-20:]
    for word, winner in zip(some, search(own, NONE, some).winner, strict=True):
        each = reference.PlainSearch(own, NONE, set(), {})
        assert each.winner(gaps_of(word)) == winner


def test_an_order_without_moves_told_apart_is_smallest_first(roots):
    own = search(made("own", key=_none_at_all), NONE, roots)
    assert np.array_equal(own.examined, search(variant(ORDERS, "smallest"), NONE, roots).examined)


def _everything(position, replies):
    return position


def _four(position, replies):
    return 8


def _above_the_answer(position, replies):
    return replies * 2


@pytest.mark.parametrize(
    "skipped", [_everything, _four, _above_the_answer], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("order", ["smallest", "start_at_four", "history"])
def test_an_unsound_rule_is_found(skipped, order):
    rule = made("unsound", skipped=skipped)
    told = rf"^pastimes\.experiments\.sylver\.orders\.{order}, unsound: [1-9]\d* wrong values$"
    with pytest.raises(ArithmeticError, match=told):
        search(variant(ORDERS, order), rule, irreducible_of_genera(2, 12))
    with pytest.raises(ArithmeticError, match=told):
        count_wins(variant(ORDERS, order), rule, irreducible_of_genera(2, 12))


def test_every_wrong_value_is_counted(positions, values):
    rule = made("unsound", skipped=_everything)
    won = sum(values[gaps_of(word)] for word in positions)
    with pytest.raises(ArithmeticError, match=rf": {won} wrong values$"):
        search(variant(ORDERS, "smallest"), rule, positions)


def test_a_sound_rule_of_ones_own_is_not_suspected(roots):
    rule = made("sound", skipped=lambda position, replies: replies)
    pairs = search(variant(ORDERS, "history"), variant(RULES, "pairs"), roots)
    own = search(variant(ORDERS, "history"), rule, roots)
    assert np.array_equal(own.examined, pairs.examined)
