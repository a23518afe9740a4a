"""What the run store holds, as people ask for it: listed, compared, cleared."""

import csv
import fcntl
import io
import json

import pytest

pytestmark = pytest.mark.xdist_group("toy")

COINS = ("--config", "study=coins")


@pytest.fixture
def copied(toy, tmp_path):
    return toy.copy(tmp_path / "copié")


def listed(project, *filters):
    said = project.pastimes("runs", *filters, "--format", "json")
    return json.loads(said.removesuffix("pastimes: no run fits\n"))


@pytest.mark.parametrize(
    ("filters", "steps"),
    [
        ([], ["toy.add"] * 2 + ["toy.throw"] * 6),
        (["toy/add"], ["toy.add"] * 2),
        (["step=toy.throw"], ["toy.throw"] * 6),
        (["step=*.add"], ["toy.add"] * 2),
        (["coins=8"], ["toy.add"] + ["toy.throw"] * 3),
        (["coins=8", "shard=1"], ["toy.throw"]),
        (["shard=*"], ["toy.throw"] * 6),
        (["rows=8"], ["toy.throw"] * 3),
        (["coins=5"], []),
        (["--study", "coins", "coins=4"], ["toy.add"] + ["toy.throw"] * 3),
    ],
)
def test_runs_are_filtered_by_parameters_facts_and_path(toy, filters, steps):
    assert [run["step"] for run in listed(toy, *filters)] == steps


def test_runs_are_sorted_by_numbers_as_numbers(toy):
    project = toy
    coins = [run["parameters"]["coins"] for run in listed(project, "toy/add", "--sort", "coins")]
    assert coins == [4, 8]
    rows = [run["rows"] for run in listed(project, "--sort", "rows", "--reverse")]
    assert rows == [8] * 3 + [4] * 3 + [1] * 2
    assert len(listed(project, "--sort", "shard")) == 6  # the others have none


def test_runs_are_listed_as_a_table_and_as_csv(toy):
    lines = toy.pastimes("runs", "coins=4", "shard=2").splitlines()
    assert lines[0].split() == [*("step", "parameters", "rows", "seconds", "started", "code", "id")]
    assert "toy.throw  coins=4 shard=2" in lines[1]
    rows = csv.DictReader(io.StringIO(toy.pastimes("runs", "coins=4", "--format", "csv")))
    found = {row["path"]: json.loads(row["parameters"]) for row in rows}
    assert all((toy.folder / path).exists() for path in found)
    assert {"coins": 4, "shard": 2} in found.values()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("runs", "coin=4"), "coin: no run listed has it; did you mean coins?"),
        (("runs", "--sort", "secnds"), "secnds: no run listed has it; did you mean seconds?"),
        (("runs", "--study", "cons"), "did you mean coins?"),
        (("compare", "coins", "cons"), "did you mean coins?"),
        (("verify", "cons"), "did you mean coins?"),
    ],
)
def test_what_is_not_there_is_refused(toy, arguments, told):
    said = toy.pastimes(*arguments, ok=False)
    assert told in said
    assert said.count("\n") == 1


def test_a_run_without_its_spec_is_listed(copied):
    for spec in (copied.folder / "results/specs/toy/add").glob("*"):
        spec.unlink()
    assert [run["parameters"] for run in listed(copied, "toy/add")] == [{}, {}]


def test_runs_of_other_parameters_are_compared_by_their_specs_and_rows(toy):
    four, eight = (run["id"] for run in listed(toy, "toy/add", "--sort", "coins"))
    lines = toy.pastimes("compare", four, eight).splitlines()
    assert lines[:2] == ["coins: 4 | 8", "upstream: other runs were read"]
    assert "rows: 1 | 1" in lines
    assert "  throws: 1 of 1 differ, most in row 0: 12 | 24" in lines


