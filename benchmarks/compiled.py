"""Peers in other languages, from `sources`: where their compiler and libraries are installed."""

import ctypes
import json
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["play_in_javascript", "ranks_by", "rows_as_words"]

_SOURCES = Path(__file__).parent / "sources"


class _Source(NamedTuple):
    file: str
    compiler: str
    library: str
    package: str  # Debian's name of what it needs


_LIBRARIES = {
    "M4RI": _Source("m4ri.c", "gcc", "-lm4ri", "gcc libm4ri-dev"),
    "NTL": _Source("ntl.cpp", "g++", "-lntl", "g++ libntl-dev"),
}


@cache
def _compiled(peer: str) -> ctypes.CDLL | None:
    """Compile a peer; None where that fails, which is said once."""
    source = _LIBRARIES[peer]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "peer.so"
        command = [source.compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(path)]
        command += [str(_SOURCES / source.file), source.library]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            print(f"{peer}: not installed, left out; Debian's packages {source.package} have it")
            return None
        return ctypes.CDLL(str(path))


def rows_as_words(bits: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Rows of matrices, shape (matrices, rows, columns), in whole words, bit j of a word first."""
    padded = np.pad(bits, ((0, 0), (0, 0), (0, -bits.shape[2] % 64))).astype(np.uint8)
    return np.packbits(padded, axis=2, bitorder="little").view("<u8")


def ranks_by(peer: str, columns: int, rows: NDArray[np.uint64]) -> NDArray[np.int64] | None:
    """Tally of the ranks of matrices, by M4RI or NTL; None where it is not installed.

    Parameters
    ----------
    peer : str
    columns : int
    rows : ndarray of uint64, shape (matrices, rows, words)
        See `rows_as_words`.
    """
    library = _compiled(peer)
    if library is None:
        return None
    matrices, number, _ = rows.shape
    tally = np.zeros(min(number, columns) + 1, np.int64)
    pointers = (ctypes.c_void_p(array.ctypes.data) for array in (rows, tally))
    library.tally_ranks(number, columns, matrices, *pointers)
    return tally


@cache
def _node() -> str | None:
    found = shutil.which("node")
    if found is None:
        print("JavaScript: not installed, left out; Debian's package nodejs has it")
    return found


def play_in_javascript(way: str, games: int, rolls: int, beta: float) -> Any:
    """Play balanced dice in JavaScript; None where it is not installed.

    Parameters
    ----------
    way : str
        ``idiomatic`` or ``typed``.
    games, rolls : int
    beta : float

    Returns
    -------
    list of list of float, or None
        By roll: quantiles over games of KL(statistics || p), KL(q || p) and KL(p || q), in bits.
    """
    node = _node()
    if node is None:
        return None
    command = [node, str(_SOURCES / "dice.js"), way, *map(str, (games, rolls, beta))]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
