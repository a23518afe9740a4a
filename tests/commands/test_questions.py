"""Questions: found by name, their arguments read in Hydra's grammar and checked."""

import pytest

from pastimes.commands.questions import all_questions, arguments_of, find_question
from pastimes.errors import UserError


def advise(config, dice: int, score: float = 0.0, rolled: list[int] | None = None):
    yield f"{dice} {score} {rolled}"


def test_no_words_are_the_defaults():
    assert arguments_of(lambda config: iter(()), []) == {}


def test_words_become_typed_arguments():
    given = arguments_of(advise, ["dice=3", "score=350", "rolled=[7,2]"])
    assert given == {"dice": 3, "score": 350.0, "rolled": [7, 2]}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["dise=3"], "dise: no such key; did you mean dice? Allowed: dice, rolled, score"),
        (["dice=many"], "dice: many: Input should be a valid integer"),
        (["dice"], "dice: write key=value, such as n=5 or list=[1,2]"),
        ([], "dice: missing; write dice=VALUE"),
    ],
)
def test_bad_words_are_refused(words, told):
    with pytest.raises(UserError) as caught:
        arguments_of(advise, words)
    assert str(caught.value).startswith(told)


def test_a_question_is_found_by_name():
    experiment, question = find_question("gf2.solve")
    assert (experiment.name, question.__name__) == ("gf2", "solve")


def test_an_unknown_question_is_refused():
    with pytest.raises(UserError, match=r"question gf2\.slove: did you mean solve\?"):
        find_question("gf2.slove")


def test_all_questions_are_listed_with_their_keys_and_what_they_do():
    lines = list(all_questions())
    assert "gf2.solve alphabet=str" in lines
    assert "fivethousand.advise dice=int score=int rules=str" in lines
    assert all(len(line.strip()) > 10 for line in lines[1::2])
