"""The project's shape: imports, environments, style."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest
import yaml

from pastimes.lab.experiments import experiments

ROOT = Path(__file__).parents[1]
TOOLS = {"hydra", "matplotlib", "mlflow", "omegaconf", "pandas", "pyarrow", "pydantic", "snakemake"}
CONDA_NAMES = {"matplotlib": "matplotlib-base", "snakemake": "snakemake-minimal"}


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph("pastimes", include_external_packages=True)


SHARED = ("statistics", "switches")  # mathematics that experiments share


def layer(module):
    """Height of a module: imports may only point down, or stay at their height."""
    parts = module.split(".")[1:]
    if parts[0] in ("cli", "commands", "__main__"):
        return 5
    if parts[0] in ("results", "tracking", "workflow", "progress", "recipes", "seals", "study"):
        return 4
    if parts[0] == "report":
        return 3
    if parts[-1] in ("findings", "figures", "questions", "sequences") and parts[0] != "lab":
        return 2
    return 1 if parts[-1:] == ["experiment"] else 0


def owner(module):
    """The experiment that a module belongs to, or the part of the package."""
    return module.partition(".")[2].partition(".")[0]


def inner_imports(graph):
    inner = {m for m in graph.modules if m.startswith("pastimes.")}
    return [
        (module, imported)
        for module in sorted(inner)
        for imported in sorted(graph.find_modules_directly_imported_by(module))
        if imported in inner
    ]


def test_imports_point_one_way(graph):
    assert [(a, b) for a, b in inner_imports(graph) if layer(b) > layer(a)] == []


def test_experiments_are_strangers_to_each_other(graph):
    strangers = [
        (a, b)
        for a, b in inner_imports(graph)
        if {owner(a), owner(b)} <= set(experiments()) and owner(a) != owner(b)
    ]
    assert strangers == []


def test_the_laboratory_and_the_report_know_no_experiment(graph):
    known = [
        (a, b)
        for a, b in inner_imports(graph)
        if owner(a) in ("lab", "report", *SHARED) and owner(b) in experiments()
    ]
    assert known == []


def test_the_mathematics_knows_no_tools(graph):
    mathematics = [
        m for m in graph.modules if owner(m) in {*experiments(), *SHARED} and layer(m) == 0
    ]
    for module in mathematics:
        imported = graph.find_modules_directly_imported_by(module)
        assert not {i for i in imported if i.split(".")[0] in TOOLS}, module
        assert not {i for i in imported if i.startswith("pastimes.lab")}, module


def test_no_import_runs_in_circles(graph):
    for a, b in inner_imports(graph):
        assert not graph.chain_exists(importer=b, imported=a), f"{a} and {b}"


def names(requirements):
    return {re.match(r"[A-Za-z0-9_.-]+", r)[0].lower().replace("_", "-") for r in requirements}


def test_the_three_environments_are_in_step():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["test"]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8").split()
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.+-]+", pin) for pin in lock)
    assert names(wanted) <= names(lock)
    conda = re.findall(r"^  - ([a-z].*)$", (ROOT / "environment.yml").read_text("utf-8"), re.M)
    channels, packages = conda[:2], conda[2:]
    assert channels == ["conda-forge", "bioconda"]
    ranges = {r.replace(n, CONDA_NAMES.get(n, n), 1) for r in wanted for n in names([r])}
    assert ranges == set(packages) - {"pip", "pip:", f"python{project['requires-python']}"}


def test_the_profile_for_slurm_repeats_the_default_one():
    default, slurm = (
        yaml.safe_load((ROOT / "workflow/profiles" / name / "config.yaml").read_text("utf-8"))
        for name in ("default", "slurm")
    )
    assert default
    assert default.items() <= slurm.items()


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 100


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["snakefmt", "--check", "workflow"],
        ["mypy"],
    ],
    ids=["lint", "format", "format of Snakefiles", "types"],
)
def test_style(command):
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
