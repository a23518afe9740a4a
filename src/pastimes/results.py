"""Makes what is not a run: gathered tables, verdicts, figures and the page, each from its stamp."""

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pastimes.lab.errors import Refusal
from pastimes.lab.experiments import experiment
from pastimes.lab.files import write_bytes
from pastimes.lab.tables import Tables
from pastimes.stamps import Stamp, read_stamp

if TYPE_CHECKING:
    from pastimes.report.page import Drawn

__all__ = ["draw", "enlist", "judge", "make", "page", "tabulate", "write_so_far"]


def make(what: str, path: Path) -> None:
    """Make what a stamp describes.

    Parameters
    ----------
    what : str
        ``tabulate``, ``judge``, ``draw``, ``enlist`` or ``page``.
    path : Path
        The stamp, below ``results/<study>/plan/``.

    Raises
    ------
    Refusal
        Where the code or the stamp is no longer the one that was planned; nothing is written.
    """
    stamp = read_stamp(path, what)
    folder = next((p.parent for p in path.parents if p.name == "plan"), None)
    if folder is None:
        raise Refusal(f"{path}: a stamp lies below results/STUDY/plan/")
    files = _made(what, stamp, folder)
    if read_stamp(path, what) != stamp:
        raise Refusal(f"{path}: the plan has changed meanwhile; run snakemake again")
    _write(files, folder)


def tabulate(stamp: Stamp, folder: Path) -> Mapping[str, bytes]:
    """Gather the runs of a step into ``tables/<experiment>.<step>.parquet``."""
    from pastimes.lab.execution import gather_runs
    from pastimes.lab.store import Store
    from pastimes.lab.tables import parquet_bytes

    owner, step_name = stamp["of"]
    step = experiment(owner).steps[step_name]
    table = gather_runs(Store(folder.parent), step, [Path(run) for run in stamp["runs"]])
    return {f"tables/{owner}.{step_name}.parquet": parquet_bytes(table)}


