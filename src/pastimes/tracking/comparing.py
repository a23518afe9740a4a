"""Two runs, or two studies, compared with each other: specs, and results beyond their error."""

import contextlib
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from pastimes.store.runs import Store
from pastimes.store.specs import Spec, canonical_json
from pastimes.store.tables import table_of
from pastimes.study.execution import read_run
from pastimes.tracking.inventory import study_runs

__all__ = [
    "compared_runs",
    "compared_studies",
    "compared_tables",
    "differences",
    "row_differences",
]

TOLERANCE = {"rel_tol": 1e-9, "abs_tol": 1e-12}
"""Floating values nearer than this are equal, for sums differ between machines."""


def compared_runs(store: Store, a: Path, b: Path) -> Iterator[str]:
    """Lines that say how two runs differ.

    Raises
    ------
    UserError
        Where one is absent or damaged.
    """
    (first, spec), (second, other) = read_run(store, a), read_run(store, b)
    yield from _spec_differences(spec, other)
    yield from compared_tables(first, second)


def compared_tables(first: pa.Table, second: pa.Table) -> Iterator[str]:
    """Lines that say how many rows two tables have, and where they differ."""
    yield f"rows: {len(first)} | {len(second)}"
    if first.schema.names != second.schema.names or len(first) != len(second):
        yield f"columns: {', '.join(first.schema.names)} | {', '.join(second.schema.names)}"
        yield "the tables have other columns or numbers of rows: not compared"
        return
    yield _said(row_differences(first, second))
    yield from _column_differences(first, second)


def differences(first: pa.Table, second: pa.Table) -> list[str]:
    """Lines that say how two tables of one step differ; none where they are equal."""
    if len(first) != len(second):
        return list(compared_tables(first, second))
    return list(_column_differences(first, second))


def _column_differences(first: pa.Table, second: pa.Table) -> Iterator[str]:
    for name in first.schema.names:
        line = _column_difference(name, first[name].to_pylist(), second[name].to_pylist())
        if line:
            yield line


def _spec_differences(a: Spec, b: Spec) -> Iterator[str]:
    if (a.experiment, a.step) != (b.experiment, b.step):
        yield f"step: {a.experiment}.{a.step} | {b.experiment}.{b.step}"
    for name in dict.fromkeys((*a.parameters, *b.parameters)):
        values = [spec.parameters.get(name, "none") for spec in (a, b)]
        if values[0] != values[1]:
            yield f"{name}: {canonical_json(values[0])} | {canonical_json(values[1])}"
    if a.seed != b.seed:
        yield f"seed: {a.seed} | {b.seed}"
    if a.upstream != b.upstream:
        yield "upstream: other runs were read"
    if a.code != b.code:
        yield f"code: {a.code[:12]} | {b.code[:12]}"


def row_differences(a: pa.Table, b: pa.Table) -> Counter[str]:
    """Count rows, in their order, as ``equal``, ``within`` their error, or ``beyond`` it.

    The error of a row is its interval, columns ``low`` and ``high``; without, it has none.
    """
    return Counter(_row_difference(x, y) for x, y in zip(a.to_pylist(), b.to_pylist(), strict=True))


def _row_difference(a: Mapping[str, Any], b: Mapping[str, Any]) -> str:
    if all(_equal(a[name], b[name]) for name in a):
        return "equal"
    ends: list[Any] = [row.get(end) for row in (a, b) for end in ("low", "high")]
    if None in ends:
        return "beyond"
    others = set(a) - {"low", "high"}
    same = all(_equal(a[n], b[n]) for n in others if not isinstance(a[n], float))
    return "within" if same and max(ends[0], ends[2]) <= min(ends[1], ends[3]) else "beyond"


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, **TOLERANCE)
    return bool(a == b)


def _said(rows: Mapping[str, int]) -> str:
    return (
        f"{rows.get('equal', 0)} rows equal, {rows.get('within', 0)} differ within their "
        f"intervals, {rows.get('beyond', 0)} beyond"
    )


def _column_difference(name: str, a: list[Any], b: list[Any]) -> str:
    odd = [(i, x, y) for i, (x, y) in enumerate(zip(a, b, strict=True)) if not _equal(x, y)]
    if not odd:
        return ""
    i, x, y = max(odd, key=lambda found: _distance(*found[1:]))
    return f"  {name}: {len(odd)} of {len(a)} differ, most in row {i}: {x} | {y}"


