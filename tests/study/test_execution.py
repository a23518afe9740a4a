"""Execution: a spec becomes a run, once, and runs are gathered into tables."""

import contextlib
import dataclasses
import io
import json
import math
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.steps import Column, gathered_columns, step
from pastimes.declare.tables import arrow_schema
from pastimes.errors import UserError
from pastimes.store.runs import Store
from pastimes.store.specs import Spec
from pastimes.store.tables import arrow_table, parquet_bytes
from pastimes.study import execution
from pastimes.study.execution import compute, execute, gather_runs, read_run, spec_generator
from pastimes.study.identity import RunCode
from pastimes.study.planning import plan_experiment

ROOT = Path(__file__).parents[2]
DICE = experiment("balanced_dice")
TINY = ("algorithms={spring:[1],deck:null}", "games=20", "rolls=40", "game_rolls=40")
TINY += ("exact_rolls=[2]", "objective_betas=[1]")
SPEC = Spec("toys", "draw", {"kind": "urn", "shard": 0}, 7, {}, "c0de")
COLUMNS = {"value": Column("float64", "what was drawn")}


@step(points=list, columns=COLUMNS)
def draw(kind: str, shard: int, rng: Any):
    return {"value": rng.random(3)}


@step(points=list, columns=COLUMNS | {"from": Column("string", "")}, upstream={"source": draw})
def read(source: Any, strength: float, sizes: list[float], fair: bool):
    """Add to what was drawn."""
    return {"value": source["value"] + strength, "from": source["run"]}


@pytest.fixture(scope="module")
def plan():
    return plan_experiment(ROOT, DICE, "paper", TINY)


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "results")


@pytest.fixture
def toys(monkeypatch):
    """An experiment of the two steps above, whose code is c0de."""
    found = SimpleNamespace(name="toys", steps={"draw": draw, "read": read})
    steps = found.steps
    monkeypatch.setattr(execution, "find_step", lambda name: (found, steps[name.split(".")[1]]))
    monkeypatch.setattr(execution, "run_code", lambda *_: RunCode("c0de", frozenset()))


def spec_of(plan, name):
    return plan.specs[name][0]


def reading(*sources, strength=0.5):
    parameters = {"strength": strength, "sizes": [1.0, math.inf], "fair": True}
    return Spec("toys", "read", parameters, None, {"source": [s.stem for s in sources]}, "c0de")


def shards(number):
    return [
        dataclasses.replace(SPEC, parameters={"kind": "urn", "shard": s}) for s in range(number)
    ]


def drawn(spec):
    return spec_generator(spec).random(5).tolist()


@pytest.mark.parametrize("name", ["minimise_objective", "enumerate_ordinary", "simulate"])
def test_a_run_has_its_steps_schema_and_holds_its_spec(store, plan, name):
    spec = spec_of(plan, name)
    path = execute(store, spec)
    assert path == store.run_path(spec)
    table = pq.read_table(io.BytesIO(store.read_run(path)))
    assert table.schema.remove_metadata() == arrow_schema(DICE.steps[name].columns)
    assert len(table) > 0
    assert table.schema.metadata[b"pastimes"].decode() == spec.canonical
    assert Spec(**json.loads(table.schema.metadata[b"pastimes"])).stem == spec.stem


def test_the_record_says_how_many_rows_and_when(store, plan):
    execute(store, spec_of(plan, "minimise_objective"))
    ((_, record),) = store.records()
    assert record["rows"] == 2
    assert {"started", "seconds", "cpu_seconds", "peak_memory_mb", "versions"} <= set(record)


def test_executing_twice_runs_once(store, plan):
    spec = spec_of(plan, "minimise_objective")
    path = execute(store, spec)
    os.utime(path, ns=(1, 1))
    content = path.read_bytes()
    assert execute(store, spec) == path
    assert path.stat().st_mtime_ns == 1
    assert path.read_bytes() == content


