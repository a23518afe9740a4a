"""Verdicts: claims held against tables.

Each claim that is not a definition has a function of its name in the experiment's ``findings``,
from `Tables` to a `Finding`. Numbers are judged here, by the claim's kind; words are judged by the
finding, which must say why.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pastimes.lab.claims import Claim
from pastimes.lab.steps import Column
from pastimes.lab.tables import Missing, Tables

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "VERDICTS", "Finding", "finding_functions", "judge", "verdict_rows"]

VERDICTS = {
    "reproduced": "our figure agrees with the published one to the digits printed",
    "differs": "our figure does not agree",
    "refuted": "the statement has a counterexample",
    "ambiguous": "the outcome depends on a convention that the essay does not settle",
    "proved": "a general statement, with a proof that was checked",
    "answered": "the essay gave no figure; we do",
    "open": "not settled here",
}
"""The seven words, and what each means."""

COLUMNS = {
    "key": Column("string", "the claim, as <experiment>.<name>"),
    "essay": Column("string", "title of the essay"),
    "statement": Column("string", "what is claimed, in our words"),
    "kind": Column("string", "how the claim is compared"),
    "published": Column("string", "the published figure or word"),
    "ours": Column("string", "our figure, in full precision, in the published figure's unit"),
    "low": Column("float64", "lower end of the 95 % interval; null where exact"),
    "high": Column("float64", "upper end of the 95 % interval; null where exact"),
    "error": Column("float64", "ours minus published; null for words"),
    "verdict": Column("string", "one of: " + ", ".join(VERDICTS)),
    "convention": Column("string", "what was assumed, and what follows"),
    "runs": Column("strings", "ids of the runs behind our figure"),
}
"""Schema of ``verdicts.parquet``."""

Number = int | float | Fraction


@dataclass(frozen=True)
class Finding:
    """What the tables say about a claim.

    Attributes
    ----------
    ours : int, float, Fraction, str or None
        Our figure, or words; None where there is nothing to say.
    convention : str
        What was assumed, in a sentence or two.
    low, high : float, optional
        The 95 % interval of an estimate; absent where `ours` is exact.
    verdict : str, optional
        One of `VERDICTS`, for words and for what a comparison of numbers cannot decide.
    rows : tuple of DataFrame
        The rows it rests on; their ``run`` column becomes the verdict's runs.
    alternatives : tuple of Finding
        The same under other conventions that the essay leaves possible: where they are judged
        differently, the verdict is *ambiguous*.
    """

    ours: Number | str | None
    convention: str
    low: float | None = None
    high: float | None = None
    verdict: str | None = None
    rows: tuple["pd.DataFrame", ...] = field(default=(), repr=False)
    alternatives: tuple["Finding", ...] = ()

    @property
    def runs(self) -> list[str]:
        return sorted({run for frame in self.rows for run in frame["run"]})


def finding_functions(
    module: ModuleType, claims: Iterable[Claim]
) -> dict[str, Callable[[Tables], Finding]]:
    """The finding function of each claim, by the claim's name."""
    return {c.name: getattr(module, c.name) for c in claims if c.kind != "definition"}


def judge(claim: Claim, finding: Finding) -> str:
    """The verdict on a claim: that of the finding and all its alternatives, or *ambiguous*.

    Raises
    ------
    ValueError
        Where neither a comparison nor the finding decides.
    """
    words = {_judge_one(claim, each) for each in (finding, *finding.alternatives)}
    return words.pop() if len(words) == 1 else "ambiguous"


def _judge_one(claim: Claim, finding: Finding) -> str:
    """The verdict on a claim under one convention.

    An exact number must equal the published one, or round to it where it was rounded; an
    estimate's 95 % interval must meet the range of numbers that do.
    """
    if finding.verdict is not None:
        if finding.verdict not in VERDICTS:
            raise ValueError(f"{claim.key}: verdict {finding.verdict}; allowed: {list(VERDICTS)}")
        return finding.verdict
    if claim.kind not in ("exact", "rounded"):
        raise ValueError(f"{claim.key}: the finding must give the verdict of a {claim.kind} claim")
    if isinstance(finding.ours, str):
        return "reproduced" if finding.ours == claim.published else "differs"
    if finding.ours is None or claim.figure is None or math.isnan(finding.ours):
        return "open"
    low, high = (finding.ours if _gap(end) else end for end in (finding.low, finding.high))
    least, most = claim.figure - claim.tolerance, claim.figure + claim.tolerance
    return "reproduced" if low <= most and high >= least else "differs"  # type: ignore[operator]


def verdict_rows(
    module: ModuleType, claims: Iterable[Claim], tables: Tables
) -> Iterator[dict[str, Any]]:
    """Judge claims: one row of `COLUMNS` each, in the order of the claims.

    A claim whose rows are not in this study stays open, and the convention says what is missing.
    """
    by_name = {claim.name: claim for claim in claims}
    for name, function in finding_functions(module, by_name.values()).items():
        claim = by_name[name]
        try:
            finding = function(tables)
        except Missing as missing:
            finding = Finding(None, f"Not settled: {missing}.", verdict="open")
        yield _row(claim, finding)


def _row(claim: Claim, finding: Finding) -> dict[str, Any]:
    error = None
    if isinstance(finding.ours, int | float | Fraction) and claim.figure is not None:
        error = float(finding.ours) - float(claim.figure)
        if math.isfinite(finding.ours):
            error = float(Fraction(finding.ours) - claim.figure)
    return {
        "key": claim.key,
        "essay": claim.essay,
        "statement": claim.statement,
        "kind": claim.kind,
        "published": claim.published,
        "ours": None if finding.ours is None else str(finding.ours),
        "low": None if _gap(finding.low) else finding.low,
        "high": None if _gap(finding.high) else finding.high,
        "error": None if error is None or not math.isfinite(error) else error,
        "verdict": judge(claim, finding),
        "convention": finding.convention,
        "runs": finding.runs,
    }


def _gap(end: float | None) -> bool:
    return end is None or math.isnan(end)
