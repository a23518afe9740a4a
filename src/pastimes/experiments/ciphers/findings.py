"""Toy ciphers: what the tables say about each claim. Nothing here protects anything.

A function named as a claim turns tables into its finding. Letters are numbered from 1, as the
essay has them, so that the last is 26.
"""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from pastimes.declare.findings import Finding
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.ciphers.counting import Counter, inverse
from pastimes.experiments.ciphers.systems import rotation
from pastimes.statistics.slopes import Line, fitted_line

if TYPE_CHECKING:
    import pandas as pd

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LONG = (1024, 2048)
"""Bits of moduli that are or were in use, to which costs are extrapolated."""


def _rotated(letter: str, by: int) -> str:
    return LETTERS[rotation.apply(by, LETTERS.index(letter), len(LETTERS))]


def rot13_a(tables: Tables) -> Finding:
    return Finding(_rotated("a", 13), "Counting 13 letters on.")


def rot13_w(tables: Tables) -> Finding:
    to_the_end = len(LETTERS) - 1 - LETTERS.index("w")
    return Finding(
        _rotated("w", 13),
        f"From w it is {to_the_end} letters to the end, not 2, and then {13 - to_the_end}, not 11: "
        "the two slips make up for each other.",
    )


def rot13_self_inverse(tables: Tables) -> Finding:
    length = len(LETTERS)
    found = [by for by in range(length) if 2 * by % length == 0]
    return Finding(
        found[-1],
        f"Rotations by {' and '.join(map(str, found))} undo themselves; that by 0 changes nothing. "
        "Alphabets of odd length have no other.",
    )


def additive_inverse_5(tables: Tables) -> Finding:
    return Finding(-5 % len(LETTERS), "5 and 21 make 26.")


def multiply_c(tables: Tables) -> Finding:
    encrypted = 3 * 2
    return Finding(f"{encrypted} and {encrypted // 2}", "As whole numbers, without a modulus.")


def multiply_n(tables: Tables) -> Finding:
    number = 14 * 2 % len(LETTERS)
    return Finding(f"{number} ({LETTERS[number - 1]})", "28 less 26.")


def multiplicative_inverse_2(tables: Tables) -> Finding:
    rows = tables["multiply_letters"]
    kept = rows[rows.letter == rows.restored].letter
    again = rows[rows.encrypted == rows.encrypted[rows.letter == 14].iloc[0]].letter
    found = inverse(2, len(LETTERS), Counter())
    return Finding(
        "none" if found is None else found,
        "2 and 26 have a common divisor, so that no number undoes doubling. After key 2 the key 20 "
        f"restores the letters {', '.join(LETTERS[i - 1] for i in kept)} alone, {len(kept)} of "
        f"{len(rows)}; {' and '.join(LETTERS[i - 1] for i in again)} are encrypted alike.",
        rows=(rows,),
    )


def prime_alphabet(tables: Tables) -> Finding:
    rows = tables["count_keys"]
    every = rows.usable == rows.modulus - 1
    right = bool((every == rows.prime).all())
    share = float((rows.usable / rows.modulus).mean())
    return Finding(
        "prime" if right else "other numbers too",
        "Proof: a key below m has an inverse just when it shares no divisor with m; all do not "
        f"just when m is prime. So it is for all {len(rows)} lengths up to {rows.modulus.max()}; "
        f"on average a share of {share:.4f} of the keys is usable, and 6 / pi^2 is "
        f"{6 / math.pi**2:.4f}.",
        verdict="proved" if right else "refuted",
        rows=(rows,),
    )


def rsa_interchangeable(tables: Tables) -> Finding:
    rows = tables["try_pairs"]
    tried = rows.messages.sum()
    right = bool((rows[["round_trips", "signatures", "swapped"]].sum() == tried).all())
    return Finding(
        "always" if right else "not always",
        "Proof: the exponents' product is 1 modulo p - 1 and q - 1, whichever comes first, so that "
        "the power is the message again, by Fermat, modulo p and q. All "
        f"{rows.pairs.sum()} key pairs of {len(rows)} small moduli were tried on all messages: "
        f"{tried} round trips, signatures and round trips with the keys swapped.",
        verdict="proved" if right else "refuted",
        rows=(rows,),
    )


def one_sided_inverse(tables: Tables) -> Finding:
    rows = tables["halve"]
    decrypted, verified, messages = rows[["decrypted", "verified", "messages"]].iloc[0]
    exist = decrypted == messages and verified < messages
    return Finding(
        "exist" if exist else "no example",
        "Doubling, then halving without the rest: halving undoes doubling, for all "
        f"{messages} messages; but a message halved to sign it is verified by doubling in only "
        f"{verified} cases. Texts must outnumber messages: functions from a finite set to itself "
        "that undo each other on one side do so on both.",
        verdict="proved" if exist else "open",
        rows=(rows,),
    )


def making(tables: Tables, cipher: str) -> tuple[Line, "pd.DataFrame"]:
    """Logarithm of the operations of making a key pair over that of bits: a power of the bits."""
    return _fit(tables.rows("make_pairs", cipher=cipher), np.log2)


def attacking(tables: Tables, attack: str) -> tuple[Line, "pd.DataFrame"]:
    """Logarithm to base 2 of the operations of an attack over bits: doublings a bit."""
    return _fit(tables.rows("recover_keys", attack=attack), np.asarray)


def _fit(rows: "pd.DataFrame", scale: Callable[..., Any]) -> tuple[Line, "pd.DataFrame"]:
    # The upper half of the sizes tried, where constant parts of the cost matter least.
    rows = rows[(rows.bits >= np.median(rows.bits.unique())) & (rows.operations > 0)]
    try:
        line = fitted_line(scale(rows.bits), np.log2(rows.operations))
    except ValueError as error:
        raise Missing(f"this study cannot fit a slope: {error}") from None
    return line, rows


def trapdoor(tables: Tables) -> Finding:
    made, makings = making(tables, "rsa")
    divided, by_division = attacking(tables, "trial_division")
    walked, by_rho = attacking(tables, "pollard_rho")
    gaps = ", ".join(
        f"2^{walked.at(bits) - made.at(math.log2(bits)):.0f} times at {bits} bits" for bits in LONG
    )
    grows = min(divided.low, walked.low) > 0
    return Finding(
        "exponentially harder, by these attacks" if grows else "not seen to grow in this study",
        f"Making an RSA pair takes about bits^{made.slope:.2f} operations ({made.low:.2f} to "
        f"{made.high:.2f}); recovering the key takes 2^({divided.slope:.3f} bits) by trial "
        f"division ({divided.low:.3f} to {divided.high:.3f}) and 2^({walked.slope:.3f} bits) by "
        f"Pollard's rho ({walked.low:.3f} to {walked.high:.3f}). If rho went on so: {gaps}. Better "
        "attacks are known, and no proof that there is no easy one. For addition and "
        "multiplication the attacker does what the owner did.",
        verdict="answered" if grows else "open",
        rows=(makings, by_division, by_rho),
    )
