"""Balanced dice: what the tables say about each claim.

A function named as a claim turns tables into its finding. The balanced dice of the essay are the
spring at beta 1.
"""

import dataclasses
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pastimes.declare.findings import Finding
from pastimes.declare.tables import Missing, Tables

if TYPE_CHECKING:
    import pandas as pd

BALANCED = {"algorithm": "spring", "setting": 1.0}
ORDINARY = {"algorithm": "spring", "setting": 0.0}
ESSAY_ROLLS = 60


def _one(tables: Tables, **values: Any) -> "pd.DataFrame":
    """The first row that has these values, as a frame of one row."""
    return tables.rows("simulate", **values).iloc[:1]


def _by_roll(tables: Tables, quantity: str, summary: str, **values: Any) -> "pd.DataFrame":
    rows = tables.rows("simulate", quantity=quantity, summary=summary, **values)
    return rows[rows.first_roll == rows.last_roll].sort_values("last_roll")


def steady_row(tables: Tables, quantity: str, summary: str, **values: Any) -> "pd.DataFrame":
    rows = tables.rows("simulate", quantity=quantity, summary=summary, **values)
    rows = rows[rows.first_roll < rows.last_roll]
    if rows.empty:
        raise Missing("this study has no whole period of 36 rolls after the burn-in")
    return rows.iloc[:1]


def _estimate(row: "pd.DataFrame", convention: str, *more: "pd.DataFrame") -> Finding:
    value, low, high = row[["value", "low", "high"]].iloc[0]
    return Finding(float(value), convention, low, high, rows=(row, *more))


def exact_median(tables: Tables) -> "pd.DataFrame":
    return tables.rows("enumerate_ordinary", rolls=ESSAY_ROLLS, order=0.5)


def first_turn(tables: Tables) -> Finding:
    rows = tables.rows("simulate", quantity="next_from_true", last_roll=1, summary="mean")
    equal = bool((rows.value == 0).all())
    return Finding(
        "equal" if equal else "unequal",
        f"KL(q||p) before the first roll, in {len(rows)} settings of all algorithms.",
        rows=(rows,),
    )


def closed_form(tables: Tables) -> Finding:
    rows = tables["minimise_objective"]
    minus, plus = rows[rows.sign == -1], rows[rows.sign == 1]
    right = plus.distance_towards.max() < 1e-5 and minus.distance_away.max() < 1e-5
    worst = (minus.towards - minus.numeric).max()
    return Finding(
        "optimal for the plus sign" if right else "not optimal for either sign",
        "Minimised numerically. The law proportional to p exp(-beta A) minimises KL(q||p) + beta "
        "E_q[A]; with the printed minus sign it misses the minimum by up to "
        f"{worst:.3g} nats, and p exp(+beta A) attains it. Read to the letter, p proportional to "
        "q exp(-beta A) does solve the printed objective, but such dice run away from fairness: "
        "sign and letters slipped together, and the dice meant are the right ones.",
        verdict="refuted" if worst > 1e-6 else "open",
        rows=(rows,),
    )


def ordinary_median_60(tables: Tables) -> Finding:
    row = exact_median(tables)
    simulated = _one(tables, **ORDINARY, quantity="played_from_true", last_roll=60, summary="p50")
    return Finding(
        float(row.bits.iloc[0]),
        "Exact, by enumeration to 1e-11; a grid programme bounds it by "
        f"{row.grid_low.iloc[0]:.4f} and {row.grid_high.iloc[0]:.4f}, simulation gives "
        f"{simulated.value.iloc[0]:.4f}.",
        rows=(row, simulated),
    )


def rolls_to_match(tables: Tables) -> Finding:
    goal = exact_median(tables)
    medians = _by_roll(tables, "played_from_true", "p50", **BALANCED)
    bits = float(goal.bits.iloc[0])
    ours = _first_at_most(medians, "value", bits)
    essays = _first_at_most(medians, "value", 0.11)
    return Finding(
        ours,
        f"First roll whose median is at most the exact {bits:.4f} bits of ordinary dice"
        + (f"; the essay's own 0.11 bits are reached at roll {essays}." if essays else "."),
        _first_at_most(medians, "low", bits) or math.inf,
        _first_at_most(medians, "high", bits) or math.inf,
        rows=(goal, medians),
    )


def _first_at_most(rows: "pd.DataFrame", column: str, limit: float) -> int | None:
    reached = rows[rows[column] <= limit].last_roll
    return None if reached.empty else int(reached.iloc[0])