def test_a_damaged_run_is_made_again_with_the_same_bytes(store, plan):
    spec = spec_of(plan, "minimise_objective")
    path = execute(store, spec)
    content = path.read_bytes()
    path.write_bytes(content[:100])
    execute(store, spec)
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", ["minimise_objective", "enumerate_ordinary", "simulate"])
def test_equal_specs_give_equal_bytes_in_two_stores(tmp_path, plan, name):
    spec = spec_of(plan, name)
    again = Spec(**json.loads(spec.canonical))
    one, two = execute(Store(tmp_path / "a"), spec), execute(Store(tmp_path / "b"), again)
    assert one.name == two.name
    assert one.read_bytes() == two.read_bytes()


def test_another_seed_gives_another_run(store, plan):
    spec = spec_of(plan, "minimise_objective")
    other = dataclasses.replace(spec, seed=spec.seed + 1)
    one, two = (gather_runs(store, DICE.steps[s.step], [execute(store, s)]) for s in (spec, other))
    assert one["numeric"] != two["numeric"]


def test_a_spec_planned_with_other_code_is_refused(store, plan):
    spec = dataclasses.replace(spec_of(plan, "minimise_objective"), code="0" * 64)
    with pytest.raises(UserError) as caught:
        execute(store, spec)
    path = store.spec_path(spec)
    assert str(caught.value) == f"{path}: the code has changed since; plan the study again"
    assert store.records() == []


@pytest.mark.parametrize(
    ("field", "name", "said"),
    [
        ("step", "minimise_objectiv", "did you mean minimise_objective? Allowed: "),
        ("experiment", "balanced_die", "did you mean balanced_dice? Allowed: "),
    ],
)
def test_a_spec_of_an_unknown_step_is_refused(store, plan, field, name, said):
    spec = dataclasses.replace(spec_of(plan, "minimise_objective"), **{field: name})
    with pytest.raises(UserError, match=name) as caught:
        execute(store, spec)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_the_same_spec_has_the_same_stream():
    assert drawn(SPEC) == drawn(Spec(**json.loads(SPEC.canonical)))


