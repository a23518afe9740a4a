"""Data of figures, tables of the chapter, and facts of captions."""

import re

import pandas as pd
import pytest

from pastimes.declare.tables import Missing
from pastimes.experiments.skeletons import figures
from pastimes.experiments.skeletons.findings import PATTERNS
from pastimes.report.drawing import draw

TINY = ("vertices=8", "readings=['diamond=none','straight_next_to=neighbour','hexagon_spoke=no']")
TINY += ("reading_vertices=6", "plain_vertices=5", "gallery_vertices=7", "published_terms=4")
SOURCES = [*(figure.data for figure in figures.FIGURES), *figures.TABLES.values()]
DRAWING = {"points": "0,0 2,0", "joins": "0-1", "rooms": "0:2 1:2"}


@pytest.fixture
def tables(write_tables):
    return write_tables


@pytest.fixture(scope="module")
def tiny(run_study):
    return run_study("skeletons", *TINY)


def counts(rows, reading="primary"):
    """Rows of the table of counts: vertices, edges, group, its order, drawings."""
    return pd.DataFrame(
        [
            {
                "run": "r",
                "reading": reading,
                "most_vertices": max(row[0] for row in rows),
                "vertices": n,
                "edges": e,
                "group": group,
                "rotations": order,
                "order": order,
                "drawings": drawings,
            }
            | dict.fromkeys(PATTERNS, 12)
            for n, e, group, order, drawings in rows
        ]
    )


def listed(*rows):
    """Rows of the table of skeletons: vertices, number, cycle rank."""
    return pd.DataFrame(
        [
            {"reading": "primary", "vertices": n, "number": i, "cycle_rank": rank, "group": "C1"}
            | {"words_1": 1, "words_2": 20, "words_3": 300}
            | DRAWING
            for n, i, rank in rows
        ]
    )


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.__name__)
def test_data_of_an_empty_study_are_missing(source, tables):
    with pytest.raises(Missing, match="this study has no table of"):
        source(tables())


@pytest.mark.parametrize("name", figures.FACTS)
def test_facts_of_an_empty_study_are_missing(name, tables):
    with pytest.raises(Missing, match="this study has no table of"):
        figures.FACTS[name](tables())


def test_four_kinds_of_counts_are_drawn_from_the_largest_down(tiny):
    found = figures.counts_by_vertices(tiny)
    by = found.pivot(index="vertices", columns="series", values="number")
    assert found.series.unique().tolist() == [
        "words",
        "words, one connection a vertex",
        "fixed",
        "skeletons",
    ]
    assert by.skeletons.tolist() == [1, 2, 6, 13, 50, 165, 647]
    assert by.fixed.tolist() == [3, 8, 32, 126, 473, 1839, 7305]
    assert by.words.tolist() == [4, 11, 48, 209, 1022, 5055, 25307]
    assert by["words, one connection a vertex"].tolist()[:3] == [2, 8, 35]


def test_galleries_hold_every_skeleton_in_order(tiny):
    small, seven = figures.gallery_small(tiny), figures.gallery_seven(tiny)
    assert small.heading.value_counts(sort=False).to_dict() == {
        "2 vertices": 1,
        "3 vertices": 2,
        "4 vertices": 6,
        "5 vertices": 13,
        "6 vertices": 50,
    }
    assert small[small.vertices == 6].label.tolist() == [str(i) for i in range(1, 51)]
    assert seven.number.tolist() == list(range(1, 166))
    assert seven.heading.unique().tolist() == [
        "7 vertices: trees",
        "one cycle",
        "two cycles",
        "3 cycles",
    ]
    assert (seven.heading == "7 vertices: trees").sum() == 26


def test_galleries_are_sorted_by_size_and_number(tables):
    shuffled = tables(list_skeletons=listed((5, 2, 0), (3, 1, 1), (5, 1, 0), (7, 2, 3), (7, 1, 0)))
    assert figures.gallery_small(shuffled)[["vertices", "number"]].values.tolist() == [
        [3, 1],
        [5, 1],
        [5, 2],
    ]
    assert figures.gallery_seven(shuffled).heading.tolist() == ["7 vertices: trees", "3 cycles"]


