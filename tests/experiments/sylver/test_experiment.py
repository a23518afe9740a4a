"""The experiment: what its config refuses, its points, its guards, and the tables of its steps."""

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from pastimes.config.composing import compose_config
from pastimes.declare.catalogue import experiment, variant, variants
from pastimes.declare.tables import arrow_schema
from pastimes.experiments.sylver import reference
from pastimes.experiments.sylver.experiment import ORDERS, RULES, Config
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.pruning import none
from pastimes.experiments.sylver.search import search
from pastimes.experiments.sylver.tallies import tally
from pastimes.store.runs import Store
from pastimes.study.execution import execute, gather_runs, spec_generator
from pastimes.study.planning import plan_experiment

pytestmark = pytest.mark.xdist_group("sylver")

ROOT = Path(__file__).parents[3]
SYLVER = experiment("sylver")
TINY = ("last_genera=[5,7,8]", "shuffled_genus=7", "shuffles=30", "permutations=9")
TINY += ("orders=[smallest,learned,random,history,parity]", "rules=[none,pairs]")
FIRST, SECOND, THIRD = (
    {"first_genus": first, "last_genus": last} for first, last in ((2, 5), (6, 7), (8, 8))
)


def planned(*overrides):
    return plan_experiment(ROOT, SYLVER, "smoke", (*TINY, *overrides))


def points(step, *overrides):
    return [spec.parameters for spec in planned(*overrides).specs[step]]


@pytest.fixture
def message(config_refusal):
    return partial(config_refusal, "sylver")


