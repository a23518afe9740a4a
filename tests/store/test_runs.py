"""The store: specs written once, runs whole or put aside, bytes verified."""

import dataclasses
import hashlib
import json
import os
from pathlib import Path

import pytest

from pastimes.errors import UserError
from pastimes.store import runs as store_module
from pastimes.store.runs import Store
from pastimes.store.specs import Spec

SPEC = Spec("toy", "draw", {"beta": 0.5, "n": 3}, 7, {}, "c0de")
CONTENT = b"PAR1 the table PAR1"


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "results")


@pytest.fixture
def run(store):
    return store.write_run(SPEC, CONTENT, {"rows": 2})


def record_of(run):
    return run.with_name(run.name.replace(".parquet", ".json"))


def message(call, *arguments):
    with pytest.raises(UserError) as caught:
        call(*arguments)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_an_empty_store_has_no_runs(store):
    assert store.records() == []
    assert not store.is_done(SPEC)


def test_paths_hold_experiment_step_label_and_id():
    store = Store(Path("results"))
    assert store.spec_path(SPEC) == Path("results/specs/toy/draw", f"0.5-3-{SPEC.id}.json")
    assert store.run_path(SPEC) == Path("results/runs/toy/draw", f"0.5-3-{SPEC.id}.parquet")
    assert store.path_of_run("toy", "draw", SPEC.stem) == store.run_path(SPEC)


def test_a_spec_is_read_as_written(store):
    path = store.write_spec(SPEC)
    assert path == store.spec_path(SPEC)
    assert path.read_text(encoding="utf-8") == SPEC.canonical
    assert store.read_spec(path) == SPEC


def test_a_spec_is_written_once(store):
    path = store.write_spec(SPEC)
    os.utime(path, ns=(1, 1))
    store.write_spec(SPEC)
    assert path.stat().st_mtime_ns == 1


def test_a_truncated_spec_is_written_again(store):
    path = store.write_spec(SPEC)
    path.write_text(SPEC.canonical[:-5], encoding="utf-8")
    store.write_spec(SPEC)
    assert store.read_spec(path) == SPEC


def test_a_run_is_read_as_written(store, run):
    assert run == store.run_path(SPEC)
    assert store.read_run(run) == CONTENT
    assert store.is_done(SPEC)


def test_the_record_beside_holds_checksum_size_and_facts(run):
    assert json.loads(record_of(run).read_text(encoding="utf-8")) == {
        "sha256": hashlib.sha256(CONTENT).hexdigest(),
        "bytes": len(CONTENT),
        "rows": 2,
    }


def test_the_record_is_written_before_the_table(store, monkeypatch):
    def fail(path, content):
        raise OSError("power cut")

    monkeypatch.setattr(store_module, "write_bytes", fail)
    with pytest.raises(OSError, match="power cut"):
        store.write_run(SPEC, CONTENT, {})
    assert record_of(store.run_path(SPEC)).exists()
    assert not store.is_done(SPEC)
    assert store.records() == []


def test_runs_of_other_specs_are_not_this_one(store, run):
    assert not store.is_done(dataclasses.replace(SPEC, seed=8))


def test_records_come_in_the_order_of_their_paths(store):
    specs = [dataclasses.replace(SPEC, step=step, seed=s) for step in ("b", "a") for s in (1, 2, 3)]
    paths = sorted(store.write_run(s, CONTENT, {"rows": s.seed}) for s in specs)
    assert [path for path, _ in store.records()] == paths
    assert sorted(record["rows"] for _, record in store.records()) == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("size", [0, 1, len(CONTENT) - 1, len(CONTENT) + 1])
def test_a_run_of_another_size_is_put_aside(store, run, size):
    damaged = (CONTENT + b"!")[:size]
    run.write_bytes(damaged)
    assert not store.is_done(SPEC)
    assert store.put_aside(store.run_path(SPEC)) == run
    assert not run.exists()
    assert run.with_name(f"{run.name}.damaged").read_bytes() == damaged


def test_asking_whether_a_run_is_done_changes_nothing(store, run):
    run.write_bytes(b"")
    assert not store.is_done(SPEC)
    assert run.read_bytes() == b""


def test_a_whole_run_and_an_absent_one_are_not_put_aside(store, run):
    assert store.put_aside(store.run_path(SPEC)) is None
    run.unlink()
    assert store.put_aside(store.run_path(SPEC)) is None


def test_a_run_put_aside_is_no_longer_listed(store, run):
    run.write_bytes(b"")
    store.put_aside(store.run_path(SPEC))
    assert store.records() == []


def test_a_run_put_aside_can_be_made_again(store, run):
    run.write_bytes(b"")
    store.put_aside(store.run_path(SPEC))
    store.write_run(SPEC, CONTENT, {})
    assert store.is_done(SPEC)
    assert store.read_run(run) == CONTENT


@pytest.mark.parametrize("record", [None, "", "{", "[]", "{}"])
def test_a_run_without_a_record_is_put_aside(store, run, record):
    record_of(run).unlink() if record is None else record_of(run).write_text(record)
    assert not store.is_done(SPEC)
    assert store.put_aside(store.run_path(SPEC)) == run
    assert run.with_name(f"{run.name}.damaged").exists()


def test_a_changed_byte_is_refused_on_reading(store, run):
    run.write_bytes(CONTENT.replace(b"table", b"tables")[: len(CONTENT)])
    assert message(store.read_run, run) == (
        f"{run}: damaged (checksum); moved to *.damaged; run the study again"
    )
    assert not run.exists()
    assert run.with_name(f"{run.name}.damaged").exists()


def test_a_run_whose_record_is_gone_is_refused_on_reading(store, run):
    record_of(run).unlink()
    assert "damaged (its record is lost); moved to" in message(store.read_run, run)


def test_an_absent_run_is_refused(store):
    path = store.run_path(SPEC)
    assert (
        message(store.read_run, path) == f"{path}: No such file or directory; run the study again"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b"[]", "unexpected fields"),
        (b"{}", "unexpected fields"),
        (b'{"experiment":"toy"}', "unexpected fields"),
        (SPEC.canonical.replace("{", '{"colour":1,', 1).encode(), "unexpected fields"),
        (b"\xff", "not UTF-8 text"),
    ],
    ids=["empty", "cut", "list", "no fields", "one field", "further field", "not UTF-8"],
)
def test_a_file_that_is_no_spec_is_refused(store, content, said):
    path = store.write_spec(SPEC)
    path.write_bytes(content)
    refused = message(store.read_spec, path)
    assert refused.startswith(f"{path}: not a spec (")
    assert said in refused
    assert refused.endswith("); plan the study again")


def test_an_absent_spec_is_refused(store):
    path = store.spec_path(SPEC)
    assert message(store.read_spec, path).startswith(f"{path}: not a spec (")


@pytest.mark.parametrize(("old", "new"), [("0.5", "0.6"), ('"seed":7', '"seed":8')])
def test_a_changed_spec_is_refused(store, old, new):
    path = store.write_spec(SPEC)
    path.write_text(SPEC.canonical.replace(old, new), encoding="utf-8")
    assert message(store.read_spec, path) == (
        f"{path}: its content was changed; delete it and plan the study again"
    )


def test_a_renamed_spec_is_refused(store):
    path = store.write_spec(SPEC)
    renamed = path.rename(path.with_name("other.json"))
    assert "its content was changed" in message(store.read_spec, renamed)