def test_tips_tell_what_a_skeleton_is(tables):
    few = tables(list_skeletons=listed((5, 2, 1)))
    assert figures.gallery_small(few).tip.tolist() == [
        "5 vertices, number 2: cycle rank 1, symmetry C1, 321 words"
    ]


def test_a_gallery_of_a_size_that_was_not_listed_is_missing(tables):
    with pytest.raises(Missing, match="vertices = 7"):
        figures.gallery_seven(tables(list_skeletons=listed((6, 1, 0))))


def test_telling_drawings_stand_on_two_sides(tiny):
    found = figures.telling_drawings(tiny)
    assert found[["heading", "label", "vertices", "drawings"]].values.tolist() == [
        ["Follow the primary reading, but not this one", "diamond=none", 4, 1],
        ["Follow this reading, but not the primary one", "straight_next_to=neighbour", 5, 1],
    ]
    assert found.tip.tolist() == [
        "diamond=none: 1 such drawings with 4 vertices",
        "straight_next_to=neighbour: 1 such drawings with 5 vertices",
    ]


def test_readings_that_all_agree_have_no_telling_drawings(tables):
    nothing = {n: pd.Series(dtype=t) for n, t in (("reading", "str"), ("passes", "str"))}
    with pytest.raises(Missing, match="this study has no reading that differs"):
        figures.telling_drawings(tables(tell_apart=pd.DataFrame(nothing)))


def test_readings_are_lines_of_one_table_and_what_was_not_counted_is_a_gap(tiny):
    found = figures.table_of_readings(tiny).set_index("reading")
    assert found.columns.tolist() == [f"n = {n}" for n in range(2, 9)]
    assert found.index.tolist() == [
        "primary",
        "diamond=none",
        "straight_next_to=neighbour",
        "hexagon_spoke=no",
        "mirror=distinct",
        "least_strain=plane map",
        "least_strain=graph",
    ]
    assert found.loc["primary"].tolist() == [1, 2, 6, 13, 50, 165, 647]
    assert found.loc["diamond=none"].tolist() == [1, 2, 5, 10, 34, None, None]
    assert found.loc["mirror=distinct"].tolist() == [1, 2, 8, 21, 89, 309, 1248]
    assert found.loc["least_strain=graph"].tolist() == [1, 2, 7, 22, None, None, None]


def test_words_are_told_by_connections(tiny):
    found = figures.words_by_connections(tiny).set_index("vertices")
    assert found.loc[3].to_dict() == {
        "free": 2,
        "one-sided": 2,
        "fixed": 8,
        "1 connections": 3,
        "2 connections": 4,
        "3 connections": 4,
        "1, one a vertex": 3,
        "2, one a vertex": 3,
        "3, one a vertex": 2,
    }
    assert found.index.tolist() == list(range(2, 9))


def test_skeletons_are_told_by_cycle_rank_and_by_group(tiny):
    ranks = figures.by_cycle_rank(tiny).set_index("vertices")
    groups = figures.by_symmetry(tiny).set_index("vertices")
    free = [1, 2, 6, 13, 50, 165, 647]
    assert ranks.sum(axis=1).tolist() == groups.sum(axis=1).tolist() == free
    assert ranks["rank 0"].tolist() == [1, 1, 3, 4, 12, 26, 77]
    assert ranks.loc[4].tolist() == [3, 2, 1, 0, 0]
    assert groups.loc[2].to_dict()["D2"] == 1
    assert groups["D6"].to_dict() == {2: 0, 3: 0, 4: 0, 5: 0, 6: 1, 7: 0, 8: 0}
    assert groups.columns.tolist() == sorted(groups.columns)


BIG = 2**62 - 2**62 % 12


def test_counts_beyond_machine_words_are_told_exactly(tables):
    huge = tables(count=counts([(20, 19, "C1", 1, BIG)] * 36))
    assert figures.words_by_connections(huge).fixed.tolist() == [36 * BIG]
    assert figures.words_by_connections(huge).free.tolist() == [3 * BIG]


@pytest.mark.parametrize("source", [figures.by_cycle_rank, figures.by_symmetry])
def test_parts_beyond_machine_words_are_told_exactly(source, tables):
    huge = tables(count=counts([(20, 19, "C1", 1, BIG)] * 36))
    assert source(huge).iloc[0].tolist()[1:] == [3 * BIG]