@pytest.mark.parametrize("change", [{"code": "c0d3"}, {"upstream": {"source": ["run"]}}])
def test_code_and_upstream_leave_the_stream(change):
    assert drawn(dataclasses.replace(SPEC, **change)) == drawn(SPEC)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 8},
        {"parameters": {"kind": "urns", "shard": 0}},
        {"parameters": {"kind": "urn", "shard": 1}},
        {"step": "drew"},
        {"experiment": "toy"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_another_seed_point_or_shard_has_another_stream(change):
    assert not set(drawn(dataclasses.replace(SPEC, **change))) & set(drawn(SPEC))


def test_a_stream_never_changes():
    bits = spec_generator(SPEC).bit_generator
    assert bits.state["bit_generator"] == "PCG64"
    assert bits.random_raw(2).tolist() == [9671369230465554754, 2342815129587440779]


@pytest.mark.usefixtures("toys")
def test_a_step_reads_what_is_upstream_in_the_order_asked_for(store):
    first, second = shards(2)
    for spec in (first, second):
        execute(store, spec)
    found = pq.read_table(io.BytesIO(store.read_run(execute(store, reading(second, first)))))
    values = [spec_generator(spec).random(3) + 0.5 for spec in (second, first)]
    assert found["value"].to_pylist() == np.concatenate(values).tolist()
    assert found["from"].to_pylist() == [second.id] * 3 + [first.id] * 3


@pytest.mark.usefixtures("toys")
def test_a_step_whose_upstream_is_absent_is_refused(store):
    with pytest.raises(UserError) as caught:
        execute(store, reading(SPEC))
    assert str(caught.value) == (
        f"{store.run_path(SPEC)}: No such file or directory; run the study again"
    )


@pytest.mark.usefixtures("toys")
def test_a_step_whose_upstream_is_damaged_is_refused(store):
    path = execute(store, SPEC)
    path.write_bytes(path.read_bytes()[::-1])
    with pytest.raises(UserError, match="checksum") as caught:
        execute(store, reading(SPEC))
    assert str(caught.value).startswith(f"{path}: damaged")
    assert store.records() == []
    assert path.with_name(f"{path.name}.damaged").exists()


def test_a_gathered_table_has_run_and_parameters_in_front():
    types = {name: column.type for name, column in gathered_columns(read).items()}
    assert types == {
        "run": "string",
        "strength": "float64",
        "sizes": "string",
        "fair": "bool",
        "value": "float64",
        "from": "string",
    }
    assert list(types)[:4] == ["run", "strength", "sizes", "fair"]


@pytest.mark.parametrize("found", [draw, read, *DICE.steps.values()], ids=lambda s: s.name)
def test_no_runs_gather_into_an_empty_table_with_the_schema(store, found):
    table = gather_runs(store, found, [])
    assert len(table) == 0
    assert table.schema == arrow_schema(gathered_columns(found))


@pytest.mark.usefixtures("toys")
def test_gathered_rows_say_the_run_and_parameters_they_come_from(store):
    execute(store, SPEC)
    specs = [reading(SPEC, strength=s) for s in (0.5, math.inf)]
    table = gather_runs(store, read, [execute(store, spec) for spec in specs])
    assert table.schema == arrow_schema(gathered_columns(read))
    assert table["run"].to_pylist() == [s.id for s in specs for _ in range(3)]
    assert table["strength"].to_pylist() == [0.5] * 3 + [math.inf] * 3
    assert set(table["sizes"].to_pylist()) == {'[1.0,"inf"]'}
    assert set(table["fair"].to_pylist()) == {True}


def test_a_run_without_rows_gathers_into_none(store):
    content = parquet_bytes(arrow_table(draw.types, {"value": []}), SPEC.content())
    table = gather_runs(store, draw, [store.write_run(SPEC, content, {})])
    assert table.schema == arrow_schema(gathered_columns(draw))
    assert len(table) == 0


def test_a_run_that_is_absent_is_refused(store):
    with pytest.raises(UserError, match="No such file or directory"):
        gather_runs(store, draw, [store.run_path(SPEC)])


def test_a_damaged_run_is_refused(store):
    content = parquet_bytes(arrow_table(draw.types, {"value": [1.0]}), SPEC.content())
    path = store.write_run(SPEC, content, {})
    path.write_bytes(content[:-1] + b"?")
    with pytest.raises(UserError, match=r"damaged \(checksum\)"):
        gather_runs(store, draw, [path])


@pytest.mark.parametrize(
    ("footer", "why"),
    [
        (dataclasses.replace(SPEC, seed=8).content(), "its footer is of another run"),
        ({"seed": 7}, "its footer is no spec"),
        (None, "its footer is no spec"),
    ],
)
def test_a_run_that_is_foreign_is_put_aside(store, footer, why):
    content = parquet_bytes(arrow_table(draw.types, {"value": [1.0]}), footer)
    path = store.write_run(SPEC, content, {})
    with pytest.raises(UserError) as caught:
        read_run(store, path)
    assert str(caught.value) == (
        f"{path}: damaged ({why}); moved to *.damaged; run the study again"
    )
    assert not path.exists()


def test_a_run_of_another_schema_is_an_error(store):
    content = parquet_bytes(pa.table({"value": ["word"]}), SPEC.content())
    path = store.write_run(SPEC, content, {})
    with pytest.raises(pa.ArrowInvalid, match="word"):
        gather_runs(store, draw, [path])


def test_the_steps_of_balanced_dice_gather_with_their_parameters(store, plan):
    for name, found in DICE.steps.items():
        spec = spec_of(plan, name)
        table = gather_runs(store, found, [execute(store, spec)])
        assert table.schema == arrow_schema(gathered_columns(found))
        assert set(table["run"].to_pylist()) == {spec.id}
        assert set(table["rolls"].to_pylist()) == {spec.parameters["rolls"]}


@pytest.mark.usefixtures("toys")
def test_a_run_that_another_process_makes_is_waited_for(store, monkeypatch):
    @contextlib.contextmanager
    def waiting(path):
        assert path == store.spec_path(SPEC)
        store.write_run(SPEC, b"made meanwhile", {})
        yield

    monkeypatch.setattr(execution, "alone", waiting)
    assert execute(store, SPEC).read_bytes() == b"made meanwhile"


@pytest.mark.usefixtures("toys")
def test_a_run_that_is_computed_again_is_not_kept(store):
    table, facts = compute(store, SPEC)
    assert not store.results.exists()
    assert "seconds" in facts
    assert read_run(store, execute(store, SPEC))[0].equals(table)