def judge(stamp: Stamp, folder: Path) -> Mapping[str, bytes]:
    """Judge the claims of all experiments: ``verdicts.csv`` and ``verdicts.parquet``."""
    import csv
    import io

    import pyarrow as pa

    from pastimes.lab.claims import read_claims
    from pastimes.lab.tables import arrow_schema, parquet_bytes
    from pastimes.lab.verdicts import COLUMNS, verdict_rows

    rows: list[dict[str, Any]] = []
    for name in stamp["of"]:
        claims = read_claims(experiment(name).folder / "claims.csv")
        rows += verdict_rows(experiment(name).findings, claims, _tables(folder, name, stamp))
    table = pa.Table.from_pylist(rows, schema=arrow_schema(COLUMNS))
    text = io.StringIO()
    writer = csv.DictWriter(text, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(row | {"runs": " ".join(row["runs"])} for row in rows)
    return {"verdicts.csv": text.getvalue().encode(), "verdicts.parquet": parquet_bytes(table)}


def draw(stamp: Stamp, folder: Path) -> Mapping[str, bytes]:
    """Draw ``figures/<experiment>.<name>.svg``; beside it, the data drawn as CSV and parquet.

    The parquet file's footer names the steps whose tables were read, and the code that drew.
    """
    import pyarrow as pa

    from pastimes.lab.tables import parquet_bytes
    from pastimes.report.drawing import draw as draw_figure

    owner, figure_name = stamp["of"]
    figure = next(f for f in experiment(owner).figures.FIGURES if f.name == figure_name)
    name = f"figures/{owner}.{figure_name}"
    tables = _tables(folder, owner, stamp)
    svg, data = draw_figure(figure, tables, name)
    text, table = "", pa.table({})
    if data is not None:
        text = data.to_csv(index=False, lineterminator="\n")
        table = pa.Table.from_pandas(data, preserve_index=False, nthreads=1)
        table = table.replace_schema_metadata()  # pandas' own, which changes with its version
    footer = {"steps": tables.read, "code": stamp["code"]}
    return {
        f"{name}.csv": text.encode(),
        f"{name}.parquet": parquet_bytes(table, footer),
        f"{name}.svg": svg,
    }


def enlist(stamp: Stamp, folder: Path) -> Mapping[str, bytes]:
    """Write the terms of an integer sequence, ``sequences/b_<experiment>.<name>.txt``."""
    from pastimes.lab.sequences import b_file
    from pastimes.lab.tables import Missing

    owner, name = stamp["of"]
    found = experiment(owner)
    sequence = found.sequences[name]
    comments, terms = [f"{found.title}: {sequence.title}"], []
    try:
        terms = list(sequence.terms(_tables(folder, owner, stamp)))
    except Missing as missing:
        comments.append(f"No terms: {missing}")
    text = b_file(comments, sequence.first, terms)
    return {f"sequences/b_{owner}.{name}.txt": text.encode()}


def page(stamp: Stamp, folder: Path) -> Mapping[str, bytes]:
    """Write the page, ``report.html``."""
    from pastimes.lab.tables import table_of
    from pastimes.report.page import chapter, render

    chapters = []
    for name in stamp["of"]:
        found = experiment(name)
        drawn = {f.name: _drawn(folder, f"{name}.{f.name}") for f in found.figures.FIGURES}
        tables, steps = _tables(folder, name, stamp), stamp["chapters"][name]
        chapters.append(chapter(found, tables, drawn, steps))
    verdicts = table_of((folder / "verdicts.parquet").read_bytes()).to_pylist()
    html = render(stamp["study"], verdicts, chapters, stamp.get("missing", ()))
    return {"report.html": html.encode()}


def _drawn(folder: Path, figure: str) -> "Drawn":
    import pyarrow.parquet as pq

    from pastimes.report.page import Drawn

    path = folder / "figures" / figure
    footer = json.loads(pq.read_schema(f"{path}.parquet").metadata[b"pastimes"])
    return Drawn(Path(f"{path}.svg").read_text("utf-8"), footer["steps"], footer["code"])


def write_so_far(folder: Path) -> Path:
    """Write the page of a study that is not complete, ``so_far.html``, and return its path.

    A table is shown that has all its runs; the page says what the others lack.

    Parameters
    ----------
    folder : Path
        ``results/<study>``, which has been planned.

    Raises
    ------
    Refusal
        Where it has no plan.
    """
    plan = folder / "plan"
    if not (plan / "report.json").exists():
        raise Refusal(f"{plan}: no plan; run snakemake --config study={folder.name} first")
    missing = []
    with TemporaryDirectory(dir=folder) as made:
        for path in sorted((plan / "tables").glob("*.json")):
            stamp = read_stamp(path, "tabulate")
            absent = sum(not Path(run).exists() for run in stamp["runs"])
            if absent:
                missing.append(f"{path.stem}, {absent} of {len(stamp['runs'])} runs")
            else:
                _write(tabulate(stamp, folder), Path(made))
        for what, name in (("draw", "figures/*.json"), ("judge", "verdicts.json")):
            for path in sorted(plan.glob(name)):
                stamp = read_stamp(path, what) | {"unfinished": True}
                _write(_made(what, stamp, Path(made)), Path(made))
        stamp = read_stamp(plan / "report.json", "page") | {"unfinished": True, "missing": missing}
        content = page(stamp, Path(made))["report.html"]
    write_bytes(folder / "so_far.html", content)
    return folder / "so_far.html"


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        write_bytes(folder / name, content)


def _tables(folder: Path, name: str, stamp: Stamp) -> Tables:
    steps = experiment(name).steps
    paths = {step: folder / "tables" / f"{name}.{step}.parquet" for step in steps}
    if stamp.get("unfinished"):  # else a table that is not there is an error
        paths = {step: path for step, path in paths.items() if path.exists()}
    return Tables(paths)


def _made(what: str, stamp: Stamp, folder: Path) -> Mapping[str, bytes]:
    makers = {
        "tabulate": tabulate,
        "judge": judge,
        "draw": draw,
        "enlist": enlist,
        "page": page,
    }
    return makers[what](stamp, folder)
