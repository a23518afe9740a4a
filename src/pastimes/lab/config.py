"""Reads a study's configs with Hydra, and refuses what is wrong before any work starts.

``config/<experiment>/<study>.yaml`` is composed, then held against the experiment's frozen
dataclass ``Config``: every field given, none unknown, every value of its type and range.
"""

import dataclasses
import math
import re
import typing
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.errors import HydraException
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from yaml import YAMLError

from pastimes.lab.errors import Refusal, did_you_mean

__all__ = ["DEFAULT_STUDY", "Count", "Number", "Seed", "Sweep", "composed", "studies", "study_name"]

DEFAULT_STUDY = "paper"
RESERVED = ("benchmarks", "logs", "runs", "specs")

_LONGEST = 100_000  # values in one sweep


def _infinity(value: Any) -> Any:
    return math.inf if value == "inf" else value


Count = Annotated[int, Field(ge=1, strict=True)]
"""A whole number, at least 1."""

Seed = Annotated[int, Field(ge=0, lt=2**63, strict=True)]
"""Root of an experiment's random streams."""

Number = Annotated[float, BeforeValidator(_infinity), Field(strict=True)]
"""A number; infinity is written ``inf``. A field's own check says where infinity is allowed."""

Sweep = Field(min_length=1, max_length=_LONGEST)
"""For lists of values that are swept: at least one value."""


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
    if text in RESERVED:
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
    folder = root / "config" / experiment
    overrides = list(overrides)
    values = _composed_values(folder, study, overrides)
    checked: dict[str, Any] = {}
    notices: list[str] = []
    hints = typing.get_type_hints(schema, include_extras=True)
    names = [f.name for f in dataclasses.fields(schema)]
    for key in values:
        if key not in names:
            where = _where(folder, study, key, overrides)
            raise Refusal(f"{where}: {key}: no such key; {did_you_mean(str(key), names)}")
    for key in names:
        where = _where(folder, study, key, overrides)
        if key not in values:
            raise Refusal(f"{where}: {key}: missing; it needs a value")
        checked[key] = _checked(where, key, values[key], hints[key])
        checked[key], merged = _without_duplicates(checked[key])
        if merged:
            notices.append(f"{where}: {key}: merged duplicates of {', '.join(map(str, merged))}")
    return _built(schema, checked, folder / f"{study}.yaml"), notices


def _built(schema: type[Any], values: Mapping[str, Any], path: Path) -> Any:
    try:
        return schema(**values)
    except ValueError as error:  # a __post_init__ that compares fields
        raise Refusal(f"{_shown(path)}: {error}") from None


def _composed_values(folder: Path, study: str, overrides: list[str]) -> dict[Any, Any]:
    path = folder / f"{study}.yaml"
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Refusal(f"{_shown(path)}: not UTF-8 text") from None
    except OSError as error:
        raise Refusal(f"{_shown(path)}: {error.strerror}") from None
    GlobalHydra.instance().clear()
    try:
        with initialize_config_dir(str(folder.resolve()), version_base="1.3"):
            config = compose(study, overrides=overrides)
        values = OmegaConf.to_container(config, resolve=True, throw_on_missing=True)
    except (HydraException, OmegaConfBaseException, YAMLError, ValueError) as error:
        raise Refusal(_reworded(folder, study, overrides, error)) from None
    if not isinstance(values, dict):
        raise Refusal(f"{_shown(path)}: not a mapping; write one key: value a line")
    return values


def _reworded(folder: Path, study: str, overrides: list[str], error: Exception) -> str:
    where = _shown(folder / f"{study}.yaml")
    text = str(error)
    unknown = re.search(r"Could not override '([^']+)'", text)
    if unknown:
        known = list(OmegaConf.load(folder / f"{DEFAULT_STUDY}.yaml"))
        return (
            f"command line: {unknown[1]}: no such key; {did_you_mean(unknown[1], map(str, known))}"
        )
    absent = re.search(r"Could not (?:load|find) '([^']+)'", text)
    if absent:
        name = absent[1].rpartition("/")[2]
        near = sorted(p.stem for p in folder.glob("*.yaml"))
        return f"{where}: defaults: {name}: no such config; {did_you_mean(name, near)}"
    if overrides and "override" in text.lower():
        where = "command line"
    return f"{where}: {text.replace(str(folder.resolve()), '').strip()}"


def _checked(where: str, key: str, value: Any, hint: Any) -> Any:
    adapter = TypeAdapter(hint, config=ConfigDict(strict=True, allow_inf_nan=True))
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors()[0]
        inner = ".".join(str(part) for part in first["loc"] if isinstance(part, str))
        path = f"{key}.{inner}" if inner else key
        said = re.sub(r"^Value error, ", "", first["msg"])
        raise Refusal(f"{where}: {path}: {_plain(first['input'])}: {said}") from None


def _plain(value: Any) -> str:
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _without_duplicates(value: Any) -> tuple[Any, list[Any]]:
    if isinstance(value, dict):
        parts = {k: _without_duplicates(v) for k, v in value.items()}
        return {k: p[0] for k, p in parts.items()}, [m for p in parts.values() for m in p[1]]
    if not isinstance(value, list):
        return value, []
    kept = list(dict.fromkeys(value))
    return kept, [v for v in kept if value.count(v) > 1]


def _where(folder: Path, study: str, key: Any, overrides: list[str]) -> str:
    """Where a person finds the key: the command line, or the file that last sets it."""
    if any(re.split(r"[.=]", o.lstrip("+~"))[0] == key for o in overrides):
        return "command line"
    for name in (study, DEFAULT_STUDY):
        path = folder / f"{name}.yaml"
        if path.exists() and key in (OmegaConf.load(path) or {}):
            return _shown(path)
    return _shown(folder / f"{study}.yaml")


def _shown(path: Path) -> str:
    return "/".join(path.parts[-3:])


def _evenly(first: Any, last: Any, number: int) -> list[float]:
    if number < 2:
        raise ValueError(f"linspace needs at least 2 values, not {number}")
    low, high = Decimal(str(first)), Decimal(str(last))
    return [float(low + (high - low) * i / (number - 1)) for i in range(_bounded(number))]


def _by_factors(first: Any, last: Any, number: int) -> list[float]:
    return [float(f"{10**exponent:.12g}") for exponent in _evenly(first, last, number)]


def _stepwise(first: Any, stop: Any, by: Any = 1) -> list[float] | list[int]:
    # In decimals: 0.1 * 7 in binary is 0.7000000000000001.
    low, high, step = (Decimal(str(x)) for x in (first, stop, by))
    if step == 0:
        raise ValueError("range needs a step other than 0")
    number = max(math.ceil((high - low) / step), 0)
    whole = all(isinstance(x, int) for x in (first, stop, by))
    return [(int if whole else float)(low + step * i) for i in range(_bounded(number))]


def _bounded(number: int) -> int:
    if number > _LONGEST:
        raise ValueError(f"a sweep of {number} values; at most {_LONGEST}")
    return number


for _name, _resolver in (("linspace", _evenly), ("logspace", _by_factors), ("range", _stepwise)):
    OmegaConf.register_new_resolver(_name, _resolver, replace=True)
