"""The command line, where everything meets.

``run``, ``runs``, ``report``, ``show`` and ``ask`` are for people; the workflow's rules call
``execute``, ``tabulate``, ``judge``, ``draw``, ``enlist`` and ``page``.
"""

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pastimes.lab.caches import use_caches
from pastimes.lab.errors import Refusal

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns
    -------
    int
        0; 1 where something was refused, which one line on the error stream explains; 130 where
        it was interrupted.
    """
    parsed = vars(_parser().parse_args(arguments))
    command: Callable[..., None] = parsed.pop("command")
    try:
        command(**parsed)
    except Refusal as refusal:
        print(f"pastimes: {refusal}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("pastimes: interrupted; runs that were finished are kept", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output has left, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pastimes", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for function, arguments in _COMMANDS.items():
        name, description = function.__name__, function.__doc__ or ""
        added = commands.add_parser(name, help=description, description=description)
        for flag, options in arguments.items():
            added.add_argument(flag, **options)
        added.set_defaults(command=function)
    return parser


def execute(specs: list[Path]) -> None:
    """Execute planned runs that are missing (called by the workflow)."""
    from pastimes.lab.store import Store
    from pastimes.workflow import RESULTS

    store = Store(RESULTS)
    planned = [store.read_spec(path) for path in specs]
    use_caches(*{spec.experiment for spec in planned})
    from pastimes.lab.execution import execute as execute_spec

    failures = 0
    for spec in planned:  # one that fails must not keep the others of its batch from being made
        try:
            print(execute_spec(store, spec), flush=True)
        except Refusal as refusal:
            print(f"pastimes: {refusal}", file=sys.stderr)
            failures += 1
        except Exception:
            print(f"pastimes: {store.spec_path(spec)} failed:", file=sys.stderr)
            traceback.print_exc()
            failures += 1
    if failures:
        raise Refusal(f"{failures} of {len(planned)} runs failed")


def tabulate(stamp: Path) -> None:
    """Gather the runs of one table (called by the workflow)."""
    _make("tabulate", stamp)


def judge(stamp: Path) -> None:
    """Hold every claim against the tables (called by the workflow)."""
    _make("judge", stamp)


def draw(stamp: Path) -> None:
    """Draw one figure (called by the workflow)."""
    _make("draw", stamp)


def enlist(stamp: Path) -> None:
    """Write the terms of one integer sequence (called by the workflow)."""
    _make("enlist", stamp)


def page(stamp: Path) -> None:
    """Write the report (called by the workflow)."""
    _make("page", stamp)


def _make(what: str, stamp: Path) -> None:
    use_caches()
    from pastimes import results

    results.make(what, stamp)


def run(step: str, overrides: list[str], study: str) -> None:
    """Run one step by hand, with Hydra overrides; what the store has is not run again."""
    from pastimes.lab.experiments import find_step
    from pastimes.lab.planning import plan_experiment
    from pastimes.lab.store import Store
    from pastimes.workflow import RESULTS

    experiment, found = find_step(step)
    use_caches(experiment.name)
    plan = plan_experiment(Path(), experiment, study, overrides)
    for notice in plan.notices:
        print(f"pastimes: {notice}", file=sys.stderr)
    from pastimes.lab.execution import execute as execute_spec

    store = Store(RESULTS)
    wanted = plan.with_upstream(plan.specs[found.name])
    for number, spec in enumerate(wanted, start=1):
        _progress(number, len(wanted), f"{spec.step} {spec.label}")
        store.write_spec(spec)
        execute_spec(store, spec)
    _progress(len(wanted), len(wanted), "done\n")
    for spec in plan.specs[found.name]:
        print(store.run_path(spec))


def _progress(number: int, total: int, text: str) -> None:
    """A bar on the error stream, when a person is watching."""
    if sys.stderr.isatty():
        bar = "#" * round(20 * number / total)
        print(f"\r\x1b[K[{bar:<20}] {number}/{total} {text}", end="", file=sys.stderr, flush=True)


def runs(pattern: str) -> None:
    """List the runs of the store: path, rows, seconds, peak memory, when."""
    from pastimes.lab.store import Store
    from pastimes.workflow import RESULTS

    if not RESULTS.is_dir():
        raise Refusal("no results/ in this folder; start from the project's folder")
    print("run", "rows", "seconds", "peak_memory_mb", "started", sep="\t")
    for path, record in Store(RESULTS).records():
        if pattern in path.as_posix():
            facts = (record.get(k, "?") for k in ("rows", "seconds", "peak_memory_mb", "started"))
            print(path, *facts, sep="\t")


def ask(question: str, arguments: list[str], study: str) -> None:
    """Answer a question at once: solve a position, advise a player; nothing is stored."""
    from pastimes.lab.config import composed
    from pastimes.lab.questions import arguments_of, find_question

    use_caches(question.partition(".")[0])
    experiment, function = find_question(question)
    given = arguments_of(function, arguments)
    config, _ = composed(Path(), experiment.name, experiment.config, study)
    for line in function(config, **given):
        print(line)


def report(study: str) -> None:
    """Write the report of a study as far as it is done: results/STUDY/so_far.html."""
    use_caches()
    from pastimes.lab.config import study_name
    from pastimes.results import write_so_far
    from pastimes.workflow import RESULTS

    print(write_so_far(RESULTS / study_name(study)))


def readme(study: str) -> None:
    """Refresh docs/verdicts.csv and the README's summary and figure from a study."""
    from pastimes.lab.files import write_bytes
    from pastimes.report.summary import filled, summary
    from pastimes.workflow import RESULTS

    found = RESULTS / study
    for source, copy in (
        ("verdicts.csv", "verdicts.csv"),
        ("figures/balanced_dice.fairness_and_leak.svg", "fairness_and_leak.svg"),
    ):
        if not (found / source).exists():
            raise Refusal(f"{found / source}: missing; run snakemake --config study={study} first")
        write_bytes(Path("docs", copy), (found / source).read_bytes())
    text = filled(Path("README.md").read_text("utf-8"), summary(Path("docs/verdicts.csv")))
    write_bytes(Path("README.md"), text.encode())


