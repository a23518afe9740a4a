"""Numbers in prose and tables pass one filter."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.report.numbers import cell, figures, ours


@pytest.mark.parametrize("zero", [0, 0.0, -0.0, Fraction(0), False])
def test_zero_has_no_sign(zero):
    assert figures(zero) == "0"


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.120845, 3, "0.121"),
        (0.120845, 1, "0.1"),
        (12345.6, 3, "12,346"),
        (1234567, 3, "1,234,567"),
        (21.0, 3, "21"),
        (1.5, 3, "1.50"),
        (-1.5, 2, "−1.5"),
        (-0.00001, 2, "−0.000010"),
        (Fraction(1, 3), 4, "0.3333"),
        ("0.25", 2, "0.25"),
        (np.float64(2.25), 3, "2.25"),
        (1.5e-14, 3, "1.50e−14"),
        (-1.5e-14, 3, "−1.50e−14"),
    ],
)
def test_numbers_have_significant_digits_and_no_exponent(value, digits, text):
    assert figures(value, digits) == text


@pytest.mark.parametrize(
    ("value", "text"), [(math.inf, "∞"), (-math.inf, "−∞"), (math.nan, "not available")]
)
def test_what_is_no_finite_number_is_said(value, text):
    assert figures(value) == text


@pytest.mark.parametrize("value", ["word", "", "1,000"])
def test_a_word_is_no_number(value):
    with pytest.raises(ValueError, match=re.escape(repr(value))):
        figures(value)


def test_three_digits_are_the_default():
    assert figures(math.pi) == figures(math.pi, 3) == "3.14"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "not settled"),
        ("equal", "equal"),
        ("1 or 2", "1 or 2"),
        ("", ""),
        ("21", "21"),
        ("100000", "100000"),
        ("1/3", "1/3"),
        ("0.12084512345", "0.12085"),
        ("-2.5", "−2.5000"),
        ("12345.678", "12,346"),
    ],
)
def test_our_figure_is_shortened_and_words_stay(value, text):
    assert ours(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (math.nan, "–"),
        (np.float64("nan"), "–"),
        ("spring 1", "spring 1"),
        (3, "3"),
        (np.int64(3), "3"),
        (0.123456, "0.1235"),
        (math.inf, "∞"),
        (-0.5, "−0.5000"),
    ],
)
def test_a_cell_has_four_digits_and_a_gap_is_a_dash(value, text):
    assert cell(value) == text


@settings(deadline=None)
@given(st.floats(1e-8, 1e9) | st.floats(-1e9, -1e-8), st.integers(1, 6))
def test_what_is_read_back_is_near(value, digits):
    read = float(figures(value, digits).replace("−", "-").replace(",", ""))
    assert abs(read - value) <= max(abs(value) * 0.5 * 10 ** (1 - digits), 0.5) * (1 + 1e-9)
    if abs(value) < 1:
        assert abs(read - value) <= abs(value) * 0.5 * 10 ** (1 - digits) * (1 + 1e-9)


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 6))
def test_a_number_is_written_without_hyphen_plus_or_space(value, digits):
    assert re.fullmatch(r"−?[0-9,]+(\.[0-9]+)?(e−?[0-9]+)?", figures(value, digits))


@settings(deadline=None)
@given(st.integers(-(10**14), 10**14))
def test_whole_numbers_are_written_in_full(number):
    assert figures(number) == f"{number:,}".replace("-", "−")
    assert figures(float(number), 1) == figures(number)


@settings(deadline=None)
@given(st.floats(1e-11, 1e9))
def test_the_sign_changes_nothing_else(value):
    assert figures(-value) == "−" + figures(value)
