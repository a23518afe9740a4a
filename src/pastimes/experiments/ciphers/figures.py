"""Toy ciphers: the figures, tables and numbers of the report's chapter."""

import math
from typing import TYPE_CHECKING

from pastimes.declare.figures import Figure
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.ciphers.findings import LONG, attacking, making

if TYPE_CHECKING:
    import pandas as pd


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def costs_by_bits(tables: Tables) -> "pd.DataFrame":
    """One row a way and a number of bits: mean operations."""
    import pandas as pd

    made = tables["make_pairs"]
    made = made.assign(series="make: " + made.cipher)
    broken = tables["recover_keys"]
    broken = broken.assign(series="break: " + broken.attack.map(_spoken))
    rows = pd.concat(
        [made[["series", "bits", "operations"]], broken[["series", "bits", "operations"]]]
    )
    return rows.groupby(["series", "bits"], sort=False, as_index=False).operations.mean()


def usable_shares(tables: Tables) -> "pd.DataFrame":
    """One row a length and a kind of it: per cent of the keys that have an inverse."""
    rows = tables["count_keys"]
    rows = rows[rows.modulus <= 120]
    kinds = rows.prime.map({True: "prime length", False: "other length"})
    return rows.assign(series=kinds, share=100 * rows.usable / (rows.modulus - 1))[
        ["series", "modulus", "share"]
    ].sort_values("series", ascending=False)


def fermat_by_gap(tables: Tables) -> "pd.DataFrame":
    """One row a number of bits of the difference: mean squares tried."""
    rows = tables["close_primes"]
    means = rows.groupby("gap_bits", as_index=False).operations.mean()
    return means.assign(series="Fermat's method")


def slopes(tables: Tables) -> "pd.DataFrame":
    """One row a way: how its cost grows, with its interval, and where that would lead."""
    import pandas as pd

    found = []
    for cipher in tables["make_pairs"].cipher.unique():
        try:
            line, _ = making(tables, cipher)
        except Missing:
            continue
        ends = [line.at(math.log2(bits)) for bits in LONG]
        found.append((f"make: {cipher}", "power of bits", *line[:3], *ends))
    for attack in tables["recover_keys"].attack.unique():
        try:
            line, _ = attacking(tables, attack)
        except Missing:
            continue
        ends = [line.at(bits) for bits in LONG]
        found.append((f"break: {_spoken(attack)}", "doublings a bit", *line[:3], *ends))
    names = ["way", "growth", "slope", "low", "high", *(f"log2 cost, {bits} bits" for bits in LONG)]
    return pd.DataFrame(found, columns=names)


def letters_table(tables: Tables) -> "pd.DataFrame":
    """Every letter under key 2, and under key 20 after it."""
    rows = tables["multiply_letters"]
    names = ["letter", "encrypted", "restored"]
    frame = rows[names].map(lambda number: chr(ord("a") + number - 1))
    return frame.assign(kept=(rows.letter == rows.restored).map({True: "yes", False: "no"}))


TABLES = {
    "How costs grow; nothing here protects anything": slopes,
    "Key 2 modulo 26, and key 20 after it": letters_table,
}
"""Tables of the report's chapter, by heading."""


def _sure_fall(tables: Tables) -> int:
    rows = fermat_by_gap(tables)
    at_once = rows[rows.operations < 2].gap_bits
    if at_once.empty:
        raise Missing("this study has no primes that close")
    return int(at_once.max())


SWEEP = """
attacks: [pollard_rho, trial_division]
attack_bits: [24, 32, 40, 48, 56, 64, 72]
trials: 50
"""
"""Lines of a config to go on with."""

FACTS = {
    "made": lambda tables: making(tables, "rsa")[0].slope,
    "walked": lambda tables: attacking(tables, "pollard_rho")[0].slope,
    "divided": lambda tables: attacking(tables, "trial_division")[0].slope,
    "close_bits": lambda tables: int(tables["close_primes"].bits.iloc[0]),
    "sure_fall": _sure_fall,
    "share": lambda tables: 100 * float((tables["count_keys"].eval("usable / modulus")).mean()),
}
"""Numbers that captions speak of, by name."""

FIGURES = (
    Figure(
        name="costs_by_bits",
        kind="lines",
        data=costs_by_bits,
        title="The trapdoor: making a key pair, and recovering its private key",
        caption=(
            "Nothing here protects anything: textbook arithmetic on small numbers.",
            "Mean operations by bits of the modulus. Making an RSA pair takes about the power {{ "
            "facts.made | figures(3) }} of the bits; recovering the private key doubles every 1 / "
            "{{ facts.divided | figures(3) }} bits by trial division, every 1 / {{ facts.walked | "
            "figures(3) }} bits by Pollard's rho.",
            "For addition and multiplication, whoever knows the public key does what its maker "
            "did.",
        ),
        alt="On logarithmic scales: costs of making keys rise gently, those of attacks on RSA "
        "steeply.",
        options={
            "x": "bits",
            "y": "operations",
            "x_label": "bits of the modulus",
            "y_label": "operations",
            "log_x": True,
            "log_y": True,
        },
    ),
    Figure(
        name="usable_shares",
        kind="dots_over",
        data=usable_shares,
        title="Which keys of multiplication can be undone",
        caption=(
            "Share of the keys that have an inverse, by length of the alphabet: all of them just "
            "for prime lengths, {{ facts.share | figures(4) }} % of the length on average.",
        ),
        alt="Points at the top for prime lengths, and scattered below for the others.",
        options={
            "x": "modulus",
            "y": "share",
            "x_label": "letters of the alphabet",
            "y_label": "usable keys, per cent",
        },
    ),
    Figure(
        name="fermat_by_gap",
        kind="lines",
        data=fermat_by_gap,
        title="Primes that are too close",
        caption=(
            "Squares that Fermat's method tries for a modulus of {{ facts.close_bits }} bits whose "
            "primes differ by a number of few bits: the first one serves up to {{ "
            "facts.sure_fall }} bits.",
        ),
        alt="A line that stays at one and then rises steeply.",
        options={
            "x": "gap_bits",
            "y": "operations",
            "x_label": "bits of the difference of the primes",
            "y_label": "squares tried",
            "log_y": True,
        },
    ),
)
"""The figures of the chapter, in order."""
