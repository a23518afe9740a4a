"""Executes specs: reads upstream runs, calls the step, keeps its table."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from pastimes.lab.code import spec_code
from pastimes.lab.errors import Refusal
from pastimes.lab.experiments import find_step
from pastimes.lab.lock import alone
from pastimes.lab.provenance import measured
from pastimes.lab.specs import Spec, canonical_json, decoded, stream_key
from pastimes.lab.steps import Column, Step
from pastimes.lab.store import Store
from pastimes.lab.tables import arrow_schema, arrow_table, parquet_bytes, table_of

__all__ = ["compute", "execute", "gather", "gathered_columns", "generator", "read_run"]

RUN_COLUMN = Column("string", "id of the run that the row comes from")

_COLUMN_TYPES: dict[Any, str] = {int: "int64", float: "float64", bool: "bool"}


def generator(spec: Spec) -> np.random.Generator:
    """The random generator of a spec: a function of seed, point and shard alone."""
    sequence = np.random.SeedSequence(spec.seed, spawn_key=stream_key(spec))
    return np.random.Generator(np.random.PCG64(sequence))


def execute(store: Store, spec: Spec) -> Path:
    """Run a spec and keep its table, unless the store has it.

    A run that another process is making, for another study say, is waited for.

    Raises
    ------
    Refusal
        Where the code is no longer the one that was planned with, or an upstream run is damaged.
    """
    if not store.is_done(spec):
        with alone(store.spec_path(spec)):
            if not store.is_done(spec):
                _execute(store, spec)
    return store.run_path(spec)


def _execute(store: Store, spec: Spec) -> None:
    store.put_aside(store.run_path(spec))
    table, facts = compute(store, spec)
    store.write_run(spec, parquet_bytes(table, spec.content()), {**facts, "rows": len(table)})


def compute(store: Store, spec: Spec) -> tuple[pa.Table, dict[str, Any]]:
    """The table of a run, and what happened while it was computed; nothing is written.

    Raises
    ------
    Refusal
        Where the code is no longer the one that was planned with, or an upstream run is damaged.
    """
    experiment, step = find_step(f"{spec.experiment}.{spec.step}")
    _check_code(store, spec, experiment.name, step)
    kinds = step.parameters
    arguments: dict[str, Any] = {k: decoded(v, kinds[k]) for k, v in spec.parameters.items()}
    for name, stems in spec.upstream.items():
        arguments[name] = _upstream(store, spec.experiment, step.upstream[name], stems)
    if step.random:
        arguments["rng"] = generator(spec)
    with measured() as facts:
        table = arrow_table(step.columns, step.function(**arguments))
    _check_code(store, spec, experiment.name, step)  # modules are imported as a step runs
    return table, facts


def _check_code(store: Store, spec: Spec, experiment: str, step: Step) -> None:
    try:
        code = spec_code(experiment, step, spec.parameters)
    except (ModuleNotFoundError, KeyError):  # a variant or parameter that is no more
        code = ""
    if code != spec.code:
        raise Refusal(f"{store.spec_path(spec)}: the code has changed since; plan the study again")


def _upstream(store: Store, experiment: str, step: Step, stems: list[str]) -> dict[str, np.ndarray]:
    table = gather(store, step, [store.path_of_run(experiment, step.name, s) for s in stems])
    return {name: table[name].to_numpy() for name in table.column_names}


def gather(store: Store, step: Step, paths: list[Path]) -> pa.Table:
    """Put runs of one step under each other, with the run's id and parameters in front.

    Lists among the parameters appear as JSON text.
    """
    schema = arrow_schema(gathered_columns(step))
    parts = [_with_parameters(store, step, schema, path) for path in paths]
    return pa.concat_tables([schema.empty_table(), *parts])


def gathered_columns(step: Step) -> dict[str, Column]:
    """Schema of a gathered table."""
    parameters = {
        name: Column(_COLUMN_TYPES.get(kind, "string"), f"parameter of {step.name}")
        for name, kind in step.parameters.items()
    }
    return {"run": RUN_COLUMN, **parameters, **step.columns}


def _with_parameters(store: Store, step: Step, schema: pa.Schema, path: Path) -> pa.Table:
    table, spec = read_run(store, path)
    front = {"run": spec.id} | {n: _cell(spec.parameters[n], k) for n, k in step.parameters.items()}
    scalars = (pa.scalar(value, type=schema.field(name).type) for name, value in front.items())
    repeated = [pa.repeat(scalar, len(table)) for scalar in scalars]
    return pa.Table.from_arrays([*repeated, *table.columns], schema=schema)


def read_run(store: Store, path: Path) -> tuple[pa.Table, Spec]:
    """A run's table and spec, verified by checksum and footer; a damaged run is put aside.

    Raises
    ------
    Refusal
        Where the run is absent or damaged.
    """
    table = table_of(store.read_run(path))
    try:
        spec = Spec(**json.loads(table.schema.metadata[b"pastimes"]))
    except (KeyError, TypeError, ValueError):
        raise store.damaged(path, "its footer is no spec") from None
    if spec.stem != path.name.removesuffix(".parquet"):
        raise store.damaged(path, "its footer is of another run")
    return table, spec


def _cell(value: Any, kind: Any) -> Any:
    typed = decoded(value, kind)
    return canonical_json(typed) if isinstance(typed, list) else typed
