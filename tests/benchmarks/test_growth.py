"""Growth: laws are found again, and their intervals say how well."""

import pytest

from benchmarks.growth import grow


@pytest.mark.parametrize("slope", [0.0, 0.5, 1.0, 3.0])
def test_a_power_is_found_again(clock, slope):
    works = {n: clock.work(5 * n**slope) for n in (3, 10, 20, 70)}
    found = grow("sums", "sum", "terms", "power", works, 3, clock)
    assert found.line[:3] == pytest.approx((slope,) * 3, abs=1e-9)


@pytest.mark.parametrize("slope", [-0.5, 0.25, 1.0])
def test_doublings_are_found_again(clock, slope):
    works = {n: clock.work(5 * 2 ** (slope * n)) for n in (3, 4, 8, 9)}
    found = grow("keys", "key", "bits", "doubling", works, 3, clock)
    assert found.line[:3] == pytest.approx((slope,) * 3, abs=1e-9)


def test_costs_are_those_of_a_unit(clock):
    works = {n: clock.work(1, units=n) for n in (1, 2, 4)}
    found = grow("sums", "term", "terms", "power", works, 1, clock)
    assert [spread.median for spread in found.seconds.values()] == [1, 0.5, 0.25]
    assert found.line.slope == pytest.approx(-1)


def test_one_slow_round_does_not_move_the_slope(clock):
    works = {n: clock.work(n, n, 99 * n, n) for n in (1, 2, 4)}
    found = grow("sums", "sum", "terms", "power", works, 3, clock)
    assert found.line[:3] == pytest.approx((1, 1, 1))
    assert found.seconds[4] == (4, 4, 396)


def test_a_cost_that_follows_no_such_law_has_a_wide_interval(clock):
    works = {n: clock.work(1 if n < 100 else n) for n in (1, 10, 100, 1000)}
    found = grow("sums", "sum", "terms", "power", works, 1, clock)
    assert found.line.low < 0 < 1 < found.line.high


@pytest.mark.parametrize("sizes", [(), (1,), (1, 2)])
def test_fewer_than_three_sizes_are_refused(clock, sizes):
    with pytest.raises(ValueError, match="at least three points"):
        grow("sums", "sum", "n", "power", {n: clock.work(1) for n in sizes}, 1, clock)


def test_rows_are_one_a_size_with_the_law(clock):
    works = {n: clock.work(n) for n in (1, 2, 4)}
    found = grow("sums", "sum", "terms", "power", works, 1, clock)
    assert [row[:8] for row in found.rows()] == [
        ("sums", "sum", "terms", n, n, n, n, "power") for n in (1, 2, 4)
    ]
    assert all(row[8:] == pytest.approx((1, 1, 1)) for row in found.rows())
    assert all(len(row) == len(found.COLUMNS) for row in found.rows())


@pytest.mark.parametrize(("law", "told"), [("power", "n^2"), ("doubling", "2^(")])
def test_what_is_printed_gives_costs_and_the_law(clock, law, told):
    works = {n: clock.work(n**2) for n in (1, 2, 4)}
    head, costs, fit = grow("sums", "sum", "n", law, works, 1, clock).lines()
    assert head == "sums; seconds a sum, by n"
    assert costs.strip() == "1 s at 1, 4 s at 2, 16 s at 4"
    assert told in fit
