"""b-files, read by a parser of one's own; and the file of a study that has no rows."""

import re

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.declare.catalogue import experiment, experiments
from pastimes.declare.sequences import IntegerSequence, b_file
from pastimes.study import results

WORDS = st.text(st.characters(min_codepoint=32, max_codepoint=126))


def read(text):
    """Comments, first index and terms; a line must be as https://oeis.org/wiki/B-files has it."""
    assert text == "" or text.endswith("\n")
    comments, pairs = [], []
    for line in text.splitlines():
        if line.startswith("#"):
            assert not pairs, "comments stand first"
            comments.append(line.removeprefix("# "))
        else:
            index, term = re.fullmatch(r"(-?[0-9]+) (-?[0-9]+)", line).groups()
            pairs.append((int(index), int(term)))
    indices = [index for index, _ in pairs]
    assert indices == list(range(indices[0], indices[0] + len(pairs))) if pairs else True
    return comments, indices[0] if pairs else None, [term for _, term in pairs]


@given(st.lists(WORDS), st.integers(-5, 9), st.lists(st.integers(-(10**40), 10**40)))
def test_what_is_written_reads_back(comments, first, terms):
    read_back = read(b_file(comments, first, terms))
    assert read_back == (comments, first if terms else None, terms)


def test_comments_stand_before_terms_one_a_line():
    assert b_file(["Squares", "and more"], 3, [9, 16]) == "# Squares\n# and more\n3 9\n4 16\n"


def test_integers_are_written_in_full():
    assert b_file([], 1, [2**200]) == f"1 {2**200}\n"


def test_no_terms_are_comments_alone_and_nothing_is_an_empty_file():
    assert b_file(["Nothing yet"], 2, []) == "# Nothing yet\n"
    assert b_file([], 2, []) == ""


def test_terms_are_taken_once():
    assert read(b_file(iter(["a"]), 0, iter([5, 6])))[2] == [5, 6]


def test_experiments_without_a_module_of_sequences_have_none():
    assert experiment("gf2").sequences == {}


@pytest.mark.parametrize("found", list(experiments().values()), ids=lambda e: e.name)
def test_sequences_are_found_by_name_and_their_terms_are_named_functions(found):
    for name, sequence in found.sequences.items():
        assert isinstance(sequence, IntegerSequence)
        assert sequence.name == name
        assert re.fullmatch(r"[a-z0-9_]+", name)
        assert sequence.title
        module = f"{found.package}.sequences"
        assert sequence.terms.__module__ == module
        assert sequence.terms.__name__.isidentifier()  # the hash of its code is found by name


@pytest.fixture
def folder(tmp_path):
    """A study's folder with a table of counts: of the primary reading, or of another one."""

    def make(reading):
        row = {"reading": reading, "most_vertices": 2, "vertices": 2, "edges": 1}
        row |= {"rotations": 2, "order": 4, "drawings": 3}
        row |= {f"{kind}_{k}": 12 for kind in ("patterns", "single") for k in (1, 2, 3)}
        (tmp_path / "tables").mkdir()
        pd.DataFrame([row]).to_parquet(tmp_path / "tables" / "skeletons.count.parquet")
        return tmp_path

    return make


def test_a_study_with_rows_has_a_file_of_its_terms(folder):
    recipe = {"of": ["skeletons", "free"]}
    assert results.write_sequence(recipe, folder("primary")) == {
        "sequences/b_skeletons.free.txt": (
            b"# Word skeletons: skeletons with n vertices, up to all symmetries\n2 1\n"
        )
    }


@pytest.mark.parametrize("name", sorted(experiment("skeletons").sequences))
def test_a_study_without_rows_has_a_file_that_says_why(name, folder):
    ((path, content),) = results.write_sequence(
        {"of": ["skeletons", name]}, folder("diamond=none")
    ).items()
    assert path == f"sequences/b_skeletons.{name}.txt"
    comments, first, terms = read(content.decode())
    title = experiment("skeletons").sequences[name].title
    assert comments == [
        f"Word skeletons: {title}",
        "No terms: this study has no rows of count with reading = primary",
    ]
    assert (first, terms) == (None, [])
