"""Makes a study's products, each from its recipe."""

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pastimes.declare.catalogue import experiment
from pastimes.declare.tables import Tables
from pastimes.errors import UserError
from pastimes.store.files import write_bytes
from pastimes.study.recipes import Recipe, maker_of, read_recipe, recipe_hash
from pastimes.study.seals import sealed

if TYPE_CHECKING:
    import pyarrow as pa

    from pastimes.declare.figures import Figure
    from pastimes.declare.sequences import IntegerSequence
    from pastimes.report.page import Drawn
    from pastimes.study.plan import Study

__all__ = ["draw", "judge", "make", "page", "tabulate", "write_partial_page", "write_sequence"]

Files = Mapping[str, "bytes | pa.Table"]
"""Files of a product, by their paths below the study's folder, before they are sealed."""


def make(what: str, path: Path) -> None:
    """Make what a recipe describes.

    Parameters
    ----------
    what : str
        ``tabulate``, ``judge``, ``draw``, ``write_sequence`` or ``page``.
    path : Path
        The recipe, below ``results/<study>/plan/``.

    Raises
    ------
    UserError
        Where the code or the recipe is no longer the one that was planned; nothing is written.
    """
    recipe = read_recipe(path, what)
    folder = next((p.parent for p in path.parents if p.name == "plan"), None)
    if folder is None:
        raise UserError(f"{path}: a recipe lies below results/STUDY/plan/")
    files = _made(what, recipe, folder)
    if read_recipe(path, what) != recipe:
        raise UserError(f"{path}: the plan has changed meanwhile; run snakemake again")
    _write(sealed(files, recipe_hash(recipe)), folder)


def tabulate(recipe: Recipe, folder: Path) -> Files:
    """Gather the runs of a step into ``tables/<experiment>.<step>.parquet``."""
    from pastimes.store.runs import Store
    from pastimes.study.execution import gather_runs

    owner, step_name = recipe["of"]
    step = experiment(owner).steps[step_name]
    table = gather_runs(Store(folder.parent), step, [Path(run) for run in recipe["runs"]])
    return {f"tables/{owner}.{step_name}.parquet": table}


def judge(recipe: Recipe, folder: Path) -> Files:
    """Judge the claims of all experiments: ``verdicts.csv`` and ``verdicts.parquet``."""
    from pastimes.declare.claims import read_claims
    from pastimes.judge.verdicts import verdict_rows

    rows: list[dict[str, Any]] = []
    for name in recipe["of"]:
        claims = read_claims(experiment(name).folder / "claims.csv")
        rows += verdict_rows(experiment(name).findings, claims, _tables(folder, name, recipe))
    return verdict_files(rows)


