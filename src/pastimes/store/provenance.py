"""What happened when a run was made: beside the table, never inside it."""

import importlib.metadata
import platform
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from typing import Any

__all__ = ["measured", "versions"]

_PACKAGES = ("numba", "numpy", "pandas", "pyarrow", "scipy")


@cache
def versions() -> dict[str, str]:
    """Versions of Python and of the packages that results depend on."""
    found = {name: importlib.metadata.version(name) for name in _PACKAGES}
    return {"python": platform.python_version(), **found}


@contextmanager
def measured() -> Iterator[dict[str, Any]]:
    """Measure the work done inside: start (UTC), seconds, CPU seconds, peak memory, versions."""
    facts: dict[str, Any] = {"started": datetime.now(UTC).isoformat(timespec="seconds")}
    wall, cpu = time.perf_counter(), time.process_time()
    yield facts
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    facts |= {
        "seconds": round(time.perf_counter() - wall, 6),
        "cpu_seconds": round(time.process_time() - cpu, 6),
        # Of the whole process so far; the unit of ru_maxrss differs by system.
        "peak_memory_mb": round(peak / (2**20 if sys.platform == "darwin" else 2**10), 1),
        "versions": versions(),
    }
