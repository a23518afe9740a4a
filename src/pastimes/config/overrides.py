"""Hydra overrides, ``key=value``, as a person writes them on the command line."""

import re

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException

from pastimes.errors import UserError, as_written

__all__ = ["parse_override"]


def parse_override(word: str) -> Override:
    """Read one override in Hydra's grammar.

    Raises
    ------
    UserError
        Where it is none, asks for Hydra's own sweeps, or leaves its value open.
    """
    shown = as_written(word, quoted=False)
    if re.match(r"[+~]*hydra\b", word):
        raise UserError(f"{shown}: Hydra's own settings are not supported")
    try:
        override = OverridesParser.create().parse_override(word)
    except HydraException:
        override = None
    if override is None or not re.fullmatch(r"\w+(\.\w+)*", _key(override)) or override.package:
        told = "write key=value, such as n=5 or list=[1,2]; other signs stand in quotes"
        raise UserError(f"{shown}: {told}: \"key='a=b'\"")
    if override.is_sweep_override():
        raise UserError(f"{shown}: one value, or a list in brackets: {_key(override)}=[1,2]")
    if override.is_delete() and "=" in word:
        raise UserError(f"{shown}: write ~{_key(override)} alone")
    if "???" in word:
        raise UserError(f"{shown}: missing; it needs a value")
    if "inf" in str(override.value()) and "inf" not in word.lower():
        raise UserError(f"{shown}: too large a number; infinity is written inf")
    return override


def _key(override: Override) -> str:
    return override.key_or_group or ""
