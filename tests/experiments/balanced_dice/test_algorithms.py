"""The contract of every algorithm in the package, at the ends of its range and between."""

import math
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.declare.catalogue import variant, variants
from pastimes.experiments.balanced_dice.experiment import ALGORITHMS
from pastimes.experiments.balanced_dice.reference import replay
from pastimes.experiments.balanced_dice.totals import TRUE_LAW, divergence_bits

FACTORS = [1.0, 1.5, 2.0]
BETWEEN = {"spring": (0.0, 0.1, 1.0, 4.0, -1.0, 20.0), "deck": (1.0, 12.0)}
UNDERFLOWS = {("spring", 1000.0), ("spring", -1000.0)}  # exp() of the reference's law gives 0


def settings_of(name):
    meaning = variant(ALGORITHMS, name).SETTING
    ends = (meaning.low, meaning.high) + ((math.inf,) if meaning.infinite else ())
    return [*BETWEEN.get(name, ()), *map(float, ends)]


CASES = [(name, setting) for name in variants(ALGORITHMS) for setting in settings_of(name)]
each_case = pytest.mark.parametrize(("name", "setting"), CASES)


def uniforms(rolls, games, seed=2026):
    return np.random.default_rng(seed).random((rolls, games))


def both(name, setting, rolls, games):
    module, u = variant(ALGORITHMS, name), uniforms(rolls, games)
    return module.play(setting, u, FACTORS), replay(module.law, setting, u, FACTORS)


def assert_same(found, expected):
    assert np.array_equal(np.isinf(found), np.isinf(expected))
    finite = np.isfinite(expected)
    np.testing.assert_allclose(found[finite], expected[finite], rtol=1e-9, atol=1e-9)


def test_springs_and_decks_are_found():
    assert {"deck", "spring"} <= set(variants(ALGORITHMS))


@each_case
@pytest.mark.parametrize(("rolls", "games"), [(0, 3), (3, 0)])
def test_no_rolls_or_games_give_an_empty_record(name, setting, rolls, games):
    record = variant(ALGORITHMS, name).play(setting, np.empty((rolls, games)), FACTORS)
    assert {a.shape for a in record[:-1]} == {(rolls, games)}
    assert record.overweighted.shape == (3, rolls, games)


@each_case
def test_no_factors_record_nothing_overweighted(name, setting):
    record = variant(ALGORITHMS, name).play(setting, uniforms(3, 2), [])
    assert record.overweighted.shape == (0, 3, 2)


@each_case
def test_first_roll_has_the_true_law(name, setting):
    module, u = variant(ALGORITHMS, name), uniforms(1, 500)
    record = module.play(setting, u, FACTORS)
    assert module.law(setting, []) == pytest.approx(TRUE_LAW, abs=1e-15)
    assert not record.next_from_true.any()
    assert not record.true_from_next.any()
    assert not record.overweighted.any()
    assert record.best_guess == pytest.approx(1 / 6, abs=1e-15)
    assert record.seven == pytest.approx(1 / 6, abs=1e-15)
    assert np.array_equal(record.totals, np.searchsorted(np.cumsum(TRUE_LAW), u, side="right"))


@each_case
@pytest.mark.parametrize(("rolls", "games"), [(80, 1), (80, 3), (40, 130)])
def test_kernel_replays_the_definition(name, setting, rolls, games):
    fast, plain = both(name, setting, rolls, games)
    assert np.array_equal(fast.totals, plain.totals)
    assert np.array_equal(fast.overweighted, plain.overweighted)
    for quantity in ("next_from_true", "best_guess", "seven"):
        assert_same(getattr(fast, quantity), getattr(plain, quantity))


# Beyond, exp() of the plain law gives 0; test_spring holds the kernel against logarithms there.
@pytest.mark.parametrize(("name", "setting"), [case for case in CASES if case not in UNDERFLOWS])
@pytest.mark.parametrize(("rolls", "games"), [(80, 3), (40, 130)])
def test_kernel_replays_the_divergence_of_the_true_law(name, setting, rolls, games):
    fast, plain = both(name, setting, rolls, games)
    assert_same(fast.true_from_next, plain.true_from_next)


