"""The report: one file that opens with the verdicts, then a chapter an experiment."""

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from pastimes.declare.catalogue import Experiment
from pastimes.declare.claims import read_claims
from pastimes.declare.figures import Figure
from pastimes.declare.steps import gathered_columns
from pastimes.declare.tables import Missing, Tables
from pastimes.judge.verdicts import VERDICTS
from pastimes.report import numbers

__all__ = ["TEMPLATE", "Drawn", "caption", "chapter", "render"]

TEMPLATE = Path(__file__).with_name("page.html.j2")


class Drawn(NamedTuple):
    """A figure as it was drawn: the SVG, the steps whose tables were read, the code's hash."""

    svg: str
    steps: Sequence[str]
    code: str


def render(
    study: str,
    verdicts: list[dict[str, Any]],
    chapters: Sequence[Mapping[str, Any]],
    missing: Sequence[str] = (),
    config: Mapping[str, Any] | None = None,
) -> str:
    """Render the page.

    Parameters
    ----------
    study : str
    verdicts : list of dict
        Rows of ``verdicts.parquet``.
    chapters : list of mapping
        As `chapter` makes them.
    missing : sequence of str
        What an incomplete study lacks.
    config : mapping, optional
        Which configs it was planned from: ``study``, ``overrides``; those of its name.
    """
    tally = {word: sum(row["verdict"] == word for row in verdicts) for word in VERDICTS}
    template = _environment(autoescape=True).from_string(TEMPLATE.read_text(encoding="utf-8"))
    return template.render(
        study=study,
        config=config or {"study": study, "overrides": []},
        verdicts=verdicts,
        counts=[(word, number) for word, number in tally.items() if number],
        essays=list(dict.fromkeys(row["essay"] for row in verdicts)),
        meanings=VERDICTS,
        missing=missing,
        chapters=chapters,
    )


def chapter(
    experiment: Experiment,
    tables: Tables,
    drawn: Mapping[str, Drawn],
    steps: Iterable[Mapping[str, Any]],
) -> dict[str, Any]:
    """What the page shows of one experiment.

    Parameters
    ----------
    drawn : mapping from str to Drawn
        The figures, by name.
    steps : iterable of mapping
        ``name``, ``summary``, ``runs`` and ``codes`` of each step.
    """
    facts = _facts(experiment, tables)
    return {
        "name": experiment.name,
        "title": experiment.title,
        "question": experiment.question,
        "method": experiment.method,
        "figures": [
            _shown(experiment.name, f, facts, drawn[f.name]) for f in experiment.figures.FIGURES
        ],
        "tables": list(_shown_tables(experiment.figures.TABLES, tables)),
        "claims": [claim.key for claim in read_claims(experiment.folder / "claims.csv")],
        "sweep": experiment.figures.SWEEP.strip(),
        "sequences": [(s.name, s.title) for s in experiment.sequences.values()],
        "steps": [{**step, "columns": _columns(experiment, step["name"])} for step in steps],
    }


def _columns(experiment: Experiment, step: str) -> list[dict[str, str]]:
    """The data dictionary of a step's table."""
    columns = gathered_columns(experiment.steps[step])
    return [{"name": name, **asdict(column)} for name, column in columns.items()]


def _facts(experiment: Experiment, tables: Tables) -> dict[str, Any]:
    """Numbers for captions; those that this study lacks are left out."""
    found: dict[str, Any] = {}
    for name, source in experiment.figures.FACTS.items():
        try:
            found[name] = source(tables)
        except Missing:
            continue
    return found


def caption(figure: Figure, facts: Mapping[str, Any]) -> Markup:
    """A figure's caption with its numbers filled in, ready for the page."""
    environment = _environment(autoescape=False)
    complete = (
        environment.from_string(sentence).render(facts=facts)
        for sentence in figure.caption
        if all(facts.get(name) is not None for name in re.findall(r"facts\.(\w+)", sentence))
    )
    return Markup.escape(" ".join(complete))


def _shown(owner: str, figure: Figure, facts: Mapping[str, Any], drawn: Drawn) -> dict[str, Any]:
    # What stands around it has no place in HTML; the figure's text alternative becomes its label.
    body = drawn.svg[drawn.svg.index("<svg") : drawn.svg.rindex("</svg>")] + "</svg>\n"
    # Ids that several figures use would be ambiguous in one page.
    body = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{owner}-{figure.name}-", body)
    label = Markup.escape(figure.alt)
    return {
        "name": figure.name,
        "title": figure.title,
        "caption": caption(figure, facts),
        "svg": Markup(body.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)),
        "steps": drawn.steps,
        "code": drawn.code,
    }


def _shown_tables(described: Mapping[str, Any], tables: Tables) -> Iterable[dict[str, Any]]:
    for title, source in described.items():
        read = tables.afresh()
        try:
            frame = source(read)
        except Missing:
            continue
        rows = list(frame.itertuples(index=False, name=None))
        text = frame.to_csv(index=False, lineterminator="\n")
        csv = base64.b64encode(text.encode()).decode()
        columns = list(frame.columns)
        yield {"title": title, "columns": columns, "rows": rows, "csv": csv, "steps": read.read}


def _environment(autoescape: bool) -> Environment:
    environment = Environment(
        autoescape=autoescape, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {n: getattr(numbers, n) for n in numbers.__all__}
    return environment