def test_parts_that_are_not_there_are_zero(tables):
    few = tables(count=counts([(3, 2, "D1", 2, 6), (4, 4, "C1", 1, 12), (4, 3, "C1", 1, 24)]))
    assert figures.by_cycle_rank(few).values.tolist() == [[3, 1, 0], [4, 2, 1]]
    assert figures.by_symmetry(few).to_dict("list") == {
        "vertices": [3, 4],
        "C1": [0, 3],
        "D1": [1, 0],
    }


def test_growth_is_told_from_the_third_size_on(tiny):
    found = figures.growth_estimates(tiny)
    assert found.columns.tolist() == ["vertices", "ratio", "mean_ratio", "limit"]
    assert found.vertices.tolist() == [4, 5, 6, 7, 8]
    assert found.ratio.iloc[-1] == 7305 / 1839
    assert found.limit.isna().tolist() == [True, True, False, False, False]


def test_published_sequences_are_lines_with_terms_that_are_equal(tiny):
    found = figures.published_checks(tiny)
    assert found.values.tolist() == [
        ["A159867", 4, 4, 60],
        ["A197459", 4, 4, 4],
        ["A000942", 4, 4, 4],
    ]


def test_terms_that_differ_are_not_counted_as_equal(tables):
    rows = {"sequence": "A1", "index": [2, 1], "ours": [5, 1], "published": [4, 1]}
    found = figures.published_checks(tables(check_published=pd.DataFrame(rows)))
    assert found.values.tolist() == [["A1", 2, 1, 5]]


def test_the_methods_are_compared_by_reading(tiny):
    found = figures.slow_checks(tiny)
    assert found.values.tolist() == [
        [reading, 2, 5, drawings, "yes", "yes"]
        for reading, drawings in [
            ("primary", 1 + 2 + 6 + 13),
            ("diamond=none", 1 + 2 + 5 + 10),
            ("straight_next_to=neighbour", 1 + 2 + 6 + 14),
            ("hexagon_spoke=no", 1 + 2 + 6 + 13),
        ]
    ]


def test_methods_that_differ_are_said_to(tables):
    rows = pd.DataFrame(
        {
            "reading": ["primary", "primary", "other", "least"],
            "size": [2, 3, 2, 2],
            "free": [1, 2, 1, 1],
            "same": [True, False, True, None],
            "same_words": [True, True, False, None],
        }
    )
    found = figures.slow_checks(tables(compare_plain=rows))
    assert found.values.tolist() == [
        ["primary", 2, 3, 3, "NO", "yes"],
        ["other", 2, 2, 1, "yes", "NO"],
    ]


def test_facts_are_the_numbers_of_the_tables(tiny):
    found = {name: source(tiny) for name, source in figures.FACTS.items()}
    limit, moved = found.pop("limit"), found.pop("moved")
    assert found == {
        "most": 8,
        "most_free": 647,
        "most_words": 25307,
        "six": 50,
        "seven": 165,
        "readings": 3,
    }
    estimates = figures.growth_estimates(tiny).limit
    assert limit == estimates.iloc[-1]
    assert moved == pytest.approx(abs(estimates.iloc[-1] - estimates.iloc[-2]))


@pytest.mark.parametrize(("name", "size"), [("six", 6), ("seven", 7)])
def test_facts_of_sizes_that_were_not_counted_are_missing(name, size, tables):
    few = tables(count=counts([(2, 1, "D2", 4, 3)]))
    with pytest.raises(Missing, match=f"this study counts no drawings with {size} vertices"):
        figures.FACTS[name](few)


def test_captions_speak_of_known_facts():
    text = " ".join(" ".join(figure.caption) for figure in figures.FIGURES)
    named = set(re.findall(r"facts\.(\w+)", text))
    assert named == set(figures.FACTS)


@pytest.mark.parametrize("figure", figures.FIGURES, ids=lambda figure: figure.name)
def test_figures_draw_what_their_data_have(figure, tiny):
    data = figure.data(tiny)
    drawn = {figure.options[axis] for axis in ("x", "y") if axis in figure.options}
    if figure.kind == "gallery":
        drawn |= {"heading", "label", "tip", "points", "joins", "rooms"}
    assert drawn <= set(data.columns)
    svg, handed = draw(figure, tiny, "salt")
    assert handed.equals(data)
    assert b"Nothing to draw" not in svg
