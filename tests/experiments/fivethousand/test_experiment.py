"""The experiment: what its config refuses, its points, and the tables of its steps."""

from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from pastimes.config.composing import compose_config
from pastimes.declare.catalogue import experiment
from pastimes.declare.tables import arrow_schema
from pastimes.experiments.fivethousand.experiment import ESSAY, Config
from pastimes.experiments.fivethousand.policies import (
    BEST,
    FREE,
    THREE_NUMBERS,
    cutoffs,
    turn_scores,
)
from pastimes.experiments.fivethousand.rules import ESSAY as RULES
from pastimes.experiments.fivethousand.rules import SWITCHES
from pastimes.store.making import by_column
from pastimes.store.runs import Store
from pastimes.study.execution import execute, spec_generator

ROOT = Path(__file__).parents[3]
STEPS = experiment("fivethousand").steps
HOUSE = ["essay", "removal=free", "hot_dice=may"]
MILLION = 1_000_000


@pytest.fixture
def message(config_refusal):
    return partial(config_refusal, "fivethousand")


@pytest.fixture
def points(planned):
    """The points of a step, with overrides."""
    return lambda step, *overrides: [s.parameters for s in planned(*overrides).specs[step]]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("farkle", "'farkle': no switch 'farkle'; allowed: essay, four_and_two, hot_dice, "),
        ("removal=some", "'removal=some': removal: 'some'; one of forced, free"),
        ("opening=400", "'opening=400': opening: '400'; one of 0, 350, 500, 1000"),
        ("removal=free removal=free", "'removal=free removal=free': removal: given twice"),
    ],
)
def test_house_rules_that_are_not_known_are_refused(message, rules, told):
    assert message(f"house_rules=[essay,'{rules}']").startswith(
        f"command line: house_rules: {told}"
    )


def test_the_essays_rules_must_be_among_the_house_rules(message):
    assert message("house_rules=['removal=free']") == (
        "command line: house_rules: ['removal=free']: essay must be among them"
    )


@pytest.mark.parametrize("key", ["goal", "largest_lead"])
@pytest.mark.parametrize(
    ("value", "told"),
    [
        (125, "125: a multiple of 50"),
        (5025, "5025: a multiple of 50"),
        (50, "50: Input should be greater than or equal to 100"),
        (10_050, "10050: Input should be less than or equal to 10000"),
        ("500.0", "500.0: Input should be a valid integer; write it without point and exponent"),
    ],
)
def test_goals_and_leads_are_multiples_of_fifty_in_a_range(message, key, value, told):
    assert message(f"{key}={value}") == f"command line: {key}: {told}"


@pytest.mark.parametrize(
    ("override", "told"),
    [
        ("turns=0", "turns: 0: Input should be greater than or equal to 1"),
        ("turns=10000000001", "turns: 10000000001: Input should be less than or equal to"),
        ("house_rules=[]", "house_rules: []: List should have at least 1 item"),
        ("seed=-1", "seed: -1: Input should be greater than or equal to 0"),
        ("~seed", "seed: missing; it needs a value"),
        ("+gaol=5000", "gaol: no such key; did you mean goal? Allowed: goal, house_rules, "),
    ],
)
def test_numbers_out_of_range_and_unknown_keys_are_refused(message, override, told):
    assert message(override).startswith(f"command line: {told}")


@pytest.mark.parametrize("goal", [100, 10_000])
def test_goals_at_the_ends_of_the_range_are_allowed(goal):
    assert compose_config(ROOT, "fivethousand", Config, "smoke", [f"goal={goal}"])[0].goal == goal


def test_rules_given_twice_are_merged(planned):
    assert planned("house_rules=[essay,essay]").config.house_rules == [ESSAY]


def test_every_convention_of_scoring_is_enumerated_whatever_the_house_rules(points):
    names = ("two_triples", "four_and_two", "of_a_kind")
    expected = [
        dict(zip(names, values, strict=True)) for values in product(*(SWITCHES[n] for n in names))
    ]
    assert points("enumerate_rolls") == points("enumerate_rolls", "house_rules=[essay]") == expected


@pytest.mark.parametrize("step", ["solve_turn", "value_policies", "spread_scores"])
def test_turns_are_solved_under_each_house_rule(step, points):
    assert points(step) == [{"rules": rules} for rules in HOUSE]


@pytest.mark.parametrize("step", ["run_race", "solve_duel"])
def test_games_are_played_to_the_goal_under_each_house_rule(step, points):
    assert points(step) == [{"rules": rules, "goal": 150} for rules in HOUSE]


def test_leads_are_chased_under_each_house_rule(points):
    assert points("chase") == [{"rules": rules, "largest_lead": 500} for rules in HOUSE]


