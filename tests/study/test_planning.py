"""Plans: which specs a study is made of, and which of them are missing."""

import dataclasses
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.declare.catalogue import experiment, experiments
from pastimes.declare.fields import Count, Seed
from pastimes.declare.points import Point
from pastimes.declare.steps import Column, step
from pastimes.errors import UserError
from pastimes.store.code import code_hash
from pastimes.store.runs import Store
from pastimes.study import planning
from pastimes.study.identity import RunCode, run_code
from pastimes.study.planning import Plan, batches, plan_experiment, plan_study

ROOT = Path(__file__).parents[2]
DICE = experiment("balanced_dice")
TINY = ("algorithms={spring:[0,1],deck:[12]}", "games=20", "rolls=60", "exact_rolls=[2]")
TINY += ("objective_betas=[1]",)
COLUMNS = {"value": Column("float64", "what was drawn")}


@dataclasses.dataclass(frozen=True)
class Toys:
    sizes: list[Count]
    seed: Seed


def _read_points(config):
    for size in config.sizes:
        yield Point({"size": size}, {"source": [{"shard": s, "size": 2 * size} for s in range(2)]})


@step(points=lambda config: [{"size": 2, "shard": 0}, {"shard": 0, "size": 2.0}], columns=COLUMNS)
def draw(size: int, shard: int, rng: Any):
    return {"value": [1.0]}


@step(points=_read_points, columns=COLUMNS, upstream={"source": draw}, batch=2, memory_mb=9)
def read(source: Any, size: int):
    return {"value": [2.0]}


@pytest.fixture
def toys(tmp_path, monkeypatch):
    """Plan a small experiment, one step of which reads the other."""
    monkeypatch.setattr(planning, "run_code", lambda *_: RunCode("c0de", frozenset()))
    found = SimpleNamespace(name="toys", config=Toys, steps={"draw": draw, "read": read})
    (tmp_path / "config" / "toys").mkdir(parents=True)
    path = tmp_path / "config" / "toys" / "paper.yaml"
    path.write_text("sizes: [1, 3]\nseed: 7\n", encoding="utf-8")
    return lambda *overrides: plan_experiment(tmp_path, found, "paper", overrides)


@pytest.fixture
def project(tmp_path):
    """A project with the config of balanced dice and room for more."""
    shutil.copytree(ROOT / "config" / "balanced_dice", tmp_path / "config" / "balanced_dice")
    return tmp_path


def planned(*overrides):
    return plan_experiment(ROOT, DICE, "paper", (*TINY, *overrides))


def ids(plan, name):
    return [spec.id for spec in plan.specs[name]]


def made_up(number, batch=1):
    """A plan of so many runs of one step."""
    made = step(points=list, columns=COLUMNS, batch=batch)(draw.function)
    specs = [planned_spec(i) for i in range(number)]
    named = SimpleNamespace(name="toys", steps={"draw": made})
    return Plan(named, None, {"draw": specs}, {"draw": []}, [])


def planned_spec(size):
    return planning.Spec("toys", "draw", {"size": size, "shard": 0}, 7, {}, "c0de")


def grouped(store, plan, step, earlier=None):
    """Batches of one step."""
    return batches(store, plan, earlier or {})[0][f"{plan.experiment.name}.{step}"]


def message(call, *arguments):
    with pytest.raises(UserError) as caught:
        call(*arguments)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_a_plan_without_runs_has_no_batches(tmp_path):
    plan = made_up(0)
    assert grouped(Store(tmp_path), plan, "draw") == []


def test_a_point_becomes_a_spec_of_typed_parameters_in_order():
    spec = planned("algorithms={spring:[1]}").specs["simulate"][0]
    assert list(spec.parameters.items()) == [
        ("algorithm", "spring"),
        ("setting", 1.0),
        ("games", 20),
        ("rolls", 60),
        ("burn_in", 36),
        ("game_rolls", 60),
        ("players", 4),
        ("overweight_factors", [1.0, 1.5, 2.0]),
    ]
    assert isinstance(spec.parameters["setting"], float)
    assert (spec.experiment, spec.step, spec.seed, spec.upstream) == (
        "balanced_dice",
        "simulate",
        20260720,
        {},
    )


def test_specs_come_in_the_order_of_the_config():
    found = [
        (s.parameters["algorithm"], s.parameters["setting"])
        for s in planned().all_specs("simulate")
    ]
    assert found == [("spring", 0.0), ("spring", 1.0), ("deck", 12.0)]


def test_the_order_of_a_sweep_changes_no_id():
    one = ids(planned("exact_rolls=[2,3,4]"), "enumerate_ordinary")
    assert ids(planned("exact_rolls=[4,3,2]"), "enumerate_ordinary") == one[::-1]


