"""Balanced dice: the figures, tables and numbers of the report's chapter."""

import math
from typing import TYPE_CHECKING

import numpy as np

from pastimes.declare.figures import Figure
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.balanced_dice.findings import (
    BALANCED,
    ESSAY_ROLLS,
    exact_median,
    rolls_to_match,
    steady_median,
    steady_p90,
    steady_row,
)

if TYPE_CHECKING:
    import pandas as pd


def _series(rows: "pd.DataFrame") -> "pd.Series":
    """Names of the settings, as a legend shows them."""
    return rows.apply(lambda r: series_name(r.algorithm, r.setting), axis=1)


def series_name(algorithm: str, setting: float) -> str:
    """What a legend calls a setting.

    Examples
    --------
    >>> series_name("spring", 0.0), series_name("spring", 0.25), series_name("deck", 12.0)
    ('ordinary', 'spring 0.25', 'deck 12')
    """
    if algorithm == "spring" and setting == 0:
        return "ordinary"
    return f"{algorithm} {'∞' if math.isinf(setting) else format(setting, 'g')}"


def _essay_bands(tables: Tables, quantity: str) -> "pd.DataFrame":
    import pandas as pd

    rows = tables.rows("simulate", quantity=quantity, algorithm="spring")
    rows = rows[(rows.first_roll == rows.last_roll) & rows.setting.isin([0.0, 1.0])]
    rows = rows[rows.summary.isin(["p10", "p50", "p90"])]
    if rows.empty:
        raise Missing("this study has no spring of strength 0 or 1")
    wide = rows.pivot(index=["setting", "last_roll"], columns="summary", values="value")
    wide = wide.reset_index()
    wide["series"] = [series_name("spring", s) for s in wide.setting]
    return pd.DataFrame(wide[["series", "last_roll", "p10", "p50", "p90"]])


def statistics_by_roll(tables: Tables) -> "pd.DataFrame":
    return _essay_bands(tables, "played_from_true")


def balanced_law_by_turn(tables: Tables) -> "pd.DataFrame":
    bands = _essay_bands(tables, "true_from_next")
    return bands[bands.series != "ordinary"]


def fairness_and_leak(tables: Tables) -> "pd.DataFrame":
    """One row a setting: fairness after a game, and leak in the steady state."""
    keys = ["run", "algorithm", "setting"]
    rows = tables.rows("simulate", quantity="next_from_true", summary="mean")
    leak = rows[rows.first_roll < rows.last_roll][[*keys, "value", "low", "high"]]
    rows = tables.rows("simulate", quantity="played_from_true", summary="p50")
    game = min(ESSAY_ROLLS, int(rows.last_roll.max()))
    fair = rows[(rows.last_roll == game) & (rows.first_roll == game)]
    both = leak.merge(fair[[*keys, "value", "low", "high"]], on=keys, suffixes=("_leak", "_fair"))
    if both.empty:
        raise Missing("this study has no whole period of 36 rolls after the burn-in")
    both = both.sort_values(["algorithm", "setting"], ascending=[False, True])
    both["series"] = _series(both)
    return both.reset_index(drop=True)


def designers_measures(tables: Tables) -> "pd.DataFrame":
    """One row a setting: what a game designer wants to know."""
    rows = tables["simulate"]
    rows = rows[(rows.first_roll < rows.last_roll) | (rows.quantity == "streak_of_three")]
    columns = {
        "leak, bits a roll": ("next_from_true", "mean"),
        "best guess": ("best_guess", "mean"),
        "least P(7)": ("seven", "least"),
        "most P(7)": ("seven", "most"),
        "spread of sevens": ("sevens", "spread"),
        "sevens gap of players": ("sevens_gap_between_players", "mean"),
        "streak of three": ("streak_of_three", "share"),
        "lag-1 correlation": ("lag_1_correlation", "mean"),
    }
    table = rows.drop_duplicates(["algorithm", "setting"])[["algorithm", "setting"]]
    for title, (quantity, summary) in columns.items():
        wanted = rows[(rows.quantity == quantity) & (rows.summary == summary)]
        values = wanted.set_index(["algorithm", "setting"]).value
        table[title] = values.reindex(
            list(zip(table.algorithm, table.setting, strict=True))
        ).to_numpy()
    table.insert(0, "dice", _series(table))
    table = table.sort_values(["algorithm", "setting"], ascending=[False, True])
    return table.drop(columns=["algorithm", "setting"]).reset_index(drop=True)