def span_of(parameters):
    return {name: parameters[name] for name in FIRST}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The store and plan of a tiny study."""
    store, plan = Store(tmp_path_factory.mktemp("tiny")), planned()
    for name in SYLVER.steps:
        for spec in plan.specs[name]:
            execute(store, spec)
    return store, plan


@pytest.fixture(scope="module")
def tables(run):
    """The gathered table of each step."""
    store, plan = run
    return {
        name: gather_runs(store, step, [store.run_path(spec) for spec in plan.specs[name]])
        for name, step in SYLVER.steps.items()
    }


@pytest.mark.parametrize(
    ("override", "told"),
    [
        ("orders=[smalest]", "orders: 'smalest': no order smalest; did you mean smallest? Allowed"),
        ("orders=[smallest,xyz]", "orders: 'xyz': no order xyz; allowed: counter_move, "),
        ("orders=[__init__]", "orders: '__init__': no order __init__; "),
        ("orders=[]", "orders: []: List should have at least 1 item"),
        ("rules=[pair]", "rules: 'pair': no rule pair; did you mean pairs? Allowed: all_rules, "),
        ("rules=[smallest]", "rules: 'smallest': no rule smallest; "),
        ("rules=[]", "rules: []: List should have at least 1 item"),
        ("last_genera=[8,5]", "last_genera: [8, 5]: ascending, each once"),
        ("last_genera=[8,8]", "last_genera: [8, 8]: ascending, each once"),
        ("last_genera=[8]", "last_genera: [8]: List should have at least 2 items"),
        ("last_genera=[]", "last_genera: []: List should have at least 2 items"),
        ("last_genera=[10,33]", "last_genera: 33: Input should be less than or equal to 32"),
        ("last_genera=[1,10]", "last_genera: 1: Input should be greater than or equal to 2"),
        ("last_genera=[2.0,10]", "last_genera: 2.0: Input should be a valid integer"),
        ("shuffled_genus=33", "shuffled_genus: 33: Input should be less than or equal to 32"),
        ("shuffled_genus=9", "shuffled_genus: 9: one of last_genera, [8, 10]"),
        ("shuffles=0", "shuffles: 0: Input should be greater than or equal to 1"),
        ("permutations=0", "permutations: 0: Input should be greater than or equal to 1"),
        ("seed=-1", "seed: -1: Input should be greater than or equal to 0"),
    ],
)
def test_configs_are_refused(message, override, told):
    assert message(override).startswith(f"command line: {told}")


def test_genera_up_to_32_are_allowed():
    config, _ = compose_config(
        ROOT, "sylver", Config, "smoke", ["last_genera=[2,32]", "shuffled_genus=2"]
    )
    assert config.spans() == [
        {"first_genus": 2, "last_genus": 2},
        {"first_genus": 3, "last_genus": 32},
    ]


def test_the_papers_orders_are_all_there_are_and_so_are_its_rules():
    config, _ = compose_config(ROOT, "sylver", Config, "paper")
    assert sorted(config.orders) == list(variants(ORDERS))
    assert sorted(config.rules) == list(variants(RULES))


def test_spans_follow_each_other_from_genus_2():
    assert planned().config.spans() == [FIRST, SECOND, THIRD]
    for step in ("enumerate_positions", "tally_moves", "list_moves"):
        assert points(step) == [FIRST, SECOND, THIRD]
    assert [span_of(p) for p in points("associate")] == [FIRST, SECOND, THIRD]


def test_every_order_is_scored_under_every_rule_on_every_span():
    found = [(p["order"], p["rule"], span_of(p)) for p in points("score")]
    expected = [
        (order, rule, span)
        for order in ("smallest", "learned", "history", "parity")
        for rule in ("none", "pairs")
        for span in ((SECOND, THIRD) if order == "learned" else (FIRST, SECOND, THIRD))
    ]
    assert found == expected


def test_the_learned_order_is_scored_on_test_positions_alone():
    for overrides in ((), ("last_genera=[4,6]", "shuffled_genus=4", "orders=[learned]")):
        found = [p for p in points("score", *overrides) if p["order"] == "learned"]
        training = planned(*overrides).config.spans()[0]
        assert found
        assert all(p["first_genus"] > training["last_genus"] for p in found)


def test_only_the_learned_order_is_given_lessons_and_those_of_the_training_positions():
    plan = planned()
    (lessons,) = plan.specs["learn"]
    assert lessons.parameters == {"training_genus": 5}
    (training, *_) = plan.specs["enumerate_positions"]
    assert lessons.upstream == {"positions": [training.stem]}
    for spec in plan.specs["score"]:
        learned = spec.parameters["order"] == "learned"
        assert spec.upstream["lessons"] == ([lessons.stem] if learned else [])


def test_each_run_reads_the_positions_of_its_span():
    plan = planned()
    spans = {spec.stem: spec.parameters for spec in plan.specs["enumerate_positions"]}
    for step in ("tally_moves", "score", "list_moves", "remember"):
        for spec in plan.specs[step]:
            (stem,) = spec.upstream["positions"]
            assert spans[stem] == span_of(spec.parameters)


def test_random_orders_are_scored_by_shards_over_the_spans_up_to_a_genus():
    plan = planned()
    found = plan.specs["score_shuffled"]
    assert [tuple(spec.parameters.values()) for spec in found] == [
        ("random", 7, 25, 0),
        ("random", 7, 5, 1),
    ]
    first, second, _ = (spec.stem for spec in plan.specs["enumerate_positions"])
    assert all(spec.upstream["positions"] == [first, second] for spec in found)
    assert len({spec_generator(spec).integers(2**63) for spec in found}) == 2


@pytest.mark.parametrize(
    ("shuffles", "shards"), [(1, [1]), (25, [25]), (26, [25, 1]), (50, [25] * 2)]
)
def test_shards_cover_the_shuffles_exactly(shuffles, shards):
    found = points("score_shuffled", f"shuffles={shuffles}")
    assert [p["shuffles"] for p in found] == shards
    assert [p["shard"] for p in found] == list(range(len(shards)))


def test_orders_that_remember_and_need_nothing_else_are_asked_what_they_remember():
    found = {p["order"] for p in points("remember", f"orders=[{','.join(variants(ORDERS))}]")}
    assert found == {
        "counter_move",
        "counter_move_both_ways",
        "found_lost_then_counter",
        "history",
        "history_kept",
        "parity_after_history",
    }


def test_a_study_without_some_orders_has_no_points_for_them():
    overrides = ("orders=[smallest]",)
    assert points("score_shuffled", *overrides) == points("remember", *overrides) == []
    assert {p["order"] for p in points("score", *overrides)} == {"smallest"}


@pytest.mark.parametrize("name", SYLVER.steps)
def test_tables_have_the_declared_schema(name, tables):
    declared = arrow_schema(SYLVER.steps[name].columns)
    table = tables[name]
    assert table.schema.names[-len(declared) :] == declared.names
    assert table.select(declared.names).schema.equals(declared)
    assert len(set(table["run"].to_pylist())) == len(planned().specs[name])


def gaps_of(position):
    """Gaps from a cell: bit n - 1 stands for n."""
    return frozenset(n for n in range(1, 64) if position >> (n - 1) & 1)


def test_positions_are_described_as_in_plain_words(tables):
    rows, known = tables["enumerate_positions"].to_pylist(), {}
    expected = {
        gaps
        for genus in range(2, 9)
        for gaps in reference.semigroups(genus)
        if reference.is_irreducible(gaps)
    }
    assert {gaps_of(row["position"]) for row in rows} == expected
    assert len(rows) == len(expected)
    for row in rows:
        gaps = gaps_of(row["position"])
        winners = [
            n for n in sorted(gaps - {1}) if not reference.value(reference.closure(gaps, n), known)
        ]
        members = [n for n in range(1, 64) if n not in gaps]
        generators = {*members} - {a + b for a in members for b in members}
        assert row["generators"] == " ".join(map(str, sorted(generators)))
        assert row["frobenius"] == max(gaps)
        assert row["genus"] == len(gaps) == row["moves"] + 1
        assert row["winners"] == " ".join(map(str, winners))
        assert row["winning"] == len(winners)
        assert row["first_genus"] <= row["genus"] <= row["last_genus"]


def test_lessons_are_the_tally_of_the_training_positions(tables):
    found = tables["learn"].to_pandas()
    assert found.number.tolist() == list(range(64))
    assert found.wins.tolist() == tally(irreducible_of_genera(2, 5)).wins.tolist()
    assert found.wins.sum() > 0


def test_tallied_moves_are_the_tally_of_their_span(tables):
    found = tables["tally_moves"].to_pandas()
    rows = found[found.first_genus == 6]
    expected = tally(irreducible_of_genera(6, 7))
    for column in ("legal", "struck", "wins", "exceptions"):
        assert rows[column].tolist() == getattr(expected, column).tolist()
    assert set(rows.won) == {expected.won}


def test_scores_are_the_costs_of_the_search(tables):
    found = tables["score"].to_pandas()
    lessons = np.array(tables["learn"]["wins"].to_pylist())
    for (order, rule), rows in found.groupby(["order", "rule"]):
        first = 6 if order == "learned" else 2
        wins = lessons if order == "learned" else None
        positions = irreducible_of_genera(first, 8)
        costs = search(variant(ORDERS, order), variant(RULES, rule), positions, wins)
        assert rows.position.tolist() == (positions >> np.uint64(1)).tolist()
        for column, values in costs._asdict().items():
            assert rows[column].tolist() == values.tolist(), (order, rule, column)


def test_every_position_is_scored_with_its_genus(tables):
    found = tables["score"].to_pandas()
    assert [gaps.bit_count() for gaps in found.position.tolist()] == found.genus.tolist()
    assert found.genus.between(found.first_genus, found.last_genus).all()


def test_shuffled_scores_are_totals_of_searches_with_the_streams_keys(run, tables):
    found = tables["score_shuffled"].to_pandas()
    assert len(found) == 30 * 6  # genera 2 to 7
    positions = irreducible_of_genera(2, 7)
    genera = np.array([int(word).bit_count() for word in positions])
    usual = search(variant(ORDERS, "smallest"), none, positions).examined
    for spec in run[1].specs["score_shuffled"]:
        keys = spec_generator(spec).integers(2**63, size=spec.parameters["shuffles"])
        rows = found[found.shard == spec.parameters["shard"]]
        assert rows.shuffle.max() == len(keys) - 1
        for shuffle, key in list(enumerate(keys))[:3]:
            costs = search(variant(ORDERS, "random"), none, positions, shuffle=int(key))
            for row in rows[rows.shuffle == shuffle].itertuples():
                of = genera == row.genus
                assert row.examined == costs.examined[of].sum()
                assert row.rank == costs.rank[of].sum()
                assert row.dearer == (costs.examined[of] > usual[of]).sum()


def test_orders_of_all_shards_differ(tables):
    totals = tables["score_shuffled"].to_pandas().groupby(["shard", "shuffle"]).examined.sum()
    assert len(totals) == 30
    assert totals.nunique() > 10


def test_what_history_remembers_is_won_at_least_once_a_position(tables):
    wins = tables["remember"].to_pandas().groupby("first_genus").wins.sum()
    counts = tables["enumerate_positions"].to_pandas().groupby("first_genus").size()
    assert (wins >= counts).all()


def test_listed_moves_are_all_moves(tables):
    moves = tables["list_moves"].to_pandas()
    positions = tables["enumerate_positions"].to_pandas().set_index("position")
    counts = moves.groupby("position")[["number", "winning"]].agg(
        {"number": "size", "winning": "sum"}
    )
    assert (counts.number == positions.moves[counts.index]).all()
    assert (counts.winning == positions.winning[counts.index]).all()
    assert len(counts) == len(positions)


def test_associations_are_tested_by_as_many_permutations_as_asked_for(tables):
    found = tables["associate"].to_pandas()
    assert found.groupby("first_genus").size().tolist() == [8] * 3
    known = found.dropna(subset="correlation")
    assert len(known) > 8
    assert known.correlation.abs().max() <= 1
    assert np.allclose(known.p_value * 10, (known.p_value * 10).round())
    assert known.p_value.between(0.1, 1).all()


def positions_of(*genera):
    gaps = [irreducible_of_genera(genus, genus)[:2] >> np.uint64(1) for genus in genera]
    return {
        "position": np.concatenate(gaps).astype(np.int64),
        "genus": np.repeat(genera, [len(each) for each in gaps]),
    }


LESSONS = {
    "number": np.arange(64),
    "wins": np.arange(64)[::-1].copy(),
    "training_genus": np.full(64, 5),
}
NO_LESSONS = {name: values[:0] for name, values in LESSONS.items()}


def scored(genera, lessons, order="learned"):
    function = SYLVER.steps["score"].function
    return function(
        order=order,
        rule="none",
        first_genus=min(genera),
        last_genus=max(genera),
        positions=positions_of(*genera),
        lessons=lessons,
    )


@pytest.mark.parametrize("genera", [[6], [2, 6], [4, 5, 9]])
def test_the_learner_is_given_no_test_position(genera):
    with pytest.raises(ValueError, match=r"^a test position reached the learner$"):
        SYLVER.steps["learn"].function(training_genus=5, positions=positions_of(*genera))


def test_the_learner_is_given_training_positions():
    found = SYLVER.steps["learn"].function(training_genus=5, positions=positions_of(2, 5))
    assert sum(found["wins"]) > 0


@pytest.mark.parametrize("order", ["learned", "smallest"])
@pytest.mark.parametrize("genera", [[5], [2, 8], [3, 5]])
def test_no_position_is_scored_that_was_learned_from(genera, order):
    with pytest.raises(ValueError, match=r"^a position is scored that was learned from$"):
        scored(genera, LESSONS, order)


def test_positions_beyond_the_lessons_are_scored_with_them():
    taught, untaught = (scored([8, 9], lessons) for lessons in (LESSONS, NO_LESSONS))
    plain = scored([8, 9], NO_LESSONS, "smallest")
    assert taught["examined"].tolist() == scored([8, 9], LESSONS, "smallest")["examined"].tolist()
    assert untaught["examined"].tolist() == plain["examined"].tolist()
    other = scored([8, 9], LESSONS | {"wins": np.arange(64)})
    assert other["examined"].tolist() == scored([8, 9], NO_LESSONS, "largest")["examined"].tolist()


def test_executing_again_gives_the_same_bytes(tmp_path, run):
    _, plan = run
    for step in ("score_shuffled", "associate"):
        wanted = plan.with_upstream(plan.specs[step][:1])
        first, second = (Store(tmp_path / f"{step} {name}") for name in "ab")
        found = [[execute(s, spec).read_bytes() for spec in wanted] for s in (first, second)]
        assert found[0] == found[1]


LISTED = '''"""Prints the runs of a plan, and what they cost under the order `own`."""

import json
import os
import sys
from pathlib import Path

os.environ["NUMBA_CACHE_DIR"] = "cache"

from pastimes.study.execution import execute, gather_runs, spec_generator
from pastimes.declare.catalogue import experiment
from pastimes.study.planning import plan_experiment
from pastimes.store.runs import Store

found, store = experiment("sylver"), Store(Path("results"))
plan = plan_experiment(Path(), found, "smoke", sys.argv[2:])
runs = {s.stem: [s.step, s.parameters.get("order")] for n in plan.specs for s in plan.specs[n]}
own = [s for s in plan.specs["score"] if s.parameters["order"] == sys.argv[1]]
paths = [execute(store, s) for s in plan.with_upstream(own) if s.step != "score"]
rows = gather_runs(store, found.steps["score"], [execute(store, s) for s in own]).to_pylist()
print(json.dumps([runs, [[row["genus"], row["winner"], row["examined"]] for row in rows]]))
'''
OWN = '''"""Even numbers first."""


def key(move, memory):
    return move.number % 2
'''
HISTORY = "src/pastimes/experiments/sylver/orders/history.py"


@pytest.fixture(scope="module")
def project(new_project):
    made = new_project()
    made.write("src/listed.py", LISTED)
    return made


def listed(project, *orders, scored="nothing"):
    """Runs of a plan with some orders, by stem, with step and order; and rows of one of these."""
    chosen = f"orders=[{','.join(orders)}]"
    said = project.run("listed", scored, "last_genera=[4,6]", "shuffled_genus=4", chosen)
    return json.loads(said)


USUAL = ("smallest", "history", "history_kept", "random", "learned")


@pytest.fixture(scope="module")
def before(project):
    return listed(project, *USUAL)[0]


@pytest.fixture
def copied(project, tmp_path):
    return project.copy(tmp_path / "copié")


def test_a_new_order_adds_its_own_runs_and_changes_no_other(copied, before):
    copied.write("src/pastimes/experiments/sylver/orders/own.py", OWN)
    assert listed(copied, *USUAL)[0] == before
    after, _ = listed(copied, *USUAL, "own")
    assert before.items() <= after.items()
    added = [each for stem, each in after.items() if stem not in before]
    assert added == [["score", "own"]] * 4 * 2  # rules and spans


@pytest.mark.slow
def test_a_new_order_is_scored(copied):
    copied.write("src/pastimes/experiments/sylver/orders/own.py", OWN)
    _, rows = listed(copied, "own", "smallest", scored="own")
    assert {genus for genus, _, _ in rows} == {2, 3, 4, 5, 6}
    assert all(winner > 0 and examined > 0 for _, winner, examined in rows)


def test_a_line_of_one_order_changes_its_own_runs_alone(copied, before):
    copied.replace(HISTORY, "return -memory", "return -2 * memory")
    after, _ = listed(copied, *USUAL)
    assert {tuple(before[stem]) for stem in before.keys() - after.keys()} == {
        ("score", "history"),
        ("remember", "history"),
    }


def test_words_about_an_order_change_nothing(copied, before):
    copied.replace(HISTORY, "Numbers that", "Those that")
    assert listed(copied, *USUAL)[0] == before
