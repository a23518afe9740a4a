"""A recipe holds what its product shows, and nothing else."""

import dataclasses
from pathlib import Path

import pytest

from pastimes.declare.catalogue import experiment
from pastimes.study.planning import plan_experiment
from pastimes.study.recipes import maker_of, product_files, products, recipe_hash

ROOT = Path(__file__).parents[2]
NAME = "skeletons"
CONFIG = {"study": "smoke", "overrides": []}


@pytest.fixture(scope="module")
def plan():
    return plan_experiment(ROOT, experiment(NAME), "smoke")


def recipes(plan, config=CONFIG, runs=()):
    tables = {
        f"{NAME}.{step}": [*(spec.stem for spec in specs), *runs]
        for step, specs in plan.specs.items()
    }
    made = products("smoke", config, [plan], tables)
    return {product.name: recipe_hash(product.recipe) for product in made}


def altered(plan, **parts):
    """The plan with other steps, figures or sequences of its experiment."""
    found = experiment(NAME)
    other = type(found)(NAME)
    vars(other).update({"steps": found.steps, "sequences": found.sequences, **parts})
    return dataclasses.replace(plan, experiment=other)


def changed(plan, other):
    before, after = recipes(plan), recipes(other)
    assert before.keys() == after.keys()
    return {name for name, found in after.items() if found != before[name]}


def with_column(**about):
    """The steps, of which `count` says another thing about its first column."""
    steps = experiment(NAME).steps
    first, column = next(iter(steps["count"].columns.items()))
    columns = steps["count"].columns | {first: dataclasses.replace(column, **about)}
    return steps | {"count": dataclasses.replace(steps["count"], columns=columns)}


@pytest.mark.parametrize("about", [{"meaning": "other words"}, {"unit": "stone"}])
def test_a_columns_meaning_and_unit_are_shown_by_the_page_alone(plan, about):
    assert changed(plan, altered(plan, steps=with_column(**about))) == {"report"}


def test_a_columns_type_is_shown_by_the_table_and_what_is_made_from_it(plan):
    found = changed(plan, altered(plan, steps=with_column(type="float64")))
    others = {name for name in recipes(plan) if name.startswith("tables/")}
    assert found == {*recipes(plan)} - others | {f"tables/{NAME}.count"}


def test_a_sequences_title_is_shown_by_its_file_and_the_page(plan):
    sequences = experiment(NAME).sequences
    name, sequence = next(iter(sequences.items()))
    other = sequences | {name: dataclasses.replace(sequence, title="other words")}
    found = changed(plan, altered(plan, sequences=other))
    assert found == {f"sequences/{NAME}.{name}", "report"}


def test_overrides_are_shown_by_the_page_alone(plan):
    other = recipes(plan, {"study": "smoke", "overrides": ["gf2.seed=5"]})
    assert {n for n, found in recipes(plan).items() if found != other[n]} == {"report"}


def test_another_run_changes_everything(plan):
    other = recipes(plan, runs=["another"])
    assert not {n for n, found in recipes(plan).items() if found == other[n]}


def test_a_recipes_hash_does_not_depend_on_the_order_of_its_keys():
    assert recipe_hash({"a": 1, "b": [2]}) == recipe_hash({"b": [2], "a": 1})


def test_products_know_their_files_and_makers(plan):
    assert [*recipes(plan)][-2:] == ["verdicts", "report"]
    assert product_files("figures/toy.heads") == [
        "figures/toy.heads.svg",
        "figures/toy.heads.csv",
        "figures/toy.heads.parquet",
    ]
    assert product_files("sequences/toy.heads") == ["sequences/b_toy.heads.txt"]
    assert {maker_of(name) for name in recipes(plan)} == {
        "tabulate",
        "write_sequence",
        "draw",
        "judge",
        "page",
    }
