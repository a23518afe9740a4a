"""Exports to MLflow itself: runs once each, by id; verdicts up to date; refusals in one line."""

import dataclasses
import fcntl
import importlib.util
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pastimes.commands.cli import main
from pastimes.errors import UserError
from pastimes.judge.verdicts import VERDICTS
from pastimes.store.runs import Store
from pastimes.store.specs import Spec
from pastimes.store.tables import parquet_bytes
from pastimes.study.recipes import recipe_hash
from pastimes.study.seals import sealed
from pastimes.tracking.mlflow_export import Exported, export

needs_mlflow = pytest.mark.skipif(
    importlib.util.find_spec("mlflow") is None, reason="needs the extra `mlflow`"
)
pytestmark = [
    pytest.mark.xdist_group("mlflow"),
    pytest.mark.filterwarnings("ignore"),  # MLflow's, and of what it imports
]

FACTS = {
    "started": "2026-01-02T03:04:05+00:00",
    "seconds": 1.25,
    "peak_memory_mb": 80.5,
    "versions": {"python": "3.11.7", "numpy": "2.4.6"},
}
COSTS = {"seconds": 1.25, "peak_memory_mb": 80.5}


def attack(bits):
    return Spec("ciphers", "recover_keys", {"attack": "euclid", "bits": bits}, 7, {}, "c0de")


CHASE = Spec("fivethousand", "chase", {"rules": "essay", "largest_lead": 100}, None, {}, "c0de")
TINY = (attack(12), attack(16), CHASE)
GLYPHS = Spec("gf2", "play", {"glyphs": ["#." * 50] * 9, "premature": True}, None, {}, "c0de")


@dataclass(frozen=True)
class Folder:
    """Results, with runs and verdicts made by hand, and what MLflow has of them."""

    results: Path

    def keep(self, spec, **columns):
        table = pa.table(columns)
        content = parquet_bytes(table, dataclasses.asdict(spec))
        Store(self.results).write_run(spec, content, FACTS | {"rows": len(table)})
        return spec

    def judge(self, *verdicts):
        """Write the verdicts of `tiny`, after its plan."""
        folder = self.results / "tiny"
        (folder / "plan").mkdir(parents=True, exist_ok=True)
        for name in ("verdicts", "report"):
            (folder / "plan" / f"{name}.json").write_text("{}")
        text = "".join(f"toy.{i},{verdict}\n" for i, verdict in enumerate(verdicts))
        judged = {"verdicts.csv": f"key,verdict\n{text}".encode()}
        judged["verdicts.parquet"] = pa.table({"verdict": verdicts})
        page = {"report.html": f"<html>{verdicts}</html>".encode()}
        for files in (judged, page):
            for name, content in sealed(files, recipe_hash({})).items():
                (folder / name).write_bytes(content)

    def export(self, *specs, study="tiny"):
        tables = {}
        for spec in specs:
            path = Store(self.results).run_path(spec)
            tables.setdefault(f"{spec.experiment}.{spec.step}", []).append(str(path))
        return export(self.results, study, tables, self.told)

    def told(self, number, total, text):
        assert 0 <= number <= total != 0

    @property
    def client(self):
        from mlflow import MlflowClient

        return MlflowClient(f"sqlite:///{self.results}/mlflow.db")

    def experiment(self, name):
        return self.client.get_experiment_by_name(f"pastimes.{name}")

    def runs(self, name):
        """The MLflow runs of an experiment, in the order of their names."""
        found = self.client.search_runs([self.experiment(name).experiment_id])
        return sorted(found, key=lambda run: run.info.run_name)

    def artefacts(self, run):
        below = run.info.artifact_uri.removeprefix("mlflow-artifacts:/")
        return {path.name: path for path in (self.results / "mlartifacts" / below).iterdir()}

    def everything(self):
        names = ("ciphers.recover_keys", "fivethousand.chase", "verdicts")
        runs = (run for name in names for run in self.runs(name))
        return {run.info.run_id: (run.to_dictionary(), self.times(run)) for run in runs}

    def times(self, run):
        return {name: path.stat().st_mtime_ns for name, path in self.artefacts(run).items()}


@pytest.fixture(scope="session")
def exported(tmp_path_factory):
    """Results of which the study `tiny` was exported."""
    folder = Folder(tmp_path_factory.mktemp("suivi à part ") / "results")
    for bits in (12, 16):
        folder.keep(attack(bits), cipher=["rsa"] * 2, operations=[bits, bits + 1])
    folder.keep(CHASE, lead=[0, 50, 100], overtaken=[0.9, 0.5, 0.25])
    folder.judge("reproduced", "open", "reproduced")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MLFLOW_TRACKING_URI", raising=False)
        patch.chdir(folder.results.parent)
        assert folder.export(*TINY) == Exported(new=3, known=0, missing=0, verdicts=True)
    return folder


