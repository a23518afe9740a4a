"""What a player may ask, and what is refused."""

from pathlib import Path

import pytest

from pastimes.commands.questions import arguments_of, find_question
from pastimes.config.composing import compose_config
from pastimes.errors import UserError
from pastimes.experiments.fivethousand.experiment import Config
from pastimes.experiments.fivethousand.questions import advise
from pastimes.experiments.fivethousand.rules import parse

ROOT = Path(__file__).parents[3]
MUST = "Roll: six dice have to be rolled."
FAR = "Stay: from 3000 points on the best play stays."


@pytest.fixture(scope="module")
def long(slow):
    """A turn of the slow game."""
    return slow.Turn(parse("essay"))


@pytest.fixture(scope="module")
def told():
    """The one line of an answer."""
    config = compose_config(ROOT, "fivethousand", Config, "smoke")[0]

    def ask(*arguments):
        (line,) = advise(config, *arguments)
        return line

    return ask


def refusal(told, *arguments):
    with pytest.raises(UserError) as caught:
        told(*arguments)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


@pytest.mark.parametrize(
    ("dice", "score", "line"),
    [
        (3, 400, "Roll: the turn then makes 400.5 points on average, 0.5 more."),
        (3, 450, "Stay: rolling makes 436.4 points on average, 13.6 less."),
        (2, 200, "Roll: the turn then makes 218.1 points on average, 18.1 more."),
        (6, 0, MUST),
        (6, 200, MUST),
        (6, 100_000, MUST),
        (5, 2950, "Stay: rolling makes 2946.4 points on average, 3.6 less."),
        (5, 3000, FAR),
        (1, 100_000, FAR),
    ],
)
def test_advice_under_the_essays_rules(dice, score, line, told):
    assert told(dice, score) == line


@pytest.mark.parametrize("dice", range(1, 6))
@pytest.mark.parametrize("score", range(0, 3200, 350))
def test_advice_is_to_roll_where_the_slow_game_gains_by_it(dice, score, told, long):
    gain = long.rolling(score, dice) - score
    line = told(dice, score)
    assert line.startswith("Roll: " if gain > 0 else "Stay: ")
    if score < 3000:
        assert f"{abs(gain):.1f} {'more' if gain > 0 else 'less'}." in line


def test_where_hot_dice_may_be_kept_they_are_rolled_nearly_always(told):
    assert told(6, 0, "hot_dice=may") == MUST
    assert told(6, 300, "hot_dice=may") == (
        "Roll: the turn then makes 781.0 points on average, 481.0 more."
    )
    assert told(6, 17_300, "hot_dice=may").startswith("Roll: ")
    assert told(6, 17_400, "hot_dice=may").startswith("Stay: ")
    assert told(6, 17_450, "hot_dice=may").startswith("Stay: from 17450 points on")


def test_where_hot_dice_are_kept_it_is_told_what_rolling_makes(told):
    # 1563625/3888 on average, and the score with a chance of 211 in 216, but for rolling again.
    assert "rolling makes 17399.4 points" in told(6, 17_400, "hot_dice=may")


def test_advice_depends_on_the_rules(told):
    assert told(3, 400, "hot_dice=may") == told(3, 400)
    assert told(3, 400, "of_a_kind=doubled") != told(3, 400)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((0, 300), "dice: 0: from 1 to 6"),
        ((7, 300), "dice: 7: from 1 to 6"),
        ((3, 325), "score: 325: a multiple of 50, from 0"),
        ((3, -50), "score: -50: a multiple of 50, from 0"),
        ((3, 300, "removal=some"), "rules: removal=some: removal: 'some'; one of forced, free"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, line, told):
    assert refusal(told, *arguments) == line


def test_unknown_rules_are_refused_with_those_that_are_known(told):
    line = refusal(told, 3, 300, "farkle")
    assert line.startswith("rules: farkle: no switch 'farkle'; known: two_triples, ")


def test_the_question_is_found_and_reads_its_arguments():
    experiment, question = find_question("fivethousand.advise")
    assert (experiment.name, question) == ("fivethousand", advise)
    assert arguments_of(question, ["dice=3", "score=300"]) == {"dice": 3, "score": 300}
    given = arguments_of(question, ["dice=3", "score=300", "rules='removal=free hot_dice=may'"])
    assert given["rules"] == "removal=free hot_dice=may"
