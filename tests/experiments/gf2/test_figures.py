"""Data of figures, tables of the chapter, and facts of captions."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.tables import Missing
from pastimes.experiments.gf2 import figures
from pastimes.experiments.gf2.drawable import all_drawable
from pastimes.experiments.gf2.law import closed_form, rank_law

ROOT = Path(__file__).parents[3]
GF2 = experiment("gf2")
TINY = ("shapes=[15x26,15x25,'0x5',3x3]", "samples=2000", "games=1", "bias_samples=2000")
TINY += ("bias_trials=2", "biases=[0,128]", "counted_sizes=[2,3]", "alphabet_sizes=[16,26]")
SOURCES = [*(figure.data for figure in figures.FIGURES), *figures.TABLES.values()]


@pytest.fixture
def tables(write_tables):
    return write_tables


@pytest.fixture(scope="module")
def smoke(run_study):
    return run_study("gf2", *TINY)


def trials(found):
    """Trials by bias: whether the check found it."""
    pairs = [(bias, f) for bias, each in found.items() for f in each]
    return {
        "rows": [2] * len(pairs),
        "columns": [3] * len(pairs),
        "bias": [bias for bias, _ in pairs],
        "trial": [i for each in found.values() for i, _ in enumerate(each, start=1)],
        "found": [f for _, f in pairs],
    }


def sampled(tally, n, k):
    law = pd.DataFrame({"rows": n, "columns": k, "rank": range(len(tally))})
    law["decimal"] = [float(p) for p in rank_law(n, k)]
    return {"enumerate_law": law, "sample": law[["rows", "columns", "rank"]].assign(matrices=tally)}


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.__name__)
def test_data_of_an_empty_study_are_missing(source, tables):
    with pytest.raises(Missing):
        source(tables())


@pytest.mark.parametrize("name", figures.FACTS)
def test_facts_of_an_empty_study_are_missing(name, tables):
    with pytest.raises(Missing):
        figures.FACTS[name](tables())


@pytest.mark.parametrize(("tally", "n", "k"), [([0, 0, 0, 0], 3, 3), ([9], 0, 5)])
def test_shapes_without_samples_or_ranks_to_compare_have_no_residuals(tally, n, k, tables):
    with pytest.raises(Missing, match="this study has no samples"):
        figures.ranks_and_residuals(tables(**sampled(tally, n, k)))


def test_residuals_are_in_standard_errors(tables):
    found = figures.ranks_and_residuals(tables(**sampled([60, 40], 1, 1)))
    assert found.series.tolist() == ["1x1", "1x1"]
    assert found.deficit.tolist() == [1, 0]
    assert found.share.tolist() == [0.6, 0.4]
    assert found.residual.tolist() == pytest.approx([2, -2], abs=1e-12)


def test_ranks_that_expect_under_five_are_left_out(tables):
    found = figures.ranks_and_residuals(tables(**sampled([1, 90, 570, 339], 3, 3)))
    assert found["rank"].tolist() == [1, 2, 3]
    assert found.share.tolist() == [0.09, 0.57, 0.339]


def test_ranks_and_residuals_show_each_shape_that_was_sampled(smoke):
    found = figures.ranks_and_residuals(smoke)
    assert set(found.series) == {"15x26", "15x25", "3x3"}
    assert found.residual.abs().max() < 6
    assert (found.deficit >= 0).all()


def test_probabilities_by_size_are_exact(smoke):
    found = figures.drawable_by_size(smoke).pivot(
        index="letters", columns="series", values="probability"
    )
    assert found.index.tolist() == [16, 25, 26]
    for letters, row in found.iterrows():
        assert row["full rank"] == pytest.approx(float(closed_form(15, letters, 15)), rel=1e-12)
        drawable = float(all_drawable(15, letters))
        assert row["every letter can be drawn"] == pytest.approx(drawable, rel=1e-12)


def test_alphabets_show_every_letter_and_its_move(smoke):
    found = figures.alphabets(smoke)
    assert found.alphabet.value_counts().to_dict() == {"essay": 26, "plain": 26, "segments": 10}
    assert found.columns.tolist() == ["alphabet", "letter", "picture", "move", "formula"]


def test_run_throughs_are_the_moves_in_order(smoke):
    found = figures.run_throughs(smoke)
    essay = found[found.alphabet == "essay"]
    assert essay.move.tolist() == list(range(1, 12))
    assert essay.creates.tolist() == list("ABCDEFGHILP")
    assert essay.formula.iloc[8] == "T+U+V"
    assert found.move.dtype == np.int64


def test_biases_are_shown_with_how_often_they_were_found(tables):
    found = figures.smallest_bias_found(
        tables(find_bias=trials({64: [True, True], 0: [False, True]}))
    )
    assert found["P(1)"].tolist() == [0.5, 0.75]
    assert found["2x3"].tolist() == [0.5, 1]


@pytest.mark.parametrize(
    ("found", "least"),
    [
        ({32: [True] * 20, 64: [True] * 20}, 0.625),
        ({32: [True] * 19 + [False], 64: [True] * 20}, 0.625),
        ({32: [True] * 18 + [False] * 2, 64: [True] * 20}, 0.75),
        ({0: [True] * 20, 64: [True] * 20}, 0.75),
        ({-64: [True] * 20, 64: [True] * 20}, 0.75),
        pytest.param({16: [True] * 20, 32: [False] * 20, 64: [True] * 20}, 0.75),
    ],
)
def test_least_bias_is_that_from_which_on_nineteen_of_twenty_trials_find_it(found, least, tables):
    assert figures.least_bias(tables(find_bias=trials(found)), "2x3") == least


@pytest.mark.parametrize("found", [{0: [True]}, {64: [False, True]}, {-64: [True]}])
def test_no_bias_found_is_missing(found, tables):
    with pytest.raises(Missing, match="no bias of this study was found in 19 of 20 trials"):
        figures.least_bias(tables(find_bias=trials(found)), "2x3")


def test_a_shape_without_trials_is_missing(tables):
    with pytest.raises(Missing, match="this study tries no bias on 9x9"):
        figures.least_bias(tables(find_bias=trials({64: [True]})), "9x9")


def test_facts_are_the_numbers_of_the_tables(smoke):
    lacking = {"least_bias", "least_bias_small"}  # tried on another shape
    found = {n: source(smoke) for n, source in figures.FACTS.items() if n not in lacking}
    assert found["shapes"] == 4
    assert found["alarm"] == 0.001 / 4
    assert found["alarm"] < found["least_p"] <= 1
    assert found["score"] == 11
    assert found["full_rank"] == float(closed_form(15, 26, 15))
    assert found["all_drawable"] == float(all_drawable(15, 26))


def test_captions_speak_of_known_facts():
    text = " ".join(" ".join(figure.caption) for figure in figures.FIGURES)
    assert set(re.findall(r"facts\.(\w+)", text)) <= set(figures.FACTS)


@pytest.mark.parametrize("figure", figures.FIGURES, ids=lambda figure: figure.name)
def test_figures_draw_columns_that_their_data_have(figure, smoke):
    drawn = {figure.options[axis] for axis in ("x", "y") if axis in figure.options}
    assert drawn <= set(figure.data(smoke).columns)
