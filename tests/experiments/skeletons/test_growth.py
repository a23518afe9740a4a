"""Growth of sequences made for it."""

import math

import pytest

from pastimes.experiments.skeletons.growth import growth


def terms(m, t, first, number, even=1.0, odd=1.0):
    """C m^n n^t with a C for even and one for odd n, as whole numbers with many digits."""
    scale = 10**15
    return [
        round(scale * (odd if n % 2 else even) * m**n * n**t) for n in range(first, first + number)
    ]


def test_too_few_terms_have_no_growth():
    assert growth([], 2) == growth([1], 2) == growth([1, 2], 2) == []


def test_growth_begins_at_the_third_term_and_its_limit_at_the_fifth():
    found = growth([1, 2, 6, 13, 50, 165], 2)
    assert [each.vertices for each in found] == [4, 5, 6, 7]
    assert [each.ratio for each in found] == [3, 13 / 6, 50 / 13, 165 / 50]
    assert [each.mean_ratio for each in found] == [
        math.sqrt(b / a) for a, b in ((1, 6), (2, 13), (6, 50), (13, 165))
    ]
    assert [math.isnan(each.limit) for each in found] == [True, True, False, False]
    assert found[2].limit == (6 * math.sqrt(50 / 6) - 4 * math.sqrt(6)) / 2


@pytest.mark.parametrize("factors", [(1, 1), (1, 7), (5, 2)])
def test_a_geometric_sequence_has_its_ratio_as_limit(factors):
    even, odd = factors
    found = growth([(odd if n % 2 else even) * 3**n for n in range(2, 30)], 2)
    assert [each.limit for each in found[2:]] == pytest.approx([3] * 24)
    assert [each.mean_ratio for each in found] == pytest.approx([3] * 26)


@pytest.mark.parametrize("t", [-2.5, -1, 0.5, 3])
@pytest.mark.parametrize("factors", [(1, 1), (1, 3), (40, 7)])
def test_estimates_come_near_to_the_limit_with_the_square_of_n(t, factors):
    m, first = 4.25, 2
    found = growth(terms(m, t, first, 79, *factors), first)
    error = {each.vertices: abs(each.limit - m) for each in found[2:]}
    assert error[80] < 0.01
    assert error[80] < error[40] < error[20]
    assert error[80] == pytest.approx(error[40] / 4, rel=0.2)


def test_estimates_are_nearer_than_ratios():
    found = growth(terms(4.25, -1.5, 2, 30), 2)[-1]
    assert abs(found.limit - 4.25) < abs(found.mean_ratio - 4.25) / 5
    assert found.ratio == pytest.approx(4.25 * (31 / 30) ** -1.5)


def test_ratios_swing_between_even_and_odd_and_their_means_do_not():
    found = growth(terms(2, 0, 2, 20, even=1, odd=3), 2)
    assert {round(each.ratio, 6) for each in found} == {6, round(2 / 3, 6)}
    assert {round(each.mean_ratio, 6) for each in found} == {2}


def test_numbers_beyond_doubles_have_a_growth():
    found = growth([7**n for n in range(400, 420)], 400)
    assert [each.limit for each in found[2:]] == pytest.approx([7] * 16)
