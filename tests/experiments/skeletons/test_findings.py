"""Findings from hand-made tables, and from a small study of one's own."""

import pandas as pd
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.claims import read_claims
from pastimes.declare.tables import Missing
from pastimes.experiments.skeletons import findings
from pastimes.judge.verdicts import verdict_rows

SKELETONS = experiment("skeletons")
CLAIMS = {claim.name: claim for claim in read_claims(SKELETONS.folder / "claims.csv")}
FINDINGS = {n: getattr(findings, n) for n, c in CLAIMS.items() if c.kind != "definition"}
COUNTS = [f"count_{n}" for n in range(2, 8)]
TINY = ("vertices=7", "readings=['diamond=none','trapezoid=yes']", "reading_vertices=7")
TINY += ("plain_vertices=4", "gallery_vertices=2", "published_terms=1")
PATTERNS = findings.PATTERNS


@pytest.fixture
def tables(write_tables):
    return write_tables


@pytest.fixture(scope="module")
def tiny(run_study):
    return run_study("skeletons", *TINY)


def counts(*rows, reading="primary", most=None):
    """Rows of the table of counts: vertices, edges, rotations, order, drawings, and patterns."""
    return pd.DataFrame(
        [
            {
                "run": f"{reading} {i}",
                "reading": reading,
                "most_vertices": most or max(row[0] for row in rows),
                "shards": 1,
                "shard": 0,
                "vertices": n,
                "edges": e,
                "group": f"group {rotations} {order}",
                "rotations": rotations,
                "order": order,
                "drawings": drawings,
            }
            | dict(zip(PATTERNS, patterns, strict=True))
            for i, (n, e, rotations, order, drawings, patterns) in enumerate(rows)
        ]
    )


NONE = (0,) * 6
# One drawing without symmetry has twelve fixed forms; one with four symmetries has three.
FEW = [
    (2, 1, 2, 4, 3, (12, 24, 12, 12, 12, 0)),
    (3, 2, 1, 1, 12, (24, 36, 36, 24, 24, 12)),
    (3, 3, 3, 6, 2, (12, 12, 12, 12, 12, 12)),
]


def growing(number, factor=3):
    """Sizes from two on whose fixed drawings grow by a factor."""
    return [(n, n - 1, 1, 1, 12 * factor ** (n - 2), (12,) * 6) for n in range(2, 2 + number)]


def compared(*rows):
    """Rows of the comparison: size, reading, free, same."""
    return pd.DataFrame(
        [
            {"run": f"plain {size}", "size": size, "reading": reading, "free": free, "same": same}
            for size, reading, free, same in rows
        ]
    ).astype({"same": object})


@pytest.mark.parametrize("name", sorted(FINDINGS))
def test_findings_of_an_empty_study_are_missing(name, tables):
    with pytest.raises(Missing, match="this study has no table of count"):
        FINDINGS[name](tables())


@pytest.mark.parametrize("name", sorted(FINDINGS))
def test_counts_of_other_readings_are_no_counts_of_the_primary_one(name, tables):
    other = counts(*FEW, reading="diamond=none")
    with pytest.raises(Missing, match="no rows of count with reading = primary"):
        FINDINGS[name](tables(count=other))


def test_drawings_are_weighed_by_their_symmetries(tables):
    found = findings.counted(tables(count=counts(*FEW)))
    assert found.index.tolist() == [2, 3]
    assert found.free.tolist() == [1, 2]
    assert found.one_sided.tolist() == [1, 3]
    assert found.fixed.tolist() == [3, 14]
    assert found[list(PATTERNS)].values.tolist() == [[1, 2, 1, 1, 1, 0], [3, 4, 4, 3, 3, 2]]


def test_drawings_can_be_counted_by_edges(tables):
    found = findings.counted(tables(count=counts(*FEW)), by="edges")
    assert found.free.to_dict() == {1: 1, 2: 1, 3: 1}


def test_words_are_of_one_to_three_connections(tables):
    found = findings.counted(tables(count=counts(*FEW)))
    assert findings.words(found).to_dict() == {2: 4, 3: 11}
    assert findings.words(found, "single").to_dict() == {2: 2, 3: 8}


