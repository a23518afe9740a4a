"""Rules of pruning: none passes over a move that wins, and each passes over what it says."""

import ast
import inspect

import numpy as np
import pytest

from pastimes.declare.catalogue import variant, variants
from pastimes.experiments.sylver.experiment import RULES
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.semigroups import END, closure
from pastimes.experiments.sylver.values import reachable, solve, winning_moves
from pastimes.experiments.sylver.words import numbers_in, shifted

NAMES = variants(RULES)


def bits(*numbers):
    """A set as rules see it: bit n - 1 stands for n."""
    return sum(1 << (n - 1) for n in numbers)


def numbers(word):
    return {n for n in range(1, 64) if word >> (n - 1) & 1}


def after(gaps, number):
    return np.uint64(~np.uint64(closure(~gaps, number)))


@pytest.fixture(scope="module")
def replies():
    """For each position reached: its winning moves, and all answers to each losing move."""
    positions = reachable(irreducible_of_genera(2, 14), True)
    table = solve(positions)

    def winners(gaps):
        return set() if gaps == END else set(numbers_in(np.uint64(winning_moves(gaps, *table))))

    found = {}
    for gaps in positions:
        moves = set(numbers_in(gaps)) - {1}
        answers = {n: winners(after(gaps, n)) for n in moves - winners(gaps)}
        found[gaps] = winners(gaps), answers
    return found


def larger(answers):
    """Answers that are larger than the moves they answer: those that rules are told."""
    return {m for n, each in answers.items() for m in each if m > n}


def wrongly_skipped(rule, replies, told=larger):
    """Positions where a rule passes over a winner, with all answers that a search may have seen."""
    return [
        gaps
        for gaps, (winners, answers) in replies.items()
        for seen in (set(), told(answers))
        if winners & numbers(rule.skipped(shifted(gaps), bits(*seen)))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_imports_nothing_and_is_documented(name):
    tree = ast.parse(inspect.getsource(variant(RULES, name)))
    assert ast.get_docstring(tree)
    assert [type(node) for node in tree.body[1:]] == [ast.FunctionDef]
    inner = {type(node) for node in ast.walk(tree)}
    assert not inner & {ast.Import, ast.ImportFrom, ast.If, ast.For, ast.While, ast.Call}
    assert [n for n in vars(variant(RULES, name)) if n[0] != "_"] == ["skipped"]


@pytest.mark.parametrize("name", NAMES)
def test_no_winning_move_is_skipped(name, replies):
    assert wrongly_skipped(variant(RULES, name), replies) == []


class Unsound:
    """Passes over one number wherever it is a gap."""

    def __init__(self, number):
        self.number = number

    def skipped(self, position, replies):
        return bits(self.number)


@pytest.mark.parametrize("number", [2, 3, 4, 9])
def test_a_rule_that_skips_a_number_everywhere_would_be_found(number, replies):
    assert wrongly_skipped(Unsound(number), replies)


def test_answers_that_are_smaller_than_the_move_would_be_found(replies):
    def every(answers):
        return set().union(*answers.values())

    assert wrongly_skipped(variant(RULES, "pairs"), replies, every)


def test_larger_answers_are_plentiful(replies):
    seen = [larger(answers) for _, answers in replies.values()]
    assert sum(map(bool, seen)) > 1000
    assert sum(len(each) > 2 for each in seen) > 100


def test_no_rule_skips_nothing():
    assert variant(RULES, "none").skipped(bits(1, 2, 3, 6), bits(6)) == 0


@pytest.mark.parametrize(
    ("gaps", "skipped"),
    [((1, 2, 3, 6), {2, 3}), ((1, 2), set()), ((1, 2, 4, 5), set()), ((1, 3, 5), set())],
)
def test_two_is_skipped_where_3_is_a_gap_and_three_where_2_is(gaps, skipped):
    # A number that is no gap may be skipped as well: it is not among the moves.
    for answers in (0, bits(6)):
        found = variant(RULES, "two_and_three").skipped(bits(*gaps), answers)
        assert numbers(found) & {*gaps} == skipped


@pytest.mark.parametrize("answers", [(), (6,), (5, 6, 63)])
def test_pairs_are_the_answers_seen(answers):
    found = variant(RULES, "pairs").skipped(bits(1, 2, 3, 5, 6), bits(*answers))
    assert numbers(found) == set(answers)


@pytest.mark.parametrize("gaps", [(1, 2), (1, 2, 3), (1, 3, 5, 7), (1, 2, 4, 5, 8, 11)])
@pytest.mark.parametrize("answers", [(), (5, 8)])
def test_all_rules_skip_what_any_skips(gaps, answers):
    position, seen = bits(*gaps), bits(*answers)
    expected = set().union(*(numbers(variant(RULES, n).skipped(position, seen)) for n in NAMES))
    assert numbers(variant(RULES, "all_rules").skipped(position, seen)) == expected


def test_pairs_of_moves_lead_to_one_position_in_either_order(replies):
    # The step of the proof: where m > n answers n, n is still a gap after m and answers it.
    checked = 0
    for gaps, (_, answers) in list(replies.items())[::5]:
        for n, m in ((n, m) for n, each in answers.items() for m in each if m > n):
            assert int(after(gaps, m)) >> n & 1
            assert after(after(gaps, m), n) == after(after(gaps, n), m)
            checked += 1
    assert checked > 100


def test_two_and_three_leave_each_other_and_then_1_alone(replies):
    # The step of the proof: 3 is no sum of 2s, 2 no sum of 3s; together they leave 1 alone.
    for gaps in replies:
        if int(gaps) >> 2 & int(gaps) >> 3 & 1:
            for n, m in ((2, 3), (3, 2)):
                left = after(gaps, n)
                assert int(left) >> m & 1
                assert after(left, m) == END


def test_where_3_is_no_gap_2_wins_at_once_and_the_other_way_round(replies):
    seen = set()
    for gaps, (winners, _) in replies.items():
        two, three = (int(gaps) >> n & 1 for n in (2, 3))
        assert (2 in winners) == bool(two and not three)
        assert (3 in winners) == bool(three and not two)
        seen.add((two, three))
    assert seen == {(0, 1), (1, 0), (1, 1)}
