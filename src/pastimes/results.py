"""Makes what is not a run: gathered tables, verdicts, figures and the page, each from its stamp."""

import json
from pathlib import Path
from typing import Any

from pastimes.lab.experiments import experiment, experiments
from pastimes.lab.files import write_bytes, write_text
from pastimes.lab.tables import Tables

__all__ = ["draw", "judge", "page", "tabulate"]


def tabulate(stamp: Path) -> None:
    """Gather the runs that the stamp names into ``tables/<experiment>.<step>.parquet``."""
    from pastimes.lab.execution import gather
    from pastimes.lab.store import Store
    from pastimes.lab.tables import parquet_bytes

    content, folder = _read(stamp)
    step = experiment(content["experiment"]).steps[content["step"]]
    table = gather(Store(folder.parent), step, [Path(run) for run in content["runs"]])
    name = f"{content['experiment']}.{content['step']}"
    write_bytes(folder / "tables" / f"{name}.parquet", parquet_bytes(table))


def judge(stamp: Path) -> None:
    """Write ``verdicts.parquet`` and ``verdicts.csv`` for all experiments of the study."""
    import csv
    import io

    import pyarrow as pa

    from pastimes.lab.claims import read_claims
    from pastimes.lab.tables import arrow_schema, parquet_bytes
    from pastimes.lab.verdicts import COLUMNS, verdict_rows

    content, folder = _read(stamp)
    rows: list[dict[str, Any]] = []
    for name in content["code"]:
        claims = read_claims(experiment(name).folder / "claims.csv")
        rows += verdict_rows(experiment(name).findings, claims, _tables(folder, name))
    table = pa.Table.from_pylist(rows, schema=arrow_schema(COLUMNS))
    text = io.StringIO()
    writer = csv.DictWriter(text, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(row | {"runs": " ".join(row["runs"])} for row in rows)
    write_text(folder / "verdicts.csv", text.getvalue())
    write_bytes(folder / "verdicts.parquet", parquet_bytes(table))


def draw(stamp: Path) -> None:
    """Write ``figures/<experiment>.<name>.svg`` and, beside it, the data drawn as CSV."""
    from pastimes.report.drawing import draw as draw_figure

    content, folder = _read(stamp)
    name = f"{content['experiment']}.{content['figure']}"
    figures = {f.name: f for f in experiment(content["experiment"]).figures.FIGURES}
    tables = _tables(folder, content["experiment"])
    svg, data = draw_figure(figures[content["figure"]], tables, name)
    text = "" if data is None else data.to_csv(index=False, lineterminator="\n")
    write_text(folder / "figures" / f"{name}.csv", text)
    write_bytes(folder / "figures" / f"{name}.svg", svg)


def page(stamp: Path) -> None:
    """Write ``report.html``."""
    import pyarrow.parquet as pq

    from pastimes.report.page import chapter, render

    content, folder = _read(stamp)
    chapters = []
    for name, described in content["chapters"].items():
        found = experiments()[name]
        svgs = {
            figure.name: (folder / "figures" / f"{name}.{figure.name}.svg").read_text("utf-8")
            for figure in found.figures.FIGURES
        }
        chapters.append(chapter(found, _tables(folder, name), svgs, described["steps"]))
    verdicts = pq.read_table(folder / "verdicts.parquet").to_pylist()
    write_text(folder / "report.html", render(content["study"], verdicts, chapters))


def _read(stamp: Path) -> tuple[dict[str, Any], Path]:
    """A stamp's content, and the study's folder, in which ``plan/`` holds the stamp."""
    folder = next(parent.parent for parent in stamp.parents if parent.name == "plan")
    content: dict[str, Any] = json.loads(stamp.read_text(encoding="utf-8"))
    return content, folder


def _tables(folder: Path, name: str) -> Tables:
    steps = experiment(name).steps
    return Tables({step: folder / "tables" / f"{name}.{step}.parquet" for step in steps})
