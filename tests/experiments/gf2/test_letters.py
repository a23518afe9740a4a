"""The letters game: alphabets read and written, moves, and how long play lasts."""

import random
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.config.composing import compose_config
from pastimes.experiments.gf2.bits import rank
from pastimes.experiments.gf2.experiment import Config
from pastimes.experiments.gf2.letters import (
    Move,
    alphabet_of_formulae,
    alphabet_of_glyphs,
    creatable,
    glyphs_of,
    is_legal,
    lengths,
    longest_run,
    play_at_random,
    vectors_of_formulae,
)

ROOT = Path(__file__).parents[3]
PAPER = compose_config(ROOT, "gf2", Config, "paper")[0]
ESSAY = alphabet_of_formulae(PAPER.formulae, PAPER.letters)
ABC = {"A": 0b01, "B": 0b10, "C": 0b11}
TWINS = {"A": 1, "B": 1, "C": 2}
BLANK = {"O": 0, "A": 1, "B": 1}

RULES = pytest.mark.parametrize("empty_scores", [True, False])
ORDERS = pytest.mark.parametrize("premature", [False, True])
PICTURES = st.integers(0, 4).flatmap(
    lambda pixels: st.lists(st.integers(0, 2**pixels - 1), max_size=9)
)
INKED = st.lists(st.integers(1, 15), max_size=9)


def named(pictures):
    return {chr(ord("A") + i): picture for i, picture in enumerate(pictures)}


def nullity(alphabet):
    return len(alphabet) - rank(alphabet.values())


def shown(alphabet, letters):
    total = 0
    for letter in letters:
        total ^= alphabet[letter]
    return total


def passes_over(alphabet, moves):
    """Whether an enabled letter showed before the last letter of some move was selected."""
    enabled = set(alphabet)
    for move in moves:
        for size in range(1, len(move.selected)):
            part = move.selected[:size]
            if shown(alphabet, part) in [alphabet[x] for x in enabled - set(part)]:
                return True
        enabled.remove(move.created)
    return False


def creatable_by_trial(alphabet, enabled, empty_scores):
    """Letters that some selection of others shows, by trying all selections."""
    found = []
    for letter in enabled:
        others = [x for x in enabled if x != letter]
        choices = product([False, True], repeat=len(others))
        selections = ([x for x, c in zip(others, chosen, strict=True) if c] for chosen in choices)
        sums = [shown(alphabet, s) for s in selections if s or empty_scores]
        if alphabet[letter] in sums:
            found.append(letter)
    return found


def test_an_alphabet_of_one_glyph_is_read_row_by_row():
    assert alphabet_of_glyphs(["A #. .#"]) == {"A": 0b1001}


def test_letters_keep_their_order_and_may_have_longer_names():
    assert list(alphabet_of_glyphs(["B #", "AE .", "A #"])) == ["B", "AE", "A"]


def test_glyphs_are_written_as_they_are_read():
    glyphs = ["A .#. #.#", "B ... ...", "C ### .#."]
    assert glyphs_of(alphabet_of_glyphs(glyphs), 3, 2) == glyphs


