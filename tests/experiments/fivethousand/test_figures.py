"""Data of figures, tables of the chapter, and facts of captions."""

import re
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from pastimes.declare.tables import Missing
from pastimes.experiments.fivethousand import figures
from pastimes.experiments.fivethousand.game import last_turn, race
from pastimes.experiments.fivethousand.policies import BEST, BEST_CUTOFFS, FREE, THREE_NUMBERS
from pastimes.experiments.fivethousand.rules import ESSAY, parse


def test_gains_are_those_of_rolling_where_it_can_come_to_that(study, solved):
    found = figures.gains_of_rolling(study)
    assert found.series.unique().tolist() == ["1 die", *(f"{d} dice" for d in range(2, 6))]
    starts = found.groupby("dice").turn_score.min()
    assert starts.to_dict() == {1: 250, 2: 200, 3: 150, 4: 100, 5: 50}
    assert found.turn_score.max() == 1200
    for row in found.itertuples():
        rolled = solved("essay").rolling[row.dice - 1][row.turn_score // 50]
        assert row.gain == rolled - row.turn_score
    gains = found.set_index(["dice", "turn_score"]).gain
    assert gains[3, 400] > 0 > gains[3, 450]


def test_chances_of_so_many_points_fall_from_those_of_no_bust(study):
    found = figures.turn_score_law(study)
    for policy, rows in found.groupby("series"):
        bust = study.rows("value_policies", policy=policy, rules="essay").bust.iloc[0]
        assert rows.score.tolist() == list(range(0, 3001, 50))
        assert rows.chance.iloc[:2].tolist() == pytest.approx([1 - bust] * 2, abs=1e-9)
        assert all(a >= b > 0 for a, b in pairwise(rows.chance))
    assert found.series.unique().tolist() == [THREE_NUMBERS, BEST]


def test_chances_to_overtake_are_of_both_ways_to_remove_dice(study):
    found = figures.chances_to_overtake(study)
    for series, text in (("forced removal", "essay"), ("free removal", "removal=free")):
        rows = found[found.series == series]
        assert rows.lead.tolist() == list(range(0, 501, 50))
        assert rows.overtaken.tolist() == last_turn(parse(text), 500).tolist()
    assert len(found) == 2 * 11


def test_leads_above_three_thousand_are_not_shown(write_tables):
    chase = {"rules": "essay", "lead": [2950, 3000, 3050], "overtaken": 0.1}
    assert figures.chances_to_overtake(write_tables(chase=chase)).lead.tolist() == [2950, 3000]


def test_turns_left_are_of_all_rules(study):
    found = figures.turns_left(study)
    assert found.series.unique().tolist() == ["essay", "removal=free", "hot_dice=may"]
    assert found[found.series == "essay"].banked.tolist() == [0, 50, 100]
    assert found[found.series == "essay"].turns.tolist() == race(ESSAY, 150)[:-1].tolist()


def test_conventions_are_held_against_each_other(study):
    found = figures.conventions(study)
    assert len(found) == 8
    assert not found.duplicated(["two_triples", "four_and_two", "of_a_kind"]).any()
    first = found.iloc[0]
    assert first.tolist()[:3] == ["flat", "pairs", "triple"]
    assert first.tolist()[3:] == [150, 1800, 18750, 183150, 1675800, 18763500]


def test_cutoffs_are_one_roll_ahead_and_of_the_best_play(study):
    found = figures.cutoffs_table(study).set_index("dice")
    assert found["bust"].tolist() == pytest.approx([2 / 3, 4 / 9, 5 / 18, 17 / 108, 25 / 324])
    assert found["one roll's mean"].tolist() == pytest.approx(
        [25, 50, 18750 / 216, 183150 / 1296, 1675800 / 7776]
    )
    assert found["one roll ahead, up to"].tolist() == pytest.approx(
        [37.5, 112.5, 312.5, 30525 / 34, 2793]
    )
    assert found["best play rolls up to"].tolist() == [250, 200, 400, 950, 2900]


def test_policies_are_told_with_equations_only_where_nothing_else_is(study):
    found = figures.policies_table(study)
    assert found.policy.tolist() == [
        THREE_NUMBERS,
        BEST_CUTOFFS,
        BEST,
        FREE,
        f"{BEST}, by its equation",
    ]
    assert found.rules.tolist() == ["essay"] * 3 + ["removal=free", "hot_dice=may"]
    assert found.points.iloc[0] == "521.285424"


def test_played_means_have_their_errors_beside_the_exact_ones(write_tables):
    names = [THREE_NUMBERS, FREE]
    play = {
        "policy": names * 2,
        "turns": 2,
        # Scores 100, 300 and 200, 400; then twice 250 and 450.
        "total": [400, 600, 500, 900],
        "squares": [100_000, 200_000, 125_000, 405_000],
        "gain": [0, 200, 0, 400],
        "gain_squares": [0, 20_000, 0, 80_000],
    }
    exact = {
        "rules": ["essay", "removal=free"],
        "policy": names,
        "points": [226.0, 376.0],
    }
    found = figures.played_table(write_tables(play=play, value_policies=exact)).set_index("policy")
    assert found.turns.tolist() == [4, 4]
    assert found["mean"].tolist() == [225, 375]
    assert found.exact.tolist() == [226, 376]
    assert found["its error"].tolist() == pytest.approx(
        [np.std([100, 300, 250, 250]) / 2, np.std([200, 400, 450, 450]) / 2]
    )
    assert found["gain with the same dice"].tolist() == [0, 150]
    assert found["error"].tolist() == pytest.approx([0, np.std([100, 100, 200, 200]) / 2])


def test_games_are_told_by_rules(study):
    found = figures.games_table(study).set_index("rules")
    assert found.index.tolist() == ["essay", "removal=free", "hot_dice=may"]
    assert found.goal.tolist() == [150] * 3
    duel = study.rows("solve_duel", rules="hot_dice=may", mover="beginner")
    assert found.loc["hot_dice=may", "beginner of two wins"] == duel.wins.iloc[0]
    assert found.loc["essay", "turns"] == race(ESSAY, 150)[0]


GOAL = {"run_race": "this study races to another goal", "solve_duel": "plays to another goal"}


def games(goal):
    race_rows = {"rules": ["essay", "removal=free"], "goal": goal, "banked": 0, "turns": [9.0, 8.0]}
    duel_rows = {"rules": ["essay"], "goal": goal, "mover": "beginner", "own": 0, "others": 0}
    return {"run_race": race_rows, "solve_duel": duel_rows | {"wins": 0.25}}


def test_facts_of_games_are_those_to_five_thousand(write_tables):
    found = write_tables(**games(5000))
    facts = {name: figures.FACTS[name](found) for name in ("turns", "turns_free", "beginner")}
    assert facts == {"turns": 9, "turns_free": 8, "beginner": 25}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("turns", GOAL["run_race"]),
        ("turns_free", GOAL["run_race"]),
        ("beginner", GOAL["solve_duel"]),
    ],
)
def test_facts_of_games_to_another_goal_are_missing(name, told, write_tables):
    with pytest.raises(Missing, match=told):
        figures.FACTS[name](write_tables(**games(500)))