def test_shards_are_summed(tables):
    halves = [(2, 1, 2, 4, 1, (6,) * 6), (2, 1, 2, 4, 2, (18,) * 6)]
    found = findings.counted(tables(count=counts(*halves)))
    assert found.loc[2].tolist() == [1, 1, 3, *[2] * 6]


def test_only_the_largest_search_of_a_reading_is_counted(tables):
    both = pd.concat([counts(*FEW[:1]), counts(*FEW)])
    assert findings.counted(tables(count=both)).fixed.tolist() == [3, 14]


BIG = 2**62  # four of them leave the range of a machine word


def test_sums_beyond_machine_words_stay_exact(tables):
    rows = [(20, 19 + i, 1, 1, 12 * (BIG // 12) + 12 * i, (BIG - BIG % 12,) * 6) for i in range(9)]
    found = findings.counted(tables(count=counts(*rows)))
    fixed = sum(row[4] for row in rows)
    assert fixed > 2**63
    assert found.fixed[20] == fixed
    assert found.free[20] == fixed // 12
    assert found.one_sided[20] == fixed // 6
    each = 9 * (BIG - BIG % 12) // 12
    assert findings.words(found)[20] == 3 * each
    assert findings.words(found, "single")[20] == 3 * each
    assert type(found.fixed[20]) is int


def test_products_beyond_machine_words_stay_exact(tables):
    drawings = 2**62 + 1
    found = findings.counted(tables(count=counts((20, 30, 6, 12, drawings, NONE))))
    assert found.free[20] == found.one_sided[20] == found.fixed[20] == drawings


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ((5, 4, 1, 1, 11, NONE), "primary: free: a sum is no multiple of 12"),
        ((5, 4, 1, 12, 1, NONE), "primary: one_sided: a sum is no multiple of 6"),
        ((5, 4, 1, 1, 12, (1, 0, 0, 0, 0, 0)), "primary: patterns_1: a sum is no multiple of 12"),
        ((5, 4, 1, 1, 12, (0, 0, 0, 0, 0, 6)), "primary: single_3: a sum is no multiple of 12"),
    ],
)
def test_sums_that_do_not_divide_are_errors(row, told, tables):
    with pytest.raises(ArithmeticError) as caught:
        findings.counted(tables(count=counts(row)))
    assert str(caught.value) == told


def test_readings_stand_in_their_order_the_primary_first(tables):
    both = pd.concat([counts(*FEW), counts(*FEW, reading="b"), counts(*FEW, reading="a")])
    assert findings.readings(tables(count=both)) == ["primary", "b", "a"]


def test_a_count_says_what_the_readings_span(tables):
    found = findings.count_3(
        tables(
            count=pd.concat(
                [
                    counts(*FEW),
                    counts(*FEW[:2], reading="fewer"),
                    counts(*FEW, (3, 2, 1, 1, 12, NONE), reading="more"),
                ]
            ),
            compare_plain=compared((2, "primary", 1, False), (3, "primary", 2, True)),
        )
    )
    assert found.ours == 2
    assert found.verdict == "answered"
    assert "3 with mirror images apart, 11 words" in found.convention
    assert "The slow method finds the same drawings." in found.convention
    assert "Other readings give 1 (fewer) to 3 (more)." in found.convention
    assert found.runs == sorted(
        {*(f"{r} {i}" for r in ("primary", "fewer") for i in range(2)), "primary 2"}
        | {*(f"more {i}" for i in range(4)), "plain 3"}
    )


def test_a_count_that_the_slow_method_contradicts_is_open(tables):
    found = findings.count_3(
        tables(count=counts(*FEW), compare_plain=compared((3, "primary", 3, False)))
    )
    assert found.verdict == "open"
    assert "The slow method finds OTHER drawings." in found.convention


def test_a_count_that_was_not_compared_says_nothing_of_the_slow_method(tables):
    found = findings.count_3(
        tables(count=counts(*FEW), compare_plain=compared((2, "primary", 1, True)))
    )
    assert found.verdict == "answered"
    assert "slow" not in found.convention
    assert "Other readings" not in found.convention


def test_a_size_that_was_not_counted_is_missing(tables):
    with pytest.raises(Missing, match=r"^this study counts no drawings with 4 vertices$"):
        findings.count_4(tables(count=counts(*FEW)))


def test_readings_that_were_not_counted_at_a_size_do_not_give_0(tables):
    both = pd.concat([counts(*FEW), counts(*FEW[:1], reading="smaller")])
    found = findings.count_3(tables(count=both, compare_plain=compared((2, "primary", 1, True))))
    assert "0 (smaller)" not in found.convention


def test_growth_by_a_factor_has_it_as_limit(tables):
    found = findings.growth(tables(count=counts(*growing(8))))
    assert found.ours == "about 3.00-fold a vertex"
    assert "From 8 to 9 vertices 3.000-fold." in found.convention
    assert "moved by 0.000 with the last vertex" in found.convention
    assert found.verdict == "answered"
    assert found.runs == sorted(f"primary {i}" for i in range(8))


def test_the_last_estimate_stands_with_how_far_it_moved(tables):
    rows = growing(7)
    rows[-1] = (*rows[-1][:4], rows[-1][4] * 2, rows[-1][5])
    last, moved = findings.limit(tables(count=counts(*rows)))
    # The mean ratio of the last size is sqrt(2) as large, and the estimate 8/2 as much off.
    assert last == pytest.approx(3 + 4 * 3 * (2**0.5 - 1))
    assert moved == pytest.approx(last - 3)


@pytest.mark.parametrize("number", [4, 5])
def test_too_few_sizes_have_no_estimate(number, tables):
    with pytest.raises(Missing, match="too few sizes for an estimate of growth"):
        findings.limit(tables(count=counts(*growing(number))))


def test_six_sizes_have_one(tables):
    assert findings.limit(tables(count=counts(*growing(6)))) == pytest.approx((3, 0))


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("name", ["limit", "growth"])
def test_very_few_sizes_have_no_estimate_either(name, number, tables):
    with pytest.raises(Missing, match="too few sizes"):
        getattr(findings, name)(tables(count=counts(*growing(number))))


def test_binding_patterns_are_words_a_skeleton(tables):
    found = findings.binding_patterns(tables(count=counts(*FEW)))
    assert found.ours == "5.5 words a skeleton at 3 vertices"
    assert "4.0 words a skeleton at 2 vertices, 5.5 at 3" in found.convention
    assert "; 4.0 where a vertex takes one." in found.convention


@pytest.mark.parametrize(("name", "ours"), [*zip(COUNTS, [1, 2, 6, 13, 50, 165], strict=True)])
def test_a_study_counts_skeletons(name, ours, tiny):
    found = FINDINGS[name](tiny)
    assert found.ours == ours
    assert found.verdict == "answered"
    assert ("The slow method finds the same drawings." in found.convention) == (name <= "count_4")


def test_a_study_says_how_far_the_readings_are_apart(tiny):
    said = findings.count_6(tiny).convention
    assert said.startswith("Up to symmetry; 89 with mirror images apart, 1022 words.")
    assert said.endswith("Other readings give 34 (diamond=none) to 56 (trapezoid=yes).")


def test_every_claim_of_a_study_is_answered(tiny):
    rows = {r["key"]: r for r in verdict_rows(findings, CLAIMS.values(), tiny)}
    assert set(rows) == {f"skeletons.{name}" for name in FINDINGS}
    assert {row["verdict"] for row in rows.values()} == {"answered"}
    assert all(row["runs"] for row in rows.values())


def test_a_study_that_lacks_rows_leaves_claims_open(tables):
    few = tables(
        count=counts(*FEW, *growing(5)[2:]), compare_plain=compared((2, "primary", 1, True))
    )
    rows = {r["key"].partition(".")[2]: r for r in verdict_rows(findings, CLAIMS.values(), few)}
    lacking = {name for name, row in rows.items() if row["verdict"] == "open"}
    assert lacking == {"count_7", "growth"}
    assert all(rows[name]["convention"].startswith("Not settled: ") for name in lacking)
