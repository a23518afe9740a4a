"""The experiment: what its config refuses, its points, and the tables of its steps."""

import math
from functools import partial
from itertools import combinations
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from pastimes.config.composing import compose_config
from pastimes.declare import catalogue as experiments
from pastimes.declare.catalogue import experiment
from pastimes.declare.tables import arrow_schema
from pastimes.experiments.ciphers.attacks import fermat, pollard_rho
from pastimes.experiments.ciphers.experiment import Config
from pastimes.experiments.ciphers.systems import rsa
from pastimes.store.runs import Store
from pastimes.study.execution import execute, spec_generator

ROOT = Path(__file__).parents[3]
STEPS = experiment("ciphers").steps
CIPHERS = "multiplication, rotation, rsa"
ATTACKS = "euclid, every_key, fermat, pollard_rho, subtraction, trial_division"


@pytest.fixture
def message(config_refusal):
    return partial(config_refusal, "ciphers")


@pytest.fixture
def points(planned):
    """The points of a step, with overrides."""
    return lambda step, *overrides: [s.parameters for s in planned(*overrides).specs[step]]


@pytest.mark.parametrize(
    ("key", "name", "told"),
    [
        ("ciphers", "rsb", f"no cipher rsb; did you mean rsa? Allowed: {CIPHERS}"),
        ("ciphers", "enigma", f"no cipher enigma; allowed: {CIPHERS}"),
        ("attacks", "fermta", f"no attack fermta; did you mean fermat? Allowed: {ATTACKS}"),
        ("attacks", "sieve", f"no attack sieve; allowed: {ATTACKS}"),
        ("attacks", "rsa", f"no attack rsa; allowed: {ATTACKS}"),
    ],
)
def test_unknown_ciphers_and_attacks_are_refused_with_what_was_meant(message, key, name, told):
    assert message(f"{key}=[{name}]") == f"command line: {key}: {name!r}: {told}"


@pytest.mark.parametrize(
    ("primes", "told"),
    [
        ("[3,4]", "4: prime numbers"),
        ("[9,3]", "9: prime numbers"),
        ("[5,91]", "91: prime numbers"),
        ("[3]", "at least two different primes"),
        ("[3,3]", "at least two different primes"),
        ("[]", "at least two different primes"),
    ],
)
def test_lists_that_are_not_of_different_primes_are_refused(message, primes, told):
    found = message(f"primes={primes}")
    assert found.startswith("command line: primes: ")
    assert found.endswith(told)


@pytest.mark.parametrize(
    ("override", "told"),
    [
        ("primes=[1,3]", "primes: 1: Input should be greater than or equal to 2"),
        ("primes=[3,101]", "primes: 101: Input should be less than or equal to 97"),
        ("largest_modulus=25", "largest_modulus: 25: Input should be greater than or equal to 26"),
        ("largest_modulus=1000001", "largest_modulus: 1000001: Input should be less than or equal"),
        ("key_bits=[8]", "key_bits: 8: Input should be greater than or equal to 9"),
        ("key_bits=[4097]", "key_bits: 4097: Input should be less than or equal to 4096"),
        ("attack_bits=[8]", "attack_bits: 8: Input should be greater than or equal to 9"),
        ("close_bits=8", "close_bits: 8: Input should be greater than or equal to 9"),
        ("gap_bits=[1]", "gap_bits: 1: Input should be greater than or equal to 2"),
        ("trials=0", "trials: 0: Input should be greater than or equal to 1"),
        ("seed=-1", "seed: -1: Input should be greater than or equal to 0"),
        ("ciphers=[]", "ciphers: []: List should have at least 1 item"),
        ("attacks=[]", "attacks: []: List should have at least 1 item"),
        ("gap_bits=[]", "gap_bits: []: List should have at least 1 item"),
        ("key_bits=[16.5]", "key_bits: 16.5: Input should be a valid integer"),
        ("+chiphers=[rsa]", "chiphers: no such key; did you mean ciphers? Allowed: "),
    ],
)
def test_numbers_out_of_range_and_unknown_keys_are_refused(message, override, told):
    assert message(override).startswith(f"command line: {told}")


@pytest.mark.parametrize(("close", "most"), [(64, 28), (256, 76), (9, 14), (67, 28)])
def test_differences_too_large_for_fermats_method_are_refused(message, close, most):
    told = f"command line: gap_bits: {most + 1}: at most close_bits / 4 + 12, {most}"
    assert message(f"close_bits={close}", f"gap_bits=[{most + 1},8]") == told
    allowed = [f"close_bits={close}", f"gap_bits=[8,{most}]"]
    assert compose_config(ROOT, "ciphers", Config, "smoke", allowed)[0].gap_bits == [8, most]


def test_the_essays_example_is_one_point_whatever_the_config(points):
    assert points("multiply_letters") == [{"key": 2, "back": 20, "modulus": 26}]
    assert points("halve") == [{"messages": 26}]


@pytest.mark.parametrize(
    ("largest", "ends"),
    [(26, [26]), (1001, [1001]), (1002, [1001, 1002]), (2500, [1001, 2001, 2500])],
)
def test_moduli_are_covered_exactly(largest, ends, points):
    found = points("count_keys", f"largest_modulus={largest}")
    assert [p["last"] for p in found] == ends
    assert [p["first"] for p in found] == [2, *(end + 1 for end in ends[:-1])]


def test_every_two_different_primes_are_a_point(points):
    found = points("try_pairs", "primes=[7,3,2,3,5]")
    assert [(p["p"], p["q"]) for p in found] == list(combinations([2, 3, 5, 7], 2))


