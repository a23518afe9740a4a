"""Sums over GF(2) of lines: eight words, which are one line of memory and one vector register.

The compiler does not find such vectors by itself where a row has few lines.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

__all__ = ["LINE", "add_four", "empty_lines", "put_sum"]

LINE = 8
"""Words of 64 bits in a line."""

_VECTOR = ir.VectorType(ir.IntType(64), LINE)
_WORDS = types.Array(types.uint64, 1, "C")


def empty_lines(lines: int) -> NDArray[np.uint64]:
    """Words of so many lines, which begin where a line of memory does."""
    words = np.empty((lines + 1) * LINE, np.uint64)
    start = -words.ctypes.data % 64 // 8
    return words[start : start + lines * LINE]


def _compiled(function: Any) -> Any:
    """An intrinsic, whose caller leaves out the first argument."""
    return intrinsic(function)


class _Lines:
    """Loads and stores lines of an array, in the code that is being compiled."""

    def __init__(self, context: Any, builder: Any, words: Any) -> None:
        self._builder = builder
        self._data = context.make_array(_WORDS)(context, builder, words).data

    def _pointer(self, at: Any) -> Any:
        return self._builder.bitcast(self._builder.gep(self._data, [at]), _VECTOR.as_pointer())

    def load(self, at: Any) -> Any:
        return self._builder.load(self._pointer(at), align=8)

    def store(self, at: Any, line: Any) -> None:
        self._builder.store(line, self._pointer(at), align=8)


@_compiled
def put_sum(_typing: Any, _target: Any, _at: Any, _one: Any, _a: Any, _other: Any, _b: Any) -> Any:
    """put_sum(target, at, one, a, other, b): a line becomes the sum of two others.

    Arrays of words, and where in them a line begins; nothing is checked.
    """

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        target, at, one, a, other, b = arguments
        left, right = _Lines(context, builder, one), _Lines(context, builder, other)
        total = builder.xor(left.load(a), right.load(b))
        _Lines(context, builder, target).store(at, total)
        return context.get_dummy_value()

    return types.void(*[_WORDS, types.intp] * 3), generate


@_compiled
def add_four(
    _typing: Any, _target: Any, _at: Any, _source: Any, _a: Any, _b: Any, _c: Any, _d: Any
) -> Any:
    """add_four(target, at, source, a, b, c, d): four lines are added to another.

    Arrays of words, and where in them a line begins; nothing is checked.
    """

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        target, at, source, *starts = arguments
        into, lines = _Lines(context, builder, target), _Lines(context, builder, source)
        total = into.load(at)
        for start in starts:
            total = builder.xor(total, lines.load(start))
        into.store(at, total)
        return context.get_dummy_value()

    return types.void(_WORDS, types.intp, _WORDS, *[types.intp] * 4), generate
