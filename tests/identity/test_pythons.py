"""Ids are the same on every Python: compared on real ones, and on the forms that differ."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pastimes.declare.catalogue import experiments
from pastimes.store.syntax import canonical, parse
from tests.identity.groups import groups_of

ROOT = Path(__file__).parents[2]

# CPython compiled to WebAssembly: releases of the npm package pyodide, and their Python.
PYTHONS = {"0.26.4": "3.12", "0.29.0": "3.13", "314.0.7": "3.14"}

PROGRAM = """
import json, sys
from pastimes.study.identity import run_code
from types import SimpleNamespace as Named

class Declared(Named):
    def variant_modules(self, parameters):
        return tuple(self.variants)

for given in json.loads({given!r}):
    owner = given.pop("experiment")
    step = Declared(**given | {{"parameters": dict(given["parameters"])}})
    print("{{}} {{}}".format(sys.version_info[:2], run_code(owner, step, {{}}).hash))
"""


def told(group):
    """What `run_code` asks of a step, as JSON: other Pythons need none of our libraries."""
    step = group.declared
    return {
        "experiment": group.experiment,
        "name": step.name,
        "types": step.types,
        "parameters": [[name, str(kind)] for name, kind in step.parameters.items()],
        "upstream": list(step.upstream),
        "draws": step.draws,
        "variants": group.variants,
    }


@pytest.mark.pythons
@pytest.mark.parametrize(("release", "version"), PYTHONS.items())
def test_ids_are_equal_on_another_python(tmp_path, release, version):
    """Every step with every variant of `smoke`; needs node and npm."""
    if not shutil.which("npm"):
        pytest.skip("npm is not there")
    command = ["npm", "install", "--no-save", "--silent", f"pyodide@{release}"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=300)
    groups = groups_of(ROOT, experiments())
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(given=json.dumps(list(map(told, groups)))), "utf-8")
    script, folder = Path(__file__).with_name("other_python.mjs"), tmp_path / "node_modules/pyodide"
    command = ["node", str(script), str(folder), str(ROOT / "src"), str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    major, minor = version.split(".")
    expected = [f"({major}, {minor}) {group.code().hash}" for group in groups]
    assert done.stdout.splitlines() == expected


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("f'{x!r:>{width}}'", 'f"{x!r:>{width}}"'),
        ("f'a' 'b' f'{x}'", "f'ab{x}'"),
        ("f'' f'{x}' ''", "f'{x}'"),
        ("x = 'a' u'b'", "x = 'ab'"),
        ("0x10 + 1_000", "16 + 1000"),
        ("(x)", "x"),
        ("[x for x in (y)]", "[x for x in y]"),
    ],
)
def test_forms_that_pythons_write_or_split_differently_are_one(text, same):
    assert [canonical(node) for node in parse(text)] == [canonical(node) for node in parse(same)]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("f'{x}'", "f'{x!s}'"),
        ("f'{x}'", "f'{x:1}'"),
        ("f'{x}a'", "f'a{x}'"),
        ("1", "1.0"),
        ("1", "True"),
        ("x = '1'", "x = 1"),
        ("x = b'a'", "x = 'a'"),
        ("x or y", "x and y"),
        ("f(*x)", "f(**x)"),
        ("x[1:]", "x[:1]"),
        ("return_ = None", "return_ = ..."),
        ("def f(x, /): x", "def f(*, x): x"),
        ("def f(x=1, *, y): x", "def f(x, *, y=1): x"),
        ("x: int = 1", "y: int = 1"),
        ("async def f(): x", "def f(): x"),
        ("x = 'é'", "x = 'e'"),
    ],
)
def test_what_computes_something_else_has_another_form(text, other):
    assert [canonical(node) for node in parse(text)] != [canonical(node) for node in parse(other)]


def test_the_hash_of_a_run_is_that_of_its_code_alone():
    """Not of the process: asked twice, in either order, it is the same."""
    groups = groups_of(ROOT, ["ciphers"])
    once, again = ([g.code().hash for g in order] for order in (groups, groups[::-1]))
    assert once == again[::-1]
