"""The integer sequences of a small study, read back from their b-files."""

import pandas as pd
import pytest

from pastimes.declare.catalogue import experiment
from pastimes.declare.sequences import b_file
from pastimes.declare.tables import Missing
from pastimes.experiments.skeletons.findings import PATTERNS
from pastimes.experiments.skeletons.sequences import SEQUENCES

BY_NAME = {sequence.name: sequence for sequence in SEQUENCES}
TERMS = {
    "free": [1, 2, 6, 13, 50, 165, 647],
    "one_sided": [1, 2, 8, 21, 89, 309, 1248],
    "fixed": [3, 8, 32, 126, 473, 1839, 7305],
    "trees": [1, 1, 3, 4, 12, 26, 77],
    "words": [4, 11, 48, 209, 1022, 5055, 25307],
    "single_words": [2, 8, 35, 148, 738, 3751, 19215],
}


@pytest.fixture(scope="module")
def tiny(run_study):
    few = ("reading_vertices=2", "plain_vertices=2", "gallery_vertices=2", "published_terms=1")
    return run_study("skeletons", "vertices=8", "shards=3", "readings=['diamond=none']", *few)


def read(text):
    """Comments and terms of a b-file, by index."""
    lines = text.splitlines()
    comments = [line[1:].strip() for line in lines if line.startswith("#")]
    pairs = [line.split(" ") for line in lines if not line.startswith("#")]
    return comments, {int(index): int(term) for index, term in pairs}


def test_the_experiment_has_these_sequences():
    assert experiment("skeletons").sequences == BY_NAME
    assert set(BY_NAME) == set(TERMS)


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence.name)
def test_b_files_hold_the_terms_from_two_vertices_on(sequence, tiny):
    text = b_file([sequence.title], sequence.first, sequence.terms(tiny))
    comments, terms = read(text)
    assert comments == [sequence.title]
    assert terms == dict(enumerate(TERMS[sequence.name], start=2))


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence.name)
def test_sequences_of_an_empty_study_are_missing(sequence, write_tables):
    with pytest.raises(Missing, match="this study has no table of count"):
        sequence.terms(write_tables())


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence.name)
def test_terms_beyond_machine_words_are_whole(sequence, write_tables):
    big = 12 * (2**62 // 12)
    row = {"reading": "primary", "most_vertices": 2, "vertices": 2, "edges": 1}
    row |= {"rotations": 1, "order": 1, "drawings": big} | dict.fromkeys(PATTERNS, big)
    table = write_tables(count=pd.DataFrame([row] * 60))
    expected = {"free": 5, "one_sided": 10, "fixed": 60, "trees": 5, "words": 15}
    (term,) = sequence.terms(table)
    assert term == expected.get(sequence.name, 15) * big
    assert read(b_file([], 2, [term]))[1] == {2: term}


def test_titles_say_what_n_is():
    assert all("n vertices" in s.title or s.name == "single_words" for s in SEQUENCES)
    assert {s.first for s in SEQUENCES} == {2}
