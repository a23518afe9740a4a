"""Tables by open addressing, against a dict."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pastimes.experiments.sylver.lookup import (
    SLOTS,
    empty_table,
    grown,
    grown_in,
    is_full,
    put,
    slot_of,
    table_in,
)

FULL = 2**64 - 1
FACTOR = 0x9E3779B97F4A7C15
KEYS = st.integers(1, FULL) | st.integers(1, 40)
ENTRIES = st.lists(st.tuples(KEYS, st.integers(-128, 127)), max_size=150)


def table(entries, slots=8):
    """A table of entries put in one after another, and how many keys it has."""
    keys, values = empty_table(slots)
    known = set()
    for key, value in entries:
        if is_full(keys, len(known)):
            keys, values = grown(keys, values)
        put(keys, values, np.uint64(key), value)
        known.add(key)
    return keys, values


def looked_up(keys, values, key):
    slot = slot_of(keys, np.uint64(key))
    return int(values[slot]) if keys[slot] == np.uint64(key) else None


def colliding(number, slots, at):
    """Keys whose search begins at one slot."""
    inverse = pow(FACTOR, -1, 2**64)
    return [(((i * slots + at) << 32) * inverse) % 2**64 for i in range(1, number + 1)]


def test_a_new_table_has_free_slots_only():
    keys, values = empty_table(16)
    assert (keys.size, values.size) == (16, 16)
    assert not keys.any()
    assert looked_up(keys, values, 5) is None


@given(ENTRIES)
def test_a_table_is_a_dict(entries):
    keys, values = table(entries)
    expected = dict(entries)
    assert {key: looked_up(keys, values, key) for key in expected} == expected
    assert sorted(keys[keys > 0].tolist()) == sorted(expected)


@given(ENTRIES, KEYS)
def test_a_key_that_was_not_put_in_is_not_found(entries, key):
    known = [entry for entry in entries if entry[0] != key]
    keys, values = table(known)
    assert looked_up(keys, values, key) is None
    assert keys[slot_of(keys, np.uint64(key))] == 0


def test_thousands_of_random_keys_are_all_found():
    drawn = np.random.default_rng(1).integers(1, FULL, 20_000, dtype=np.uint64, endpoint=True)
    entries = [(int(key), i % 256 - 128) for i, key in enumerate(drawn)]
    keys, values = table(entries)
    assert [looked_up(keys, values, key) for key, _ in entries] == [v for _, v in entries]
    assert 2 * (keys > 0).sum() <= keys.size


@pytest.mark.parametrize("at", [0, 5, 63])
def test_keys_that_collide_are_told_apart_also_around_the_end(at):
    chosen = colliding(30, 64, at)
    empty, _ = empty_table(64)
    assert {slot_of(empty, np.uint64(key)) for key in chosen} == {at}
    keys, values = table([(key, i) for i, key in enumerate(chosen)], slots=64)
    assert keys.size == 64
    assert [looked_up(keys, values, key) for key in chosen] == list(range(30))
    assert looked_up(keys, values, colliding(31, 64, at)[-1]) is None


def test_putting_a_key_again_replaces_its_value():
    keys, values = table([(7, 1), (9, 2), (7, 3)])
    assert looked_up(keys, values, 7) == 3
    assert (keys > 0).sum() == 2


@given(ENTRIES)
def test_a_grown_table_has_the_same_entries_and_twice_the_slots(entries):
    keys, values = table(entries)
    more_keys, more_values = grown(keys, values)
    assert more_keys.size == 2 * keys.size
    assert sorted(more_keys[more_keys > 0].tolist()) == sorted(keys[keys > 0].tolist())
    for key in keys[keys > 0].tolist():
        assert looked_up(more_keys, more_values, key) == looked_up(keys, values, key)


@pytest.mark.parametrize("slots", [2, 8, 64, 1024])
def test_a_table_has_room_while_half_of_it_stays_free(slots):
    keys, _ = empty_table(slots)
    full = [bool(is_full(keys, entries)) for entries in range(slots)]
    assert full == [2 * (entries + 1) > slots for entries in range(slots)]


@given(ENTRIES)
def test_tables_in_a_room_grow_beside_each_other(entries):
    room = np.full(8 * SLOTS, 7, np.uint64), np.full(8 * SLOTS, 7, np.int8)
    keys, values = table_in(room, SLOTS)
    for key, value in entries:
        put(keys, values, np.uint64(key), value)
    for growths in range(3):
        assert keys.size == SLOTS << growths
        assert sorted(keys[keys > 0].tolist()) == sorted(dict(entries))
        for key, value in dict(entries).items():
            assert looked_up(keys, values, key) == value
        if growths < 2:
            keys, values = grown_in(room, keys, values)
