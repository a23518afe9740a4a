"""The game of 5000: the figures, tables and numbers of the report's chapter."""

from typing import TYPE_CHECKING

import numpy as np

from pastimes.declare.figures import Figure
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.fivethousand.experiment import ESSAY
from pastimes.experiments.fivethousand.findings import (
    PRINTED,
    ahead,
    paired_gain,
    points,
    scored,
    turns_to_goal,
    valued,
)
from pastimes.experiments.fivethousand.policies import BEST, BEST_CUTOFFS, FREE, THREE_NUMBERS

if TYPE_CHECKING:
    import pandas as pd


def gains_of_rolling(tables: Tables) -> "pd.DataFrame":
    """One row a turn score and number of dice: mean gain of rolling, played best afterwards."""
    rows = tables.rows("solve_turn", rules=ESSAY)
    rows = rows[(rows.turn_score <= 1200) & (rows.turn_score >= 200 - 50 * (rows.dice - 2))]
    frame = rows.assign(
        series=rows.dice.map(lambda dice: "1 die" if dice == 1 else f"{dice} dice"),
        gain=rows.if_rolled - rows.turn_score,
    )
    return frame[["series", "dice", "turn_score", "gain"]].reset_index(drop=True)


def turn_score_law(tables: Tables) -> "pd.DataFrame":
    """One row a policy and score: probability of at least so many points in a turn."""
    import pandas as pd

    rows = tables.rows("spread_scores", rules=ESSAY)
    scores = np.arange(0, 3001, 50)
    parts = []
    for policy in (THREE_NUMBERS, BEST):
        own = rows[rows.policy == policy]
        chance = [own[(own.final >= s) & (own.final > 0)].chance.sum() for s in scores]
        parts.append(pd.DataFrame({"series": policy, "score": scores, "chance": chance}))
    return pd.concat(parts).reset_index(drop=True)


def chances_to_overtake(tables: Tables) -> "pd.DataFrame":
    """One row a lead and a rule of removal: chance to overtake it in one turn."""
    rows = tables["chase"]
    rows = rows[rows.rules.isin([ESSAY, "removal=free"]) & (rows.lead <= 3000)]
    names = {ESSAY: "forced removal", "removal=free": "free removal"}
    return rows.assign(series=rows.rules.map(names))[["series", "lead", "overtaken"]]


def turns_left(tables: Tables) -> "pd.DataFrame":
    """One row a banked score and rules: expected turns to the goal."""
    rows = tables["run_race"]
    rows = rows[rows.banked < rows.goal]
    return rows.assign(series=rows.rules)[["series", "banked", "turns"]]


def conventions(tables: Tables) -> "pd.DataFrame":
    """One row a combination of conventions: sums of the scores of all labelled rolls."""
    rows = tables["enumerate_rolls"]
    rows = rows.assign(total=rows.score * rows.labelled)
    names = list(PRINTED)
    frame = rows.pivot_table("total", names, "dice", "sum", sort=False).astype(int)
    frame.columns = [f"{dice} dice" for dice in frame.columns]
    return frame.astype(object).reset_index()


def cutoffs_table(tables: Tables) -> "pd.DataFrame":
    """One row a number of dice: chance of a bust, one roll's mean, and where to stop."""
    import pandas as pd

    states = tables.rows("solve_turn", rules=ESSAY)
    found = []
    for dice in range(1, 6):
        rows = scored(tables, dice)
        zeros = int(rows[rows.score == 0].labelled.sum())
        rolled = states[(states.dice == dice) & ~states.stays].turn_score
        mean = float((rows.score * rows.labelled).sum() / 6**dice)
        found.append((dice, zeros / 6**dice, mean, float(ahead(tables, dice)), rolled.max()))
    names = ["dice", "bust", "one roll's mean", "one roll ahead, up to", "best play rolls up to"]
    return pd.DataFrame(found, columns=names)


def policies_table(tables: Tables) -> "pd.DataFrame":
    """One row rules and a policy: mean score and chance of a bust."""
    rows = tables["value_policies"]
    rows = rows[~rows.policy.str.contains("equation") | (rows.rules == "hot_dice=may")]
    frame = rows[["rules", "policy", "cutoffs", "points", "bust"]]
    return frame.assign(points=frame.points.map("{:.6f}".format))


def played_table(tables: Tables) -> "pd.DataFrame":
    """One row a policy: means of the turns played, and the gain over the essay's rule."""
    import pandas as pd

    rows = tables["play"].groupby("policy", sort=False)[["turns", "total", "squares"]].sum()
    found = []
    for policy, row in rows.iterrows():
        mean = row.total / row.turns
        error = np.sqrt((row.squares / row.turns - mean**2) / row.turns)
        gain, gain_error = paired_gain(tables, str(policy))
        exact = points(tables, str(policy), "removal=free" if policy == FREE else ESSAY)
        found.append((policy, row.turns, mean, error, exact, gain, gain_error))
    names = ["policy", "turns", "mean", "its error", "exact", "gain with the same dice", "error"]
    return pd.DataFrame(found, columns=names)


