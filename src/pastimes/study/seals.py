"""Seals: inside each file of a product, the hash of its recipe and a checksum of the file.

A seal is a line of JSON: in the footer of a parquet file, in a comment of an SVG, an HTML page or a
b-file. A CSV file can carry none: the seals of the files beside it hold its checksum. The checksum
in a seal is that of the file with zeros in its place, so that one way serves all formats.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from pastimes.store.specs import canonical_json

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["fault", "sealed"]

_BLANK = "0" * 64
_SEAL = re.compile(
    rb'"files":(\{[\x20-z]*\}),"recipe":"([0-9a-f]{64})","sha256":"([0-9a-f]{64})"\}'
)


class _Seal(NamedTuple):
    recipe: str
    checksum: str
    files: str
    """Checksums of the files beside it, as JSON."""
    start: int
    """Where the checksum begins in the file."""


def sealed(files: Mapping[str, "bytes | pa.Table"], recipe: str) -> dict[str, bytes]:
    """The files of a product as they are written.

    Parameters
    ----------
    files : mapping from str to bytes or Table
        By path; tables are written as parquet, what their metadata has under ``pastimes`` is kept.
    recipe : str
        The recipe's hash.
    """
    seal = {"files": _loose(files), "recipe": recipe, "sha256": _BLANK}
    written = {n: c if _is_loose(n) else _with_seal(n, c, seal) for n, c in files.items()}
    return {n: c if _is_loose(n) else _with_checksum(c) for n, c in written.items()}


def fault(folder: Path, files: Iterable[str], recipe: str) -> str:
    """What is wrong with a product: ``missing``, ``damaged`` or ``out of date``; else nothing.

    Parameters
    ----------
    folder : Path
    files : iterable of str
        All files of the product, below the folder.
    recipe : str
        The hash of the recipe that it should be made from.
    """
    try:
        contents = {name: (folder / name).read_bytes() for name in files}
    except OSError:
        return "missing"
    checksums = canonical_json(_loose(contents))
    seals = [_whole_seal(content) for name, content in contents.items() if not _is_loose(name)]
    if not all(seal and seal.files == checksums for seal in seals):
        return "damaged"
    return "" if all(seal and seal.recipe == recipe for seal in seals) else "out of date"


def _is_loose(name: str) -> bool:
    return name.endswith(".csv")


def _loose(files: Mapping[str, Any]) -> dict[str, str]:
    """Checksums of the files that carry no seal."""
    return {PurePath(n).name: _sha256(c) for n, c in sorted(files.items()) if _is_loose(n)}


def _with_seal(name: str, content: "bytes | pa.Table", seal: Mapping[str, Any]) -> bytes:
    line = canonical_json(seal).encode()
    if not isinstance(content, bytes):
        from pastimes.store.tables import parquet_bytes

        footer = json.loads((content.schema.metadata or {}).get(b"pastimes", b"{}"))
        return parquet_bytes(content, footer | seal)
    if name.endswith(".txt"):
        return b"# pastimes " + line + b"\n" + content
    return content.rstrip() + b"\n<!-- pastimes " + line + b" -->\n"


def _with_checksum(content: bytes) -> bytes:
    seal = _seal(content)
    if seal is None:
        raise ValueError("a file without the seal that was put into it")
    return _replaced(content, seal, _checksum(content, seal))


def _seal(content: bytes) -> _Seal | None:
    """The last seal in a file: a page may show others."""
    found = _SEAL.search(content, max(content.rfind(b'"files":{'), 0))
    if found is None:
        return None
    return _Seal(found[2].decode(), found[3].decode(), found[1].decode(), found.start(3))


def _whole_seal(content: bytes) -> _Seal | None:
    seal = _seal(content)
    return seal if seal and _checksum(content, seal) == seal.checksum else None


def _checksum(content: bytes, seal: _Seal) -> str:
    return _sha256(_replaced(content, seal, _BLANK))


def _replaced(content: bytes, seal: _Seal, checksum: str) -> bytes:
    return content[: seal.start] + checksum.encode() + content[seal.start + len(_BLANK) :]


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
