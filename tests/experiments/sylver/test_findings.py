"""Findings from the essay's census, from the census altered, and from studies that lack rows."""

import warnings

import numpy as np
import pandas as pd
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.claims import read_claims
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.sylver import findings
from pastimes.judge.verdicts import VERDICTS, judge, verdict_rows

pytestmark = [
    pytest.mark.xdist_group("sylver"),
]

SYLVER = experiment("sylver")
CLAIMS = {c.name: c for c in read_claims(SYLVER.folder / "claims.csv")}
FINDINGS = {n: getattr(findings, n) for n, c in CLAIMS.items() if c.kind != "definition"}

RANDOM = {"random_total", "random_share", "random_ratio", "random_dearer"}
"""Estimates, of which the census has too few to tell."""
VERDICT = dict.fromkeys(FINDINGS, "reproduced") | {
    "two_three_win": "differs",
    "only_two_proved": "refuted",
    "parity_dearest": "ambiguous",
    "parity_after_history": "ambiguous",
    "oracle_share_falls": "refuted",
    "eager_never_wins": "refuted",
    "lazy_only": "ambiguous",
    "two_leaves_symmetric": "proved",
    "random_dearest_lazy": "ambiguous",
    "share_shrinks": "open",
    "open_rank": "answered",
}
NEED_NO_CENSUS = {"only_two_proved", "oracle_share_8", "two_leaves_symmetric"}
"""Claims that ten gaps settle."""


def verdict(name, tables):
    return judge(CLAIMS[name], FINDINGS[name](tables))


class Altered(Tables):
    """The tables of a study, some of them changed."""

    def __init__(self, study, changes):
        super().__init__({})
        self._study = study
        self._frames = {step: change(study[step]) for step, change in changes.items()}

    def __getitem__(self, step):
        return self._frames[step] if step in self._frames else self._study[step]


@pytest.fixture
def altered(census):
    return lambda **changes: Altered(census, changes)


def of_order(order, change, column="when_needed"):
    """A change of one column of the scores of an order."""

    def changed(scores):
        scores, of = scores.copy(), scores.order == order
        scores.loc[of, column] = change(scores.loc[of, column]).astype(int)
        return scores

    return changed


def times(factor):
    return lambda column: column * factor


def always(value):
    return lambda column: column * 0 + value


def both(*changes):
    def changed(frame):
        for change in changes:
            frame = change(frame)
        return frame

    return changed


def priced(order, change):
    """A change of what an order costs, however sorting is charged."""
    columns = ("examined", "when_needed", "at_once")
    return both(*(of_order(order, change, column) for column in columns))


def of_number(number, **values):
    return lambda rows: rows.assign(
        **{name: rows[name].mask(rows.number == number, value) for name, value in values.items()}
    )


def without_one(genus):
    return lambda rows: rows.drop(rows.index[rows.genus == genus][0])


def one_lost(rows):
    return rows.assign(winning=rows.winning.mask(rows.index == rows.index[9], 0))


def margins(scores, order):
    """What an order costs more than smallest first, position by position of the census."""
    keys, own = ["genus", "position"], scores[(scores.order == order) & (scores.genus <= 20)]
    usual = scores[scores.order == "smallest"].set_index(keys).when_needed
    return own.when_needed - usual.loc[list(zip(own.genus, own.position, strict=True))].to_numpy()


def alike(order):
    """One position on which an order wins becomes one where it costs as much as smallest first."""

    def changed(scores):
        margin, scores = margins(scores, order), scores.copy()
        better = margin.index[margin < 0][0]
        scores.loc[better, "when_needed"] -= margin[better]
        return scores

    return changed


def dearer(order):
    """One position on which an order wins becomes one on which it loses."""

    def changed(scores):
        margin, scores = margins(scores, order), scores.copy()
        better = margin.index[margin < 0][0]
        scores.loc[better, "when_needed"] += 1 - margin[better]
        return scores

    return changed


def falling(scores):
    """Shares of the oracle that fall by a hundredth with each gap."""
    cost = scores.when_needed.mask(scores.order == "smallest", 100)
    return scores.assign(when_needed=cost.mask(scores.order == "oracle", 100 - scores.genus))


