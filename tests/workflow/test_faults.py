"""Whatever stops a study, the same command goes on, and ends with the same files."""

import os
import shutil
import signal
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from pastimes.store.files import is_temporary
from pastimes.study.plan import Study
from pastimes.study.work import Work

pytestmark = [
    pytest.mark.xdist_group("faults"),
    pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="jobs are found in /proc"),
]

COINS = ("--config", "study=coins")
EXPERIMENT = "src/pastimes/experiments/toy/experiment.py"
ANOTHER_FINDING = ('"Four coins, all shards."', '"Four coins in all shards."')
THROW = "rng.integers(0, 2, coins)}"


def made(project, study="coins"):
    """All that a study is made for."""
    kinds = ("runs/**/*.parquet", f"{study}/tables/*", f"{study}/*.*", f"{study}/figures/*")
    found = {name: content for kind in kinds for name, content in project.files(kind).items()}
    # What a writer left that was killed is hidden, and no harm: `pastimes clean` takes it away.
    return {name: content for name, content in found.items() if not is_temporary(Path(name))}


@pytest.fixture(scope="module")
def undisturbed(new_toy):
    """The study as it is made when nothing goes wrong."""
    project = new_toy()
    project.snakemake(*COINS)
    assert len(made(project)) == 8 + 2 + 3  # runs, tables, and what is shown
    return project


@pytest.fixture
def finished(undisturbed, tmp_path):
    return undisturbed.copy(tmp_path / "copié")


