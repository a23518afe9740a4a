"""The folder that a study lies in, and the package that is to run there."""

from pathlib import Path

from pastimes.errors import Refusal
from pastimes.importing import ROOT

__all__ = ["check_package", "check_results"]


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


def check_results(results: Path) -> None:
    """Refuse what is no folder where results are to be, before Snakemake fails at it.

    Raises
    ------
    Refusal
        Where there is a file, or a link that leads nowhere.
    """
    if results.is_symlink() and not results.exists():
        raise Refusal(f"{results}: a link to {results.readlink()}, which is not there")
    if results.exists() and not results.is_dir():
        raise Refusal(f"{results}: not a folder; move it away")