@pytest.fixture
def folder(exported, tmp_path, monkeypatch):
    """A copy of these results."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    shutil.copytree(exported.results, tmp_path / "copié")
    return Folder(tmp_path / "copié")


@needs_mlflow
def test_a_run_is_named_by_its_label_and_found_by_its_id(folder):
    run, _ = folder.runs("ciphers.recover_keys")
    assert run.info.run_name == "euclid-12"
    assert run.info.status == "FINISHED"
    assert run.info.end_time - run.info.start_time == 1250
    ours = {name: tag for name, tag in run.data.tags.items() if not name.startswith("mlflow.")}
    assert ours == {
        "run": attack(12).id,
        "step": "recover_keys",
        "code": "c0de",
        "study.tiny": "yes",
        **FACTS["versions"],
    }


@needs_mlflow
def test_a_run_has_the_parameters_and_the_seed_of_its_spec(folder):
    run, _ = folder.runs("ciphers.recover_keys")
    assert run.data.params == {"attack": "euclid", "bits": "12", "seed": "7"}
    (run,) = folder.runs("fivethousand.chase")
    assert run.data.params == {"rules": "essay", "largest_lead": "100"}


@needs_mlflow
def test_a_run_has_its_costs_and_the_metrics_of_its_table(folder):
    run, _ = folder.runs("ciphers.recover_keys")
    assert run.data.metrics == {"operations": 12.5, "rows": 2, **COSTS}


@needs_mlflow
def test_a_curve_runs_along_its_axis(folder):
    (run,) = folder.runs("fivethousand.chase")
    curve = folder.client.get_metric_history(run.info.run_id, "overtaken")
    assert [(point.step, point.value) for point in curve] == [(0, 0.9), (50, 0.5), (100, 0.25)]


@needs_mlflow
def test_copies_of_the_table_and_the_spec_are_kept(folder):
    run, _ = folder.runs("ciphers.recover_keys")
    kept = folder.artefacts(run)
    assert sorted(kept) == ["spec.json", "table.parquet"]
    assert kept["spec.json"].read_text(encoding="utf-8") == attack(12).canonical
    assert pq.read_table(kept["table.parquet"])["operations"].to_pylist() == [12, 13]


@needs_mlflow
def test_an_experiment_says_what_its_columns_mean(folder):
    note = folder.experiment("fivethousand.chase").tags["mlflow.note.content"]
    assert "The last turn: the chance to overtake a lead." in note
    assert "- `lead`: points by which the other is ahead (points)" in note


@needs_mlflow
def test_verdicts_are_counted_and_kept_with_the_report(folder):
    (run,) = folder.runs("verdicts")
    assert run.info.run_name == "tiny"
    assert run.data.metrics == dict.fromkeys(VERDICTS, 0) | {"reproduced": 2, "open": 1}
    assert sorted(folder.artefacts(run)) == ["report.html", "verdicts.csv"]


@needs_mlflow
def test_a_second_export_adds_nothing(folder):
    before = folder.everything()
    assert folder.export(*TINY) == Exported(new=0, known=3, missing=0, verdicts=True)
    assert folder.everything() == before


@needs_mlflow
def test_a_new_point_is_all_that_is_added(folder):
    before = folder.everything()
    new = folder.keep(attack(20), cipher=["rsa"], operations=[20])
    assert folder.export(*TINY, new) == Exported(new=1, known=3, missing=0, verdicts=True)
    after = folder.everything()
    assert before.items() <= after.items()
    assert [run.info.run_name for run in folder.runs("ciphers.recover_keys")] == [
        "euclid-12",
        "euclid-16",
        "euclid-20",
    ]
    assert len(after) == len(before) + 1


@needs_mlflow
def test_a_run_of_two_studies_is_marked_as_both_and_not_copied(folder):
    said = folder.export(CHASE, study="mine")
    assert said == Exported(new=0, known=1, missing=0, verdicts=False)
    (run,) = folder.runs("fivethousand.chase")
    assert (run.data.tags["study.tiny"], run.data.tags["study.mine"]) == ("yes", "yes")
    assert all("study.mine" not in run.data.tags for run in folder.runs("ciphers.recover_keys"))


@needs_mlflow
def test_a_run_that_a_study_has_no_more_is_kept_and_not_marked(folder):
    folder.export(attack(16), CHASE)
    runs = folder.runs("ciphers.recover_keys")
    assert ["study.tiny" in run.data.tags for run in runs] == [False, True]


@needs_mlflow
def test_runs_that_are_not_done_are_counted(folder):
    said = folder.export(*TINY, attack(24))
    assert said == Exported(new=0, known=3, missing=1, verdicts=True)


@needs_mlflow
def test_an_interrupted_export_is_completed(folder, monkeypatch):
    from mlflow import MlflowClient

    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    new = folder.keep(attack(20), cipher=["rsa"], operations=[20])
    for method in ("log_batch", "set_terminated"):
        with monkeypatch.context() as patch:
            patch.setattr(MlflowClient, method, interrupt)
            with pytest.raises(KeyboardInterrupt):
                folder.export(*TINY, new)
    assert [run.info.status for run in folder.runs("ciphers.recover_keys")][2] == "RUNNING"
    assert folder.export(*TINY, new).new == 1
    runs = folder.runs("ciphers.recover_keys")
    assert [run.info.status for run in runs] == ["FINISHED"] * 3
    assert runs[2].data.metrics == {"operations": 20, "rows": 1, **COSTS}


@needs_mlflow
def test_changed_verdicts_replace_those_that_were_there(folder):
    (before,) = folder.runs("verdicts")
    folder.judge("differs", "open", "reproduced")
    assert folder.export(*TINY).verdicts
    (after,) = folder.runs("verdicts")
    assert after.info.run_id == before.info.run_id
    counts = dict.fromkeys(VERDICTS, 0) | {"differs": 1, "open": 1, "reproduced": 1}
    assert after.data.metrics == counts
    assert "differs" in folder.artefacts(after)["verdicts.csv"].read_text(encoding="utf-8")


@needs_mlflow
def test_verdicts_older_than_the_plan_are_left_out(folder):
    folder.judge("differs")
    os.utime(folder.results / "tiny/verdicts.csv", ns=(1, 1))
    assert not folder.export(*TINY).verdicts
    (run,) = folder.runs("verdicts")
    assert run.data.metrics["differs"] == 0


@needs_mlflow
def test_long_lists_are_shortened(folder):
    folder.export(folder.keep(GLYPHS, score=[9], played=[1000]))
    (run,) = folder.runs("gf2.play")
    text = run.data.params["glyphs"]
    assert len(text) == 500
    assert text.startswith('["#.#.')
    assert text.endswith("...")
    assert run.data.params["premature"] == "True"


@needs_mlflow
def test_a_curve_of_a_thousand_points_is_logged_whole(folder):
    parameters = {"rules": "essay", "largest_lead": 999}
    long = dataclasses.replace(CHASE, parameters=parameters)
    folder.export(folder.keep(long, lead=range(1000), overtaken=[0.5] * 1000))
    _, run = folder.runs("fivethousand.chase")
    assert len(folder.client.get_metric_history(run.info.run_id, "overtaken")) == 1000


@needs_mlflow
def test_no_file_of_the_export_names_the_folder(exported):
    below = exported.results.glob("mlartifacts/**/*")
    files = [exported.results / "mlflow.db", *(path for path in below if path.is_file())]
    assert len(files) == 9
    name = "suivi à part".encode()
    assert not [path for path in files if name in path.read_bytes()]


@needs_mlflow
def test_another_store_may_be_named(folder, monkeypatch):
    from mlflow import MlflowClient

    before = folder.everything()
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "sqlite:///other.db")
    assert folder.export(*TINY) == Exported(new=3, known=0, missing=0, verdicts=True)
    assert folder.export(*TINY) == Exported(new=0, known=3, missing=0, verdicts=True)
    client = MlflowClient("sqlite:///other.db")
    found = client.get_experiment_by_name("pastimes.experiments.fivethousand.chase")
    (run,) = client.search_runs([found.experiment_id])
    kept = [file.path for file in client.list_artifacts(run.info.run_id)]
    assert kept == ["spec.json", "table.parquet"]
    assert folder.everything() == before


def refused(folder, *specs):
    with pytest.raises(UserError) as caught:
        folder.export(*specs)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


@needs_mlflow
def test_a_damaged_run_is_refused(folder):
    new = folder.keep(attack(20), cipher=["rsa"], operations=[20])
    path = Store(folder.results).run_path(new)
    path.write_bytes(b"PAR1")
    assert refused(folder, *TINY, new) == (
        f"{path}: damaged (checksum); moved to *.damaged; run the study again"
    )


@needs_mlflow
def test_two_exports_at_once_are_refused(folder):
    with open(folder.results / "mlflow.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert refused(folder, *TINY) == (
            f"{folder.results}/mlflow.lock: held by another process; wait until it ends"
        )


@needs_mlflow
def test_a_server_that_does_not_answer_is_refused_without_its_password(folder, monkeypatch):
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "http://ada:secret@127.0.0.1:9")
    assert refused(folder, *TINY) == (
        "MLFLOW_TRACKING_URI=http://127.0.0.1:9: [Errno 111] Connection refused; "
        f"unset it to export to {folder.results}/mlflow.db"
    )


@needs_mlflow
def test_an_address_that_mlflow_does_not_know_is_refused(folder, monkeypatch):
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "gopher://127.0.0.1")
    assert refused(folder).startswith("MLFLOW_TRACKING_URI=gopher://127.0.0.1: ")


@needs_mlflow
def test_a_file_that_is_no_database_is_refused(folder, tmp_path):
    other = Folder(tmp_path / "other")
    other.results.mkdir()
    (other.results / "mlflow.db").write_text("verdicts " * 100, encoding="utf-8")
    assert refused(other).startswith(f"{other.results}/mlflow.db: ")


def test_without_mlflow_it_is_told_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in [n for n in sys.modules if n.split(".")[0] == "mlflow"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mlflow", None)
    assert refused(Folder(tmp_path)) == (
        "MLflow is not installed in this environment; pip install --editable '.[mlflow]'"
    )


def test_a_study_never_planned_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["mlflow", "mine"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("pastimes: results/mine/plan/plan.json: not a plan (")
    assert said.endswith("); run snakemake --config study=mine first\n")
