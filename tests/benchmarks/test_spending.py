"""Where a study's time goes: sums of its own runs' records."""

from pathlib import Path

import pytest

from benchmarks.spending import Spent, runs_by_step, spending
from pastimes.declare.catalogue import experiment
from pastimes.store.runs import Store
from pastimes.study.execution import execute
from pastimes.study.planning import plan_experiment

ROOT = Path(__file__).parents[2]
RUNS = {"dice.roll": [Path("a"), Path("b")], "gf2.rank": [Path("c"), Path("d")], "gf2.law": []}


def record(path, seconds):
    return Path(path), {"seconds": seconds, "cpu_seconds": seconds / 2, "rows": 7}


def test_steps_come_the_dearest_first_with_their_sums():
    records = [record("a", 1.0), record("b", 2.0), record("c", 4.0), record("d", 8.0)]
    assert spending("mine", RUNS, records).steps == [
        Spent("gf2.rank", 2, 2, 12.0, 6.0, 8.0),
        Spent("dice.roll", 2, 2, 3.0, 1.5, 2.0),
        Spent("gf2.law", 0, 0, 0, 0, 0.0),
    ]


def test_processor_time_says_what_is_dear_not_the_clock():
    waited, worked = record("a", 100.0)[1] | {"cpu_seconds": 1.0}, record("c", 5.0)[1]
    found = spending("mine", RUNS, [(Path("a"), waited), (Path("c"), worked)])
    assert [s.step for s in found.steps] == ["gf2.rank", "dice.roll", "gf2.law"]
    assert found.rows()[0][-1] == pytest.approx(2.5 / 3.5)


def test_runs_of_other_studies_do_not_count():
    records = [record("a", 1.0), record("another study's", 100.0)]
    assert spending("mine", RUNS, records).cpu_seconds == 0.5


def test_missing_runs_and_records_are_seen():
    found = spending("mine", RUNS, [record("a", 1.0), (Path("b"), {})])
    assert [(s.step, s.runs, s.recorded) for s in found.steps] == [
        ("dice.roll", 2, 1),
        ("gf2.rank", 2, 0),
        ("gf2.law", 0, 0),
    ]
    head, *lines = found.lines()
    assert head.endswith("1 of 4 recorded")
    assert [line.split()[0] for line in lines] == ["dice.roll"]


def test_shares_add_up_to_one():
    records = [record(path, 0.1) for path in "abc"]
    found = spending("mine", RUNS, records)
    shares = [row[-1] for row in found.rows()]
    assert sum(shares) == pytest.approx(1)
    assert shares[0] == pytest.approx(2 / 3)
    assert "66.7%" in found.lines()[1]
    assert all(len(row) == len(found.COLUMNS) for row in found.rows())


def test_a_study_without_records_has_spent_nothing():
    found = spending("mine", RUNS, [])
    assert found.cpu_seconds == 0
    assert [row[-1] for row in found.rows()] == [0, 0, 0]


def test_the_runs_are_those_that_a_study_plans_and_the_store_records(tmp_path):
    store = Store(tmp_path)
    plan = plan_experiment(ROOT, experiment("ciphers"), "smoke")
    execute(store, plan.specs["halve"][0])
    runs = runs_by_step([plan], store)
    assert list(runs) == [f"ciphers.{step}" for step in plan.experiment.steps]
    assert len(runs["ciphers.try_pairs"]) == len(plan.specs["try_pairs"])
    found = spending("smoke", runs, store.records())
    assert [s.step for s in found.steps if s.recorded] == ["ciphers.halve"]
