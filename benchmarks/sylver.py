"""Searching the positions of Sylver Coinage, the compilation of an order aside.

Plain Python integers are a lean search for smallest first alone; the reference is the definition,
on sets of gaps, for any order. All search positions with at most 16 gaps.
"""

from benchmarks.measuring import Rate, compare
from pastimes.sylver import reference
from pastimes.sylver.irreducible import irreducible_of_genera
from pastimes.sylver.orders import history, smallest
from pastimes.sylver.pruning import none
from pastimes.sylver.search import search
from pastimes.sylver.words import numbers_in

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


def benchmarks() -> dict[str, list[Rate]]:
    """The comparisons, by what they measure."""
    positions = irreducible_of_genera(2, 16)
    many = irreducible_of_genera(2, 20)
    roots = [frozenset(numbers_in(gaps)) for gaps in positions]
    words = [int(gaps) for gaps in positions]
    unit = int(search(smallest, none, positions).examined.sum())
    more = int(search(smallest, none, many).examined.sum())
    return {
        "a closure charged, smallest first": compare(
            {
                "pastimes": (lambda: search(smallest, none, many), more),
                "plain Python integers": (lambda: [plain_search(w, {}) for w in words], unit),
                "reference": (lambda: by_reference(smallest, roots), unit),
            },
            rounds=3,
        ),
        "a closure charged, history table": compare(
            {
                "pastimes": (lambda: search(history, none, many), more),
                "reference": (lambda: by_reference(history, roots), unit),
            },
            rounds=3,
        ),
    }
