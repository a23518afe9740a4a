"""Fitted lines against the normal equations, and intervals against what they promise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, linregress, t

from pastimes.statistics.slopes import Line, fitted_line

ALARM = 1e-9  # of a check of coverage, for a sound programme; there are 5
TRIALS = 4000
FEW = "at least three points, not all above each other"

points = st.lists(
    st.tuples(st.integers(-100, 100), st.integers(-100, 100)), min_size=3, max_size=30
).filter(lambda pairs: len({x for x, _ in pairs}) > 1)


@pytest.mark.parametrize(("slope", "intercept"), [(2.0, 3.0), (-0.5, 0.0), (0.0, 7.0)])
def test_points_on_a_line_give_it_back_without_error(slope, intercept):
    x = np.array([0.0, 1.0, 2.0, 4.0])
    line = fitted_line(x, intercept + slope * x)
    assert line == pytest.approx((slope, slope, slope, intercept), abs=1e-12)
    assert line.at(10) == pytest.approx(intercept + 10 * slope)


def test_a_line_through_known_points():
    # Through (0, 0), (1, 3), (2, 3): slope 3 / 2, residuals -1/2, 1, -1/2 about it.
    line = fitted_line([0, 1, 2], [0, 3, 3])
    margin = t.ppf(0.975, 1) * np.sqrt(1.5 / 1 / 2)
    assert line == pytest.approx((1.5, 1.5 - margin, 1.5 + margin, 0.5))
    assert line.at(2) == pytest.approx(3.5)


def test_heights_are_those_of_the_line():
    assert Line(2.0, 1.0, 3.0, 5.0).at(-4) == -3


@given(points)
def test_lines_are_those_of_the_normal_equations(pairs):
    x, y = (np.array(each, float) for each in zip(*pairs, strict=True))
    line, design = fitted_line(x, y), np.stack([x, np.ones_like(x)], axis=1)
    inverse = np.linalg.inv(design.T @ design)
    slope, intercept = inverse @ design.T @ y
    assert line.slope == pytest.approx(slope, abs=1e-9)
    assert line.intercept == pytest.approx(intercept, abs=1e-7)
    residual = y - design @ [slope, intercept]
    error = np.sqrt(residual @ residual / (x.size - 2) * inverse[0, 0])
    margin = t.ppf(0.975, x.size - 2) * error
    assert line.high - line.slope == pytest.approx(margin, rel=1e-6, abs=1e-6)
    assert line.slope - line.low == pytest.approx(margin, rel=1e-6, abs=1e-6)


def test_a_line_and_its_interval_are_scipys():
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(2, 50))
    line, expected = fitted_line(x, y), linregress(x, y)
    assert (line.slope, line.intercept) == pytest.approx((expected.slope, expected.intercept))
    assert line.high - line.slope == pytest.approx(t.ppf(0.975, 48) * expected.stderr)


@given(points, st.integers(-50, 50), st.integers(1, 9))
def test_another_origin_or_unit_changes_the_line_with_it(pairs, shift, unit):
    x, y = (np.array(each, float) for each in zip(*pairs, strict=True))
    line, moved, scaled = (
        fitted_line(x, y), fitted_line(x + shift, y), fitted_line(x, unit * y)
    )  # fmt: skip
    assert moved[:3] == pytest.approx(line[:3], abs=1e-7)
    assert moved.at(shift) == pytest.approx(line.at(0), abs=1e-7)
    assert scaled[:3] == pytest.approx([unit * value for value in line[:3]], abs=1e-6)


@given(points, st.randoms(use_true_random=False))
def test_the_order_of_points_does_not_matter(pairs, random):
    shuffled = random.sample(pairs, len(pairs))
    once, twice = (fitted_line(*zip(*each, strict=True)) for each in (pairs, shuffled))
    assert once == pytest.approx(twice, abs=1e-9)


def covered(size, noise, level_x=1.0, seed=1):
    """In how many of many trials the interval holds the slope of 1/2."""
    rng, found = np.random.default_rng(seed), 0
    x = level_x * np.arange(size)
    for _ in range(TRIALS):
        line = fitted_line(x, 3 + 0.5 * x + noise(rng, size))
        found += line.low <= 0.5 <= line.high
    return found


def sound(found, coverage=0.95):
    """Whether so many trials are to be expected, at level ALARM on both sides."""
    low, high = binom.ppf([ALARM / 2, 1 - ALARM / 2], TRIALS, coverage)
    return low <= found <= high


@pytest.mark.parametrize("size", [3, 4, 10, 100])
def test_intervals_hold_the_slope_in_95_of_100_cases(size):
    found = covered(size, lambda rng, n: rng.normal(0, 2, n))
    assert sound(found)
    # Intervals of 90 or 98 in 100 cases would be noticed.
    assert not sound(found, 0.90)
    assert not sound(found, 0.98)


def test_intervals_do_not_hold_it_so_often_where_points_scatter_together():
    # What the docstring asks for is needed: errors that add up are not independent.
    assert not sound(covered(20, lambda rng, n: np.cumsum(rng.normal(0, 1, n))))


def test_normal_quantiles_would_be_noticed_for_few_points():
    # Of four points an interval of 1.96 standard errors holds the slope in 81 of 100 cases.
    assert not sound(round(TRIALS * (1 - 2 * t.sf(1.96, 2))))


@pytest.mark.parametrize(
    ("x", "y"),
    [([], []), ([1], [1]), ([1, 2], [1, 2]), ([3, 3, 3], [1, 2, 3]), ([0.1] * 5, range(5))],
)
def test_too_few_points_and_points_above_each_other_are_refused(x, y):
    with pytest.raises(ValueError, match=FEW):
        fitted_line(x, y)


def test_points_are_pairs():
    with pytest.raises(ValueError, match=r"shape|size|dimension"):
        fitted_line([1, 2, 3], [1, 2])


def test_three_points_are_enough():
    assert np.isfinite(fitted_line([0, 0, 1], [1, 2, 5])).all()
