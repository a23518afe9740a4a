"""The contract that every experiment keeps."""

import csv
import dataclasses
import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pastimes.config.composing import compose_config
from pastimes.declare.catalogue import experiments, variants
from pastimes.declare.claims import read_claims
from pastimes.declare.tables import Missing, Tables
from pastimes.store.specs import canonical_json
from pastimes.study.planning import plan_experiment

ROOT = Path(__file__).parents[1]
EXPERIMENTS = list(experiments().values())

pytestmark = pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)


STUDIES = ("paper", "smoke", "large")
"""Of these a study of one's own is none; only ``paper`` must be there."""


def studies_of(experiment):
    return [s for s in STUDIES if (ROOT / "config" / experiment.name / f"{s}.yaml").exists()]


def smallest_study(experiment):
    return "smoke" if "smoke" in studies_of(experiment) else "paper"


def test_its_files_are_there(experiment):
    assert (experiment.folder / "claims.csv").exists()
    assert "paper" in studies_of(experiment)


def test_it_asks_a_question(experiment):
    assert experiment.question.endswith("?")
    assert experiment.title
    assert experiment.method


def test_its_studies_compose(experiment):
    for study in studies_of(experiment):
        config, notices = compose_config(ROOT, experiment.name, experiment.config, study)
        assert isinstance(config, experiment.config)
        assert notices == []


def test_its_configs_are_checked_without_what_is_slow_to_import(experiment):
    lines = (
        "import sys",
        "from pathlib import Path",
        "from pastimes.config.composing import compose_config",
        f"from {experiment.package}.experiment import Config",
        f"compose_config(Path({str(ROOT)!r}), {experiment.name!r}, Config, 'paper')",
        "print(sorted({'matplotlib', 'numba', 'pandas', 'pyarrow', 'scipy'} & set(sys.modules)))",
    )
    command = [sys.executable, "-c", "\n".join(lines)]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "[]\n"


def test_paper_states_every_field_in_a_paragraph_that_explains_it(experiment):
    text = (ROOT / f"config/{experiment.name}/paper.yaml").read_text(encoding="utf-8")
    paragraphs = [p for p in text.split("\n\n") if p.startswith("#")]
    for field in dataclasses.fields(experiment.config):
        assert any(f"\n{field.name}:" in paragraph for paragraph in paragraphs), field.name


def test_its_points_match_the_signatures_of_its_steps(experiment):
    plan = plan_experiment(ROOT, experiment, smallest_study(experiment))
    for name, step in experiment.steps.items():
        assert plan.specs[name], f"{name} has no point"
        for spec in plan.specs[name]:
            assert list(spec.parameters) == list(step.parameters)


def test_its_steps_have_summaries_and_described_columns(experiment):
    for step in experiment.steps.values():
        assert step.summary.endswith(".")
        assert all(len(column.meaning) > 5 for column in step.columns.values())


def test_planning_twice_gives_equal_specs(experiment):
    once, twice = (plan_experiment(ROOT, experiment, "paper") for _ in range(2))
    for name in experiment.steps:
        assert [s.id for s in once.specs[name]] == [s.id for s in twice.specs[name]]


def test_random_steps_have_a_seed_and_others_none(experiment):
    plan = plan_experiment(ROOT, experiment, smallest_study(experiment))
    for name, step in experiment.steps.items():
        assert all((spec.seed is not None) == step.draws for spec in plan.specs[name])


def test_its_claims_are_its_own_and_each_has_a_finding(experiment):
    claims = read_claims(experiment.folder / "claims.csv")
    assert all(claim.key == f"{experiment.name}.{claim.name}" for claim in claims)
    assert [
        n for n in experiment.judged if not callable(getattr(experiment.findings, n, None))
    ] == []


def test_its_claims_are_whole_rows(experiment):
    with open(experiment.folder / "claims.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert all(all(cell for cell in row.values()) for row in rows)
    assert {row["about"] for row in rows} <= {"yes", "no"}


def test_its_figures_are_of_known_kinds_and_options_are_data(experiment):
    for figure in experiment.figures.FIGURES:
        assert figure.kind in variants("pastimes.report.kinds")
        assert figure.caption
        assert figure.alt
        module = sys.modules[f"{experiment.package}.figures"]
        assert getattr(module, figure.data.__name__) is figure.data
        canonical_json(figure.options)


def test_its_variants_are_modules_with_a_description(experiment):
    packages = {p for step in experiment.steps.values() for p in step.variants.values()}
    for package in packages:
        assert all(importlib.import_module(f"{package}.{n}").__doc__ for n in variants(package))


def test_the_lines_to_sweep_on_with_compose(experiment, tmp_path):
    config = tmp_path / "config" / experiment.name
    shutil.copytree(ROOT / "config" / experiment.name, config)
    text = f"defaults: [paper, _self_]\n{experiment.figures.SWEEP}"
    (config / "mine.yaml").write_text(text, encoding="utf-8")
    found, notices = compose_config(tmp_path, experiment.name, experiment.config, "mine")
    assert notices == []
    assert (
        not experiment.figures.SWEEP
        or found != compose_config(tmp_path, experiment.name, experiment.config, "paper")[0]
    )


def numbers_in(text):
    return set(re.findall(r"\d+(?:\.\d+)?", text))


def test_numbers_in_its_prose_are_settings_or_published(experiment):
    """Results come from tables: in captions as facts, elsewhere not at all."""
    claims = read_claims(experiment.folder / "claims.csv")
    paper = ROOT / f"config/{experiment.name}/paper.yaml"
    known = numbers_in(paper.read_text(encoding="utf-8")) | {"95"}  # per cent, of intervals
    known = known.union(*(numbers_in(f"{c.statement} {c.published}") for c in claims))
    shown = experiment.figures
    texts = [experiment.question, *experiment.method, *shown.TABLES]
    for figure in shown.FIGURES:
        texts += [figure.title, figure.alt, *figure.caption]
    literal = [re.sub(r"{{.*?}}", "", text) for text in texts]
    assert [text for text in literal if numbers_in(text) - known] == []


def test_data_of_an_empty_study_are_missing(experiment):
    shown = experiment.figures
    for source in (*(figure.data for figure in shown.FIGURES), *shown.TABLES.values()):
        with pytest.raises(Missing):
            source(Tables({}))


def test_facts_of_an_empty_study_are_missing(experiment):
    for source in experiment.figures.FACTS.values():
        with pytest.raises(Missing):
            source(Tables({}))
