"""A study's frozen plan: written once by the main process, read by jobs and by commands."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pastimes.config.composing import studies
from pastimes.errors import UserError
from pastimes.store.files import reason_unread, write_if_changed
from pastimes.store.runs import RESULTS, Store
from pastimes.study.planning import Batch, Plan
from pastimes.study.recipes import product_files

__all__ = ["Study", "configs_behind", "is_frozen", "plan_path", "read_plan", "study_of"]


@dataclass(frozen=True)
class Study:
    """What a study consists of, as the Snakefile reads it.

    Attributes
    ----------
    name : str
        Of its folder of results.
    config : mapping
        Which configs it was planned from: ``study``, and ``overrides`` in their order.
    experiments : list of str
    jobs : mapping from str to list of Batch
        Batches of runs, executed or to be executed for this study, by ``<experiment>.<step>``.
    tables : mapping from str to list of str
        Runs of each table, by ``<experiment>.<step>``.
    figures, sequences : mapping from str to str
        Titles, by ``<experiment>.<name>``.
    hidden : list of str
        Runs that other runs read but no table shows.
    """

    name: str
    config: Mapping[str, Any]
    experiments: list[str]
    jobs: Mapping[str, list[Batch]]
    tables: Mapping[str, list[str]]
    figures: Mapping[str, str]
    sequences: Mapping[str, str]
    hidden: list[str]

    @property
    def folder(self) -> str:
        return f"{RESULTS}/{self.name}"

    @property
    def runs(self) -> list[str]:
        """All runs, also those that batches make for others."""
        shown = (run for runs in self.tables.values() for run in runs)
        made = (run for batches in self.jobs.values() for batch in batches for run in batch.runs)
        return list(dict.fromkeys([*shown, *self.hidden, *made]))

    @property
    def products(self) -> list[str]:
        """Names of all products, each after what it is made from."""
        tables = [f"tables/{name}" for name in self.tables]
        sequences = [f"sequences/{name}" for name in self.sequences]
        figures = [f"figures/{name}" for name in self.figures]
        return [*tables, *sequences, *figures, "verdicts", "report"]

    def batch(self, key: str) -> Batch:
        """The batch of this key, ``<experiment>.<step>/<name>``."""
        step, _, name = key.partition("/")
        return next(batch for batch in self.jobs[step] if batch.name == name)

    def outputs(self, what: str) -> list[str]:
        """Files of a product; of ``batches/KEY`` the file that says it was executed."""
        if what.startswith("batches/"):
            return [f"{self.folder}/plan/{what}.done"]
        return [f"{self.folder}/{file}" for file in product_files(what)]

    def sources(self, what: str) -> list[str]:
        """The products and ``batches/KEY`` that a product or batch is made from."""
        kind, _, name = what.partition("/")
        if kind == "batches":
            return [f"batches/{key}" for key in self.batch(name).inputs]
        if kind == "tables":
            return [f"batches/{batch.key}" for batch in self.jobs[name]]
        if kind == "report":
            return ["verdicts", *(f"figures/{figure}" for figure in self.figures)]
        owner = name.partition(".")[0]
        return [f"tables/{t}" for t in self.tables if not owner or t.startswith(f"{owner}.")]

    def of_experiment(self, name: str) -> list[str]:
        """Products that show one experiment alone."""
        return [p for p in self.products if p.partition("/")[2].startswith(f"{name}.")]

    def write(self) -> None:
        write_if_changed(plan_path(self.name), asdict(self))


def study_of(
    name: str,
    config: Mapping[str, Any],
    plans: Sequence[Plan],
    jobs: Mapping[str, list[Batch]],
    store: Store,
) -> Study:
    """A study of this name, by the plans of its experiments and the batches of their runs."""
    parts = [(plan, plan.experiment, plan.experiment.name) for plan in plans]
    return Study(
        name=name,
        config=config,
        experiments=[owner for _, _, owner in parts],
        jobs=jobs,
        tables={
            f"{owner}.{step}": [str(store.run_path(spec)) for spec in specs]
            for plan, _, owner in parts
            for step, specs in plan.specs.items()
        },
        figures={
            f"{owner}.{f.name}": f.title for _, found, owner in parts for f in found.figures.FIGURES
        },
        sequences={
            f"{owner}.{s.name}": s.title
            for _, found, owner in parts
            for s in found.sequences.values()
        },
        hidden=[
            str(store.run_path(spec))
            for plan, _, _ in parts
            for specs in plan.hidden.values()
            for spec in specs
        ],
    )


def plan_path(name: str, results: Path = RESULTS) -> Path:
    """Where the plan of a study is frozen."""
    return results / name / "plan" / "plan.json"


def configs_behind(name: str) -> tuple[str, list[str]]:
    """The study whose configs are those of a study, and the overrides to them.

    A result of overrides has no config of its name: its plan says what it was planned from.
    """
    if name in studies(Path()) or not is_frozen(name):
        return name, []
    config = read_plan(name).config
    return config["study"], list(config["overrides"])


def is_frozen(name: str, results: Path = RESULTS) -> bool:
    """Whether a study of this name was planned here."""
    return plan_path(name, results).exists()


def read_plan(name: str, results: Path = RESULTS) -> Study:
    """The frozen plan of a study.

    Raises
    ------
    UserError
        Where there is none.
    """
    path = plan_path(name, results)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        jobs = {k: [Batch(**batch) for batch in group] for k, group in content.pop("jobs").items()}
        return Study(jobs=jobs, **content)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        told = f"not a plan ({reason_unread(error)}); run snakemake --config study={name} first"
        raise UserError(f"{path}: {told}") from None
