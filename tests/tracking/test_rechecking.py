"""Rechecking: stored specs executed again, and the verdicts that would move."""

import pytest

# In another process, as if other libraries gave other numbers: the step's function is altered.
ALTERED = """
import dataclasses, functools
import pastimes.experiments.toy.experiment as toy
from pastimes.commands.cli import main


@functools.wraps(toy.add.function)
def add(coins, thrown):
    return {add}


toy.add = dataclasses.replace(toy.add, function=add)
raise SystemExit(main(["recheck", "coins", *{arguments!r}]))
"""
SAME = '{"heads": [thrown["heads"].sum()], "throws": [len(thrown["heads"])]}'
MORE = '{"heads": [thrown["heads"].sum()], "throws": [len(thrown["heads"]) + (coins == 4)]}'


@pytest.fixture
def study(toy, tmp_path):
    """The study `coins` made; its files before, and a recheck with another body of `add`."""
    project = toy.copy(tmp_path / "copié")
    before = project.files("**/*")

    def recheck(add, *arguments, ok):
        said = project.python(ALTERED.format(add=add, arguments=arguments), ok=ok)
        assert project.files("**/*") == before
        return said.splitlines()

    return recheck


def test_a_study_that_holds_says_so_and_is_left_as_it_is(toy):
    before = toy.files("**/*")
    assert toy.pastimes("recheck", "coins") == "8 runs executed again: 8 hold\n"
    assert toy.files("**/*") == before


def test_rewritten_code_that_gives_the_same_holds(study):
    assert study(SAME, ok=True) == ["8 runs executed again: 8 hold"]


def test_a_run_that_differs_is_named_with_the_verdicts_that_would_move(study):
    said = study(MORE, ok=False)
    assert said[0].startswith("results/runs/toy/add/4-")
    assert said[0].endswith(": differs")
    assert said[1] == "  throws: 1 of 1 differ, most in row 0: 12 | 13"
    assert said[2:] == [
        "  the same versions of Python and all packages",
        "8 runs executed again: 7 hold",
        "1 verdicts would be others:",
        "  toy.throws: reproduced -> differs",
        "pastimes: 1 runs differ from what the store has",
    ]


def test_a_step_that_fails_is_a_run_that_differs(study):
    said = study('{"heads": [1 // 0]}', "--step", "toy.add", ok=False)
    assert said.count("  fails: ZeroDivisionError: integer division or modulo by zero") == 2
    assert "2 runs executed again: 0 hold" in said
    assert said[-1] == "pastimes: 2 runs differ from what the store has"


def test_versions_then_and_now_are_told(toy, tmp_path):
    project = toy.copy(tmp_path / "copié")
    for name in project.files("runs/toy/add/*.json"):
        project.replace(f"results/{name}", '"numpy": "', '"numpy": "0.')
    said = project.python(ALTERED.format(add=MORE, arguments=()), ok=False)
    assert "  numpy 0." in said


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (("--step", "toy.add"), 2),
        (("--step", "toy"), 8),
        (("--sample", "1"), 2),
        (("--sample", "2", "--step", "toy.throw"), 2),
        (("--step", "toy.add", "--step", "toy.throw"), 8),
    ],
)
def test_a_part_of_a_study_is_rechecked(toy, arguments, number):
    said = toy.pastimes("recheck", "coins", *arguments)
    assert said == f"{number} runs executed again: {number} hold\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--step", "toy.ad"), "step toy.ad: no run of the study; did you mean toy.add?"),
        (("--sample", "-1"), "--sample -1: how many of each step, from 1 on"),
    ],
)
def test_what_there_is_not_is_refused(toy, arguments, told):
    said = toy.pastimes("recheck", "coins", *arguments, ok=False)
    assert said.startswith(f"pastimes: {told}")
    assert len(said.splitlines()) == 1


def test_runs_that_are_missing_are_counted(toy, tmp_path):
    project = toy.copy(tmp_path / "copié")
    next((project.folder / "results/runs/toy/add").glob("*.parquet")).unlink()
    assert project.pastimes("recheck", "coins").splitlines() == [
        "7 runs executed again: 7 hold",
        "1 runs are not in the store: nothing to compare with",
    ]
