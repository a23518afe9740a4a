"""Arrays whose references are not counted."""

from typing import Any

from numba import types
from numba.extending import intrinsic

__all__ = ["borrowed"]


def _of_one_array(function: Any) -> Any:
    """An intrinsic, whose caller leaves out the first argument."""
    return intrinsic(function)


@_of_one_array
def borrowed(_typing: Any, array: types.Array) -> Any:
    """borrowed(array): the same array, for inner loops.

    Counting an array's references, which numba does wherever one gets another name, takes several
    nanoseconds each time. The array lent must outlive what is made of the one borrowed.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        same = context.make_array(signature.args[0])(context, builder, arguments[0])
        same.meminfo = context.get_constant_null(types.voidptr)
        same.parent = context.get_constant_null(types.pyobject)
        return same._getvalue()

    return array(array), generate
