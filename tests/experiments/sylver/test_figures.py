"""Data of figures, tables of the chapter, and facts of captions."""

import re
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.tables import Missing
from pastimes.experiments.sylver import figures, findings
from pastimes.report.drawing import draw

pytestmark = [
    pytest.mark.xdist_group("sylver"),
]

SYLVER = experiment("sylver")
SOURCES = [*(figure.data for figure in figures.FIGURES), *figures.TABLES.values()]
LAZY = {
    "counter_move",
    "counter_move_both_ways",
    "found_lost",
    "found_lost_then_counter",
    "history",
    "history_kept",
    "largest",
    "oracle",
    "random",
    "smallest",
    "start_at_four",
}
"""Orders of the census that read nothing."""


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.__name__)
def test_data_of_an_empty_study_are_missing(source, write_tables):
    with pytest.raises(Missing):
        source(write_tables())


@pytest.mark.parametrize("name", figures.FACTS)
def test_facts_of_an_empty_study_are_missing(name, write_tables):
    with pytest.raises(Missing):
        figures.FACTS[name](write_tables())


@pytest.mark.parametrize(
    "source",
    [s for s in SOURCES if s not in (figures.looks, figures.costs_by_genus)],
    ids=lambda source: source.__name__,
)
def test_data_of_a_study_that_ends_too_soon_are_missing(source, small):
    with pytest.raises(Missing, match="this study "):
        source(small)


def test_every_order_of_the_census_is_drawn_with_its_share(census):
    found = figures.order_shares(census).set_index(["label", "series"])
    lazy = found.xs("reads nothing", level="series")
    assert {label.replace(" ", "_") for label in lazy.index} == LAZY
    assert (lazy.share["smallest"], lazy.share["oracle"]) == (0, 100)
    assert lazy.share["start at four"] == pytest.approx(30.9406, abs=1e-4)
    assert lazy.closures["start at four"] == 1198585
    paid, free = (
        found.xs(series, level="series")
        for series in ("pays for sorting", "the same, sorting free")
    )
    assert set(paid.index) == set(free.index)
    assert not set(paid.index) & set(lazy.index)
    assert (free.share > paid.share).all()
    assert free.share["parity"] == pytest.approx(18.8159, abs=1e-4)


def test_only_random_orders_have_an_interval(census):
    found = figures.order_shares(census).set_index("label")
    random = found.loc["random"]
    assert random.low < random.share < random.high
    others = found.drop("random")
    assert (others.low == others.share).all()
    assert (others.high == others.share).all()


def test_orders_stand_from_cheapest_to_dearest(census):
    found = figures.order_shares(census)
    paid = found[found.series != "the same, sorting free"].closures
    assert paid.is_monotonic_increasing


def test_the_learned_order_has_no_place_for_it_is_scored_on_some_positions_only(census):
    assert "learned" not in set(figures.order_shares(census).label)
    assert "learned" not in set(figures.costs_by_rule(census).order)
    assert "learned" in figures.costs_by_genus(census)


def test_shares_by_genus_are_those_of_the_scores(census):
    found = figures.shares_by_genus(census).set_index(["series", "genus"]).share
    scores = census["score"]
    scores = scores[scores.rule == "none"]
    totals = scores.pivot_table("when_needed", "genus", "order", "sum")
    assert set(found.index.get_level_values("genus")) == set(range(10, 22))
    for name in figures.BY_GENUS:
        for genus in (10, 15, 21):
            cost = totals.loc[genus]
            share = 100 * (cost.smallest - cost[name]) / (cost.smallest - cost.oracle)
            assert found[name.replace("_", " "), genus] == pytest.approx(share)


def test_first_winners_are_found_by_a_place_more_and_more_often(census):
    found = figures.first_winners(census)
    for _, rows in found.groupby("series"):
        assert rows.found.is_monotonic_increasing
        assert rows.place.tolist() == list(range(1, len(rows) + 1))
        assert rows.found.between(0, 100).all()
    smallest = findings.scores(census, "smallest")["rank"]
    third = found[(found.series == "smallest") & (found.place == 3)].found.item()
    assert third == pytest.approx(100 * (smallest <= 3).mean())


@pytest.mark.parametrize(("moves", "winners"), [(1, 1), (5, 1), (6, 2), (6, 5), (4, 4)])
def test_chance_finds_a_winner_among_the_first_as_counting_says(moves, winners):
    positions = pd.DataFrame({"moves": [moves], "winning": [winners]})
    for place in range(1, moves + 3):
        placed = list(combinations(range(moves), winners))
        found = np.mean([min(each) < place for each in placed])
        assert figures._found_by_chance(positions, place) == pytest.approx(found)


def test_numbers_that_are_seldom_legal_are_left_out(census):
    found = figures.outcomes_by_number(census).pivot(
        index="number", columns="series", values="share"
    )
    tally = findings.training_tally(census)
    assert found.index.tolist() == tally.index[tally.legal >= 30].tolist()
    assert found["is struck"][2] == pytest.approx(100 * 1053 / 1086)
    assert found["wins"][3] == pytest.approx(100 * 13 / 1066)
    assert (found.sum(axis=1) <= 100).all()


