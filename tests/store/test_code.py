"""Code hashes change with the code behind a result, and with nothing else."""

import pytest

from pastimes.store.code import Code, code_hash
from pastimes.store.references import Target

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
NEAR = """
import json
from pastimes.far import DEPTH

def helper(x):
    return x + DEPTH

def unused(x):
    return json.dumps(x)
"""
FAR = "DEPTH = 1\nWIDTH = 1\n"


@pytest.fixture
def hashed(tmp_path):
    """Hash a throw-away package that holds the modules given as text."""
    (tmp_path / "__init__.py").touch()

    def of(main=BASE, names=("f",), also=(), **modules):
        for name, text in {"main": main, "near": NEAR, "far": FAR, **modules}.items():
            path = tmp_path / f"{name}.py"
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(text, encoding="utf-8")
        code = Code(tmp_path)
        wanted = names or code.module("pastimes.main").names
        used = [Target("pastimes.main", name) for name in wanted]
        return code.behind([*used, *map(Target, also)]).hash

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
        ("def f(x)", "def f(x, y=OTHER)"),
        ("import helper", "import unused as helper"),
    ],
    ids=["body", "constant", "function called", "signature", "default", "import"],
)
def test_code_that_is_used_changes_the_hash(hashed, old, new):
    assert hashed(BASE.replace(old, new)) != hashed(BASE)


def test_what_a_step_declares_is_left_out(hashed):
    text = (
        "from pastimes.declare.steps import step\n@step(columns={})\ndef f(): return g.function()\n"
        "@step(columns={})\ndef g(): return 1\n@step(columns={})\ndef h(): return 1"
    )
    engine = {"declare/steps": "def step(columns): return columns"}
    assert hashed(text, **engine) == hashed(text.replace("columns={}", "columns={1: 2}"), **engine)
    assert hashed(text, **engine) == hashed(
        text.replace("h(): return 1", "h(): return 2"), **engine
    )
    assert hashed(text, **engine) != hashed(
        text.replace("g(): return 1", "g(): return 2"), **engine
    )


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
        ("near", NEAR.replace("return x + DEPTH", "return x - DEPTH")),
        ("far", FAR.replace("DEPTH = 1", "DEPTH = 2")),
        ("near", NEAR + "print(helper)\n"),
        ("far", FAR + "print(WIDTH)\n"),
    ],
    ids=["used", "used by what is used", "call", "call in a module that is loaded too"],
)
def test_what_is_used_of_other_modules_counts(hashed, module, text):
    assert hashed(**{module: text}) != hashed()


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("near", NEAR.replace("json.dumps", "json.loads")),
        ("near", NEAR + "MORE = 1\n"),
        ("far", FAR.replace("WIDTH = 1", "WIDTH = 2")),
    ],
    ids=["beside", "more", "beside what is used by what is used"],
)
def test_what_is_not_used_of_other_modules_does_not_count(hashed, module, text):
    assert hashed(**{module: text}) == hashed()


def test_moving_a_function_in_its_module_does_not_count(hashed):
    function = "def plain(x):\n    return x\n"
    moved = BASE.replace(function, "") + function
    assert hashed(moved, names=("g",)) == hashed(BASE, names=("g",))


@pytest.mark.parametrize(
    ("line", "used"),
    [
        ("from pastimes.deep import DEPTH", "DEPTH"),
        ("from pastimes import deep", "deep.DEPTH"),
        ("import pastimes.deep", "pastimes.deep.DEPTH"),
        ("import pastimes.deep as deep", "deep.DEPTH"),
    ],
)
def test_imports_inside_a_function_are_followed(hashed, line, used):
    main = f"def f():\n    {line}\n    return {used}\n"
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


def test_a_module_that_is_used_as_a_value_counts_as_far_as_its_names_are_looked_up(hashed):
    main = "def f(way): return way.play(1)"
    texts = [
        "from pastimes.far import DEPTH\ndef play(x): return x + DEPTH\ndef law(x): return x",
        "from pastimes.far import DEPTH\ndef play(x): return x + DEPTH\ndef law(x): return -x",
        "from pastimes.far import DEPTH\ndef play(x): return x - DEPTH\ndef law(x): return x",
    ]
    also = ["pastimes.variant"]
    one, beside, other = (hashed(main, also=also, variant=text) for text in texts)
    assert one == beside != other
    assert hashed(main, also=also, variant=texts[0], far="DEPTH = 2") != one


@pytest.mark.parametrize(
    "main",
    [
        "from pastimes import deep\ndef f(): return g(deep)\ndef g(m): return m.play",
        "import pastimes.deep as deep\nWAY = deep\ndef f(): return WAY.play",
        "def f():\n    from pastimes import deep\n    return g(deep)\ndef g(m): return m.play",
    ],
)
def test_a_module_that_is_passed_on_counts_likewise(hashed, main):
    one, two, beside = (
        hashed(main, deep=text) for text in ("play, law = 1, 1", "play = 2", "play = 1\nlaw = 1")
    )
    assert one != two
    assert hashed(main, deep="play = 1\nlaw = 2") == beside


@pytest.mark.parametrize(
    "lookup", ["getattr(way, 'play')", "hasattr(way, 'play')", "getattr(way, name)"]
)
def test_names_looked_up_as_texts_count(hashed, lookup):
    main, also = f"name = 'play'\ndef f(way): return {lookup}", ["pastimes.variant"]
    one, two = (hashed(main, also=also, variant=f"def play(): return {i}") for i in (1, 2))
    assert one != two


