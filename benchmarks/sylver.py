"""Searching the positions of Sylver Coinage, the compilation of an order aside.

Plain Python integers are a lean search for smallest first alone; the reference is the definition,
on sets of gaps, for any order. All search positions with at most 16 gaps.
"""

from collections.abc import Iterator
from functools import partial

from benchmarks.growth import grow
from benchmarks.measuring import Work, compare
from benchmarks.tables import Result
from pastimes.experiments.sylver import reference
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.orders import history, smallest
from pastimes.experiments.sylver.pruning import none
from pastimes.experiments.sylver.search import search
from pastimes.experiments.sylver.words import numbers_in

WHOLE = (1 << 64) - 1


def plain_closure(members: int, number: int) -> int:
    shift = number
    while shift < 64:
        members |= members << shift & WHOLE
        shift *= 2
    return members


def plain_search(gaps: int, memo: dict[int, bool]) -> bool:
    """Whether the player to move wins, smallest first."""
    if gaps in memo:
        return memo[gaps]
    memo[gaps] = False
    rest = gaps & ~2
    while rest:
        number = (rest & -rest).bit_length() - 1
        rest &= rest - 1
        left = ~plain_closure(~gaps & WHOLE, number) & WHOLE
        struck = 2 * left.bit_count() <= left.bit_length() + 1
        if left == 2 or (not struck and not plain_search(left, memo)):
            memo[gaps] = True
            break
    return memo[gaps]


def by_reference(order: object, roots: list[frozenset[int]]) -> None:
    for gaps in roots:
        reference.PlainSearch(order, none, set(), {}).winner(gaps)  # type: ignore[arg-type]


def benchmarks() -> Iterator[Result]:
    """Two orders against other ways, and the search by genus."""
    positions = irreducible_of_genera(2, 16)
    many = irreducible_of_genera(2, 20)
    roots = [frozenset(numbers_in(gaps)) for gaps in positions]
    words = [int(gaps) for gaps in positions]
    unit = int(search(smallest, none, positions).examined.sum())
    more = int(search(smallest, none, many).examined.sum())
    by_smallest: dict[str, Work] = {
        "pastimes": (partial(search, smallest, none, many), more),
        "plain Python integers": (lambda: [plain_search(w, {}) for w in words], unit),
        "reference": (partial(by_reference, smallest, roots), unit),
    }
    yield compare("a closure charged, smallest first", "closure", by_smallest, rounds=3)
    by_history: dict[str, Work] = {
        "pastimes": (partial(search, history, none, many), more),
        "reference": (partial(by_reference, history, roots), unit),
    }
    yield compare("a closure charged, history table", "closure", by_history, rounds=3)
    by_genus: dict[int, Work] = {
        g: (partial(search, smallest, none, irreducible_of_genera(g, g)), 1)
        for g in range(14, 25, 2)
    }
    yield grow("positions of one genus, smallest first", "genus", "genus", "doubling", by_genus)
