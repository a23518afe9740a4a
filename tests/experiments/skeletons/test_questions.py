"""What may be asked for, and what is refused."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from pastimes.commands.questions import arguments_of, find_question
from pastimes.config.composing import compose_config
from pastimes.errors import UserError
from pastimes.experiments.skeletons.experiment import Config
from pastimes.experiments.skeletons.listing import skeletons
from pastimes.experiments.skeletons.picture import svg
from pastimes.experiments.skeletons.questions import draw
from pastimes.experiments.skeletons.readings import PRIMARY, SWITCHES, parse

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def ask():
    config = compose_config(ROOT, "skeletons", Config, "smoke")[0]
    return lambda **asked: list(draw(config, **asked))


def refusal(ask, **asked):
    with pytest.raises(UserError) as caught:
        ask(**asked)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


@pytest.mark.parametrize(("n", "number"), [(2, 1), (4, 6), (6, 50)])
def test_a_skeleton_is_drawn_by_number(ask, n, number):
    (picture,) = ask(n=n, number=number)
    assert picture == svg(skeletons(PRIMARY, n)[number - 1])
    root = ElementTree.fromstring(picture)
    assert root[0].text == f"{n} vertices, number {number}"


def test_another_reading_has_other_numbers(ask):
    (picture,) = ask(n=5, number=14, reading="trapezoid=yes")
    assert picture == svg(skeletons(parse("trapezoid=yes"), 5)[13])


@pytest.mark.parametrize("n", [-1, 0, 1, 10])
def test_sizes_are_refused(ask, n):
    assert refusal(ask, n=n, number=1) == f"n: {n}: from 2 to 9"


@pytest.mark.parametrize(("n", "number", "most"), [(2, 0, 1), (2, 2, 1), (6, 51, 50), (4, -1, 6)])
def test_numbers_are_refused(ask, n, number, most):
    assert refusal(ask, n=n, number=number) == f"number: {number}: from 1 to {most}"


def test_the_numbers_allowed_are_those_of_the_reading(ask):
    told = refusal(ask, n=5, number=11, reading="diamond=none")
    assert told == "number: 11: from 1 to 10"


@pytest.mark.parametrize(
    ("reading", "told"),
    [
        ("dimond=none", f"no switch 'dimond'; known: {', '.join(SWITCHES)}"),
        ("diamond=no", "diamond: 'no'; one of rhombus, none"),
        ("induced=yes induced=no", "induced: given twice"),
    ],
)
def test_readings_are_refused(ask, reading, told):
    assert refusal(ask, n=4, number=1, reading=reading) == f"reading: {reading}: {told}"


def test_the_question_is_found_and_its_words_are_read():
    found, question = find_question("skeletons.draw")
    assert found.name == "skeletons"
    words = ["n=5", "number=3", "reading='diamond=none induced=yes'"]
    assert arguments_of(question, words) == {
        "n": 5,
        "number": 3,
        "reading": "diamond=none induced=yes",
    }


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["n=five", "number=1"], "n: five: "),
        (["n=5"], "number: missing; write number=VALUE"),
        (["n=5", "number=1.5"], "number: 1.5: "),
        (["n=5", "number=1", "size=2"], "size: no such key"),
    ],
)
def test_words_are_refused(words, told):
    with pytest.raises(UserError) as caught:
        arguments_of(draw, words)
    assert str(caught.value).startswith(told)
