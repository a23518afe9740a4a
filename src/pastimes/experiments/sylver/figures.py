"""Sylver Coinage: the figures, tables and numbers of the report's chapter."""

from typing import TYPE_CHECKING

import numpy as np

from pastimes.declare.figures import Figure
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.sylver.findings import (
    GENUS,
    TRAINING_GENUS,
    census_costs,
    genus_shares,
    looks_tried,
    scores,
    shuffled,
    spread,
    training_tally,
    within_census,
    won_back,
)

if TYPE_CHECKING:
    import pandas as pd

BY_GENUS = (
    "start_at_four",
    "history",
    "counter_move_both_ways",
    "found_lost",
    "found_lost_then_counter",
)
"""Orders whose shares are drawn by genus."""


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def order_shares(tables: Tables) -> "pd.DataFrame":
    """One row an order and a charge: per cent of the gap won back over the census."""
    import pandas as pd

    costs = census_costs(tables)
    smallest, oracle = (int(costs.examined[name]) for name in ("smallest", "oracle"))
    _, low, high = spread(shuffled(tables).examined)
    rows = []
    for order in costs.sort_values("when_needed").index:
        charges = ["when_needed"] if costs.lazy[order] else ["when_needed", "examined"]
        for charge in charges:
            cost = costs[charge][order]
            ends = (high, low) if order == "random" else (cost, cost)
            shares = [float(won_back(each, smallest, oracle)) for each in (cost, *ends)]
            kind = (
                "reads nothing"
                if costs.lazy[order]
                else "pays for sorting"
                if charge == "when_needed"
                else "the same, sorting free"
            )
            rows.append((_spoken(order), kind, int(cost), *shares))
    return pd.DataFrame(rows, columns=["label", "series", "closures", "share", "low", "high"])


def shares_by_genus(tables: Tables) -> "pd.DataFrame":
    """One row an order and a genus: per cent of the gap won back."""
    import pandas as pd

    parts = []
    for order in BY_GENUS:
        shares = genus_shares(tables, order, first=10)
        parts.append(
            pd.DataFrame({"series": _spoken(order), "genus": shares.index, "share": shares})
        )
    return pd.concat(parts).reset_index(drop=True)


