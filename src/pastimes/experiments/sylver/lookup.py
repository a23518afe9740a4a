"""Tables from positions to small numbers, by open addressing.

``keys`` are words of gaps, 0 in free slots, since every position to be looked up has a gap;
``values`` lie beside them. The number of slots is a power of two, and at least half are free.
"""

import numpy as np
from numba import njit

__all__ = [
    "SLOTS",
    "empty_table",
    "entered",
    "grown",
    "grown_in",
    "is_full",
    "put",
    "slot_of",
    "table_in",
]

SLOTS = 1024
"""Slots of the smallest table that is laid out in a room."""


@njit(cache=True)
def empty_table(slots):
    """Keys and values of a table without entries."""
    return np.zeros(slots, np.uint64), np.zeros(slots, np.int8)


@njit(cache=True)
def slot_of(keys, key):
    """Where a key is, or would be put."""
    mask = np.uint64(keys.size - 1)
    # Fibonacci hashing: the upper bits of a product with 2^64 / golden ratio.
    slot = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32) & mask
    while keys[slot] != np.uint64(0) and keys[slot] != key:
        slot = (slot + np.uint64(1)) & mask
    return slot


@njit(cache=True)
def is_full(keys, entries):
    """Whether a table with so many entries has no room for another."""
    return 2 * (entries + 1) > keys.size


@njit(cache=True)
def grown(keys, values):
    """The same entries in a table twice as large."""
    return _moved(keys, values, empty_table(2 * keys.size))


@njit(cache=True)
def table_in(room, slots):
    """An empty table in a room, keys and values of twice as many slots as the largest table has.

    Tables of `SLOTS` slots, twice, four times as many lie there one after another, and nothing is
    allocated.
    """
    keys, values = room
    here = slice(slots - SLOTS, 2 * slots - SLOTS)
    keys[here] = 0
    return keys[here], values[here]


@njit(cache=True)
def grown_in(room, keys, values):
    """The same entries in the next table of a room."""
    return _moved(keys, values, table_in(room, 2 * keys.size))


@njit(cache=True)
def _moved(keys, values, table):
    for slot in range(keys.size):
        if keys[slot]:
            put(table[0], table[1], keys[slot], values[slot])
    return table


@njit(cache=True)
def put(keys, values, key, value):
    """Put an entry into a table with room for it."""
    slot = slot_of(keys, key)
    keys[slot] = key
    values[slot] = value


@njit(cache=True)
def entered(keys, values, entries, key, value):
    """The table with a new entry: the same, or a larger one where it was full."""
    if is_full(keys, entries):
        keys, values = grown(keys, values)
    put(keys, values, key, value)
    return keys, values
