"""Claims: the figures that an essay publishes, and how each is compared with ours."""

import csv
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

__all__ = ["KINDS", "Claim", "read_claims"]

KINDS = {
    "exact": "equal to the published figure",
    "rounded": "rounds to the printed digits; printed with 'about', within one unit of the last",
    "bound": "a bound that is kept or broken",
    "universal": "a statement about all cases: a counterexample refutes it, a proof proves it",
    "open": "a question the essay leaves open",
    "definition": "a setting, not a claim",
}


_COLUMNS = ["key", "essay", "statement", "published", "kind", "about"]


@dataclass(frozen=True)
class Claim:
    """A published figure.

    Attributes
    ----------
    key : str
        ``<experiment>.<name>``; never changes once published.
    essay : str
        Title of the essay.
    statement : str
        What is claimed, in our words.
    published : str
        The figure as printed, or a word.
    kind : str
        One of `KINDS`.
    about : bool
        Whether the essay prints the figure with "about".
    """

    key: str
    essay: str
    statement: str
    published: str
    kind: str
    about: bool = False

    @property
    def name(self) -> str:
        return self.key.partition(".")[2]

    @property
    def figure(self) -> Fraction | None:
        """The published figure as a number; None where it is words."""
        text = self.published.removesuffix("%").strip()
        return Fraction(text) if re.fullmatch(r"-?\d+(/[1-9]\d*|\.\d+)?", text) else None

    @property
    def tolerance(self) -> Fraction:
        """How far a number may lie from the published figure to count as reproduced."""
        if self.kind != "rounded":
            return Fraction(0)
        decimals = len(self.published.removesuffix("%").strip().partition(".")[2])
        unit = Fraction(1, 10**decimals)
        return unit if self.about else unit / 2


def read_claims(path: Path) -> list[Claim]:
    """Read an experiment's ``claims.csv``.

    Raises
    ------
    ValueError
        For an unknown kind, a repeated key, or a row that is not whole.
    """
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if list(row) != _COLUMNS or None in row.values() or row["about"] not in ("yes", "no"):
            raise ValueError(f"{path.name}: {row}: columns are {_COLUMNS}, about is yes or no")
    claims = [Claim(**{**row, "about": row["about"] == "yes"}) for row in rows]  # type: ignore[arg-type]
    for claim in claims:
        if claim.kind not in KINDS:
            raise ValueError(f"{path.name}: {claim.key}: kind {claim.kind}; allowed: {list(KINDS)}")
    if len({claim.key for claim in claims}) < len(claims):
        raise ValueError(f"{path.name}: a key is repeated")
    return claims
