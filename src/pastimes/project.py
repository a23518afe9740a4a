"""The folder that a study lies in, and the package that is to run there."""

from pathlib import Path

from pastimes.errors import Refusal
from pastimes.importing import ROOT

__all__ = ["check_package"]


def check_package(folder: Path) -> None:
    """Refuse to work in a copy of the project with the code of another.

    Raises
    ------
    Refusal
        Where the folder has sources of its own, and this package is not of them.
    """
    own = folder / "src" / ROOT.name
    if own.is_dir() and not own.samefile(ROOT):
        raise Refusal(
            f"{own} is not what runs: pastimes is imported from {ROOT}; "
            f"set up this folder's own environment: rm -r .venv; make setup"
        )