def test_runs_of_other_lengths_are_not_held_row_by_row(toy):
    runs = listed(toy, "toy/throw", "shard=0", "--sort", "coins")
    lines = toy.pastimes("compare", runs[0]["path"], runs[1]["id"]).splitlines()
    assert "rows: 4 | 8" in lines
    assert lines[-1] == "the tables have other columns or numbers of rows: not compared"


def test_studies_go_before_ids_and_ids_have_six_digits(copied):
    copied.write("config/toy/abc123.yaml", "defaults: [paper, _self_]\n")
    assert "verdicts: " in copied.pastimes("compare", "coins", "abc123").splitlines()[-1]
    short = listed(copied)[0]["id"][:5]
    assert f"study {short}: " in copied.pastimes("compare", "coins", short, ok=False)


def test_an_id_is_given_by_a_beginning_that_fits_one_run(toy):
    ids = [run["id"] for run in listed(toy)]
    said = toy.pastimes("compare", ids[0][:9], ids[0])
    assert said.splitlines()[-1] == "1 rows equal, 0 differ within their intervals, 0 beyond"


def test_studies_are_compared_by_runs_results_and_verdicts(copied):
    copied.write("config/toy/more.yaml", "defaults: [paper, _self_]\nshards: 4\nseed: 2\n")
    copied.write("config/toy/same.yaml", "defaults: [paper, _self_]\ncoins: [4]\n")
    for study in ("more", "same"):
        copied.snakemake("--config", f"study={study}")
    lines = copied.pastimes("compare", "coins", "same").splitlines()
    assert lines == [
        "toy.add: 1 runs shared, 1 only in coins, 0 only in same, "
        "0 of the same parameters but other code, seed or input",
        "toy.throw: 3 runs shared, 3 only in coins, 0 only in same, "
        "0 of the same parameters but other code, seed or input",
        "verdicts: 1 claims in both, 1 with equal figures",
    ]
    lines = copied.pastimes("compare", "coins", "more").splitlines()
    assert lines[0].startswith("toy.add: 0 runs shared, 0 only in coins, 0 only in more, 2 of the")
    assert lines[1] == (
        "  of these pairs 2 are done: 0 rows equal, 0 differ within their intervals, 2 beyond"
    )
    assert lines[2].startswith("toy.throw: 0 runs shared, 0 only in coins, 2 only in more, 6 of")
    assert lines[-1] == "  toy.throws: 12 (reproduced) | 16 (differs), beyond"


def test_a_study_is_compared_before_it_is_planned_as_after_it(copied):
    copied.write("config/toy/later.yaml", "defaults: [paper, _self_]\nseed: 3\n")
    before = copied.pastimes("compare", "coins", "later")
    assert before.startswith(
        "toy.add: 0 runs shared, 0 only in coins, 0 only in later, 2 of the same parameters"
    )
    copied.snakemake("-n", "--config", "study=later")
    assert copied.pastimes("compare", "coins", "later") == before


def test_runs_of_older_code_are_no_part_of_a_study(copied):
    copied.replace(
        "src/pastimes/experiments/toy/experiment.py", "rng.integers(0, 2,", "rng.integers(1, 2,"
    )
    assert copied.pastimes("verify", "coins").splitlines()[-2:] == [
        "0 of 8 runs are there and whole",
        "0 of 4 products are there, whole and up to date",
    ]
    assert copied.pastimes("clean") == "0 files, 0.0 MB, that no study names; --yes deletes them\n"


def test_runs_of_older_code_are_counted_kept_and_deleted_when_asked(copied):
    told = (
        "pastimes: 8 runs by earlier code are in the store and not used; "
        "once the study is made, pastimes clean --yes deletes them"
    )
    before = copied.files("runs/**/*")
    assert "earlier code" not in copied.pastimes("show", "coins")
    copied.replace(
        "src/pastimes/experiments/toy/experiment.py", "rng.integers(0, 2,", "rng.integers(1, 2,"
    )
    assert copied.pastimes("show", "coins").splitlines()[-1] == told
    assert told in copied.snakemake("--config", "study=coins").splitlines()
    assert before.items() <= copied.files("runs/**/*").items()
    copied.pastimes("clean", "--yes")
    assert not before.keys() & copied.files("runs/**/*").keys()
    assert "earlier code" not in copied.pastimes("show", "coins")


