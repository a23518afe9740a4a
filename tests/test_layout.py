"""The project's shape: imports, environments, style."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest
import yaml

from pastimes.declare.catalogue import experiments

ROOT = Path(__file__).parents[1]
TOOLS = {"hydra", "matplotlib", "mlflow", "omegaconf", "pandas", "pyarrow", "pydantic", "snakemake"}
CONDA_NAMES = {"matplotlib": "matplotlib-base", "snakemake": "snakemake-minimal"}


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph("pastimes", include_external_packages=True)


SHARED = ("statistics", "switches")  # mathematics that experiments share

ROOMS = ("store", "declare", "config", "judge", "report", "study", "tracking", "commands")
"""The engine's rooms: each may import from those before it."""

AUTHORED = ("findings", "figures", "questions", "sequences")  # read tables


def owner(module):
    """The experiment that a module belongs to, or the room."""
    parts = module.split(".")
    return parts[2] if parts[1] == "experiments" and len(parts) > 2 else parts[1]


def is_mathematics(module):
    last = module.rpartition(".")[2]
    own = owner(module) in experiments() and last not in (*AUTHORED, "experiment")
    return own or owner(module) in SHARED


def may_import(module, imported):
    """Whether imports may point so: down the rooms, and from experiments to what they declare."""
    here, there = owner(module), owner(imported)
    if here == there or there in ("errors", "importing"):
        return True
    if here in ROOMS:
        return there == "project" or (there in ROOMS and ROOMS.index(there) < ROOMS.index(here))
    if here in experiments():
        return there in SHARED or (not is_mathematics(module) and there == "declare")
    return here == "__main__" and there == "commands"


def inner_imports(graph):
    inner = {m for m in graph.modules if m.startswith("pastimes.")}
    return [
        (module, imported)
        for module in sorted(inner)
        for imported in sorted(graph.find_modules_directly_imported_by(module))
        if imported in inner
    ]


def test_imports_point_one_way(graph):
    assert [(a, b) for a, b in inner_imports(graph) if not may_import(a, b)] == []


def test_every_module_is_in_a_room(graph):
    rooms = {*ROOMS, *SHARED, *experiments(), "experiments", "errors", "importing", "project"}
    assert {owner(m) for m in graph.modules if m.startswith("pastimes.")} <= {*rooms, "__main__"}


def test_the_mathematics_knows_no_tools(graph):
    mathematics = [m for m in graph.modules if m.startswith("pastimes.") and is_mathematics(m)]
    assert len(mathematics) > 50
    for module in mathematics:
        imported = graph.find_modules_directly_imported_by(module)
        assert not {i for i in imported if i.split(".")[0] in TOOLS}, module


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
