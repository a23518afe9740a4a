"""Code hashes change with the code behind a result, and with nothing else."""

import pytest

from pastimes.lab import code
from pastimes.lab.code import code_hash, tree_hash

BASE = """
from pastimes.near import helper

LIMIT = 3
OTHER = 4

def plain(x):
    return x

def mark(value):
    return lambda function: function

@mark(OTHER)
def marked(x):
    return x

@mark(OTHER)
def f(x):
    return marked(helper(x)) + LIMIT

def g(x):
    return plain(x)
"""
NEAR = "import pastimes.far\n\ndef helper(x):\n    return x\n\ndef unused(x):\n    return x\n"
FAR = "DEPTH = 1\n"


@pytest.fixture
def hashed(tmp_path, monkeypatch):
    """Hash a throw-away package that holds the modules given as text."""
    monkeypatch.setattr(code, "_ROOT", tmp_path)

    def of(main=BASE, names=("f",), also=(), laboratory=False, **modules):
        for name, text in {"main": main, "near": NEAR, "far": FAR, **modules}.items():
            path = tmp_path / f"{name}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return code_hash("pastimes.main", names, also, laboratory)

    return of


def test_a_hash_has_64_hexadecimal_digits(hashed):
    assert len(hashed("def f(): pass")) == 64
    assert int(hashed("def f(): pass"), 16) >= 0


def test_the_same_text_has_the_same_hash(hashed):
    assert hashed() == hashed()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 3\n", "LIMIT = 3  # of three\n"),
        ("def f(x):\n", 'def f(x):\n    """Say what it does."""\n'),
        ("\nLIMIT", "\n\n\nLIMIT"),
        ("    return marked(helper(x)) + LIMIT", "    return (\n  marked(helper(x))+LIMIT )"),
    ],
    ids=["comment", "docstring", "blank lines", "layout"],
)
def test_what_readers_alone_see_leaves_the_hash(hashed, old, new):
    assert hashed(BASE.replace(old, new)) == hashed(BASE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    return plain(x)", "    return plain(x) + 1"),
        ("def plain(x):\n    return x", "def plain(x):\n    return -x"),
    ],
    ids=["sibling", "what the sibling uses"],
)
def test_code_that_is_not_used_leaves_the_hash(hashed, old, new):
    assert hashed(BASE.replace(old, new)) == hashed(BASE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("+ LIMIT", "- LIMIT"),
        ("LIMIT = 3", "LIMIT = 2"),
        ("def marked(x):\n    return x", "def marked(x):\n    return -x"),
        ("def f(x)", "def f(x, y=1)"),
        ("import helper", "import unused as helper"),
    ],
    ids=["body", "constant", "function called", "signature", "import"],
)
def test_code_that_is_used_changes_the_hash(hashed, old, new):
    assert hashed(BASE.replace(old, new)) != hashed(BASE)


def test_what_a_step_declares_is_left_out(hashed):
    text = "from pastimes.near import step\n@step(columns={})\ndef f(): return 1"
    assert hashed(text) == hashed(text.replace("columns={}", "columns={1: 2}"))


def test_any_other_decorator_of_the_named_function_counts(hashed):
    changed = BASE.replace("@mark(OTHER)\ndef f", "@mark(5)\ndef f")
    assert hashed(changed) != hashed(BASE)


@pytest.mark.parametrize(
    "text",
    [
        "T = []\ndef fill(): T.append(1)\nfill()\ndef f(): return T",
        "T = {}\ndef register(g): T[g()] = g\n@register\ndef one(): return 1\ndef f(): return T",
    ],
    ids=["call", "decorator"],
)
def test_code_that_fills_a_value_through_a_call_counts(hashed, text):
    assert hashed(text) != hashed(text.replace("1", "2"))


def test_the_decorator_of_a_helper_counts(hashed):
    changed = BASE.replace("@mark(OTHER)\ndef marked", "@mark(5)\ndef marked")
    assert hashed(changed) != hashed(BASE)


def test_what_a_helpers_decorator_uses_counts(hashed):
    assert hashed(BASE.replace("OTHER = 4", "OTHER = 5")) != hashed(BASE)


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("near", NEAR.replace("def helper(x):\n    return x", "def helper(x):\n    return -x")),
        ("near", NEAR + "MORE = 1\n"),
        ("far", "DEPTH = 2\n"),
    ],
    ids=["used", "beside", "transitive"],
)
def test_imported_modules_count_in_full(hashed, module, text):
    assert hashed(**{module: text}) != hashed()


@pytest.mark.parametrize(
    "line",
    [
        "from pastimes.deep import DEPTH",
        "from pastimes import deep",
        "import pastimes.deep",
    ],
)
def test_imports_inside_a_function_are_followed(hashed, line):
    main = f"def f():\n    {line}\n    return 1\n"
    assert hashed(main, deep="DEPTH = 1") != hashed(main, deep="DEPTH = 2")


def test_a_name_of_a_package_counts_its_init(hashed):
    main = "from pastimes.pack import NAME\ndef f(): return NAME"
    one, two = (hashed(main, **{"pack/__init__": f"NAME = {i}"}) for i in (1, 2))
    assert one != two


def test_other_packages_are_not_followed(hashed):
    main = "import json\nfrom os import path\ndef f(): return json, path"
    assert hashed(main) == hashed(main, far="DEPTH = 2")


