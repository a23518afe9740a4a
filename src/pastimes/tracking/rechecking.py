"""Stored specs executed again in today's environment, and compared with what was stored.

Nothing is written to the store. What a run reads is what was stored, so that a run that differs
does so by itself. Then the claims are judged twice, from the stored tables and from the new ones.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

from pastimes.lab.claims import read_claims
from pastimes.lab.errors import Refusal
from pastimes.lab.execution import gather_runs, make_again, read_run
from pastimes.lab.experiments import Experiment, experiment, find_step
from pastimes.lab.making import Run, gather
from pastimes.lab.provenance import versions
from pastimes.lab.specs import Spec
from pastimes.lab.store import Store
from pastimes.lab.tables import Tables, parquet_bytes
from pastimes.lab.verdicts import verdict_rows
from pastimes.tracking.comparing import differences

__all__ = ["Recheck", "moved_verdicts", "recheck"]


@dataclass(frozen=True)
class Recheck:
    """A run that was executed again.

    Attributes
    ----------
    path : Path
        Where the run is stored.
    spec : Spec
    table : pyarrow.Table or None
        What it gives today; None where it fails.
    lines : list of str
        How that differs from what is stored; none where it holds: equal, or for an estimate
        within the intervals.
    """

    path: Path
    spec: Spec
    table: pa.Table | None
    lines: list[str]


def recheck(store: Store, paths: Iterable[Path]) -> Iterator[Recheck]:
    """Execute the specs of stored runs again, and compare.

    Raises
    ------
    Refusal
        Where a stored run is damaged.
    """
    for path in paths:
        stored, spec = read_run(store, path)
        try:
            table = make_again(store, spec)
        except Refusal:
            raise
        except Exception as error:
            yield Recheck(path, spec, None, [f"  fails: {type(error).__name__}: {error}"])
            continue
        lines = differences(stored, table)
        if lines:
            lines += _versions_since(store.record(path))
        yield Recheck(path, spec, table, lines)


def _versions_since(record: Mapping[str, Any]) -> list[str]:
    """What is no longer as it was when the run was made."""
    then, now = record.get("versions", {}), versions()
    changed = [f"{n} {then.get(n)} then, {v} now" for n, v in now.items() if then.get(n) != v]
    return [f"  {', '.join(changed) or 'the same versions of Python and all packages'}"]


def moved_verdicts(
    store: Store, tables: Mapping[str, Collection[Path]], found: Iterable[Recheck]
) -> Iterator[str]:
    """Lines that name the verdicts that would be others with what the runs give today.

    Parameters
    ----------
    store : Store
    tables : mapping from str to collection of Path
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
    tables: Mapping[str, Collection[Path]],
    made: Mapping[Path, pa.Table],
) -> dict[str, str]:
    """Verdicts from stored runs, some of which are replaced by what they give today."""
    claims = read_claims(judged.folder / "claims.csv")
    with TemporaryDirectory() as folder:
        paths = {}
        for key, runs in tables.items():
            step = find_step(key)[1]
            if made.keys() & set(runs):
                table = gather(step, [_run(store, path, made) for path in runs])
            else:
                table = gather_runs(store, step, runs)
            paths[step.name] = Path(folder, f"{key}.parquet")
            paths[step.name].write_bytes(parquet_bytes(table))
        rows = verdict_rows(judged.findings, claims, Tables(paths))
        return {row["key"]: row["verdict"] for row in rows}


def _run(store: Store, path: Path, made: Mapping[Path, pa.Table]) -> Run:
    stored, spec = read_run(store, path)
    return Run(spec.id, spec.parameters, made.get(path, stored))