def last_genus_for_nothing(scores):
    of = (scores.order == "start_at_four") & (scores.genus == 21)
    return scores.assign(when_needed=scores.when_needed.mask(of, 0))


def shuffles(mean, spread=50_000, dearer=1227):
    """Totals of forty random orders, spread evenly."""

    def changed(_):
        totals = mean + np.linspace(-spread, spread, 40)
        return pd.DataFrame(
            {
                "run": "shuffled",
                "order": "random",
                "last_genus": 20,
                "shard": 0,
                "shuffle": range(40),
                "examined": totals.round().astype(int),
                "dearer": dearer + np.arange(-20, 20),
            }
        )

    return changed


ALTERED = {
    "positions": ({"enumerate_positions": without_one(9)}, "differs"),
    "test_positions": ({"enumerate_positions": without_one(15)}, "differs"),
    "all_won": ({"enumerate_positions": one_lost}, "differs"),
    "oracle_share": ({"score": of_order("oracle", times(1.05))}, "differs"),
    "oracle_share_8": ({"score": of_order("oracle", times(1.05))}, "differs"),
    "oracle_share_20": ({"score": of_order("oracle", times(1.05))}, "differs"),
    "oracle_share_falls": ({"score": falling}, "open"),
    "smallest_total": ({"score": of_order("smallest", times(1.01))}, "differs"),
    "history_share": ({"score": of_order("history", times(1.01))}, "differs"),
    "history_better": ({"score": alike("history")}, "differs"),
    "learned_share": ({"score": of_order("learned", times(1.01))}, "differs"),
    "frequent_winners": ({"remember": of_number(2, wins=10**6)}, "differs"),
    "learned_prefix": ({"learn": of_number(2, wins=10**6)}, "differs"),
    "four_share": ({"score": of_order("start_at_four", times(1.01))}, "differs"),
    "four_better": ({"score": alike("start_at_four")}, "differs"),
    "four_worse": ({"score": dearer("start_at_four")}, "differs"),
    "won_reached": ({"tally_moves": of_number(2, won=1100)}, "differs"),
    "two_legal": ({"tally_moves": of_number(2, legal=1087)}, "differs"),
    "two_struck": ({"tally_moves": of_number(2, struck=1054)}, "differs"),
    "two_wins": ({"tally_moves": of_number(2, wins=34)}, "differs"),
    "three_legal": ({"tally_moves": of_number(3, legal=1067)}, "differs"),
    "three_wins": ({"tally_moves": of_number(3, wins=14)}, "differs"),
    "others_win": ({"tally_moves": of_number(4, wins=2000)}, "differs"),
    "two_three_win": ({"tally_moves": of_number(2, wins=14)}, "reproduced"),
    "only_two_proved": ({"tally_moves": of_number(3, exceptions=1)}, "open"),
    "parity_free_share": ({"score": of_order("parity", times(1.01), "examined")}, "differs"),
    "parity_eager_total": ({"score": of_order("parity", times(1.01), "at_once")}, "differs"),
    "parity_eager_share": ({"score": of_order("parity", times(1.01), "at_once")}, "differs"),
    "parity_dearest": ({"score": priced("largest", always(1))}, "reproduced"),
    "parity_after_history": ({"score": priced("parity_after_history", always(1))}, "differs"),
    "random_total": ({"score_shuffled": shuffles(2_700_000)}, "differs"),
    "random_share": ({"score_shuffled": shuffles(2_700_000)}, "differs"),
    "random_dearer": ({"score_shuffled": shuffles(2_530_000, dearer=1300)}, "differs"),
    "random_ratio": ({"score_shuffled": shuffles(2_700_000)}, "differs"),
    "root_rank_smallest": ({"score": of_order("smallest", times(1.1), "rank")}, "differs"),
    "root_rank_four": ({"score": of_order("start_at_four", times(1.1), "rank")}, "differs"),
    "moves_mean": ({"enumerate_positions": lambda rows: rows.assign(moves=rows.genus)}, "differs"),
    "winners_mean": (
        {"enumerate_positions": lambda rows: rows.assign(winning=rows.winning + 1)},
        "differs",
    ),
    "one_winner": ({"enumerate_positions": one_lost}, "differs"),
    "four_ratio_by_size": ({"score": of_order("start_at_four", times(1.02))}, "differs"),
    "history_ratio_by_size": ({"score": of_order("history", times(1.02))}, "differs"),
    "eager_never_wins": ({"score": priced("paying_oracle", times(2))}, "open"),
    "lazy_only": ({"score": priced("parity_after_history", times(2))}, "reproduced"),
    "two_leaves_symmetric": ({"tally_moves": of_number(2, struck=0)}, "refuted"),
    "four_cheapest": ({"score": priced("history", times(0.5))}, "refuted"),
    "three_struck": ({"tally_moves": of_number(3, struck=400)}, "differs"),
    "random_dearest_lazy": ({"score": priced("largest", always(1))}, "reproduced"),
    "root_chance": ({"score": of_order("smallest", always(1), "rank")}, "refuted"),
    "factor": ({"score": of_order("oracle", times(1.2))}, "differs"),
    "largest_worse": ({"score": priced("largest", always(1))}, "refuted"),
    "share_shrinks": ({"score": last_genus_for_nothing}, "refuted"),
}
"""For each claim, tables changed and the verdict on them, which is another one."""


