"""Plans a study: which runs each table is made of, and which of them are missing."""

import dataclasses
import hashlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pastimes.config.composing import compose_config, studies, study_name
from pastimes.declare.catalogue import Experiment, experiments
from pastimes.declare.points import Point
from pastimes.declare.steps import Step
from pastimes.errors import UserError, as_written, did_you_mean
from pastimes.store.runs import Store
from pastimes.store.specs import Spec, canonical_json, decoded
from pastimes.study.identity import run_code

__all__ = ["Batch", "Plan", "batches", "plan_experiment", "plan_study"]

_NAME_DIGITS = 12
_MOST_BATCHES = 100  # of one step: each job costs the scheduler and a process


@dataclasses.dataclass(frozen=True)
class Plan:
    """The runs of one experiment in one study.

    Attributes
    ----------
    experiment : Experiment
    config : object
        The checked config.
    specs : mapping from str to list of Spec
        By step, in the order of the experiment's steps: the runs of its table.
    hidden : mapping from str to list of Spec
        Runs that other runs read but no table shows.
    notices : list of str
    """

    experiment: Experiment
    config: Any
    specs: Mapping[str, list[Spec]]
    hidden: Mapping[str, list[Spec]]
    notices: list[str]

    def all_specs(self, step: str) -> list[Spec]:
        return [*self.specs[step], *self.hidden[step]]

    def with_upstream(self, wanted: list[Spec]) -> list[Spec]:
        """Specs and all that they build on, each after what it reads."""
        by_stem = {spec.stem: spec for step in self.specs for spec in self.all_specs(step)}
        ordered: dict[str, Spec] = {}

        def add(spec: Spec) -> None:
            for stem in (stem for stems in spec.upstream.values() for stem in stems):
                add(by_stem[stem])
            ordered.setdefault(spec.stem, spec)

        for spec in wanted:
            add(spec)
        return list(ordered.values())


@dataclasses.dataclass(frozen=True)
class Batch:
    """Runs that one job executes, or has executed for this study.

    Attributes
    ----------
    step : str
        As ``<experiment>.<step>``.
    name : str
        Hash of the runs' ids.
    inputs : list of str
        Batches that it waits for, as ``<step>/<name>``.
    runs : list of str
        Paths.
    memory_mb : int
    """

    step: str
    name: str
    inputs: list[str]
    runs: list[str]
    memory_mb: int

    @property
    def key(self) -> str:
        return f"{self.step}/{self.name}"


def plan_study(
    root: Path, study: Any, overrides: Iterable[str] = ()
) -> tuple[list[Plan], list[str]]:
    """Plan every experiment that has a config for the study.

    Parameters
    ----------
    root : Path
        The project's folder.
    study : str
    overrides : iterable of str
        Hydra overrides with the experiment in front, ``EXPERIMENT.KEY=VALUE``.

    Returns
    -------
    plans : list of Plan
    notices : list of str
        What a person should know: experiments left out, duplicates merged.

    Raises
    ------
    UserError
        Where the study or one of its configs is wrong.
    """
    name = study_name(study)
    if not (root / "config").is_dir():
        raise UserError("no config/ in this folder; start from the project's folder")
    known = studies(root)
    if name not in known:
        raise UserError(f"study {name}: no config/*/{name}.yaml; {did_you_mean(name, known)}")
    strangers = sorted(known[name] - set(experiments()))
    if strangers:
        odd = f"config/{strangers[0]}/{name}.yaml: no experiment is called {strangers[0]}"
        raise UserError(f"{odd}; {did_you_mean(strangers[0], experiments())}")
    words = _by_experiment(overrides, name, known[name])
    plans = [
        _plan_overridden(root, found, name, words[found.name])
        for found in experiments().values()
        if found.name in known[name]
    ]
    notices = [notice for plan in plans for notice in plan.notices]
    absent = sorted(set(experiments()) - known[name])
    if absent:
        notices.append(f"study {name} leaves out {', '.join(absent)}: they have no {name}.yaml")
    return plans, notices


def _by_experiment(
    overrides: Iterable[str], study: str, experiments: Iterable[str]
) -> Mapping[str, list[str]]:
    """Overrides as each experiment's config takes them."""
    words: dict[str, list[str]] = {name: [] for name in experiments}
    for word in overrides:
        match = re.fullmatch(r"([+~]*)(\w+)\.(.+)", word, re.DOTALL)
        if match is None:
            shown = as_written(word, quoted=False)
            raise UserError(f"command line: {shown}: write EXPERIMENT.KEY=VALUE")
        sign, owner, rest = match.groups()
        if owner not in words:
            told = f"command line: {owner}: no experiment of study {study}"
            raise UserError(f"{told}; {did_you_mean(owner, words)}")
        words[owner].append(sign + rest)
    return words


def _plan_overridden(root: Path, found: Experiment, study: str, words: list[str]) -> Plan:
    try:
        return plan_experiment(root, found, study, words)
    except UserError as refusal:
        place, colon, told = str(refusal).partition(": ")
        if place != "command line":
            raise
        raise UserError(f"{place}{colon}{found.name}: {told}") from None


