"""The run store: immutable tables whose paths hold the hash of all that determined them.

``results/specs/<experiment>/<step>/<label>-<id>.json`` is a spec, written once.
``results/runs/<experiment>/<step>/<label>-<id>.parquet`` is its run, with the spec in the footer;
the JSON beside it records what merely happened (size, checksum, times, versions).
"""

import contextlib
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pastimes.errors import UserError
from pastimes.store.files import reason_unread, write_bytes, write_text
from pastimes.store.specs import Spec

__all__ = ["RESULTS", "Store", "record_path", "run_id"]

RESULTS = Path("results")
"""The project's results: a relative path, so that plans do not name a machine's folders."""


class Store:
    """Specs and runs below a results folder.

    Parameters
    ----------
    results : Path
        Relative paths stay relative, so that plans do not name a machine's folders.
    """

    def __init__(self, results: Path) -> None:
        self.results = results

    def spec_path(self, spec: Spec) -> Path:
        return self.spec_behind(self.run_path(spec))

    def run_path(self, spec: Spec) -> Path:
        return self.path_of_run(spec.experiment, spec.step, spec.stem)

    def spec_behind(self, run: Path) -> Path:
        """Where the spec of a run is, by the run's path."""
        return self.results / "specs" / run.parts[-3] / run.parts[-2] / record_path(run).name

    def path_of_run(self, experiment: str, step: str, stem: str) -> Path:
        return self.results / "runs" / experiment / step / f"{stem}.parquet"

    def write_spec(self, spec: Spec) -> Path:
        """Write the spec's file unless it is there, whole."""
        path = self.spec_path(spec)
        content = spec.canonical.encode()
        if not (path.exists() and path.read_bytes() == content):
            write_bytes(path, content, durable=False)  # an emptied one is written again
        return path

    def read_spec(self, path: Path) -> Spec:
        """Read a spec and check that its name is the hash of its content.

        Raises
        ------
        UserError
            Where the file is not a spec, or was changed.
        """
        try:
            spec = Spec(**json.loads(path.read_text(encoding="utf-8")))
            name = f"{spec.stem}.json"
        except (OSError, ValueError, TypeError, AttributeError) as error:
            told = f"not a spec ({reason_unread(error)})"
            raise UserError(f"{path}: {told}; plan the study again") from None
        if name != path.name:
            raise UserError(f"{path}: its content was changed; delete it and plan the study again")
        return spec

    def is_done(self, spec: Spec) -> bool:
        """Whether the run exists, judged by name and size."""
        return self._is_whole(self.run_path(spec))

    def _is_whole(self, path: Path) -> bool:
        return path.exists() and self.record(path).get("bytes") == path.stat().st_size

    def put_aside(self, path: Path) -> Path | None:
        """Rename a run that is there but damaged, so that it is made again.

        Returns
        -------
        Path or None
            The damaged run's path, now free; None where nothing is damaged.
        """
        if not path.exists() or self._is_whole(path):
            return None
        _put_aside(path)
        return path

    def write_run(self, spec: Spec, content: bytes, facts: Mapping[str, Any]) -> Path:
        """Keep a run: first its record, then, in one step, the table."""
        path = self.run_path(spec)
        record = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content), **facts}
        write_text(record_path(path), json.dumps(record, indent=1) + "\n")
        write_bytes(path, content)
        return path

    def read_run(self, path: Path) -> bytes:
        """The bytes of a run, verified; a damaged one is put aside.

        Raises
        ------
        UserError
            Where the run is absent or damaged.
        """
        try:
            content = path.read_bytes()
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}; run the study again") from None
        record = self.record(path)
        if hashlib.sha256(content).hexdigest() != record.get("sha256"):
            raise self.damaged(path, "checksum" if record else "its record is lost")
        return content

    def damaged(self, path: Path, why: str) -> UserError:
        """Put a run aside, and say so."""
        _put_aside(path)
        return UserError(f"{path}: damaged ({why}); moved to *.damaged; run the study again")

    def record(self, path: Path) -> dict[str, Any]:
        """What happened when a run was made; empty where that is lost."""
        try:
            record = json.loads(record_path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def records(self) -> list[tuple[Path, dict[str, Any]]]:
        """Every run in the store with its record, in the order of their paths."""
        paths = sorted((self.results / "runs").glob("*/*/*.parquet"))
        return [(path, self.record(path)) for path in paths]


def _put_aside(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):  # another process has done it
        path.replace(f"{path}.damaged")


def run_id(path: Path) -> str:
    """The id of a run, by its path."""
    return path.stem.rpartition("-")[2]


def record_path(path: Path) -> Path:
    """Where the record of a run is."""
    # Not with_suffix: labels contain dots.
    return path.parent / f"{path.name.removesuffix('.parquet')}.json"
