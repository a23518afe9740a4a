"""Where the values of a config come from: the study's file, those it builds on, the command line.

What each of them says is checked on its own, so that a refusal names the one to mend; Hydra then
composes them.
"""

import re
import warnings
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml
from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from pastimes.config.overrides import parse_override
from pastimes.config.trees import bases, check_interpolation, read_tree, source, under
from pastimes.errors import UserError, as_written, did_you_mean

__all__ = ["Source"]

_COMMAND_LINE = "command line"


class Source:
    """The files and overrides of one config.

    Parameters
    ----------
    folder : Path
        ``config/<experiment>``.
    study : str
    overrides : iterable of str
    keys : collection of str
        All keys that there are.

    Raises
    ------
    UserError
        Where one of them is wrong in itself.
    """

    def __init__(
        self, folder: Path, study: str, overrides: Iterable[str], keys: Collection[str]
    ) -> None:
        self._folder = folder
        self._study = study
        self._keys = keys
        self._trees: dict[str, yaml.MappingNode | None] = {}
        self._read(study)
        self._check_kinds()
        self._overrides = [self._override(word) for word in overrides]

    def _shown(self, name: str) -> str:
        return f"config/{self._folder.name}/{name}.yaml"

    def where(self, key: str) -> str:
        """Where a person finds the key: the command line, or the file that last sets it."""
        if key in {override.key_or_group.partition(".")[0] for override in self._overrides}:
            return _COMMAND_LINE
        owners = (name for name, tree in self._trees.items() if under(tree, key))
        return self._shown(next(owners, self._study))

    @property
    def where_all(self) -> str:
        """Where a person changes what does not go together."""
        return _COMMAND_LINE if self._overrides else self._shown(self._study)

    def _read(self, name: str, above: tuple[str, ...] = ()) -> None:
        """Read a file and those it builds on, the one that wins first."""
        if name in above:
            raise UserError(f"{self._shown(name)}: defaults: the config includes itself")
        try:
            tree = read_tree(self._folder / f"{name}.yaml", self._shown(name))
        except FileNotFoundError:
            there = (path.stem for path in self._folder.glob("*.yaml") if path.exists())
            near = did_you_mean(name, there)
            if above:
                where = f"{self._shown(above[-1])}: defaults: {name}: no such config"
            else:
                where = f"{self._shown(name)}: no such study"
            raise UserError(f"{where}; {near}") from None
        except OSError as error:
            raise UserError(f"{self._shown(name)}: {error.strerror}") from None
        self._trees.setdefault(name, tree)
        for base in reversed(bases(tree)):
            self._read(base, (*above, name))

    def _check_kinds(self) -> None:
        """Refuse a list where another file has a mapping, and the reverse: they do not merge."""
        for (name, tree), (other, base) in combinations(self._trees.items(), 2):
            for key, node in _clashes(tree, base):
                kind = "list" if isinstance(node, yaml.MappingNode) else "mapping"
                told = f"{self._shown(name)}: {key}: {source(node)}"
                raise UserError(f"{told}: {self._shown(other)} has a {kind} here; write one")

    def _override(self, word: str) -> Override:
        """Check one override but for what its value may be."""
        try:
            override = parse_override(word)
        except UserError as refusal:
            raise UserError(f"{_COMMAND_LINE}: {refusal}") from None
        self._check_key(override)
        self._check_kind(override)
        check_interpolation(_COMMAND_LINE, override.key_or_group, str(override.value()))
        return override

    def _check_key(self, override: Override) -> None:
        key = str(override.key_or_group)
        first, *inner = key.split(".")
        told = f"{_COMMAND_LINE}: {key}: no such key"
        if first not in self._keys:
            raise UserError(f"{told}; {did_you_mean(first, self._keys)}")
        mapping = any(isinstance(node, yaml.MappingNode) for node in self._written(first))
        if len(inner) > (1 if mapping else 0):
            raise UserError(f"{told}; write {first}{'.NAME' if mapping else ''}=VALUE")
        if override.is_delete() and not self._written(first, *inner):
            names = {name.value for node in self._written(first) for name, _ in node.value}
            raise UserError(f"{told}; {did_you_mean(inner[0], names)}")

    def _check_kind(self, override: Override) -> None:
        value = override.value()
        for node in self._written(*override.key_or_group.split(".")):
            if isinstance(value, list) and isinstance(node, yaml.MappingNode):
                wanted = "{name: value}"
            elif isinstance(value, dict) and isinstance(node, yaml.SequenceNode):
                wanted = "[value]"
            else:
                continue
            key, _, written = str(override.input_line).partition("=")
            shown = as_written(written, quoted=False)
            raise UserError(f"{_COMMAND_LINE}: {key}: {shown}: written as {wanted}")

    def _written(self, *keys: str) -> list[yaml.Node]:
        """What the files have at a key."""
        return [node for tree in self._trees.values() if (node := under(tree, *keys))]

    def values(self) -> dict[Any, Any]:
        """The composed values, interpolations resolved."""
        GlobalHydra.instance().clear()
        try:
            with (
                warnings.catch_warnings(),
                initialize_config_dir(str(self._folder.resolve()), version_base="1.3"),
            ):
                warnings.simplefilter("error", UserWarning)
                config = compose(self._study, overrides=[_forced(o) for o in self._overrides])
                return dict(OmegaConf.to_container(config, resolve=True))  # type: ignore[arg-type]
        except OmegaConfBaseException as error:
            raise UserError(self._reworded(error)) from None
        except (HydraException, OSError, ValueError, UserWarning) as error:
            raise UserError(f"{self.where_all}: {error}") from None

    def _reworded(self, error: OmegaConfBaseException) -> str:
        key = str(error.full_key or "")
        where = self.where(re.split(r"[.\[]", key)[0])
        told = str(error).partition("full_key:")[0].strip()
        absent = re.search(r"(Interpolation key '|trying to access |resolving key ')([^':]+)", told)
        if absent:
            told = f"${{{absent[2]}}}: no such key; {did_you_mean(absent[2], self._keys)}"
        elif "ecursi" in told:
            told = "it refers to itself"
        told = re.sub(r"^\w+ raised while resolving interpolation: ", "", told)
        return f"{where}: {key}: {told}"


def _forced(override: Override) -> str:
    """The override as one that also adds: whether there is such a key is checked elsewhere."""
    word = str(override.input_line)
    return word if override.is_delete() else f"++{word.lstrip('+')}"


def _clashes(
    tree: yaml.Node | None, base: yaml.Node | None, key: str = ""
) -> Iterator[tuple[str, yaml.Node]]:
    """Keys under which one tree has a list and the other a mapping, with the first's node."""
    kinds = (yaml.SequenceNode, yaml.MappingNode)
    if not isinstance(tree, kinds) or not isinstance(base, kinds):
        return
    if type(tree) is not type(base):
        yield key, tree
    elif isinstance(tree, yaml.MappingNode):
        for name, node in tree.value:
            yield from _clashes(node, under(base, name.value), f"{key}.{name.value}".lstrip("."))