def verdict_files(rows: list[dict[str, Any]]) -> Files:
    """The files that show verdicts, rows of `judge.verdicts.COLUMNS`."""
    import csv
    import io

    import pyarrow as pa

    from pastimes.declare.tables import arrow_schema
    from pastimes.judge.verdicts import COLUMNS

    table = pa.Table.from_pylist(rows, schema=arrow_schema(COLUMNS))
    text = io.StringIO()
    writer = csv.DictWriter(text, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(row | {"runs": " ".join(row["runs"])} for row in rows)
    return {"verdicts.csv": text.getvalue().encode(), "verdicts.parquet": table}


def draw(recipe: Recipe, folder: Path) -> Files:
    """Draw ``figures/<experiment>.<name>.svg``; beside it, the data drawn as CSV and parquet.

    The parquet file's footer names the steps whose tables were read, and the code that drew.
    """
    owner, name = recipe["of"]
    figure = next(f for f in experiment(owner).figures.FIGURES if f.name == name)
    tables = _tables(folder, owner, recipe)
    return figure_files(f"figures/{owner}.{name}", figure, tables, recipe["code"])


def figure_files(name: str, figure: "Figure", tables: Tables, code: str) -> Files:
    """The files of a figure: the drawing, and its data."""
    import pyarrow as pa

    from pastimes.report.drawing import draw as draw_figure

    svg, data = draw_figure(figure, tables, name)
    text, table = "", pa.table({})
    if data is not None:
        text = data.to_csv(index=False, lineterminator="\n")
        table = pa.Table.from_pandas(data, preserve_index=False, nthreads=1)
    footer = json.dumps({"steps": tables.read, "code": code})
    table = table.replace_schema_metadata({b"pastimes": footer})  # and none of pandas' own
    return {f"{name}.csv": text.encode(), f"{name}.parquet": table, f"{name}.svg": svg}


def write_sequence(recipe: Recipe, folder: Path) -> Files:
    """Write the terms of an integer sequence, ``sequences/b_<experiment>.<name>.txt``."""
    owner, name = recipe["of"]
    found = experiment(owner)
    tables = _tables(folder, owner, recipe)
    text = sequence_text(found.title, found.sequences[name], tables)
    return {f"sequences/b_{owner}.{name}.txt": text.encode()}


def sequence_text(title: str, sequence: "IntegerSequence", tables: Tables) -> str:
    """The b-file of a sequence of the experiment with this title."""
    from pastimes.declare.sequences import b_file
    from pastimes.declare.tables import Missing

    comments, terms = [f"{title}: {sequence.title}"], []
    try:
        terms = list(sequence.terms(tables))
    except Missing as missing:
        comments.append(f"No terms: {missing}")
    return b_file(comments, sequence.first, terms)


def page(recipe: Recipe, folder: Path) -> Files:
    """Write the page, ``report.html``."""
    from pastimes.report.page import chapter, render
    from pastimes.store.tables import table_of

    chapters = []
    for name in recipe["of"]:
        found = experiment(name)
        drawn = {f.name: _drawn(folder, f"{name}.{f.name}") for f in found.figures.FIGURES}
        tables, steps = _tables(folder, name, recipe), recipe["chapters"][name]
        chapters.append(chapter(found, tables, drawn, steps))
    verdicts = table_of((folder / "verdicts.parquet").read_bytes()).to_pylist()
    missing = recipe.get("missing", ())
    html = render(recipe["study"], verdicts, chapters, missing, recipe["config"])
    return {"report.html": html.encode()}


def _drawn(folder: Path, figure: str) -> "Drawn":
    import pyarrow.parquet as pq

    from pastimes.report.page import Drawn

    path = folder / "figures" / figure
    footer = json.loads(pq.read_schema(f"{path}.parquet").metadata[b"pastimes"])
    return Drawn(Path(f"{path}.svg").read_text("utf-8"), footer["steps"], footer["code"])


def write_partial_page(study: "Study") -> Path:
    """Write the page of a study that is not complete, ``partial.html``, and return its path.

    A table is shown that has all its runs; the page says what the others lack.
    """
    folder = Path(study.folder)
    missing = []
    with TemporaryDirectory(dir=folder) as made:
        for name in study.products:
            recipe = read_recipe(folder / "plan" / f"{name}.json", maker_of(name))
            absent = sum(not Path(run).exists() for run in recipe.get("runs", ()))
            if absent:
                missing.append(f"{name.partition('/')[2]}, {absent} of {len(recipe['runs'])} runs")
                continue
            content = recipe | {"unfinished": True, "missing": missing}
            place = folder if name.startswith("tables/") else Path(made)
            files = sealed(_made(maker_of(name), content, place), recipe_hash(recipe))
            _write(files, Path(made))
        write_bytes(folder / "partial.html", files["report.html"])
    return folder / "partial.html"


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        write_bytes(folder / name, content)


def _tables(folder: Path, name: str, recipe: Recipe) -> Tables:
    steps = experiment(name).steps
    paths = {step: folder / "tables" / f"{name}.{step}.parquet" for step in steps}
    if recipe.get("unfinished"):  # else a table that is not there is an error
        paths = {step: path for step, path in paths.items() if path.exists()}
    return Tables(paths)


def _made(what: str, recipe: Recipe, folder: Path) -> Files:
    makers = {
        "tabulate": tabulate,
        "judge": judge,
        "draw": draw,
        "write_sequence": write_sequence,
        "page": page,
    }
    return makers[what](recipe, folder)
