"""The engine's own benchmark: processes that do what they are said to."""

import pytest

from benchmarks import laboratory
from pastimes.errors import UserError
from pastimes.store.runs import RESULTS, Store


def test_a_process_that_fails_is_refused_in_one_line():
    with pytest.raises(UserError, match=r"^python -c import no_such_thing: ModuleNotFoundError"):
        laboratory.python("-c", "import no_such_thing")
    with pytest.raises(UserError, match=r"exit\(3\): failed$"):
        laboratory.python("-c", "exit(3)")


def test_a_cheap_run_is_made_anew_at_every_call(tmp_path):
    spec = laboratory.planned(laboratory.STEP_WITHOUT_KERNEL, tmp_path)
    laboratory.execute(spec, tmp_path)
    ((run, record),) = Store(tmp_path / RESULTS).records()
    assert record["rows"] == 1
    before = run.stat().st_mtime_ns
    laboratory.execute(spec, tmp_path)
    assert run.stat().st_mtime_ns > before


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("Nothing to be done (all requested files are present and up to date).", True),
        ("Job stats:\njob count\n1 of 2 steps (50%) done", False),
    ],
)
def test_a_study_is_made_where_snakemake_has_nothing_to_do(monkeypatch, said, made):
    asked = []
    monkeypatch.setattr(laboratory, "python", lambda *arguments: asked.append(arguments) or said)
    assert laboratory.nothing_to_do("smoke") is made
    assert {"--dry-run", "study=smoke"} <= set(asked[0])


def test_a_study_that_is_not_made_is_left_out_with_a_line(monkeypatch, capsys):
    monkeypatch.setattr(laboratory, "starts", lambda folder: "starts")
    monkeypatch.setattr(laboratory, "nothing_to_do", lambda study: study == "smoke")
    monkeypatch.setattr(laboratory, "idle", lambda study, folder: f"{study} again")
    monkeypatch.setattr(Store, "records", lambda self: [])
    assert list(laboratory.benchmarks()) == ["starts", "smoke again"]
    assert capsys.readouterr().out == (
        "study paper: not made, left out; snakemake --config study=paper\n"
    )
