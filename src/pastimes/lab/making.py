"""Makes tables of runs: all that decides a number between a spec and its table.

A run's id covers this module and what it uses. It knows no files.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from pastimes.lab.specs import Spec, decoded, stream_key
from pastimes.lab.steps import Step, column_type
from pastimes.lab.tables import arrow_table, schema_of

__all__ = ["Run", "gather", "generator", "make_table", "upstream_inputs"]


class Run(NamedTuple):
    """A run's id, parameters and table."""

    run_id: str
    parameters: Mapping[str, Any]
    table: pa.Table


def make_table(step: Step, parameters: Mapping[str, Any], inputs: Mapping[str, Any]) -> pa.Table:
    """Make the table of a run.

    Parameters
    ----------
    step : Step
    parameters : mapping from str to object
        As the spec has them.
    inputs : mapping from str to object
        The other arguments of the step's function: what `upstream_inputs` gives, and ``rng``.
    """
    kinds = step.parameters
    arguments = {name: decoded(value, kinds[name]) for name, value in parameters.items()}
    return arrow_table(step.columns, step.function(**arguments, **inputs))


def upstream_inputs(step: Step, runs: Mapping[str, Iterable[Run]]) -> dict[str, Any]:
    """The columns of the table that each upstream argument's runs are gathered in."""
    tables = {name: gather(step.upstream[name], found) for name, found in runs.items()}
    return {
        name: {column: table[column].to_numpy() for column in table.column_names}
        for name, table in tables.items()
    }


def generator(spec: Spec) -> np.random.Generator:
    """The random generator of a spec: a function of seed, point and shard alone."""
    sequence = np.random.SeedSequence(spec.seed, spawn_key=stream_key(spec))
    return np.random.Generator(np.random.PCG64(sequence))


def gather(step: Step, runs: Iterable[Run]) -> pa.Table:
    """Put runs of one step under each other, with the run's id and parameters in front.

    Lists among the parameters appear as JSON text.
    """
    schema = _gathered_schema(step)
    parts = [_with_parameters(step, schema, run) for run in runs]
    return pa.concat_tables([schema.empty_table(), *parts])


def _gathered_schema(step: Step) -> pa.Schema:
    parameters = {name: column_type(kind) for name, kind in step.parameters.items()}
    measured = {name: column.type for name, column in step.columns.items()}
    return schema_of({"run": "string", **parameters, **measured})


def _with_parameters(step: Step, schema: pa.Schema, run: Run) -> pa.Table:
    given = {name: _cell(run.parameters[name], kind) for name, kind in step.parameters.items()}
    front = {"run": run.run_id, **given}
    scalars = (pa.scalar(value, type=schema.field(name).type) for name, value in front.items())
    repeated = [pa.repeat(scalar, len(run.table)) for scalar in scalars]
    return pa.Table.from_arrays([*repeated, *run.table.columns], schema=schema)


def _cell(value: Any, kind: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)  # as in the spec
    return decoded(value, kind)
