"""Where compiled kernels are kept: by the hash of the code that was compiled.

numba itself looks at the time of a kernel's own file and not at what the kernel calls; files may
also be edited between their import and the compilation. Imported by numba, which is told of it by
`store.caches`.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pastimes.importing import loaded_sources
from pastimes.store.code import code_hash

__all__ = ["KernelLocator"]

_DIGITS = 16


class KernelLocator:
    """Locates the cache of one kernel of this package; see numba's documentation on caching.

    Parameters
    ----------
    module, name : str
        The module, and the definition in it that the kernel is or stands in.
    """

    def __init__(self, module: str, name: str) -> None:
        self._code = code_hash(module, [name])
        folder = f"{module}.{name}-{self._code[:_DIGITS]}"
        self._folder = Path(os.environ["NUMBA_CACHE_DIR"], folder)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], _file: str) -> "KernelLocator | None":
        """A locator; None for a function of another package, and where nothing can be written."""
        if py_func.__module__ not in loaded_sources():
            return None
        locator = cls(py_func.__module__, py_func.__qualname__.partition(".")[0])
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        if not os.access(self._folder, os.W_OK):
            raise PermissionError(self._folder)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._code

    def get_disambiguator(self) -> str:
        return "kernel"
