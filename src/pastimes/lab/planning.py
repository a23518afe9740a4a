"""Plans a study: which runs each table is made of, and which of them are missing."""

import dataclasses
import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pastimes.lab.code import run_code
from pastimes.lab.config import composed, studies, study_name
from pastimes.lab.errors import Refusal, did_you_mean
from pastimes.lab.experiments import Experiment, experiments
from pastimes.lab.specs import Spec, canonical_json, decoded
from pastimes.lab.steps import Point, Step
from pastimes.lab.store import Store

__all__ = ["Batch", "Plan", "batches", "plan_experiment", "plan_study"]

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
    """Missing runs that one job executes: paths as the workflow uses them.

    Of each job that it waits for, ``inputs`` names the last run: Snakemake looks after every file
    that a job names, and notes all inputs of each output.
    """

    name: str
    specs: list[str]
    inputs: list[str]
    runs: list[str]
    log: str
    memory_mb: int


def plan_study(root: Path, study: Any) -> tuple[list[Plan], list[str]]:
    """Plan every experiment that has a config for the study.

    Returns
    -------
    plans : list of Plan
    notices : list of str
        What a person should know: experiments left out, duplicates merged.

    Raises
    ------
    Refusal
        Where the study or one of its configs is wrong.
    """
    name = study_name(study)
    if not (root / "config").is_dir():
        raise Refusal("no config/ in this folder; start from the project's folder")
    known = studies(root)
    if name not in known:
        raise Refusal(f"study {name}: no config/*/{name}.yaml; {did_you_mean(name, known)}")
    strangers = sorted(known[name] - set(experiments()))
    if strangers:
        odd = f"config/{strangers[0]}/{name}.yaml: no experiment is called {strangers[0]}"
        raise Refusal(f"{odd}; {did_you_mean(strangers[0], experiments())}")
    plans = [
        plan_experiment(root, found, name)
        for found in experiments().values()
        if found.name in known[name]
    ]
    notices = [notice for plan in plans for notice in plan.notices]
    absent = sorted(set(experiments()) - known[name])
    if absent:
        notices.append(f"study {name} leaves out {', '.join(absent)}: they have no {name}.yaml")
    return plans, notices


def plan_experiment(
    root: Path, experiment: Experiment, study: str, overrides: Iterable[str] = ()
) -> Plan:
    """Plan one experiment: its config, and the specs of each step.

    Raises
    ------
    Refusal
        Where the config is wrong.
    """
    config, notices = composed(root, experiment.name, experiment.config, study, overrides)
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
            given = (p if isinstance(p, Point) else Point(p) for p in step.points(self._config))
            self._points[step.name] = {_point_key(step, p.parameters): p for p in given}
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


def batches(store: Store, plan: Plan) -> dict[str, list[Batch]]:
    """Group missing runs into jobs, by step; runs that exist are left alone."""
    found: dict[str, list[Batch]] = {}
    last: dict[Path, str] = {}  # of the runs of one job: to wait for it is to wait for all
    for step in plan.experiment.steps.values():
        found[step.name] = list(_batches(store, plan, step, last))
        for batch in found[step.name]:
            last |= {Path(run): batch.runs[-1] for run in batch.runs}
    return found


def _batches(store: Store, plan: Plan, step: Step, last: Mapping[Path, str]) -> Iterator[Batch]:
    missing = [spec for spec in plan.all_specs(step.name) if not store.is_done(spec)]
    size = max(step.batch, math.ceil(len(missing) / _MOST_BATCHES))
    for start in range(0, len(missing), size):
        specs = missing[start : start + size]
        name = f"{plan.experiment.name}_{step.name}_{specs[0].id}"
        upstream = {
            store.path_of_run(plan.experiment.name, step.upstream[argument].name, stem)
            for spec in specs
            for argument, stems in spec.upstream.items()
            for stem in stems
        }
        yield Batch(
            name=name,
            specs=[str(store.spec_path(spec)) for spec in specs],
            inputs=sorted({last[path] for path in upstream if path in last}),
            runs=[str(store.run_path(spec)) for spec in specs],
            log=str(store.results / "logs" / f"{name}.log"),
            memory_mb=max(step.memory(spec.parameters) for spec in specs),
        )
