"""Steps: pure functions from a spec to a table, declared in an experiment's module.

A step is a function whose keyword parameters are its spec's parameters, typed ``int``, ``float``,
``str``, ``bool`` or a list of these. Two names are special: ``rng`` is a generator built from the
spec (then the experiment's config has a ``seed``), ``shard`` numbers independent parts of one
point. Parameters named in ``upstream`` are tables of other steps. It returns rows (NamedTuples of
the columns, or tuples in their order), or a mapping from column to values.

Import the mathematics inside the function: planning then starts fast, and the spec's code hash
covers what this step needs and nothing else.
"""

import inspect
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pastimes.declare.points import Grid, Point
from pastimes.errors import did_you_mean
from pastimes.store.specs import column_type

__all__ = ["Column", "Step", "gathered_columns", "step", "types_of"]


@dataclass(frozen=True)
class Column:
    """A column of a table: its Arrow type (``int64``, ``float64``, ``string``, ``bool``),
    meaning and unit."""

    type: str
    meaning: str
    unit: str = ""


@dataclass(frozen=True)
class Step:
    """A pure function with its table's schema and the points it is run at.

    Attributes
    ----------
    function : callable
    columns : mapping from str to Column
        The table's schema, in order.
    points : Grid or callable
        A grid of the config's fields, or a function from the config to the points (each a `Point`,
        or its parameters alone). Not given: each parameter is the field of its name.
    upstream : mapping from str to Step
        Which step each upstream argument comes from.
    variants : mapping from str to str
        Parameters that name a variant, and the package in which its module is found.
    batch : int
        Runs that one job executes; cheap runs share a job.
    memory_mb : int or callable
        What one job needs; a callable is given the parameters.

    Raises
    ------
    ValueError
        Where a parameter and a column have one name: gathered tables hold both. Where the grid
        names what is no parameter.
    """

    function: Callable[..., Any]
    columns: Mapping[str, Column]
    points: Grid | Callable[[Any], Iterable[Point | Mapping[str, Any]]] = Grid({})  # noqa: RUF009
    upstream: Mapping[str, "Step"] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    batch: int = 1
    memory_mb: int | Callable[[Mapping[str, Any]], int] = 500

    def __post_init__(self) -> None:
        clash = sorted({"run", *self.parameters} & set(self.columns))
        if clash:
            raise ValueError(f"{self.name}: {clash[0]} names a parameter and a column")
        given = self.points.values if isinstance(self.points, Grid) else ()
        for name in set(given) - set(self.parameters):
            guess = did_you_mean(name, self.parameters)
            raise ValueError(f"{self.name}: the grid's {name} is no parameter; {guess}")

    def points_of(self, config: Any) -> Iterable[Point]:
        """The points at which it is run for a config."""
        if isinstance(self.points, Grid):
            found: Iterable[Any] = self.points.points(config, self.parameters)
        else:
            found = self.points(config)
        return (each if isinstance(each, Point) else Point(each) for each in found)

    @property
    def name(self) -> str:
        return self.function.__name__

    def variant_modules(self, parameters: Mapping[str, Any]) -> tuple[str, ...]:
        """Modules of the variants that these parameters name."""
        return tuple(f"{package}.{parameters[name]}" for name, package in self.variants.items())

    def memory(self, parameters: Mapping[str, Any]) -> int:
        """Megabytes that a run with these parameters needs."""
        return self.memory_mb if isinstance(self.memory_mb, int) else self.memory_mb(parameters)

    @property
    def summary(self) -> str:
        """First line of the function's docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """Types of the spec's parameters, by name."""
        hints = typing.get_type_hints(self.function)
        names = inspect.signature(self.function).parameters
        return {n: hints[n] for n in names if n != "rng" and n not in self.upstream}

    @property
    def types(self) -> dict[str, str]:
        """Types of the columns, by name."""
        return types_of(self.columns)

    @cached_property
    def draws(self) -> bool:
        """Whether the function draws random numbers."""
        return "rng" in inspect.signature(self.function).parameters


def step(**declaration: Any) -> Callable[[Callable[..., Any]], Step]:
    """Declare a function as a step; see `Step` for what can be said."""
    return lambda function: Step(function, **declaration)


def types_of(columns: Mapping[str, Column]) -> dict[str, str]:
    """Types of columns, by name."""
    return {name: column.type for name, column in columns.items()}


def gathered_columns(step: Step) -> dict[str, Column]:
    """The columns of a gathered table: the run, its parameters, and what the step returns."""
    parameters = {
        name: Column(column_type(kind), f"parameter of {step.name}")
        for name, kind in step.parameters.items()
    }
    run = Column("string", "id of the run that the row comes from")
    return {"run": run, **parameters, **step.columns}