CLASS = """
class Base:
    def base(self): return 1

class Box(Base):
    size: int = 1
    LIMIT = 1

    def __len__(self): return self.size
    def used(self): return super().base()
    def beside(self): return 1
"""


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("self.size", "-self.size", True),
        ("super().base()", "-super().base()", True),
        ("def base(self): return 1", "def base(self): return 2", True),
        ("size: int = 1", "size: int = 2", True),
        ("def beside(self): return 1", "def beside(self): return 2", False),
        ("Box(Base)", "Box(Base, object)", True),
    ],
)
@pytest.mark.parametrize("body", ["Box().used()", "len([b.used() for b in [Box()]])"])
def test_a_class_counts_with_its_fields_and_the_methods_that_are_mentioned(
    hashed, body, old, new, counts
):
    main = f"{CLASS}\ndef f(): return {body}"
    assert (hashed(main) != hashed(main.replace(old, new))) == counts


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("super().base()", "-super().base()", True),
        ("def base(self): return 1", "def base(self): return 2", True),
        ("LIMIT = 1", "LIMIT = 2", True),
        ("size: int = 1", "size: int = 2", False),
        ("def beside(self): return 1", "def beside(self): return 2", False),
    ],
)
def test_of_a_class_that_is_given_counts_what_is_looked_up(hashed, old, new, counts):
    main = f"{CLASS}\ndef f(box: Box): return box.used() + box.LIMIT"
    assert (hashed(main) != hashed(main.replace(old, new))) == counts


@pytest.mark.parametrize(
    "hidden",
    [
        "def f(helper): return helper(1)",
        "def f():\n    helper = 1\n    return helper",
        "def f(): return [helper for helper in range(3)]",
        "def f(): return (lambda helper: helper)(1)",
        "def f(x):\n    for helper in x: pass\n    return helper",
        "def f(x):\n    with x as helper: return helper",
        "def f(x):\n    try: return 1\n    except ValueError as helper: return helper",
        "def f(x):\n    match x:\n        case [helper]: return helper",
        "def f(x):\n    def helper(): return 1\n    return helper()",
    ],
)
def test_a_name_that_a_function_binds_is_not_the_modules(hashed, hidden):
    main = "from pastimes.near import helper\n" + hidden
    assert hashed(main) == hashed(main, near=NEAR.replace("x + DEPTH", "x - DEPTH"))


@pytest.mark.parametrize(
    "seen",
    [
        "def f():\n    def inner(): return helper(1)\n    return inner()",
        "def f():\n    global helper\n    helper = helper(1)",
        "def f(x=helper): return x",
        "def f(): return [helper(x) for x in range(3)]",
        "f = helper",
        "f = lambda x: helper(x)",
        "class f:\n    field = helper",
    ],
)
def test_a_name_of_the_module_is_seen_wherever_it_is_used(hashed, seen):
    main = "from pastimes.near import helper\n" + seen
    assert hashed(main) != hashed(main, near=NEAR.replace("x + DEPTH", "x - DEPTH"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def f(x):", "def f(x: int) -> int:"),
        ("LIMIT = 3", "LIMIT: int = 3"),
        ("    return marked", "    y: int\n    return marked"),
    ],
)
def test_annotations_of_values_leave_the_hash(hashed, old, new):
    assert hashed(BASE.replace(old, new)) == hashed(BASE)


def test_no_names_mean_the_whole_module(hashed):
    changed = BASE.replace("return plain(x)", "return plain(x) + 1")
    assert hashed(changed, names=()) != hashed(BASE, names=())


def test_other_names_have_another_hash(hashed):
    assert len({hashed("A = 1\nB = 1", n) for n in (("A",), ("B",), ("A", "B"))}) == 3


def test_an_unknown_module_is_refused(hashed):
    hashed()
    with pytest.raises(ModuleNotFoundError, match=r"^pastimes\.nowhere: no such module in this"):
        code_hash("pastimes.nowhere")


def test_a_further_module_that_is_unknown_is_refused(hashed):
    with pytest.raises(ModuleNotFoundError, match=r"^pastimes\.nowhere: no such module in this"):
        hashed(also=["pastimes.nowhere"])


def test_code_that_is_no_python_is_refused(hashed):
    with pytest.raises(SyntaxError, match=r"^pastimes\.near: "):
        hashed(near="def")


def test_an_unknown_name_is_refused(hashed):
    with pytest.raises(AttributeError, match=r"^pastimes\.main does not define h$"):
        hashed(names=("f", "h"))


@pytest.mark.parametrize("line", ["from . import near", "from .near import helper"])
def test_relative_imports_are_refused(hashed, line):
    with pytest.raises(SyntaxError, match=r"^pastimes\.main: relative import; write it in full"):
        hashed(f"def f():\n    {line}\n")


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
    once = hashed(text, **parts, **{"part/__init__": "print(1)"})
    assert once != hashed(text, **parts, **{"part/__init__": "print(2)"})


@pytest.mark.parametrize("text", ["import pastimes", "from pastimes.near import *"])
def test_an_import_that_hides_what_is_used_is_refused(hashed, text):
    with pytest.raises(SyntaxError, match=r"pastimes\.main: import"):
        hashed(f"def f():\n    pass\n{text}", names=())
