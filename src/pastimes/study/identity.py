"""The code that a run's id covers."""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pastimes.store.code import Code
from pastimes.store.references import Target
from pastimes.store.specs import canonical_json

if TYPE_CHECKING:
    from pastimes.declare.steps import Step

__all__ = ["RunCode", "run_code"]

_MAKING = "pastimes.store.making"
"""The part of the engine that makes tables."""


class RunCode(NamedTuple):
    """The code behind a run: its hash, and the modules that may be loaded when it runs."""

    hash: str
    modules: frozenset[str]


def run_code(
    experiment: str, step: "Step", parameters: Mapping[str, Any], code: Code | None = None
) -> RunCode:
    """All code behind a run: the step, its variants, its schema, and what the engine does.

    Raises
    ------
    ModuleNotFoundError
        Where a variant is no more.
    """
    own = Target(f"pastimes.experiments.{experiment}.experiment", step.name)
    variants = map(Target, step.variant_modules(parameters))
    parts = {"make_table": True, "columns_of": bool(step.upstream), "generator": step.draws}
    engine = (Target(_MAKING, part) for part, needed in parts.items() if needed)
    found = (code or Code()).behind([own, *variants, *engine])
    schema = [[name, kind] for name, kind in step.types.items()]
    kinds = [[name, str(kind)] for name, kind in step.parameters.items()]
    text = found.hash + canonical_json([schema, kinds])
    return RunCode(hashlib.sha256(text.encode()).hexdigest(), frozenset(found.modules))