@each_case
def test_compiled_and_plain_kernels_agree(name, setting, monkeypatch):
    module, u = variant(ALGORITHMS, name), uniforms(40, 2)
    if not find_spec(f"{ALGORITHMS}._{name}"):
        pytest.skip(f"{name} has no compiled kernel")
    kernel = variant(ALGORITHMS, f"_{name}")
    compiled = module.play(setting, u, FACTORS)
    monkeypatch.setattr(kernel, "fill", kernel.fill.py_func)
    for found, expected in zip(module.play(setting, u, FACTORS), compiled, strict=True):
        assert_same(found, expected)


@each_case
def test_games_do_not_depend_on_their_neighbours(name, setting):
    play, u = variant(ALGORITHMS, name).play, uniforms(50, 300)
    together, alone = play(setting, u, FACTORS), play(setting, u[:, 290:].copy(), FACTORS)
    for found, expected in zip(together, alone, strict=True):
        assert np.array_equal(found[..., 290:], expected)


@each_case
@pytest.mark.parametrize("extreme", [0.0, np.nextafter(1, 0)])
def test_extreme_uniforms_roll_possible_totals(name, setting, extreme):
    module = variant(ALGORITHMS, name)
    totals = module.play(setting, np.full((100, 1), extreme), FACTORS).totals[:, 0]
    assert all(module.law(setting, totals[:t])[k] > 0 for t, k in enumerate(totals))


@settings(deadline=None)
@given(st.sampled_from(CASES), st.integers(0, 150), st.integers(0, 2**32 - 1))
def test_law_is_a_law_within_log_36_of_the_true_one(case, rolls, seed):
    name, setting = case
    module = variant(ALGORITHMS, name)
    totals = module.play(setting, uniforms(rolls, 1, seed), []).totals[:, 0]
    q = module.law(setting, totals)
    assert q.min() >= 0
    assert q.sum() == pytest.approx(1, abs=1e-12)
    assert 0 <= divergence_bits(q, TRUE_LAW) <= math.log2(36) + 1e-12


@each_case
def test_recorded_numbers_stay_in_their_ranges(name, setting):
    record = variant(ALGORITHMS, name).play(setting, uniforms(144, 500), FACTORS)
    assert record.next_from_true.min() == 0
    assert record.next_from_true.max() <= math.log2(36) + 1e-12
    assert record.true_from_next.min() == 0
    assert ((record.best_guess >= 1 / 11) & (record.best_guess <= 1)).all()
    assert ((record.seven >= 0) & (record.seven <= record.best_guess)).all()
    assert ((record.overweighted >= 0) & (record.overweighted <= 10)).all()
    assert (np.diff(record.overweighted, axis=0) <= 0).all()


@each_case
def test_neither_divergence_is_zero_alone(name, setting):
    record = variant(ALGORITHMS, name).play(setting, uniforms(144, 500), [1.0])
    leak = record.next_from_true > 1e-12
    assert np.array_equal(leak, record.true_from_next > 1e-12)
    assert (record.overweighted[0][leak] >= 1).all()


@each_case
def test_last_law_of_five_thousand_rolls_has_not_drifted(name, setting):
    module = variant(ALGORITHMS, name)
    record = module.play(setting, uniforms(5000, 2), FACTORS)
    for g in range(2):
        q = module.law(setting, record.totals[:-1, g])
        assert_same(record.next_from_true[-1, g], divergence_bits(q, TRUE_LAW))
        assert_same(record.best_guess[-1, g], q.max())
        assert_same(record.seven[-1, g], q[5])
        assert record.overweighted[0, -1, g] == sum(q > TRUE_LAW * (1 + 1e-12))


@each_case
def test_totals_alone_are_the_same_totals(name, setting):
    play, u = variant(ALGORITHMS, name).play, uniforms(80, 130)
    alone = play(setting, u)
    assert np.array_equal(alone.totals, play(setting, u, FACTORS).totals)
    assert alone.seven.shape == (0, 130)