def show(study: str) -> None:
    """Show a study: experiments, resolved values, runs done and missing."""
    import dataclasses

    from pastimes.lab.planning import plan_study
    from pastimes.lab.store import Store
    from pastimes.workflow import RESULTS

    store = Store(RESULTS)
    plans, notices = plan_study(Path(), study)
    for plan in plans:
        print(f"{plan.experiment.name}: {plan.experiment.question}")
        for field in dataclasses.fields(plan.config):
            print(f"  {field.name}: {getattr(plan.config, field.name)}")
        for step in plan.experiment.steps:
            specs = plan.all_specs(step)
            done = sum(store.is_done(spec) for spec in specs)
            print(f"  {step}: {len(specs)} runs, {done} done, {len(specs) - done} missing")
    for notice in notices:
        print(f"pastimes: {notice}", file=sys.stderr)


_STAMP = {"stamp": {"type": Path, "help": "results/STUDY/plan/.../NAME.json"}}
_COMMANDS: dict[Callable[..., None], dict[str, dict[str, Any]]] = {
    run: {
        "step": {"metavar": "EXPERIMENT.STEP"},
        "overrides": {"nargs": "*", "metavar": "KEY=VALUE", "help": "Hydra overrides"},
        "--study": {"default": "paper", "help": "config to start from (default: paper)"},
    },
    ask: {
        "question": {"metavar": "EXPERIMENT.QUESTION"},
        "arguments": {"nargs": "*", "metavar": "KEY=VALUE"},
        "--study": {"default": "paper", "help": "config to take settings from (default: paper)"},
    },
    runs: {"pattern": {"nargs": "?", "default": "", "help": "part of the path"}},
    readme: {"study": {"nargs": "?", "default": "paper"}},
    report: {"study": {"nargs": "?", "default": "paper"}},
    show: {"study": {"nargs": "?", "default": "paper"}},
    execute: {"specs": {"nargs": "+", "type": Path, "metavar": "SPEC"}},
    tabulate: _STAMP,
    judge: _STAMP,
    draw: _STAMP,
    enlist: _STAMP,
    page: _STAMP,
}
