"""What the Snakefile asks for: a study's plan, frozen into files that its jobs read.

The main process plans once and writes specs, stamps and ``results/<study>/plan/plan.json``; every
other process reads that plan.
"""

import hashlib
import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pastimes.lab.config import DEFAULT_STUDY, study_name
from pastimes.lab.errors import Refusal, did_you_mean
from pastimes.lab.figures import Figure
from pastimes.lab.files import reason_unread, write_if_changed, write_text
from pastimes.lab.lock import hold
from pastimes.lab.planning import Batch, Plan, batches, plan_study
from pastimes.lab.sequences import IntegerSequence
from pastimes.lab.specs import Spec, canonical_json
from pastimes.lab.store import RESULTS, Store
from pastimes.stamps import Stamp, code_behind

__all__ = ["Study", "open_study", "read_plan", "say_what_now"]

_LITTLE = 2**24  # bytes


@dataclass(frozen=True)
class Study:
    """A frozen plan, as the Snakefile reads it.

    Attributes
    ----------
    name : str
    experiments : list of str
    jobs : mapping from str to list of Batch
        Batches of missing runs, by ``<experiment>.<step>``.
    tables : mapping from str to list of str
        Runs of each table, by ``<experiment>.<step>``.
    figures : mapping from str to mapping
        By ``<experiment>.<name>``: its title and the tables it may read.
    sequences : mapping from str to mapping
        The same for integer sequences.
    hidden : list of str
        Runs that other runs read but no table shows.
    """

    name: str
    experiments: list[str]
    jobs: Mapping[str, list[Batch]]
    tables: Mapping[str, list[str]]
    figures: Mapping[str, dict[str, Any]]
    sequences: Mapping[str, dict[str, Any]]
    hidden: list[str]

    @property
    def folder(self) -> str:
        return f"{RESULTS}/{self.name}"

    def awaited(self, table: str) -> list[str]:
        """What a table waits for: the last run of each job that makes its missing ones."""
        return [batch.runs[-1] for batch in self.jobs[table]]

    @property
    def targets(self) -> list[str]:
        """All files of the study: asked for by name, lest one that was lost stay lost."""
        runs = [run for table in self.tables for run in self.awaited(table)]
        tables = [f"{self.folder}/tables/{name}.parquet" for name in self.tables]
        figures = [
            f"{self.folder}/figures/{figure}.{ending}"
            for figure in self.figures
            for ending in ("svg", "csv", "parquet")
        ]
        sequences = [f"{self.folder}/sequences/b_{name}.txt" for name in self.sequences]
        shown = [
            f"{self.folder}/{name}" for name in ("report.html", "verdicts.csv", "verdicts.parquet")
        ]
        return [*runs, *tables, *figures, *sequences, *shown]


def open_study(config: Mapping[str, Any], main: bool) -> Study:
    """Plan the study that a Snakemake config names, or read the frozen plan.

    A refusal ends the process with one line, before the first job.

    Parameters
    ----------
    config : mapping
        Snakemake's ``--config``; the only key is ``study``.
    main : bool
        Whether this is the main process; jobs on a cluster parse the Snakefile too.
    """
    try:
        for key in config:
            if key != "study":
                raise Refusal(f"--config {key}: no such key; {did_you_mean(key, ['study'])}")
        name = study_name(config.get("study", DEFAULT_STUDY) or "")
        if not main:
            return read_plan(name)
        plans, notices = plan_study(Path(), name)
        study, damaged = _take_over(name, plans, Store(RESULTS))
        notices += [f"{path}: damaged; put aside, and made again" for path in damaged]
        for notice in notices:
            print(f"pastimes: {notice}", file=sys.stderr)
        return study
    except Refusal as refusal:
        sys.exit(f"pastimes: {refusal}")


def say_what_now() -> None:
    """After a failure, say what a person can do; on a full disk the jobs' logs are empty."""
    free = shutil.disk_usage(RESULTS).free
    if free < _LITTLE:
        told = f"{RESULTS}: the disk is full, {free / 2**20:.1f} MB are left; make room, then"
    else:
        told = "not everything was made;"
    print(f"pastimes: {told} start the same command again: what was made is kept", file=sys.stderr)


def _take_over(name: str, plans: list[Plan], store: Store) -> tuple[Study, list[Path]]:
    """As the one main process, freeze the plan and put damaged runs aside."""
    try:
        hold(store.results / "lock", f"a Snakemake at work on study {name}")
        study = _freeze(name, plans, store)
        # What is damaged is among what is missing: runs that are whole are not looked at again.
        missing = [run for jobs in study.jobs.values() for batch in jobs for run in batch.runs]
        return study, [path for path in map(Path, missing) if store.put_aside(path)]
    except OSError as error:
        raise Refusal(f"{error.filename or store.results}: {error.strerror}") from None