def steady_median(tables: Tables) -> Finding:
    return _steady_quantile(tables, "p50", "median")


def steady_p90(tables: Tables) -> Finding:
    return _steady_quantile(tables, "p90", "90th percentile")


def _steady_quantile(tables: Tables, summary: str, name: str) -> Finding:
    row = steady_row(tables, "true_from_next", summary, **BALANCED)
    other = steady_row(tables, "next_from_true", summary, **BALANCED).value.iloc[0]
    by_roll = _by_roll(tables, "true_from_next", summary, **BALANCED)
    steady = by_roll[by_roll.last_roll.between(row.first_roll.iloc[0], row.last_roll.iloc[0])]
    return _estimate(
        row,
        f"KL(p||q), mean over whole periods of 36 turns of each turn's {name}, which runs from "
        f"{steady.value.min():.3f} to {steady.value.max():.3f} within a period; the other "
        f"direction, KL(q||p), gives {other:.3f}.",
    )


def turns_to_steady(tables: Tables) -> Finding:
    medians = _by_roll(tables, "true_from_next", "p50", **BALANCED)
    steady = steady_row(tables, "true_from_next", "p50", **BALANCED)
    level = steady.value.iloc[0]
    turns = {share: _first_at_least(medians, share * level) for share in (0.9, 0.95, 0.8, 1.0)}
    listed = ", ".join(f"{100 * s:.0f} % at turn {t.ours}" for s, t in sorted(turns.items()))
    main, *others = turns.values()
    return dataclasses.replace(
        main,
        convention=f"First turn whose median KL(p||q) reaches a share of the steady {level:.3f} "
        f"bits: {listed}. The essay does not say how near is near; ours is for 90 %. The law goes "
        "on swinging with period 36.",
        rows=(medians, steady),
        alternatives=tuple(others),
    )


def _first_at_least(rows: "pd.DataFrame", limit: float) -> Finding:
    turns = [rows[rows[column] >= limit].last_roll for column in ("value", "high", "low")]
    first, low, high = (math.inf if t.empty else int(t.iloc[0]) for t in turns)
    return Finding(None if first == math.inf else first, "", low, high)


def bounded(tables: Tables) -> Finding:
    backward = steady_row(tables, "true_from_next", "most", **BALANCED)
    p90 = steady_row(tables, "true_from_next", "p90", **BALANCED)
    return Finding(
        "in law, not in every game",
        "KL(q||p) never exceeds log2(36) bits, whatever q. KL(p||q) has no bound that holds in "
        "every game: a long enough run of one total exceeds any, and the largest seen was "
        f"{backward.value.iloc[0]:.2f} bits. Its distribution does settle: the squared lag drifts "
        "down by twice (KL(q||p) + KL(p||q)) / beta a roll, less at most 2; the 90th percentile "
        f"stays near {p90.value.iloc[0]:.2f} bits.",
        verdict="ambiguous",
        rows=(backward, p90),
    )


def overweighted(tables: Tables) -> Finding:
    rows = tables.rows("simulate", **BALANCED, summary="share_1_or_2")
    shares = {float(r.quantity.rpartition("_")[2]): r.value for r in rows.itertuples()}
    listed = ", ".join(f"{100 * s:.0f} % of turns above {f:g} p" for f, s in shares.items())
    words = [Finding("1 or 2" if s > 0.5 else "other numbers", "") for s in shares.values()]
    return dataclasses.replace(
        words[0],
        convention="Usually is in more than half of the turns. One or two totals carry more than "
        f"a multiple of their true probability in {listed}. The essay does not say what counts "
        f"as more; ours is for {next(iter(shares)):g} p.",
        rows=(rows,),
        alternatives=tuple(words[1:]),
    )


def band(tables: Tables) -> Finding:
    from pastimes.statistics.quantiles import band_confidence

    row = _one(tables, **BALANCED, quantity="played_from_true", last_roll=60, summary="p50")
    games = int(row.games.iloc[0])
    confidence = 100 * band_confidence(0.1, 0.9, 0.5, games)
    share = 100 * (Fraction("0.9") - Fraction("0.1"))
    return Finding(
        share,
        f"As a band over games it holds {share} % of them, by definition, and reproduces. It is no "
        f"confidence interval: as one for the median of {games} games its confidence would be "
        f"{confidence:.6g} %. The 95 % interval of the median after 60 rolls is only "
        f"{row.low.iloc[0]:.4f} to {row.high.iloc[0]:.4f} bits.",
        rows=(row,),
        alternatives=(Finding(confidence, "as a confidence interval for the median"),),
    )
