"""Caches: in the project, and named by the sources that are compiled."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from pastimes.lab import caches, code
from pastimes.lab.caches import from_caches, use_caches


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Chosen folders of compiled kernels, for a package whose kernel can be edited."""
    package = tmp_path / "pastimes"
    for part in ("dice", "statistics", "lab"):
        (package / part).mkdir(parents=True)
    kernel = package / "dice" / "kernel.py"
    monkeypatch.setattr(caches, "__file__", str(package / "lab" / "caches.py"))
    monkeypatch.setattr(code, "_ROOT", package)
    monkeypatch.setattr(caches, "_GIVEN", str(tmp_path / "given"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", "before")

    def chosen(text, name="kernel.py"):
        kernel.with_name(name).write_text(text)
        use_caches("dice")
        return Path(os.environ["NUMBA_CACHE_DIR"])

    return chosen


def test_the_folder_lies_in_the_one_given(places, tmp_path):
    assert places("x = 1").parent == tmp_path / "given"


def test_the_same_sources_share_a_folder(places):
    assert places("x = 1") == places("x = 1")


def test_other_sources_have_another_folder(places):
    assert places("x = 1") != places("x = 2")


def test_words_about_results_do_not_count(places):
    assert places("x = 1", "findings.py") == places("x = 2", "findings.py")


KERNEL = """
import os, sys
from pathlib import Path

os.environ["NUMBA_CACHE_DIR"] = sys.argv[1]
from pastimes.lab.caches import from_caches

import kernel

print(from_caches(lambda: kernel.double(21)))
"""


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("content", [b"", b"garbage"])
def test_a_kernel_that_cannot_be_read_from_its_cache_is_compiled_anew(tmp_path, ending, content):
    folder = tmp_path / "cache"
    (tmp_path / "kernel.py").write_text(
        "import numba\n\n\n@numba.njit(cache=True)\ndef double(x):\n    return 2 * x\n"
    )
    command = [sys.executable, "-c", KERNEL, str(folder)]
    run = partial(subprocess.run, command, cwd=tmp_path, capture_output=True, check=True)
    run()
    (cached,) = folder.rglob(f"*.{ending}")
    whole = cached.read_bytes()
    cached.write_bytes(content)
    assert run().stdout == b"42\n"
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
