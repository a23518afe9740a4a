"""Where the time of a study goes, by what its runs recorded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from benchmarks.units import in_words
from pastimes.declare.steps import Column
from pastimes.store.runs import Store
from pastimes.study.planning import Plan

__all__ = ["Spending", "Spent", "runs_by_step", "spending"]


class Spent(NamedTuple):
    """What the runs of one step took.

    Attributes
    ----------
    step : str
        As ``<experiment>.<step>``.
    runs, recorded : int
        Planned runs, and those that the store has a record of.
    seconds, cpu_seconds : float
        Sums over recorded runs; starts of jobs are not in them.
    longest : float
        Seconds of the longest run.
    """

    step: str
    runs: int
    recorded: int
    seconds: float
    cpu_seconds: float
    longest: float


@dataclass(frozen=True)
class Spending:
    """A study's steps, the dearest first, in processor time: a busy machine lengthens the rest."""

    study: str
    steps: list[Spent]

    TABLE: ClassVar[str] = "spending"
    COLUMNS: ClassVar[Mapping[str, Column]] = {
        "study": Column("string", "the study"),
        "step": Column("string", "experiment and step"),
        "runs": Column("int64", "runs planned", "runs"),
        "recorded": Column("int64", "runs that the store has", "runs"),
        "seconds": Column("float64", "sum over recorded runs, starts of jobs aside", "s"),
        "cpu_seconds": Column("float64", "the same in processor time", "s"),
        "longest": Column("float64", "the longest run", "s"),
        "share": Column("float64", "of the processor time of all steps"),
    }

    @property
    def cpu_seconds(self) -> float:
        """Of all steps."""
        return sum(each.cpu_seconds for each in self.steps)

    def _share(self, spent: Spent) -> float:
        return spent.cpu_seconds / (self.cpu_seconds or 1.0)

    def rows(self) -> list[tuple[Any, ...]]:
        """Rows of the table."""
        return [(self.study, *each, self._share(each)) for each in self.steps]

    def lines(self) -> list[str]:
        """What is printed."""
        runs = sum(each.runs for each in self.steps)
        recorded = sum(each.recorded for each in self.steps)
        seconds = sum(each.seconds for each in self.steps)
        times = f"{in_words(self.cpu_seconds)} of processor time, {in_words(seconds)} by the clock"
        head = f"the runs of {self.study}: {times}; {recorded:,} of {runs:,} recorded"
        return [head, *(self._line(each) for each in self.steps if each.recorded)]

    def _line(self, spent: Spent) -> str:
        took = f"{in_words(spent.cpu_seconds):>9} {self._share(spent):7.1%}"
        runs = f"{spent.recorded:,} runs, {in_words(spent.seconds)} by the clock"
        return f"  {spent.step:34} {took}   {runs}, the longest {in_words(spent.longest)}"


def runs_by_step(plans: Iterable[Plan], store: Store) -> dict[str, list[Path]]:
    """Paths of a study's runs, by ``<experiment>.<step>``."""
    return {
        f"{plan.experiment.name}.{step}": [store.run_path(s) for s in plan.all_specs(step)]
        for plan in plans
        for step in plan.experiment.steps
    }


def spending(
    study: str,
    runs: Mapping[str, Iterable[Path]],
    records: Iterable[tuple[Path, Mapping[str, Any]]],
) -> Spending:
    """Add up what the runs of a study recorded.

    Parameters
    ----------
    study : str
    runs : mapping from str to paths
        The study's runs, by ``<experiment>.<step>``.
    records : iterable of (Path, mapping)
        Of the store, those of other studies among them.
    """
    known = {path: record for path, record in records if "seconds" in record}
    steps = []
    for step, paths in runs.items():
        planned = list(paths)
        found = [known[path] for path in planned if path in known]
        seconds = [record["seconds"] for record in found]
        cpu = sum(record["cpu_seconds"] for record in found)
        spent = (len(planned), len(found), sum(seconds), cpu, max(seconds, default=0.0))
        steps.append(Spent(step, *spent))
    return Spending(study, sorted(steps, key=lambda each: -each.cpu_seconds))
