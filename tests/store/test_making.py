"""What the engine does to numbers, pinned: a change of these would change every run."""

import math
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pytest

from pastimes.declare.steps import Column, step
from pastimes.store import making
from pastimes.store.code import Code
from pastimes.store.making import Run, columns_of, generator, stream_key
from pastimes.store.references import Target

# Regression: own values, of SHA-256, SeedSequence and PCG64 as of December 2026.
POINT = {"kind": "urn", "size": 2.5}


def shard(number):
    """Experiment, step and parameters of a shard."""
    return "toys", "draw", {**POINT, "shard": number}


def make_table(made, parameters, inputs):
    return making.make_table(made.function, made.parameters, made.types, parameters, inputs)


@step(points=list, columns={"value": Column("float64", "what was drawn")})
def draw(kind: str, size: float, shard: int, rng: Any):
    """Draw."""
    return {"value": rng.random(2) * size}


EVERY = {
    "whole": Column("int64", ""),
    "real": Column("float64", ""),
    "text": Column("string", ""),
    "truth": Column("bool", ""),
}


@step(points=list, columns=EVERY, upstream={"source": draw})
def read(sizes: list[float], number: int, share: float, fair: bool, name: str, source: Any):
    """Return what is given, and what is upstream."""
    return {
        "whole": [number, len(sizes)],
        "real": [share, source["value"].sum()],
        "text": [name, source["run"][0]],
        "truth": [fair, source["size"][0] == 2.5],
    }


@pytest.mark.parametrize(
    ("number", "first"),
    [
        (0, [4756301852943867354, 1390385014497265112, 7859203449046667064]),
        (1, [2522069169772303237, 5436904271952002921, 1193395480552771454]),
    ],
)
def test_the_first_draws_of_a_stream_are_these(number, first):
    assert generator(*shard(number), 7).integers(2**63, size=3).tolist() == first


def test_the_key_of_a_stream_is_this():
    point = 61155021445499530761169511866686608753
    assert [stream_key(*shard(number)) for number in (0, 1)] == [(point, 0), (point, 1)]


def test_a_table_is_made_of_decoded_parameters_upstream_columns_and_casts():
    point = {**POINT, "shard": 0}
    drawn = make_table(draw, point, {"rng": generator(*shard(0), 7)})
    source = columns_of(draw.parameters, draw.types, [Run("a1", point, drawn)])
    given = {"sizes": [1, "inf"], "number": 3.0, "share": 1, "fair": 1, "name": "é"}
    table = make_table(read, given, {"source": source})
    assert table.schema == pa.schema(
        [
            ("whole", pa.int64()),
            ("real", pa.float64()),
            ("text", pa.string()),
            ("truth", pa.bool_()),
        ]
    )
    assert table.to_pylist() == [
        {"whole": 3, "real": 1.0, "text": "é", "truth": True},
        {"whole": 2, "real": sum(drawn["value"].to_pylist()), "text": "a1", "truth": True},
    ]


def test_parameters_are_decoded_to_their_declared_types():
    seen = {}

    @step(points=list, columns={"value": Column("int64", "")})
    def keep(sizes: list[float], number: int, share: float, fair: bool, name: str):
        seen.update(locals())
        return {"value": []}

    make_table(keep, {"sizes": [1, "inf"], "number": 3.0, "share": 1, "fair": 1, "name": 5}, {})
    values = (seen[name] for name in ("sizes", "number", "share", "fair", "name"))
    assert [repr(value) for value in values] == ["[1.0, inf]", "3", "1.0", "True", "'5'"]


@pytest.mark.parametrize(
    ("kind", "values", "column"),
    [
        ("int64", [1, 2], [1, 2]),
        ("int64", np.array([1.0, 2.0]), [1, 2]),
        ("int64", np.array([2**53 + 1], np.int64), [2**53 + 1]),
        ("float64", [1, math.nan], [1.0, None]),
        ("float64", np.array([0.1, np.inf], np.float64), [0.1, math.inf]),
        ("string", ["a", None], ["a", None]),
        ("bool", np.array([True, False]), [True, False]),
        ("int64", [], []),
    ],
)
def test_columns_are_cast_without_loss(kind, values, column):
    @step(points=list, columns={"value": Column(kind, "")})
    def give():
        return {"value": values}

    assert make_table(give, {}, {})["value"].to_pylist() == column


@pytest.mark.parametrize(
    ("kind", "values"), [("int64", [1.5]), ("int64", [2**63]), ("int64", ["1a"]), ("bool", [2.5])]
)
def test_a_value_that_does_not_fit_its_column_is_an_error(kind, values):
    @step(points=list, columns={"value": Column(kind, "")})
    def give():
        return {"value": values}

    with pytest.raises(ValueError, match=r"^column value: "):
        make_table(give, {}, {})


def test_gathered_rows_carry_run_and_parameters_and_lists_as_json():
    table = pa.table({"whole": [1], "real": [0.5], "text": ["t"], "truth": [True]})
    given = {"sizes": [1.0, "inf"], "number": 3, "share": 0.5, "fair": True, "name": "n"}
    gathered = making.gather(
        read.parameters, read.types, [Run("a1", given, table), Run("b2", given, table)]
    )
    assert gathered.to_pylist() == [
        {
            "run": run,
            "sizes": '[1.0,"inf"]',
            "number": 3,
            "share": 0.5,
            "fair": True,
            "name": "n",
            "whole": 1,
            "real": 0.5,
            "text": "t",
            "truth": True,
        }
        for run in ("a1", "b2")
    ]


class Drawn(NamedTuple):
    text: str
    whole: int


PAIR = {"whole": Column("int64", ""), "text": Column("string", "")}


@pytest.mark.parametrize(
    "rows",
    [[(1, "a"), (2, "b")], [Drawn("a", 1), Drawn("b", 2)], iter([(1, "a"), Drawn("b", 2)])],
    ids=["tuples", "named", "an iterator"],
)
def test_rows_become_columns(rows):
    @step(points=list, columns=PAIR)
    def give():
        return rows

    assert make_table(give, {}, {}).to_pydict() == {"whole": [1, 2], "text": ["a", "b"]}


@pytest.mark.parametrize("rows", [[(1,)], [(1, "a", 2)], [Run("a", {}, None)]])
def test_rows_of_other_columns_are_an_error(rows):
    @step(points=list, columns=PAIR)
    def give():
        return rows

    with pytest.raises(
        ValueError, match=r"zip\(\)|a row of run_id, parameters, table; the columns"
    ):
        make_table(give, {}, {})


def test_a_run_id_covers_what_makes_columns_of_rows():
    module = "pastimes.store.making"
    source = Code().path(module).read_bytes()
    edited = source.replace(b"columns[name].append(value)", b"columns[name].insert(0, value)")
    assert edited != source
    hashes = {
        Code(edited=given).behind([Target(module, "make_table")]).hash
        for given in ({}, {module: edited})
    }
    assert len(hashes) == 2
