"""Verdicts: numbers judged by the claim's kind, words by the finding."""

import math
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.declare.claims import KINDS, Claim
from pastimes.declare.tables import Missing, Tables, arrow_schema
from pastimes.judge.verdicts import (
    COLUMNS,
    VERDICTS,
    Finding,
    judge,
    verdict_rows,
)

TABLES = Tables({})


def claim(published="0.11", kind="rounded", about=False, name="odds"):
    return Claim(f"toy.{name}", "Toys", "The odds.", published, kind, about)


def verdict(ours, low=None, high=None, **about):
    return judge(claim(**about), Finding(ours, "", low, high))


def rows_of(*claims, **functions):
    module = SimpleNamespace(**functions)
    return list(verdict_rows(module, claims, TABLES))


def test_nothing_found_is_open():
    assert verdict(None) == "open"


@pytest.mark.parametrize(
    ("published", "ours", "expected"),
    [
        ("21", 21, "reproduced"),
        ("21", 21.0, "reproduced"),
        ("21", 22, "differs"),
        ("21", 21.0000001, "differs"),
        ("0.5", 0.5, "reproduced"),
        ("1/3", Fraction(1, 3), "reproduced"),
        ("2/6", Fraction(1, 3), "reproduced"),
        ("1/3", 1 / 3, "differs"),
        ("0.1", 0.1, "differs"),
        ("0.1", Fraction(1, 10), "reproduced"),
        ("80%", Fraction(80), "reproduced"),
        ("-2", -2, "reproduced"),
        ("21", np.int64(21), "reproduced"),
    ],
)
def test_exact_figures_must_be_equal(published, ours, expected):
    assert verdict(ours, published=published, kind="exact") == expected


@pytest.mark.parametrize(
    ("ours", "about", "expected"),
    [
        ("0.11", False, "reproduced"),
        ("0.105", False, "reproduced"),
        ("0.115", False, "reproduced"),
        ("0.1049999", False, "differs"),
        ("0.1150001", False, "differs"),
        ("0.1", True, "reproduced"),
        ("0.12", True, "reproduced"),
        ("0.0999999", True, "differs"),
        ("0.1200001", True, "differs"),
    ],
)
def test_rounded_figures_lie_within_half_a_unit_or_one_about(ours, about, expected):
    assert verdict(Fraction(ours), about=about) == expected


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.11, 0.2, "reproduced"),
        (0.09, 0.106, "reproduced"),
        (0.114, 0.2, "reproduced"),
        (0.05, 0.3, "reproduced"),
        (0.09, 0.104, "differs"),
        (0.116, 0.2, "differs"),
    ],
)
def test_an_estimate_reproduces_where_its_interval_meets_the_range(low, high, expected):
    assert verdict((low + high) / 2, low, high) == expected


def test_an_interval_around_an_exact_figure_must_hold_it():
    assert verdict(20, 19, 21, published="21", kind="exact") == "reproduced"
    assert verdict(20, 19, 20, published="21", kind="exact") == "differs"


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.10, None, "reproduced"),
        (None, 0.2, "differs"),
        (-math.inf, 0.2, "reproduced"),
        (0.121, math.inf, "differs"),
        (0.10, math.nan, "open"),
        (math.nan, math.nan, "open"),
    ],
)
def test_an_end_is_absent_where_exact_infinite_where_open_nan_where_unknown(low, high, expected):
    assert verdict(0.12, low, high) == expected


@pytest.mark.parametrize(
    ("ours", "expected"), [(math.nan, "open"), (math.inf, "differs"), (-math.inf, "differs")]
)
@pytest.mark.parametrize("kind", ["exact", "rounded"])
def test_infinity_differs_and_nan_is_open(ours, expected, kind):
    assert verdict(ours, kind=kind) == expected


@pytest.mark.parametrize("kind", ["exact", "rounded"])
def test_words_must_be_the_published_ones(kind):
    assert verdict("equal", published="equal", kind=kind) == "reproduced"
    assert verdict("unequal", published="equal", kind=kind) == "differs"


def test_a_number_against_words_is_open():
    assert verdict(3, published="a few") == "open"


@pytest.mark.parametrize("word", VERDICTS)
@pytest.mark.parametrize("kind", ["exact", "universal", "bound", "open"])
def test_the_findings_own_verdict_stands(word, kind):
    assert judge(claim(kind=kind), Finding(1, "", verdict=word)) == word


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ([0.11], "reproduced"),
        ([0.11, 0.2], "ambiguous"),
        ([None], "reproduced"),
        ([0.2, None], "ambiguous"),
    ],
)
def test_alternatives_that_are_judged_differently_are_ambiguous(others, expected):
    alternatives = tuple(Finding(ours, "") for ours in others)
    assert judge(claim(), Finding(0.11, "", alternatives=alternatives)) == expected


def test_alternatives_that_all_differ_differ():
    assert judge(claim(), Finding(1, "", alternatives=(Finding(2, ""),))) == "differs"


def test_an_unknown_verdict_is_refused():
    with pytest.raises(ValueError, match="verdict") as caught:
        judge(claim(), Finding(1, "", verdict="true"))
    assert str(caught.value) == f"toy.odds: verdict true; allowed: {list(VERDICTS)}"


