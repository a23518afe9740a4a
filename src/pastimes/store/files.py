"""Files that are either whole or absent."""

import json
import os
import re
import secrets
from pathlib import Path
from typing import Any

__all__ = ["is_temporary", "reason_unread", "write_bytes", "write_if_changed", "write_text"]


def reason_unread(error: Exception) -> str:
    """Why a JSON file could not be read as what it should be, in a few words."""
    if isinstance(error, OSError):
        return error.strerror or "it cannot be read"
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}: {error.msg}"
    return "unexpected fields"


def write_bytes(path: Path, content: bytes, durable: bool = True) -> None:
    """Write a file so that no reader, and no crash, ever sees part of it.

    The temporary name is unique: an orphaned process may still be writing the same file.

    Parameters
    ----------
    path : Path
    content : bytes
    durable : bool
        Whether to wait until it is on the disk: else a machine that loses power may leave it empty.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name[:80]}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with open(temporary, "wb") as file:  # open() honours the umask, mkstemp would not
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def is_temporary(path: Path) -> bool:
    """Whether a file is one that a writer which was killed has left, by its name."""
    return re.fullmatch(r"\..+\.\d+\.[0-9a-f]{8}", path.name) is not None


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file, whole or not at all."""
    write_bytes(path, text.encode())


def write_if_changed(path: Path, content: Any) -> None:
    """Write JSON only where the file does not hold it already, so that its time means a change."""
    text = json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if not path.exists() or path.read_bytes() != text.encode():
        write_text(path, text)
