"""Specs: everything that determines a run's result, in one canonical form."""

import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

__all__ = ["Spec", "canonical_json", "column_type", "decoded"]

_ID_DIGITS = 16
_LABEL_LENGTH = 48
_LONGEST_LIST = 4  # of those shown in labels


def canonical_json(value: Any) -> str:
    """One text for equal values: no spaces, infinity as the string ``inf``, keys in their order.

    Raises
    ------
    ValueError
        For nan.

    Examples
    --------
    >>> canonical_json({"b": -0.0, "a": float("inf")})
    '{"b":0.0,"a":"inf"}'
    """
    return json.dumps(_encoded(value), separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _encoded(value: Any) -> Any:
    if isinstance(value, float):
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return value + 0.0  # -0.0 becomes 0.0
    if isinstance(value, Mapping):
        return {k: _encoded(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_encoded(v) for v in value]
    return value


def decoded(value: Any, kind: Any) -> Any:
    """Bring a parameter, as JSON or a config holds it, to its declared type.

    Parameters
    ----------
    value : object
    kind : type
        ``int``, ``float``, ``str``, ``bool`` or ``list`` of one of them.

    Raises
    ------
    ValueError
        Where an ``int`` would lose a fraction.
    """
    if getattr(kind, "__origin__", None) is list:
        return [decoded(v, kind.__args__[0]) for v in value]
    if kind is int and int(value) != value:
        raise ValueError(f"{value}: not a whole number")
    return kind(value)


_OF_PARAMETERS: dict[Any, str] = {int: "int64", float: "float64", bool: "bool"}


def column_type(kind: Any) -> str:
    """The type of the column in which gathered tables show a parameter; lists are JSON text."""
    return _OF_PARAMETERS.get(kind, "string")


@dataclass(frozen=True)
class Spec:
    """What determines a run.

    Attributes
    ----------
    experiment, step : str
    parameters : mapping
        Resolved values, by name, in the order of the step's signature.
    seed : int or None
        Root of the random stream; None where the step draws nothing.
    upstream : mapping from str to list of str
        File stems, ids included, of the runs read by each upstream argument.
    code : str
        Hash of the code that the step imports, and of its schema.
    """

    experiment: str
    step: str
    parameters: Mapping[str, Any]
    seed: int | None
    upstream: Mapping[str, list[str]]
    code: str

    def content(self) -> dict[str, Any]:
        """The attributes, by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def canonical(self) -> str:
        """The spec as canonical JSON: the content of its file."""
        return canonical_json(self.content())

    @cached_property
    def id(self) -> str:
        """Hash of the canonical JSON, shortened."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()[:_ID_DIGITS]

    @property
    def label(self) -> str:
        """The parameters for people, as they appear in file names."""
        shown = (v for v in self.parameters.values() if not _is_long(v))
        text = "-".join(_words(value) for value in shown)
        return re.sub(r"[^A-Za-z0-9._-]+", "-", text)[:_LABEL_LENGTH].strip("-.") or "run"

    @cached_property
    def stem(self) -> str:
        """File name of the spec and of its run, without folder and ending."""
        return f"{self.label}-{self.id}"


def _is_long(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) > _LONGEST_LIST


def _words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "-".join(_words(v) for v in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
