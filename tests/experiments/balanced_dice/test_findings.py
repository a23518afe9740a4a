"""Findings from hand-made tables, and from a small study of one's own."""

import contextlib
import math
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.claims import read_claims
from pastimes.declare.tables import Missing
from pastimes.experiments.balanced_dice import figures, findings
from pastimes.judge.verdicts import VERDICTS, judge, verdict_rows

ROOT = Path(__file__).parents[3]
EXPERIMENT = experiment("balanced_dice")
CLAIMS = {c.name: c for c in read_claims(EXPERIMENT.folder / "claims.csv")}
FINDINGS = {c.name: getattr(findings, c.name) for c in CLAIMS.values() if c.kind != "definition"}
MEDIAN_60 = 0.12084467603009164

COLUMNS = ["run", "algorithm", "setting", "games", "quantity", "first_roll", "last_roll"]
COLUMNS += ["summary", "value", "low", "high"]


def row(quantity, first, last, summary, value, low=None, high=None, *, setting=1.0, name="spring"):
    run = f"{name} {setting:g}"
    ends = (value if end is None else end for end in (low, high))
    return (run, name, setting, 10_000, quantity, first, last, summary, value, *ends)


def by_roll(quantity, summary, values, error=0.0, **key):
    return [
        row(quantity, t, t, summary, value, value - error, value + error, **key)
        for t, value in enumerate(values, start=1)
    ]


def exact(median=MEDIAN_60, rolls=60):
    return pd.DataFrame(
        {
            "run": ["exact"],
            "rolls": [rolls],
            "order": [0.5],
            "bits": [median],
            "grid_low": [median - 0.001],
            "grid_high": [median + 0.001],
        }
    )


def minima(**columns):
    fair = {
        "run": ["m", "m"],
        "sign": [1, -1],
        "numeric": [-1.0, -2.0],
        "towards": [-1.0, -1.5],
        "away": [-0.5, -2.0],
        "distance_towards": [1e-9, 0.5],
        "distance_away": [0.5, 1e-9],
    }
    return pd.DataFrame(fair | columns)


@pytest.fixture
def tables(write_tables):
    def write(simulate=None, **frames):
        if simulate is not None:
            frames["simulate"] = pd.DataFrame(simulate, columns=COLUMNS)
        return write_tables(**frames)

    return write


@pytest.fixture(scope="module")
def smoke(run_study):
    return run_study("balanced_dice", "games=200", "exact_rolls=[6]")


@pytest.fixture(scope="module")
def short(run_study):
    overrides = ("games=2", "exact_rolls=[1]", "rolls=2", "burn_in=0", "game_rolls=2")
    return run_study("balanced_dice", *overrides)


@pytest.fixture(scope="module")
def decks(run_study):
    overrides = ("games=50", "exact_rolls=[1]", "algorithms={spring: null, deck: [0, 12]}")
    return run_study("balanced_dice", *overrides)


@pytest.mark.parametrize(
    ("algorithm", "setting", "name"),
    [
        ("spring", 0.0, "ordinary"),
        ("spring", 1.0, "spring 1"),
        ("spring", -0.1, "spring -0.1"),
        ("spring", math.inf, "spring ∞"),
        ("deck", 0.0, "deck 0"),
        ("deck", 35.0, "deck 35"),
    ],
)
def test_series_are_named_for_a_legend(algorithm, setting, name):
    assert figures.series_name(algorithm, setting) == name


@pytest.mark.parametrize("name", FINDINGS)
def test_findings_of_an_empty_study_are_missing(name, tables):
    with pytest.raises(Missing):
        FINDINGS[name](tables())


@pytest.mark.parametrize("name", sorted(set(FINDINGS) - {"first_turn", "closed_form"}))
def test_findings_of_a_study_too_short_are_missing(name, short):
    with pytest.raises(Missing, match="this study has no"):
        FINDINGS[name](short)