def test_equal_points_get_one_spec(toys):
    assert len(toys().specs["draw"]) == 1


def test_a_value_more_adds_one_spec_and_keeps_the_others():
    before, after = (
        ids(planned(f"exact_rolls={r}"), "enumerate_ordinary") for r in ("[2,6]", "[2,4,6]")
    )
    assert [i for i in after if i in before] == before
    assert len(set(after)) == 3


def test_a_value_less_takes_one_spec_away():
    one, two = (planned(f"algorithms={{spring:{s},deck:null}}") for s in ("[0,1,2]", "[0,2]"))
    assert ids(two, "simulate") == [ids(one, "simulate")[i] for i in (0, 2)]


def test_a_sweep_changes_no_other_step():
    one, two = planned("exact_rolls=[2]"), planned("exact_rolls=[3]")
    assert ids(one, "simulate") == ids(two, "simulate")
    assert ids(one, "minimise_objective") == ids(two, "minimise_objective")


def test_another_setting_of_a_step_changes_all_its_ids():
    one, two = planned("games=20"), planned("games=21")
    assert not set(ids(one, "simulate")) & set(ids(two, "simulate"))


def test_another_seed_changes_the_ids_of_random_steps_alone():
    one, two = planned("seed=1"), planned("seed=2")
    same = [name for name in DICE.steps if ids(one, name) == ids(two, name)]
    assert same == ["enumerate_ordinary"]
    assert not set(ids(one, "simulate")) & set(ids(two, "simulate"))
    assert one.specs["enumerate_ordinary"][0].seed is None


def test_two_studies_share_the_ids_of_the_points_they_share(project):
    lines = "defaults: [paper, _self_]\nexact_rolls: [60, 7, 12]\nobjective_betas: [9]\n"
    (project / "config" / "balanced_dice" / "small.yaml").write_text(lines, encoding="utf-8")
    paper, small = (plan_experiment(project, DICE, name) for name in ("paper", "small"))
    shared = set(ids(paper, "enumerate_ordinary")) & set(ids(small, "enumerate_ordinary"))
    assert shared == {ids(small, "enumerate_ordinary")[i] for i in (0, 2)}
    assert ids(paper, "simulate") == ids(small, "simulate")
    assert not set(ids(paper, "minimise_objective")) & set(ids(small, "minimise_objective"))


def test_duplicates_are_planned_once_with_a_notice():
    plan = planned("exact_rolls=[2,2]")
    assert len(plan.specs["enumerate_ordinary"]) == 1
    assert plan.notices == ["command line: exact_rolls: merged duplicates of 2"]


def test_runs_that_are_read_name_what_they_read(toys):
    plan = toys()
    by_stem = {spec.stem: spec for spec in plan.all_specs("draw")}
    for spec in plan.specs["read"]:
        sources = [by_stem[stem].parameters for stem in spec.upstream["source"]]
        size = 2 * spec.parameters["size"]
        assert sources == [{"size": size, "shard": 0}, {"size": size, "shard": 1}]


def test_runs_that_no_table_shows_are_hidden(toys):
    plan = toys()
    assert [s.parameters for s in plan.specs["draw"]] == [{"size": 2, "shard": 0}]
    assert [tuple(s.parameters.values()) for s in plan.hidden["draw"]] == [(2, 1), (6, 0), (6, 1)]
    assert plan.hidden["read"] == []
    assert plan.all_specs("draw") == plan.specs["draw"] + plan.hidden["draw"]


def test_each_spec_comes_once_and_after_what_it_reads(toys):
    plan = toys()
    ordered = [spec.stem for spec in plan.with_upstream(plan.specs["read"] + plan.specs["draw"])]
    assert len(ordered) == len(set(ordered)) == 6
    for spec in plan.specs["read"]:
        read_before = ordered[: ordered.index(spec.stem)]
        assert set(spec.upstream["source"]) <= set(read_before)


def test_another_seed_changes_what_is_read_from_random_runs(toys):
    one, two = toys("seed=7"), toys("seed=8")
    assert one.specs["read"][0].seed is None
    assert ids(one, "read") != ids(two, "read")


def test_the_code_of_a_spec_depends_on_its_variant():
    spring, deck = (
        run_code("balanced_dice", DICE.steps["simulate"], {"algorithm": name}).hash
        for name in ("spring", "deck")
    )
    assert spring != deck
    plan = planned()
    assert [s.code for s in plan.specs["simulate"]] == [spring, spring, deck]


