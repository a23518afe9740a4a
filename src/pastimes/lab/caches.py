"""Caches of this project: kept in it, and never stale."""

import os
import shutil
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pastimes.lab.code import tree_hash

__all__ = ["from_caches", "use_caches"]

T = TypeVar("T")

_GIVEN = os.environ.get("NUMBA_CACHE_DIR", str(Path(".cache", "numba").resolve()))

_CACHING = ("numba", "core", "caching.py")


def use_caches(*parts: str) -> None:
    """Choose where compiled kernels and fonts are kept; call before numba is imported.

    numba looks at the time of a kernel's own file alone, not at what it calls: a folder named by
    the hash of all sources that may be compiled keeps stale kernels out. Shared caches would be
    fought over when many jobs start.

    Parameters
    ----------
    *parts : str
        Packages whose kernels may run, ``statistics`` aside; none means all.
    """
    package = Path(__file__).parents[1]
    folders = [package / part for part in {*parts, "statistics"}] if parts else [package]
    name = "-".join([*parts, tree_hash(folders)[:12]])
    os.environ["NUMBA_CACHE_DIR"] = str(Path(_GIVEN, name))
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
    shutil.rmtree(os.environ["NUMBA_CACHE_DIR"], ignore_errors=True)
    return work()
