"""One line of progress, errors that begin with their reason, and how it ended."""

import logging
from types import SimpleNamespace

import pytest

from pastimes.store.runs import Store
from pastimes.store.specs import Spec
from pastimes.study import progress
from pastimes.study.progress import Progress, expected_seconds


def record(message="", level=logging.INFO, **fields):
    made = logging.LogRecord("snakemake", level, "", 0, message, None, None)
    made.__dict__ |= fields
    return made


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes when it is told to."""
    now = SimpleNamespace(seconds=0.0)
    monkeypatch.setattr(progress.time, "monotonic", lambda: now.seconds)
    return now


@pytest.fixture
def shown(clock):
    """Progress of a study of two jobs of one rule, and one of another, that is at work."""
    made = Progress(when_nothing_to_do=lambda: print("nothing to do"))
    made.expected = {"toy_throw": 9.0}
    stats = {"toy_throw": 2, "page": 1, "total": 3}
    assert not made.passes(record(event="workflow_started"))
    assert not made.passes(record(event="run_info", stats=stats))
    return made


def start(shown, jobid, rule):
    assert not shown.passes(record(event="job_info", jobid=jobid, rule_name=rule))


def finish(shown, jobid, done):
    assert not shown.passes(record(event="job_finished", job_id=jobid))
    assert not shown.passes(record(event="progress", done=done, total=3))


def fail(shown, log, **aux):
    fields = {"rule_name": "toy_throw", "log": [str(log)], "aux": aux}
    assert not shown.passes(record(level=logging.ERROR, event="job_error", **fields))


def test_messages_before_the_work_are_snakemakes_own():
    made = Progress(when_nothing_to_do=lambda: None)
    assert made.passes(record("Creating report..."))
    assert made.passes(record("wrong", logging.ERROR))


def test_without_a_terminal_a_line_comes_every_half_minute(shown, clock, capsys):
    start(shown, 1, "toy_throw")
    clock.seconds = 20
    finish(shown, 1, done=1)
    assert capsys.readouterr().err == ""
    clock.seconds = 40
    start(shown, 2, "toy_throw")
    assert capsys.readouterr().err == (
        "1 of 3 jobs done, about 44 s left; at work: toy_throw\n"  # 11 of 21 expected seconds
    )
    start(shown, 3, "page")
    assert capsys.readouterr().err == ""


def test_a_terminal_has_one_line_that_is_rewritten(shown, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    start(shown, 1, "toy_throw")
    start(shown, 2, "page")
    shown.clear()
    assert capsys.readouterr().err == (
        "\r\x1b[K0 of 3 jobs done; at work: toy_throw"
        "\r\x1b[K0 of 3 jobs done; at work: toy_throw, page"
        "\r\x1b[K"
    )


def test_an_error_begins_with_its_reason(shown, tmp_path, capsys):
    log = tmp_path / "throw.log"
    log.write_text("Traceback\npastimes: x.json: failed (no coin)\npastimes: 1 of 1 runs failed\n")
    fail(shown, log, external_jobid=7)
    assert capsys.readouterr().err.splitlines() == [
        "pastimes: x.json: failed (no coin)",
        f"    rule toy_throw, log {log}",
        "    external_jobid: 7",
        "    Traceback",
        "    pastimes: 1 of 1 runs failed",
    ]
    assert shown.failed
    assert not shown.passes(record("At least one job did not complete", logging.ERROR))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("", "pastimes: toy_throw failed: no reason"),
        ("Aborted\n", "pastimes: toy_throw failed: Aborted"),
    ],
)
def test_a_job_that_does_not_say_why_is_named(shown, tmp_path, capsys, text, first):
    (tmp_path / "log").write_text(text)
    fail(shown, tmp_path / "log")
    assert capsys.readouterr().err.splitlines()[0] == first


def test_jobs_that_an_interrupt_ends_are_no_errors(shown, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(progress.signal, "signal", lambda number, handler: handlers.append(handler))
    handlers = []
    shown.watch_for_interrupt()
    with pytest.raises(KeyboardInterrupt):
        handlers[0](2, None)
    fail(shown, tmp_path / "log")
    assert not shown.passes(record("RuleException: ...", logging.ERROR))
    assert capsys.readouterr().err == ""
    assert shown.interrupted
    assert not shown.failed


def test_other_errors_are_shown_as_snakemake_says_them(shown):
    assert shown.passes(record("MissingOutputException", logging.ERROR))
    assert shown.passes(record("No account was given.", logging.WARNING))
    assert not shown.passes(record("CalledProcessError in file ...", logging.ERROR))
    assert not shown.passes(record("Using shell: bash"))


def test_the_end_is_told_where_nothing_was_to_be_done(shown, capsys):
    assert not shown.passes(record("Nothing to be done (all requested files are present)."))
    assert capsys.readouterr().out == "nothing to do\n"


@pytest.mark.parametrize(
    ("seconds", "said"), [(7.4, "7 s"), (119, "2 min"), (5400, "90 min"), (9000, "2.5 h")]
)
def test_durations_are_rounded(seconds, said):
    assert progress._duration(seconds) == said


def test_jobs_are_expected_to_last_as_recorded(tmp_path):
    store = Store(tmp_path)
    for size, seconds in ((1, 2.0), (2, 4.0)):
        spec = Spec("toy", "throw", {"coins": size}, 7, {}, "c0de")
        store.write_run(spec, b"table", {"seconds": seconds})
    found = expected_seconds(store, {"toy.throw": [3, 1], "toy.add": [1], "toy.none": []})
    assert found == {"toy.throw": 6.0}  # two runs a job, of three seconds each
