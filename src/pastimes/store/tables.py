"""Tables with an explicit schema, and as parquet bytes."""

import sys
from collections.abc import Mapping
from importlib.abc import MetaPathFinder
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pastimes.store.specs import canonical_json

__all__ = [
    "arrow_table",
    "keep_pandas_out",
    "parquet_bytes",
    "schema_of",
    "table_of",
]

_ROW_GROUP = 256 * 1024
_TYPES = {
    "int64": pa.int64(),
    "float64": pa.float64(),
    "string": pa.string(),
    "bool": pa.bool_(),
    "strings": pa.list_(pa.string()),
}


def schema_of(types: Mapping[str, str]) -> pa.Schema:
    """The Arrow schema of columns, by their types' names."""
    return pa.schema([(name, _TYPES[kind]) for name, kind in types.items()])


def arrow_table(types: Mapping[str, str], data: Mapping[str, Any]) -> pa.Table:
    """Cast data to columns of declared types; nan becomes null, for a table holds values or gaps.

    Raises
    ------
    ValueError
        Where the data's columns are not the declared ones, or a value does not fit its type.
    """
    if set(data) != set(types):
        odd = sorted(set(data) ^ set(types))
        raise ValueError(f"columns {odd} are declared or returned, not both")
    schema = schema_of(types)
    kinds = zip(schema.names, schema.types, strict=True)
    arrays = [_column(name, data[name], kind) for name, kind in kinds]
    return pa.Table.from_arrays(arrays, schema=schema)


def _column(name: str, values: Any, kind: pa.DataType) -> pa.Array:
    try:
        # Inferred first: to convert at once would cut 1.5 down to 1.
        array = pa.array(values, from_pandas=True)
        return array if array.type == kind else _cast(array, kind)
    except (pa.ArrowException, OverflowError) as error:
        raise ValueError(f"column {name}: {error}") from None


def _cast(array: pa.Array, kind: pa.DataType) -> pa.Array:
    if kind == pa.bool_() and len(array) > array.null_count:
        raise pa.ArrowInvalid(f"values of type {array.type}, not bool")  # 2.5 would become true
    return array.cast(kind)  # which imports pyarrow.compute


def parquet_bytes(table: pa.Table, footer: Mapping[str, Any] | None = None) -> bytes:
    """Serialise a table; equal tables and footers give equal bytes."""
    if footer is not None:
        metadata = {**(table.schema.metadata or {}), b"pastimes": canonical_json(footer).encode()}
        table = table.replace_schema_metadata(metadata)
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", row_group_size=_ROW_GROUP)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def table_of(content: bytes) -> pa.Table:
    """Read a table from the bytes of a parquet file.

    In one thread: Arrow's threads may outlive the work and then abort the process as it ends
    (apache/arrow issues 34314 and 50482), which would fail a job that was done.
    """
    with pq.ParquetFile(pa.BufferReader(content), pre_buffer=False) as file:
        return file.read(use_threads=False)


def keep_pandas_out() -> None:
    """Make pandas impossible to import in this process, unless it has been already.

    pyarrow imports it to ask whether an array is a frame: a third of the start of a job, in which
    nothing is one.
    """
    sys.meta_path.insert(0, _WithoutPandas())


class _WithoutPandas(MetaPathFinder):
    def find_spec(self, fullname: str, *_: Any) -> None:
        if fullname == "pandas":
            raise ModuleNotFoundError("pandas is kept out of jobs", name="pandas")