@pytest.mark.parametrize(("divergence", "ours"), [(0.0, "equal"), (1e-9, "unequal")])
def test_first_turn_compares_every_setting(divergence, ours, tables):
    rows = [row("next_from_true", 1, 1, "mean", 0.0, setting=0.0)]
    rows += [row("next_from_true", 1, 1, "mean", divergence, name="deck")]
    found = findings.first_turn(tables(rows))
    assert found.ours == ours
    assert judge(CLAIMS["first_turn"], found) == {"equal": "reproduced"}.get(ours, "differs")
    assert found.runs == ["deck 1", "spring 0"]


@pytest.mark.parametrize(
    ("columns", "ours", "verdict"),
    [
        ({}, "optimal for the plus sign", "refuted"),
        ({"distance_towards": [1e-4, 0.5]}, "not optimal for either sign", "refuted"),
        ({"distance_away": [0.5, 1e-4]}, "not optimal for either sign", "refuted"),
        ({"towards": [-1.0, -2.0]}, "optimal for the plus sign", "open"),
    ],
)
def test_closed_form_is_refuted_where_it_misses_the_minimum(columns, ours, verdict, tables):
    found = findings.closed_form(tables(minimise_objective=minima(**columns)))
    assert found.ours == ours
    assert judge(CLAIMS["closed_form"], found) == verdict


def test_closed_form_says_by_how_much_it_misses(tables):
    found = findings.closed_form(tables(minimise_objective=minima()))
    assert "misses the minimum by up to 0.5 nats" in found.convention


@pytest.mark.parametrize(
    ("median", "verdict"), [(MEDIAN_60, "differs"), (0.1199, "reproduced"), (0.0999, "differs")]
)
def test_ordinary_median_is_the_exact_one(median, verdict, tables):
    rows = [row("played_from_true", 60, 60, "p50", 0.25, setting=0.0)]
    found = findings.ordinary_median_60(tables(rows, enumerate_ordinary=exact(median)))
    assert (found.ours, found.low, found.high) == (median, None, None)
    assert "simulation gives 0.2500" in found.convention
    assert judge(CLAIMS["ordinary_median_60"], found) == verdict


def test_ordinary_median_needs_sixty_rolls(tables):
    with pytest.raises(Missing, match="rolls = 60"):
        findings.ordinary_median_60(tables(enumerate_ordinary=exact(rolls=59)))


def test_rolls_to_match_are_the_first_that_reach_the_exact_median(tables):
    rows = by_roll("played_from_true", "p50", [0.5, 0.13, 0.12, 0.11, 0.1], error=0.011)
    found = findings.rolls_to_match(tables(rows[::-1], enumerate_ordinary=exact()))
    assert (found.ours, found.low, found.high) == (3, 2, 5)
    assert "0.11 bits are reached at roll 4" in found.convention


def test_rolls_that_never_match_stay_open(tables):
    rows = by_roll("played_from_true", "p50", [0.5, 0.4])
    found = findings.rolls_to_match(tables(rows, enumerate_ordinary=exact()))
    assert found.ours is None
    assert judge(CLAIMS["rolls_to_match"], found) == "open"


@pytest.mark.parametrize(("roll", "verdict"), [(21, "reproduced"), (20, "differs")])
def test_rolls_to_match_are_judged_exactly(roll, verdict, tables):
    rows = by_roll("played_from_true", "p50", [0.5] * (roll - 1) + [0.1])
    found = findings.rolls_to_match(tables(rows, enumerate_ordinary=exact()))
    assert judge(CLAIMS["rolls_to_match"], found) == verdict


@pytest.mark.parametrize(("name", "summary"), [("steady_median", "p50"), ("steady_p90", "p90")])
@pytest.mark.parametrize(("offset", "verdict"), [(0.009, "reproduced"), (0.02, "differs")])
def test_steady_quantiles_are_those_of_whole_periods(name, summary, offset, verdict, tables):
    value = float(CLAIMS[name].figure) + offset
    rows = by_roll("true_from_next", summary, [9.0, 0.25, 0.75, 9.0])
    rows += [row("true_from_next", 2, 3, summary, value, value - 0.001, value + 0.002)]
    rows += [row("next_from_true", 2, 3, summary, 0.125)]
    rows += [row("true_from_next", 2, 3, summary, 7.0, setting=0.0)]
    found = FINDINGS[name](tables(rows))
    assert (found.ours, found.low, found.high) == (value, value - 0.001, value + 0.002)
    assert "0.250 to 0.750" in found.convention
    assert "gives 0.125" in found.convention
    assert judge(CLAIMS[name], found) == verdict