def _distance(a: Any, b: Any) -> float:
    numbers = all(isinstance(v, int | float) for v in (a, b))
    return abs(a - b) if numbers else math.inf


def compared_studies(store: Store, a: str, b: str) -> Iterator[str]:
    """Lines that say how two studies differ: runs, step by step, and verdicts.

    Raises
    ------
    UserError
        Where there is no such study.
    """
    runs = [study_runs(store, name) for name in (a, b)]
    alone: Counter[str] = Counter()
    for step in sorted({path.parent for group in runs for path in group}):
        mine, theirs = ({p: v for p, v in g.items() if p.parent == step} for g in runs)
        if not (mine and theirs):
            alone[b if theirs else a] += 1
            continue
        shared = len(mine.keys() & theirs.keys())
        pairs = list(_pairs(_without(mine, theirs), _without(theirs, mine)))
        yield (
            f"{step.parent.name}.{step.name}: {shared} runs shared, "
            f"{len(mine) - shared - len(pairs)} only in {a}, "
            f"{len(theirs) - shared - len(pairs)} only in {b}, "
            f"{len(pairs)} of the same parameters but other code, seed or input"
        )
        done = [(x, y) for x, y in pairs if x.exists() and y.exists()]
        if done:
            yield f"  of these pairs {len(done)} are done: {_said(_rows_of_pairs(store, done))}"
    yield from (f"{number} tables only in {name}" for name, number in alone.items())
    yield from _verdict_differences(store, a, b)


def _without(
    some: Mapping[Path, Mapping[str, Any]], others: Mapping[Path, Any]
) -> dict[Path, Mapping[str, Any]]:
    return {path: parameters for path, parameters in some.items() if path not in others}


def _pairs(
    mine: Mapping[Path, Mapping[str, Any]], theirs: Mapping[Path, Mapping[str, Any]]
) -> Iterator[tuple[Path, Path]]:
    """Runs of equal parameters, each in one pair."""
    by_point = {canonical_json(parameters): path for path, parameters in theirs.items()}
    for path, parameters in mine.items():
        other = by_point.pop(canonical_json(parameters), None)
        if other is not None:
            yield path, other


def _rows_of_pairs(store: Store, pairs: list[tuple[Path, Path]]) -> Counter[str]:
    rows: Counter[str] = Counter()
    for a, b in pairs:
        first, second = read_run(store, a)[0], read_run(store, b)[0]
        alike = first.schema == second.schema and len(first) == len(second)
        rows += row_differences(first, second) if alike else Counter(beyond=len(first))
    return rows


def _verdict_differences(store: Store, a: str, b: str) -> Iterator[str]:
    verdicts = []
    for name in (a, b):
        path = store.results / name / "verdicts.parquet"
        if not path.exists():
            yield f"verdicts: {path} is not there yet; run snakemake --config study={name}"
            return
        verdicts.append({row["key"]: row for row in table_of(path.read_bytes()).to_pylist()})
    first, second = verdicts
    shared = [key for key in first if key in second]
    found = {key: _row_difference(_judged(first[key]), _judged(second[key])) for key in shared}
    odd = {key: difference for key, difference in found.items() if difference != "equal"}
    yield f"verdicts: {len(shared)} claims in both, {len(shared) - len(odd)} with equal figures"
    for key, difference in odd.items():
        x, y = first[key], second[key]
        yield f"  {key}: {x['ours']} ({x['verdict']}) | {y['ours']} ({y['verdict']}), {difference}"
    for name, mine, theirs in ((a, first, second), (b, second, first)):
        alone = sum(key not in theirs for key in mine)
        if alone:
            yield f"  {alone} claims only in {name}"


def _judged(row: Mapping[str, Any]) -> dict[str, Any]:
    """What counts of a verdict: our figure as a number where it is one, its interval, the word."""
    ours = row["ours"]
    with contextlib.suppress(TypeError, ValueError):
        ours = float(ours)
    return {"ours": ours, "low": row["low"], "high": row["high"], "verdict": row["verdict"]}
