"""Reads a study's configs with Hydra, and refuses what is wrong before any work starts.

``config/<experiment>/<study>.yaml`` is composed, then held against the experiment's frozen
dataclass ``Config``: every field given, none unknown, every value of its type and range.
"""

import dataclasses
import math
import re
import typing
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import yaml
from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.errors import HydraException
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from pastimes.lab.errors import Refusal, did_you_mean
from pastimes.lab.experiments import variants
from pastimes.lab.sweeps import LONGEST, RESOLVERS

__all__ = [
    "DEFAULT_STUDY",
    "Count",
    "Number",
    "Seed",
    "Sweep",
    "composed",
    "named_variant",
    "studies",
    "study_name",
]

DEFAULT_STUDY = "paper"
RESERVED = ("benchmarks", "logs", "runs", "specs")


def _infinity(value: Any) -> Any:
    return math.inf if value == "inf" else value


Count = Annotated[int, Field(ge=1, strict=True)]
"""A whole number, at least 1."""

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
    source = _Source(root / "config" / experiment, study, list(overrides))
    values = source.values()
    names = [f.name for f in dataclasses.fields(schema)]
    for key in values:
        if key not in names:
            where = source.where(key)
            raise Refusal(f"{where}: {key}: no such key; {did_you_mean(str(key), names)}")
    checked: dict[str, Any] = {}
    notices: list[str] = []
    hints = typing.get_type_hints(schema, include_extras=True)
    for key in names:
        if key not in values:
            place = source.shown if key not in source.overridden else "command line"
            raise Refusal(f"{place}: {key}: missing; it needs a value")
        valid = _checked(source.where(key), key, values[key], hints[key])
        checked[key], merged = _without_duplicates(valid)
        if merged:
            told = ", ".join(map(str, merged))
            notices.append(f"{source.where(key)}: {key}: merged duplicates of {told}")
    try:
        return schema(**checked), notices
    except ValueError as error:  # of a __post_init__ that compares fields
        place = "command line" if source.overrides else source.shown
        raise Refusal(f"{place}: {error}") from None


