"""Comparisons: seconds a unit, ratios of the same round, what is printed."""

import pytest

from benchmarks.measuring import Spread, compare, seconds_by_round


def test_a_spread_is_the_least_the_median_and_the_most():
    assert Spread.over([3.0, 1.0, 2.0, 9.0]) == (1.0, 2.5, 9.0)
    assert Spread.over(iter([4.0])) == (4.0, 4.0, 4.0)


def test_seconds_are_those_of_a_unit_round_by_round(clock):
    works = {"a": clock.work(9, 1, 2, 3, units=2), "b": clock.work(7)}
    assert seconds_by_round(works, 3, clock) == {"a": [0.5, 1.0, 1.5], "b": [7, 7, 7]}


def test_a_work_is_called_once_a_round_and_once_to_warm_up(clock):
    works = {"a": clock.work(1), "b": clock.work(1)}
    seconds_by_round(works, 5, clock)
    assert set(clock.calls.values()) == {6}


def test_works_take_turns_so_that_a_slow_spell_touches_all():
    said = []
    works = {name: (lambda name=name: said.append(name), 1) for name in "abc"}
    seconds_by_round(works, 2)
    assert "".join(said) == "abc" * 3


def test_ratios_are_to_the_first_of_the_same_round(clock):
    # A machine that slows down four times in the third round: the ratio stays.
    works = {"ours": clock.work(1, 1, 1, 4), "other": clock.work(3, 3, 3, 12)}
    ours, other = compare("sums", "sum", works, 3, clock).rates
    assert ours.ratio == (1, 1, 1)
    assert other.seconds == (3, 3, 12)
    assert other.ratio == (3, 3, 3)


def test_ratios_have_a_spread_of_their_own(clock):
    works = {"ours": clock.work(1, 2), "other": clock.work(8, 2)}
    _, other = compare("sums", "sum", works, 3, clock).rates
    assert other.ratio == (1, 1, 8)


def test_units_count_for_ratios(clock):
    works = {"ours": clock.work(1, units=100), "other": clock.work(1, units=10)}
    _, other = compare("sums", "sum", works, 2, clock).rates
    assert other.ratio.median == pytest.approx(10)


def test_rows_hold_seconds_and_ratios_ours_first(clock):
    works = {"ours": clock.work(2), "other": clock.work(1, 3)}
    found = compare("sums", "sum", works, 2, clock)
    assert found.rows() == [
        ("sums", "sum", "ours", 2, 2, 2, 1, 1, 1),
        ("sums", "sum", "other", 1, 2, 3, 0.5, 1, 1.5),
    ]
    assert all(len(row) == len(found.COLUMNS) for row in found.rows())


def test_what_is_printed_names_all_and_says_how_many_times_ours(clock):
    works = {"ours": clock.work(2e-6), "other": clock.work(8e-6, 4e-6)}
    head, ours, other = compare("sums", "sum", works, 2, clock).lines()
    assert head == "sums; seconds a sum"
    assert ours.split() == ["ours", "2", "µs", "x", "1"]
    assert other.split() == ["other", "6", "µs", "x", "3", "(2", "to", "4)"]