def _freeze(name: str, plans: list[Plan], store: Store) -> Study:
    """Write a study's specs, stamps and plan."""
    stamps = store.results / name / "plan"
    jobs: dict[str, list[Batch]] = {}
    tables: dict[str, list[str]] = {}
    figures: dict[str, dict[str, Any]] = {}
    sequences: dict[str, dict[str, Any]] = {}
    made = _Stamps(stamps)
    shutil.rmtree(stamps / "batches", ignore_errors=True)
    for plan in plans:
        for step, found in batches(store, plan).items():
            table = f"{plan.experiment.name}.{step}"
            jobs[table] = found
            _write_specs(store, stamps / "batches", plan.all_specs(step), found)
            tables[table] = [str(store.run_path(spec)) for spec in plan.specs[step]]
            made.write(f"tables/{table}", _table_stamp(plan, step, tables[table]))
        read = [t for t in tables if t.startswith(f"{plan.experiment.name}.")]
        for sequence in plan.experiment.sequences.values():
            key = f"{plan.experiment.name}.{sequence.name}"
            sequences[key] = {"title": sequence.title, "tables": read}
            made.write(f"sequences/{key}", _sequence_stamp(plan, sequence, made))
        for figure in plan.experiment.figures.FIGURES:
            key = f"{plan.experiment.name}.{figure.name}"
            figures[key] = {"title": figure.title, "tables": read}
            made.write(f"figures/{key}", _figure_stamp(plan, figure, made))
    made.write("verdicts", _verdicts_stamp(plans, made))
    made.write("report", _report_stamp(name, plans, made))
    hidden = [str(store.run_path(s)) for p in plans for group in p.hidden.values() for s in group]
    names = [plan.experiment.name for plan in plans]
    study = Study(name, names, jobs, tables, figures, sequences, hidden)
    write_if_changed(stamps / "plan.json", asdict(study))
    return study


def _write_specs(store: Store, folder: Path, specs: list[Spec], found: list[Batch]) -> None:
    """Write a step's specs, and for each job the list of those that it executes."""
    for spec in specs:
        store.write_spec(spec)
    for batch in found:
        write_text(folder / f"{batch.name}.txt", "".join(f"{spec}\n" for spec in batch.specs))


class _Stamps:
    """Writes stamps, and remembers their hashes for the stamps that build on them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._hashes: dict[str, str] = {}

    def write(self, name: str, content: Mapping[str, Any]) -> None:
        write_if_changed(self._folder / f"{name}.json", content)
        text = canonical_json(content)
        self._hashes[name] = hashlib.sha256(text.encode()).hexdigest()

    def under(self, prefix: str) -> dict[str, str]:
        return {name: h for name, h in self._hashes.items() if name.startswith(prefix)}


def _table_stamp(plan: Plan, step: str, runs: list[str]) -> Stamp:
    return {
        "of": [plan.experiment.name, step],
        "runs": runs,
        "code": code_behind("tabulate"),
    }


def _figure_stamp(plan: Plan, figure: Figure, made: _Stamps) -> Stamp:
    of = [plan.experiment.name, figure.name]
    return {
        "of": of,
        "kind": figure.kind,
        "options": dict(figure.options),
        "code": code_behind("draw", *of),
        "from": made.under(f"tables/{plan.experiment.name}."),
    }


def _sequence_stamp(plan: Plan, sequence: IntegerSequence, made: _Stamps) -> Stamp:
    of = [plan.experiment.name, sequence.name]
    return {
        "of": of,
        "title": sequence.title,
        "first": sequence.first,
        "code": code_behind("enlist", *of),
        "from": made.under(f"tables/{plan.experiment.name}."),
    }


def _verdicts_stamp(plans: list[Plan], made: _Stamps) -> Stamp:
    of = [plan.experiment.name for plan in plans]
    return {"of": of, "code": code_behind("judge", *of), "from": made.under("tables/")}


def _report_stamp(name: str, plans: list[Plan], made: _Stamps) -> Stamp:
    of = [plan.experiment.name for plan in plans]
    return {
        "of": of,
        "study": name,
        "chapters": {plan.experiment.name: _steps(plan) for plan in plans},
        "questions": [
            [p.experiment.title, p.experiment.question, *p.experiment.method] for p in plans
        ],
        "code": code_behind("page", *of),
        "from": made.under("verdicts") | made.under("figures/"),
    }


def _steps(plan: Plan) -> list[dict[str, Any]]:
    return [
        {
            "name": step.name,
            "summary": step.summary,
            "runs": [spec.id for spec in plan.specs[step.name]],
            "codes": sorted({spec.code for spec in plan.specs[step.name]}),
        }
        for step in plan.experiment.steps.values()
    ]


def read_plan(name: str) -> Study:
    """The frozen plan of a study.

    Raises
    ------
    Refusal
        Where there is none.
    """
    path = RESULTS / name / "plan" / "plan.json"
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        jobs = {k: [Batch(**batch) for batch in group] for k, group in content.pop("jobs").items()}
        return Study(jobs=jobs, **content)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        told = f"not a plan ({reason_unread(error)}); run snakemake --config study={name} first"
        raise Refusal(f"{path}: {told}") from None
