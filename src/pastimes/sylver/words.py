"""Sets of numbers from 0 to 63 as words: bit n is set for n."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

__all__ = ["largest", "numbers_in", "shifted", "size", "smallest"]


def _instruction(name: str) -> Any:
    """A processor's instruction on a 64-bit word, by its name in LLVM."""

    @intrinsic
    def count(_typing: Any, _word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            zero_is_undefined = [] if name == "ctpop" else [ir.Constant(ir.IntType(1), 0)]
            return getattr(builder, name)(arguments[0], *zero_is_undefined)

        return types.uint64(types.uint64), generate

    return count


_bits_set = _instruction("ctpop")
_zeros_above = _instruction("ctlz")
_zeros_below = _instruction("cttz")


@njit(cache=True)
def size(word):
    """How many numbers a set has."""
    return np.int64(_bits_set(word))


@njit(cache=True)
def smallest(word):
    """The smallest number of a set; 64 for none."""
    return np.int64(_zeros_below(word))


@njit(cache=True)
def largest(word):
    """The largest number of a set; -1 for none."""
    return 63 - np.int64(_zeros_above(word))


@njit(cache=True)
def shifted(word):
    """A set of positive numbers with bit n - 1 for n, which is no negative number."""
    return np.int64(word >> np.uint64(1))


def numbers_in(word: np.uint64) -> list[int]:
    """The numbers of a set, ascending."""
    return [n for n in range(64) if int(word) >> n & 1]
