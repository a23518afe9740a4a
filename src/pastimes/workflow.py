"""What the Snakefile asks for: a study's plan, frozen into files that its jobs read.

The main process plans once and writes specs, stamps and ``results/<study>/plan/plan.json``; every
other process reads that plan. A stamp (``plan/*/*.json``) tells a command all it needs, and is
rewritten only when its content changes: its time decides whether what it describes is remade.
"""

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pastimes.lab.claims import read_claims
from pastimes.lab.code import code_hash
from pastimes.lab.config import DEFAULT_STUDY, study_name
from pastimes.lab.errors import Refusal, did_you_mean
from pastimes.lab.figures import Figure
from pastimes.lab.files import write_if_changed
from pastimes.lab.planning import Batch, Plan, batches, plan_study
from pastimes.lab.specs import canonical_json
from pastimes.lab.store import Store

__all__ = ["RESULTS", "Study", "freeze", "open_study"]

RESULTS = Path("results")

_PAGE_TEMPLATE = Path(__file__).parent / "report" / "page.html.j2"


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
    """

    name: str
    experiments: list[str]
    jobs: Mapping[str, list[Batch]]
    tables: Mapping[str, list[str]]
    figures: Mapping[str, dict[str, Any]]

    @property
    def folder(self) -> str:
        return f"{RESULTS}/{self.name}"

    @property
    def missing(self) -> list[str]:
        """Runs to be made: asked for by name, lest one that was lost stay lost."""
        return [run for batches in self.jobs.values() for batch in batches for run in batch.runs]


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
        name = study_name(config.get("study", DEFAULT_STUDY))
        if not main:
            return _read_plan(name)
        plans, notices = plan_study(Path(), name)
        store = Store(RESULTS)
        study = freeze(name, plans, store)
        notices += [f"{path}: damaged; put aside, and made again" for path in store.damaged]
        for notice in notices:
            print(f"pastimes: {notice}", file=sys.stderr)
        return study
    except Refusal as refusal:
        sys.exit(f"pastimes: {refusal}")


def freeze(name: str, plans: list[Plan], store: Store) -> Study:
    """Write a study's specs, stamps and plan.

    Raises
    ------
    Refusal
        Where results cannot be written.
    """
    try:
        return _freeze(name, plans, store)
    except OSError as error:
        raise Refusal(f"{error.filename or store.results}: {error.strerror}") from None


def _freeze(name: str, plans: list[Plan], store: Store) -> Study:
    store.results.mkdir(parents=True, exist_ok=True)
    if not os.access(store.results, os.W_OK):
        raise Refusal(f"{store.results}: not writable")
    stamps = store.results / name / "plan"
    jobs: dict[str, list[Batch]] = {}
    tables: dict[str, list[str]] = {}
    figures: dict[str, dict[str, Any]] = {}
    made = _Stamps(stamps)
    for plan in plans:
        for step in plan.experiment.steps.values():
            table = f"{plan.experiment.name}.{step.name}"
            for spec in plan.all_specs(step.name):
                store.write_spec(spec)
            jobs[table] = list(batches(store, plan, step))
            tables[table] = [str(store.run_path(spec)) for spec in plan.specs[step.name]]
            made.write(f"tables/{table}", _table_stamp(plan, step.name, tables[table]))
        for figure in plan.experiment.figures.FIGURES:
            key = f"{plan.experiment.name}.{figure.name}"
            read = [t for t in tables if t.startswith(f"{plan.experiment.name}.")]
            figures[key] = {"title": figure.title, "tables": read}
            made.write(f"figures/{key}", _figure_stamp(plan, figure, made))
    made.write("verdicts", _verdicts_stamp(name, plans, made))
    made.write("report", _report_stamp(name, plans, made))
    study = Study(name, [p.experiment.name for p in plans], jobs, tables, figures)
    write_if_changed(stamps / "plan.json", asdict(study))
    return study


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


def _table_stamp(plan: Plan, step: str, runs: list[str]) -> dict[str, Any]:
    return {
        "experiment": plan.experiment.name,
        "step": step,
        "runs": runs,
        "code": code_hash("pastimes.lab.execution", ["gather"], laboratory=True),
    }


def _figure_stamp(plan: Plan, figure: Figure, made: _Stamps) -> dict[str, Any]:
    name = plan.experiment.name
    also = [f"pastimes.report.kinds.{figure.kind}", "pastimes.report.drawing"]
    source = f"pastimes.{name}.figures"
    return {
        "experiment": name,
        "figure": figure.name,
        "kind": figure.kind,
        "options": dict(figure.options),
        "code": code_hash(source, [figure.data.__name__], also, laboratory=True),
        "from": made.under(f"tables/{name}."),
    }


def _verdicts_stamp(name: str, plans: list[Plan], made: _Stamps) -> dict[str, Any]:
    code = {}
    for plan in plans:
        path = plan.experiment.folder / "claims.csv"
        judged = [c.name for c in read_claims(path) if c.kind != "definition"]
        source = f"pastimes.{plan.experiment.name}.findings"
        hashed = code_hash(source, judged, ["pastimes.lab.verdicts"], laboratory=True)
        code[plan.experiment.name] = [hashed, hashlib.sha256(path.read_bytes()).hexdigest()]
    return {"study": name, "code": code, "from": made.under("tables/")}


def _report_stamp(name: str, plans: list[Plan], made: _Stamps) -> dict[str, Any]:
    chapters = {}
    for plan in plans:
        experiment = plan.experiment
        chapters[experiment.name] = {
            "code": code_hash(f"pastimes.{experiment.name}.figures", laboratory=True),
            "text": [experiment.title, experiment.question, *experiment.method],
            "steps": [
                {
                    "name": step.name,
                    "summary": step.summary,
                    "runs": [spec.id for spec in plan.specs[step.name]],
                    "codes": sorted({spec.code for spec in plan.specs[step.name]}),
                }
                for step in experiment.steps.values()
            ],
        }
    return {
        "study": name,
        "chapters": chapters,
        "template": hashlib.sha256(_PAGE_TEMPLATE.read_bytes()).hexdigest(),
        "code": code_hash("pastimes.report.page", laboratory=True),
        "from": made.under("verdicts") | made.under("figures/"),
    }


def _read_plan(name: str) -> Study:
    path = RESULTS / name / "plan" / "plan.json"
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Refusal(f"{path}: {error.strerror}; the main process writes it") from None
    jobs = {k: [Batch(**batch) for batch in group] for k, group in content.pop("jobs").items()}
    return Study(jobs=jobs, **content)
