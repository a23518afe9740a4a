"""Orders on handmade moves: each does what its docstring says."""

import ast
import inspect

import numpy as np
import pytest
from numba import njit

from pastimes.declare.catalogue import variant, variants
from pastimes.experiments.sylver.experiment import ORDERS
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.move import COSTLY, Move, fields_read
from pastimes.experiments.sylver.pruning import none
from pastimes.experiments.sylver.reference import chance
from pastimes.experiments.sylver.search import search
from pastimes.experiments.sylver.semigroups import members_from
from pastimes.experiments.sylver.words import numbers_in

NAMES = variants(ORDERS)
FROM_FOUR = [4, 5, 6, 9, 30, 63, 2, 3]
REMEMBER = {
    "counter_move",
    "counter_move_both_ways",
    "found_lost_then_counter",
    "history",
    "history_kept",
    "parity_after_history",
}


def new_memory():
    return np.zeros((64, 64), np.int64)


def move(number, **fields):
    return Move(**dict.fromkeys(Move._fields, 0) | {"number": number} | fields)


def moves(numbers=(2, 3, 4, 5, 6, 9, 30, 63), **fields):
    """Moves, with a value each of some fields."""
    given = [dict(zip(fields, each, strict=True)) for each in zip(*fields.values(), strict=True)]
    pairs = zip(numbers, given or [{}] * len(numbers), strict=True)
    return [move(number, **each) for number, each in pairs]


def tried(name, listed, memory=None):
    """Numbers in the order in which they are tried."""
    order, memory = variant(ORDERS, name), new_memory() if memory is None else memory
    return [m.number for m in sorted(listed, key=lambda m: (order.key(m, memory), m.number))]


@pytest.mark.parametrize("name", NAMES)
def test_an_order_imports_nothing_and_holds_functions_and_constants_alone(name):
    tree = ast.parse(inspect.getsource(variant(ORDERS, name)))
    assert ast.get_docstring(tree)
    assert {type(node) for node in tree.body[1:]} <= {ast.FunctionDef, ast.Assign}
    inner = {type(node) for node in ast.walk(tree)}
    assert not inner & {ast.Import, ast.ImportFrom, ast.If, ast.For, ast.While, ast.Call}


@pytest.mark.parametrize("name", NAMES)
def test_an_order_defines_what_its_package_says_and_no_more(name):
    module = variant(ORDERS, name)
    public = {n for n in vars(module) if not n.startswith("__")}
    assert {"key"} <= public <= {"key", "won", "reads", "KEPT"}
    assert (name in REMEMBER) == hasattr(module, "won")
    assert getattr(module, "KEPT", False) == (name == "history_kept")


@pytest.mark.parametrize("name", NAMES)
def test_a_compiled_key_is_the_plain_one(name):
    rng, module = np.random.default_rng(3), variant(ORDERS, name)
    compiled = njit(module.key)
    memory = rng.integers(0, 9, (64, 64))
    for _ in range(50):
        # Struck moves up to 60: see the test of struck neighbours of the largest numbers.
        number, last, left = (int(n) for n in rng.integers(2, 64, 3))
        drawn = move(
            number,
            position=int(rng.integers(2**63)),
            last=last,
            genus=left // 2,
            largest=left,
            struck=int(rng.integers(2**60)),
            found=int(rng.integers(2)),
            lost=int(rng.integers(2)),
            wins=int(rng.integers(1000)),
            chance=int(rng.integers(2**55)),
        )
        assert compiled(drawn, memory) == module.key(drawn, memory)


def test_smallest_and_largest_go_by_the_number():
    assert tried("smallest", moves()) == [2, 3, 4, 5, 6, 9, 30, 63]
    assert tried("largest", moves()) == [63, 30, 9, 6, 5, 4, 3, 2]


@pytest.mark.parametrize(
    "name",
    [
        "start_at_four",
        "found_lost",
        "counter_move",
        "counter_move_both_ways",
        "found_lost_then_counter",
        "struck_neighbours",
    ],
)
def test_without_anything_to_go_by_moves_ascend_from_4_and_then_2_and_3(name):
    assert tried(name, moves()) == FROM_FOUR


@pytest.mark.parametrize(
    "name", ["history", "history_kept", "learned", "oracle", "paying_oracle", "random"]
)
def test_without_anything_to_go_by_moves_ascend(name):
    assert tried(name, moves()) == [2, 3, 4, 5, 6, 9, 30, 63]


def test_gaps_left_go_by_the_largest():
    listed = moves((2, 3, 5), largest=(7, 40, 7))
    assert tried("smallest_gap_left", listed) == [2, 5, 3]
    assert tried("largest_gap_left", listed) == [3, 2, 5]


def test_most_unpaired_goes_by_twice_the_genus_less_the_largest_gap():
    listed = moves((2, 3, 5, 6), genus=(4, 6, 6, 9), largest=(7, 9, 5, 17))
    assert tried("most_unpaired", listed) == [5, 3, 2, 6]  # 7, 3, 1 and 1


@pytest.mark.parametrize("name", ["oracle", "paying_oracle"])
def test_oracles_try_winning_moves_first(name):
    assert tried(name, moves((2, 3, 5, 6), lost=(0, 1, 0, 1))) == [3, 6, 2, 5]


def test_only_the_paying_oracle_reads_every_move():
    assert variant(ORDERS, "paying_oracle").reads(move(5), new_memory())
    assert not hasattr(variant(ORDERS, "oracle"), "reads")
    assert not fields_read(variant(ORDERS, "oracle")) & COSTLY


