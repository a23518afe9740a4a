"""Exports a study to MLflow: its runs, each once, and its verdicts.

Each table is an MLflow experiment, so that what stands side by side can be compared; each run is an
MLflow run in it, found again by its id. So an export may be repeated or interrupted, and studies
share runs. Verdicts are one MLflow run a study.

Unless ``MLFLOW_TRACKING_URI`` says otherwise all is kept in ``results/mlflow.db``, which names no
folder of the machine: addresses of artefacts begin with ``mlflow-artifacts:/``, which a server
resolves to ``results/mlartifacts``.
"""

import csv
import hashlib
import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pastimes.declare.catalogue import find_step
from pastimes.errors import UserError, shortened
from pastimes.judge.verdicts import VERDICTS
from pastimes.store.locks import hold
from pastimes.store.runs import Store, run_id
from pastimes.store.specs import Spec, canonical_json
from pastimes.study.execution import read_run
from pastimes.study.recipes import product_files, recipe_hash
from pastimes.study.seals import fault
from pastimes.tracking.metrics import Metric, metrics

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Run

__all__ = ["Exported", "export"]

_SERVER = "MLFLOW_TRACKING_URI"
_SETTINGS = {
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "MLFLOW_HTTP_REQUEST_MAX_RETRIES": "1",
    "MLFLOW_LOGGING_LEVEL": "WARNING",
    "MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT": "true",
}
_DATABASE = "mlflow.db"
_PREFIX = "pastimes."
_VERDICTS = "verdicts"
_SHOWN = {"verdicts": "verdicts.csv", "report": "report.html"}
"""Products that are exported with a study, and which of their files."""
_SCHEME = "mlflow-artifacts:/"
_LONGEST_VALUE = 500  # of a parameter: what every MLflow server takes
_MOST_METRICS = 800  # in one request; MLflow takes 1,000 entities
_PAGE = 1000


@dataclass(frozen=True)
class Exported:
    """What an export did.

    Attributes
    ----------
    new, known, missing : int
        Runs of the study that were added, that MLflow had, and that are not done yet.
    verdicts : bool
        Whether the study's verdicts are up to date, and so in MLflow.
    """

    new: int
    known: int
    missing: int
    verdicts: bool


def export(
    results: Path,
    study: str,
    tables: Mapping[str, Iterable[str]],
    progress: Callable[[int, int, str], None],
) -> Exported:
    """Export the runs of a study that are done, and its verdicts.

    Parameters
    ----------
    results : Path
    study : str
    tables : mapping from str to iterable of str
        Its runs, by ``<experiment>.<step>``, as the frozen plan has them.
    progress : callable
        Is told how many runs of how many are done, and which is next.

    Raises
    ------
    UserError
        Where MLflow is not installed or cannot be reached, a run is damaged, or another export is
        going on.
    """
    records = dict(Store(results).records())
    planned = [(table, Path(run)) for table, runs in tables.items() for run in runs]
    done = [(table, path) for table, path in planned if records.get(path)]
    with _refusals(results):
        hold(results / "mlflow.lock", "an export to MLflow")
        tracking = _Tracking(results, study)
        new = [(table, path) for table, path in done if not tracking.has(path)]
        for number, (table, path) in enumerate(new):
            progress(number, len(new), f"{table} {path.stem}")
            tracking.add_run(table, path, records[path])
        if new:
            progress(len(new), len(new), "done\n")
        tracking.mark(path for _, path in done)
        verdicts = _are_current(results / study)
        if verdicts:
            tracking.add_verdicts(results / study)
    return Exported(len(new), len(done) - len(new), len(planned) - len(done), verdicts)


def _are_current(folder: Path) -> bool:
    """Whether verdicts and report were made for the plan that there is."""
    try:
        recipes = {
            name: json.loads((folder / "plan" / f"{name}.json").read_text(encoding="utf-8"))
            for name in _SHOWN
        }
    except (OSError, ValueError):
        return False
    return not any(fault(folder, product_files(n), recipe_hash(r)) for n, r in recipes.items())


