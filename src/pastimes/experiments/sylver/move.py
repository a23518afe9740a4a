"""A move under consideration: all that an order may look at."""

from types import ModuleType
from typing import NamedTuple

__all__ = ["COSTLY", "Move", "fields_read"]

COSTLY = frozenset({"genus", "largest", "struck"})
"""Fields that cannot be read without a closure."""


class Move(NamedTuple):
    """A move under consideration, whole numbers throughout.

    Sets of numbers are words: bit n - 1 is set for n.

    Attributes
    ----------
    number : int
        The number to be named, from 2 on.
    position : int
        Gaps of the position, a set.
    last : int
        The number named before; 0 where the search began.
    genus : int
        How many gaps would be left. Reading it costs a closure.
    largest : int
        The largest gap that would be left. Reading it costs a closure.
    struck : int
        The moves that leave an irreducible semigroup, a set. Reading it costs a closure.
    found : int
        1 where the move reaches a position already found lost in this search. Costs none: with
        gaps P and members Q of that position, it is so just when Q's minimal generators have a
        single number in common with the gaps of the position at hand, which hold P.
    lost : int
        1 where the move leaves a lost position: what only an oracle knows.
    wins : int
        How often the number won in the searches of the training positions.
    chance : int
        A random number that position and number determine.
    """

    number: int
    position: int
    last: int
    genus: int
    largest: int
    struck: int
    found: int
    lost: int
    wins: int
    chance: int


def fields_read(order: ModuleType) -> frozenset[str]:
    """Fields of a move that an order's ``key`` looks at."""
    return frozenset(order.key.__code__.co_names) & frozenset(Move._fields)
