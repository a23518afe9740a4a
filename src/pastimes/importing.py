"""How this package's modules are imported: what runs is what was read, and the text is kept.

Python trusts bytecode whose source has the size and time that it notes, so a restored or copied
file of other content may run old code. The modules of this package are checked by content
instead (PEP 552), and the text of each is kept as it was when the module was loaded: a file that
is edited later says nothing about the code that runs.
"""

import sys
from collections.abc import Mapping
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from importlib.util import source_hash
from pathlib import Path
from types import CodeType
from typing import Any

__all__ = ["ROOT", "install", "loaded_sources"]

ROOT = Path(__file__).parent
"""The folder of this package."""

_CHECKED = (0b11).to_bytes(4, "little")  # bytecode that is checked by the hash of its source
_HEADER = 16

_SOURCES: dict[str, bytes] = {}


def loaded_sources() -> Mapping[str, bytes]:
    """The source of each loaded module of this package as it was read, by the module's name."""
    return _SOURCES


class _CheckedLoader(SourceFileLoader):
    """Loads a module with bytecode of exactly the source that it reads."""

    def get_code(self, fullname: str) -> CodeType | None:
        code = super().get_code(fullname)
        _SOURCES[fullname] = self._source
        return code

    def get_data(self, path: str) -> bytes:
        data = super().get_data(path)
        if path == self.path:
            self._source = data
        elif data[4:8] != _CHECKED:
            raise OSError(f"{path}: bytecode that is checked by times is not used")
        return data

    def set_data(self, path: str, data: bytes, **options: int) -> None:  # type: ignore[override]
        header = data[:4] + _CHECKED + source_hash(self._source)
        super().set_data(path, header + data[_HEADER:], **options)


def install() -> None:
    """Load every module below this package so from now on."""
    inner = str(ROOT)
    finder = FileFinder.path_hook((_CheckedLoader, SOURCE_SUFFIXES))

    def hook(path: str) -> Any:
        if path != inner and not path.startswith(f"{inner}/"):
            raise ImportError(f"{path}: not a folder of this package", path=path)
        return finder(path)

    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.pop(inner, None)
