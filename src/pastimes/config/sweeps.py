"""Long sweeps in configs: ``${range:...}``, ``${linspace:...}`` and ``${logspace:...}``."""

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from omegaconf import OmegaConf

from pastimes.declare.fields import LONGEST

__all__ = ["RESOLVERS", "USAGES"]


def _linspace(first: Any, last: Any, number: Any) -> list[Any]:
    if not isinstance(number, int) or not 2 <= number <= LONGEST:
        raise ValueError(f"a sweep of {number} values; from 2 to {LONGEST}")
    low, high = Decimal(str(first)), Decimal(str(last))
    return [float(low + (high - low) * i / (number - 1)) for i in range(number)]


def _logspace(first: Any, last: Any, number: Any) -> list[Any]:
    return [float(f"{10**exponent:.12g}") for exponent in _linspace(first, last, number)]


def _range(first: Any, stop: Any, by: Any = 1) -> list[Any]:
    # In decimals: 0.1 * 7 in binary is 0.7000000000000001.
    low, high, step = (Decimal(str(x)) for x in (first, stop, by))
    if step == 0:
        raise ValueError("the step is 0")
    number = max(math.ceil((high - low) / step), 0)
    if number > LONGEST:
        raise ValueError(f"a sweep of {number} values; at most {LONGEST}")
    whole = all(isinstance(x, int) for x in (first, stop, by))
    return [(int if whole else float)(low + step * i) for i in range(number)]


def _told(name: str, resolver: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
    """A resolver whose errors say how it is written."""

    def resolve(*given: Any) -> list[Any]:
        try:
            return resolver(*given)
        except (TypeError, ArithmeticError, ValueError) as error:
            told = f"{error}; " if type(error) is ValueError else ""
            written = ",".join(map(str, given))
            raise ValueError(f"${{{name}:{written}}}: {told}write {USAGES[name]}") from None

    return resolve


RESOLVERS: dict[str, Callable[..., list[Any]]] = {
    "linspace": _linspace,
    "logspace": _logspace,
    "range": _range,
}
"""What makes each; importing this module registers them."""

USAGES = {
    "linspace": "${linspace:first,last,number}",
    "logspace": "${logspace:from,to,number}",
    "range": "${range:first,stop,step}",
}
"""How each is written."""

for _name, _resolver in RESOLVERS.items():
    OmegaConf.register_new_resolver(_name, _told(_name, _resolver), replace=True)
