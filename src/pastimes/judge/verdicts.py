"""Verdicts: claims compared with tables.

Each claim that is not a definition has a function of its name in the experiment's ``findings``,
from `Tables` to a `Finding`. Numbers are judged here, by the claim's kind; words are judged by the
finding, which must say why.
"""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from types import ModuleType, SimpleNamespace
from typing import Any

from pastimes.declare.claims import Claim
from pastimes.declare.findings import Finding
from pastimes.declare.steps import Column
from pastimes.declare.tables import Missing, Tables

__all__ = ["COLUMNS", "HOLDING", "VERDICTS", "judge", "verdict_rows"]

VERDICTS = {
    "reproduced": "our figure, or its 95 % interval, agrees with the digits published",
    "differs": "our figure does not agree",
    "refuted": "the statement has a counterexample",
    "ambiguous": "the outcome depends on a convention that the essay does not settle",
    "proved": "a general statement, with a proof that was checked",
    "answered": "the essay gave no figure; we do",
    "open": "not settled here",
}
"""The seven words, and what each means."""

HOLDING = ("reproduced", "proved")
"""Those that say that a claim holds."""

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


def judge(claim: Claim, finding: Finding) -> str:
    """The verdict on a claim: that of the finding and all its alternatives, or *ambiguous*.

    Raises
    ------
    ValueError
        Where neither a comparison nor the finding decides.
    """
    first, *others = (_judge_one(claim, each) for each in (finding, *finding.alternatives))
    # What is merely not settled does not make a convention matter.
    return "ambiguous" if {*others} - {first, "open"} and first != "open" else first


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
    low, high = (finding.ours if end is None else end for end in (finding.low, finding.high))
    if math.isnan(low) or math.isnan(high):
        return "open"  # an estimate of unknown error
    least, most = claim.figure - claim.tolerance, claim.figure + claim.tolerance
    return "reproduced" if low <= most and high >= least else "differs"


def verdict_rows(
    module: ModuleType | SimpleNamespace, claims: Iterable[Claim], tables: Tables
) -> Iterator[dict[str, Any]]:
    """Judge claims: one row of `COLUMNS` each, in the order of the claims.

    A claim whose rows are not in this study stays open, and the convention says what is missing.
    """
    for claim in claims:
        if claim.kind == "definition":
            continue
        try:
            finding = getattr(module, claim.name)(tables)
        except Missing as missing:
            finding = Finding(None, f"Not settled: {missing}.", verdict="open")
        yield _row(claim, finding)


def _row(claim: Claim, finding: Finding) -> dict[str, Any]:
    error = None
    number = isinstance(finding.ours, int | float | Fraction) and math.isfinite(finding.ours)
    if number and claim.figure is not None:
        error = float(Fraction(finding.ours) - claim.figure)  # type: ignore[arg-type]
    return {
        "key": claim.key,
        "essay": claim.essay,
        "statement": claim.statement,
        "kind": claim.kind,
        "published": claim.published,
        "ours": None if finding.ours is None else str(finding.ours),
        "low": finding.low,
        "high": finding.high,
        "error": error,
        "verdict": judge(claim, finding),
        "convention": finding.convention,
        "runs": finding.runs,
    }