def test_the_code_of_a_spec_depends_on_the_schema_but_not_its_wording():
    found = DICE.steps["minimise_objective"]
    first = next(iter(found.columns))
    reworded = found.columns | {first: Column("int64", "other words", "nats")}
    retyped = found.columns | {first: Column("float64", found.columns[first].meaning)}
    same, other = (dataclasses.replace(found, columns=c) for c in (reworded, retyped))
    assert run_code("balanced_dice", same, {}) == run_code("balanced_dice", found, {})
    assert run_code("balanced_dice", other, {}) != run_code("balanced_dice", found, {})


def test_the_code_of_a_spec_is_no_bare_hash_of_its_step():
    found = DICE.steps["minimise_objective"]
    bare = code_hash("pastimes.experiments.balanced_dice.experiment", [found.name])
    assert run_code("balanced_dice", found, {}).hash != bare


def test_a_batch_names_the_files_of_its_runs(toys):
    plan, store = toys(), Store(Path("results"))
    (batch,) = grouped(store, plan, "read")
    specs = plan.specs["read"]
    assert batch.key == f"toys.read/{batch.name}"
    assert batch.runs == [str(store.run_path(s)) for s in specs]
    assert batch.inputs == sorted(b.key for b in grouped(store, plan, "draw"))
    assert batch.memory_mb == 9


def test_a_batch_is_named_by_its_runs(toys, tmp_path):
    plan, store = toys(), Store(tmp_path)
    names = [b.name for b in grouped(store, plan, "draw")]
    assert names == [b.name for b in grouped(Store(Path("elsewhere")), plan, "draw")]
    assert len(set(names)) == len(names) == 4


def test_a_batch_waits_for_those_that_make_what_it_reads_and_for_no_run_that_exists(
    toys, tmp_path, monkeypatch
):
    monkeypatch.setattr(planning, "_MOST_BATCHES", 2)
    plan, store = toys(), Store(tmp_path)
    (batch,) = grouped(store, plan, "read")
    both = grouped(store, plan, "draw")
    assert batch.inputs == sorted(b.key for b in both)
    assert [len(b.runs) for b in both] == [2, 2]
    for spec in plan.all_specs("draw")[:2]:
        store.write_run(spec, b"table", {})
    (batch,) = grouped(store, plan, "read")
    rest = grouped(store, plan, "draw")
    assert [len(b.runs) for b in rest] == [1, 1]
    assert batch.inputs == sorted(b.key for b in rest)


def test_executed_batches_stay_in_the_plan_while_their_runs_are_whole(toys, tmp_path):
    plan, store = toys(), Store(tmp_path)
    earlier, new = batches(store, plan, {})
    assert new == {b.key for found in earlier.values() for b in found}
    for spec in [*plan.all_specs("draw"), *plan.all_specs("read")]:
        store.write_run(spec, b"table", {})
    assert batches(store, plan, earlier) == (earlier, set())
    lost = plan.specs["draw"][0]
    store.run_path(lost).unlink()
    after, new = batches(store, plan, earlier)
    (again,) = (b for b in after["toys.draw"] if b.runs == [str(store.run_path(lost))])
    assert new == {again.key}
    assert len(after["toys.draw"]) == 4
    (read,) = after["toys.read"]
    assert again.key not in read.inputs  # what exists waits for nothing


def test_batches_of_runs_that_are_no_part_of_the_study_are_dropped(toys, tmp_path):
    plan, store = toys(), Store(tmp_path)
    earlier, _ = batches(store, plan, {})
    for spec in [*plan.all_specs("draw"), *plan.all_specs("read")]:
        store.write_run(spec, b"table", {})
    after, _ = batches(store, toys("sizes=[1]"), earlier)
    assert after["toys.read"] == []
    assert len(after["toys.draw"]) == 2


def test_batches_hold_missing_runs_alone(tmp_path):
    store = Store(tmp_path)
    plan = made_up(5)
    for done in (0, 3):
        store.write_run(plan.specs["draw"][done], b"table", {})
    runs = [run for batch in grouped(store, plan, "draw") for run in batch.runs]
    assert runs == [str(store.run_path(plan.specs["draw"][i])) for i in (1, 2, 4)]


def test_hidden_runs_are_batched_too(toys, tmp_path):
    plan = toys()
    runs = [run for batch in grouped(Store(tmp_path), plan, "draw") for run in batch.runs]
    assert len(runs) == 4


def test_a_study_with_all_runs_has_no_batches(tmp_path):
    store = Store(tmp_path)
    plan = made_up(3)
    for spec in plan.specs["draw"]:
        store.write_run(spec, b"table", {})
    assert grouped(store, plan, "draw") == []


