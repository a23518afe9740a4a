"""What of a run's table can be charted next to other runs: a few numbers, or curves.

A table of one row gives its numbers. A measurement that was repeated gives its mean. A table whose
first column goes in equal steps gives the others as curves along it; one whose first column
holds another whole number in each row, a name of what was measured, gives their means. A truth
value gives the share of rows where it holds. Other tables mix what differs, and give nothing.
"""

import math
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

__all__ = ["Metric", "metrics"]

_LONGEST = 1000  # rows of a curve


class Metric(NamedTuple):
    """A number, and where on its curve it lies (0 where it is no curve)."""

    name: str
    value: float
    position: int = 0


def metrics(table: pa.Table) -> list[Metric]:
    """The numbers, curves or means of a table, named as its columns.

    Gaps and what is not finite are left out.

    Examples
    --------
    >>> metrics(pa.table({"sides": ["six"], "mean": [3.5], "fair": [True]}))
    [Metric(name='mean', value=3.5, position=0), Metric(name='fair', value=1.0, position=0)]
    >>> metrics(pa.table({"dice": [10, 20], "chance": [0.5, 0.25]}))
    [Metric(name='chance', value=0.5, position=10), Metric(name='chance', value=0.25, position=20)]
    >>> metrics(pa.table({"operations": [3, 5, 4, 4]}))
    [Metric(name='operations', value=4.0, position=0)]
    >>> metrics(pa.table({"policy": ["bold", "shy"], "points": [400, 300]}))
    []
    """
    numbers = [field.name for field in table.schema if _is_number(field.type)]
    if len(table) == 1:
        return _curves(table, numbers, [0])
    if not len(table) or not numbers:
        return []
    first = table.column_names[0]
    others = [name for name in numbers if name != first]
    if len(numbers) == 1 and _is_constant(table.drop_columns(numbers)):
        return _means(table, numbers)
    if _is_axis(table[first]):
        truths = [name for name in others if pa.types.is_boolean(table[name].type)]
        curves = [name for name in others if name not in truths] if len(table) <= _LONGEST else []
        return [*_curves(table, curves, table[first].to_pylist()), *_means(table, truths)]
    return _means(table, others) if _tells_apart(table[first]) else []


def _is_number(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind))


def _is_constant(table: pa.Table) -> bool:
    return all(pc.count_distinct(column).as_py() == 1 for column in table.columns)


def _tells_apart(column: pa.ChunkedArray) -> bool:
    """Whether these are whole numbers, another in each row."""
    is_whole = pa.types.is_integer(column.type)
    return bool(is_whole and pc.count_distinct(column).as_py() == len(column))


def _is_axis(column: pa.ChunkedArray) -> bool:
    if not _tells_apart(column) or column.null_count:
        return False
    by = np.diff(column.to_numpy())
    return bool((by == by[0]).all())


def _curves(table: pa.Table, names: list[str], positions: list[int]) -> list[Metric]:
    found = (
        Metric(name, float(value), position)
        for name in names
        for position, value in zip(positions, table[name].to_pylist(), strict=True)
        if value is not None
    )
    return [metric for metric in found if math.isfinite(metric.value)]


def _means(table: pa.Table, names: list[str]) -> list[Metric]:
    means = {name: pc.mean(table[name]).as_py() for name in names}
    return [Metric(n, mean) for n, mean in means.items() if mean is not None]
