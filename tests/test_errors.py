"""Refusals are one line, and suggestions name what is allowed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.errors import UserError, did_you_mean


def test_a_refusal_of_several_lines_becomes_one():
    assert str(UserError("file.yaml:\n  games:\t0  ")) == "file.yaml: games: 0"


@pytest.mark.parametrize(
    ("word", "allowed", "said"),
    [
        ("x", [], "allowed: none"),
        ("x", ["rolls", "games"], "allowed: games, rolls"),
        ("gmaes", ["rolls", "games"], "did you mean games? Allowed: games, rolls"),
        ("games", iter(["games"]), "did you mean games? Allowed: games"),
    ],
)
def test_a_near_word_is_suggested_and_all_are_listed(word, allowed, said):
    assert did_you_mean(word, allowed) == said


@settings(deadline=None)
@given(st.text())
def test_no_refusal_spans_lines(text):
    assert len(str(UserError(text)).splitlines()) <= 1
