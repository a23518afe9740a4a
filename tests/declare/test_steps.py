"""Steps: what a function's signature and docstring declare."""

from types import SimpleNamespace
from typing import Any

import pytest

from pastimes.declare.points import Point, grid
from pastimes.declare.steps import Column, Step, step
from pastimes.errors import UserError

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


CONFIG = SimpleNamespace(urns=["red", "blue"], weights=[1.0, 2.0], shards=2, draws=9)


def points(function, **declaration):
    found = step(columns=COLUMNS, **declaration)(function).points_of(CONFIG)
    return [tuple(point.parameters.values()) for point in found]


def test_a_grid_sweeps_lists_and_passes_what_is_one_value():
    def draw(urn: str, draws: int, shard: int):
        return []

    given = grid(shard=lambda config: range(config.shards), urn="urns")
    assert points(draw, points=given) == [
        ("red", 9, 0),
        ("red", 9, 1),
        ("blue", 9, 0),
        ("blue", 9, 1),
    ]


def test_a_parameter_that_is_a_list_is_passed_whole():
    def draw(weights: list[float], urn: str):
        return []

    assert points(draw, points=grid(urn=("green",))) == [([1.0, 2.0], "green")]


def test_without_points_each_parameter_is_the_field_of_its_name():
    def draw(draws: int):
        return []

    assert points(draw) == [(9,)]


def test_a_grid_of_a_field_that_there_is_not_is_refused():
    def draw(urn: str):
        return []

    with pytest.raises(UserError, match="parameter urn: the config has no urn; did you mean urns"):
        points(draw)


def test_a_grid_that_names_no_parameter_is_refused():
    def draw(urn: str):
        return []

    with pytest.raises(ValueError, match="draw: the grid's urns is no parameter; did you mean urn"):
        points(draw, points=grid(urns="urns"))
