"""Experiments, steps and variants are found by name."""

import sys

import pytest

from pastimes.declare.catalogue import (
    Experiment,
    experiment,
    experiments,
    find_step,
    variant,
    variants,
)
from pastimes.errors import UserError

ALGORITHMS = "pastimes.experiments.balanced_dice.algorithms"


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A package with two variants, a private module and a file that is no module."""
    package = tmp_path / "shelf_of_variants"
    package.mkdir()
    for name in ("__init__.py", "zeta.py", "alpha.py", "_private.py", "notes.txt"):
        (package / name).write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    variants.cache_clear()
    yield "shelf_of_variants"
    for name in [n for n in sys.modules if n.startswith("shelf_of_variants")]:
        del sys.modules[name]
    variants.cache_clear()


def message(call, *arguments):
    with pytest.raises(UserError) as caught:
        call(*arguments)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_packages_with_an_experiment_module_are_experiments():
    assert "balanced_dice" in experiments()
    assert all((e.folder / "experiment.py").is_file() for e in experiments().values())


@pytest.mark.parametrize("name", ["lab", "report", "statistics", "cli", "workflow"])
def test_other_packages_and_modules_are_none(name):
    assert name not in experiments()


def test_experiments_are_sorted_by_name():
    assert list(experiments()) == sorted(experiments())
    assert all(name == found.name for name, found in experiments().items())


def test_an_experiment_is_found_by_name():
    found = experiment("balanced_dice")
    assert found.title == "Balanced dice"
    assert found.module.__name__ == "pastimes.experiments.balanced_dice.experiment"
    assert found.findings.__name__ == "pastimes.experiments.balanced_dice.findings"
    assert found.config is found.module.Config


@pytest.mark.parametrize(
    ("docstring", "question", "method"),
    [
        (None, "", []),
        ("How?", "How?", []),
        ("How\n  far?\n\nBy\n    foot.\n\nSlowly.\n", "How far?", ["By foot.", "Slowly."]),
    ],
)
def test_question_and_method_are_the_modules_paragraphs(monkeypatch, docstring, question, method):
    found = Experiment("balanced_dice")
    monkeypatch.setattr(found.module, "__doc__", docstring)
    assert (found.question, found.method) == (question, method)


def test_steps_are_those_of_the_module_in_their_order():
    found = experiment("balanced_dice")
    assert list(found.steps) == ["simulate", "enumerate_ordinary", "minimise_objective"]
    assert all(found.steps[name].name == name for name in found.steps)


def test_a_step_is_found_with_its_experiment():
    found, step = find_step("balanced_dice.simulate")
    assert found is experiment("balanced_dice")
    assert step is found.module.simulate


def test_variants_are_the_public_modules_of_a_package(shelf):
    assert variants(shelf) == ("alpha", "zeta")


def test_a_variant_is_its_module(shelf):
    assert variant(shelf, "alpha").__name__ == "shelf_of_variants.alpha"


def test_every_algorithm_of_balanced_dice_is_a_variant():
    assert {"deck", "spring"} <= set(variants(ALGORITHMS))
    assert all(hasattr(variant(ALGORITHMS, name), "play") for name in variants(ALGORITHMS))


@pytest.mark.parametrize("name", ["balanced_die", "balanceddice"])
def test_a_near_experiment_is_suggested(name):
    said = message(experiment, name)
    assert said.startswith(f"experiment {name}: did you mean balanced_dice? Allowed: ")


@pytest.mark.parametrize(("name", "shown"), [("", "''"), ("zzz", "zzz"), ("lab", "lab")])
def test_an_unknown_experiment_is_refused_and_all_are_listed(name, shown):
    said = message(experiment, name)
    assert said == f"experiment {shown}: allowed: {', '.join(experiments())}"


@pytest.mark.parametrize(
    ("dotted", "said"),
    [
        ("balanced_dice.simulat", "did you mean simulate? Allowed: "),
        ("balanced_dice.zzz", "allowed: "),
        ("balanced_dice", "allowed: "),
        ("balanced_dice.", "allowed: "),
    ],
)
def test_an_unknown_step_is_refused_and_all_are_listed(dotted, said):
    known = "enumerate_ordinary, minimise_objective, simulate"
    assert message(find_step, dotted) == f"step {dotted}: {said}{known}"


def test_a_step_of_an_unknown_experiment_is_refused():
    assert message(find_step, "zzz.simulate").startswith("experiment zzz: allowed: ")


def test_an_unknown_variant_is_an_error():
    with pytest.raises(ModuleNotFoundError, match=r"algorithms\.zzz"):
        variant(ALGORITHMS, "zzz")


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """An experiment with claims and nothing that reads tables."""

    def make(*kinds):
        rows = [f"bare.c{i},An essay,It is so.,1,{kind},no" for i, kind in enumerate(kinds)]
        lines = ["key,essay,statement,published,kind,about", *rows]
        (tmp_path / "claims.csv").write_text("\n".join(lines), encoding="utf-8")
        monkeypatch.setattr(Experiment, "folder", tmp_path)
        return Experiment("bare")

    return make


def test_what_an_experiment_has_not_counts_as_none(bare):
    found = bare("definition")
    shown = found.figures
    assert (shown.FIGURES, shown.TABLES, shown.FACTS, shown.SWEEP) == ((), {}, {}, "")
    assert (found.sequences, found.judged, vars(found.findings)) == ({}, [], {})


def test_a_claim_without_a_module_of_findings_is_refused(bare):
    with pytest.raises(
        UserError, match=r"bare/findings.py: missing; claims.csv has c1, which needs"
    ):
        _ = bare("definition", "exact").findings