def test_other_seeds_and_studies_are_no_earlier_code(copied):
    copied.write("config/toy/later.yaml", "defaults: [paper, _self_]\nseed: 3\n")
    assert "earlier code" not in copied.pastimes("show", "later")


def test_a_study_that_is_not_made_has_no_verdicts_to_compare(copied):
    copied.write("config/toy/later.yaml", "defaults: [paper, _self_]\nseed: 3\n")
    lines = copied.pastimes("compare", "coins", "later").splitlines()
    assert lines[-1] == (
        "verdicts: results/later/verdicts.parquet is not there yet; "
        "run snakemake --config study=later"
    )


def test_clean_keeps_what_a_study_names(copied):
    before = copied.files("**/*")
    assert copied.pastimes("clean", "--yes") == "0 files, 0.0 MB, deleted\n"
    assert copied.files("**/*").keys() - {"lock"} == before.keys() - {"lock"}


def test_clean_lists_what_no_study_names_and_deletes_it_when_told(copied):
    kept = set(copied.files("runs/**/*"))
    copied.pastimes("run", "toy.throw", "coins=[5]", "shards=1", "--study", "coins")
    run = next(copied.folder.glob("results/runs/toy/throw/5-*.parquet"))
    run.with_name(f".{run.name}.123.0a1b2c3d").write_text("half")
    (copied.folder / "results/coins/.verdicts.csv.123.0a1b2c3d").write_text("half")
    run.with_name("x.parquet.damaged").write_text("damaged")
    before = copied.files("**/*")
    said = copied.pastimes("clean").splitlines()
    assert said[-1].startswith("6 files, 0.0 MB, that no study names; --yes deletes them")
    assert [line.partition(":")[0] for line in said[:-1]] == [
        "results/coins",
        "results/runs/toy/throw",
        "results/specs/toy/throw",
    ]
    assert copied.files("**/*") == before
    assert copied.pastimes("clean", "--yes").splitlines()[-1] == "6 files, 0.0 MB, deleted"
    assert set(copied.files("runs/**/*")) == kept
    assert "Nothing to be done" in copied.snakemake("-n", *COINS)


def test_clean_keeps_the_runs_of_a_frozen_plan_whose_config_is_gone(copied):
    before = copied.files("runs/**/*")
    (copied.folder / "config/toy/coins.yaml").unlink()
    (copied.folder / "config/toy/paper.yaml").write_text("coins: [4]\nshards: 1\nseed: 9\n")
    copied.pastimes("clean", "--yes")
    assert copied.files("runs/**/*") == before


def test_clean_deletes_nothing_while_a_job_makes_runs(copied):
    copied.pastimes("run", "toy.throw", "coins=[5]", "shards=1", "--study", "coins")
    before = copied.files("runs/**/*")
    with open(copied.folder / "results/lock", "a+") as job:
        fcntl.flock(job, fcntl.LOCK_SH)
        said = copied.pastimes("clean", "--yes", ok=False)
        copied.pastimes("run", "toy.throw", "coins=[5]", "shards=1", "--study", "coins")
    assert said.startswith("pastimes: results/lock: held by jobs that make runs, since")
    assert copied.files("runs/**/*") == before


def test_clean_deletes_nothing_where_a_study_cannot_be_planned(copied):
    copied.write("config/toy/odd.yaml", "defaults: [paper, _self_]\nshards: 0\n")
    before = copied.files("**/*")
    said = copied.pastimes("clean", "--yes", ok=False)
    assert "config/toy/odd.yaml: shards" in said
    assert copied.files("**/*").keys() - {"lock"} == before.keys() - {"lock"}