def test_facts_of_leads_that_were_not_chased_are_missing(study):
    with pytest.raises(Missing, match="rules = essay, lead = 1000"):
        figures.FACTS["overtake_1000"](study)


def test_facts_are_the_numbers_of_the_tables(study):
    lacking = {"turns", "turns_free", "beginner", "overtake_1000"}  # of another goal, or lead
    found = {n: source(study) for n, source in figures.FACTS.items() if n not in lacking}
    assert found["rule"] == pytest.approx(521.2854237739)
    assert found["best"] == pytest.approx(521.4809703125)
    assert found["short"] == pytest.approx(found["best"] - found["rule"])
    assert 563 < found["free"] < 564
    assert re.fullmatch(r"\d+, \d+, \d+", found["best_cutoffs"])
    assert found["overtake_500"] == 100 * last_turn(ESSAY, 500)[-1]
    assert 17 < found["bust_rule"] < found["bust_best"] < 19


def test_captions_speak_of_known_facts():
    text = " ".join(" ".join(figure.caption) for figure in figures.FIGURES)
    assert set(re.findall(r"facts\.(\w+)", text)) <= set(figures.FACTS)


@pytest.mark.parametrize("figure", figures.FIGURES, ids=lambda figure: figure.name)
def test_figures_draw_columns_that_their_data_have(figure, study):
    data = figure.data(study)
    drawn = {figure.options[axis] for axis in ("x", "y")} | {"series"}
    assert drawn <= set(data.columns)
    assert not data[sorted(drawn)].isna().any(axis=None)
    assert isinstance(data, pd.DataFrame)