@pytest.mark.parametrize(
    ("glyphs", "message"),
    [
        (["A"], "A: a letter, then rows of # and ."),
        (["A #x"], "A #x: a letter, then rows of # and ."),
        (["A 10"], "A 10: a letter, then rows of # and ."),
        (["A #.", "A .#"], "A .#: A is drawn twice"),
        (["A #.", "B #"], "the pictures of an alphabet have one size"),
        (["A #. .#", "B #..#"], "the pictures of an alphabet have one size"),
        (["A #. #", "B # #."], "the pictures of an alphabet have one size"),
        ([], "the pictures of an alphabet have one size"),
        pytest.param(["A #.", "", "B .#"], ": a letter, then rows of # and ."),
        pytest.param(["A #. #", "B .# ."], "the pictures of an alphabet have one size"),
    ],
)
def test_glyphs_are_refused(glyphs, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        alphabet_of_glyphs(glyphs)
    assert str(caught.value) == message


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_glyphs_are_read_as_they_were_written(width, height, data):
    pictures = st.lists(st.integers(0, 2 ** (width * height) - 1), min_size=1, max_size=8)
    alphabet = named(data.draw(pictures))
    assert alphabet_of_glyphs(glyphs_of(alphabet, width, height)) == alphabet


def test_no_formulae_are_no_vectors():
    assert vectors_of_formulae([], "ABC") == []


def test_formulae_are_sets_of_letters():
    formulae = ["A+B=C", " A = C ", "B", "D=A"]
    assert vectors_of_formulae(formulae, "ABCD") == [0b1110, 0b1010, 0b0100, 0b1001]


@pytest.mark.parametrize("formula", ["A+A=B", "A+B=A", "A+D=B", "a=B", "", "A+", "=A", "AB=C"])
def test_formulae_are_refused(formula):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        vectors_of_formulae(["A=B", formula], "ABC")
    assert str(caught.value) == f"{formula}: letters of ABC, each once, such as T+U+V=I"


def test_an_alphabet_without_formulae_is_independent():
    assert rank(alphabet_of_formulae([], "ABCD").values()) == 4


@given(st.lists(st.sets(st.sampled_from("ABCDEF"), min_size=1), max_size=7))
def test_just_the_sums_that_follow_from_the_formulae_hold(sets):
    formulae = ["+".join(sorted(each)) for each in sets]
    alphabet = alphabet_of_formulae(formulae, "ABCDEF")
    span = {0}
    for vector in vectors_of_formulae(formulae, "ABCDEF"):
        span |= {vector ^ other for other in span}
    for vector in range(64):
        letters = [x for i, x in enumerate("ABCDEF") if vector >> (5 - i) & 1]
        assert (shown(alphabet, letters) == 0) == (vector in span)


@pytest.mark.parametrize("moves", [[], [Move(("A", "B"), "C")], [Move(("B", "C"), "A")]])
def test_moves_are_legal(moves):
    assert is_legal(ABC, moves)


@pytest.mark.parametrize(
    ("alphabet", "moves"),
    [
        (ABC, [Move(("A", "B"), "D")]),
        (ABC, [Move(("A", "D"), "C")]),
        (ABC, [Move(("A",), "C")]),
        (ABC, [Move((), "C")]),
        (ABC, [Move(("A",), "A")]),
        (ABC, [Move(("A", "A"), "C")]),
        (ABC, [Move(("A", "B", "B", "B"), "C")]),
        (ABC, [Move(("A", "B"), "C"), Move(("A", "B"), "C")]),
        (ABC, [Move(("A", "B"), "C"), Move(("C", "B"), "A")]),
        (TWINS, [Move(("A",), "B"), Move(("B",), "A")]),
        (BLANK, [Move((), "O"), Move(("O", "A"), "B")]),
    ],
    ids=["unknown created", "unknown selected", "wrong sum", "nothing shows no picture",
         "selects itself", "selected twice", "selected thrice", "created twice",
         "created and selected", "twins in turn", "blank reused"],
)  # fmt: skip
def test_moves_are_illegal(alphabet, moves):
    assert not is_legal(alphabet, moves)


def test_nothing_selected_creates_a_blank_letter():
    assert is_legal(BLANK, [Move((), "O")])
    assert Move((), "O").formula() == "nothing = O"


def test_a_move_is_written_as_a_formula():
    assert Move(("T", "U", "V"), "I").formula() == "T + U + V = I"


@RULES
@ORDERS
def test_an_empty_alphabet_has_no_moves(empty_scores, premature):
    assert longest_run({}) == []
    assert play_at_random({}, random.Random(1), premature, empty_scores) == []
    assert creatable({}, [], empty_scores) == []
    assert lengths({}, empty_scores) == {0}


@pytest.mark.parametrize(("empty_scores", "letters"), [(True, ["O"]), (False, [])])
def test_a_blank_letter_alone_is_created_by_selecting_nothing(empty_scores, letters):
    assert creatable({"O": 0}, ["O"], empty_scores) == letters
    assert lengths({"O": 0}, empty_scores) == {len(letters)}


def test_all_of_three_dependent_letters_can_be_created_but_only_one_is():
    assert creatable(ABC, list("ABC"), True) == list("ABC")
    assert creatable(ABC, list("AB"), True) == []
    assert lengths(ABC, True) == {1}


def test_a_blank_letter_that_needs_letters_may_be_left_over():
    assert lengths(BLANK, empty_scores=True) == {2}
    assert lengths(BLANK, empty_scores=False) == {1, 2}


@pytest.mark.parametrize(("premature", "found"), [(False, {1, 2}), (True, {1})])
def test_random_play_may_leave_a_blank_letter_over(premature, found):
    # Of letters that sum to blank, the last one shows before: prematurely, it is created.
    games = [
        play_at_random(BLANK, random.Random(seed), premature, empty_scores=False)
        for seed in range(50)
    ]
    assert {len(moves) for moves in games} == found
    assert all(is_legal(BLANK, moves) and all(m.selected for m in moves) for moves in games)


@RULES
@given(PICTURES.filter(lambda pictures: len(pictures) < 8))
def test_creatable_letters_are_those_found_by_trial(empty_scores, pictures):
    alphabet = named(pictures)
    found = creatable(alphabet, list(alphabet), empty_scores)
    assert found == creatable_by_trial(alphabet, list(alphabet), empty_scores)


@RULES
@given(PICTURES, st.randoms(use_true_random=False))
def test_creatable_letters_are_among_the_enabled_in_their_order(empty_scores, pictures, shuffler):
    alphabet = named(pictures)
    enabled = shuffler.sample(list(alphabet), len(alphabet) // 2)
    found = creatable(alphabet, enabled, empty_scores)
    assert found == creatable({x: alphabet[x] for x in enabled}, enabled, empty_scores)
    assert found == [x for x in enabled if x in found]


@given(PICTURES)
def test_longest_run_is_legal_and_of_length_letters_less_rank(pictures):
    alphabet = named(pictures)
    moves = longest_run(alphabet)
    assert is_legal(alphabet, moves)
    assert len(moves) == nullity(alphabet)
    left = [x for x in alphabet if x not in {m.created for m in moves}]
    assert creatable(alphabet, left, empty_scores=True) == []


@ORDERS
@given(PICTURES, st.integers(0, 2**32))
def test_random_play_is_legal_and_of_length_letters_less_rank(premature, pictures, seed):
    alphabet = named(pictures)
    moves = play_at_random(alphabet, random.Random(seed), premature)
    assert is_legal(alphabet, moves)
    assert len(moves) == nullity(alphabet)


@ORDERS
@given(PICTURES, st.integers(0, 2**32))
def test_random_play_without_empty_selections_is_legal_and_maximal(premature, pictures, seed):
    alphabet = named(pictures)
    moves = play_at_random(alphabet, random.Random(seed), premature, empty_scores=False)
    assert is_legal(alphabet, moves)
    assert all(move.selected for move in moves)
    left = [x for x in alphabet if x not in {m.created for m in moves}]
    assert creatable(alphabet, left, empty_scores=False) == []
    assert nullity(alphabet) - pictures.count(0) <= len(moves) <= nullity(alphabet)


@ORDERS
@given(INKED, st.integers(0, 2**32))
def test_without_blank_letters_the_rule_of_empty_selections_is_idle(premature, pictures, seed):
    alphabet = named(pictures)
    moves = play_at_random(alphabet, random.Random(seed), premature, empty_scores=False)
    assert len(moves) == nullity(alphabet)
    assert lengths(alphabet, False) == lengths(alphabet, True) == {nullity(alphabet)}


@RULES
@given(PICTURES, st.integers(0, 2**32))
def test_no_premature_move_passes_over_a_letter_that_showed(empty_scores, pictures, seed):
    alphabet = named(pictures)
    moves = play_at_random(alphabet, random.Random(seed), True, empty_scores)
    assert not passes_over(alphabet, moves)


def test_patient_play_passes_over_letters_that_showed():
    alphabet = {"A": 1, "B": 1, "C": 2, "D": 3}
    games = [play_at_random(alphabet, random.Random(seed)) for seed in range(50)]
    assert any(passes_over(alphabet, moves) for moves in games)


@ORDERS
def test_equal_states_give_equal_games(premature):
    games = [play_at_random(ESSAY, random.Random(5), premature) for _ in range(2)]
    assert games[0] == games[1]


def test_other_states_give_other_games():
    games = {tuple(play_at_random(ESSAY, random.Random(seed))) for seed in range(5)}
    assert len(games) == 5


def test_playing_leaves_the_alphabet_as_it_was():
    alphabet = dict(ESSAY)
    play_at_random(alphabet, random.Random(1), premature=True)
    assert alphabet == ESSAY


@pytest.mark.parametrize(
    ("pixels", "letters"),
    [(n, k) for n in range(4) for k in range(5) if n * k <= 9],
)
def test_all_games_on_small_alphabets_have_length_letters_less_rank(pixels, letters):
    for pictures in product(range(2**pixels), repeat=letters):
        alphabet = named(pictures)
        assert lengths(alphabet, empty_scores=True) == {nullity(alphabet)}


@settings(max_examples=50)
@given(PICTURES.filter(lambda pictures: len(pictures) < 7), st.integers(0, 2**32))
def test_random_play_has_one_of_the_lengths_found_by_search(pictures, seed):
    alphabet = named(pictures)
    for premature in (False, True):
        moves = play_at_random(alphabet, random.Random(seed), premature, empty_scores=False)
        assert len(moves) in lengths(alphabet, empty_scores=False)


def test_the_essays_alphabet_has_rank_15():
    assert len(ESSAY) == 26
    assert rank(ESSAY.values()) == 15


def test_the_printed_run_through_is_the_longest_run():
    printed = [tuple(formula.split("=")) for formula in PAPER.formulae]
    found = [("+".join(move.selected), move.created) for move in longest_run(ESSAY)]
    assert found == printed
    assert len(found) == 11


def test_the_printed_run_through_is_legal_as_printed():
    moves = [Move(tuple(f[:-2].split("+")), f[-1]) for f in PAPER.formulae]
    assert is_legal(ESSAY, moves)
    assert len({move.created for move in moves}) == 11


def test_the_essays_alphabet_has_no_coloop_and_no_blank_letter():
    assert creatable(ESSAY, list(ESSAY), empty_scores=True) == list(ESSAY)
    assert 0 not in ESSAY.values()


@pytest.mark.parametrize("letters", ["TUVI", "HOUA"])
def test_the_essays_examples_sum_to_blank(letters):
    assert shown(ESSAY, letters) == 0


@ORDERS
def test_random_games_of_the_essay_score_11(premature):
    for seed in range(20):
        moves = play_at_random(ESSAY, random.Random(seed), premature)
        assert is_legal(ESSAY, moves)
        assert len(moves) == 11


@ORDERS
def test_random_games_of_a_large_alphabet_are_legal_and_of_length_letters_less_rank(premature):
    pictures = random.Random(1)
    alphabet = {f"x{i}": pictures.getrandbits(30) for i in range(50)}
    moves = play_at_random(alphabet, random.Random(2), premature)
    assert is_legal(alphabet, moves)
    assert len(moves) == nullity(alphabet)
