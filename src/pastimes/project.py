"""The folder that a study lies in, and the package that is to run there."""

from pathlib import Path

from pastimes.errors import UserError
from pastimes.importing import ROOT

__all__ = ["check_package", "check_results"]


def check_package(folder: Path) -> None:
    """Refuse to work in a copy of the project with the code of another.

    Raises
    ------
    UserError
        Where the folder has sources of its own, and this package is not of them.
    """
    own = folder / "src" / ROOT.name
    if own.is_dir() and not own.samefile(ROOT):
        raise UserError(
            f"{own} is not what runs: pastimes is imported from {ROOT}; "
            f"set up this folder's own environment: rm -r .venv; make setup"
        )


def check_results(results: Path) -> None:
    """Refuse what is no folder where results are to be, before Snakemake fails at it.

    Raises
    ------
    UserError
        Where there is a file, or a link that leads nowhere.
    """
    if results.is_symlink() and not results.exists():
        raise UserError(f"{results}: a link to {results.readlink()}, which is not there")
    if results.exists() and not results.is_dir():
        raise UserError(f"{results}: not a folder; move it away")
