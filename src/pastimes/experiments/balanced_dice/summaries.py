"""Summaries of many games, by roll and over spans of rolls.

A summary is a row: what is summarised (``quantity``), over which rolls of a game
(``first_roll``..``last_roll``, counted from 1), how it is summarised over games (``summary``),
its ``value`` and 95 % interval (``low``, ``high``; nan where too few games give none). Bands
between two quantiles hold a share of the *games*; they are not intervals for the median.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pastimes.experiments.balanced_dice.games import Games, played_bits
from pastimes.experiments.balanced_dice.totals import PERIOD, SEVEN
from pastimes.statistics.means import mean_interval, ratio_interval, spread_interval
from pastimes.statistics.proportions import proportion_interval
from pastimes.statistics.quantiles import quantiles_with_intervals

__all__ = ["ORDERS", "Summary", "steady_span", "summarise"]

ORDERS = {"p10": 0.1, "p50": 0.5, "p90": 0.9}
"""The quantiles over games, by name."""

_MEAN_TOTAL = 5  # index of the total 7, the mean of two dice


class Summary(NamedTuple):
    """One row; see the module's description."""

    quantity: str
    first_roll: int
    last_roll: int
    summary: str
    value: float
    low: float
    high: float


def steady_span(rolls: int, burn_in: int) -> slice | None:
    """Rolls of the whole periods of 36 after `burn_in`; None where there is none.

    The law of the next roll recurs modulo 36 rolls, so only whole periods have a mean that does
    not depend on where they begin.

    Examples
    --------
    >>> steady_span(180, 36), steady_span(100, 36), steady_span(60, 36)
    (slice(36, 180, None), slice(36, 72, None), None)
    """
    periods = (rolls - burn_in) // PERIOD
    return slice(burn_in, burn_in + periods * PERIOD) if periods > 0 else None


def summarise(
    record: Games, factors: list[float], players: int, game_rolls: int, burn_in: int
) -> Iterator[Summary]:
    """Summarise games.

    Parameters
    ----------
    record : Games
    factors : list of float
        The factors of ``record.overweighted``.
    players : int
        Players who roll in turn, for who rolls the sevens.
    game_rolls : int
        Rolls of one game, for sevens and streaks; at most the rolls recorded.
    burn_in : int
        Rolls left out before the steady span.
    """
    steady = steady_span(len(record.totals), burn_in)
    by_game = {
        "played_from_true": played_bits(record.totals),
        "next_from_true": record.next_from_true,
        "true_from_next": record.true_from_next,
        "best_guess": record.best_guess,
        "seven": record.seven,
    }
    for quantity, values in by_game.items():
        yield from _by_roll(quantity, values, steady)
    yield from _sevens(record.totals[:game_rolls], players)
    yield from _streaks(record.totals[:game_rolls])
    if steady:
        yield from _correlation(record.totals, steady)
        for factor, numbers in zip(factors, record.overweighted, strict=True):
            yield from _overweighted(f"overweighted_{factor:g}", numbers, steady)


def _over(quantity: str, span: slice, summary: str, interval: Iterable[float]) -> Summary:
    return Summary(quantity, span.start + 1, span.stop, summary, *map(float, interval))


def _by_roll(quantity: str, values: NDArray[np.float64], steady: slice | None) -> Iterator[Summary]:
    quantiles = quantiles_with_intervals(values, tuple(ORDERS.values()))
    for t, row in enumerate(values):
        for name, interval in zip(ORDERS, quantiles[t], strict=True):
            yield _over(quantity, slice(t, t + 1), name, interval)
        yield _over(quantity, slice(t, t + 1), "mean", mean_interval(row))
    if steady:
        # Averaging the ends treats the rolls as wholly correlated: the interval is not too short.
        for name, interval in zip(ORDERS, quantiles[steady].mean(axis=0), strict=True):
            yield _over(quantity, steady, name, interval)
        yield _over(quantity, steady, "mean", mean_interval(values[steady].mean(axis=0)))
        for name, extreme in (("least", values[steady].min()), ("most", values[steady].max())):
            yield _over(quantity, steady, name, (extreme, np.nan, np.nan))


def _sevens(totals: NDArray[np.int8], players: int) -> Iterator[Summary]:
    span = slice(0, len(totals))
    is_seven = totals == SEVEN
    sevens = is_seven.sum(axis=0).astype(float)
    yield _over("sevens", span, "mean", mean_interval(sevens))
    yield _over("sevens", span, "spread", spread_interval(sevens))
    each = np.stack([is_seven[j::players].sum(axis=0) for j in range(players)]).astype(float)
    for j, own in enumerate(each, start=1):
        yield _over(f"sevens_of_player_{j}", span, "mean", mean_interval(own))
        yield _over(f"sevens_of_player_{j}", span, "spread", spread_interval(own))
    gaps = each.max(axis=0) - each.min(axis=0)
    yield _over("sevens_gap_between_players", span, "mean", mean_interval(gaps))


def _streaks(totals: NDArray[np.int8]) -> Iterator[Summary]:
    runs = (totals[2:] == totals[1:-1]) & (totals[1:-1] == totals[:-2])
    games = int(runs.any(axis=0).sum())
    span = slice(0, len(totals))
    yield _over("streak_of_three", span, "share", proportion_interval(games, totals.shape[1]))


def _correlation(totals: NDArray[np.int8], steady: slice) -> Iterator[Summary]:
    deviations = totals[steady].astype(float) - _MEAN_TOTAL
    products = (deviations[1:] * deviations[:-1]).mean(axis=0)
    squares = (deviations**2).mean(axis=0)
    yield _over("lag_1_correlation", steady, "mean", ratio_interval(products, squares))


def _overweighted(quantity: str, numbers: NDArray[np.int8], steady: slice) -> Iterator[Summary]:
    for number in range(12):
        shares = (numbers[steady] == number).mean(axis=0)
        yield _over(quantity, steady, f"share_{number}", mean_interval(shares))
    one_or_two = ((numbers[steady] == 1) | (numbers[steady] == 2)).mean(axis=0)
    yield _over(quantity, steady, "share_1_or_2", mean_interval(one_or_two))
