"""Caches: in the project, and of exactly the code that runs."""

import os

import pytest

from pastimes.store.caches import from_caches, use_caches

NEAR = "from numba import njit\n\n\n@njit(cache=True)\ndef times(x):\n    return {} * x\n"
KERNEL = """
from numba import njit

from pastimes.experiments.coins.near import times


@njit(cache=True)
def twice(x):
    return times(x)
"""


@pytest.fixture
def coins(new_project):
    """A project with a kernel, `coins.kernel.twice`, that calls another module's."""
    project = new_project()
    project.write("src/pastimes/experiments/coins/__init__.py", "")
    project.write("src/pastimes/experiments/coins/kernel.py", KERNEL)
    project.write("src/pastimes/experiments/coins/near.py", NEAR.format(2))
    return project


def said(project, *lines):
    """What a process of the project prints that runs some lines."""
    own = "os.environ['NUMBA_CACHE_DIR'] = 'kernels'"  # the tests' own is shared by projects
    start = ["import os", own, "from pastimes.store.caches import use_caches", "use_caches()"]
    return project.python("\n".join([*start, *lines])).strip()


def edit(factor):
    return f"open('src/pastimes/experiments/coins/near.py', 'w').write({NEAR.format(factor)!r})"


IMPORT, CALL = "from pastimes.experiments.coins.kernel import twice", "print(twice(21))"


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ([edit(3), IMPORT, CALL], "63"),
        ([edit(3), IMPORT, edit(2), CALL], "63"),
        ([IMPORT, edit(3), CALL], "42"),
        (["import pastimes.experiments.coins.near", edit(3), IMPORT, CALL], "42"),
    ],
    ids=["before the import", "undone before the call", "before the call", "between imports"],
)
def test_an_edit_while_a_process_starts_leaves_no_stale_kernel(coins, lines, answer):
    """A kernel is kept for the code that was imported, whatever the files say."""
    assert said(coins, *lines, edit(2)) == answer
    assert said(coins, IMPORT, CALL) == "42"
    assert said(coins, edit(3), IMPORT, CALL, edit(2)) == "63"


def test_a_kernel_is_compiled_once(coins):
    hits = "print(sum(twice.stats.cache_hits.values()))"
    assert said(coins, IMPORT, CALL, hits) == "42\n0"
    assert said(coins, IMPORT, CALL, hits) == "42\n1"


def test_words_and_siblings_compile_nothing_anew(coins):
    hits = "print(sum(twice.stats.cache_hits.values()))"
    said(coins, IMPORT, CALL)
    beside = NEAR.format(2) + "\n\n# A comment.\n@njit(cache=True)\ndef other(x):\n    return x\n"
    coins.write("src/pastimes/experiments/coins/near.py", beside)
    assert said(coins, IMPORT, CALL, hits) == "42\n1"


def test_bytecode_of_other_content_is_not_used_whatever_its_time_and_size(coins):
    assert said(coins, IMPORT, CALL) == "42"
    near = coins.folder / "src/pastimes/experiments/coins/near.py"
    times = near.stat().st_mtime_ns
    near.write_text(NEAR.format(4))
    os.utime(near, ns=(times, times))
    assert said(coins, IMPORT, CALL) == "84"


def test_functions_of_other_packages_keep_numbas_own_caches(tmp_path, coins):
    lines = (
        "import sys",
        f"sys.path.insert(0, {str(tmp_path)!r})",
        "from strange import double",
        "print(double(21))",
    )
    text = "from numba import njit\n\n\n@njit(cache=True)\ndef double(x):\n    return 2 * x\n"
    (tmp_path / "strange.py").write_text(text)
    assert said(coins, *lines) == "42"


def test_caches_lie_in_the_project_unless_told_otherwise(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("NUMBA_CACHE_DIR", "NUMBA_CACHE_LOCATOR_CLASSES", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, "given")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    use_caches()
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path / ".cache/numba")
    assert os.environ["MPLCONFIGDIR"] == "given"
    assert os.environ["NUMBA_CACHE_LOCATOR_CLASSES"].startswith("pastimes.")


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("content", [b"", b"garbage"])
def test_a_kernel_that_cannot_be_read_from_its_cache_is_compiled_anew(coins, ending, content):
    lines = (
        "from pastimes.store.caches import from_caches",
        IMPORT,
        "print(from_caches(lambda: twice(21)))",
    )
    said(coins, *lines)
    (cached,) = (coins.folder / "kernels").rglob(f"*twice*.{ending}")
    whole = cached.read_bytes()
    cached.write_bytes(content)
    assert said(coins, *lines) == "42"
    assert len(cached.read_bytes()) == len(whole)


@pytest.mark.parametrize("error", [ValueError("no"), OSError(28, "no space")])
def test_other_errors_are_not_the_caches(tmp_path, monkeypatch, error):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    done = []

    def work():
        done.append(1)
        raise error

    with pytest.raises(type(error), match="no"):
        from_caches(work)
    assert done == [1]
    assert tmp_path.exists()
