"""Checks a study's configs, and refuses what is wrong before any work starts.

``config/<experiment>/<study>.yaml`` is composed (`lab.sources`), then held against the
experiment's frozen dataclass ``Config``: every field given, none unknown, every value of its type
and range.
"""

import dataclasses
import math
import re
import typing
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from pastimes.lab.errors import Refusal, as_written, did_you_mean
from pastimes.lab.experiments import variants
from pastimes.lab.sources import Source
from pastimes.lab.sweeps import LONGEST

__all__ = [
    "DEFAULT_STUDY",
    "Count",
    "Number",
    "Seed",
    "Sweep",
    "composed",
    "named_switches",
    "named_variant",
    "studies",
    "study_name",
]

DEFAULT_STUDY = "paper"
RESERVED = ("benchmarks", "logs", "runs", "specs")


def _infinity(value: Any) -> Any:
    return math.inf if value == "inf" else value


Count = Annotated[int, Field(ge=1, le=10**9, strict=True)]
"""A whole number, from 1 to 10^9: sums of such numbers fit a word."""

Seed = Annotated[int, Field(ge=0, lt=2**63, strict=True)]
"""Root of an experiment's random streams."""

Number = Annotated[float, BeforeValidator(_infinity), Field(strict=True)]
"""A number; infinity is written ``inf``. A field's own check says where infinity is allowed."""

Sweep = Field(min_length=1, max_length=LONGEST)
"""For lists of values that are swept: at least one value."""


def named_variant(package: str, kind: str) -> AfterValidator:
    """A check that a text names a variant: a module of a package, found by its file name.

    Parameters
    ----------
    package : str
        Where the modules are.
    kind : str
        What people call such a variant, for the refusal.
    """

    def check(name: str) -> str:
        if name not in variants(package):
            raise ValueError(f"no {kind} {name}; {did_you_mean(name, variants(package))}")
        return name

    return AfterValidator(check)


def named_switches(parse: Callable[[str], Any], names: Iterable[str], plain: str) -> AfterValidator:
    """A check that a text sets switches that there are, to values that they take.

    Parameters
    ----------
    parse : callable
        Reads the text; a ValueError says what is wrong with it.
    names : iterable of str
        All switches.
    plain : str
        How it is written that none is set.
    """
    known = [plain, *names]

    def check(text: str) -> str:
        for name in (word.partition("=")[0] for word in text.split(" ")):
            if name not in known:
                raise ValueError(f"no switch {name!r}; {did_you_mean(name, known)}")
        parse(text)
        return text

    return AfterValidator(check)


def study_name(name: Any) -> str:
    """Check the name of a study.

    Raises
    ------
    Refusal
        Where it cannot name a folder of results.
    """
    text = str(name)
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}", text):
        raise Refusal(f"study {text!r}: allowed: letters, digits, _ and -, at most 64")
    if text.lower() in RESERVED:
        raise Refusal(f"study {text}: this name is kept for the folder results/{text}")
    return text


def studies(root: Path) -> dict[str, set[str]]:
    """Studies in ``config/``: name -> experiments that have a file for it."""
    found: dict[str, set[str]] = {}
    for path in sorted((root / "config").glob("*/*.yaml")):
        found.setdefault(path.stem, set()).add(path.parent.name)
    return found


def composed(
    root: Path, experiment: str, schema: type[Any], study: str, overrides: Iterable[str] = ()
) -> tuple[Any, list[str]]:
    """Compose and check one experiment's config.

    Parameters
    ----------
    root : Path
        The project's folder.
    schema : dataclass
        The experiment's ``Config``; its annotations carry the ranges.
    study : str
    overrides : iterable of str
        Hydra overrides, ``key=value``.

    Returns
    -------
    config : instance of `schema`
    notices : list of str
        What was canonicalised on the way, such as duplicates merged.

    Raises
    ------
    Refusal
        With file, key, value and what is allowed.
    """
    names = [f.name for f in dataclasses.fields(schema)]
    source = Source(root / "config" / experiment, study_name(study), overrides, names)
    values = source.values()
    for key in values:
        if key not in names:
            told = f"{source.where(key)}: {as_written(key, quoted=False)}: no such key"
            raise Refusal(f"{told}; {did_you_mean(str(key), names)}")
    checked: dict[str, Any] = {}
    notices: list[str] = []
    hints = typing.get_type_hints(schema, include_extras=True)
    for key in names:
        if key not in values:
            raise Refusal(f"{source.where(key)}: {key}: missing; it needs a value")
        valid = _checked(source.where(key), key, values[key], hints[key])
        checked[key], merged = _without_duplicates(valid)
        if merged:
            told = ", ".join(map(str, merged))
            notices.append(f"{source.where(key)}: {key}: merged duplicates of {told}")
    try:
        return schema(**checked), notices
    except ValueError as error:  # of a __post_init__ that compares fields
        raise Refusal(f"{source.where_all}: {error}") from None


def _checked(where: str, key: str, value: Any, hint: Any) -> Any:
    adapter = TypeAdapter(hint, config=ConfigDict(strict=True, allow_inf_nan=True))
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        raise Refusal(f"{where}: {key}{_told(error)}") from None


def _told(error: ValidationError) -> str:
    """Where in a value it is wrong, what stands there, and what is allowed."""
    first = error.errors()[0]
    names = [part for part in first["loc"] if isinstance(part, str) and part != "[key]"]
    inner = "".join(f".{name}" for name in names)
    value = first["input"]
    said = re.sub(r"^Value error, | after validation, not \d+$", "", first["msg"])
    said = said.replace("dictionary", "mapping")
    if first["type"] == "int_type" and isinstance(value, float) and math.isfinite(value):
        said += "; write it without point and exponent"
    if first["type"] == "value_error" and isinstance(value, dict):
        return f"{inner}: {said}"  # which names what is wrong in the mapping
    return f"{inner}: {as_written(value)}: {said}"


def _without_duplicates(value: Any) -> tuple[Any, list[Any]]:
    if isinstance(value, dict):
        parts = {k: _without_duplicates(v) for k, v in value.items()}
        return {k: p[0] for k, p in parts.items()}, [m for p in parts.values() for m in p[1]]
    if not isinstance(value, list):
        return value, []
    counts = Counter(value)
    return list(counts), [v for v, number in counts.items() if number > 1]