def test_every_claim_has_a_finding_and_figures_that_would_be_judged_otherwise():
    assert set(FINDINGS) == set(CLAIMS) == set(ALTERED) | {"open_rank"}
    fixed = {name: each[1] for name, each in ALTERED.items() if name not in RANDOM}
    assert [name for name, found in fixed.items() if found == VERDICT[name]] == []


@pytest.mark.parametrize("name", sorted(FINDINGS))
def test_findings_of_an_empty_study_are_missing(name, write_tables):
    with pytest.raises(Missing, match="this study has no table of"):
        FINDINGS[name](write_tables())


@pytest.mark.parametrize("name", sorted(set(FINDINGS) - NEED_NO_CENSUS))
def test_findings_of_a_study_that_ends_at_ten_gaps_are_missing(name, small):
    with pytest.raises(Missing, match="this study "):
        FINDINGS[name](small)


@pytest.mark.parametrize("name", sorted(NEED_NO_CENSUS))
def test_some_claims_are_settled_by_ten_gaps(name, small):
    assert verdict(name, small) == VERDICT[name]


def test_a_study_of_ten_gaps_judges_every_claim(small):
    rows = {r["key"].partition(".")[2]: r for r in verdict_rows(findings, CLAIMS.values(), small)}
    settled = {name for name, row in rows.items() if "Not settled" not in row["convention"]}
    assert set(rows) == set(FINDINGS)
    assert settled == NEED_NO_CENSUS


@pytest.mark.parametrize("name", sorted(set(FINDINGS) - RANDOM))
def test_the_census_gives_the_verdict(name, census):
    assert verdict(name, census) == VERDICT[name]


def test_the_census_judges_every_claim_by_its_own_runs(census):
    rows = list(verdict_rows(findings, CLAIMS.values(), census))
    assert {row["key"].partition(".")[2] for row in rows} == set(FINDINGS)
    assert {row["verdict"] for row in rows} <= set(VERDICTS)
    assert all(row["runs"] and row["convention"] for row in rows)


@pytest.mark.parametrize("name", sorted(ALTERED))
def test_other_figures_give_another_verdict(name, altered):
    changes, expected = ALTERED[name]
    assert verdict(name, altered(**changes)) == expected


@pytest.mark.parametrize("name", sorted(RANDOM))
def test_random_orders_that_spread_around_the_essays_reproduce_it(name, altered):
    tables = altered(score_shuffled=shuffles(2_550_000))
    assert verdict(name, tables) == "reproduced"
    found = FINDINGS[name](tables)
    assert found.low < found.ours < found.high


def test_the_spread_of_random_orders_is_the_middle_95_per_cent():
    mean, low, high = findings.spread(pd.Series(np.arange(1001.0)))
    assert (mean, low, high) == pytest.approx((500, 25, 975))


