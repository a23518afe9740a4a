"""Checks a study's configs, and refuses what is wrong before any work starts.

``config/<experiment>/<study>.yaml`` is composed (`config.sources`), then compared with the
experiment's frozen dataclass ``Config``: every field given, none unknown, every value of its type
and range.
"""

import dataclasses
import math
import re
import typing
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import (
    ConfigDict,
    TypeAdapter,
    ValidationError,
)

from pastimes.config.sources import Source
from pastimes.errors import UserError, as_written, did_you_mean

__all__ = [
    "DEFAULT_STUDY",
    "compose_config",
    "studies",
    "study_name",
]

DEFAULT_STUDY = "paper"
RESERVED = ("benchmarks", "lock", "logs", "mlartifacts", "runs", "specs")


def study_name(name: Any) -> str:
    """Check the name of a study.

    Raises
    ------
    UserError
        Where it cannot name a folder of results.
    """
    text = str(name)
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}", text):
        raise UserError(f"study {text!r}: allowed: letters, digits, _ and -, at most 64")
    if text.lower() in RESERVED:
        raise UserError(f"study {text}: this name is kept for the folder results/{text}")
    return text


def studies(root: Path) -> dict[str, set[str]]:
    """Studies in ``config/``: name -> experiments that have a file for it."""
    found: dict[str, set[str]] = {}
    for path in sorted((root / "config").glob("*/[!.]*.yaml")):
        found.setdefault(path.stem, set()).add(path.parent.name)
    return found


def compose_config(
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
    UserError
        With file, key, value and what is allowed.
    """
    names = [f.name for f in dataclasses.fields(schema)]
    source = Source(root / "config" / experiment, study_name(study), overrides, names)
    values = source.values()
    for key in values:
        if key not in names:
            told = f"{source.where(key)}: {as_written(key, quoted=False)}: no such key"
            raise UserError(f"{told}; {did_you_mean(str(key), names)}")
    checked: dict[str, Any] = {}
    notices: list[str] = []
    hints = typing.get_type_hints(schema, include_extras=True)
    for key in names:
        if key not in values:
            raise UserError(f"{source.where(key)}: {key}: missing; it needs a value")
        valid = _checked(source.where(key), key, values[key], hints[key])
        checked[key], merged = _without_duplicates(valid)
        if merged:
            told = ", ".join(map(str, merged))
            notices.append(f"{source.where(key)}: {key}: merged duplicates of {told}")
    try:
        return schema(**checked), notices
    except ValueError as error:  # of a __post_init__ that compares fields
        raise UserError(f"{source.where_all}: {error}") from None


def _checked(where: str, key: str, value: Any, hint: Any) -> Any:
    adapter = TypeAdapter(hint, config=ConfigDict(strict=True, allow_inf_nan=True))
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        raise UserError(f"{where}: {key}{_told(error)}") from None


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
