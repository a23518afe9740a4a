"""Caches of this project: kept in it, and never stale."""

import os
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

__all__ = ["from_caches", "use_caches"]

T = TypeVar("T")

# The others are numba's own, for functions that are not of this package.
_LOCATORS = (
    "pastimes.store.kernels.KernelLocator",
    "UserProvidedCacheLocator",
    "InTreeCacheLocator",
)

_CACHING = ("numba", "core", "caching.py")


def use_caches() -> None:
    """Choose where compiled kernels and fonts are kept; call before numba is imported."""
    os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = ",".join(_LOCATORS)
    os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(".cache", "numba").resolve()))
    os.environ.setdefault("MPLCONFIGDIR", str(Path(".cache", "matplotlib").resolve()))


def from_caches(work: Callable[[], T]) -> T:
    """Do work that may load compiled kernels; where the cache cannot be read, do it without.

    A machine that loses power can leave emptied files, at which numba raises whatever it meets.
    """
    try:
        return work()
    except OSError:  # a full disk, say, is no matter of what is in the cache
        raise
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        if not any(Path(frame.filename).parts[-3:] == _CACHING for frame in frames):
            raise
    for kept in Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nb[ci]"):
        with suppress(OSError):
            kept.unlink()
    return work()