def test_imports_in_a_circle_are_covered(hashed):
    circle = {"near": "from pastimes.far import helper", "far": "import pastimes.near\nhelper = 1"}
    assert hashed(**circle) != hashed(**circle | {"far": "import pastimes.near\nhelper = 2"})


def test_the_laboratory_is_left_out(hashed):
    main = "from pastimes.lab.tool import T\ndef f(): return T"
    one, two = (hashed(main, **{"lab/tool": f"T = {i}"}) for i in (1, 2))
    assert one == two


def test_the_laboratory_counts_where_asked_for(hashed):
    main = "from pastimes.lab.tool import T\ndef f(): return T"
    one, two = (hashed(main, laboratory=True, **{"lab/tool": f"T = {i}"}) for i in (1, 2))
    assert one != two


def test_further_modules_are_covered_in_full(hashed):
    also = ["pastimes.variant"]
    one = hashed(also=also, variant="from pastimes.base import B", base="B = 1")
    assert hashed(also=also, variant="from pastimes.base import B", base="B = 2") != one
    assert hashed(also=also, variant="from pastimes.base import B as C", base="B = 1") != one


def test_no_names_mean_the_whole_module(hashed):
    changed = BASE.replace("return plain(x)", "return plain(x) + 1")
    assert hashed(changed, names=()) != hashed(BASE, names=())


def test_other_names_have_another_hash(hashed):
    assert len({hashed(names=n) for n in (("f",), ("g",), ("f", "g"), ())}) == 4


def test_an_unknown_module_is_refused(hashed):
    hashed()
    with pytest.raises(ModuleNotFoundError, match=r"^pastimes\.nowhere: no such module in this"):
        code_hash("pastimes.nowhere")


def test_a_further_module_that_is_unknown_is_refused(hashed):
    with pytest.raises(ModuleNotFoundError, match=r"^pastimes\.nowhere: no such module in this"):
        hashed(also=["pastimes.nowhere"])


def test_an_unknown_name_is_refused(hashed):
    with pytest.raises(AttributeError, match=r"^pastimes\.main does not define h$"):
        hashed(names=("f", "h"))


@pytest.mark.parametrize("line", ["from . import near", "from .near import helper"])
def test_relative_imports_are_refused(hashed, line):
    with pytest.raises(SyntaxError, match=r"^pastimes\.main: relative import; write it in full"):
        hashed(f"def f():\n    {line}\n")


def test_the_hash_of_a_folder_follows_its_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(code, "_ROOT", tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.py").write_text("A = 1\n", encoding="utf-8")
    before = tree_hash([tmp_path])
    (tmp_path / "notes.txt").write_text("not code", encoding="utf-8")
    assert tree_hash([tmp_path]) == before
    (tmp_path / "sub" / "a.py").write_text("A = 1  # now\n", encoding="utf-8")
    assert tree_hash([tmp_path]) != before


def test_the_hash_of_a_folder_follows_its_names(tmp_path, monkeypatch):
    monkeypatch.setattr(code, "_ROOT", tmp_path)
    (tmp_path / "a.py").write_text("A = 1\n", encoding="utf-8")
    before = tree_hash([tmp_path])
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert tree_hash([tmp_path]) != before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X = {}\nX['a'] = 1\ndef f(): return X", "X = {}\nX['a'] = 2\ndef f(): return X"),
        ("X = []\nX.append(1)\ndef f(): return X", "X = []\nX.append(2)\ndef f(): return X"),
        ("X = 1\nX += 1\ndef f(): return X", "X = 2\nX += 1\ndef f(): return X"),
        (
            "if 1:\n def g(): return 1\ndef f(): return g()",
            "if 1:\n def g(): 2\ndef f(): return g()",
        ),
        ("async def g(): 1\ndef f(): return g()", "async def g(): 2\ndef f(): return g()"),
    ],
    ids=["item", "call", "augmented", "branch", "coroutine"],
)
def test_every_statement_that_makes_a_value_counts(hashed, before, after):
    assert hashed(before) != hashed(after)


@pytest.mark.parametrize(
    "text",
    [
        "import pastimes.near\nimport pastimes.far\ndef f(): return pastimes.near.X",
        "if 1:\n from pastimes.near import X\ndef f(): return X",
        "try:\n from pastimes.near import X\nexcept ImportError:\n X = 0\ndef f(): return X",
    ],
    ids=["two imports of one name", "branch", "try"],
)
def test_every_import_of_a_used_name_counts(hashed, text):
    assert hashed(text, near="X = 1") != hashed(text, near="X = 2")


def test_the_package_of_an_imported_module_counts(hashed):
    text = "from pastimes.part.inner import X\ndef f(): return X"
    parts = {"part/inner": "X = 1"}
    once = hashed(text, **parts, **{"part/__init__": "Y = 1"})
    assert once != hashed(text, **parts, **{"part/__init__": "Y = 2"})


def test_a_package_that_only_begins_like_the_laboratory_counts(hashed):
    text = "from pastimes.labour import X\ndef f(): return X"
    assert hashed(text, labour="X = 1") != hashed(text, labour="X = 2")


@pytest.mark.parametrize("text", ["import pastimes", "from pastimes.near import *"])
def test_an_import_that_hides_what_is_used_is_refused(hashed, text):
    with pytest.raises(SyntaxError, match=r"pastimes\.main: import"):
        hashed(f"def f():\n    pass\n{text}", names=())
