"""Executes specs: reads upstream runs, calls the step, keeps its table."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from pastimes.declare.catalogue import find_step
from pastimes.declare.steps import Step
from pastimes.errors import UserError
from pastimes.importing import loaded_sources
from pastimes.store.locks import alone
from pastimes.store.making import Run, columns_of, gather, generator, make_table
from pastimes.store.provenance import measured
from pastimes.store.runs import Store
from pastimes.store.specs import Spec
from pastimes.store.tables import parquet_bytes, table_of
from pastimes.study.identity import RunCode, run_code

__all__ = [
    "compute",
    "execute",
    "gather_runs",
    "make_again",
    "read_run",
    "spec_generator",
    "upstream_runs",
]

_KERNELS = "pastimes.store.kernels"  # numba loads it to find its cache


def execute(store: Store, spec: Spec) -> Path:
    """Run a spec and keep its table, unless the store has it.

    A run that another process is making, for another study say, is waited for.

    Raises
    ------
    UserError
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
    """Make the table of a spec with the code that the spec names, and keep nothing.

    Returns
    -------
    table : Table
    facts : dict
        What it took (`store.provenance`).

    Raises
    ------
    UserError
        Where the code is another, or an upstream run is damaged.
    """
    _, step = find_step(f"{spec.experiment}.{spec.step}")
    _check_code(store, spec, step, loaded=set())
    before = set(loaded_sources())
    with measured() as facts:
        table = _make(store, spec, step)
    # What was imported meanwhile is hashed as it was loaded: the code that ran is the code named.
    _check_code(store, spec, step, set(loaded_sources()) - before - {_KERNELS})
    return table, facts


def make_again(store: Store, spec: Spec) -> pa.Table:
    """Make the table of a spec with the code that there is, whatever the spec names."""
    return _make(store, spec, find_step(f"{spec.experiment}.{spec.step}")[1])


def _check_code(store: Store, spec: Spec, step: Step, loaded: set[str]) -> None:
    """Refuse code that is not what the spec names, or that no id covers."""
    try:
        code = run_code(spec.experiment, step, spec.parameters)
    except (ModuleNotFoundError, KeyError):  # a variant or parameter that is no more
        code = RunCode("", frozenset())
    if code.hash != spec.code:
        raise UserError(
            f"{store.spec_path(spec)}: the code has changed since; plan the study again"
        )
    strange = sorted(loaded - code.modules)
    if strange:
        where = f"{spec.experiment}.{spec.step}"
        raise UserError(
            f"{where}: loads {strange[0]}, which it neither imports nor has as a variant"
        )


def _make(store: Store, spec: Spec, step: Step) -> pa.Table:
    # `store.code` covers each part of the engine just for the steps that need it.
    inputs: dict[str, Any] = {}
    for name, runs in upstream_runs(store, spec, step).items():
        source = step.upstream[name]
        inputs[name] = columns_of(source.parameters, source.types, runs)
    if step.draws:
        inputs["rng"] = spec_generator(spec)
    return make_table(step.function, step.parameters, step.types, spec.parameters, inputs)


def spec_generator(spec: Spec) -> np.random.Generator:
    """The random generator of a spec that has a seed."""
    assert spec.seed is not None
    return generator(spec.experiment, spec.step, spec.parameters, spec.seed)


def upstream_runs(store: Store, spec: Spec, step: Step) -> dict[str, list[Run]]:
    """The runs that a spec reads, by upstream argument."""
    found: dict[str, list[Run]] = {}
    for name, stems in spec.upstream.items():
        folder = step.upstream[name].name
        paths = (store.path_of_run(spec.experiment, folder, stem) for stem in stems)
        found[name] = [_run(store, path) for path in paths]
    return found


def _run(store: Store, path: Path) -> Run:
    table, spec = read_run(store, path)
    return Run(spec.id, spec.parameters, table)


def gather_runs(store: Store, step: Step, paths: Iterable[Path]) -> pa.Table:
    """The table of some runs of one step, as `store.making.gather` puts them together."""
    return gather(step.parameters, step.types, [_run(store, path) for path in paths])


def read_run(store: Store, path: Path) -> tuple[pa.Table, Spec]:
    """A run's table and spec, verified by checksum and footer; a damaged run is put aside.

    Raises
    ------
    UserError
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
