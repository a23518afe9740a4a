"""Studies on a cluster: a Slurm of one node, started for these tests."""

import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

CLUSTER = Path(__file__).with_name("cluster.sh")
SETTINGS = Path("/etc/slurm/slurm.conf")
SNAKEMAKE = ("snakemake", "--workflow-profile", "workflow/profiles/slurm", "--config")
TINY = "defaults: [smoke, _self_]\n"


def lacking():
    """What keeps Slurm from being started here, in words; nothing where it can be."""
    for program in ("munged", "slurmctld", "slurmd", "sbatch"):
        if shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin") is None:
            return f"no {program} on this machine"
    if importlib.util.find_spec("snakemake_executor_plugin_slurm") is None:
        return "needs the group `slurm`"
    if os.getuid() != 0:
        return "only root can start Slurm"
    if SETTINGS.exists() and not SETTINGS.is_symlink():
        return f"{SETTINGS} is another Slurm's"
    return ""


pytestmark = [
    pytest.mark.slurm,
    pytest.mark.xdist_group("slurm"),
    pytest.mark.skipif(bool(lacking()), reason=lacking()),
]


@pytest.fixture(scope="module")
def ended_jobs(tmp_path_factory):
    """Slurm runs as long as these tests: the file that lists the jobs that have ended."""
    subprocess.run([CLUSTER, "start", tmp_path_factory.mktemp("slurm")], check=True)
    yield SETTINGS.resolve().with_name("jobs.txt")
    subprocess.run([CLUSTER, "stop"], check=True)


@pytest.fixture
def small(new_project, ended_jobs):
    """A project with a study `tiny`, of one experiment, and a cluster to make it on."""
    project = new_project()
    project.write("config/ciphers/tiny.yaml", TINY)
    return project


def started(project):
    """The main process of `tiny` on the cluster, seen to have made a first run."""
    main = subprocess.Popen(
        [sys.executable, "-m", *SNAKEMAKE, "study=tiny"],
        cwd=project.folder,
        env=os.environ | {"PYTHONPATH": str(project.folder / "src")},
    )
    while not project.files("runs/**/*.parquet"):
        assert main.poll() is None
        time.sleep(0.1)
    return main


def has_jobs(project):
    """Whether jobs of a project wait or run."""
    squeue = ("squeue", "--noheader", "--states=PENDING,RUNNING", "--format=%Z")  # their folders
    told = subprocess.run(squeue, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    return str(project.folder) in told.splitlines()


def unlike(project, study, other):
    """Names of runs, and of files that a study shows, that two projects do not both have alike."""
    shown = f"{study}/[!lp]*"  # neither logs nor plan, which says what was missing
    patterns = ("runs/**/*.parquet", shown, f"{shown}/*")
    ours, theirs = (
        {n: c for p in patterns for n, c in x.files(p).items()} for x in (project, other)
    )
    assert f"{study}/verdicts.csv" in ours
    return sorted(name for name in ours | theirs if ours.get(name) != theirs.get(name))


def test_a_study_made_on_a_cluster_is_the_same_as_one_made_without(new_project, ended_jobs):
    project, other = new_project(), new_project()
    project.run(*SNAKEMAKE, "study=smoke")
    other.snakemake("--config", "study=smoke")
    assert unlike(project, "smoke", other) == []

    (log,) = (project.folder / ".snakemake/log").glob("*.log")
    name = re.search(r"SLURM run ID: (\S+)", log.read_text(encoding="utf-8"))[1]
    jobs = [line for line in ended_jobs.read_text("utf-8").splitlines() if name in line]
    plan = json.loads((project.folder / "results/smoke/plan/plan.json").read_text("utf-8"))
    assert len(jobs) == sum(len(batches) for batches in plan["jobs"].values())
    assert all("JobState=COMPLETED" in job for job in jobs)


def test_a_study_whose_main_process_was_killed_is_finished_by_the_same_command(small, new_project):
    main = started(small)
    main.kill()
    main.wait()
    made = small.files("runs/**/*.parquet")
    assert not small.files("tiny/report.html")
    small.run(*SNAKEMAKE, "study=tiny")

    other = new_project()
    other.write("config/ciphers/tiny.yaml", TINY)
    other.snakemake("--config", "study=tiny")
    assert unlike(small, "tiny", other) == []
    assert made.items() <= small.files("runs/**/*.parquet").items()


def test_an_interrupt_cancels_the_jobs(small):
    main = started(small)
    assert has_jobs(small)
    main.send_signal(signal.SIGINT)
    assert main.wait() != 0
    assert not has_jobs(small)


def test_what_a_job_says_as_it_fails_is_shown(small):
    verified = "    verified = sum("
    broken = f'    raise ArithmeticError("nothing is halved")\n{verified}'
    small.replace("src/pastimes/experiments/ciphers/checks.py", verified, broken)
    said = small.run(*SNAKEMAKE, "study=tiny", ok=False)
    assert "ArithmeticError: nothing is halved" in said
    assert "1 of 1 runs failed" in said