def test_each_cipher_is_made_at_each_number_of_bits(points):
    found = points("make_pairs", "ciphers=[rsa,rotation]", "key_bits=[16,9]")
    assert [(p["cipher"], p["bits"]) for p in found] == [
        ("rsa", 16), ("rsa", 9), ("rotation", 16), ("rotation", 9)
    ]  # fmt: skip
    assert all(p["trials"] == 8 for p in found)


def test_each_attack_is_tried_at_the_bits_that_it_can_manage(points):
    found = points("recover_keys", "attacks=[fermat,euclid]", "attack_bits=[16,48,49,512]")
    assert [(p["attack"], p["bits"]) for p in found] == [
        ("fermat", 16), ("fermat", 48), *(("euclid", bits) for bits in (16, 48, 49, 512))
    ]  # fmt: skip


def test_each_difference_is_a_point(points):
    found = points("close_primes", "close_bits=128", "gap_bits=[8,44]", "trials=3")
    assert found == [{"bits": 128, "gap_bits": gap, "trials": 3} for gap in (8, 44)]


def test_points_have_random_streams_of_their_own(planned):
    specs = [s for step in ("make_pairs", "recover_keys") for s in planned().specs[step]]
    assert len({spec_generator(spec).integers(2**63) for spec in specs}) == len(specs)


@pytest.mark.parametrize("name", STEPS)
def test_tables_have_the_declared_schema(name, gathered, planned):
    declared = arrow_schema(STEPS[name].columns)
    table = gathered[name]
    assert table.select(declared.names).schema.equals(declared)
    assert len(set(table["run"].to_pylist())) == len(planned().specs[name])


def test_keys_of_every_length_are_counted(study):
    rows = study["count_keys"]
    assert rows.modulus.tolist() == list(range(2, 101))
    expected = [sum(math.gcd(k, m) == 1 for k in range(1, m)) for m in rows.modulus]
    assert rows.usable.tolist() == expected
    assert rows.prime.tolist() == [all(m % n for n in range(2, m)) for m in rows.modulus]


def test_primes_are_told_by_the_sieve_in_every_run():
    function = STEPS["count_keys"].function
    parts = [function(first=first, last=first + 99) for first in (902, 1002)]
    for part in parts:
        assert len(part["prime"]) == len(part["usable"]) == 100
        expected = [all(m % n for n in range(2, m)) for m in part["modulus"]]
        assert np.asarray(part["prime"]).tolist() == expected


def test_pairs_are_tried_on_whole_message_spaces(study):
    rows = study["try_pairs"]
    assert len(rows) == 6
    assert (rows.messages == rows.pairs * rows.p * rows.q).all()
    for name in ("round_trips", "signatures", "swapped"):
        assert (rows[name] == rows.messages).all()
    assert (rows.self_inverse <= rows.pairs).all()
    assert (rows.self_inverse >= 1).all()  # the exponent 1


def test_letters_and_halves_are_the_essays(study):
    assert study["multiply_letters"].encrypted.tolist() == [*range(2, 27, 2)] * 2
    assert study["halve"][["decrypted", "verified"]].iloc[0].tolist() == [26, 13]


def test_costs_have_a_row_a_trial(study):
    made, broken = study["make_pairs"], study["recover_keys"]
    assert (made.groupby(["cipher", "bits"]).size() == 8).all()
    assert (broken.groupby(["attack", "bits"]).size() == 8).all()
    assert (study["close_primes"].groupby("gap_bits").size() == 8).all()
    assert (broken[broken.attack == "fermat"].cipher == "rsa").all()
    assert (broken[broken.attack == "euclid"].cipher == "multiplication").all()
    assert (made.operations > 0).all()
    assert (broken.operations > 0).all()


def test_squares_tried_on_close_primes_are_told_apart_from_the_inverse(study):
    assert (study["close_primes"].operations == 1).all()  # differences of 8 and 16 bits, of 64


def test_a_cipher_that_does_not_restore_a_message_stops_the_study(message, monkeypatch):
    broken = ModuleType("broken")
    broken.make_keys = rsa.make_keys
    broken.apply = lambda key, message, modulus: pow(message, key, modulus) ^ 1
    monkeypatch.setattr(
        "pastimes.experiments.ciphers.experiment.variant", lambda package, name: broken
    )
    with pytest.raises(ArithmeticError, match=r"odd: Pair\(.*\): does not restore \d+"):
        STEPS["make_pairs"].function(cipher="odd", bits=32, trials=1, rng=np.random.default_rng(1))


def test_an_attack_with_a_wrong_key_stops_the_study(monkeypatch):
    wrong = ModuleType("wrong")
    wrong.SYSTEM = rsa
    wrong.recover = lambda *arguments: pollard_rho.recover(*arguments) + 2
    real = experiments.variant
    monkeypatch.setattr(
        "pastimes.experiments.ciphers.experiment.variant",
        lambda package, name: wrong if name == "wrong" else real(package, name),
    )
    with pytest.raises(ArithmeticError, match=r"wrong: Pair\(.*\): a wrong key"):
        STEPS["recover_keys"].function(
            attack="wrong", bits=32, trials=1, rng=np.random.default_rng(1)
        )


def test_moduli_of_attacks_are_not_longer_than_they_manage(study):
    rows = study["recover_keys"]
    assert rows[rows.attack == "fermat"].bits.max() <= fermat.MOST_BITS
    assert sorted(rows[rows.attack == "every_key"].bits.unique()) == [16]
    assert sorted(rows[rows.attack == "euclid"].bits.unique()) == [16, 24, 28, 32, 36, 512]


@pytest.mark.parametrize("step", ["make_pairs", "recover_keys", "close_primes"])
def test_executing_again_gives_the_same_bytes(step, tmp_path, planned):
    spec = planned().specs[step][0]
    first, second = (execute(Store(tmp_path / name), spec).read_bytes() for name in "ab")
    assert first == second
