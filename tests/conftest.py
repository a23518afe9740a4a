"""Options, profiles and the copied project that workflow tests run in."""

from pastimes.store.caches import use_caches

use_caches()  # before any test imports numba: a kernel compiled from other sources tests nothing

# ruff: noqa: E402
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pandas as pd
import pytest

from pastimes.config.composing import compose_config
from pastimes.declare.catalogue import experiment
from pastimes.declare.tables import Tables
from pastimes.errors import UserError
from pastimes.store.runs import Store
from pastimes.store.tables import parquet_bytes
from pastimes.study.execution import execute, gather_runs
from pastimes.study.planning import plan_experiment

ROOT = Path(__file__).parents[1]

collect_ignore = ["toy"]  # an experiment to be copied into projects

# Derandomised: a failure comes back, and a clean clone finds what the last one found.
hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None)
hypothesis.settings.load_profile("repeatable")


OPTIONAL = ("pythons", "slow", "slurm")  # marks of tests that an option of the same name asks for


def pytest_addoption(parser):
    for mark in OPTIONAL:
        parser.addoption(f"--{mark}", action="store_true", help=f"also run tests marked {mark}")


def pytest_collection_modifyitems(config, items):
    for mark in OPTIONAL:
        if not config.getoption(f"--{mark}"):
            skip = pytest.mark.skip(reason=f"{mark}: run with --{mark}")
            for item in items:
                if item.get_closest_marker(mark):
                    item.add_marker(skip)


@dataclass(frozen=True)
class Project:
    """A copy of the project, with its own sources, configs and results."""

    folder: Path

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def replace(self, path, old, new):
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        self.write(path, text.replace(old, new))

    def start(self, *command):
        """Start a Python module of the copy, in a session of its own."""
        return self._start("-m", *command)

    def _start(self, *arguments):
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.folder / "src"), "COLUMNS": "200"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )

    def run(self, *command, ok=True):
        """Run a Python module of the copy; the output of both streams."""
        return self._ended(self.start(*command), ok)

    def _ended(self, started, ok):
        said, _ = started.communicate()
        assert (started.returncode == 0) == ok, said
        return said

    def python(self, code, ok=True):
        """Run Python code in the copy; the output of both streams."""
        return self._ended(self._start("-c", code), ok)

    def snakemake(self, *arguments, ok=True):
        return self.run("snakemake", "--cores", "2", *arguments, ok=ok)

    def pastimes(self, *arguments, ok=True):
        return self.run("pastimes", *arguments, ok=ok)

    def files(self, pattern):
        """Content of files below results/, by path."""
        results = self.folder / "results"
        found = (p for p in results.glob(pattern) if p.is_file())
        return {p.relative_to(results).as_posix(): p.read_bytes() for p in sorted(found)}

    def copy(self, folder):
        """Another copy, results and times of files included."""
        shutil.copytree(self.folder, folder)
        return Project(folder)


@pytest.fixture(scope="session")
def new_project(tmp_path_factory):
    """Makes copies of the project, without results, in folders with a space and an accent."""

    def make():
        folder = tmp_path_factory.mktemp("essais répétés ") / "project à part"
        for part in ("config", "src", "workflow"):
            shutil.copytree(
                ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        return Project(folder)

    return make


@pytest.fixture(scope="session")
def new_toy(new_project):
    """Makes copies of the project that have another experiment, `toy`, and its study `coins`."""

    def make():
        project = new_project()
        shutil.copytree(ROOT / "tests" / "toy", project.folder, dirs_exist_ok=True)
        return project

    return make


@pytest.fixture(scope="session")
def toy(new_toy):
    """A project with the study `coins` of the toy experiment reproduced."""
    project = new_toy()
    said = project.snakemake("--config", "study=coins")
    assert "study coins leaves out balanced_dice, ciphers, " in said
    return project


@pytest.fixture(scope="session")
def config_refusal():
    """The line with which `smoke` of an experiment is refused for its overrides."""

    def told(name, *overrides):
        with pytest.raises(UserError) as caught:
            compose_config(ROOT, name, experiment(name).config, "smoke", overrides)
        assert len(str(caught.value).splitlines()) == 1
        return str(caught.value)

    return told


@pytest.fixture
def write_tables(tmp_path):
    """Writes frames, by step, and gives them as the tables of a study."""

    def write(**frames):
        for step, frame in frames.items():
            pd.DataFrame(frame).to_parquet(tmp_path / f"{step}.parquet")
        return Tables({step: tmp_path / f"{step}.parquet" for step in frames})

    return write


@pytest.fixture(scope="session")
def gather_study(tmp_path_factory):
    """Runs `smoke` of one experiment with overrides, and gives its tables as Arrow tables."""

    def gather_tables(name, *overrides):
        found, store = experiment(name), Store(tmp_path_factory.mktemp(name))
        plan = plan_experiment(ROOT, found, "smoke", overrides)
        return {
            name: gather_runs(store, step, [execute(store, spec) for spec in plan.specs[name]])
            for name, step in found.steps.items()
        }

    return gather_tables


@pytest.fixture(scope="session")
def as_tables(tmp_path_factory):
    """Gives gathered Arrow tables as the tables of a study."""

    def write(gathered):
        folder = tmp_path_factory.mktemp("tables")
        for name, table in gathered.items():
            (folder / f"{name}.parquet").write_bytes(parquet_bytes(table))
        return Tables({name: folder / f"{name}.parquet" for name in gathered})

    return write


@pytest.fixture(scope="session")
def run_study(gather_study, as_tables):
    """Runs `smoke` of one experiment with overrides, and gives its tables."""
    return lambda name, *overrides: as_tables(gather_study(name, *overrides))
