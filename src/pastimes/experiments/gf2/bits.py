"""Elimination over GF(2) on whole numbers: the definition that fast kernels must agree with.

A vector of width w is an int whose bit w - 1 - i is its entry i: read from the left, as written.
A matrix is a list of row vectors.
"""

from collections.abc import Iterable, Sequence

__all__ = ["nullspace", "rank", "row_reduced", "transposed"]


def row_reduced(rows: Iterable[int]) -> list[int]:
    """Reduced row echelon form without its blank rows, leading entries from the left.

    Examples
    --------
    >>> [f"{row:03b}" for row in row_reduced([0b110, 0b011, 0b101])]
    ['101', '011']
    """
    reduced: list[int] = []
    for row in rows:
        for pivot in reduced:
            row = min(row, row ^ pivot)  # clears the pivot's leading bit
        if row:
            reduced = [min(other, other ^ row) for other in reduced]
            reduced.append(row)
    return sorted(reduced, reverse=True)


def rank(rows: Iterable[int]) -> int:
    """Rank over GF(2), which need not be the rank over the reals.

    Examples
    --------
    >>> rank([0b110, 0b011, 0b101])  # 3 over the reals
    2
    """
    return len(row_reduced(rows))


def transposed(rows: Sequence[int], width: int) -> list[int]:
    """Columns of a matrix as row vectors."""
    return [
        sum((row >> (width - 1 - i) & 1) << (len(rows) - 1 - j) for j, row in enumerate(rows))
        for i in range(width)
    ]


def nullspace(rows: Iterable[int], width: int) -> list[int]:
    """A basis of all v with row . v = 0 for every row, in reduced row echelon form."""
    reduced = row_reduced(rows)
    leads = [width - row.bit_length() for row in reduced]
    basis = []
    for free in sorted(set(range(width)) - set(leads)):
        bit = 1 << (width - 1 - free)
        pivots = (
            1 << (width - 1 - lead) for lead, row in zip(leads, reduced, strict=True) if row & bit
        )
        basis.append(bit | sum(pivots))
    return row_reduced(basis)
