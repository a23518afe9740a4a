"""What the commands do; each opens what it needs when it is called, to start fast."""

import sys
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pastimes.errors import UserError
from pastimes.store.caches import from_caches, use_caches

if TYPE_CHECKING:
    from pastimes.store.runs import Store
    from pastimes.tracking.rechecking import Recheck

__all__ = ["COMMANDS"]


def execute(specs: list[Path]) -> None:
    """Execute planned runs that are missing (called by the workflow)."""
    from pastimes.store.runs import RESULTS, Store

    store = Store(RESULTS)
    planned = [store.read_spec(path) for path in specs]
    _write_in(store)
    use_caches()
    from pastimes.store.tables import keep_pandas_out
    from pastimes.study.execution import execute as execute_spec

    keep_pandas_out()
    failures = 0
    for spec in planned:  # one that fails must not keep the others of its batch from being made
        try:
            print(from_caches(partial(execute_spec, store, spec)), flush=True)
        except UserError as refusal:
            print(f"pastimes: {refusal}", file=sys.stderr)
            failures += 1
        except Exception as error:
            failures += 1
            if not isinstance(error, OSError | MemoryError):  # no fault of the code
                traceback.print_exc()
            why = f"{type(error).__name__}: {error}"
            print(f"pastimes: {store.spec_path(spec)}: failed ({why})", file=sys.stderr)
    if failures:
        raise UserError(f"{failures} of {len(planned)} runs failed")


def tabulate(recipe: Path) -> None:
    """Gather the runs of one table (called by the workflow)."""
    _make("tabulate", recipe)


def judge(recipe: Path) -> None:
    """Judge every claim from the tables (called by the workflow)."""
    _make("judge", recipe)


def draw(recipe: Path) -> None:
    """Draw one figure (called by the workflow)."""
    _make("draw", recipe)


def write_sequence(recipe: Path) -> None:
    """Write the terms of one integer sequence (called by the workflow)."""
    _make("write_sequence", recipe)


def page(recipe: Path) -> None:
    """Write the report (called by the workflow)."""
    _make("page", recipe)


def _make(what: str, recipe: Path) -> None:
    use_caches()
    from pastimes.study import results

    results.make(what, recipe)


def run(step: str, overrides: list[str], study: str, again: bool) -> None:
    """Run one step by hand, with Hydra overrides; what the store has is not run again."""
    from pastimes.declare.catalogue import find_step
    from pastimes.store.runs import RESULTS, Store
    from pastimes.study.plan import configs_behind
    from pastimes.study.planning import plan_experiment

    experiment, found = find_step(step)
    use_caches()
    config, given = configs_behind(study)
    own = f"{experiment.name}."
    given = [word.replace(own, "", 1) for word in given if word.lstrip("+~").startswith(own)]
    plan = plan_experiment(Path(), experiment, config, [*given, *overrides])
    for notice in plan.notices:
        print(f"pastimes: {notice}", file=sys.stderr)
    store = Store(RESULTS)
    if again:
        paths = [store.run_path(spec) for spec in plan.all_specs(found.name)]
        if _recheck(store, paths):
            raise UserError("some runs differ from what the store has")
        return
    from pastimes.study.execution import execute as execute_spec

    _write_in(store)
    wanted = plan.with_upstream(plan.specs[found.name])
    for number, spec in enumerate(wanted, start=1):
        _progress(number, len(wanted), f"{spec.step} {spec.label}")
        store.write_spec(spec)
        from_caches(partial(execute_spec, store, spec))
    _progress(len(wanted), len(wanted), "done\n")
    for spec in plan.specs[found.name]:
        print(store.run_path(spec))


def _write_in(store: "Store") -> None:
    """Keep others from clearing the store while this process writes runs."""
    from pastimes.store.locks import hold

    hold(store.results / "lock", "jobs that make runs", shared=True)


def _progress(number: int, total: int, text: str) -> None:
    """A bar on the error stream, when a person is watching."""
    if sys.stderr.isatty():
        bar = "#" * round(20 * number / total)
        print(f"\r\x1b[K[{bar:<20}] {number}/{total} {text}", end="", file=sys.stderr, flush=True)


def runs(filters: list[str], study: str, sort: str, reverse: bool, form: str) -> None:
    """List the runs of the store, with their parameters and what they took."""
    from pastimes.tracking.inventory import FORMATS, list_runs

    found = list_runs(_store(), filters, study, sort, reverse)
    for line in FORMATS[form](found):
        print(line)
    if not found:
        print("pastimes: no run fits", file=sys.stderr)


def compare(a: str, b: str) -> None:
    """Compare two studies, or two runs: specs, and results beyond their error."""
    from pastimes.tracking.comparing import compared_runs, compared_studies
    from pastimes.tracking.inventory import find_run, is_study

    store = _store()
    found = [None if is_study(store, name) else find_run(store, name) for name in (a, b)]
    runs = [run for run in found if run]
    for line in compared_runs(store, *runs) if len(runs) == 2 else compared_studies(store, a, b):
        print(line)


