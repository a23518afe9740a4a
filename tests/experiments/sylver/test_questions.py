"""What a player may ask, and what is refused."""

from pathlib import Path

import pytest

from pastimes.commands.questions import arguments_of, find_question
from pastimes.config.composing import compose_config
from pastimes.errors import UserError
from pastimes.experiments.sylver.experiment import Config
from pastimes.experiments.sylver.questions import solve

ROOT = Path(__file__).parents[3]
NAMES = ["smallest", "oracle", "learned", "random", "parity"]


@pytest.fixture(scope="module")
def config():
    return compose_config(ROOT, "sylver", Config, "smoke", [f"orders=[{','.join(NAMES)}]"])[0]


@pytest.fixture
def told(config):
    """The lines of an answer."""
    return lambda generators: list(solve(config, generators))


def refusal(config, generators):
    with pytest.raises(UserError) as caught:
        list(solve(config, generators))
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_after_5_and_7_the_winning_number_is_8(told):
    lines = told([5, 7])
    assert lines[:2] == [
        "12 gaps, irreducible: 1 2 3 4 6 8 9 11 13 16 18 23",
        "The player to move wins by naming 8.",
    ]


def test_every_order_of_the_config_tells_what_it_finds_and_costs(told):
    lines = told([5, 7])[2:]
    assert [line.split()[0] for line in lines] == NAMES
    assert all(line.split()[1:4] == ["finds", "8", "for"] for line in lines)
    assert all(line.endswith(" closures") for line in lines)
    costs = {line.split()[0]: int(line.split()[4]) for line in lines}
    assert costs["oracle"] == min(costs.values())
    assert costs["parity"] > costs["smallest"] > costs["oracle"]


def test_lines_of_orders_stand_in_columns(told):
    lines = told([5, 7])[2:]
    assert len({line.index("finds") for line in lines}) == 1
    assert len({line.index("closures") for line in lines}) == 1


def test_several_winning_numbers_are_all_told(told):
    lines = told([6, 7, 8])
    assert lines[1].startswith("The player to move wins by naming ")
    assert " or " in lines[1]


def test_after_4_5_6_and_7_the_player_to_move_loses(told):
    lines = told([4, 5, 6, 7])
    assert lines[:2] == ["3 gaps, not irreducible: 1 2 3", "The player to move loses."]
    assert all("finds none for" in line for line in lines[2:])
    assert [line.split()[-2] for line in lines[2:]] == ["2"] * 5


def test_answers_come_back(told):
    assert told([5, 7]) == told([7, 5]) == told([5, 7, 12])


def test_once_2_and_3_are_named_only_1_is_left(told):
    assert told([2, 3]) == told([3, 2, 8]) == ["Only 1 may be named."]


def test_once_1_is_named_the_game_is_over(told):
    assert told([1]) == told([1, 5]) == ["1 was named: the game is over."]


@pytest.mark.parametrize(
    ("generators", "why"),
    [
        ([4, 6], "all are multiples of 2: gaps without end"),
        ([9, 20], "the largest gap is 151; at most 63 fits a word"),
        ([2, 67], "the largest gap is 65; at most 63 fits a word"),
        ([0], "whole numbers from 1 on, at least one"),
        ([-2, 3], "whole numbers from 1 on, at least one"),
        ([], "whole numbers from 1 on, at least one"),
        (list(range(42, 84)), "41 gaps; at most 40"),
        (list(range(64, 128)), "63 gaps; at most 40"),
    ],
)
def test_generators_are_refused(config, generators, why):
    assert refusal(config, generators) == f"generators: {generators}: {why}"


def test_the_question_is_found_and_its_words_are_read():
    found, question = find_question("sylver.solve")
    assert found.name == "sylver"
    assert arguments_of(question, ["generators=[5,7]"]) == {"generators": [5, 7]}


@pytest.mark.parametrize("word", ["generators=five", "generators=[5.5]", "generators=[true]"])
def test_words_that_are_no_numbers_are_refused(word):
    with pytest.raises(UserError, match=r"^generators: "):
        arguments_of(solve, [word])


def test_generators_must_be_given():
    with pytest.raises(UserError, match=r"^generators: missing; write generators=VALUE$"):
        arguments_of(solve, [])
