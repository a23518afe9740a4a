"""Locks that the system frees when their holder dies.

``results/lock`` is shared by all that work in the folder: nobody clears the store meanwhile.
``results/<study>/lock`` is held by the one Snakemake that makes a study, a spec's file by the
process that executes it.
"""

import contextlib
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from pastimes.errors import UserError

__all__ = ["alone", "hold"]

_HELD: dict[Path, IO[str]] = {}  # open files: closing one would free it


def hold(path: Path, purpose: str, shared: bool = False) -> None:
    """Hold a lock until this process ends; a process may ask for it again.

    Where the file system has no locks, nothing is held, and a line says so.

    Parameters
    ----------
    path : Path
        The lock's file, made where it is missing, and kept.
    purpose : str
        What others are told meanwhile.
    shared : bool
        Whether others may share it; then nobody can have it alone.

    Raises
    ------
    UserError
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
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = (file.read().strip() or "another process").splitlines()[-1]
        file.close()
        raise UserError(f"{path}: held by {holder}; wait until it ends") from None
    except OSError as error:
        told = f"no lock ({error.strerror}); make sure that nothing else works in this folder"
        print(f"pastimes: {path}: {told}", file=sys.stderr)
    file.truncate(0)
    file.write(f"{purpose}, since {datetime.now(UTC):%Y-%m-%d %H:%M} UTC\n")
    file.flush()
    _HELD[path.resolve()] = file


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process works under this file, and keep others out meanwhile.

    Where there is no such file, or the file system has no locks, nobody is kept out: the caller
    must do no harm then, only work that was needless.
    """
    import fcntl

    try:
        file = open(path, "r+b")  # noqa: SIM115
    except OSError:
        yield
        return
    with file:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