def decks_that_springs_beat(tables: Tables) -> tuple[int, int]:
    """How many decks lie above the line through the springs, and how many lie within its reach."""
    points = fairness_and_leak(tables)
    points = points[points.value_fair > 0]
    springs = points[(points.algorithm == "spring") & (points.setting >= 0)]
    decks = points[points.algorithm == "deck"]
    if len(springs) < 2 or decks.empty:
        raise Missing("this study has no line of springs to hold decks against")
    # Straight in the coordinates of the figure: the root of the leak, the logarithm of fairness.
    at, knots = np.sqrt(decks.value_leak.to_numpy()), np.sqrt(springs.value_leak.to_numpy())
    line = np.exp(
        np.interp(at, knots, np.log(springs.value_fair.to_numpy()), left=np.nan, right=np.nan)
    )
    return int((decks.value_fair.to_numpy() > line).sum()), int(np.isfinite(line).sum())


TABLES = {"What a game designer wants to know": designers_measures}
"""Tables of the report's chapter, by heading."""


SWEEP = """
algorithms:
  spring: ${linspace:0,2,9}
  deck: [2, 3]
games: 20000
"""
"""Lines of a config to go on with."""

FACTS = {
    "median_60": lambda tables: float(exact_median(tables).bits.iloc[0]),
    "rolls_to_match": lambda tables: rolls_to_match(tables).ours,
    "steady_median": lambda tables: steady_median(tables).ours,
    "steady_p90": lambda tables: steady_p90(tables).ours,
    "leak": lambda tables: float(
        steady_row(tables, "next_from_true", "mean", **BALANCED).value.iloc[0]
    ),
    "decks_beaten": lambda tables: decks_that_springs_beat(tables)[0],
    "decks": lambda tables: decks_that_springs_beat(tables)[1],
    "game": lambda tables: min(ESSAY_ROLLS, int(tables["simulate"].last_roll.max())),
    "games": lambda tables: int(tables["simulate"].games.iloc[0]),
}
"""Numbers that captions speak of, by name."""

FIGURES = (
    Figure(
        name="statistics_by_roll",
        kind="bands",
        data=statistics_by_roll,
        title="How fair the rolls so far look",
        caption=(
            "Divergence of the rolls so far from the true law: median over {{ facts.games }} "
            "games, shaded from the 10th to the 90th percentile of games.",
            "Dice on a spring of strength 1 look as fair after {{ facts.rolls_to_match }} "
            "rolls as ordinary dice after 60, whose exact median is {{ facts.median_60 | "
            "figures(4) }} bits.",
        ),
        alt="Two falling curves with bands: balanced dice fall below ordinary dice from the first "
        "dozen rolls on and stay far below.",
        options={
            "x": "last_roll",
            "x_label": "rolls",
            "y_label": "KL(statistics || p), bits",
            "log_y": True,
        },
    ),
    Figure(
        name="balanced_law_by_turn",
        kind="bands",
        data=balanced_law_by_turn,
        title="How far the balanced law is from the true one",
        caption=(
            "Divergence KL(p||q) of the true law p from the law q of each roll, spring of "
            "strength 1: median over games, shaded from the 10th to the 90th percentile of "
            "games.",
            "It does not settle to a level but swings with period 36, around a median of {{ "
            "facts.steady_median | figures(3) }} and a 90th percentile of {{ facts.steady_p90 "
            "| figures(3) }} bits.",
        ),
        alt="A curve with a band that rises over the first turns and then repeats a ripple.",
        options={"x": "last_roll", "x_label": "turn", "y_label": "KL(p || q), bits"},
    ),
    Figure(
        name="fairness_and_leak",
        kind="trade_off",
        data=fairness_and_leak,
        title="Fairness against leak",
        caption=(
            "What fairness costs.",
            "Across: bits a roll that a player who keeps count knows of the next roll, {{ "
            "facts.leak | figures(3) }} at strength 1.",
            "Down: how fair a game of {{ facts.game }} rolls looks.",
            "The spring is the line, each deck a point, ordinary dice top left; bars are 95 % "
            "intervals.",
            "{{ facts.decks_beaten }} of {{ facts.decks }} decks lie above the line: a spring "
            "is as fair for less leak.",
        ),
        alt="A falling curve of springs from ordinary dice, unfair and without leak, to rigid "
        "ones, fair and predictable, with decks as points beside it.",
        options={
            "line": "spring",
            "x": "value_leak",
            "y": "value_fair",
            "x_label": "leak: mean KL(q || p), bits a roll",
            "y_label": "unfairness: median KL(statistics || p)\nafter a game, bits",
        },
    ),
)
"""The figures of the chapter, in order."""
