"""Sequences that others computed, and the search with rules turned off."""

import csv
from pathlib import Path

import pytest

from pastimes.experiments.skeletons.external import FREE, OBTUSE, PUBLISHED, count_as_published
from pastimes.experiments.skeletons.readings import parse

GOLDEN = Path(__file__).parents[2] / "golden" / "skeletons.csv"
BY_NUMBER = {published.number: published for published in PUBLISHED}


def golden(number):
    with open(GOLDEN, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["quantity"] == number]
    return [(int(row["argument"]), int(row["value"])) for row in rows]


@pytest.mark.parametrize("published", PUBLISHED, ids=lambda p: p.number)
def test_published_terms_are_the_golden_ones(published):
    assert golden(published.number) == list(enumerate(published.terms, published.first))


@pytest.mark.slow
@pytest.mark.parametrize("published", PUBLISHED, ids=lambda p: p.number)
def test_the_search_gives_every_published_term(published):
    assert count_as_published(published, len(published.terms)) == list(published.terms)


@pytest.mark.parametrize("published", PUBLISHED, ids=lambda p: p.number)
@pytest.mark.parametrize("terms", [1, 2, 7])
def test_fewer_terms_are_the_first_ones(published, terms):
    assert count_as_published(published, terms) == list(published.terms[:terms])


@pytest.mark.parametrize(("free", "one_sided"), [("A159867", "A151539"), ("A197459", "A197460")])
def test_one_sided_drawings_are_counted_as_published_too(free, one_sided):
    terms = [value for _, value in golden(one_sided)][:7]
    mirrored = BY_NUMBER[free]._replace(number=one_sided, column="one_sided")
    assert count_as_published(mirrored, len(terms)) == terms


def test_terms_begin_with_one_edge_or_two_vertices():
    assert {p.by: p.first for p in PUBLISHED} == {"edges": 1, "vertices": 2}


def test_readings_turn_whole_rules_off():
    assert {p.reading for p in PUBLISHED} == {FREE, OBTUSE, "primary"}
    assert parse(FREE).most_edges == "6"
    assert parse(FREE).angles == "free"
    assert parse(FREE).exterior == parse(OBTUSE).exterior == "free"
    assert parse(OBTUSE).angles == "120"


def test_whole_terms_are_integers():
    assert {type(n) for n in count_as_published(BY_NUMBER["A197459"], 6)} == {int}