def test_turns_to_steady_are_counted_for_several_shares(tables):
    rows = by_roll("true_from_next", "p50", [t / 20 for t in range(25)], error=0.06)
    rows += [row("true_from_next", 20, 25, "p50", 1.0)]
    found = findings.turns_to_steady(tables(rows))
    assert (found.ours, found.low, found.high) == (19, 18, 21)
    assert [each.ours for each in found.alternatives] == [20, 17, 21]
    assert "80 % at turn 17, 90 % at turn 19, 95 % at turn 20, 100 % at turn 21" in found.convention


@pytest.mark.parametrize(("start", "verdict"), [(15, "reproduced"), (5, "differs")])
def test_turns_to_steady_are_judged_under_each_share(start, verdict, tables):
    rows = by_roll("true_from_next", "p50", [0.0] * (start - 1) + [1.0] * 20)
    rows += [row("true_from_next", 20, 25, "p50", 1.0)]
    assert judge(CLAIMS["turns_to_steady"], findings.turns_to_steady(tables(rows))) == verdict


def test_boundedness_rests_on_the_largest_divergence_seen(tables):
    rows = [row("true_from_next", 37, 72, "most", 2.345), row("true_from_next", 37, 72, "p90", 0.5)]
    found = findings.bounded(tables(rows))
    assert "was 2.35 bits" in found.convention or "was 2.34 bits" in found.convention
    assert "near 0.50 bits" in found.convention
    assert judge(CLAIMS["bounded"], found) == "ambiguous"


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [([0.6], "reproduced"), ([0.5], "differs"), ([0.6, 0.7], "reproduced"),
     ([0.6, 0.4], "ambiguous"), ([0.4, 0.6, 0.7], "ambiguous")],
)  # fmt: skip
def test_overweighted_totals_are_judged_for_each_factor(shares, verdict, tables):
    rows = [
        row(f"overweighted_{factor}", 37, 72, "share_1_or_2", share)
        for factor, share in zip(("1", "1.5", "2"), shares, strict=False)
    ]
    found = findings.overweighted(tables(rows))
    assert len(found.alternatives) == len(shares) - 1
    assert f"{100 * shares[0]:.0f} % of turns above 1 p" in found.convention
    assert judge(CLAIMS["overweighted"], found) == verdict


def test_band_holds_four_fifths_of_the_games_and_no_confidence_interval(tables):
    rows = [row("played_from_true", 60, 60, "p50", 0.05, 0.04, 0.06)]
    found = findings.band(tables(rows))
    assert found.ours == Fraction(80)
    assert found.alternatives[0].ours == pytest.approx(100, abs=1e-9)
    assert "0.0400 to 0.0600 bits" in found.convention
    assert judge(CLAIMS["band"], found) == "ambiguous"


def test_every_claim_but_definitions_has_a_finding():
    assert set(CLAIMS) - set(FINDINGS) == {"simulations"}


def test_a_small_study_judges_every_claim(smoke):
    rows = {r["key"].partition(".")[2]: r for r in verdict_rows(findings, CLAIMS.values(), smoke)}
    verdicts = {name: r["verdict"] for name, r in rows.items()}
    assert set(verdicts) == set(FINDINGS)
    assert set(verdicts.values()) <= set(VERDICTS)
    assert {
        "first_turn": "reproduced",
        "closed_form": "refuted",
        "ordinary_median_60": "open",
        "rolls_to_match": "open",
        "bounded": "ambiguous",
        "band": "ambiguous",
    }.items() <= verdicts.items()
    assert rows["steady_median"]["low"] < rows["steady_median"]["high"]
    assert all(r["runs"] for r in rows.values() if r["verdict"] != "open")


