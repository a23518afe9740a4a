"""Types of configs' fields: what a value may be, said where a config is declared."""

import math
from collections.abc import Callable, Iterable
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from pastimes.declare.catalogue import variants
from pastimes.errors import did_you_mean

__all__ = ["LONGEST", "Count", "Number", "Seed", "Sweep", "named_switches", "named_variant"]

LONGEST = 100_000
"""Values in one sweep, at most."""


def _infinity(value: Any) -> Any:
    return math.inf if value == "inf" else value


Count = Annotated[int, Field(ge=1, le=10**9, strict=True)]
"""A whole number, from 1 to 10^9."""

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
