"""The engine itself: what it costs to start a job, to find nothing to do, and what a study's
time goes to.

All alternatives are processes of their own. Studies that are not made are left out, with a line
that says so.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measuring import Comparison, Work, compare
from benchmarks.spending import runs_by_step, spending
from benchmarks.tables import Result
from pastimes.declare.catalogue import find_step
from pastimes.errors import UserError
from pastimes.store.runs import RESULTS, Store
from pastimes.study.planning import plan_experiment, plan_study

STEP_WITHOUT_KERNEL, STEP_WITH_KERNEL = "ciphers.halve", "fivethousand.chase"

IMPORTED = ("numpy", "numba", "pyarrow.parquet", "pandas", "hydra", "snakemake.cli")
"""Packages that jobs or the main process start with."""


def python(*arguments: str | Path, folder: Path = Path()) -> str:
    """Run Python, on the sources of the folder where it has some; what it prints.

    Raises
    ------
    UserError
        Where it fails, with the last line that it printed.
    """
    # As a job of the workflow has them: use_caches has renamed the folder for this process.
    settings = {"NUMBA_CACHE_DIR": str(Path(".cache", "numba").resolve())}
    if (folder / "src").is_dir():
        settings["PYTHONPATH"] = str((folder / "src").resolve())
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        last = (done.stdout.splitlines() or ["failed"])[-1]
        raise UserError(f"python {' '.join(map(str, arguments))}: {last}")
    return done.stdout


def benchmarks() -> Iterator[Result]:
    """Starts, studies with nothing to do, and where the time of `paper` goes."""
    with TemporaryDirectory() as folder:
        yield starts(Path(folder))
        for study in ("smoke", "paper"):
            if nothing_to_do(study):
                yield idle(study, Path(folder))
            else:
                print(f"study {study}: not made, left out; snakemake --config study={study}")
    store = Store(RESULTS)
    found = spending("paper", runs_by_step(plan_study(Path(), "paper")[0], store), store.records())
    if found.cpu_seconds:
        yield found


def starts(folder: Path) -> Comparison:
    """A cheap run as a job of its own, and what it starts with; the folder is empty."""
    works: dict[str, Work] = {
        f"pastimes execute, {step}": (partial(execute, planned(step, folder), folder), 1)
        for step in (STEP_WITHOUT_KERNEL, STEP_WITH_KERNEL)
    }
    works["pastimes --help"] = (partial(python, "-m", "pastimes", "--help"), 1)
    works["python alone"] = (partial(python, "-c", "pass"), 1)
    for name in IMPORTED:
        works[f"import {name}"] = (partial(python, "-c", f"import {name}"), 1)
    return compare("a cheap run", "process", works, rounds=5)


def planned(step: str, folder: Path) -> Path:
    """Write the spec of one run of a step into a store in a folder; its path there."""
    experiment, found = find_step(step)
    plan = plan_experiment(Path(), experiment, "smoke")
    return Store(folder / RESULTS).write_spec(plan.specs[found.name][0]).relative_to(folder)


def execute(spec: Path, folder: Path) -> None:
    """Run a spec as a job does, whether the store in the folder has it or not."""
    shutil.rmtree(folder / RESULTS / "runs", ignore_errors=True)
    python("-m", "pastimes", "execute", spec, folder=folder)


def nothing_to_do(study: str) -> bool:
    """Whether a study is made."""
    said = python("-m", "snakemake", "--dry-run", "--config", f"study={study}")
    return "Nothing to be done" in said


def idle(study: str, folder: Path) -> Comparison:
    """A study that is made, asked for once more."""
    snakemake = ("-m", "snakemake", "--cores", "1")
    plan = f"from pastimes.study.work import open_study; open_study({{'study': '{study}'}})"
    (folder / "Snakefile").write_text("rule all:\n", encoding="utf-8")
    works: dict[str, Work] = {
        "snakemake": (partial(python, *snakemake, "--config", f"study={study}"), 1),
        "an empty workflow": (partial(python, *snakemake, folder=folder), 1),
        "planning alone": (partial(python, "-c", plan), 1),
        f"pastimes show {study}": (partial(python, "-m", "pastimes", "show", study), 1),
    }
    return compare(f"{study}, nothing to be done", "call", works, rounds=3)