def first_winners(tables: Tables) -> "pd.DataFrame":
    """One row an order and a place: per cent of the census whose first winner is found by then."""
    import pandas as pd

    positions = within_census(tables["enumerate_positions"])
    places = np.arange(1, 2 * positions.moves.max() // 3)
    parts = {
        _spoken(order): np.array([(scores(tables, order)["rank"] <= p).mean() for p in places])
        for order in ("smallest", "start_at_four")
    }
    parts["in random order"] = np.array([_found_by_chance(positions, p) for p in places])
    frames = [
        pd.DataFrame({"series": name, "place": places, "found": 100 * shares})
        for name, shares in parts.items()
    ]
    return pd.concat(frames).reset_index(drop=True)


def _found_by_chance(positions: "pd.DataFrame", place: int) -> float:
    """Mean probability that one of w winners is among `place` of m moves."""
    from scipy.special import comb

    moves, losers = positions.moves, positions.moves - positions.winning
    return float((1 - comb(losers, place) / comb(moves, np.minimum(place, moves))).mean())


def outcomes_by_number(tables: Tables) -> "pd.DataFrame":
    """One row a number and an outcome: per cent of the won positions where it may be named."""
    tally = training_tally(tables)
    tally = tally[tally.legal >= 30].reset_index()
    frame = tally[["number"]].assign(
        **{"is struck": 100 * tally.struck / tally.legal, "wins": 100 * tally.wins / tally.legal}
    )
    return frame.melt("number", var_name="series", value_name="share")


def looks(tables: Tables) -> "pd.DataFrame":
    """One row a look and a span of genera: correlation with its approximate 95 % interval."""
    rows = tables["associate"].dropna(subset="correlation")
    margin = 1.96 / np.sqrt(rows["items"])
    return rows.assign(
        label=rows["look"] + ", within a " + rows.within,
        series=rows.first_genus.astype(str) + " to " + rows.last_genus.astype(str) + " gaps",
        low=rows.correlation - margin,
        high=rows.correlation + margin,
    )[["label", "series", "items", "correlation", "low", "high", "p_value"]]


def costs_by_rule(tables: Tables) -> "pd.DataFrame":
    """Closures over the whole census: one row an order, one column a rule of pruning."""
    rows = within_census(tables["score"])
    whole = rows.groupby("order").genus.transform("min") == rows.genus.min()
    table = rows[whole].pivot_table("when_needed", "order", "rule", "sum", sort=False)
    table.columns = [_spoken(str(rule)) for rule in table.columns]
    table.insert(0, "order", [_spoken(str(order)) for order in table.index])
    return table.sort_values("none").reset_index(drop=True)


def costs_by_genus(tables: Tables) -> "pd.DataFrame":
    """Closures of every order without a rule: one row a genus, one column an order."""
    rows = tables.rows("score", rule="none")
    table = rows.pivot_table("when_needed", "genus", "order", "sum", sort=False).sort_index()
    table.columns = [_spoken(str(order)) for order in table.columns]
    table.insert(0, "positions", rows[rows.order == "smallest"].groupby("genus").size())
    return table.reset_index()


TABLES = {
    "Closures by order and rule of pruning, up to 20 gaps": costs_by_rule,
    "Closures by genus and order": costs_by_genus,
    "What striking tells, tried": looks_tried,
}
"""Tables of the report's chapter, by heading."""


def _share_of(tables: Tables, order: str, charge: str = "when_needed") -> float:
    costs = census_costs(tables)
    if order not in costs.index:
        raise Missing(f"this study lacks the order {order}")
    ends = (int(costs.examined[name]) for name in ("smallest", "oracle"))
    return float(won_back(costs[charge][order], *ends))


def _last(tables: Tables, order: str) -> float:
    return float(genus_shares(tables, order).iloc[-1])


def _rates(tables: Tables, column: str) -> float:
    row = training_tally(tables).loc[3]
    return float(100 * row[column] / row.legal)


SWEEP = """
last_genera: [14, 20, 21, 22, 23]
orders: [smallest, oracle, start_at_four, found_lost]
rules: [none, pairs]
"""
"""Lines of a config to go on with."""

FACTS = {
    "four": lambda tables: _share_of(tables, "start_at_four"),
    "found": lambda tables: _share_of(tables, "found_lost"),
    "found_counter": lambda tables: _share_of(tables, "found_lost_then_counter"),
    "last_genus": lambda tables: int(tables.rows("score", order="start_at_four").genus.max()),
    "four_last": lambda tables: _last(tables, "start_at_four"),
    "found_last": lambda tables: _last(tables, "found_lost"),
    "three_struck": lambda tables: _rates(tables, "struck"),
    "three_wins": lambda tables: _rates(tables, "wins"),
    "looks": lambda tables: len(looks_tried(tables)),
    "predict": lambda tables: int(looks_tried(tables).predicts.sum()),
    "largest": lambda tables: float(looks_tried(tables).correlation_test.abs().max()),
}
"""Numbers that captions speak of, by name."""

FIGURES = (
    Figure(
        name="order_shares",
        kind="dots",
        data=order_shares,
        title="What each order wins back",
        caption=(
            f"Closures over all positions with at most {GENUS} gaps, as a share of the gap between "
            "smallest first and the oracle.",
            "Starting at four wins back {{ facts.four | figures(3) }} %. Trying first what reaches "
            "a position already found lost, which takes no closure to see, wins back "
            "{{ facts.found | figures(3) }} %; counter-moves on top of it make that "
            "{{ facts.found_counter | figures(3) }} %.",
            "Orders that read the positions guess well when that is free, but pay more than they "
            "win. The bar at random spans the middle 95 % of random orders.",
        ),
        alt="A scale with one line an order: few lie right of smallest first, those that found "
        "lost positions farthest; orders that pay for sorting lie far to the left.",
        options={
            "value": "share",
            "x_label": "share of the gap won back, per cent",
            "marks": (0, 100),
        },
    ),
    Figure(
        name="shares_by_genus",
        kind="lines",
        data=shares_by_genus,
        title="Does the saving keep up with the gap?",
        caption=(
            "Share of the gap won back by genus, nothing refitted; even and odd genera differ, for "
            "their Frobenius numbers do.",
            "Starting at four falls to {{ facts.four_last | figures(3) }} % at {{ "
            "facts.last_genus }} gaps, as the essay expected. Trying positions found lost first "
            "does not: {{ facts.found_last | figures(3) }} % there.",
        ),
        alt="Lines by genus: those of start at four, history and counter-moves sink, those of "
        "found lost positions rise.",
        options={
            "x": "genus",
            "y": "share",
            "x_label": "gaps of the position",
            "y_label": "share of the gap won back, per cent",
            "mark": GENUS,
        },
    ),
    Figure(
        name="first_winners",
        kind="lines",
        data=first_winners,
        title="Where the first winner stands",
        caption=(
            f"Share of the positions with at most {GENUS} gaps whose first winning move is among "
            "so many moves tried.",
            "Neither order beats chance at the position itself: what smallest first saves, it "
            "saves below.",
        ),
        alt="Three rising curves; that of random order lies above start at four, and this above "
        "smallest first.",
        options={
            "x": "place",
            "y": "found",
            "x_label": "moves tried",
            "y_label": "positions whose winner is found, per cent",
        },
    ),
    Figure(
        name="outcomes_by_number",
        kind="lines",
        data=outcomes_by_number,
        title="What becomes of naming a number",
        caption=(
            f"Over the won positions reached from those with at most {TRAINING_GENUS} gaps: how "
            "often a number that may be named is struck, and how often it wins.",
            "2 is struck or wins at once; 3 is struck at {{ facts.three_struck | figures(2) }} % "
            "and wins at {{ facts.three_wins | figures(2) }} %, just where 2 is reachable.",
        ),
        alt="Two lines over the number named: the share struck falls from nearly all at 2, the "
        "share that wins is near zero for 2 and 3 and then about a fifth.",
        options={
            "x": "number",
            "y": "share",
            "x_label": "number named",
            "y_label": "share of the positions, per cent",
        },
    ),
    Figure(
        name="looks",
        kind="dots",
        data=looks,
        title="Does striking tell where winners are?",
        caption=(
            "Correlation of what striking tells with winning, or with the rank of the first "
            "winner, with approximate 95 % intervals; each look by itself.",
            "Of {{ facts.looks }} looks {{ facts.predict }} hold on training and test positions "
            "alike, corrected for their number; the largest correlation on test positions is "
            "{{ facts.largest | figures(2) }}.",
        ),
        alt="Short bars around zero; only those of the gaps left unpaired stay to the right of it.",
        options={"value": "correlation", "x_label": "correlation", "marks": (0,)},
    ),
)
"""The figures of the chapter, in order."""