def games_table(tables: Tables) -> "pd.DataFrame":
    """One row rules: expected turns to the goal, and the beginner's chance against a second."""
    turns = tables["run_race"]
    turns = turns[turns.banked == 0].set_index("rules")[["goal", "turns"]]
    duel = tables.rows("solve_duel", mover="beginner", own=0, others=0).set_index("rules").wins
    return turns.assign(**{"beginner of two wins": duel}).reset_index()


TABLES = {
    "When to stop, under the essay's rules": cutoffs_table,
    "What policies are worth in a turn": policies_table,
    "The policies, played with the same dice": played_table,
    "The whole game, played best": games_table,
    "Sums of scores under every convention": conventions,
}
"""Tables of the report's chapter, by heading."""


def _best_cutoffs(tables: Tables) -> str:
    return str(valued(tables, BEST_CUTOFFS).cutoffs.iloc[0]).replace(" ", ", ")


def _overtakes(tables: Tables, lead: int) -> float:
    rows = tables.rows("chase", rules=ESSAY, lead=lead)
    return float(100 * rows.overtaken.iloc[0])


def _beginner(tables: Tables) -> float:
    rows = tables.rows("solve_duel", rules=ESSAY, mover="beginner", own=0, others=0)
    if rows.goal.iloc[0] != 5000:
        raise Missing("this study plays to another goal")
    return float(100 * rows.wins.iloc[0])


SWEEP = """
house_rules: [essay, of_a_kind=doubled removal=free]
goal: 10000
"""
"""Lines of a config to go on with."""

FACTS = {
    "rule": lambda tables: points(tables, THREE_NUMBERS),
    "best": lambda tables: points(tables, BEST),
    "short": lambda tables: points(tables, BEST) - points(tables, THREE_NUMBERS),
    "free": lambda tables: points(tables, FREE, "removal=free"),
    "best_cutoffs": _best_cutoffs,
    "turns": turns_to_goal,
    "turns_free": lambda tables: turns_to_goal(tables, "removal=free"),
    "overtake_500": lambda tables: _overtakes(tables, 500),
    "overtake_1000": lambda tables: _overtakes(tables, 1000),
    "beginner": _beginner,
    "bust_rule": lambda tables: 100 * float(valued(tables, THREE_NUMBERS).bust.iloc[0]),
    "bust_best": lambda tables: 100 * float(valued(tables, BEST).bust.iloc[0]),
}
"""Numbers that captions speak of, by name."""

FIGURES = (
    Figure(
        name="gains_of_rolling",
        kind="lines",
        data=gains_of_rolling,
        title="What rolling gains",
        caption=(
            "Mean gain of rolling so many dice at a turn score, with best play afterwards: above "
            "the line roll, below it stay.",
            "One and two dice are worth rolling at the least scores at which they can be had, for "
            "dice that all score give six new ones. The best three numbers are {{ "
            "facts.best_cutoffs }}.",
        ),
        alt="Falling lines, one a number of dice; those of one and two dice cross zero first, then "
        "that of three dice, and much later that of four.",
        options={
            "x": "turn_score",
            "y": "gain",
            "x_label": "turn score, points",
            "y_label": "gain of rolling, points",
            "level": 0,
        },
    ),
    Figure(
        name="turn_score_law",
        kind="lines",
        data=turn_score_law,
        title="How often a turn makes so many points",
        caption=(
            "Chance of at least so many points in a turn. The rule of three numbers makes {{ "
            "facts.rule | figures(6) }} points on average and loses {{ facts.bust_rule | "
            "figures(3) }} % of turns, the best play {{ facts.best | figures(6) }} and {{ "
            "facts.bust_best | figures(3) }} %.",
            "Choosing which dice to remove is worth far more: {{ facts.free | figures(6) }}.",
        ),
        alt="Two nearly equal falling curves.",
        options={
            "x": "score",
            "y": "chance",
            "x_label": "points of the turn",
            "y_label": "chance of at least so many",
        },
    ),
    Figure(
        name="chances_to_overtake",
        kind="lines",
        data=chances_to_overtake,
        title="The last turn: overtaking a lead",
        caption=(
            "Chance to score more than a lead in one turn that is played for nothing else.",
            "A lead of 500 is overtaken in {{ facts.overtake_500 | figures(2) }} % of last turns, "
            "one twice as large in {{ facts.overtake_1000 | figures(2) }} %.",
        ),
        alt="Two falling curves, that of free removal above.",
        options={
            "x": "lead",
            "y": "overtaken",
            "x_label": "lead, points",
            "y_label": "chance to overtake it",
        },
    ),
    Figure(
        name="turns_left",
        kind="lines",
        data=turns_left,
        title="How many turns the game takes",
        caption=(
            "Expected turns to the goal by banked score, played for the fewest: {{ facts.turns | "
            "figures(4) }} from nothing under the essay's rules, {{ facts.turns_free | figures(4) "
            "}} where the player chooses which dice to remove.",
            "Of two players who both play for the win, the beginner wins {{ facts.beginner | "
            "figures(4) }} % of games, for the other has the last turn.",
        ),
        alt="Falling lines from about ten turns at nothing to one at the goal, one for each set of "
        "rules.",
        options={
            "x": "banked",
            "y": "turns",
            "x_label": "points banked",
            "y_label": "expected turns to the goal",
        },
    ),
)
"""The figures of the chapter, in order."""