def test_an_unknown_verdict_of_an_alternative_is_refused():
    with pytest.raises(ValueError, match=r"^toy\.odds: verdict false; allowed: "):
        judge(claim(), Finding(1, "", alternatives=(Finding(1, "", verdict="false"),)))


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"exact", "rounded"}))
@pytest.mark.parametrize("ours", [0.11, "words", None])
def test_what_no_comparison_decides_needs_the_findings_verdict(kind, ours):
    with pytest.raises(ValueError, match=rf"^toy\.odds: the finding must give .* a {kind} claim$"):
        verdict(ours, kind=kind)


def test_definitions_have_no_verdict():
    assert (
        list(verdict_rows(SimpleNamespace(), [claim(kind="definition", name="size")], None)) == []
    )


def test_a_claim_without_function_is_an_error():
    with pytest.raises(AttributeError, match="odds"):
        list(verdict_rows(SimpleNamespace(), [claim()], None))


def test_no_claims_have_no_rows():
    assert rows_of() == []


def test_a_row_says_all_of_a_claim_and_its_finding():
    frames = (pd.DataFrame({"run": ["b", "a"]}), pd.DataFrame({"run": ["a"]}))
    finding = Finding(Fraction(1, 8), "Exact.", 0.1, 0.2, rows=frames)
    assert rows_of(claim("0.11"), odds=lambda tables: finding) == [
        {
            "key": "toy.odds",
            "essay": "Toys",
            "statement": "The odds.",
            "kind": "rounded",
            "published": "0.11",
            "ours": "1/8",
            "low": 0.1,
            "high": 0.2,
            "error": 0.015,
            "verdict": "reproduced",
            "convention": "Exact.",
            "runs": ["a", "b"],
        }
    ]


@pytest.mark.parametrize(
    ("published", "finding", "said"),
    [
        ("21", Finding(23, ""), {"ours": "23", "error": 2.0, "verdict": "differs"}),
        ("21", Finding(None, ""), {"ours": None, "error": None, "verdict": "open"}),
        ("some", Finding(3, ""), {"ours": "3", "error": None, "verdict": "open"}),
        ("some", Finding("none", ""), {"ours": "none", "error": None, "verdict": "differs"}),
        ("some", Finding(math.inf, "", verdict="differs"), {"ours": "inf", "error": None}),
        ("21", Finding(21, ""), {"low": None, "high": None}),
        ("0.3", Finding(0.1 + 0.2, ""), {"ours": "0.30000000000000004"}),
    ],
)
def test_rows_leave_gaps_where_there_is_no_number(published, finding, said):
    (row,) = rows_of(claim(published), odds=lambda tables: finding)
    assert said.items() <= row.items()


def test_a_claim_whose_rows_the_study_lacks_stays_open():
    def lacking(tables):
        raise Missing("this study has no rows of draw with n = 2")

    (row,) = rows_of(claim(kind="universal"), odds=lacking)
    assert row["verdict"] == "open"
    assert row["convention"] == "Not settled: this study has no rows of draw with n = 2."
    assert (row["ours"], row["error"], row["runs"]) == (None, None, [])


def test_a_table_that_the_study_lacks_leaves_the_claim_open():
    (row,) = rows_of(claim(), odds=lambda tables: tables["draw"])
    assert row["convention"] == "Not settled: this study has no table of draw."


def test_rows_come_in_the_order_of_the_claims():
    claims = [claim(name=name) for name in ("c", "a", "b")]
    functions = dict.fromkeys("abc", lambda tables: Finding(0.11, ""))
    assert [row["key"] for row in rows_of(*claims, **functions)] == ["toy.c", "toy.a", "toy.b"]


def test_rows_fit_their_schema():
    rows = rows_of(claim(), odds=lambda tables: Finding(0.11, "", 0.1, 0.12))
    assert list(rows[0]) == list(COLUMNS)
    assert pa.Table.from_pylist(rows, schema=arrow_schema(COLUMNS)).to_pylist() == rows


@settings(deadline=None)
@given(st.integers(-(10**6), 10**6), st.integers(0, 4), st.booleans())
def test_what_rounds_to_the_published_figure_reproduces_it(number, decimals, about):
    unit = Fraction(1, 10**decimals)
    published = f"{Decimal(number).scaleb(-decimals):f}"
    width = unit if about else unit / 2
    beyond = width + unit / 1000
    for offset, expected in [(0, "reproduced"), (width, "reproduced"), (beyond, "differs")]:
        for sign in (1, -1):
            ours = number * unit + sign * offset
            assert verdict(ours, published=published, about=about) == expected


@settings(deadline=None)
@given(st.floats(0, 0.3), st.floats(0, 0.3), st.floats(0, 0.1))
def test_a_wider_interval_never_loses_agreement(first, second, more):
    low, high = sorted((first, second))
    if verdict(low, low, high) == "reproduced":
        assert verdict(low, low - more, high + more) == "reproduced"


@pytest.mark.parametrize(
    ("finding", "verdict"),
    [
        (Finding(math.inf, ""), "differs"),
        (Finding(math.nan, ""), "open"),
        (Finding(4.0, "", 3.0, math.inf), "reproduced"),
    ],
)
def test_infinite_and_unknown_numbers_get_a_verdict_and_no_error(finding, verdict):
    module = SimpleNamespace(y=lambda tables: finding)
    (row,) = verdict_rows(module, [Claim("x.y", "e", "s", "5", "exact")], None)
    assert row["verdict"] == verdict
    assert row["error"] is None or math.isfinite(row["error"])
