"""Sets of numbers from 0 to 63 as words: bit n is set for n."""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

__all__ = ["largest", "numbers_in", "shifted", "size", "smallest"]


def _instruction(call: Callable[[Any, Any], Any]) -> Any:
    """A processor's instruction on a 64-bit word, by the builder of LLVM's that calls it."""

    @intrinsic
    def count(_typing: Any, _word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return call(builder, arguments[0])

        return types.uint64(types.uint64), generate

    return count


_DEFINED = ir.Constant(ir.IntType(1), 0)  # of the zeros of 0, which are 64

_bits_set = _instruction(lambda builder, word: builder.ctpop(word))
_zeros_above = _instruction(lambda builder, word: builder.ctlz(word, _DEFINED))
_zeros_below = _instruction(lambda builder, word: builder.cttz(word, _DEFINED))


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
