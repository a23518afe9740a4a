"""Stamps: JSON files that say what a table, verdicts, a figure or the report is made from.

The workflow writes a stamp anew only when its content changes, and remakes what is older than
its stamp. Each holds the hash of the code that makes it: the command that is given a stamp checks
it, before and after its work, so that nothing made by other code, or for a stamp that has
changed meanwhile, is ever kept.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pastimes.lab.claims import read_claims
from pastimes.lab.code import code_hash
from pastimes.lab.errors import Refusal
from pastimes.lab.experiments import Experiment, experiment
from pastimes.lab.figures import Figure
from pastimes.lab.files import reason_unread

__all__ = ["PAGE_TEMPLATE", "Stamp", "code_behind", "read_stamp"]

PAGE_TEMPLATE = Path(__file__).parent / "report" / "page.html.j2"

Stamp = Mapping[str, Any]


def code_behind(what: str, *of: str) -> str:
    """Hash of all code, and of all texts beside it, behind something that is not a run.

    Parameters
    ----------
    what : str
        ``tabulate``, ``judge``, ``draw``, ``enlist`` or ``page``: the function of `results` that
        makes it.
    *of : str
        The experiments it shows; for ``draw`` an experiment and one of its figures, for ``enlist``
        an experiment and one of its sequences. For
        ``tabulate`` an experiment and a step, which do not matter to it.
    """
    parts = [code_hash("pastimes.results", [what])]
    if what == "judge":
        parts += [part for name in of for part in _claims_code(experiment(name))]
    elif what == "draw":
        parts.append(_figure_code(experiment(of[0]), of[1]))
    elif what == "enlist":
        terms = experiment(of[0]).sequences[of[1]].terms.__name__
        parts.append(code_hash(f"pastimes.{of[0]}.sequences", [terms]))
    elif what == "page":
        parts += [_chapter_code(experiment(name)) for name in of]
        parts.append(_digest(PAGE_TEMPLATE))
    return hashlib.sha256("".join(parts).encode()).hexdigest()


def _claims_code(found: Experiment) -> tuple[str, str]:
    path = found.folder / "claims.csv"
    judged = [claim.name for claim in read_claims(path) if claim.kind != "definition"]
    source = f"pastimes.{found.name}.findings"
    return code_hash(source, judged), _digest(path)


def _figure_code(found: Experiment, name: str) -> str:
    figure: Figure = next(f for f in found.figures.FIGURES if f.name == name)
    kind = f"pastimes.report.kinds.{figure.kind}"
    source = f"pastimes.{found.name}.figures"
    return code_hash(source, [figure.data.__name__], [kind])


def _chapter_code(found: Experiment) -> str:
    return code_hash(f"pastimes.{found.name}.figures")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_stamp(path: Path, what: str) -> dict[str, Any]:
    """Read a stamp, and check that the code it was planned with is the code there is.

    Raises
    ------
    Refusal
        Where it is no stamp, or the code has changed since.
    """
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        planned, now = content["code"], code_behind(what, *content["of"])
    except Refusal as refusal:
        raise Refusal(f"{path}: {refusal}") from None
    except (OSError, ValueError, LookupError, TypeError, StopIteration) as error:
        told = f"not a stamp for {what} ({reason_unread(error)})"
        raise Refusal(f"{path}: {told}; run snakemake again") from None
    if planned != now:
        raise Refusal(f"{path}: the code has changed since; run snakemake again")
    return content