@pytest.mark.parametrize(
    ("turns", "shards"),
    [
        (1, [1]),
        (MILLION - 1, [MILLION - 1]),
        (MILLION, [MILLION]),
        (2 * MILLION + 1, [MILLION, MILLION, 1]),
    ],
)
def test_shards_cover_the_turns_exactly(turns, shards, points):
    found = points("play", f"turns={turns}")
    assert [p["turns"] for p in found] == shards
    assert [p["shard"] for p in found] == list(range(len(shards)))


def test_more_turns_keep_the_shards_that_were_played(planned):
    few, more = (planned(f"turns={n * MILLION}").specs["play"] for n in (2, 3))
    assert {spec.id for spec in few} < {spec.id for spec in more}
    assert len({spec_generator(spec).integers(2**63) for spec in more}) == 3


@pytest.mark.parametrize("name", STEPS)
def test_tables_have_the_declared_schema(name, gathered, planned):
    declared = arrow_schema(STEPS[name].columns)
    table = gathered[name]
    assert table.select(declared.names).schema.equals(declared)
    assert len(set(table["run"].to_pylist())) <= len(planned().specs[name])
    assert table.num_rows > 0


def test_every_labelled_and_every_distinct_roll_is_enumerated_once(study):
    rows = study["enumerate_rolls"]
    sums = rows.groupby(["run", "dice"])[["labelled", "distinct"]].sum()
    assert len(sums) == 8 * 6
    for (_, dice), (labelled, distinct) in sums.iterrows():
        assert labelled == 6**dice
        assert distinct == [6, 21, 56, 126, 252, 462][dice - 1]
    assert ((rows.score == 0) == (rows.left == rows.dice)).all()
    assert not rows.duplicated(["run", "dice", "score", "left"]).any()


def test_turns_are_tabulated_up_to_four_thousand_points_or_where_they_end(study, solved):
    rows = study["solve_turn"]
    for rules, own in rows.groupby("rules", sort=False):
        turn, most = solved(rules), min(solved(rules).tail, 4000)
        assert len(own) == 5 * most // 50
        row = own.sample(20, random_state=1)
        for each in row.itertuples():
            assert each.if_rolled == turn.rolling[each.dice - 1][each.turn_score // 50]
            assert each.stays == turn.stays(each.turn_score, each.dice)
    assert rows.groupby("rules").turn_score.max().to_dict() == {
        "essay": 2950,
        "removal=free": 3950,
        "hot_dice=may": 3950,
    }


def test_policies_are_valued_with_busts_where_these_are_known(study):
    rows = study["value_policies"]
    assert rows.groupby("rules").policy.size().to_dict() == {
        "essay": 4,
        "removal=free": 1,
        "hot_dice=may": 1,
    }
    assert rows[rows.bust.isna()].policy.tolist() == [
        f"{BEST}, by its equation",
        FREE,
        f"{BEST}, by its equation",
    ]


def test_scores_are_spread_under_forced_removal_alone(study):
    rows = study["spread_scores"]
    assert set(rows.rules) == {"essay"}
    law = dict(rows[rows.policy == THREE_NUMBERS][["final", "chance"]].itertuples(index=False))
    assert law == pytest.approx(turn_scores(RULES, cutoffs({3: 300, 4: 850, 5: 2750})))
    assert rows.groupby("policy").chance.sum().tolist() == pytest.approx([1] * 3, abs=1e-12)


def test_races_and_chases_have_a_row_a_score(study):
    race, chase = study["run_race"], study["chase"]
    for _, own in race.groupby("rules"):
        assert own.banked.tolist() == [0, 50, 100, 150]
        assert own.turns.iloc[-1] == 0
    for _, own in chase.groupby("rules"):
        assert own.lead.tolist() == list(range(0, 550, 50))
        assert own.overtaken.is_monotonic_decreasing


def test_duels_tell_every_tenth_banked_score_of_both_players(study, planned):
    rows = study["solve_duel"]
    assert rows.groupby(["rules", "mover"]).size().tolist() == [1] * 6
    assert (rows[rows.mover == "other"].wins.to_numpy() > 0.5).all()
    step = STEPS["solve_duel"]
    table = by_column(step.columns, step.function(rules="essay", goal=1050))
    places = [(a, b) for a in (0, 500, 1000) for b in (0, 500, 1000)]
    assert list(zip(table["own"], table["others"], strict=True)) == places * 2
    assert not np.isnan(table["wins"]).any()


def test_played_turns_are_tallied_by_policy(study):
    rows = study["play"]
    assert (rows.turns == 3000).all()
    assert (rows.busts < rows.turns).all()
    # A sum of squares is at least what equal scores would give.
    assert (rows.squares * (rows.turns - rows.busts) >= rows.total**2).all()
    assert (rows.total % 50 == 0).all()
    assert (rows.squares % 2500 == 0).all()


def test_executing_again_gives_the_same_bytes(tmp_path, planned):
    spec = planned().specs["run_race"][0]
    first, second = (execute(Store(tmp_path / name), spec).read_bytes() for name in "ab")
    assert first == second