def test_statistics_by_roll_are_bands_of_ordinary_and_balanced_dice(smoke):
    bands = figures.statistics_by_roll(smoke)
    assert bands.columns.tolist() == ["series", "last_roll", "p10", "p50", "p90"]
    assert bands.groupby("series").last_roll.apply(list).to_dict() == {
        "ordinary": list(range(1, 109)),
        "spring 1": list(range(1, 109)),
    }
    assert (bands.p10 <= bands.p50).all()
    assert (bands.p50 <= bands.p90).all()


def test_balanced_law_is_shown_without_ordinary_dice(smoke):
    bands = figures.balanced_law_by_turn(smoke)
    assert set(bands.series) == {"spring 1"}
    assert bands.p90.iloc[0] == 0


def test_fairness_and_leak_have_a_point_for_each_setting(smoke):
    points = figures.fairness_and_leak(smoke).set_index("series")
    assert points.index.tolist() == ["ordinary", "spring 1", "spring ∞", "deck 12"]
    assert points.value_leak["ordinary"] == 0
    assert points.value_leak.idxmax() == "spring ∞"
    assert points.value_fair.idxmax() == "ordinary"
    assert points.columns[points.columns.str.endswith(("_leak", "_fair"))].size == 6


def test_fairness_and_leak_need_a_whole_period(short):
    with pytest.raises(Missing, match="whole period"):
        figures.fairness_and_leak(short)


def test_designers_measures_have_a_row_for_each_setting(smoke):
    measures = figures.designers_measures(smoke).set_index("dice")
    assert measures.index.tolist() == ["ordinary", "spring 1", "spring ∞", "deck 12"]
    assert measures.loc["ordinary", "least P(7)"] == pytest.approx(1 / 6)
    assert measures.loc["ordinary", "leak, bits a roll"] == 0
    assert measures.loc["spring ∞", "streak of three"] == 0
    assert measures.loc["spring ∞", "lag-1 correlation"] < -0.1
    assert measures.notna().all(axis=None)


def test_designers_measures_leave_gaps_where_a_study_is_short(short):
    measures = figures.designers_measures(short).set_index("dice")
    assert (measures["streak of three"] == 0).all()
    assert measures[["best guess", "lag-1 correlation"]].isna().all(axis=None)


@pytest.mark.parametrize("figure", figures.FIGURES[:2], ids=lambda figure: figure.name)
def test_figures_of_springs_are_missing_from_a_study_of_decks(figure, decks):
    with pytest.raises(Missing):
        figure.data(decks)


def test_a_study_of_decks_has_points_of_decks(decks):
    assert figures.fairness_and_leak(decks).series.tolist() == ["deck 0", "deck 12"]


@pytest.mark.parametrize("figure", figures.FIGURES, ids=lambda figure: figure.name)
def test_figures_draw_columns_that_their_data_have(figure, smoke):
    drawn = {figure.options[axis] for axis in ("x", "y") if axis in figure.options}
    assert drawn | {"series"} <= set(figure.data(smoke).columns)


def facts_of(tables):
    found = {}
    for name, source in figures.FACTS.items():
        with contextlib.suppress(Missing):
            found[name] = source(tables)
    return found


def test_facts_that_a_study_lacks_are_left_out(smoke, short):
    assert set(facts_of(smoke)) == {
        "game",
        "steady_median",
        "steady_p90",
        "leak",
        "games",
        "decks",
        "decks_beaten",
    }
    assert facts_of(short) == {"game": 2, "games": 2}


def test_facts_are_those_of_the_findings(tables):
    rows = by_roll("played_from_true", "p50", [0.5, 0.1])
    found = facts_of(tables(rows, enumerate_ordinary=exact()))
    assert found == {"median_60": MEDIAN_60, "rolls_to_match": 2, "game": 2, "games": 10_000}
