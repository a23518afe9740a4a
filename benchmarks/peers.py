"""Other libraries, where they are installed."""

import importlib
from functools import cache
from types import ModuleType

__all__ = ["peer"]


@cache
def peer(module: str) -> ModuleType | None:
    """Import a library to measure against.

    Returns
    -------
    module or None
        None where it is not installed, which is said once.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError:
        print(f"{module}: not installed, left out; pip install '.[peers]' has it")
        return None
