"""Permutation tests against all arrangements, and their rates of false alarms and of finding."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, chi2, pearsonr

from pastimes.statistics.permutation import _shuffled, association

ALARM = 1e-7  # probability with which one check of a sound programme fails

ITEMS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=30
)


def associated(strata, x, y, number=99, seed=1):
    return association(strata, x, y, number, np.random.default_rng(seed))


def centred(strata, values):
    """Deviations from the mean of the stratum, one stratum after another."""
    values = np.array(values, float)
    for stratum in set(strata):
        of = np.array(strata) == stratum
        values[of] -= values[of].mean()
    return values


def exact_p(strata, x, y):
    """The share of all arrangements of y within strata that go together with x as far."""
    strata, x, y = (np.array(each) for each in (strata, x, y))
    places = [np.flatnonzero(strata == s) for s in np.unique(strata)]
    seen = abs(centred(strata, x) @ centred(strata, y))
    as_far = number = 0
    for chosen in product(*(permutations(place) for place in places)):
        arranged = np.empty(len(y))
        for place, order in zip(places, chosen, strict=True):
            arranged[place] = y[list(order)]
        as_far += abs(centred(strata, x) @ centred(strata, arranged)) >= seen - 1e-9
        number += 1
    return as_far / number


@pytest.mark.parametrize(
    ("strata", "x", "y"),
    [
        ([0], [1], [2]),
        ([0, 1, 2], [1, 2, 3], [3, 2, 1]),  # one item a stratum: nothing to compare
        ([0, 0, 0], [5, 5, 5], [1, 2, 3]),
        ([0, 0, 0], [1, 2, 3], [5, 5, 5]),
        ([0, 0, 1, 1], [1, 1, 2, 2], [1, 2, 3, 5]),
    ],
)
def test_where_one_never_varies_within_strata_there_is_nothing_to_tell(strata, x, y):
    assert np.isnan(associated(strata, x, y)).all()


def test_numbers_that_are_alike_do_not_vary_whatever_their_digits():
    assert np.isnan(associated([0, 0, 0], [0.1, 0.1, 0.1], [1, 2, 4])).all()


def test_numbers_that_go_together_exactly_have_correlation_1():
    assert associated([0] * 5, [1, 2, 3, 4, 5], [2, 4, 6, 8, 10]).correlation == pytest.approx(1)
    assert associated([0] * 5, [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]).correlation == pytest.approx(-1)


def test_in_one_stratum_the_correlation_is_pearsons():
    x, y = np.random.default_rng(2).normal(size=(2, 50))
    found = associated(np.zeros(50), x, y, 1)
    assert found.correlation == pytest.approx(pearsonr(x, y)[0], rel=1e-12)


@given(ITEMS)
def test_the_correlation_is_that_of_deviations_from_the_means_of_strata(items):
    strata, x, y = zip(*items, strict=True)
    a, b = centred(strata, x), centred(strata, y)
    found = associated(strata, x, y, 1).correlation
    scale = np.sqrt((a @ a) * (b @ b))
    assert found == pytest.approx(a @ b / scale if scale else np.nan, abs=1e-9, nan_ok=True)


@given(ITEMS, st.randoms(use_true_random=False))
def test_the_correlation_does_not_depend_on_the_order_of_items_or_the_names_of_strata(
    items, random
):
    moved = random.sample(items, len(items))
    here, there = (associated(*zip(*each, strict=True), 1).correlation for each in (items, moved))
    assert here == pytest.approx(there, abs=1e-9, nan_ok=True)
    named = [("zyxw"[stratum], x, y) for stratum, x, y in items]
    other = associated(*zip(*named, strict=True), 1).correlation
    assert other == pytest.approx(here, abs=1e-9, nan_ok=True)


def test_a_shift_of_a_stratum_and_another_unit_change_nothing():
    rng = np.random.default_rng(3)
    strata, (x, y) = np.repeat([0, 1, 2], 20), rng.normal(size=(2, 60))
    usual = associated(strata, x, y)
    assert associated(strata, 5 * x + 100 * strata, y - 7 * strata) == pytest.approx(usual)
    assert associated(strata, -x, y) == pytest.approx((-usual.correlation, usual.p_value))


@pytest.mark.parametrize("number", [1, 2, 19, 200])
def test_a_p_value_is_a_whole_number_of_arrangements_the_one_seen_included(number):
    rng = np.random.default_rng(4)
    strata, (x, y) = np.repeat([0, 1], 6), rng.normal(size=(2, 12))
    found = associated(strata, x, y, number).p_value * (number + 1)
    assert found == pytest.approx(round(found), abs=1e-9)
    assert 1 <= round(found) <= number + 1
    assert associated(strata, x, x, number).p_value >= 1 / (number + 1)


def test_equal_states_of_the_generator_give_equal_p_values():
    x, y = np.random.default_rng(5).normal(size=(2, 30))
    found = [associated([0] * 30, x, y, 200, seed).p_value for seed in (1, 1, 2, 3, 4)]
    assert found[0] == found[1]
    assert len(set(found)) > 1


TINY = [
    ([0, 0, 0], [1, 2, 3], [1, 2, 3]),
    ([0, 0, 0], [1, 2, 4], [5, 1, 2]),
    ([0, 0, 0, 1, 1], [1, 2, 4, 0, 3], [2, 1, 7, 4, 9]),
    ([0, 0, 0, 1, 1], [1, 2, 3, 1, 2], [0, 0, 1, 0, 1]),  # many arrangements alike
    ([0, 1, 0, 1, 0, 1], [3, 1, 2, 5, 2, 2], [1, 1, 2, 3, 3, 4]),
    ([0] * 5, [0.1, 0.2, 0.3, 0.4, 0.5], [0.3, 0.1, 0.1, 0.2, 0.7]),
]


@pytest.mark.parametrize(("strata", "x", "y"), TINY)
def test_p_values_are_those_of_all_arrangements(strata, x, y):
    """At level ALARM, by the binomial law of how many arrangements drawn go as far."""
    number, exact = 20_000, exact_p(strata, x, y)
    as_far = round(associated(strata, x, y, number).p_value * (number + 1)) - 1
    assert binom.ppf(ALARM / 2, number, exact) <= as_far <= binom.isf(ALARM / 2, number, exact)


def test_p_values_of_all_arrangements_in_one_stratum_would_be_found_to_be_others():
    strata, x, y = TINY[2]
    number, wrong = 20_000, exact_p([0] * 5, x, y)
    as_far = round(associated(strata, x, y, number).p_value * (number + 1)) - 1
    assert not binom.ppf(ALARM / 2, number, wrong) <= as_far <= binom.isf(ALARM / 2, number, wrong)


def test_arrangements_stay_within_strata_and_are_equally_likely():
    """At level ALARM, by chi-square of the 3! 2! arrangements of two strata."""
    strata, rng = np.array([0, 0, 0, 1, 1]), np.random.default_rng(6)
    drawn = [tuple(_shuffled(strata, rng).tolist()) for _ in range(12_000)]
    kinds = [(*a, *b) for a, b in product(permutations(range(3)), permutations((3, 4)))]
    assert set(drawn) == set(kinds)
    counts = np.array([drawn.count(kind) for kind in kinds])
    assert ((counts - 1000) ** 2 / 1000).sum() < chi2.isf(ALARM, 11)


REPEATED = 1000


def drawn_p_values(effect, between=0.0, ties=False, strata=(20, 5, 5, 2), pooled=False):
    """P-values of many data sets, by 39 permutations each.

    y is `effect` times x and noise within strata; both move by `between` from one to the next.
    """
    rng, labels = np.random.default_rng(7), np.repeat(range(len(strata)), strata)
    found = []
    for _ in range(REPEATED):
        x, noise = rng.normal(size=(2, labels.size))
        y = effect * x + noise + between * labels
        x = x + between * labels
        if ties:
            x, y = x > between * labels, y > between * labels + 1
        compared = np.zeros(labels.size) if pooled else labels
        found.append(association(compared, x, y, 39, rng).p_value)
    return np.array(found)


def uniform(values):
    """Whether p-values of 39 permutations are equally often each of 1/40, 2/40, ..., 1.

    By Pearson's chi-square test at level ALARM; each cell expects 25.
    """
    counts = np.bincount(np.rint(values * 40).astype(int), minlength=41)[1:]
    return ((counts - REPEATED / 40) ** 2 / (REPEATED / 40)).sum() < chi2.isf(ALARM, 39)


def suspected(values, level=0.05):
    """Whether more p-values are at most a level than it allows, at level ALARM."""
    return (values <= level + 1e-9).sum() > binom.isf(ALARM, REPEATED, level)


def test_p_values_are_uniform_where_nothing_goes_together():
    values = drawn_p_values(0)
    assert uniform(values)
    assert not suspected(values)


def test_p_values_under_an_effect_are_not_uniform_and_find_it():
    values = drawn_p_values(1)
    assert not uniform(values)
    assert suspected(values)
    assert (values <= 0.05).mean() > 0.95


def test_a_small_effect_is_suspected_more_often_than_chance_allows():
    assert suspected(drawn_p_values(0.3))


def test_what_goes_together_between_strata_alone_is_not_found():
    values = drawn_p_values(0, between=5)
    assert uniform(values)
    assert not suspected(values)


def test_without_strata_it_would_be_found():
    assert (drawn_p_values(0, between=5, pooled=True) <= 0.05).mean() > 0.99


def test_an_effect_within_strata_is_found_whatever_lies_between():
    assert (drawn_p_values(1, between=-5) <= 0.05).mean() > 0.95


def test_ties_raise_no_false_alarms():
    values = drawn_p_values(0, ties=True)
    values = values[~np.isnan(values)]
    assert values.size > REPEATED / 2
    assert not suspected(values)
    assert (values == 1).any()