def verify(study: str) -> None:
    """Read all runs and products of a study; damaged ones are made again by snakemake."""
    from pastimes.study.work import product_faults
    from pastimes.tracking.inventory import damaged, study_runs

    store = _store()
    runs = study_runs(store, study)
    found = damaged(store, runs)
    faults = product_faults(study)
    told = [
        f"results/{study}/{name}: {fault}"
        for name, fault in faults.items()
        if fault in ("damaged", "out of date")
    ]
    for line in (*found, *told):
        print(line)
    print(f"{sum(path.exists() for path in runs)} of {len(runs)} runs are there and whole")
    good = sum(not fault for fault in faults.values())
    print(f"{good} of {len(faults)} products are there, whole and up to date")
    bad = len(found) + sum(fault == "damaged" for fault in faults.values())
    if bad:
        raise UserError(f"{bad} runs or products are damaged; run snakemake --config study={study}")


def recheck(study: str, sample: int, step: list[str]) -> None:
    """Execute a study's stored runs again, today, and compare; the store stays as it is."""
    use_caches()
    from pastimes.config.composing import study_name
    from pastimes.study.plan import read_plan
    from pastimes.tracking.rechecking import chosen, moved_verdicts

    store, plan = _store(), read_plan(study_name(study))
    differing = _recheck(store, chosen(map(Path, plan.runs), step, sample))
    if differing:
        moved = list(moved_verdicts(store, plan.tables, differing))
        print(f"{len(moved)} verdicts would be others" + (":" if moved else ""))
        for line in moved:
            print(f"  {line}")
        raise UserError(f"{len(differing)} runs differ from what the store has")


def _recheck(store: "Store", paths: "list[Path]") -> "list[Recheck]":
    """Say which runs come out differently today, and give those."""
    from pastimes.tracking.rechecking import recheck

    there = [path for path in paths if path.exists()]
    differing = []
    for number, found in enumerate(recheck(store, there), start=1):
        _progress(number, len(there), found.path.stem)
        if found.lines:
            differing.append(found)
            print(f"{found.path}: differs", *found.lines, sep="\n")
    if there:
        _progress(len(there), len(there), "done\n")
    print(f"{len(there)} runs executed again: {len(there) - len(differing)} hold")
    if len(there) < len(paths):
        print(f"{len(paths) - len(there)} runs are not in the store: nothing to compare with")
    return differing


def clean(yes: bool) -> None:
    """List what no study names in the run store; with --yes, delete it."""
    from pastimes.store.locks import hold
    from pastimes.tracking.inventory import unreferenced_files

    store = _store()
    if yes:
        hold(store.results / "lock", "a cleaning")
    number, size = Counter[Path](), Counter[Path]()
    for path in unreferenced_files(store):
        with suppress(FileNotFoundError):  # a writer at work has renamed it
            size[path.parent] += path.stat().st_size
            number[path.parent] += 1
            if yes:
                path.unlink()
    for folder in number:
        print(f"{folder}: {number[folder]} files, {size[folder] / 2**20:.1f} MB")
    said = "deleted" if yes else "that no study names; --yes deletes them"
    print(f"{number.total()} files, {size.total() / 2**20:.1f} MB, {said}")


def _store() -> "Store":
    from pastimes.store.runs import RESULTS, Store

    if not RESULTS.is_dir():
        raise UserError("no results/ in this folder; start from the project's folder")
    return Store(RESULTS)


def ask(question: str, arguments: list[str], study: str) -> None:
    """Answer a question at once, nothing is stored; without a question, list those that there are.

    For instance to solve a position, or to advise a player.
    """
    from pastimes.commands.questions import all_questions, arguments_of, find_question
    from pastimes.config.composing import compose_config

    if not question:
        print(*all_questions(), sep="\n")
        return
    use_caches()
    experiment, function = find_question(question)
    given = arguments_of(function, arguments)
    config, _ = compose_config(Path(), experiment.name, experiment.config, study)
    for line in from_caches(lambda: list(function(config, **given))):
        print(line)


def report(study: str) -> None:
    """Write the report of a study as far as it is done: results/STUDY/partial.html."""
    use_caches()
    from pastimes.config.composing import study_name
    from pastimes.study.plan import read_plan
    from pastimes.study.results import write_partial_page

    print(write_partial_page(read_plan(study_name(study))))