def test_looks_have_intervals_by_the_number_of_items(census):
    found = figures.looks(census)
    assert len(found) == 8 * 3
    assert set(found.series) == {"2 to 14 gaps", "15 to 20 gaps", "21 to 21 gaps"}
    assert np.allclose(found.high - found.correlation, 1.96 / np.sqrt(found["items"]))
    assert np.allclose(found.correlation - found.low, 1.96 / np.sqrt(found["items"]))


def test_looks_where_nothing_varies_are_left_out(write_tables):
    rows = {
        "look": ["a", "b"],
        "within": "position",
        "first_genus": 2,
        "last_genus": 4,
        "items": [4, 100],
        "correlation": [None, 0.5],
        "p_value": [None, 0.1],
    }
    found = figures.looks(write_tables(associate=rows))
    assert found.label.tolist() == ["b, within a position"]
    assert found.low.tolist() == pytest.approx([0.5 - 0.196])


def test_costs_by_rule_are_totals_of_the_census(census, write_tables):
    usual = census["score"]
    pruned = usual.assign(rule="all_rules", when_needed=usual.when_needed // 2)
    found = figures.costs_by_rule(write_tables(score=pd.concat([usual, pruned])))
    found = found.set_index("order")
    assert found.columns.tolist() == ["none", "all rules"]
    assert found.none["smallest"] == 1536301
    assert found.none.is_monotonic_increasing
    halved = usual[(usual.order == "smallest") & (usual.genus <= 20)].when_needed // 2
    assert found["all rules"]["smallest"] == halved.sum()


def test_costs_by_genus_are_totals_of_all_positions(census):
    found = figures.costs_by_genus(census).set_index("genus")
    assert found.index.tolist() == list(range(2, 22))
    assert found.positions.loc[:20].sum() == 1766
    assert found.smallest.loc[:20].sum() == 1536301
    assert found.learned.first_valid_index() == 15


def test_what_was_tried_is_told_once_a_look(census):
    found = figures.TABLES["What striking tells, tried"](census)
    assert len(found) == figures.FACTS["looks"](census) == 8


def test_facts_are_the_numbers_of_the_tables(census):
    found = {name: source(census) for name, source in figures.FACTS.items()}
    shares = figures.order_shares(census).set_index(["label", "series"]).share
    assert found["four"] == shares["start at four", "reads nothing"]
    assert found["found"] == shares["found lost", "reads nothing"]
    assert found["found_counter"] == shares["found lost then counter", "reads nothing"]
    assert found["last_genus"] == 21
    by_genus = figures.shares_by_genus(census).set_index(["series", "genus"]).share
    assert found["four_last"] == pytest.approx(by_genus["start at four", 21])
    assert found["found_last"] == pytest.approx(by_genus["found lost", 21])
    assert found["three_struck"] == pytest.approx(100 * 536 / 1066)
    assert found["three_wins"] == pytest.approx(100 * 13 / 1066)
    assert 0 <= found["predict"] <= found["looks"] == 8
    assert 0 < found["largest"] < 1


@pytest.mark.parametrize("name", ["four", "found", "found_counter"])
def test_facts_of_an_order_that_the_study_lacks_are_missing(name, census, write_tables):
    kept = census["score"][census["score"].order.isin(["smallest", "oracle"])]
    tables = write_tables(score=kept, score_shuffled=census["score_shuffled"])
    with pytest.raises(Missing, match=r"this study lacks the orders? "):
        figures.FACTS[name](tables)


@pytest.mark.parametrize(
    "order",
    [
        "history",
        "learned",
        "random",
        "start_at_four",
        "smallest",
        "oracle",
    ],
)
def test_a_study_without_an_order_has_figures_and_facts_or_lacks_rows(order, census, write_tables):
    frames = {step: census[step] for step in SYLVER.steps}
    for step in ("score", "score_shuffled", "remember"):
        frames[step] = frames[step][frames[step].order != order]
    tables, drawn = write_tables(**frames), 0
    for source in (*SOURCES, *figures.FACTS.values()):
        try:
            source(tables)
            drawn += 1
        except Missing:
            pass
    assert drawn > 5


def test_captions_speak_of_known_facts():
    text = " ".join(" ".join(figure.caption) for figure in figures.FIGURES)
    assert set(re.findall(r"facts\.(\w+)", text)) <= set(figures.FACTS)


@pytest.mark.parametrize("figure", figures.FIGURES, ids=lambda figure: figure.name)
def test_figures_draw_columns_that_their_data_have(figure, census):
    drawn = {figure.options[axis] for axis in ("x", "y", "value") if axis in figure.options}
    assert drawn
    assert drawn <= set(figure.data(census).columns)


@pytest.mark.parametrize("figure", figures.FIGURES, ids=lambda figure: figure.name)
def test_figures_are_drawn_with_every_series_named(figure, census):
    svg, data = draw(figure, census, "salt")
    assert [name for name in data.series.unique() if f"<!-- {name} -->" not in svg.decode()] == []
    assert f"<!-- {figure.options['x_label']} -->" in svg.decode()