class _Tracking:
    """An MLflow store, as a study is exported to it."""

    def __init__(self, results: Path, study: str) -> None:
        self._store = Store(results)
        self._study = study
        self._client, self._artefacts = _connected(results)
        pattern = f"name LIKE '{_PREFIX}%'"
        found = self._client.search_experiments(filter_string=pattern, max_results=_PAGE)
        self._experiments = {e.name: e.experiment_id for e in found}
        runs = self._search([*self._experiments.values()])
        self._runs = {run.data.tags["run"]: run for run in runs if "run" in run.data.tags}

    def has(self, path: Path) -> bool:
        """Whether it has a run of ours, whole."""
        run = self._runs.get(run_id(path))
        return run is not None and run.info.status == "FINISHED"

    def add_run(self, table: str, path: Path, record: Mapping[str, Any]) -> None:
        """Add a run of ours, or complete one that an interrupted export began."""
        content, spec = read_run(self._store, path)
        tags = {"run": spec.id, "step": spec.step, "code": spec.code, _mark(self._study): "yes"}
        started = round(datetime.fromisoformat(record["started"]).timestamp() * 1000)
        run = self._runs.get(spec.id) or self._client.create_run(
            self._experiment(table), started, tags | record["versions"], run_name=spec.label
        )
        cost = {name: record[name] for name in ("seconds", "peak_memory_mb", "rows")}
        numbers = [*metrics(content), *(Metric(*fact) for fact in cost.items())]
        self._log(run, started, numbers, _parameters(spec))
        self._keep(run, {"table.parquet": path, "spec.json": self._store.write_spec(spec)})
        self._client.set_terminated(
            run.info.run_id, end_time=started + round(record["seconds"] * 1000)
        )

    def mark(self, paths: Iterable[Path]) -> None:
        """Mark runs that were there already as the study's, and no others."""
        wanted, mark = {run_id(path) for path in paths}, _mark(self._study)
        for ours, run in self._runs.items():
            if ours in wanted and mark not in run.data.tags:
                self._client.set_tag(run.info.run_id, mark, "yes")
            elif ours not in wanted and mark in run.data.tags:
                self._client.delete_tag(run.info.run_id, mark)

    def add_verdicts(self, folder: Path) -> None:
        """Add the study's verdicts, or bring them up to date."""
        files = {name: folder / name for name in _SHOWN.values()}
        content = hashlib.sha256(b"".join(f.read_bytes() for f in files.values())).hexdigest()
        made = files["verdicts.csv"].stat().st_mtime_ns // 10**6
        run = self._verdicts(made)
        if run.data.tags.get("content") == content:
            return
        with open(files["verdicts.csv"], encoding="utf-8", newline="") as file:
            counts = Counter(row["verdict"] for row in csv.DictReader(file))
        self._log(run, made, [Metric(word, counts[word]) for word in VERDICTS])
        self._keep(run, files)
        self._client.set_tag(run.info.run_id, "content", content)  # last: all is there
        self._client.set_terminated(run.info.run_id, end_time=made)

    def _verdicts(self, made: int) -> "Run":
        experiment = self._experiment(_VERDICTS)
        for run in self._search([experiment]):
            if run.data.tags.get("study") == self._study:
                return run
        tags = {"study": self._study}
        return self._client.create_run(experiment, made, tags, run_name=self._study)

    def _experiment(self, table: str) -> str:
        """Id of the MLflow experiment of a table, or of the verdicts."""
        name = f"{_PREFIX}{table}"
        if name not in self._experiments:
            self._experiments[name] = self._client.create_experiment(
                name,
                artifact_location=f"{_SCHEME}{table}" if self._artefacts else None,
                tags={"mlflow.note.content": _description(table)},
            )
        found: str = self._experiments[name]
        return found

    def _search(self, experiments: list[str]) -> Iterator["Run"]:
        token: str | None = ""
        while experiments and token is not None:
            page = self._client.search_runs(experiments, max_results=_PAGE, page_token=token)
            yield from page
            token = page.token or None

    def _log(
        self, run: "Run", when: int, numbers: list[Metric], parameters: Mapping[str, str] = {}
    ) -> None:
        from mlflow import entities

        logged = [entities.Metric(n.name, n.value, when, n.position) for n in numbers]
        given = [entities.Param(*parameter) for parameter in parameters.items()]
        for start in range(0, len(logged), _MOST_METRICS):
            part = logged[start : start + _MOST_METRICS]
            self._client.log_batch(run.info.run_id, part, given if start == 0 else ())

    def _keep(self, run: "Run", files: Mapping[str, Path]) -> None:
        """Keep copies of files as artefacts, by name."""
        if self._artefacts:
            _copy(files, self._artefacts / run.info.artifact_uri.removeprefix(_SCHEME))
            return
        with TemporaryDirectory() as folder:
            _copy(files, Path(folder))
            self._client.log_artifacts(run.info.run_id, folder)


