"""The README's summary of verdicts, generated from ``docs/verdicts.csv``."""

import csv
from collections import Counter
from pathlib import Path

from pastimes.judge.verdicts import VERDICTS

__all__ = ["BEGIN", "END", "filled", "summary"]

BEGIN = "<!-- verdicts: written by `make readme` from docs/verdicts.csv -->"
END = "<!-- end of verdicts -->"


def summary(verdicts: Path) -> str:
    """A table of verdicts by essay, in Markdown.

    Parameters
    ----------
    verdicts : Path
        A study's ``verdicts.csv``.
    """
    with open(verdicts, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    tally = Counter((row["essay"], row["verdict"]) for row in rows)
    words = [word for word in VERDICTS if any(row["verdict"] == word for row in rows)]
    lines = [f"| essay | {' | '.join(words)} |", "|---|" + "---|" * len(words)]
    for essay in sorted({row["essay"] for row in rows}):
        numbers = (str(tally[essay, word] or "") for word in words)
        lines.append(f"| *{essay}* | {' | '.join(numbers)} |")
    return "\n".join(lines)


def filled(readme: str, table: str) -> str:
    """The README with its summary written anew, between its two marks.

    Raises
    ------
    ValueError
        Where a mark is missing.
    """
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the README lacks {BEGIN} or {END}")
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{after}"