def mlflow(study: str) -> None:
    """Export a study's runs and verdicts to MLflow: MLFLOW_TRACKING_URI, or results/mlflow.db."""
    from pastimes.config.composing import study_name
    from pastimes.store.runs import RESULTS
    from pastimes.study.plan import read_plan
    from pastimes.tracking.mlflow_export import export

    plan = read_plan(study_name(study))
    done = export(RESULTS, plan.name, plan.tables, _progress)
    print(f"{done.new} runs exported, {done.known} were there, {done.missing} are not done yet")
    if not done.verdicts:
        print(f"no verdicts: run snakemake --config study={plan.name} first")


def readme() -> None:
    """Refresh docs/verdicts.csv and the README's summary and figure from the study `paper`."""
    from pastimes.config.composing import DEFAULT_STUDY
    from pastimes.report.summary import filled, summary
    from pastimes.store.files import write_bytes
    from pastimes.store.runs import RESULTS

    found = RESULTS / DEFAULT_STUDY
    for source, copy in (
        ("verdicts.csv", "verdicts.csv"),
        ("figures/balanced_dice.fairness_and_leak.svg", "fairness_and_leak.svg"),
    ):
        if not (found / source).exists():
            raise UserError(f"{found / source}: missing; run snakemake first")
        write_bytes(Path("docs", copy), (found / source).read_bytes())
    text = filled(Path("README.md").read_text("utf-8"), summary(Path("docs/verdicts.csv")))
    write_bytes(Path("README.md"), text.encode())


def show(study: str) -> None:
    """Show a study: experiments, resolved values, runs done and missing."""
    import dataclasses

    from pastimes.store.runs import RESULTS, Store
    from pastimes.study.leftovers import notice_of_leftovers
    from pastimes.study.plan import configs_behind
    from pastimes.study.planning import plan_study

    store = Store(RESULTS)
    config, overrides = configs_behind(study)
    if overrides:
        print(f"study {config} with {' '.join(overrides)}")
    plans, notices = plan_study(Path(), config, overrides)
    for plan in plans:
        print(f"{plan.experiment.name}: {plan.experiment.question}")
        for field in dataclasses.fields(plan.config):
            print(f"  {field.name}: {getattr(plan.config, field.name)}")
        for step in plan.experiment.steps:
            specs = plan.all_specs(step)
            done = sum(store.is_done(spec) for spec in specs)
            print(f"  {step}: {len(specs)} runs, {done} done, {len(specs) - done} missing")
    for notice in (*notices, *notice_of_leftovers(store, plans)):
        print(f"pastimes: {notice}", file=sys.stderr)


_RECIPE = {"recipe": {"type": Path, "help": "results/STUDY/plan/.../NAME.json"}}
COMMANDS: dict[Callable[..., None], dict[str, dict[str, Any]]] = {
    run: {
        "step": {"metavar": "EXPERIMENT.STEP"},
        "overrides": {"nargs": "*", "metavar": "KEY=VALUE", "help": "Hydra overrides"},
        "--study": {"default": "paper", "help": "config to start from (default: paper)"},
        "--again": {
            "action": "store_true",
            "help": "compute what the store has again, in memory, and compare",
        },
    },
    ask: {
        "question": {"nargs": "?", "default": "", "metavar": "EXPERIMENT.QUESTION"},
        "arguments": {"nargs": "*", "metavar": "KEY=VALUE"},
        "--study": {"default": "paper", "help": "config to take settings from (default: paper)"},
    },
    runs: {
        "filters": {"nargs": "*", "metavar": "FILTER", "help": "NAME=VALUE, or part of the path"},
        "--study": {"default": "", "help": "only runs of this study"},
        "--sort": {"default": "", "metavar": "NAME", "help": "a parameter, or a column"},
        "--reverse": {"action": "store_true", "help": "largest first"},
        "--format": {"dest": "form", "default": "table", "choices": ("table", "csv", "json")},
    },
    compare: {name: {"metavar": name.upper(), "help": "study, or id of a run"} for name in "ab"},
    verify: {"study": {"nargs": "?", "default": "paper"}},
    recheck: {
        "study": {"nargs": "?", "default": "paper"},
        "--sample": {"type": int, "default": 0, "metavar": "N", "help": "only N runs of each step"},
        "--step": {
            "action": "append",
            "default": [],
            "metavar": "EXPERIMENT.STEP",
            "help": "only runs of this step, or experiment; may be given again",
        },
    },
    clean: {"--yes": {"action": "store_true", "help": "delete it"}},
    readme: {},
    report: {"study": {"nargs": "?", "default": "paper"}},
    show: {"study": {"nargs": "?", "default": "paper"}},
    mlflow: {"study": {"nargs": "?", "default": "paper"}},
    execute: {
        "specs": {"nargs": "+", "type": Path, "metavar": "SPEC", "help": "or @FILE with one a line"}
    },
    tabulate: _RECIPE,
    judge: _RECIPE,
    draw: _RECIPE,
    write_sequence: _RECIPE,
    page: _RECIPE,
}
"""Commands with their arguments, as argparse describes them."""
