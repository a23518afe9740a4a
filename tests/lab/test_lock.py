"""A lock held by one process at a time, and free once its holder is dead."""

import fcntl
import subprocess
import sys

import pytest

from pastimes.lab import lock
from pastimes.lab.errors import Refusal
from pastimes.lab.lock import hold

HOLDER = """
import sys
from pathlib import Path
from pastimes.lab.lock import hold
hold(Path(sys.argv[1]), "a test")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path, monkeypatch):
    held = {}
    monkeypatch.setattr(lock, "_HELD", held)
    yield tmp_path / "results" / "lock"
    for file in held.values():
        file.close()


@pytest.fixture
def holder(path):
    """Another process, which holds the lock."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert other.stdout.readline() == "held\n"
    yield other
    other.kill()
    other.communicate()


@pytest.mark.usefixtures("holder")
def test_what_another_process_holds_is_refused(path):
    with pytest.raises(Refusal) as caught:
        hold(path, "us")
    told = str(caught.value)
    assert told.startswith(f"{path}: held by a test, since 20")
    assert told.endswith(" UTC; wait until it ends")


def test_a_holder_that_was_killed_holds_nothing(path, holder):
    holder.kill()
    holder.wait()
    hold(path, "us")
    assert path.read_text().startswith("us, since ")


def test_a_process_may_ask_again_for_what_it_holds(path):
    hold(path, "us")
    hold(path.parent / ".." / "results" / "lock", "us again")
    assert path.read_text().startswith("us, since ")


def test_a_lock_that_is_shared_cannot_be_had_alone(path):
    path.parent.mkdir()
    with open(path, "a+") as other:
        fcntl.flock(other, fcntl.LOCK_SH)
        with pytest.raises(Refusal, match="held by another process"):
            hold(path, "us")
        hold(path, "us", shared=True)


def test_a_folder_that_cannot_be_made_is_an_error(path):
    path.parent.write_text("a file")
    with pytest.raises(OSError, match="exists"):
        hold(path, "us")


def test_without_locks_in_the_file_system_nothing_is_held_and_a_line_says_so(
    path, monkeypatch, capsys
):
    def refuse(*_):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("fcntl.flock", refuse)
    hold(path, "us")
    assert capsys.readouterr().err == (
        f"pastimes: {path}: no lock (Function not implemented); "
        "make sure that nothing else works in this folder\n"
    )
