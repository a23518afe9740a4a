"""What a person is told, as one line and before the first job, when a study cannot be run."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.xdist_group("refusals")

CONFIG = "config/balanced_dice/mine.yaml"
START = "defaults: [paper, _self_]\n"


@pytest.fixture(scope="module")
def project(new_project):
    return new_project()


def refused(project, *arguments):
    said = project.snakemake(*arguments, ok=False)
    lines = [line for line in said.splitlines() if line.startswith("pastimes: ")]
    assert "Traceback" not in said
    assert "rule" not in said
    return lines[-1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("games: 0\n", [CONFIG, "games", "0", "greater than or equal to 1"]),
        ("gmaes: 5\n", [CONFIG, "gmaes", "did you mean games?"]),
        ("games: many\n", [CONFIG, "games", "'many'", "integer"]),
        ("games: [1\n", [CONFIG]),
        ("games: .nan\n", [CONFIG, "games", "nan"]),
        ("algorithms: {spring: []}\n", [CONFIG, "algorithms.spring", "at least 1"]),
        ("algorithms: {sprung: [1]}\n", [CONFIG, "sprung", "did you mean spring?"]),
    ],
)
def test_a_bad_config_is_refused_in_one_line(project, text, told):
    project.write(CONFIG, START + text)
    line = refused(project, "--config", "study=mine")
    assert all(word in line for word in told), line
    assert not (project.folder / "results/mine").exists()


def test_an_unknown_study_is_refused(project):
    line = refused(project, "--config", "study=smoek")
    assert "smoek" in line
    assert "did you mean smoke?" in line


def test_an_unknown_key_of_the_command_line_is_refused(project):
    assert "did you mean study?" in refused(project, "--config", "stdy=smoke")


def test_a_folder_without_configs_is_refused(project, tmp_path):
    line = refused(project, "--config", "study=smoke", "--directory", str(tmp_path))
    assert "start from the project's folder" in line


def test_results_that_are_no_folder_are_refused(project):
    results = project.folder / "results"
    results.write_text("a file where a folder should be")
    told = "pastimes: results: not a folder; move it away"
    assert refused(project, "--config", "study=smoke") == told
    results.unlink()
    results.symlink_to("elsewhere")
    told = "pastimes: results: a link to elsewhere, which is not there"
    assert refused(project, "--config", "study=smoke") == told
    results.unlink()


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("run", "balanced_dice.simulat"), "did you mean simulate?"),
        (("run", "balanced_dic.simulate"), "did you mean balanced_dice?"),
        (("run", "balanced_dice.simulate", "game=5"), "did you mean games?"),
        (("run", "balanced_dice.simulate", "games=-5"), "command line: games: -5"),
        (("show", "papr"), "did you mean paper?"),
        (("run", "balanced_dice.simulate", "--study", "smok"), "did you mean smoke?"),
        (("ask", "gf2.slove"), "did you mean solve?"),
        (("ask", "gf2.solve", "alphabet=plian"), "did you mean plain?"),
        (("runs",), "start from the project's folder"),
        (("judge", "results/plan/none.json"), "not a recipe for judge (No such file or directory)"),
        (("execute", "results/specs/none.json"), "not a spec (No such file or directory)"),
    ],
)
def test_a_bad_command_is_refused_in_one_line(project, command, told):
    said = project.pastimes(*command, ok=False)
    assert told in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "command", [("snakemake", "-n", "--config", "study=smoke"), ("pastimes", "show", "smoke")]
)
def test_a_copied_folder_is_not_worked_in_with_the_first_ones_code(project, tmp_path, command):
    """As a copied virtual environment would: it imports from where it was set up."""
    folder = project.copy(tmp_path / "copié").folder
    own = {"PYTHONPATH": str(project.folder / "src")}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1] == (
        f"pastimes: src/pastimes is not what runs: pastimes is imported from "
        f"{project.folder / 'src/pastimes'}; set up this folder's own environment: "
        f"rm -r .venv; make setup"
    )
    assert not (folder / "results").exists()
