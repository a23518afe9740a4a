"""Rolls and their scores: by hand, and against a search through all sets of dice."""

from collections import Counter
from dataclasses import replace
from itertools import product
from math import comb

import pytest

from pastimes.experiments.fivethousand.rules import (
    ESSAY,
    SWITCHES,
    Rules,
    options,
    parse,
    rolls,
    taken,
)

SCORING = ("two_triples", "four_and_two", "of_a_kind")
CONVENTIONS = [Rules(*values) for values in product(*(SWITCHES[name] for name in SCORING))]
ALL_ROLLS = [counts for dice in range(1, 7) for counts, _ in rolls(dice)]


def name_of(rules):
    return "-".join(getattr(rules, name) for name in SCORING)


def counts_of(dice):
    """The counts of dice written as digits."""
    return tuple(dice.count(str(face)) for face in range(1, 7))


def faces_of(counts):
    return tuple(face for face, count in enumerate(counts, start=1) for _ in range(count))


def conventions(marks=lambda rules: ()):
    return pytest.mark.parametrize(
        "rules", [pytest.param(r, id=name_of(r), marks=marks(r)) for r in CONVENTIONS]
    )


@pytest.mark.parametrize("dice", range(1, 7))
def test_rolls_are_all_labelled_rolls_sorted(dice):
    listed = Counter(
        tuple(roll.count(face) for face in range(6)) for roll in product(range(6), repeat=dice)
    )
    assert dict(rolls(dice)) == listed
    assert len(rolls(dice)) == len(listed) == comb(dice + 5, 5)


@pytest.mark.parametrize(
    ("dice", "points", "used"),
    [
        ("2", 0, 0),
        ("1", 100, 1),
        ("5", 50, 1),
        ("15", 150, 2),
        ("11", 200, 2),
        ("223", 0, 0),
        ("222", 200, 3),
        ("333", 300, 3),
        ("555", 500, 3),
        ("111", 1000, 3),
        ("1112", 1000, 3),
        ("1111", 1100, 4),
        ("5555", 550, 4),
        ("2222", 200, 3),
        ("22221", 300, 4),
        ("11111", 1200, 5),
        ("55555", 600, 5),
        ("66666", 600, 3),
        ("11155", 1100, 5),
        ("22255", 300, 5),
        ("12345", 150, 2),
        ("123456", 2000, 6),
        ("222222", 5000, 6),
        ("111111", 5000, 6),
        ("222333", 1500, 6),
        ("111666", 1500, 6),
        ("111555", 1500, 6),
        ("223344", 1500, 6),
        ("115566", 1500, 6),
        ("222233", 1500, 6),
        ("111155", 1500, 6),
        ("111223", 1000, 3),
        ("222235", 250, 4),
        ("222224", 200, 3),
        ("223346", 0, 0),
        ("223445", 50, 1),
    ],
)
def test_rolls_score_as_the_essay_has_it(dice, points, used):
    assert taken(counts_of(dice), ESSAY) == (points, used)


@pytest.mark.parametrize(
    ("switch", "dice", "points", "used"),
    [
        ("two_triples=largest", "111666", 1600, 6),
        ("two_triples=largest", "111555", 1500, 6),
        ("two_triples=largest", "222333", 1500, 6),
        ("four_and_two=apart", "222233", 200, 3),
        ("four_and_two=apart", "222255", 300, 5),
        ("four_and_two=apart", "111155", 1200, 6),
        ("four_and_two=apart", "223344", 1500, 6),
        ("of_a_kind=doubled", "2222", 400, 4),
        ("of_a_kind=doubled", "22222", 800, 5),
        ("of_a_kind=doubled", "5555", 1000, 4),
        ("of_a_kind=doubled", "1111", 2000, 4),
        ("of_a_kind=doubled", "11111", 4000, 5),
        ("of_a_kind=doubled", "66666", 2400, 5),
        ("of_a_kind=doubled", "666666", 5000, 6),
        ("of_a_kind=doubled", "222233", 1500, 6),
        ("of_a_kind=doubled", "111122", 2000, 4),
        ("of_a_kind=doubled", "111155", 2100, 6),
        ("of_a_kind=doubled", "666655", 1500, 6),
        ("of_a_kind=doubled", "111223", 1000, 3),
    ],
)
def test_each_switch_changes_the_rolls_that_it_is_about(switch, dice, points, used):
    assert taken(counts_of(dice), parse(switch)) == (points, used)


@conventions()
def test_forced_removal_takes_the_most_points_of_all_sets_of_dice(rules, slow):
    assert len(ALL_ROLLS) == sum(comb(dice + 5, 5) for dice in range(1, 7))
    for counts in ALL_ROLLS:
        assert options(counts, rules) == slow.choices(faces_of(counts), rules)


@conventions()
def test_free_removal_offers_the_most_points_for_each_number_of_dice(rules, slow):
    free = replace(rules, removal="free")
    for counts in ALL_ROLLS:
        assert sorted(options(counts, free)) == slow.choices(faces_of(counts), free)


@conventions()
def test_rolls_that_score_nothing_are_the_same_however_dice_are_removed(rules):
    free = replace(rules, removal="free")
    nothing = [counts for counts in ALL_ROLLS if not options(counts, rules)]
    assert nothing == [counts for counts in ALL_ROLLS if not options(counts, free)]
    assert nothing == [counts for counts in ALL_ROLLS if taken(counts, rules) == (0, 0)]


def test_two_triples_are_flat_where_removal_is_free_too():
    assert dict(map(reversed, options(counts_of("111666"), parse("removal=free"))))[6] == 1500


def test_three_pairs_may_be_chosen_before_four_ones():
    assert (1500, 6) in options(counts_of("111122"), parse("removal=free of_a_kind=doubled"))


@conventions()
def test_one_more_die_never_scores_less(rules):
    for counts in ALL_ROLLS:
        for face in range(6 if sum(counts) < 6 else 0):
            more = tuple(count + (i == face) for i, count in enumerate(counts))
            assert taken(more, rules)[0] >= taken(counts, rules)[0]


def test_the_first_value_of_each_switch_is_the_essays():
    assert Rules(**{name: values[0] for name, values in SWITCHES.items()}) == ESSAY == Rules()
    assert parse("essay") == ESSAY


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in SWITCHES.items() for value in values]
)
def test_a_switch_sets_its_value_and_nothing_else(name, value):
    assert parse(f"{name}={value}") == replace(ESSAY, **{name: value})


def test_several_switches_may_stand_in_any_order():
    words = ["removal=free", "of_a_kind=doubled", "opening=500"]
    expected = replace(ESSAY, removal="free", of_a_kind="doubled", opening="500")
    assert parse(" ".join(words)) == parse(" ".join(reversed(words))) == expected


KNOWN = "known: two_triples, four_and_two, of_a_kind, removal, hot_dice, opening"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("farkle", f"no switch 'farkle'; {KNOWN}"),
        ("", f"no switch ''; {KNOWN}"),
        ("removal=free ", f"no switch ''; {KNOWN}"),
        ("removal=free essay", f"no switch 'essay'; {KNOWN}"),
        ("removal", "removal: ''; one of forced, free"),
        ("removal=some", "removal: 'some'; one of forced, free"),
        ("opening=400", "opening: '400'; one of 0, 350, 500, 1000"),
        ("hot_dice=may=must", "hot_dice: 'may=must'; one of must, may"),
        ("removal=free removal=forced", "removal: given twice"),
    ],
)
def test_rules_that_are_not_known_are_refused(text, told):
    with pytest.raises(ValueError, match=r"\S") as caught:
        parse(text)
    assert str(caught.value) == told
