"""One main process at a time: a lock that the system frees when its holder dies."""

from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from pastimes.lab.errors import Refusal

__all__ = ["hold"]

_HELD: dict[Path, IO[str]] = {}  # open files: closing one would free it


def hold(path: Path, purpose: str) -> None:
    """Hold a lock until this process ends; a process may ask for it again.

    Where the file system has no locks, nothing is held.

    Parameters
    ----------
    path : Path
        The lock's file, made where it is missing, and kept.
    purpose : str
        What others are told meanwhile.

    Raises
    ------
    Refusal
        Where another process holds it.
    OSError
        Where the file cannot be written.
    """
    import fcntl

    if path.resolve() in _HELD:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    file = open(path, "a+", encoding="utf-8")  # noqa: SIM115
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise Refusal(f"{path}: held by {holder}; wait until it ends") from None
    except OSError:  # this file system has no locks
        pass
    file.truncate(0)
    file.write(f"{purpose}, since {datetime.now(UTC):%Y-%m-%d %H:%M} UTC\n")
    file.flush()
    _HELD[path.resolve()] = file
