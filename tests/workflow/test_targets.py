"""Names on Snakemake's command line mean what a person expects, or one line says why not."""

import pytest

pytestmark = pytest.mark.xdist_group("toy")

FINDING = ('"Four coins, all shards."', '"Four coins in all shards."')


@pytest.fixture
def copied(toy, tmp_path):
    return toy.copy(tmp_path / "copié")


def announced(project, *arguments, study="coins", config=()):
    """Rules that a dry run would execute, and what they would make."""
    said = project.snakemake("-n", *arguments, "--config", f"study={study}", *config)
    lines = [line.strip() for line in said.splitlines()]
    outputs = [line.removeprefix("output: ") for line in lines if line.startswith("output: ")]
    rules = {line.split()[-1].rstrip(":") for line in lines if line.startswith("rule ")}
    names = {name.rpartition("/")[2] for line in outputs for name in line.split(", ")}
    return rules, names


def refused(project, *arguments):
    return project.snakemake(*arguments, "--config", "study=coins", ok=False).splitlines()[-1]


@pytest.fixture(scope="module")
def fresh(new_toy):
    """The toy, of which nothing is made."""
    return new_toy()


def test_an_experiment_is_a_target(fresh):
    rules, names = announced(fresh, "toy")
    assert rules == {"toy_throw", "toy_add", "tabulate", "toy"}
    assert {"toy.add.parquet", "toy.throw.parquet"} <= names


def test_a_table_is_a_target(fresh):
    rules, names = announced(fresh, "toy.throw")
    assert rules == {"toy_throw", "tabulate", "toy.throw"}
    assert "toy.add.parquet" not in names


def test_until_a_step_makes_its_runs(fresh):
    rules, _ = announced(fresh, "--until", "toy_add")
    assert rules == {"toy_throw", "toy_add"}


def test_a_step_is_omitted_with_what_builds_on_it(fresh):
    rules, names = announced(fresh, "--omit-from", "toy_add")
    assert rules == {"toy_throw", "tabulate"}
    assert "toy.add.parquet" not in names


def test_resources_are_set_by_step(fresh):
    said = fresh.snakemake("-n", "--set-resources", "toy_add:mem_mb=77", "--config", "study=coins")
    assert said.count("mem_mb=77,") == 2


def test_a_step_as_target_is_explained(toy):
    told = "pastimes: toy_add: a step makes many runs; for its table: snakemake toy.add"
    assert refused(toy, "toy_add") == told


def test_an_unknown_target_is_refused_in_one_line(toy):
    told = "pastimes: toy.ad: no such target; did you mean toy.add? Allowed: toy, toy.add, "
    assert refused(toy, "toy.ad").startswith(told)


def test_runs_are_not_forced(toy):
    assert refused(toy, "-R", "toy_add") == (
        "pastimes: --forcerun toy_add: runs never change; to recompute and compare them: "
        "pastimes run --again toy.add --study coins"
    )


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("toy", {"toy.add.parquet", "toy.throw.parquet"}),
        ("toy.add", {"toy.add.parquet"}),
        ("judge", set()),
        ("results/coins/verdicts.csv", set()),
    ],
)
def test_products_are_forced_with_all_that_is_made_from_them(toy, name, made):
    _, names = announced(toy, "-R", name)
    assert names == made | {"verdicts.csv", "verdicts.parquet", "report.html"}


def test_what_is_out_of_date_is_made_below_what_is_forced_or_damaged(copied):
    """Snakemake would pass over a forced job below another whose files it takes for unchanged."""
    copied.replace("src/pastimes/experiments/toy/findings.py", *FINDING)
    path = copied.folder / "results/coins/tables/toy.throw.parquet"
    path.write_bytes(path.read_bytes()[:-9])
    _, names = announced(copied)
    assert names == {"toy.throw.parquet", "verdicts.csv", "verdicts.parquet", "report.html"}


def test_what_is_out_of_date_but_not_asked_for_is_left(copied):
    copied.replace("src/pastimes/experiments/toy/findings.py", *FINDING)
    assert announced(copied, "toy.add") == (set(), set())
    before = copied.files("coins/*.*")
    copied.snakemake("toy.add", "--config", "study=coins")
    assert copied.files("coins/*.*") == before


def test_snakemakes_report_has_the_rules_that_computed(toy, tmp_path):
    project = toy.copy(tmp_path / "copié")
    project.snakemake("--report", "report.html", "--config", "study=coins")
    page = (project.folder / "report.html").read_text(encoding="utf-8")
    assert all(f'"{rule}"' in page for rule in ("toy_throw", "toy_add", "tabulate", "judge"))


