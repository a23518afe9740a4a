"""How fast a sequence of counts grows."""

import math
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Growth", "growth"]


class Growth(NamedTuple):
    """Growth of a sequence at one index.

    Attributes
    ----------
    vertices : int
        Index of the term.
    ratio : float
        The term over the one before.
    mean_ratio : float
        Square root of the term over the one two before: even and odd terms may differ.
    limit : float
        An estimate of the limit of the ratios; nan where there are too few terms.
    """

    vertices: int
    ratio: float
    mean_ratio: float
    limit: float


def growth(terms: Sequence[int], first: int) -> list[Growth]:
    """Growth of a sequence of positive numbers, from its third term on.

    Where terms grow as C m^n n^t, with a C for even and one for odd n, the mean ratio s(n) is
    m (1 + t / n + O(1 / n^2)); then (n s(n) - (n - 2) s(n - 2)) / 2 is m + O(1 / n^2). That is the
    estimate, and the assumption.

    Parameters
    ----------
    terms : sequence of int
    first : int
        Index of the first term.
    """
    roots = [math.sqrt(b / a) for a, b in zip(terms, terms[2:], strict=False)]
    found = []
    for i, root in enumerate(roots):
        n = first + 2 + i
        limit = (n * root - (n - 2) * roots[i - 2]) / 2 if i >= 2 else math.nan
        found.append(Growth(n, terms[i + 2] / terms[i + 1], root, limit))
    return found