def test_exact_figures_are_the_tables_own(census):
    exact = {
        "smallest_total": 1.536301,
        "parity_eager_total": 2.559245,
        "oracle_share": 100 * 444803 / 1536301,
        "four_share": 100 * (1536301 - 1198585) / (1536301 - 444803),
        "history_share": 100 * (1536301 - 1236529) / (1536301 - 444803),
        "parity_eager_share": 100 * (2559245 - 1536301) / (1536301 - 444803),
        "factor": 1536301 / 444803,
    }
    for name, ours in exact.items():
        assert FINDINGS[name](census).ours == pytest.approx(ours, rel=1e-12)
    assert "the wrong way" in FINDINGS["parity_eager_share"](census).convention
    assert "won back" in FINDINGS["parity_free_share"](census).convention


@pytest.mark.parametrize(("cost", "share"), [(100, 0), (20, 100), (60, 50), (180, -100), (0, 125)])
def test_a_share_is_won_back_of_the_gap_between_smallest_first_and_the_oracle(cost, share):
    assert findings.won_back(cost, 100, 20) == share


def test_whether_parity_gives_back_most_depends_on_the_charge(altered):
    def tables(when_needed, at_once):
        history, smallest = 1236529, 1536301

        def cost(share):
            return lambda column: pd.Series(
                [history + share * (smallest - history) // 100] + [0] * (len(column) - 1),
                column.index,
            )

        name = "parity_after_history"
        return altered(
            score=both(
                of_order(name, cost(when_needed), "when_needed"),
                of_order(name, cost(at_once), "at_once"),
            )
        )

    cases = {(60, 70): "reproduced", (60, 120): "ambiguous", (40, 30): "differs"}
    assert {each: verdict("parity_after_history", tables(*each)) for each in cases} == cases


@pytest.mark.parametrize(
    ("when_needed", "at_once", "expected"),
    [(2, 2, "reproduced"), (1, 0.5, "refuted"), (0.5, 2, "ambiguous")],
)
def test_whether_all_that_win_are_lazy_depends_on_the_charge(
    when_needed, at_once, expected, altered
):
    name = "parity_after_history"
    score = both(
        of_order(name, times(when_needed), "when_needed"), of_order(name, times(at_once), "at_once")
    )
    assert verdict("lazy_only", altered(score=score)) == expected


@pytest.mark.parametrize(
    ("name", "order"), [("parity_dearest", "history"), ("random_dearest_lazy", "history")]
)
def test_an_order_priced_in_the_essay_that_is_dearer_refutes_the_dearest(name, order, altered):
    assert verdict(name, altered(score=priced(order, times(10)))) == "refuted"


def test_an_order_of_ours_that_is_cheaper_does_not_refute_the_cheapest(census):
    found = findings.four_cheapest(census)
    assert "found_lost_then_counter 786091" in found.convention
    assert judge(CLAIMS["four_cheapest"], found) == "reproduced"


def associations(training, tested, p_training=0.001, p_tested=0.001, looks=4):
    """Looks of which the first has these correlations, the others none."""
    parts = []
    for first, last, correlation, p_value in (
        (2, 14, training, p_training),
        (15, 20, tested, p_tested),
    ):
        parts.append(
            pd.DataFrame(
                {
                    "run": f"{first}",
                    "first_genus": first,
                    "last_genus": last,
                    "look": ["neighbours", *(f"look {i}" for i in range(1, looks))],
                    "within": "position",
                    "items": 100,
                    "correlation": [correlation] + [0.0] * (looks - 1),
                    "p_value": [p_value] + [0.9] * (looks - 1),
                }
            )
        )
    return pd.concat(parts)


@pytest.mark.parametrize(
    ("given", "predicts"),
    [
        ({"training": 0.5, "tested": 0.3}, True),
        ({"training": -0.5, "tested": -0.3}, True),
        ({"training": 0.5, "tested": -0.3}, False),
        ({"training": 0.5, "tested": 0.3, "p_training": 0.04}, False),
        ({"training": 0.5, "tested": 0.3, "p_tested": 0.04}, False),
        ({"training": 0.5, "tested": 0.3, "p_tested": 0.04, "looks": 1}, True),
        ({"training": 0.5, "tested": 0.3, "p_tested": 0.012}, True),
        ({"training": 0.5, "tested": 0.3, "p_tested": 0.013}, False),
    ],
)
def test_a_look_predicts_where_both_spans_say_so_corrected_for_all_looks(given, predicts, altered):
    looks = given.get("looks", 4)
    tables = altered(associate=lambda _: associations(**given))
    found = findings.looks_tried(tables)
    assert found.predicts.tolist() == [predicts] + [False] * (looks - 1)
    answer = findings.open_rank(tables)
    assert answer.ours == f"{'weakly: 1' if predicts else 'no: 0'} of {looks} looks"
    assert judge(CLAIMS["open_rank"], answer) == "answered"
    assert ("neighbours within a position" in answer.convention) == predicts
    assert ("Struck neighbours do not tell." in answer.convention) != predicts


def test_corrected_p_values_are_at_most_1(altered):
    found = findings.looks_tried(altered(associate=lambda _: associations(0.1, 0.1)))
    assert found.p_value.tolist() == [0.004, 1, 1, 1]


def test_looks_are_tried_without_a_warning(census):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(findings.looks_tried(census)) == 8


def test_looks_are_not_tried_without_the_essays_split(altered):
    tables = altered(associate=lambda rows: rows[rows.first_genus == 2])
    with pytest.raises(Missing, match="this study does not split the positions at 14 gaps"):
        findings.open_rank(tables)


def test_a_study_that_ends_with_the_census_does_not_tell_of_larger_positions(altered):
    with pytest.raises(Missing, match="this study ends at 20 gaps"):
        findings.share_shrinks(altered(score=lambda rows: rows[rows.genus <= 20]))


def test_a_study_that_starts_later_lacks_positions(altered):
    later = altered(
        score=lambda rows: rows[rows.genus > 2],
        enumerate_positions=lambda rows: rows[rows.genus > 2],
    )
    for name in ("positions", "smallest_total", "moves_mean", "root_chance"):
        with pytest.raises(Missing, match="this study lacks positions with 2 to 20 gaps"):
            FINDINGS[name](later)


def lacking(order):
    """A change that takes an order out of a table."""
    return lambda rows: rows[rows.order != order]


NAMED = (
    "largest",
    "largest_gap_left",
    "oracle",
    "parity",
    "paying_oracle",
    "smallest",
    "smallest_gap_left",
    "start_at_four",
)
OTHERS = ("found_lost", "history", "learned", "parity_after_history", "random")


@pytest.mark.parametrize("order", [*OTHERS, *(o for o in NAMED)])
def test_a_study_without_an_order_judges_every_claim(order, altered):
    changes = dict.fromkeys(("score", "score_shuffled", "remember"), lacking(order))
    rows = list(verdict_rows(findings, CLAIMS.values(), altered(**changes)))
    assert len(rows) == len(FINDINGS)


def test_frequent_winners_are_missing_where_a_span_ends_beyond_the_census(altered):
    def joined(rows):
        return rows.assign(last_genus=rows.last_genus.replace({20: 21}))

    with pytest.raises(Missing):
        findings.frequent_winners(altered(remember=joined))


def test_counts_are_missing_where_the_span_to_14_gaps_starts_later(altered):
    def later(rows):
        return rows.assign(first_genus=rows.first_genus.replace({2: 11}))

    with pytest.raises(Missing):
        findings.won_reached(altered(tally_moves=later))


def test_the_learned_share_is_missing_where_training_ends_elsewhere(altered):
    with pytest.raises(Missing):
        findings.learned_share(altered(learn=lambda rows: rows.assign(training_genus=10)))


def test_ratios_by_genus_are_told_of_the_census_alone(altered):
    def dear(scores):
        of = (scores.order == "start_at_four") & (scores.genus == 21)
        return scores.assign(when_needed=scores.when_needed.mask(of, 10**6))

    told = findings.four_ratio_by_size(altered(score=dear)).convention
    assert "by genus from 77.1 to 80.1, and" in told