def test_a_lost_run_alone_is_made_again(copied):
    path = next((copied.folder / "results/runs/toy/throw").glob("*.parquet"))
    content = path.read_bytes()
    others = copied.files("runs/**/*")
    path.unlink()
    rules, names = announced(copied)
    assert {"toy_throw"} == {rule for rule in rules if rule.startswith("toy")}
    assert sum(name.endswith(".done") for name in names) == 1
    copied.snakemake("--config", "study=coins")
    assert path.read_bytes() == content
    assert {n for n, c in copied.files("runs/**/*").items() if c != others[n]} <= {
        f"runs/toy/throw/{path.stem}.json"  # its record: another time
    }


OVERRIDES = 'overrides=toy.coins=[5] "toy.shards=2"'


def test_overrides_make_a_result_of_their_own(copied):
    before = copied.files("coins/**/*")
    said = copied.snakemake("--config", "study=coins", OVERRIDES)
    (name,) = (path.name for path in (copied.folder / "results").glob("coins-*"))
    assert f"pastimes: study coins with toy.coins=[5] toy.shards=2: results/{name}" in said
    assert said.splitlines()[-1].endswith(f"results/{name}/report.html")
    assert copied.files("coins/**/*") == before
    assert len(copied.files("runs/toy/throw/5-*.parquet")) == 2
    page = (copied.folder / f"results/{name}/report.html").read_text(encoding="utf-8")
    assert "study <code>coins</code> with <code>toy.coins=[5] toy.shards=2</code>" in page
    shown = copied.pastimes("show", name)
    assert shown.startswith("study coins with toy.coins=[5] toy.shards=2\n")
    assert "add: 1 runs, 1 done, 0 missing" in shown
    assert copied.pastimes("verify", name).splitlines() == [
        "3 of 3 runs are there and whole",
        "4 of 4 products are there, whole and up to date",
    ]
    assert copied.pastimes("report", name) == f"results/{name}/partial.html\n"
    assert copied.pastimes("clean") == "0 files, 0.0 MB, that no study names; --yes deletes them\n"
    assert "Nothing to be done" in copied.snakemake("-n", "--config", "study=coins", OVERRIDES)


def test_a_result_of_overrides_has_the_name_that_is_given(toy):
    said = toy.snakemake("-n", "--config", "study=coins", OVERRIDES, "name=five")
    assert "results/five/tables/toy.add.parquet" in said


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ("overrides=toy.coins=[0]", "command line: toy: coins: 0: Input should be greater"),
        ("overrides=toy.cions=[5]", "command line: toy: cions: no such key; did you mean coins?"),
        ("overrides=coins=[5]", "command line: coins=[5]: write EXPERIMENT.KEY=VALUE"),
        ("name=paper", "--config name=paper: this is a study in config/; choose another name"),
    ],
)
def test_wrong_overrides_are_refused_in_one_line(toy, config, told):
    said = toy.snakemake("--config", "study=coins", config, ok=False).splitlines()
    assert said[-1].startswith(f"pastimes: {told}")


def test_a_study_is_the_one_that_was_written(toy, tmp_path):
    project = toy.copy(tmp_path / "copié")
    for name in ("010", "10"):
        project.write(f"config/toy/{name}.yaml", f"defaults: [paper, _self_]\nseed: {int(name)}\n")
    said = project.snakemake("-n", "--config", "study=010")
    assert "results/010/tables/toy.add.parquet" in said
    assert "results/10/" not in said


AGAIN = """
import dataclasses, functools
import pastimes.experiments.toy.experiment as toy
from pastimes.commands.cli import main
from pastimes.study import execution


@functools.wraps(toy.add.function)
def add(coins, thrown):
    return {"heads": [99], "throws": [len(thrown["heads"])]}


toy.add = dataclasses.replace(toy.add, function=add)
execution._check_code = lambda *_: None  # as if other hardware gave other numbers
raise SystemExit(main(["run", "--again", "toy.add", "--study", "coins"]))
"""


def test_runs_are_computed_again_and_compared(copied):
    assert copied.pastimes("run", "--again", "toy.throw", "--study", "coins") == (
        "6 runs executed again: 6 hold\n"
    )
    before = copied.files("**/*")
    said = copied.python(AGAIN, ok=False).splitlines()
    assert sum(line.endswith(": differs") for line in said) == 2
    assert sum(line.startswith("  heads: 1 of 1 differ") for line in said) == 2
    assert said[-2:] == [
        "2 runs executed again: 0 hold",
        "pastimes: some runs differ from what the store has",
    ]
    assert copied.files("**/*") == before


def test_runs_that_are_not_there_are_not_compared(fresh):
    assert fresh.pastimes("run", "--again", "toy.add", "--study", "coins") == (
        "0 runs executed again: 0 hold\n2 runs are not in the store: nothing to compare with\n"
    )


def test_verify_says_what_is_out_of_date(copied):
    copied.replace("src/pastimes/experiments/toy/findings.py", *FINDING)
    said = copied.pastimes("verify", "coins").splitlines()
    assert said[:2] == ["results/coins/verdicts: out of date", "results/coins/report: out of date"]
    assert said[3] == "2 of 4 products are there, whole and up to date"
