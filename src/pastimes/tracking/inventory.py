"""What the run store holds: listed, verified, and cleared of what no study names."""

import contextlib
import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pastimes.config.composing import studies
from pastimes.errors import UserError, did_you_mean, shortened
from pastimes.store.files import is_temporary
from pastimes.store.runs import Store, record_path, run_id
from pastimes.store.specs import Spec
from pastimes.study.execution import read_run
from pastimes.study.plan import is_frozen, read_plan
from pastimes.study.planning import plan_study

__all__ = [
    "FORMATS",
    "damaged",
    "find_run",
    "is_study",
    "list_runs",
    "study_runs",
    "unreferenced_files",
]

_WIDEST = 72  # parameters in a table
_CODE_DIGITS = 12
_LEAST_DIGITS = 6  # of an id, lest a study's name be taken for one
_FACTS = ("rows", "bytes", "seconds", "cpu_seconds", "peak_memory_mb", "started")


def list_runs(
    store: Store,
    wanted: Sequence[str] = (),
    study: str = "",
    sort: str = "",
    reverse: bool = False,
) -> list[dict[str, Any]]:
    """Runs of the store that pass all filters: step, parameters, facts, id and path.

    Parameters
    ----------
    store : Store
    wanted : sequence of str
        ``NAME=VALUE`` asks for a parameter or fact, ``*`` stands for anything in the value; what
        has no ``=`` is a part of the run's path.
    study : str
        Only runs that this study names.
    sort : str
        A parameter or fact.
    reverse : bool
        Largest first.

    Raises
    ------
    UserError
        Where no run has what is asked for by name, or there is no such study.
    """
    named = study_runs(store, study) if study else None
    found = [
        _row(store, path, record)
        for path, record in store.records()
        if named is None or path in named
    ]
    for text in wanted:
        name, equals, value = text.partition("=")
        if equals:
            known = _having(name, found)
            found = [row for row in known if _fits(_value(row, name), value)]
        else:
            found = [row for row in found if text in row["path"]]
    if sort:
        found = _having(sort, found)
        found.sort(key=lambda row: _order(_value(row, sort)), reverse=reverse)
    return found


def _row(store: Store, path: Path, record: Mapping[str, Any]) -> dict[str, Any]:
    spec = _spec(store, path)
    return {
        "step": ".".join(path.parts[-3:-1]),
        "parameters": spec.parameters if spec else {},
        **{name: record.get(name) for name in _FACTS},
        "code": spec.code[:_CODE_DIGITS] if spec else None,
        "id": run_id(path),
        "path": path.as_posix(),
    }


def _fits(value: Any, wanted: str) -> bool:
    """Whether a value is the one wanted, as a number or as text, in which ``*`` is anything."""
    with contextlib.suppress(TypeError, ValueError):
        if float(value) == float(wanted):
            return True
    pattern = re.escape(wanted).replace(r"\*", ".*")
    return re.fullmatch(pattern, _text(value), re.DOTALL) is not None


def _having(name: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows that have a parameter or fact of this name."""
    known = {key for row in rows for key in (*row, *row["parameters"])} - {"parameters"}
    if known and name not in known:
        raise UserError(f"{name}: no run listed has it; {did_you_mean(name, known)}")
    return [row for row in rows if _value(row, name) is not None]


def _value(row: Mapping[str, Any], name: str) -> Any:
    return row["parameters"].get(name, row.get(name))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _order(value: Any) -> tuple[bool, float, str]:
    """Numbers by size, and after them everything else by its text."""
    number = isinstance(value, int | float)
    return (not number, value if number else 0.0, _text(value))


def _as_table(rows: list[dict[str, Any]]) -> Iterator[str]:
    columns = ("step", "parameters", "rows", "seconds", "started", "code", "id")
    cells = [columns, *([_shown(row[name]) for name in columns] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        yield "  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip()


def _shown(value: Any) -> str:
    """A cell for people: parameters as they are asked for, shortened."""
    if isinstance(value, Mapping):
        text = " ".join(f"{name}={_text(given)}" for name, given in value.items())
        return shortened(text, _WIDEST)
    return "?" if value is None else str(value)


def _as_csv(rows: list[dict[str, Any]]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.DictWriter(text, ["step", "parameters", *_FACTS, "code", "id", "path"])
    writer.writeheader()
    writer.writerows(row | {"parameters": json.dumps(row["parameters"])} for row in rows)
    yield from text.getvalue().splitlines()


def _as_json(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield json.dumps(rows, indent=1, ensure_ascii=False)


FORMATS: Mapping[str, Callable[[list[dict[str, Any]]], Iterator[str]]] = {
    "table": _as_table,
    "csv": _as_csv,
    "json": _as_json,
}
"""Ways to write what `listed` gives, as lines."""


def find_run(store: Store, name: str) -> Path | None:
    """The run of this path, or whose id begins so; None where there is none.

    Raises
    ------
    UserError
        Where several ids begin so.
    """
    paths = [path for path, _ in store.records()]
    begins = len(name) >= _LEAST_DIGITS
    found = [
        path for path in paths if str(path) == name or (begins and run_id(path).startswith(name))
    ]
    if len(found) > 1:
        raise UserError(f"{name}: {len(found)} runs have ids that begin so; give more of it")
    return found[0] if found else None


def is_study(store: Store, name: str) -> bool:
    """Whether there is a study of this name: a config for it, or a plan that was frozen."""
    return name in studies(Path()) or is_frozen(name, store.results)


def study_runs(store: Store, name: str) -> dict[Path, Mapping[str, Any]]:
    """Runs of a study with their parameters: by its configs, or by its frozen plan without any.

    Raises
    ------
    UserError
        Where there is no such study, or it cannot be planned.
    """
    if name not in studies(Path()) and is_study(store, name):
        frozen = read_plan(name, store.results).runs
        return {run: _parameters(store, run) for run in map(Path, frozen)}
    plans, _ = plan_study(Path(), name)
    specs = (spec for plan in plans for step in plan.specs for spec in plan.all_specs(step))
    return {store.run_path(spec): spec.parameters for spec in specs}


def _spec(store: Store, run: Path) -> Spec | None:
    """The spec of a run; None where its file was lost: the run is listed all the same."""
    try:
        return store.read_spec(store.spec_behind(run))
    except UserError:
        return None


def _parameters(store: Store, run: Path) -> Mapping[str, Any]:
    spec = _spec(store, run)
    return spec.parameters if spec else {}


def damaged(store: Store, runs: Iterable[Path]) -> list[str]:
    """Read runs, put damaged ones aside, and say of each what is wrong."""
    found = []
    for path in sorted(runs):
        if path.exists():
            try:
                read_run(store, path)
            except UserError as refusal:
                found.append(str(refusal))
    return found


def unreferenced_files(store: Store) -> list[Path]:
    """Files of the store that no study needs: runs that none names, with their records and specs;
    runs put aside; what writers that were killed left.

    A study names what its configs do and what its frozen plan does.

    Raises
    ------
    UserError
        Where a study cannot be planned: then nobody knows what it needs.
    """
    named = {run for name in studies(Path()) for run in study_runs(store, name)}
    for plan in store.results.glob("*/plan/plan.json"):
        named.update(map(Path, read_plan(plan.parts[-3], store.results).runs))
    needed = {path for run in named for path in (run, record_path(run), store.spec_behind(run))}
    kept = (store.results / folder for folder in ("runs", "specs"))
    found = {path for folder in kept for path in folder.glob("*/*/*") if path not in needed}
    return sorted(found | {path for path in store.results.rglob(".*") if is_temporary(path)})