def test_parity_tries_moves_that_leave_an_odd_number_of_gaps_first():
    assert tried("parity", moves((2, 3, 5, 6, 7), genus=(4, 1, 3, 2, 7))) == [3, 5, 7, 2, 6]


def test_random_goes_by_chance():
    assert tried("random", moves((2, 3, 5), chance=(2**54, 1, 2**53))) == [3, 5, 2]


def test_learned_tries_what_won_in_training_most_often_and_what_never_did_last():
    assert tried("learned", moves((2, 3, 4, 5, 6), wins=(0, 0, 3, 9, 3))) == [5, 4, 6, 2, 3]


@pytest.mark.parametrize("name", ["history", "history_kept"])
def test_history_tries_what_won_most_often_first_whatever_was_named_before(name):
    order, memory = variant(ORDERS, name), new_memory()
    for number, last in ((9, 0), (9, 4), (5, 9), (30, 2), (9, 5)):
        order.won(number, last, memory)
    assert tried(name, moves(), memory) == [9, 5, 30, 2, 3, 4, 6, 63]
    assert tried(name, [m._replace(last=9) for m in moves()], memory)[:3] == [9, 5, 30]
    assert memory.sum() == 5


def test_counter_move_tries_what_answered_the_number_named_before():
    order, memory = variant(ORDERS, "counter_move"), new_memory()
    for number, last in ((9, 5), (9, 5), (3, 5), (30, 6)):
        order.won(number, last, memory)
    assert tried("counter_move", [m._replace(last=5) for m in moves()], memory) == [
        *(9, 3, 4, 5, 6, 30, 63, 2)
    ]
    assert tried("counter_move", [m._replace(last=6) for m in moves()], memory)[0] == 30
    assert tried("counter_move", [m._replace(last=9) for m in moves()], memory) == FROM_FOUR


@pytest.mark.parametrize("name", ["counter_move_both_ways", "found_lost_then_counter"])
def test_both_ways_also_answers_the_answer(name):
    order, memory = variant(ORDERS, name), new_memory()
    order.won(9, 5, memory)
    assert tried(name, [m._replace(last=5) for m in moves()], memory)[0] == 9
    assert tried(name, [m._replace(last=9) for m in moves()], memory)[0] == 5
    assert tried(name, [m._replace(last=6) for m in moves()], memory) == FROM_FOUR


def test_one_answer_outweighs_where_the_number_stands():
    memory = new_memory()
    memory[5, 3] = 1
    assert tried("counter_move", [m._replace(last=5) for m in moves()], memory)[0] == 3


def test_found_lost_tries_what_reaches_a_position_found_lost_first():
    listed = moves((2, 3, 4, 5, 30), found=(0, 1, 0, 0, 1))
    assert tried("found_lost", listed) == [30, 3, 4, 5, 2]


def test_found_lost_comes_before_a_thousand_answers():
    memory = new_memory()
    memory[7, 5], memory[7, 6] = 1000, 1
    listed = [m._replace(last=7) for m in moves((4, 5, 6, 30), found=(0, 0, 0, 1))]
    assert tried("found_lost_then_counter", listed, memory) == [30, 5, 6, 4]


def test_parity_comes_after_history():
    order, memory = variant(ORDERS, "parity_after_history"), new_memory()
    for number in (6, 7, 7):
        order.won(number, 3, memory)
    listed = moves((2, 3, 5, 6, 7), genus=(4, 1, 3, 2, 8))
    assert tried("parity_after_history", listed, memory) == [7, 6, 3, 5, 2]
    assert [bool(order.reads(m, memory)) for m in listed] == [True] * 3 + [False] * 2


def struck(*numbers):
    return sum(1 << (n - 1) for n in numbers)


def test_struck_neighbours_come_first():
    listed = [m._replace(struck=struck(5, 7, 10, 12, 4)) for m in moves((3, 4, 5, 6, 8, 11, 20))]
    assert tried("struck_neighbours", listed) == [6, 11, 4, 5, 8, 3, 20]


def test_a_struck_number_is_no_neighbour_of_itself():
    listed = [m._replace(struck=struck(9)) for m in moves((4, 9, 10))]
    assert tried("struck_neighbours", listed) == [10, 4, 9]


def test_struck_neighbours_of_the_largest_numbers_come_first():
    order = variant(ORDERS, "struck_neighbours")
    beside = move(62, struck=struck(63))
    assert order.key(beside, new_memory()) == 58 - 64
    assert njit(order.key)(beside, new_memory()) == 58 - 64


def test_chance_depends_on_position_number_and_shuffle():
    gaps = frozenset({1, 2, 3, 5})
    drawn = {chance(g, n, s) for g in (gaps, gaps | {6}) for n in (2, 3) for s in (0, 1)}
    assert len(drawn) == 8
    assert all(0 <= each < 2**55 for each in drawn)


def test_random_orders_come_back_with_their_shuffle_and_others_differ():
    positions, order = irreducible_of_genera(2, 12), variant(ORDERS, "random")
    totals = [search(order, none, positions, shuffle=s).examined.tolist() for s in (1, 1, 2, 0)]
    assert totals[0] == totals[1]
    assert len({tuple(each) for each in totals}) == 3


@pytest.mark.parametrize("shuffle", [0, 1, 2**62, 2**63 - 1])
def test_random_orders_are_those_of_the_hash_in_plain_python(shuffle):
    gaps = ~members_from([5, 7])  # 8 alone wins
    listed = sorted(numbers_in(gaps)[1:], key=lambda n: chance(set(numbers_in(gaps)), n, shuffle))
    found = search(variant(ORDERS, "random"), none, np.array([gaps]), shuffle=shuffle)
    assert found.rank[0] == listed.index(8) + 1