@pytest.mark.parametrize(
    ("number", "batch", "jobs", "largest"),
    [
        (1, 1, 1, 1),
        (5, 2, 3, 2),
        (100, 1, 100, 1),
        (101, 1, 51, 2),
        (200, 1, 100, 2),
        (201, 1, 67, 3),
        (1000, 20, 50, 20),
    ],
)
def test_batches_grow_so_that_jobs_stay_few(tmp_path, number, batch, jobs, largest):
    plan = made_up(number, batch)
    sizes = [len(b.runs) for b in grouped(Store(tmp_path), plan, "draw")]
    assert (len(sizes), max(sizes), sum(sizes)) == (jobs, largest, number)


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 700), st.integers(1, 30))
def test_every_missing_run_is_in_one_of_at_most_100_batches(number, batch):
    plan = made_up(number, batch)
    found = grouped(Store(Path("nowhere")), plan, "draw")
    runs = [run for b in found for run in b.runs]
    assert len(found) <= 100
    assert runs == [str(Store(Path("nowhere")).run_path(s)) for s in plan.specs["draw"]]
    assert len({b.name for b in found}) == len(found)


def test_a_study_plans_every_experiment_that_has_it():
    plans, notices = plan_study(ROOT, "paper")
    assert [p.experiment.name for p in plans] == sorted(
        name for name in experiments() if (ROOT / "config" / name / "paper.yaml").exists()
    )
    assert all(": merged duplicates" not in n for n in notices)


def test_an_experiment_without_config_for_the_study_is_left_out_with_a_notice(project, monkeypatch):
    both = {"balanced_dice": DICE, "urns": dataclasses.replace(DICE, name="urns")}
    monkeypatch.setattr(planning, "experiments", lambda: both)
    plans, notices = plan_study(project, "paper")
    assert [p.experiment.name for p in plans] == ["balanced_dice"]
    assert notices == ["study paper leaves out urns: they have no paper.yaml"]


def test_a_folder_without_configs_is_refused(tmp_path):
    said = message(plan_study, tmp_path, "paper")
    assert said == "no config/ in this folder; start from the project's folder"


@pytest.mark.parametrize(
    ("study", "said"),
    [("papre", "did you mean paper? Allowed: "), ("zzz", "allowed: ")],
)
def test_an_unknown_study_is_refused_and_all_are_listed(project, study, said):
    known = "large, paper, smoke"
    assert message(plan_study, project, study) == (
        f"study {study}: no config/*/{study}.yaml; {said}{known}"
    )


@pytest.mark.parametrize("study", ["runs", "specs", "benchmarks", "logs", "a b", "", "../x"])
def test_a_name_that_no_study_may_have_is_refused(project, study):
    assert message(plan_study, project, study).startswith("study ")


def test_the_config_of_an_unknown_experiment_is_refused(project):
    (project / "config" / "balanced_die").mkdir()
    (project / "config" / "balanced_die" / "paper.yaml").touch()
    assert message(plan_study, project, "paper").startswith(
        "config/balanced_die/paper.yaml: no experiment is called balanced_die; "
        "did you mean balanced_dice? Allowed: "
    )


def test_a_wrong_config_stops_the_plan(project):
    path = project / "config" / "balanced_dice" / "small.yaml"
    path.write_text("defaults: [paper, _self_]\ngames: 0\n", encoding="utf-8")
    said = message(plan_study, project, "small")
    assert said.startswith("config/balanced_dice/small.yaml: games: 0: ")


def test_a_wide_sweep_is_planned_in_full():
    plan = planned("algorithms.spring=${linspace:0,1,500}", "algorithms.deck=null")
    assert len(set(ids(plan, "simulate"))) == 500


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("games=5", "games=5: write EXPERIMENT.KEY=VALUE"),
        ("gf2.seed=5", "gf2: no experiment of study paper; allowed: balanced_dice"),
        ("balanced_die.games=5", "balanced_die: no experiment of study paper; did you mean"),
        ("balanced_dice.gmes=5", "balanced_dice: gmes: no such key; did you mean games?"),
        ("balanced_dice.games=0", "balanced_dice: games: 0: Input should be greater"),
        ("balanced_dice.games=[5", "balanced_dice: games=[5: write key=value"),
    ],
)
def test_an_override_of_a_study_is_refused_as_one_of_the_command_line(project, word, said):
    assert message(plan_study, project, "paper", [word]).startswith(f"command line: {said}")


def test_overrides_of_a_study_reach_the_experiments_that_they_name(project):
    words = ["balanced_dice.games=21", "~balanced_dice.algorithms.deck"]
    ((plan,), _) = plan_study(project, "paper", words)
    assert plan.config.games == 21
    assert "deck" not in plan.config.algorithms
