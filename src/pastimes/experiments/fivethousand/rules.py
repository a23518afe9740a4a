"""The rules of the game of 5000, with their conventions as switches.

Scores are whole numbers of points, multiples of 50. A roll is given by its counts: how many dice
show 1, 2, ..., 6.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from pastimes.switches import read_switches

__all__ = ["ESSAY", "SWITCHES", "Rules", "options", "parse", "rolls", "taken"]

Counts = tuple[int, ...]
Option = tuple[int, int]
"""Points, and dice that they take."""

SWITCHES = {
    "two_triples": ("flat", "largest"),
    "four_and_two": ("pairs", "apart"),
    "of_a_kind": ("triple", "doubled"),
    "removal": ("forced", "free"),
    "hot_dice": ("must", "may"),
    "opening": ("0", "350", "500", "1000"),
}
"""Values of each switch, that which gives the essay's figures first."""


@dataclass(frozen=True)
class Rules:
    """One set of rules; each field is a switch.

    Attributes
    ----------
    two_triples : str
        Whether two triples are always 1500, or what the triples give where that is more.
    four_and_two : str
        Whether four and two equal dice are three pairs.
    of_a_kind : str
        Whether four or five equal dice are a triple and singles, or the triple doubled for each
        die beyond.
    removal : str
        Whether all scoring dice are removed, or the player chooses some of them.
    hot_dice : str
        Whether a player whose six dice all scored must roll them again, or may.
    opening : str
        Points that a first turn must make to be banked.
    """

    two_triples: str = "flat"
    four_and_two: str = "pairs"
    of_a_kind: str = "triple"
    removal: str = "forced"
    hot_dice: str = "must"
    opening: str = "0"


ESSAY = Rules()


def parse(text: str) -> Rules:
    """The rules written ``essay``, or as switches ``name=value`` with spaces between.

    Raises
    ------
    ValueError
        Where a switch or its value is unknown, or a switch is given twice.
    """
    return replace(ESSAY, **read_switches(text, SWITCHES, "essay"))


@cache
def rolls(dice: int) -> tuple[tuple[Counts, int], ...]:
    """All rolls of so many dice, as counts, each with how many labelled rolls it stands for."""
    found = []
    for faces in combinations_with_replacement(range(6), dice):
        counts = tuple(faces.count(face) for face in range(6))
        found.append((counts, factorial(dice) // prod(map(factorial, counts))))
    return tuple(found)


def _whole(counts: Counts, rules: Rules) -> int:
    """Points for a pattern of all six dice; 0 where there is none."""
    if sum(counts) < 6:
        return 0
    shape = sorted(count for count in counts if count)
    if shape == [6]:
        return 5000
    if shape == [1] * 6:
        return 2000
    pairs = shape == [2, 2, 2] or (shape == [2, 4] and rules.four_and_two == "pairs")
    return 1500 if pairs or shape == [3, 3] else 0


def _of_face(face: int, count: int, rules: Rules) -> int:
    """The most points that some dice of one face give, taken together; 0 where they give none."""
    single = {0: 100, 4: 50}.get(face, 0)
    if count < 3:
        return count * single
    triple = 1000 if face == 0 else 100 * (face + 1)
    if rules.of_a_kind == "doubled":
        return triple << (count - 3)
    return triple + (count - 3) * single


def _dice_taken(face: int, count: int, rules: Rules) -> int:
    """How many of some dice of one face score."""
    if face in (0, 4):
        return count
    if count < 3:
        return 0
    return count if rules.of_a_kind == "doubled" else 3


def taken(counts: Counts, rules: Rules) -> Option:
    """Points of a roll where all scoring dice are removed, and how many dice these are."""
    whole = _whole(counts, rules)
    faces = list(enumerate(counts))
    apart = sum(_of_face(face, count, rules) for face, count in faces)
    if whole and (
        whole >= apart or (rules.two_triples == "flat" and sorted(counts)[-2:] == [3, 3])
    ):
        return whole, 6
    return apart, sum(_dice_taken(face, count, rules) for face, count in faces)


def options(counts: Counts, rules: Rules) -> list[Option]:
    """What a player may take of a roll: points and dice, the most points for each number of dice.

    Empty for a roll that scores nothing.
    """
    points, dice = taken(counts, rules)
    if rules.removal == "forced" or points == 0:
        return [(points, dice)] if points else []
    whole = _whole(counts, rules)
    flat = rules.two_triples == "flat" and sorted(counts)[-2:] == [3, 3]
    best: dict[int, int] = {6: whole} if whole else {}
    for chosen in product(*(_choices(face, count, rules) for face, count in enumerate(counts))):
        dice = sum(chosen)
        total = sum(_of_face(face, count, rules) for face, count in enumerate(chosen))
        if dice and total > best.get(dice, 0) and not (flat and dice == 6):
            best[dice] = total
    return [(best[dice], dice) for dice in sorted(best)]


def _choices(face: int, count: int, rules: Rules) -> Iterator[int]:
    """Numbers of dice of one face that score with none to spare."""
    return (n for n in range(count + 1) if _dice_taken(face, n, rules) == n)
