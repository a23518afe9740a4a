"""Both methods beside each other, and the smallest drawings that tell readings apart."""

import pytest

from pastimes.experiments.skeletons import comparison
from pastimes.experiments.skeletons.comparison import Comparison, apart, compare
from pastimes.experiments.skeletons.plain import canonical, follows
from pastimes.experiments.skeletons.readings import PRIMARY, parse
from pastimes.experiments.skeletons.search import count, drawings

READINGS = {name: parse(name) for name in ("primary", "diamond=none", "induced=rhombus")}


def edges_of(skeleton):
    return [(skeleton.points[a], skeleton.points[b]) for a, b in skeleton.edges]


def test_readings_come_in_order_and_those_of_least_strain_last():
    found = list(compare(4, READINGS))
    assert found == [
        Comparison("primary", 15, 6, 48, True, True),
        Comparison("diamond=none", 15, 5, 41, True, True),
        Comparison("induced=rhombus", 15, 6, 48, True, True),
        Comparison("least_strain=plane map", 15, 7, found[3].words, None, None),
        Comparison("least_strain=graph", 15, 7, found[4].words, None, None),
    ]


def test_two_vertices_have_one_drawing_and_four_words():
    assert set(compare(2, {"primary": PRIMARY})) == {
        Comparison("primary", 1, 1, 4, True, True),
        Comparison("least_strain=plane map", 1, 1, 4, None, None),
        Comparison("least_strain=graph", 1, 1, 4, None, None),
    }


def test_a_drawing_that_the_search_misses_is_noticed(monkeypatch):
    def careless(reading, vertices):
        lost = canonical(comparison.plain_edges(drawings(reading, vertices)[0]))
        return [
            each
            for each in drawings(reading, vertices)
            if canonical(comparison.plain_edges(each)) != lost
        ]

    monkeypatch.setattr(comparison, "drawings", careless)
    found = next(compare(5, {"primary": PRIMARY}))
    assert (found.same, found.same_words) == (False, True)


def test_a_drawing_too_many_is_noticed(monkeypatch):
    loose = parse("trapezoid=yes")
    monkeypatch.setattr(comparison, "drawings", lambda reading, n: drawings(loose, n))
    assert next(compare(5, {"primary": PRIMARY})).same is False


@pytest.mark.parametrize("tally", range(1, 7))
def test_words_counted_otherwise_are_noticed(tally, monkeypatch):
    def careless(reading, vertices):
        found = count(reading, vertices)
        found[vertices, vertices - 1, 0, tally] += 12
        return found

    monkeypatch.setattr(comparison, "count", careless)
    found = next(compare(4, {"primary": PRIMARY}))
    assert (found.same, found.same_words) == (True, False)


SIX = "most_edges=6"


@pytest.mark.parametrize("vertices", [4, 5])
@pytest.mark.parametrize(
    "text",
    [SIX, f"{SIX} angles=free exterior=free", f"{SIX} paired60=hexagon", f"{SIX} induced=yes"],
)
def test_readings_with_six_edges_are_compared_with_drawings_of_six_edges(text, vertices):
    found = next(compare(vertices, {text: parse(text)}))
    assert (found.same, found.same_words) == (True, True)
    assert found.grown == {4: 15, 5: 92}[vertices]


@pytest.mark.parametrize(
    ("text", "most", "vertices", "name", "number", "walks"),
    [
        ("diamond=none", 5, 4, "primary", 1, "0134"),
        ("paired60=hexagon", 5, 4, "primary", 1, "0134 02"),
        pytest.param("hexagon_spoke=no", 7, 7, "primary", 6, None, marks=pytest.mark.slow),
        pytest.param("centre_straight=no", 7, 7, "primary", 1, "012345 11", marks=pytest.mark.slow),
        pytest.param("dangling_spoke=no", 7, 7, "primary", 1, "012345 1", marks=pytest.mark.slow),
        ("straight_next_to=neighbour", 5, 5, "other", 1, "024 33"),
        ("trapezoid=yes", 6, 5, "other", 1, "00234"),
        ("induced=rhombus", 6, 6, "primary", 1, "01234"),
        ("angles=120", 3, 3, "primary", 1, "024"),
        ("angles=free", 3, 3, "other", 2, None),
    ],
)
def test_the_smallest_drawings_that_tell_are_found(
    text, most, vertices, name, number, walks, drawn, grown
):
    ((n, passes, alone, example),) = apart(parse(text), most)
    assert (n, passes, alone) == (vertices, name, number)
    mine, others = (PRIMARY, parse(text)) if name == "primary" else (parse(text), PRIMARY)
    telling = {
        canonical(f.drawing) for f in grown(n) if follows(f, mine) and not follows(f, others)
    }
    assert len(telling) == number
    assert canonical(edges_of(example)) in telling
    if walks:
        assert telling == {canonical(drawn(walks))}


def test_both_sides_are_told_where_both_have_drawings_of_their_own(monkeypatch, drawn):
    monkeypatch.setattr(comparison, "PRIMARY", parse("trapezoid=yes"))
    found = apart(parse("straight_next_to=neighbour"), 7)
    assert [(n, passes, number) for n, passes, number, _ in found] == [
        (5, "primary", 1),
        (5, "other", 1),
    ]
    assert [canonical(edges_of(example)) for *_, example in found] == [
        canonical(drawn("00234")),
        canonical(drawn("024 33")),
    ]


@pytest.mark.parametrize(
    ("text", "most"),
    [("diamond=rhombus", 5), ("exterior=free", 5), ("diamond=none", 3), ("dangling_spoke=no", 5)],
)
def test_readings_that_agree_as_far_as_was_looked_are_not_told_apart(text, most):
    assert apart(parse(text), most) == []


def test_the_example_is_the_first_of_its_kind():
    ((_, _, number, example),) = apart(parse("angles=free"), 5)
    assert number == 2
    assert example.cycle_rank == 0
    assert example.number == min(
        s.number
        for s in comparison.skeletons(parse("angles=free"), 3)
        if s.outline not in {t.outline for t in comparison.skeletons(PRIMARY, 3)}
    )
