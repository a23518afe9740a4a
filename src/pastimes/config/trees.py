"""Config files as trees of YAML nodes: what a person wrote, and where, before Hydra reads it."""

import math
import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from pastimes.config.sweeps import RESOLVERS, USAGES
from pastimes.errors import UserError, as_written, did_you_mean

__all__ = ["bases", "check_interpolation", "read_tree", "source", "under"]


def read_tree(path: Path, shown: str) -> yaml.MappingNode | None:
    """Read a config as YAML nodes, and refuse what Hydra would read in its own way.

    Parameters
    ----------
    path : Path
    shown : str
        How refusals name the file.

    Returns
    -------
    MappingNode or None
        None where the file is empty.

    Raises
    ------
    FileNotFoundError
    UserError
    """
    try:
        text = path.read_text(encoding="utf-8")
        tree = yaml.compose(text)
        tag = next((token for token in yaml.scan(text) if isinstance(token, yaml.TagToken)), None)
    except UnicodeDecodeError:
        raise UserError(f"{shown}: not UTF-8 text") from None
    except yaml.YAMLError as error:
        raise UserError(f"{shown}: {_problem(error, text)}") from None
    except RecursionError:
        raise UserError(f"{shown}: nested too deeply") from None
    if tag:
        told = f"line {tag.start_mark.line + 1}: {source(tag)}"
        raise UserError(f"{shown}: {told}: tags play no part here; write plain values")
    if tree is None:
        return None
    if not isinstance(tree, yaml.MappingNode):
        raise UserError(f"{shown}: not a mapping; write one key: value a line")
    _check_keys(tree, shown)
    for name, node in tree.value:
        try:
            for key, below in _walked(node, name.value):
                _check(below, shown, key)
        except RecursionError:
            raise UserError(f"{shown}: {name.value}: an alias stands for what holds it") from None
    _check_defaults(under(tree, "defaults"), shown)
    if under(tree, "hydra"):
        raise UserError(f"{shown}: hydra: Hydra's own settings are not supported")
    return tree


def under(tree: yaml.Node | None, *keys: str) -> yaml.Node | None:
    """The node below some keys, or None."""
    for key in keys:
        pairs = tree.value if isinstance(tree, yaml.MappingNode) else ()
        tree = next((node for name, node in pairs if name.value == key), None)
    return tree


def bases(tree: yaml.MappingNode | None) -> list[str]:
    """Names of the configs that one builds on, in their order."""
    found = under(tree, "defaults")
    return [name.value for name in found.value[:-1]] if found else []


def source(node: yaml.Node | yaml.Token) -> str:
    """The text that a node or token was read from."""
    start, end = node.start_mark, node.end_mark
    return as_written(start.buffer[start.pointer : end.pointer].strip(), quoted=False)


def _problem(error: yaml.YAMLError, text: str) -> str:
    if isinstance(error, yaml.reader.ReaderError):
        line = text.count("\n", 0, error.position) + 1
        return f"line {line}: character {chr(error.character)!r} is not allowed"
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        said = ", ".join(part for part in (error.context, error.problem) if part)
        return f"line {error.problem_mark.line + 1}: {said}"
    return str(error)


def _walked(node: yaml.Node, key: str) -> Iterator[tuple[str, yaml.Node]]:
    """A node and all below it, with the keys that lead there."""
    yield key, node
    if isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _walked(child, key)
    elif isinstance(node, yaml.MappingNode):
        for name, child in node.value:
            yield from _walked(child, f"{key}.{name.value}")


def _check(node: yaml.Node, shown: str, key: str) -> None:
    if isinstance(node, yaml.MappingNode):
        _check_keys(node, shown)
    elif isinstance(node, yaml.ScalarNode):
        _check_scalar(node, shown, key)


def _check_defaults(node: yaml.Node | None, shown: str) -> None:
    if node is None:
        return
    listed = node.value if isinstance(node, yaml.SequenceNode) else ()
    names = [str(name.value) for name in listed]
    if names[-1:] != ["_self_"] or not all(re.fullmatch(r"[\w-]+", name) for name in names):
        told = "write configs beside this one, then _self_, such as [paper, _self_]"
        raise UserError(f"{shown}: defaults: {source(node)}: {told}")


def _check_keys(node: yaml.MappingNode, shown: str) -> None:
    seen: set[str] = set()
    for name, _ in node.value:
        line = name.start_mark.line + 1
        if not isinstance(name, yaml.ScalarNode) or name.tag.endswith((":null", ":merge")):
            raise UserError(f"{shown}: line {line}: {source(name)}: not a key; a key is one word")
        if name.value in seen:
            raise UserError(f"{shown}: line {line}: {name.value}: given twice")
        seen.add(name.value)


def _check_scalar(node: yaml.ScalarNode, shown: str, key: str) -> None:
    text = node.value
    if text == "???":  # Hydra would take what is inherited
        raise UserError(f"{shown}: {key}: ???: missing; it needs a value")
    if _is_number(node) and not _is_plain(text):
        told = "write the number in plain decimals, and infinity as inf"
        raise UserError(f"{shown}: {key}: {text}: {told}")
    check_interpolation(shown, key, text)


_DECIMALS = re.compile(r"[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?")


def _is_number(node: yaml.ScalarNode) -> bool:
    # 1e3 is text to YAML 1.1, and a number to Hydra.
    tagged = node.tag.endswith((":int", ":float"))
    return tagged or (node.style is None and bool(_DECIMALS.fullmatch(node.value)))


def _is_plain(text: str) -> bool:
    """Whether YAML 1.1 reads a number as everyone does: 010 is 8 to it, and 1:30 is 90.

    Infinity and nan pass here: a field's own check knows whether it allows them.
    """
    if re.fullmatch(r"[-+]?\.(inf|Inf|INF|nan|NaN|NAN)", text):
        return True
    return bool(_DECIMALS.fullmatch(text)) and math.isfinite(float(text))


def check_interpolation(where: str, key: str, text: str) -> None:
    """Refuse a text with ``${`` that is not closed, or that calls what there is not."""
    if "${" not in text:
        return
    told = f"{where}: {key}: {as_written(text, quoted=False)}"
    try:
        OmegaConf.create({"value": text})
    except OmegaConfBaseException:
        raise UserError(f"{told}: write ${{key}} or {' or '.join(USAGES.values())}") from None
    for name in re.findall(r"\$\{\s*([^\s:{}]+)\s*:", text):
        if name not in RESOLVERS:
            raise UserError(f"{told}: no function {name}; {did_you_mean(name, RESOLVERS)}")
