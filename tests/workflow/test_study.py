"""A whole study, run as a user runs it, in a folder whose path has a space and an accent."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from pastimes.errors import UserError
from pastimes.study import results
from pastimes.study.work import open_study

# Small enough for seconds, with whole periods, so that every finding has rows.
TINY = """
defaults: [paper, _self_]
algorithms: {spring: [0, 1], deck: [12]}
games: 60
rolls: 108
exact_rolls: [2]
grid_step_bits: 0.01
objective_betas: [1]
"""

DICE = "src/pastimes/experiments/balanced_dice"

pytestmark = pytest.mark.xdist_group("study")


@pytest.fixture(scope="module")
def finished(new_project):
    """A project with the study `tiny` reproduced."""
    project = new_project()
    project.write("config/balanced_dice/tiny.yaml", TINY)
    project.snakemake("--config", "study=tiny")
    return project


@pytest.fixture
def copied(finished, tmp_path):
    return finished.copy(tmp_path / "copié")


BATCHES = """
import json
from pastimes.study.work import open_study
study = open_study({"study": "%s"}).study
keys = [batch.key for found in study.jobs.values() for batch in found]
print(json.dumps({study.outputs(f"batches/{k}")[0]: study.batch(k).runs for k in keys}))
"""


def announced(project, *arguments, study="tiny"):
    """Outputs that a dry run says it would make."""
    said = project.snakemake("-n", *arguments, "--config", f"study={study}")
    lines = [line.strip() for line in said.splitlines()]
    outputs = [line.removeprefix("output: ") for line in lines if line.startswith("output: ")]
    return sorted(name for line in outputs for name in line.split(", "))


def planned(project, study="tiny"):
    """What another run would make: runs and files of products."""
    found = announced(project, study=study)
    if not any("/batches/" in name for name in found):
        return found
    runs = json.loads(project.python(BATCHES % study).splitlines()[-1])
    return sorted(made for name in found for made in runs.get(name, [name]))


def made(names):
    """Outputs in short: run, or table, verdicts, figure, report."""
    short = set()
    for name in names:
        parts = name.removeprefix("results/").split("/")
        if parts[0] == "runs":
            step, label = parts[2], parts[3]
            short.add(f"{step} {label.rpartition('-')[0]}")
        else:
            short.add(parts[1] if len(parts) == 2 else f"{parts[1]}/{parts[2]}")
    return short


TABLE = "tables/balanced_dice.simulate.parquet"
VERDICTS = {"verdicts.parquet", "verdicts.csv"}
FIGURES = {
    f"figures/balanced_dice.{name}.{ending}"
    for name in ("statistics_by_roll", "balanced_law_by_turn", "fairness_and_leak")
    for ending in ("svg", "csv", "parquet")
}
SHOWN = {*VERDICTS, *FIGURES, "report.html"}


def simulated(*labels):
    return {f"simulate {label}-60-108-36-60-4-1-1.5-2" for label in labels}


def test_a_second_run_has_nothing_to_do(finished):
    before = finished.files("**/*")
    assert announced(finished) == []
    told = finished.snakemake("--config", "study=tiny").splitlines()[-1]
    assert re.fullmatch(r"pastimes: \d+ of \d+ claims hold \(.*\): results/tiny/report\.html", told)
    assert finished.files("**/*") == before


def test_every_claim_that_is_no_definition_has_a_verdict(finished):
    verdicts = pd.read_parquet(finished.folder / "results/tiny/verdicts.parquet")
    claims = pd.read_csv(finished.folder / f"{DICE}/claims.csv")
    assert list(verdicts.key) == list(claims.key[claims.kind != "definition"])
    assert verdicts.convention.str.len().min() > 20


def test_the_report_shows_every_verdict_and_figure(finished):
    page = (finished.folder / "results/tiny/report.html").read_text(encoding="utf-8")
    verdicts = pd.read_csv(finished.folder / "results/tiny/verdicts.csv")
    assert all(key in page for key in verdicts.key)
    assert page.count("<svg") == 3


def test_records_name_neither_machine_nor_user(finished):
    records = finished.files("runs/**/*.json")
    for content in records.values():
        record = json.loads(content)
        assert set(record) == {
            "sha256",
            "bytes",
            "started",
            "seconds",
            "cpu_seconds",
            "peak_memory_mb",
            "versions",
            "rows",
        }


def test_no_file_of_the_results_names_the_folder(finished):
    folder = str(finished.folder).encode()
    assert not [
        name
        for name, content in finished.files("**/*").items()
        if folder in content and "/logs/" not in name
    ]


def test_an_added_value_makes_one_run_and_leaves_the_others_untouched(copied):
    before = copied.files("runs/**/*")
    copied.replace("config/balanced_dice/tiny.yaml", "[0, 1]", "[0, 0.5, 1]")
    assert made(planned(copied)) == {*simulated("spring-0.5"), TABLE, *SHOWN}
    copied.snakemake("--config", "study=tiny")
    after = copied.files("runs/**/*")
    assert before.items() <= after.items()
    assert len(after) == len(before) + 2
    tables = pd.read_parquet(copied.folder / "results/tiny" / TABLE)
    assert sorted(tables.setting[tables.algorithm == "spring"].unique()) == [0, 0.5, 1]


def test_a_removed_value_makes_no_run_and_leaves_the_report(copied):
    runs = copied.files("runs/**/*")
    copied.replace("config/balanced_dice/tiny.yaml", "deck: [12]", "deck: null")
    assert made(planned(copied)) == {TABLE, *SHOWN}
    copied.snakemake("--config", "study=tiny")
    assert copied.files("runs/**/*") == runs
    assert "deck 12" not in (copied.folder / "results/tiny/report.html").read_text("utf-8")


def test_a_new_seed_remakes_what_is_random_and_nothing_exact(copied):
    copied.write("config/balanced_dice/tiny.yaml", TINY + "seed: 5\n")
    assert made(planned(copied)) == {
        *simulated("spring-0", "spring-1", "deck-12"),
        "minimise_objective 1-20",
        TABLE,
        "tables/balanced_dice.minimise_objective.parquet",
        *SHOWN,
    }


def test_a_line_of_one_algorithm_remakes_its_runs_alone(copied):
    copied.replace(
        f"{DICE}/algorithms/_deck.py",
        "cards[k] -= 1\n            left -= 1",
        "left -= 1\n            cards[k] -= 1",
    )
    assert made(planned(copied)) == {*simulated("deck-12"), TABLE, *SHOWN}


@pytest.mark.parametrize(
    ("old", "new", "steps"),
    [
        ("WAYS / PERIOD", "WAYS / 36", {"minimise_objective"}),
        (
            "np.array([1, 2, 3",
            "np.array([1, 2 + 0, 3",
            {"simulate", "enumerate_ordinary", "minimise_objective"},
        ),
    ],
    ids=["law", "ways"],
)
def test_a_line_of_shared_mathematics_remakes_every_run_that_uses_it(copied, old, new, steps):
    copied.replace(f"{DICE}/totals.py", old, new)
    assert {name.split()[0] for name in made(planned(copied)) if " " in name} == steps


def test_a_new_variant_remakes_nothing(copied):
    source = copied.folder / f"{DICE}/algorithms"
    (source / "pack.py").write_bytes((source / "deck.py").read_bytes())
    assert made(planned(copied)) == set()


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (
            f"{DICE}/algorithms/_spring.py",
            "# sum of ways m",
            "# the sum of ways m",
        ),
        (
            f"{DICE}/algorithms/spring.py",
            "Dice on a spring:",
            "Dice upon a spring:",
        ),
        (
            f"{DICE}/totals.py",
            '"""Index of the total 7."""',
            '"""Where the 7 stands."""',
        ),
        ("src/pastimes/store/runs.py", "# Not with_suffix", "# Never with_suffix"),
        (f"{DICE}/experiment.py", "at least one algorithm needs", "one algorithm at least needs"),
        (
            f"{DICE}/experiment.py",
            "memory_mb=lambda parameters: 400",
            "memory_mb=lambda parameters: 500",
        ),
    ],
    ids=[
        "comment",
        "module docstring",
        "constant's docstring",
        "comment in the engine",
        "a config's error message",
        "memory",
    ],
)
def test_words_about_code_remake_nothing(copied, path, old, new):
    copied.replace(path, old, new)
    assert made(planned(copied)) == set()


def test_a_message_remakes_at_most_the_page(copied):
    """The page looks its experiments up by code that may refuse one."""
    copied.replace("src/pastimes/errors.py", "did you mean {close", "do you mean {close")
    assert made(planned(copied)) <= {"report.html"}


def test_a_caption_remakes_the_report_alone(copied):
    copied.replace(f"{DICE}/figures.py", "What fairness costs.", "The cost.")
    assert made(planned(copied)) == {"report.html"}


def test_a_label_remakes_one_figure_and_the_report(copied):
    copied.replace(f"{DICE}/figures.py", '"x_label": "turn"', '"x_label": "t"')
    figure = {f for f in FIGURES if ".balanced_law_by_turn." in f}
    assert made(planned(copied)) == {*figure, "report.html"}


def test_a_colour_remakes_the_figures_and_the_report(copied):
    copied.replace("src/pastimes/report/style.py", '"#0072B2", "#D55E00"', '"#0072B2", "#000000"')
    assert made(planned(copied)) == {*FIGURES, "report.html"}


def test_a_claim_remakes_verdicts_and_report(copied):
    copied.replace(f"{DICE}/claims.csv", "Balanced dice, beta 1: rolls", "Rolls")
    assert made(planned(copied)) == {*VERDICTS, "report.html"}


def test_one_core_and_two_make_equal_files(finished, new_project):
    other = new_project()
    other.write("config/balanced_dice/tiny.yaml", TINY)
    other.snakemake("--cores", "1", "--config", "study=tiny")
    kinds = ("runs/**/*.parquet", "specs/**/*", "tiny/tables/*", "tiny/*.*", "tiny/figures/*")
    for kind in kinds:
        assert finished.files(kind) == other.files(kind) != {}


def test_a_damaged_run_is_found_and_made_again(copied):
    path = next((copied.folder / "results/runs").rglob("spring-1-*.parquet"))
    whole = path.read_bytes()
    path.write_bytes(whole[:1000])
    said = copied.snakemake("--config", "study=tiny")
    assert f"{path.name}: damaged" in said
    assert path.read_bytes() == whole


def test_snakemakes_own_report_works_and_is_one_file(copied):
    copied.snakemake("--config", "study=tiny", "--report", "report à part.html")
    page = (copied.folder / "report à part.html").read_text(encoding="utf-8")
    assert "fairness_and_leak" in page
    assert "How fair the rolls so far look" in page


def test_show_tells_what_is_done_and_missing(copied):
    copied.replace("config/balanced_dice/tiny.yaml", "[0, 1]", "[0, 1, 2]")
    said = copied.pastimes("show", "tiny")
    assert "simulate: 4 runs, 3 done, 1 missing" in said
    assert "games: 60" in said


def test_an_unfinished_study_has_a_report_that_says_what_is_missing(copied):
    lost = next((copied.folder / "results/runs/balanced_dice/enumerate_ordinary").glob("*.parquet"))
    lost.unlink()
    before = copied.files("tiny/[!pl]*")
    assert copied.pastimes("report", "tiny").strip().endswith("results/tiny/partial.html")
    page = (copied.folder / "results/tiny/partial.html").read_text(encoding="utf-8")
    assert "Missing: balanced_dice.enumerate_ordinary, 1 of 1 runs." in page
    assert "this study has no table of enumerate_ordinary" in page
    assert copied.files("tiny/[!pls]*") == {n: c for n, c in before.items() if "partial" not in n}


def test_a_finished_study_lacks_nothing_in_its_report_so_far(copied):
    copied.pastimes("report", "tiny")
    files = copied.files("tiny/*.html")
    assert files["tiny/partial.html"] == files["tiny/report.html"]


def test_a_report_of_a_study_never_planned_is_refused(copied):
    assert (
        "results/never/plan/plan.json: not a plan (No such file or directory); run snakemake"
        in copied.pastimes("report", "never", ok=False)
    )


def test_a_readme_without_the_study_paper_is_refused(copied):
    told = copied.pastimes("readme", ok=False)
    assert told == "pastimes: results/paper/verdicts.csv: missing; run snakemake first\n"


def test_a_run_by_hand_is_shared_with_studies(copied):
    overrides = ("algorithms.spring=[2]", "algorithms.deck=null")
    path = copied.pastimes("run", "balanced_dice.simulate", *overrides, "--study", "tiny").strip()
    assert (copied.folder / path).is_file()
    _, listed = copied.pastimes("runs", "spring-2").splitlines()
    assert listed.startswith("balanced_dice.simulate  algorithm=spring setting=2.0 ")
    assert Path(path).stem.endswith(listed.split()[-1])
    copied.replace("config/balanced_dice/tiny.yaml", "[0, 1]", "[0, 1, 2]")
    assert made(planned(copied)) == {TABLE, *SHOWN}


@pytest.mark.parametrize(
    "lost",
    ["verdicts.csv", "tables/balanced_dice.simulate.parquet", f"{min(FIGURES)}"],
    ids=["verdicts", "table", "figure's data"],
)
def test_a_file_that_was_lost_is_made_again(copied, lost):
    path = copied.folder / "results/tiny" / lost
    content = path.read_bytes()
    path.unlink()
    copied.snakemake("--config", "study=tiny")
    assert path.read_bytes() == content


def test_what_was_made_by_other_code_is_not_kept(copied):
    verdicts = copied.files("tiny/verdicts.*")
    copied.replace(f"{DICE}/findings.py", '"equal" if equal', '"even" if equal')
    said = copied.pastimes("judge", "results/tiny/plan/verdicts.json", ok=False)
    assert said == (
        "pastimes: results/tiny/plan/verdicts.json: the code has changed since; "
        "run snakemake again\n"
    )
    assert copied.files("tiny/verdicts.*") == verdicts


def test_what_is_made_while_the_plan_changes_is_not_kept(copied, monkeypatch):
    monkeypatch.chdir(copied.folder)
    verdicts = copied.files("tiny/verdicts.*")
    recipe = Path("results/tiny/plan/verdicts.json")

    def judge_late(content, folder):
        recipe.write_text(json.dumps({**content, "from": {}}), encoding="utf-8")
        return {"verdicts.csv": b"late"}

    monkeypatch.setattr(results, "judge", judge_late)
    with pytest.raises(UserError, match="the plan has changed meanwhile; run snakemake again"):
        results.make("judge", recipe)
    assert copied.files("tiny/verdicts.*") == verdicts


def test_a_run_that_fails_does_not_keep_the_others_of_its_batch_from_being_made(copied):
    copied.write("config/balanced_dice/tiny.yaml", TINY.replace("betas: [1]", "betas: [3, 2, 4]"))
    copied.replace(
        f"{DICE}/objective.py",
        "    pull = sign * beta\n",
        '    pull = sign * beta\n    if beta == 3:\n        raise ArithmeticError("no 3")\n',
    )
    said = copied.snakemake("--config", "study=tiny", ok=False)
    assert "ArithmeticError: no 3" in said
    assert "1 of 3 runs failed" in said
    made_runs = copied.files("runs/balanced_dice/minimise_objective/*.parquet")
    assert sum(name.rpartition("/")[2].startswith(("2-", "4-")) for name in made_runs) == 2


def test_a_job_on_another_machine_reads_the_frozen_plan(finished, monkeypatch):
    monkeypatch.chdir(finished.folder)
    work = open_study({"study": "tiny"}, main=False)
    assert work.outdated == set()
    study = work.study
    assert study.folder == "results/tiny"
    batches = study.jobs["balanced_dice.simulate"]
    shown = study.tables["balanced_dice.simulate"]
    assert len(shown) == 3
    assert {run for batch in batches for run in batch.runs} <= set(shown)


@pytest.mark.parametrize("content", [None, "{", "{}", "[]"])
def test_a_job_without_a_plan_is_refused(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "results/tiny/plan/plan.json"
    path.parent.mkdir(parents=True)
    if content is not None:
        path.write_text(content)
    with pytest.raises(SystemExit, match=r"^pastimes: results/tiny/plan/plan\.json: not a plan"):
        open_study({"study": "tiny"}, main=False)
