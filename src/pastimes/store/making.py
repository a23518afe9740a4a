"""Makes tables of runs: all that decides a number between a spec and its table.

A run's id covers this module and what it uses (`store.code`). It knows no files, no specs and no
steps: only what these say, as data.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from pastimes.store.specs import canonical_json, column_type, decoded
from pastimes.store.tables import arrow_table, schema_of

__all__ = ["Run", "by_column", "columns_of", "gather", "generator", "make_table", "stream_key"]


class Run(NamedTuple):
    """A run's id, parameters and table."""

    run_id: str
    parameters: Mapping[str, Any]
    table: pa.Table


def make_table(
    function: Callable[..., Any],
    kinds: Mapping[str, Any],
    types: Mapping[str, str],
    parameters: Mapping[str, Any],
    inputs: Mapping[str, Any],
) -> pa.Table:
    """Make the table of a run.

    Parameters
    ----------
    function : callable
        What the step does: returns a mapping from column to values, or rows.
    kinds : mapping from str to type
        The parameters' declared types.
    types : mapping from str to str
        The columns' types, in the order of the table.
    parameters : mapping from str to object
        As the spec has them.
    inputs : mapping from str to object
        The other arguments of the function: columns of upstream tables, and ``rng``.
    """
    arguments = {name: decoded(value, kinds[name]) for name, value in parameters.items()}
    made = function(**arguments, **inputs)
    return arrow_table(types, made if isinstance(made, Mapping) else by_column(types, made))


def by_column(names: Iterable[str], rows: Iterable[Any]) -> dict[str, list[Any]]:
    """The columns of rows: NamedTuples of these names, or tuples in their order.

    Raises
    ------
    ValueError
        Where a row has other names, or more or fewer values.

    Examples
    --------
    >>> by_column(["dice", "score"], [(1, 100), (2, 150)])
    {'dice': [1, 2], 'score': [100, 150]}
    >>> by_column(["dice"], [])
    {'dice': []}
    """
    columns: dict[str, list[Any]] = {name: [] for name in names}
    for row in rows:
        values = dict(zip(getattr(row, "_fields", columns), row, strict=True))
        if values.keys() != columns.keys():
            raise ValueError(f"a row of {', '.join(values)}; the columns are {', '.join(columns)}")
        for name, value in values.items():
            columns[name].append(value)
    return columns


def generator(
    experiment: str, step: str, parameters: Mapping[str, Any], seed: int
) -> np.random.Generator:
    """The random generator of a run: a function of seed, point and shard alone."""
    sequence = np.random.SeedSequence(seed, spawn_key=stream_key(experiment, step, parameters))
    return np.random.Generator(np.random.PCG64(sequence))


def stream_key(experiment: str, step: str, parameters: Mapping[str, Any]) -> tuple[int, int]:
    """Spawn key of a random stream: (hash of the point, shard).

    Points differ in any parameter but the shard; code does not change a stream.
    """
    point = {k: v for k, v in parameters.items() if k != "shard"}
    text = canonical_json([experiment, step, point])
    digest = hashlib.sha256(text.encode()).digest()
    return int.from_bytes(digest[:16], "big"), int(parameters.get("shard", 0))


def columns_of(
    kinds: Mapping[str, Any], types: Mapping[str, str], runs: Iterable[Run]
) -> dict[str, np.ndarray[Any, Any]]:
    """What a step is given of upstream runs: the columns of their gathered table."""
    table = gather(kinds, types, runs)
    return {column: table[column].to_numpy() for column in table.column_names}


def gather(kinds: Mapping[str, Any], types: Mapping[str, str], runs: Iterable[Run]) -> pa.Table:
    """Put runs of one step under each other, with the run's id and parameters in front.

    Lists among the parameters appear as JSON text.

    Parameters
    ----------
    kinds : mapping from str to type
        The declared types of the step's parameters.
    types : mapping from str to str
        The types of its columns.
    runs : iterable of Run
    """
    front = {name: column_type(kind) for name, kind in kinds.items()}
    schema = schema_of({"run": "string", **front, **types})
    parts = [_with_parameters(kinds, schema, run) for run in runs]
    return pa.concat_tables([schema.empty_table(), *parts])


def _with_parameters(kinds: Mapping[str, Any], schema: pa.Schema, run: Run) -> pa.Table:
    given = {name: _cell(run.parameters[name], kind) for name, kind in kinds.items()}
    front = {"run": run.run_id, **given}
    scalars = (pa.scalar(value, type=schema.field(name).type) for name, value in front.items())
    repeated = [pa.repeat(scalar, len(run.table)) for scalar in scalars]
    return pa.Table.from_arrays([*repeated, *run.table.columns], schema=schema)


def _cell(value: Any, kind: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)  # as in the spec
    return decoded(value, kind)
