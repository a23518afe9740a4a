"""Summaries of hand-made games."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.balanced_dice.algorithms import deck, spring
from pastimes.experiments.balanced_dice.games import empty_games
from pastimes.experiments.balanced_dice.summaries import ORDERS, steady_span, summarise
from pastimes.experiments.balanced_dice.totals import SEVEN

BY_GAME = ("played_from_true", "next_from_true", "true_from_next", "best_guess", "seven")


def games_of(totals, factors=0, **fields):
    totals = np.asarray(totals, np.int8)
    record = empty_games(*totals.shape, [1.0] * factors)
    for array in record:
        array[:] = 0
    record.totals[:] = totals
    return record._replace(**fields)


def summarised(record, factors=(), players=1, game_rolls=None, burn_in=0):
    game_rolls = len(record.totals) if game_rolls is None else game_rolls
    rows = list(summarise(record, list(factors), players, game_rolls, burn_in))
    keyed = {(r.quantity, r.first_roll, r.last_roll, r.summary): tuple(r[4:]) for r in rows}
    assert len(keyed) == len(rows)
    return keyed


def played(setting=1.0, rolls=72, games=50):
    return spring.play(setting, np.random.default_rng(4).random((rolls, games)), [1.0, 2.0])


def test_one_game_has_values_and_no_intervals():
    found = summarised(played(games=1), [1.0, 2.0], players=4)
    ends = [row[1:] for (quantity, *_), row in found.items() if quantity != "streak_of_three"]
    assert np.isnan(ends).all()
    assert found["seven", 1, 1, "p50"][0] == pytest.approx(1 / 6)
    assert found["streak_of_three", 1, 72, "share"][1:] != (math.nan, math.nan)


def test_two_games_have_intervals_of_means_and_none_of_quantiles():
    found = summarised(games_of([[SEVEN, 0]], seven=np.array([[0.25, 0.75]])))
    half = 1.959964 * 0.25
    assert found["seven", 1, 1, "mean"] == pytest.approx((0.5, 0.5 - half, 0.5 + half), rel=1e-6)
    assert found["seven", 1, 1, "p50"] == pytest.approx((0.25, math.nan, math.nan), nan_ok=True)


def test_games_without_rolls_have_only_counts_of_nothing():
    found = summarised(games_of(np.empty((0, 3))), players=2)
    assert {quantity for quantity, *_ in found} == {
        "sevens",
        "sevens_of_player_1",
        "sevens_of_player_2",
        "sevens_gap_between_players",
        "streak_of_three",
    }
    assert {row[0] for row in found.values()} == {0}


@pytest.mark.parametrize("rolls", [1, 2])
def test_fewer_than_three_rolls_have_no_streak(rolls):
    found = summarised(games_of([[SEVEN] * 4] * rolls))
    assert found["streak_of_three", 1, rolls, "share"][:2] == (0, 0)


def test_streaks_are_counted_once_a_game():
    games = [
        [1, 1, 1, 1, 2, 2, 2],
        [1, 1, 2, 1, 1, 2, 1],
        [3, 4, 5, 5, 5, 1, 2],
        [0, 0, 1] * 2 + [0],
    ]
    found = summarised(games_of(np.transpose(games)))
    assert found["streak_of_three", 1, 7, "share"][0] == 0.5


def test_streaks_after_the_board_game_do_not_count():
    found = summarised(games_of([[1], [2], [2], [2]]), game_rolls=3)
    assert found["streak_of_three", 1, 3, "share"][0] == 0


def test_more_players_than_rolls_leave_some_without_sevens():
    found = summarised(games_of([[SEVEN, SEVEN]]), players=3)
    own = [found[f"sevens_of_player_{j}", 1, 1, "mean"][0] for j in (1, 2, 3)]
    assert own == [1, 0, 0]
    assert found["sevens_gap_between_players", 1, 1, "mean"][0] == 1


def test_players_roll_in_turn():
    totals = [[SEVEN, 0], [0, 0], [SEVEN, SEVEN], [SEVEN, 0], [0, SEVEN]]
    found = summarised(games_of(totals), players=2, game_rolls=4)
    assert found["sevens", 1, 4, "mean"][0] == 2
    assert found["sevens", 1, 4, "spread"][0] == pytest.approx(math.sqrt(2))
    assert found["sevens_of_player_1", 1, 4, "mean"][0] == 1.5
    assert found["sevens_of_player_2", 1, 4, "mean"][0] == 0.5
    assert found["sevens_gap_between_players", 1, 4, "mean"][0] == 1


def test_quantiles_by_roll_are_values_that_occurred():
    values = np.arange(20.0).reshape(2, 10)
    found = summarised(games_of(np.zeros((2, 10)), best_guess=values))
    assert [found["best_guess", 2, 2, name][0] for name in ORDERS] == [10, 14, 18]
    assert found["best_guess", 2, 2, "p50"] == (14, 11, 18)


def test_steady_quantiles_are_means_of_each_rolls_quantile():
    values = np.random.default_rng(8).random((80, 200))
    found = summarised(games_of(np.zeros((80, 200)), seven=values), burn_in=5)
    by_roll = np.array([found["seven", t, t, "p90"] for t in range(6, 78)])
    assert found["seven", 6, 77, "p90"] == pytest.approx(by_roll.mean(axis=0))
    assert found["seven", 6, 77, "least"][0] == values[5:77].min()
    assert found["seven", 6, 77, "most"][0] == values[5:77].max()
    assert found["seven", 6, 77, "mean"][0] == pytest.approx(values[5:77].mean())


def test_an_infinite_divergence_is_the_most_and_has_no_interval_of_its_mean():
    record = deck.play(0.0, np.random.default_rng(4).random((36, 100)), [])
    found = summarised(record)
    assert found["true_from_next", 1, 36, "most"][0] == np.inf
    assert found["true_from_next", 36, 36, "p10"] == (np.inf, np.inf, np.inf)
    mean = found["true_from_next", 36, 36, "mean"]
    assert mean == pytest.approx((np.inf, math.nan, math.nan), nan_ok=True)


@pytest.mark.parametrize(("pattern", "correlation"), [([4, 6], -1), ([6, 6], 1), ([5, 6], 0)])
def test_correlation_of_successive_totals(pattern, correlation):
    found = summarised(games_of(np.tile(pattern, 18)[:, None].repeat(3, axis=1)))
    assert found["lag_1_correlation", 1, 36, "mean"][0] == pytest.approx(correlation)


def test_games_of_nothing_but_sevens_have_no_correlation():
    found = summarised(games_of(np.full((36, 3), SEVEN)))
    assert np.isnan(found["lag_1_correlation", 1, 36, "mean"]).all()


def test_shares_of_overweighted_totals_are_those_of_all_steady_rolls():
    numbers = np.zeros((2, 40, 2), np.int8)
    numbers[0, 2:20], numbers[0, 20:29], numbers[1, 4:] = 1, 2, 11
    found = summarised(games_of(np.zeros((40, 2)), 2, overweighted=numbers), [1.0, 1.5], burn_in=2)
    shares = {(q, s): row[0] for (q, _, _, s), row in found.items() if q.startswith("over")}
    assert shares["overweighted_1", "share_1"] == 0.5
    assert shares["overweighted_1", "share_2"] == 0.25
    assert shares["overweighted_1", "share_1_or_2"] == 0.75
    assert shares["overweighted_1.5", "share_11"] == pytest.approx(34 / 36)


@pytest.mark.parametrize(
    ("rolls", "burn_in", "span"),
    [(0, 0, None), (35, 0, None), (36, 0, (0, 36)), (72, 36, (36, 72)), (107, 35, (35, 107)),
     (36, 100, None)],
)  # fmt: skip
def test_known_steady_spans(rolls, burn_in, span):
    assert steady_span(rolls, burn_in) == (span and slice(*span))


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_steady_span_is_all_whole_periods_after_the_burn_in(rolls, burn_in):
    span = steady_span(rolls, burn_in)
    if span is None:
        assert rolls - burn_in < 36
    else:
        assert span.start == burn_in
        assert (span.stop - span.start) % 36 == 0
        assert rolls - 36 < span.stop <= rolls


@pytest.mark.parametrize("setting", [0.0, 1.0, math.inf])
def test_shares_and_quantiles_are_consistent(setting):
    found = summarised(played(setting, 108, 300), [1.0, 2.0], players=4, burn_in=36)
    for factor in ("1", "2"):
        shares = [found[f"overweighted_{factor}", 37, 108, f"share_{n}"][0] for n in range(12)]
        either = found[f"overweighted_{factor}", 37, 108, "share_1_or_2"][0]
        assert sum(shares) == pytest.approx(1)
        assert either == pytest.approx(shares[1] + shares[2])
    for quantity in BY_GAME:
        names = ("least", *ORDERS, "most")
        values = [found[quantity, 37, 108, name][0] for name in names]
        assert all(a <= b + 1e-12 for a, b in itertools.pairwise(values))
    own = [found[f"sevens_of_player_{j}", 1, 108, "mean"][0] for j in (1, 2, 3, 4)]
    assert sum(own) == pytest.approx(found["sevens", 1, 108, "mean"][0])


def test_a_study_without_a_steady_span_has_rows_by_roll_only():
    found = summarised(played(rolls=35), [1.0, 2.0])
    assert {first == last for (q, first, last, _) in found if q in BY_GAME} == {True}
    assert not [q for q, *_ in found if q.startswith(("overweighted", "lag"))]
