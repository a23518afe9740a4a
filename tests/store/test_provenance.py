"""Provenance: when a run was made, what it took, and with which versions."""

import importlib.metadata
import platform
import time
from datetime import UTC, datetime

import pytest

from pastimes.store.provenance import measured, versions


def test_versions_are_those_installed():
    found = versions()
    assert found.pop("python") == platform.python_version()
    assert list(found) == ["numba", "numpy", "pandas", "pyarrow", "scipy"]
    assert found == {name: importlib.metadata.version(name) for name in found}


def test_all_facts_are_there_afterwards():
    with measured() as facts:
        assert list(facts) == ["started"]
    assert list(facts) == ["started", "seconds", "cpu_seconds", "peak_memory_mb", "versions"]
    assert facts["versions"] == versions()


def test_the_start_is_in_utc_to_the_second():
    before = datetime.now(UTC).replace(microsecond=0)
    with measured() as facts:
        pass
    started = datetime.fromisoformat(facts["started"])
    assert facts["started"].endswith("+00:00")
    assert before <= started <= datetime.now(UTC)


def test_waiting_takes_time_but_no_work():
    with measured() as facts:
        time.sleep(0.05)
    assert facts["seconds"] >= 0.05
    assert 0 <= facts["cpu_seconds"] < facts["seconds"]


def test_the_peak_is_in_megabytes():
    with measured() as facts:
        pass
    assert 10 < facts["peak_memory_mb"] < 100_000


def test_a_failure_inside_passes_through():
    with pytest.raises(ZeroDivisionError), measured():
        _ = 1 / 0
