"""The README's summary is that of the verdicts as last reproduced."""

import csv
import re
from pathlib import Path

import pytest

from pastimes.declare.catalogue import experiments
from pastimes.declare.claims import read_claims
from pastimes.judge.verdicts import COLUMNS
from pastimes.report.summary import BEGIN, END, filled, summary

ROOT = Path(__file__).parents[2]
VERDICTS = ROOT / "docs" / "verdicts.csv"


def rows():
    with open(VERDICTS, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_readme_holds_the_summary_of_the_verdicts():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert filled(readme, summary(VERDICTS)) == readme


def test_the_readme_stays_below_a_hundred_lines():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 100


def test_the_verdicts_kept_are_of_all_claims_as_they_are_now():
    claims = [
        claim
        for found in experiments().values()
        for claim in read_claims(found.folder / "claims.csv")
        if claim.kind != "definition"
    ]
    kept = [(row["key"], row["statement"], row["published"]) for row in rows()]
    assert kept == [(c.key, c.statement, c.published) for c in claims]
    assert list(rows()[0]) == list(COLUMNS)


def test_files_linked_from_the_readme_exist():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:\s]+)\)", readme)
    assert len(links) > 4
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_a_summary_counts_verdicts_by_essay(tmp_path):
    path = tmp_path / "verdicts.csv"
    path.write_text("essay,verdict\nOne,open\nOne,open\nTwo,proved\n", encoding="utf-8")
    assert summary(path).splitlines() == [
        "| essay | proved | open |",
        "|---|---|---|",
        "| *One* |  | 2 |",
        "| *Two* | 1 |  |",
    ]


def test_a_readme_without_marks_is_refused():
    assert filled(f"a\n{BEGIN}\nold\n{END}\nb", "new") == f"a\n{BEGIN}\n\nnew\n\n{END}\nb"
    with pytest.raises(ValueError, match="the README lacks"):
        filled(f"a\n{BEGIN}\nold", "new")
