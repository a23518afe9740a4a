"""Steps: what a function's signature and docstring declare."""

from typing import Any

import pytest

from pastimes.declare.steps import Column, Point, Step, step

COLUMNS = {"value": Column("float64", "what was drawn")}


@step(points=lambda config: [], columns=COLUMNS)
def still():
    return {"value": []}


@step(points=lambda config: [], columns=COLUMNS, batch=3, memory_mb=9, upstream={"source": still})
def drawn(source: Any, kind: str, weights: list[float], shard: int, rng: Any):
    """Draw from an urn.

    With weights.
    """
    return {"value": [1.0]}


def test_a_step_without_parameters_draws_nothing():
    assert still.parameters == {}
    assert not still.draws
    assert still.summary == ""


def test_a_declared_function_is_a_step_of_its_name():
    assert isinstance(drawn, Step)
    assert drawn.name == "drawn"
    assert drawn.function(None, "urn", [], 0, None) == {"value": [1.0]}


def test_parameters_are_typed_in_the_order_of_the_signature():
    assert list(drawn.parameters.items()) == [
        ("kind", str),
        ("weights", list[float]),
        ("shard", int),
    ]


def test_a_step_with_a_generator_is_random():
    assert drawn.draws


def test_the_summary_is_the_first_line_of_the_docstring():
    assert drawn.summary == "Draw from an urn."


def test_what_is_declared_is_kept():
    assert (drawn.columns, drawn.batch, drawn.memory_mb) == (COLUMNS, 3, 9)
    assert drawn.upstream == {"source": still}


def test_what_is_not_declared_has_defaults():
    assert (still.batch, still.memory_mb) == (1, 500)
    assert (still.upstream, still.variants) == ({}, {})
    assert Column("int64", "a count").unit == ""
    assert Point({"n": 1}).upstream == {}


def test_an_unknown_declaration_is_refused():
    with pytest.raises(TypeError, match="bacth"):
        step(points=list, columns=COLUMNS, bacth=2)(dict)


def test_a_declaration_without_columns_is_refused():
    with pytest.raises(TypeError, match="columns"):
        step(points=list)(dict)


def test_a_parameter_without_type_is_refused():
    with pytest.raises(KeyError, match="games"):
        _ = step(points=list, columns=COLUMNS)(lambda games: {}).parameters


def test_a_parameter_and_a_column_of_one_name_are_refused():
    def play(games: int):
        return {"games": [games]}

    with pytest.raises(ValueError, match="play: games names a parameter and a column"):
        step(points=list, columns={"games": Column("int64", "games played")})(play)
