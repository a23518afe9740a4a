"""Results as tables, one a kind of result, below ``results/benchmarks``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

from pastimes.declare.steps import Column
from pastimes.declare.tables import arrow_schema
from pastimes.store.files import write_bytes
from pastimes.store.making import by_column
from pastimes.store.tables import arrow_table, parquet_bytes, table_of

__all__ = ["Result", "keep", "read"]


class Result(Protocol):
    """What a benchmark finds.

    Attributes
    ----------
    TABLE : str
        Name of the table that its rows belong to.
    COLUMNS : mapping from str to Column
        The table's schema.
    """

    TABLE: ClassVar[str]
    COLUMNS: ClassVar[Mapping[str, Column]]

    def rows(self) -> list[tuple[Any, ...]]:
        """Rows of the table."""

    def lines(self) -> list[str]:
        """What is printed: a heading, then what is under it."""


def keep(folder: Path, benchmark: str, results: Sequence[Result]) -> None:
    """Write what a benchmark found in place of what it found before; other benchmarks' rows stay.

    Parameters
    ----------
    folder : Path
    benchmark : str
        Its name.
    results : sequence of Result
    """
    for kind in {type(result) for result in results}:
        others = [row for row in read(folder, kind) if row["benchmark"] != benchmark]
        rows = [tuple(row.values()) for row in others]
        rows += [(benchmark, *row) for r in results if isinstance(r, kind) for row in r.rows()]
        rows.sort(key=lambda row: row[0])
        columns = _columns_of(kind)
        types = {name: column.type for name, column in columns.items()}
        content = parquet_bytes(arrow_table(types, by_column(columns, rows)))
        write_bytes(folder / f"{kind.TABLE}.parquet", content)


def _columns_of(kind: type[Result]) -> dict[str, Column]:
    """Schema of the table of one kind of result."""
    return {"benchmark": Column("string", "the module that measures it"), **kind.COLUMNS}


def read(folder: Path, kind: type[Result]) -> list[dict[str, Any]]:
    """Rows of a table kept before; none where it has other columns."""
    path = folder / f"{kind.TABLE}.parquet"
    kept = table_of(path.read_bytes()) if path.exists() else None
    if kept is None or kept.schema != arrow_schema(_columns_of(kind)):
        return []
    return list(kept.to_pylist())