def _copy(files: Mapping[str, Path], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, file in files.items():
        shutil.copyfile(file, folder / name)


def _mark(study: str) -> str:
    return f"study.{study}"


def _parameters(spec: Spec) -> dict[str, str]:
    seed = {} if spec.seed is None else {"seed": spec.seed}
    return {name: _shown(value) for name, value in {**spec.parameters, **seed}.items()}


def _shown(value: Any) -> str:
    text = canonical_json(value) if isinstance(value, list) else str(value)
    return shortened(text, _LONGEST_VALUE)


def _description(table: str) -> str:
    """What an MLflow experiment is about, in Markdown."""
    if table == _VERDICTS:
        words = (f"- **{word}**: {meaning}" for word, meaning in VERDICTS.items())
        return "\n".join(["Claims of each study, by verdict.\n", *words])
    _, step = find_step(table)
    columns = (
        f"- `{name}`: {column.meaning}" + (f" ({column.unit})" if column.unit else "")
        for name, column in step.columns.items()
    )
    return "\n".join([f"{step.summary}\n\nColumns of its table:\n", *columns])


def _connected(results: Path) -> tuple["MlflowClient", Path | None]:
    """A client; and where artefacts lie, unless it keeps them itself."""
    from mlflow import MlflowClient
    from mlflow.store.tracking.sqlalchemy_store import SqlAlchemyStore

    server = os.environ.get(_SERVER)
    if server:
        return MlflowClient(server), None
    uri = f"sqlite:///{results / _DATABASE}"
    SqlAlchemyStore(uri, _SCHEME)  # else its default experiment would name a folder
    return MlflowClient(uri), results / "mlartifacts"


@contextmanager
def _refusals(results: Path) -> Iterator[None]:
    """Say in one line why MLflow cannot be used."""
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        from mlflow.exceptions import MlflowException
        from sqlalchemy.exc import SQLAlchemyError
    except ImportError:
        told = "pip install --editable '.[mlflow]'"
        raise UserError(f"MLflow is not installed in this environment; {told}") from None
    try:
        yield
    except (MlflowException, SQLAlchemyError, OSError) as error:
        server = os.environ.get(_SERVER)
        where = f"{_SERVER}={server}" if server else results / _DATABASE
        advice = f"; unset it to export to {results / _DATABASE}" if server else ""
        raise UserError(_without_password(f"{where}: {_reason(error)}{advice}")) from None


def _reason(error: BaseException) -> str:
    inner = error
    while deeper := inner.__cause__ or inner.__context__:
        inner = deeper
    # MLflow wraps what the network says in several layers, each longer.
    return str(inner if isinstance(inner, OSError) else error).partition("\n")[0]


def _without_password(text: str) -> str:
    return re.sub(r"//[^/@\s]*@", "//", text)
