"""Points: the parameters at which a step is run, one by one or as a grid of fields."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from pastimes.errors import UserError, did_you_mean

__all__ = ["Grid", "Point", "grid"]


@dataclass(frozen=True)
class Point:
    """Parameters of one run, and for each upstream argument the parameters of the runs it reads."""

    parameters: Mapping[str, Any]
    upstream: Mapping[str, Iterable[Mapping[str, Any]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Grid:
    """All combinations of some values of each parameter.

    Attributes
    ----------
    values : mapping from str to object
        By parameter, where its values come from: a text is the name of a field of the config, a
        function is given the config, and anything else is the value itself. A parameter that is
        not among them is the field of its own name.
    """

    values: Mapping[str, Any]

    def points(self, config: Any, kinds: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Every combination, the last parameter changing fastest.

        A list, a tuple or a range is swept, value by value, unless the parameter is a list.

        Parameters
        ----------
        config : object
        kinds : mapping from str to type
            The declared types of the step's parameters, in their order.
        """
        found = {name: self._value(config, name) for name in kinds}
        swept = (_swept(found[name], kind) for name, kind in kinds.items())
        for values in product(*swept):
            yield dict(zip(kinds, values, strict=True))

    def _value(self, config: Any, name: str) -> Any:
        source = self.values.get(name, name)
        if callable(source):
            return source(config)
        if not isinstance(source, str):
            return source
        if not hasattr(config, source):
            told = f"{type(config).__module__}: parameter {name}: the config has no {source}"
            raise UserError(f"{told}; {did_you_mean(source, vars(config))}")
        return getattr(config, source)


def _swept(value: Any, kind: Any) -> Iterable[Any]:
    whole = getattr(kind, "__origin__", None) is list
    return value if isinstance(value, list | tuple | range) and not whole else (value,)


def grid(**values: Any) -> Grid:
    """A step's points as a grid; see `Grid` for what can be said of a parameter.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> config = SimpleNamespace(shapes=["2x3", "4x5"], games=9)
    >>> kinds = {"shape": str, "games": int, "fair": bool}
    >>> found = grid(shape="shapes", fair=True).points(config, kinds)
    >>> [tuple(point.values()) for point in found]
    [('2x3', 9, True), ('4x5', 9, True)]
    """
    return Grid(values)