class _Source:
    """Where the values of one config come from: files, and the command line."""

    def __init__(self, folder: Path, study: str, overrides: list[str]) -> None:
        self.folder = folder
        self.study = study
        self.overrides = overrides
        self._trees: dict[str, yaml.MappingNode | None] = {}

    @property
    def shown(self) -> str:
        return self._shown(self.study)

    def _shown(self, name: str) -> str:
        return f"config/{self.folder.name}/{name}.yaml"

    @property
    def overridden(self) -> set[str]:
        """Keys that the command line sets or deletes."""
        return {re.split(r"[.=]", o.lstrip("+~"))[0] for o in self.overrides}

    def values(self) -> dict[Any, Any]:
        """The composed values, interpolations resolved."""
        for name in dict.fromkeys((self.study, DEFAULT_STUDY)):
            self._check_numbers(name)
        for override in self.overrides:
            if re.match(r"[+~]*hydra\b", override):
                raise Refusal(f"command line: {override}: Hydra's own settings play no part here")
        GlobalHydra.instance().clear()
        try:
            with (
                warnings.catch_warnings(),
                initialize_config_dir(str(self.folder.resolve()), version_base="1.3"),
            ):
                warnings.simplefilter("error")
                config = compose(self.study, overrides=self.overrides)
                values = OmegaConf.to_container(config, resolve=True, throw_on_missing=True)
        except RecursionError:
            raise Refusal(f"{self.shown}: defaults: the config includes itself") from None
        except yaml.YAMLError as error:
            raise Refusal(f"{self.shown}: {_yaml_problem(error)}") from None
        except (HydraException, OmegaConfBaseException, OSError, ValueError, UserWarning) as error:
            raise Refusal(self._reworded(error)) from None
        if not isinstance(values, dict):
            raise Refusal(f"{self.shown}: not a mapping; write one key: value a line")
        return values

    def where(self, key: Any) -> str:
        """Where a person finds the key: the command line, or the file that last sets it."""
        if key in self.overridden:
            return "command line"
        owners = (n for n in (self.study, DEFAULT_STUDY) if key in self._keys(n))
        return self._shown(next(owners, self.study))

    def _keys(self, name: str) -> list[str]:
        tree = self._tree(name)
        return [k.value for k, _ in tree.value if k.value != "defaults"] if tree else []

    def _tree(self, name: str) -> yaml.MappingNode | None:
        """The file as YAML nodes; None where it is empty, or is `paper` and absent."""
        if name not in self._trees:
            self._trees[name] = self._read_tree(name)
        return self._trees[name]

    def _read_tree(self, name: str) -> yaml.MappingNode | None:
        path, shown = self.folder / f"{name}.yaml", self._shown(name)
        if name != self.study and not path.exists():
            return None
        try:
            tree = yaml.compose(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise Refusal(f"{shown}: not UTF-8 text") from None
        except FileNotFoundError:
            raise Refusal(f"{shown}: no such study; {did_you_mean(name, self._near())}") from None
        except OSError as error:
            raise Refusal(f"{shown}: {error.strerror}") from None
        except yaml.YAMLError as error:
            raise Refusal(f"{shown}: {_yaml_problem(error)}") from None
        if tree is not None and not isinstance(tree, yaml.MappingNode):
            raise Refusal(f"{shown}: not a mapping; write one key: value a line")
        return tree

    def _near(self) -> list[str]:
        """Names of the experiment's configs."""
        return [path.stem for path in self.folder.glob("*.yaml")]

    def _check_numbers(self, name: str) -> None:
        """Refuse numbers that YAML 1.1 reads in its own way: 010 is 8 to it, 1:30 is 90."""
        tree = self._tree(name)
        for key, value in tree.value if tree else ():
            inherits = key.value == "defaults" and isinstance(value, yaml.SequenceNode)
            if inherits and [node.value for node in value.value[-1:]] != ["_self_"]:
                told = "_self_ stands last, or what is inherited overrides this file"
                raise Refusal(f"{self._shown(name)}: defaults: {told}")
            for scalar in _scalars(value):
                if scalar.tag.endswith((":int", ":float")) and not _PLAIN.fullmatch(scalar.value):
                    raise Refusal(
                        f"{self._shown(name)}: {key.value}: {scalar.value}: write the number in "
                        "plain decimals, and infinity as inf"
                    )

    def _reworded(self, error: Exception) -> str:
        text = str(error)
        unknown = re.search(r"Could not override '([^']+)'", text)
        if unknown:
            key, _, last = unknown[1].rpartition(".")
            known = [str(k) for n in (self.study, DEFAULT_STUDY) for k in self._keys(n)]
            return f"command line: {unknown[1]}: no such key" + (
                f" in {key}: {last}" if key else f"; {did_you_mean(last, set(known))}"
            )
        unsupported = re.search(r"Unsupported interpolation type (\w+)", text)
        if unsupported:
            key = getattr(error, "full_key", None)
            return (
                f"{self.shown}: {key}: {unsupported[1]}: {did_you_mean(unsupported[1], RESOLVERS)}"
            )
        absent = re.search(r"Could not (?:load|find) '([^']+)'", text)
        if absent:
            name = absent[1].rpartition("/")[2]
            near = did_you_mean(name, self._near())
            return f"{self.shown}: defaults: {name}: no such config; {near}"
        place = "command line" if self.overrides and "overrid" in text.lower() else self.shown
        key = getattr(error, "full_key", None)
        told = text.replace(str(self.folder.resolve()), "").strip() or "the value cannot be read"
        told = told.removeprefix("ValueError raised while resolving interpolation: ")
        told = told.partition("full_key:")[0].strip()
        return f"{place}: {key}: {told}" if key else f"{place}: {told}"


# Infinity and nan pass here: a field's own check knows whether it allows them.
_PLAIN = re.compile(
    r"[-+]?((0|[1-9]\d*)(\.\d*)?([eE][-+]?\d+)?|\.\d+([eE][-+]?\d+)?|\.(inf|Inf|INF|nan|NaN|NAN))"
)


def _yaml_problem(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        said = ", ".join(part for part in (error.context, error.problem) if part)
        return f"line {error.problem_mark.line + 1}: {said}"
    return str(error)


def _scalars(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _scalars(child)
    elif isinstance(node, yaml.MappingNode):
        for _, child in node.value:
            yield from _scalars(child)


def _checked(where: str, key: str, value: Any, hint: Any) -> Any:
    adapter = TypeAdapter(hint, config=ConfigDict(strict=True, allow_inf_nan=True))
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors()[0]
        inner = ".".join(str(part) for part in first["loc"] if isinstance(part, str))
        path = f"{key}.{inner}" if inner else key
        said = re.sub(r"^Value error, ", "", first["msg"])
        if first["type"] == "int_type" and isinstance(first["input"], float):
            said += "; write it without point and exponent"
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
    counts = Counter(value)
    return list(counts), [v for v, number in counts.items() if number > 1]
