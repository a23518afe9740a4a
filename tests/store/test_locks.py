"""A lock held by one process at a time, and free once its holder is dead."""

import fcntl
import subprocess
import sys

import pytest

from pastimes.errors import UserError
from pastimes.store import locks as lock
from pastimes.store.locks import alone, hold

HOLDER = """
import sys
from pathlib import Path
from pastimes.store.locks import hold
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
    with pytest.raises(UserError) as caught:
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
        with pytest.raises(UserError, match="held by another process"):
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


ALONE = """
import sys
from pathlib import Path
from pastimes.store.locks import alone
with alone(Path(sys.argv[1])):
    print("alone", flush=True)
    sys.stdin.readline()
"""


def test_a_file_is_worked_under_by_one_process_at_a_time(path):
    path.parent.mkdir()
    path.write_text("spec")
    command = [sys.executable, "-c", ALONE, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
    with subprocess.Popen(command, **pipes) as other:
        assert other.stdout.readline() == "alone\n"
        with open(path, "rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        other.communicate("go on\n")
    with alone(path), open(path, "rb") as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert path.read_text() == "spec"


def test_without_a_file_or_locks_work_is_done_all_the_same(path, monkeypatch):
    done = []
    with alone(path):
        done.append("no file")
    assert not path.exists()

    def refuse(*_):
        raise OSError(38, "Function not implemented")

    path.parent.mkdir()
    path.write_text("spec")
    monkeypatch.setattr("fcntl.flock", refuse)
    with alone(path):
        done.append("no locks")
    assert done == ["no file", "no locks"]
