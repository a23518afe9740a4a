"""Finds experiments, their steps and their variants by name; there is no list to edit."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar

from pastimes.declare.claims import read_claims
from pastimes.declare.sequences import IntegerSequence
from pastimes.declare.steps import Step
from pastimes.errors import UserError, as_written, did_you_mean
from pastimes.importing import ROOT

__all__ = [
    "Experiment",
    "experiment",
    "experiments",
    "find_member",
    "find_step",
    "variant",
    "variants",
]

T = TypeVar("T")


_PACKAGE = ROOT / "experiments"


@dataclass(frozen=True)
class Experiment:
    """A package of this name with an ``experiment`` module."""

    name: str

    @property
    def package(self) -> str:
        """The package's dotted name."""
        return f"pastimes.experiments.{self.name}"

    @cached_property
    def module(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.experiment")

    @cached_property
    def findings(self) -> ModuleType | SimpleNamespace:
        """What has a function for each claim; nothing where no claim needs one.

        Raises
        ------
        UserError
            Where a claim needs one and there is no such module.
        """
        if self.judged and not self.has("findings"):
            path = f"src/pastimes/experiments/{self.name}/findings.py"
            told = f"missing; claims.csv has {self.judged[0]}, which needs a function there"
            raise UserError(f"{path}: {told}")
        return self._part("findings")

    @cached_property
    def judged(self) -> list[str]:
        """Names of the claims that need a finding: all but definitions."""
        claims = read_claims(self.folder / "claims.csv")
        return [claim.name for claim in claims if claim.kind != "definition"]

    @cached_property
    def figures(self) -> SimpleNamespace:
        """What the page shows: ``FIGURES``, ``TABLES``, ``FACTS`` and ``SWEEP``, each optional."""
        absent = {"FIGURES": (), "TABLES": {}, "FACTS": {}, "SWEEP": ""}
        return SimpleNamespace(**absent | vars(self._part("figures")))

    @cached_property
    def sequences(self) -> dict[str, IntegerSequence]:
        """Integer sequences by name; none where the experiment has no such module."""
        found = getattr(self._part("sequences"), "SEQUENCES", ())
        return {sequence.name: sequence for sequence in found}

    def has(self, part: str) -> bool:
        """Whether it has a module of this name."""
        return (self.folder / f"{part}.py").exists()

    def _part(self, name: str) -> ModuleType | SimpleNamespace:
        found = importlib.import_module(f"{self.package}.{name}") if self.has(name) else None
        return found or SimpleNamespace()

    @property
    def folder(self) -> Path:
        return _PACKAGE / self.name

    @property
    def title(self) -> str:
        return str(self.module.TITLE)

    @property
    def question(self) -> str:
        """What is asked: the first paragraph of the module's docstring."""
        return self._paragraphs[0]

    @property
    def method(self) -> list[str]:
        """How it is answered: the further paragraphs."""
        return self._paragraphs[1:]

    @property
    def _paragraphs(self) -> list[str]:
        return [" ".join(p.split()) for p in (self.module.__doc__ or "").split("\n\n")]

    @property
    def config(self) -> type[Any]:
        config: type[Any] = self.module.Config
        return config

    @cached_property
    def steps(self) -> dict[str, Step]:
        """Steps by name, in the order in which they are defined."""
        return {s.name: s for s in vars(self.module).values() if isinstance(s, Step)}


@cache
def experiments() -> dict[str, Experiment]:
    """All experiments, by name."""
    names = sorted(m.name for m in pkgutil.iter_modules([str(_PACKAGE)]) if m.ispkg)
    return {n: Experiment(n) for n in names if (_PACKAGE / n / "experiment.py").exists()}


def experiment(name: str) -> Experiment:
    """The experiment of this name.

    Raises
    ------
    UserError
        Where there is none.
    """
    try:
        return experiments()[name]
    except KeyError:
        shown = as_written(name, quoted=False)
        raise UserError(f"experiment {shown}: {did_you_mean(name, experiments())}") from None


def find_member(
    kind: str, dotted: str, members: Callable[[Experiment], Mapping[str, T]]
) -> tuple[Experiment, T]:
    """The member of an experiment written ``EXPERIMENT.NAME``.

    Parameters
    ----------
    kind : str
        What people call such a member, for the refusal.
    dotted : str
    members : callable
        From an experiment to its members, by name.

    Raises
    ------
    UserError
        Where there is none.
    """
    owner, _, name = dotted.partition(".")
    found = experiment(owner)
    known = members(found)
    if name not in known:
        raise UserError(f"{kind} {dotted}: {did_you_mean(name, known)}")
    return found, known[name]


def find_step(dotted: str) -> tuple[Experiment, Step]:
    """The step written ``EXPERIMENT.STEP``; a UserError where there is none."""
    return find_member("step", dotted, lambda found: found.steps)


@cache
def variants(package: str) -> tuple[str, ...]:
    """Names of the variants in a package: its modules, by file name."""
    paths = importlib.import_module(package).__path__
    return tuple(sorted(m.name for m in pkgutil.iter_modules(paths) if not m.name.startswith("_")))


def variant(package: str, name: str) -> ModuleType:
    """The module of one variant."""
    return importlib.import_module(f"{package}.{name}")