def processes(project, part=""):
    """Processes that work in a project's folder and have this in their command."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_text(encoding="utf-8").replace("\0", " ")
            if (entry / "cwd").readlink() == project.folder and part in command:
                found.append(int(entry.name))
        except OSError:  # it has ended
            continue
    return found


def kill(pids, with_=signal.SIGKILL):
    for pid in pids:
        try:
            os.kill(pid, with_)
        except ProcessLookupError:
            continue


WAYS = {
    "the scheduler is killed": lambda project, main: kill([main]),
    "the power fails": lambda project, main: kill(processes(project)),
    "the scheduler is told to stop": lambda project, main: kill([main], signal.SIGTERM),
    "a person presses Ctrl-C": lambda project, main: kill(processes(project), signal.SIGINT),
    "the terminal is closed": lambda project, main: kill(processes(project), signal.SIGHUP),
    "a job is killed": lambda project, main: kill(processes(project, "execute")),
}
MOMENTS = {
    "once planned": "coins/plan/plan.json",
    "after the first run": "runs/toy/throw/*.parquet",
    "after the first sum": "runs/toy/add/*.parquet",
    "after the first table": "coins/tables/*.parquet",
    "after the verdicts": "coins/verdicts.csv",
}
TOGETHER = [*zip(WAYS, [*MOMENTS, "after the first run"], strict=True)]


def stopped(project, way, moment):
    """Start a study and stop it; what there is then."""
    started = project.start("snakemake", "--cores", "2", *COINS)
    while started.poll() is None and not [*(project.folder / "results").glob(MOMENTS[moment])]:
        time.sleep(0.005)
    if way == "a job is killed":
        while started.poll() is None and not processes(project, "execute"):
            time.sleep(0.005)
    WAYS[way](project, started.pid)
    started.communicate()
    if (way, moment) in TOGETHER:  # else it may have been over before
        assert started.returncode != 0
    return made(project)


@pytest.mark.parametrize(
    ("way", "moment"),
    [
        pytest.param(w, m, marks=() if (w, m) in TOGETHER else pytest.mark.slow)
        for w in WAYS
        for m in MOMENTS
    ],
)
def test_a_study_that_was_stopped_goes_on(undisturbed, new_toy, way, moment):
    project = new_toy()
    before = stopped(project, way, moment)
    assert before.items() <= made(undisturbed).items()  # whole, or absent
    project.snakemake(*COINS)
    assert made(project) == made(undisturbed)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [2, 5, 9, 14, 20, 30, 45, 60])
def test_smoke_goes_on_when_the_power_failed(smoke, new_project, seconds):
    project = new_project()
    started = project.start("snakemake", "--cores", "2", "--config", "study=smoke")
    time.sleep(seconds)
    kill(processes(project))
    started.communicate()
    project.snakemake("--config", "study=smoke")
    assert made(project, "smoke") == made(smoke, "smoke")


@pytest.fixture(scope="module")
def smoke(new_project):
    project = new_project()
    project.snakemake("--config", "study=smoke")
    return project


@pytest.mark.parametrize(
    ("instead", "said"),
    [
        ("[1 / 0]}", "failed (ZeroDivisionError: division by zero)"),
        ('["garbage"]}', "failed (ValueError: column heads: "),
        ('[1], "tails": [0]}', "failed (ValueError: columns ['tails'] are declared or returned"),
        ("bytearray(1 << 62)}", "failed (MemoryError: "),
        ('[open("/dev/full", "w").write("x" * 10**6)]}', "No space left on device"),
        ("[__import__('os').abort()]}", "Aborted"),
    ],
    ids=["raises", "gives garbage", "gives more", "runs out of memory", "fills the disk", "dies"],
)
def test_a_job_that_fails_says_why_and_loses_nothing(undisturbed, new_toy, instead, said):
    project = new_toy()
    project.write("config/toy/four.yaml", "defaults: [paper, _self_]\ncoins: [4]\n")
    project.replace(EXPERIMENT, THROW, instead)
    told = project.snakemake("--config", "study=four", ok=False)
    assert said in told
    assert "pastimes: not everything was made; start the same command again" in told
    assert "Traceback" not in told or "ZeroDivision" in said or "Arrow" in said or "Value" in said
    assert made(project, "four") == {}
    project.replace(EXPERIMENT, instead, THROW)
    project.snakemake(*COINS)
    assert made(project) == made(undisturbed)


def test_a_full_disk_is_said_for_then_logs_are_empty(monkeypatch, capsys):
    usage = SimpleNamespace(free=2**19)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    Work(Study("coins", {}, [], {}, {}, {}, {}, [])).failed()
    assert capsys.readouterr().err == (
        "pastimes: results: the disk is full, 0.5 MB are left; make room, then "
        "start the same command again: what was made is kept\n"
    )


def damage(path, how):
    content = path.read_bytes()
    other = next(p for p in sorted(path.parent.glob("*.parquet")) if p != path)
    path.write_bytes(
        {
            "truncated": content[: len(content) // 2],
            "emptied": b"",
            "foreign": other.read_bytes() + b" ",
            "changed": content[:-9] + bytes([content[-9] ^ 1]) + content[-8:],
        }[how]
    )
    return content


@pytest.mark.parametrize("how", ["truncated", "emptied", "foreign"])
def test_a_run_of_another_size_is_said_and_made_again(finished, how):
    path = next((finished.folder / "results/runs/toy/throw").glob("*.parquet"))
    whole = damage(path, how)
    told = finished.snakemake(*COINS)
    assert (
        f"{path.relative_to(finished.folder)}: damaged; moved to *.damaged and recomputed" in told
    )
    assert path.read_bytes() == whole


def test_a_changed_byte_is_found_when_the_run_is_read_and_then_made_again(finished):
    before = made(finished)
    path = next((finished.folder / "results/runs/toy/add").glob("*.parquet"))
    damage(path, "changed")
    (finished.folder / "results/coins/tables/toy.add.parquet").unlink()
    told = finished.snakemake(*COINS, ok=False)
    assert (
        f"{path.relative_to(finished.folder)}: damaged (checksum); moved to *.damaged; run the"
        in told
    )
    finished.snakemake(*COINS)
    assert made(finished) == before


def test_verify_finds_a_changed_byte_before_anyone_reads_it(finished):
    before = made(finished)
    path = next((finished.folder / "results/runs/toy/throw").glob("*.parquet"))
    damage(path, "changed")
    told = finished.pastimes("verify", "coins", ok=False)
    assert f"{path.relative_to(finished.folder)}: damaged (checksum); moved to *.damaged" in told
    assert told.splitlines()[-3:] == [
        "7 of 8 runs are there and whole",
        "4 of 4 products are there, whole and up to date",
        "pastimes: 1 runs or products are damaged; run snakemake --config study=coins",
    ]
    finished.snakemake(*COINS)
    assert made(finished) == before
    assert finished.pastimes("verify", "coins").splitlines() == [
        "8 of 8 runs are there and whole",
        "4 of 4 products are there, whole and up to date",
    ]


PRODUCTS = ("tables/toy.add.parquet", "verdicts.parquet", "verdicts.csv", "report.html")


@pytest.mark.parametrize("how", ["truncated", "emptied", "changed"])
@pytest.mark.parametrize("name", PRODUCTS)
def test_a_damaged_product_is_found_and_made_again(finished, name, how):
    before = made(finished)
    path = finished.folder / "results/coins" / name
    content = path.read_bytes()
    middle = len(content) // 2
    changed = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    path.write_bytes({"truncated": content[:middle], "emptied": b"", "changed": changed}[how])
    product = name.partition(".csv")[0].partition(".parquet")[0].partition(".html")[0]
    told = finished.pastimes("verify", "coins", ok=False)
    assert f"results/coins/{product}: damaged" in told
    assert "3 of 4 products are there, whole and up to date" in told
    finished.snakemake(*COINS)
    assert made(finished) == before


def test_times_and_what_snakemake_remembers_decide_nothing(finished):
    results = finished.folder / "results"
    for path in (p for p in results.rglob("*") if p.is_file()):
        os.utime(path, (4e9, 4e9))  # in the future
    os.utime(results / "coins/report.html", (1e9, 1e9))
    shutil.rmtree(finished.folder / ".snakemake")
    assert "Nothing to be done" in finished.snakemake("-n", *COINS)
    finished.replace("src/pastimes/experiments/toy/findings.py", *ANOTHER_FINDING)
    before = made(finished)
    finished.snakemake(*COINS)
    after = made(finished)
    changed = {name for name, content in after.items() if content != before[name]}
    assert changed == {f"coins/{name}" for name in PRODUCTS[1:]}


def test_results_of_other_code_are_not_taken_for_ones_own(finished, tmp_path):
    """As when a copy is restored, or a folder of results is shared by two clones."""
    other = finished.copy(tmp_path / "autre")
    other.replace("src/pastimes/experiments/toy/findings.py", *ANOTHER_FINDING)
    other.snakemake(*COINS)
    ours = made(finished)
    shutil.rmtree(finished.folder / "results")
    shutil.copytree(other.folder / "results", finished.folder / "results")
    assert made(finished) != ours
    finished.snakemake(*COINS)
    assert made(finished) == ours


def begun(project):
    """A Snakemake at work on the study `coins`, slowly."""
    project.replace(
        EXPERIMENT,
        '    return {"heads": rng',
        '    import time\n\n    time.sleep(2)\n    return {"heads": rng',
    )
    started = project.start("snakemake", "--cores", "2", *COINS)
    while started.poll() is None and not processes(project, "execute"):
        time.sleep(0.01)
    return started


def test_ctrl_c_ends_in_one_line(new_toy):
    project = new_toy()
    started = begun(project)
    kill(processes(project), signal.SIGINT)
    said = started.communicate()[0].splitlines()
    notice, *rest, last = [line for line in said if not line.startswith("Using workflow")]
    assert rest == [], "\n".join(said)
    assert notice.startswith("pastimes: study coins leaves out ")
    assert last == ("pastimes: interrupted; start the same command again: what was made is kept")


@pytest.fixture
def at_work(new_toy):
    """A project in which a Snakemake is at work on the study `coins`."""
    project = new_toy()
    started = begun(project)
    yield project, started
    started.communicate()
    assert started.returncode == 0


def test_a_second_snakemake_on_a_study_is_refused_while_one_is_at_work(at_work):
    project, _ = at_work
    line = project.snakemake(*COINS, ok=False).splitlines()[-1]
    assert line.startswith("pastimes: results/coins/lock: held by a Snakemake at work on it, since")
    assert line.endswith("; wait until it ends")
    line = project.pastimes("clean", "--yes", ok=False).splitlines()[-1]
    assert line.startswith("pastimes: results/lock: held by ")


@pytest.mark.parametrize(
    "switches",
    [["-n"], ["--summary"], ["--list-rules"], ["--rulegraph"], ["--dag"]],
    ids=lambda switches: switches[0],
)
def test_looking_needs_no_lock(at_work, switches):
    project, started = at_work
    assert started.poll() is None
    project.snakemake(*switches, *COINS)


@pytest.mark.parametrize("switch", ["-n", "--summary", "--list-rules", "--rulegraph", "--dag"])
def test_looking_writes_nothing(new_toy, switch):
    project = new_toy()
    project.snakemake(switch, *COINS)
    assert not (project.folder / "results").exists()


def test_two_studies_at_once_are_made_as_one_after_the_other(new_toy):
    both, turns = new_toy(), new_toy()
    for project in (both, turns):
        project.write("config/toy/more.yaml", "defaults: [paper, _self_]\nshards: 4\n")
    commands = [("snakemake", "--cores", "1", "--config", f"study={s}") for s in ("coins", "more")]
    started = [both.start(*command) for command in commands]
    told = [process.communicate()[0] for process in started]
    assert [process.returncode for process in started] == [0, 0], told
    for command in commands:
        turns.run(*command)
    for study in ("coins", "more"):
        assert made(both, study) == made(turns, study)
