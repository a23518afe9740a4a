"""Superfluous letters: the figures, tables and numbers of the report's chapter."""

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from pastimes.declare.figures import Figure
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.gf2.findings import (
    LETTERS,
    PIXELS,
    all_drawable,
    law,
    probability,
    sampled_check,
)

if TYPE_CHECKING:
    import pandas as pd


def ranks_and_residuals(tables: Tables) -> "pd.DataFrame":
    """One row a shape and rank: sampled share, exact probability, residual in standard errors."""
    import pandas as pd

    parts = []
    for (rows, columns), tally in tables["sample"].groupby(["rows", "columns"], sort=False):
        counts = tally.groupby("rank").matrices.sum().sort_index()
        exact = law(tables, rows, columns)[["rank", "decimal"]]
        if not counts.sum() or len(counts) < 2:
            continue
        part = exact.merge(counts.rename("matrices"), left_on="rank", right_index=True)
        expected = part.decimal * counts.sum()
        part = part[expected >= 5]
        part["share"] = part.matrices / counts.sum()
        deviation = np.sqrt(part.decimal * (1 - part.decimal) / counts.sum())
        part["residual"] = (part.share - part.decimal) / deviation
        part["deficit"] = min(rows, columns) - part["rank"]
        part.insert(0, "series", f"{rows}x{columns}")
        parts.append(part)
    if not parts:
        raise Missing("this study has no samples")
    return pd.concat(parts).reset_index(drop=True)


def alphabets(tables: Tables) -> "pd.DataFrame":
    """One row a letter: its picture and the move that creates it."""
    return tables["solve"][["alphabet", "letter", "picture", "move", "formula"]]


def drawable_by_size(tables: Tables) -> "pd.DataFrame":
    """One row a size of alphabet: exact probabilities, in the essay's number of pixels."""
    import pandas as pd

    laws = tables.rows("enumerate_law", rows=PIXELS)
    found = []
    for columns, rows in laws.groupby("columns"):
        full = rows[rows["rank"] == PIXELS].decimal.sum()
        found.append((columns, rows.drawable_decimal.sum(), full))
    frame = pd.DataFrame(found, columns=["letters", "every letter can be drawn", "full rank"])
    return frame.melt("letters", var_name="series", value_name="probability")


def smallest_bias_found(tables: Tables) -> "pd.DataFrame":
    """One row a bias, one column a shape: share of the trials in which the check finds it."""
    trials = tables["find_bias"]
    shapes = trials["rows"].astype(str) + "x" + trials["columns"].astype(str)
    found = trials.assign(shape=shapes).pivot_table("found", "bias", "shape", "mean", sort=False)
    found.insert(0, "P(1)", 0.5 + found.index / 256)
    return found.sort_index().reset_index(drop=True).rename_axis(columns=None)


def run_throughs(tables: Tables) -> "pd.DataFrame":
    """The moves of a longest run-through of each alphabet."""
    moves = tables["solve"].dropna(subset="move").sort_values(["alphabet", "move"])
    frame = moves.assign(move=moves.move.astype(int))[["alphabet", "move", "formula", "letter"]]
    return frame.rename(columns={"letter": "creates"})


def drawable_exactly(tables: Tables) -> "pd.DataFrame":
    """The probability that the essay left open, as fraction and decimals."""
    import pandas as pd

    fractions = probability(law(tables, PIXELS, LETTERS), "drawable")
    exact = {
        "every letter can be drawn with the others": sum(fractions, Fraction(0)),
        "and the rank is full": fractions[PIXELS],
    }
    rows = [(event, float(p), str(p)) for event, p in exact.items()]
    return pd.DataFrame(rows, columns=["event", "probability", "exactly"])


TABLES = {
    "Random alphabets of 26 letters in 15 pixels": drawable_exactly,
    "The power of the check: share of trials that find biased bits": smallest_bias_found,
    "Longest run-throughs": run_throughs,
}
"""Tables of the report's chapter, by heading."""


def least_bias(tables: Tables, shape: str) -> float:
    """The smallest P(1) above 1/2 from which on at least 19 of 20 trials find the bias."""
    table = smallest_bias_found(tables)
    if shape not in table:
        raise Missing(f"this study tries no bias on {shape}")
    biased = table[table["P(1)"] > 0.5].sort_values("P(1)", ascending=False)
    found = biased[(biased[shape] >= 0.95).cummin()]
    if found.empty:
        raise Missing("no bias of this study was found in 19 of 20 trials")
    return float(found["P(1)"].min())


SWEEP = """
shapes: [10x20, 15x26, 20x20]
samples: 1000000
alphabet_sizes: ${range:15,40,5}
"""
"""Lines of a config to go on with."""

FACTS = {
    "shapes": lambda tables: sampled_check(tables)[0],
    "least_p": lambda tables: sampled_check(tables)[1],
    "alarm": lambda tables: sampled_check(tables)[2],
    "least_bias_small": lambda tables: least_bias(tables, "1x1"),
    "least_bias": lambda tables: least_bias(tables, "15x26"),
    "all_drawable": lambda tables: all_drawable(tables).ours,
    "full_rank": lambda tables: float(probability(law(tables, PIXELS, LETTERS))[PIXELS]),
    "score": lambda tables: int(tables.rows("solve", alphabet="essay").move.notna().sum()),
}
"""Numbers that captions speak of, by name."""

FIGURES = (
    Figure(
        name="ranks_and_residuals",
        kind="residuals",
        data=ranks_and_residuals,
        title="Ranks of random matrices against the law",
        caption=(
            "Above: how often the rank falls short of its largest value by 0, 1, 2, ..., "
            "sampled (points) and exact (bars), for each shape.",
            "Below: sampled less exact, in standard errors; the dashed lines are at two.",
            "The least p-value of {{ facts.shapes }} shapes is {{ facts.least_p | figures(2) "
            "}}; the check would have sounded below {{ facts.alarm | figures(2) }}.",
            "Bits that are 1 with probability {{ facts.least_bias_small | figures(4) }} would be "
            "found in 95 % of trials of single entries, but for 15 x 26 matrices, which hide a "
            "bias, only from {{ facts.least_bias | figures(3) }} on.",
        ),
        alt="Points on their exact probabilities, and residuals scattered about zero without a "
        "trend.",
        options={"x": "deficit", "x_label": "largest possible rank less rank"},
    ),
    Figure(
        name="drawable_by_size",
        kind="curves",
        data=drawable_by_size,
        title="When can every letter be drawn with the others?",
        caption=(
            "Exact probabilities for random alphabets of 15 pixels by number of letters.",
            "With 26 letters every letter can be drawn with the others with probability {{ "
            "facts.all_drawable | figures(5) }}, the one that the essay left open; it lags "
            "behind full rank, {{ facts.full_rank | figures(5) }}, by a few letters.",
        ),
        alt="Two curves that rise from the bottom to the top, that of full rank first.",
        options={
            "x": "letters",
            "y": "probability",
            "x_label": "letters of the alphabet",
            "y_label": "probability",
            "mark": LETTERS,
        },
    ),
    Figure(
        name="alphabets",
        kind="glyphs",
        data=alphabets,
        title="The letters, and a longest run-through",
        caption=(
            "Each alphabet; letters that a longest run-through creates are filled, with the "
            "number of the move.",
            "The essay's printed formulae determine its pictures only up to a change of "
            "basis: those shown are the simplest with the same sums, score {{ facts.score }}.",
        ),
        alt="Rows of small pixel pictures, one a letter; some are filled and numbered.",
    ),
)
"""The figures of the chapter, in order."""
