"""Caches: in the project, and named by the sources that are compiled."""

import os
from pathlib import Path

import pytest

from pastimes.lab import caches, code
from pastimes.lab.caches import use_caches


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