def plan_experiment(
    root: Path, experiment: Experiment, study: str, overrides: Iterable[str] = ()
) -> Plan:
    """Plan one experiment: its config, and the specs of each step.

    Raises
    ------
    UserError
        Where the config is wrong.
    """
    config, notices = compose_config(root, experiment.name, experiment.config, study, overrides)
    planner = _Planner(experiment, config)
    specs = {name: planner.table(step) for name, step in experiment.steps.items()}
    return Plan(experiment, config, specs, planner.hidden(specs), notices)


class _Planner:
    """Turns points into specs; each point once."""

    def __init__(self, experiment: Experiment, config: Any) -> None:
        self._experiment = experiment
        self._config = config
        self._points: dict[str, dict[str, Point]] = {}
        self._specs: dict[tuple[str, str], Spec] = {}
        self._codes: dict[tuple[str, ...], str] = {}  # many points share their code

    def table(self, step: Step) -> list[Spec]:
        return [self._spec(step, point) for point in self._known(step).values()]

    def hidden(self, shown: Mapping[str, list[Spec]]) -> dict[str, list[Spec]]:
        ids = {spec.id for specs in shown.values() for spec in specs}
        rest = [spec for spec in self._specs.values() if spec.id not in ids]
        return {name: [s for s in rest if s.step == name] for name in shown}

    def _known(self, step: Step) -> dict[str, Point]:
        if step.name not in self._points:
            found = step.points_of(self._config)
            self._points[step.name] = {_point_key(step, p.parameters): p for p in found}
        return self._points[step.name]

    def _spec(self, step: Step, point: Point) -> Spec:
        key = (step.name, _point_key(step, point.parameters))
        if set(point.upstream) != set(step.upstream):
            raise ValueError(
                f"{step.name}: a point with upstream {sorted(point.upstream)}; "
                f"the step declares {sorted(step.upstream)}"
            )
        if key not in self._specs:
            self._specs[key] = Spec(
                experiment=self._experiment.name,
                step=step.name,
                parameters=_ordered(step, point.parameters),
                seed=self._config.seed if step.draws else None,
                upstream={
                    argument: [self._upstream(step.upstream[argument], p).stem for p in wanted]
                    for argument, wanted in point.upstream.items()
                },
                code=self._code(step, point.parameters),
            )
        return self._specs[key]

    def _code(self, step: Step, parameters: Mapping[str, Any]) -> str:
        key = (step.name, *step.variant_modules(parameters))
        if key not in self._codes:
            self._codes[key] = run_code(self._experiment.name, step, parameters).hash
        return self._codes[key]

    def _upstream(self, step: Step, parameters: Mapping[str, Any]) -> Spec:
        known = self._known(step).get(_point_key(step, parameters), Point(parameters))
        return self._spec(step, known)


def _ordered(step: Step, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters of their declared types, in the order of the signature."""
    return {name: decoded(parameters[name], kind) for name, kind in step.parameters.items()}


def _point_key(step: Step, parameters: Mapping[str, Any]) -> str:
    return canonical_json(_ordered(step, parameters))


def batches(
    store: Store, plan: Plan, earlier: Mapping[str, list[Batch]]
) -> tuple[dict[str, list[Batch]], set[str]]:
    """Group missing runs into jobs; runs that exist are left alone.

    Parameters
    ----------
    store : Store
    plan : Plan
    earlier : mapping from str to list of Batch
        By step, batches that were executed for this study. Those whose runs are all there, and
        still its own, stay in the plan, so that Snakemake can report on them.

    Returns
    -------
    by_step : dict from str to list of Batch
        By ``<experiment>.<step>``.
    new : set of str
        Keys of the batches to be executed.
    """
    by_step: dict[str, list[Batch]] = {}
    new: set[str] = set()
    old_keys: set[str] = set()
    made_by: dict[str, str] = {}  # which batch to be executed makes a run
    for step in plan.experiment.steps.values():
        key = f"{plan.experiment.name}.{step.name}"
        there = {str(store.run_path(s)): store.is_done(s) for s in plan.all_specs(step.name)}
        old = [b for b in earlier.get(key, ()) if all(map(there.get, b.runs))]
        old_keys |= {batch.key for batch in old}
        old = [dataclasses.replace(b, inputs=sorted(old_keys & {*b.inputs})) for b in old]
        missing = [s for s in plan.all_specs(step.name) if not there[str(store.run_path(s))]]
        found = list(_batches(store, step, missing, made_by))
        made_by |= {run: batch.key for batch in found for run in batch.runs}
        new |= {batch.key for batch in found}
        by_step[key] = [*old, *found]
    return by_step, new


def _batches(
    store: Store, step: Step, missing: list[Spec], made_by: Mapping[str, str]
) -> Iterator[Batch]:
    size = max(step.batch, math.ceil(len(missing) / _MOST_BATCHES))
    for start in range(0, len(missing), size):
        specs = missing[start : start + size]
        upstream = {
            str(store.path_of_run(spec.experiment, step.upstream[argument].name, stem))
            for spec in specs
            for argument, stems in spec.upstream.items()
            for stem in stems
        }
        ids = " ".join(spec.id for spec in specs)
        yield Batch(
            step=f"{specs[0].experiment}.{step.name}",
            name=hashlib.sha256(ids.encode()).hexdigest()[:_NAME_DIGITS],
            inputs=sorted({made_by[run] for run in upstream if run in made_by}),
            runs=[str(store.run_path(spec)) for spec in specs],
            memory_mb=max(step.memory(spec.parameters) for spec in specs),
        )
