"""Stored specs executed again in today's environment, and compared with what was stored.

Nothing is written to the store. What a run reads is what was stored, so that a run that differs
does so by itself. Then the claims are judged twice, from the stored tables and from the new ones.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

from pastimes.declare.catalogue import Experiment, experiment, find_step
from pastimes.declare.claims import read_claims
from pastimes.declare.tables import Tables
from pastimes.errors import UserError, did_you_mean
from pastimes.judge.verdicts import verdict_rows
from pastimes.store.caches import from_caches
from pastimes.store.making import Run, gather
from pastimes.store.provenance import versions
from pastimes.store.runs import Store, run_id
from pastimes.store.tables import parquet_bytes
from pastimes.study.execution import make_again, read_run
from pastimes.tracking.comparing import compared_tables, differences, row_differences

__all__ = ["Recheck", "chosen", "moved_verdicts", "recheck"]


@dataclass(frozen=True)
class Recheck:
    """A run that was executed again.

    Attributes
    ----------
    path : Path
        Where the run is stored.
    table : pyarrow.Table or None
        What it gives today; None where it fails.
    lines : list of str
        How that differs from what is stored; none where it holds: equal, or for an estimate
        within the intervals.
    """

    path: Path
    table: pa.Table | None
    lines: list[str]


def chosen(paths: Iterable[Path], steps: Collection[str], sample: int) -> list[Path]:
    """Runs to be rechecked.

    Parameters
    ----------
    paths : iterable of Path
        All runs of a study.
    steps : collection of str
        ``<experiment>.<step>`` or ``<experiment>``; none means all.
    sample : int
        How many of each step, at most; 0 means all. They are those of the least ids, which are
        hashes, so that it is a fair choice and the same each time.

    Raises
    ------
    UserError
        Where the study has no run of a step.
    """
    by_step: dict[str, list[Path]] = {}
    for path in paths:
        by_step.setdefault(".".join(path.parts[-3:-1]), []).append(path)
    for step in steps:
        if not any(_is_of(name, step) for name in by_step):
            raise UserError(f"step {step}: no run of the study; {did_you_mean(step, by_step)}")
    if sample < 0:
        raise UserError(f"--sample {sample}: how many of each step, from 1 on")
    return [
        path
        for name, runs in by_step.items()
        if not steps or any(_is_of(name, step) for step in steps)
        for path in sorted(runs, key=run_id)[: sample or None]
    ]


def _is_of(name: str, step: str) -> bool:
    return step in (name, name.partition(".")[0])


def recheck(store: Store, paths: Iterable[Path]) -> Iterator[Recheck]:
    """Execute the specs of stored runs again, with the code that there is, and compare.

    Raises
    ------
    UserError
        Where a stored run is damaged.
    """
    for path in paths:
        stored, spec = read_run(store, path)
        try:
            table = from_caches(partial(make_again, store, spec))
        except UserError:
            raise
        except Exception as error:
            lines = [f"  fails: {type(error).__name__}: {error}"]
            yield Recheck(path, None, lines + _versions_since(store.record(path)))
            continue
        lines = _beyond(stored, table)
        if lines:
            lines += _versions_since(store.record(path))
        yield Recheck(path, table, lines)


def _beyond(stored: pa.Table, table: pa.Table) -> list[str]:
    alike = stored.schema.names == table.schema.names and len(stored) == len(table)
    if alike and not row_differences(stored, table)["beyond"]:
        return []
    return differences(stored, table) if alike else list(compared_tables(stored, table))


def _versions_since(record: Mapping[str, Any]) -> list[str]:
    """What is no longer as it was when the run was made."""
    then, now = record.get("versions", {}), versions()
    changed = [f"{n} {then.get(n)} then, {v} now" for n, v in now.items() if then.get(n) != v]
    return [f"  {', '.join(changed) or 'the same versions of Python and all packages'}"]


def moved_verdicts(
    store: Store, tables: Mapping[str, Collection[str]], found: Iterable[Recheck]
) -> Iterator[str]:
    """Lines that name the verdicts that would be others with what the runs give today.

    Parameters
    ----------
    store : Store
    tables : mapping from str to collection of str
        The runs of each table of the study, by ``<experiment>.<step>``.
    found : iterable of Recheck
    """
    new = {r.path: r.table for r in found if r.lines and r.table is not None}
    touched = {path.parts[-3] for path in new}
    for name in sorted(touched):
        judged = experiment(name)
        own = {key: runs for key, runs in tables.items() if key.startswith(f"{name}.")}
        then, now = (_judged(store, judged, own, made) for made in ({}, new))
        for key, word in then.items():
            if now[key] != word:
                yield f"{key}: {word} -> {now[key]}"


def _judged(
    store: Store,
    judged: Experiment,
    tables: Mapping[str, Collection[str]],
    made: Mapping[Path, pa.Table],
) -> dict[str, str]:
    """Verdicts from stored runs, some of which are replaced by what they give today."""
    claims = read_claims(judged.folder / "claims.csv")
    with TemporaryDirectory() as folder:
        paths = {}
        for key, runs in tables.items():
            step = find_step(key)[1]
            table = gather(
                step.parameters, step.types, [_run(store, Path(path), made) for path in runs]
            )
            paths[step.name] = Path(folder, f"{key}.parquet")
            paths[step.name].write_bytes(parquet_bytes(table))
        rows = verdict_rows(judged.findings, claims, Tables(paths))
        return {row["key"]: row["verdict"] for row in rows}


def _run(store: Store, path: Path, made: Mapping[Path, pa.Table]) -> Run:
    stored, spec = read_run(store, path)
    return Run(spec.id, spec.parameters, made.get(path, stored))
