"""A new experiment, of steps that read each other, is found by name: no list is edited."""

import pandas as pd
import pytest

pytestmark = pytest.mark.xdist_group("toy")

SEQUENCES = '''"""Sums, by number of coins."""

from pastimes.declare.sequences import IntegerSequence


def throws(tables):
    return list(tables["add"].sort_values("coins").throws)


def six(tables):
    return list(tables.rows("add", coins=6).heads)


SEQUENCES = (
    IntegerSequence("throws", "throws of 4, 8, ... coins", 1, throws),
    IntegerSequence("six", "heads of six coins", 6, six),
)
'''


def test_its_claim_is_judged_and_its_chapter_written(toy):
    verdicts = pd.read_csv(toy.folder / "results/coins/verdicts.csv")
    assert verdicts[["key", "ours", "verdict"]].values.tolist() == [
        ["toy.throws", 12, "reproduced"]
    ]
    assert "Coins" in (toy.folder / "results/coins/report.html").read_text(encoding="utf-8")


def test_what_reads_other_runs_reads_all_of_them_and_no_others(toy):
    tables = toy.folder / "results/coins/tables"
    thrown = pd.read_parquet(tables / "toy.throw.parquet")
    added = pd.read_parquet(tables / "toy.add.parquet")
    heads = thrown.groupby("coins").heads.sum()
    assert added.set_index("coins").heads.to_dict() == heads.to_dict()


def test_shards_are_independent(toy):
    thrown = pd.read_parquet(toy.folder / "results/coins/tables/toy.throw.parquet")
    eight = [tuple(rows.heads) for _, rows in thrown[thrown.coins == 8].groupby("shard")]
    assert len(set(eight)) == 3


def test_more_shards_make_new_ones_alone_and_what_reads_them(toy, tmp_path):
    project = toy.copy(tmp_path / "copié")
    before = project.files("runs/**/*.parquet")
    project.write("config/toy/coins.yaml", "defaults: [paper, _self_]\nshards: 4\n")
    project.snakemake("--config", "study=coins")
    new = sorted(set(project.files("runs/**/*.parquet")) - set(before))
    assert [name.split("/")[2] for name in new] == ["add", "add", "throw", "throw"]
    assert before.items() <= project.files("runs/**/*.parquet").items()


def test_a_line_of_what_is_read_remakes_what_reads_it(toy, tmp_path):
    project = toy.copy(tmp_path / "copié")
    project.replace(
        "src/pastimes/experiments/toy/experiment.py", "rng.integers(0, 2,", "rng.integers(1, 2,"
    )
    project.snakemake("--config", "study=coins")
    added = pd.read_parquet(project.folder / "results/coins/tables/toy.add.parquet")
    assert added.heads.tolist() == [12, 24]


@pytest.fixture(scope="module")
def enlisted(toy, tmp_path_factory):
    """The toy with integer sequences, made anew; and what a dry run said would be made."""
    project = toy.copy(tmp_path_factory.mktemp("avec suites ") / "copié")
    project.write("src/pastimes/experiments/toy/sequences.py", SEQUENCES)
    made = outputs(project)
    project.snakemake("--config", "study=coins")
    return project, made


def outputs(project):
    """Outputs that another run of the study would make."""
    said = project.snakemake("-n", "--config", "study=coins").splitlines()
    lines = [line.strip().removeprefix("output: ") for line in said if "output: " in line]
    return {name for line in lines for name in line.split(", ")}


def terms(project, name):
    """A b-file without its seal, the first line."""
    path = project.folder / f"results/coins/sequences/b_toy.{name}.txt"
    seal, _, rest = path.read_text(encoding="utf-8").partition("\n")
    assert seal.startswith("# pastimes {")
    return rest


PAGE = "results/coins/report.html"
B_FILES = {f"results/coins/sequences/b_toy.{name}.txt" for name in ("throws", "six")}


def test_new_sequences_make_their_files_and_the_page_that_names_them(enlisted):
    project, made = enlisted
    assert made == B_FILES | {PAGE}
    assert outputs(project) == set()
    assert set(project.files("coins/sequences/*")) == {f.removeprefix("results/") for f in B_FILES}


def test_a_file_of_a_sequence_holds_its_terms(enlisted):
    assert terms(enlisted[0], "throws") == "# Coins: throws of 4, 8, ... coins\n1 12\n2 24\n"


def test_a_sequence_without_rows_has_a_file_that_says_so(enlisted):
    assert terms(enlisted[0], "six") == (
        "# Coins: heads of six coins\n# No terms: this study has no rows of add with coins = 6\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "remade"),
    [
        ("throws of 4, 8, ... coins", "throws of coins", {"throws", "page"}),
        ('4, 8, ... coins", 1,', '4, 8, ... coins", 0,', {"throws"}),
        ("list(tables.rows", "sorted(tables.rows", {"six"}),
        ("Sums, by number", "Sums, by the number", set()),
    ],
    ids=["title", "first index", "terms", "words about code"],
)
def test_a_change_remakes_the_files_of_the_sequences_concerned(
    enlisted, tmp_path, old, new, remade
):
    project = enlisted[0].copy(tmp_path / "copié")
    project.replace("src/pastimes/experiments/toy/sequences.py", old, new)
    files = {name: f"results/coins/sequences/b_toy.{name}.txt" for name in ("throws", "six")}
    assert outputs(project) == {(files | {"page": PAGE})[name] for name in remade}


def test_a_sequence_of_other_code_is_not_kept(enlisted, tmp_path):
    project = enlisted[0].copy(tmp_path / "copié")
    project.replace(
        "src/pastimes/experiments/toy/sequences.py", "return list(tables[", "return sorted(tables["
    )
    before = project.files("coins/sequences/*")
    recipe = "results/coins/plan/sequences/toy.throws.json"
    said = project.pastimes("write_sequence", recipe, ok=False)
    assert said == f"pastimes: {recipe}: the code has changed since; run snakemake again\n"
    assert project.files("coins/sequences/*") == before


def test_a_file_of_a_sequence_that_was_lost_is_made_again(enlisted, tmp_path):
    project = enlisted[0].copy(tmp_path / "copié")
    path = project.folder / "results/coins/sequences/b_toy.throws.txt"
    content = path.read_bytes()
    path.unlink()
    project.snakemake("--config", "study=coins")
    assert path.read_bytes() == content
