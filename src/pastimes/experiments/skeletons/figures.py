"""Word skeletons: the figures, tables and numbers of the report's chapter."""

from typing import TYPE_CHECKING

from pastimes.declare.figures import Figure
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.skeletons.experiment import PRIMARY
from pastimes.experiments.skeletons.findings import counted, limit, readings, tallied, words
from pastimes.experiments.skeletons.growth import growth as growth_of

if TYPE_CHECKING:
    import pandas as pd

SMALL = 6
"""Vertices of the largest skeletons that the essay draws."""


def counts_by_vertices(tables: Tables) -> "pd.DataFrame":
    """One row a number of vertices and a kind of count, in the primary reading."""
    import pandas as pd

    counts = counted(tables)
    kinds = {
        "words": words(counts),
        "words, one connection a vertex": words(counts, "single"),
        "fixed": counts.fixed,
        "skeletons": counts.free,
    }
    parts = [
        pd.DataFrame({"series": name, "vertices": terms.index, "number": terms.astype(float)})
        for name, terms in kinds.items()
    ]
    return pd.concat(parts).reset_index(drop=True)


def _gallery(rows: "pd.DataFrame", heading: "pd.Series[str]") -> "pd.DataFrame":
    frame = rows[["vertices", "number", "cycle_rank", "group", "points", "joins", "rooms"]]
    words = rows.words_1 + rows.words_2 + rows.words_3
    told = zip(rows.vertices, rows.number, rows.cycle_rank, rows.group, words, strict=True)
    tip = ["{} vertices, number {}: cycle rank {}, symmetry {}, {} words".format(*t) for t in told]
    frame = frame.assign(heading=heading, label=rows.number.astype(str), tip=tip)
    return frame.reset_index(drop=True)


def gallery_small(tables: Tables) -> "pd.DataFrame":
    """One row a skeleton with up to six vertices."""
    rows = tables.rows("list_skeletons", reading=PRIMARY)
    rows = rows[rows.vertices <= SMALL].sort_values(["vertices", "number"])
    return _gallery(rows, rows.vertices.map("{} vertices".format))


def gallery_seven(tables: Tables) -> "pd.DataFrame":
    """One row a skeleton with seven vertices."""
    rows = tables.rows("list_skeletons", reading=PRIMARY, vertices=SMALL + 1).sort_values("number")
    cycles = {0: "7 vertices: trees", 1: "one cycle", 2: "two cycles"}
    return _gallery(rows, rows.cycle_rank.map(lambda rank: cycles.get(rank, f"{rank} cycles")))


def telling_drawings(tables: Tables) -> "pd.DataFrame":
    """One row a reading and side: the smallest drawing that one follows and the other does not."""
    rows = tables["tell_apart"]
    if rows.empty:
        raise Missing("this study has no reading that differs")
    sides = {
        "primary": "Follow the primary reading, but not this one",
        "other": "Follow this reading, but not the primary one",
    }
    rows = rows.sort_values("passes", ascending=False, kind="stable")
    tip = [
        f"{row.reading}: {row.drawings} such drawings with {row.vertices} vertices"
        for row in rows.itertuples()
    ]
    frame = rows.assign(heading=rows.passes.map(sides), label=rows.reading, tip=tip)
    return frame[["heading", "label", "tip", "vertices", "drawings", "points", "joins", "rooms"]]


def table_of_readings(tables: Tables) -> "pd.DataFrame":
    """One row a reading, one column a number of vertices."""
    import pandas as pd

    primary = counted(tables)
    lines = {PRIMARY: primary.free}
    lines |= {name: counted(tables, name).free for name in readings(tables) if name != PRIMARY}
    lines["mirror=distinct"] = primary.one_sided
    lines |= {
        str(name): rows.set_index("size").free
        for name, rows in tables["compare_plain"].groupby("reading", sort=False)
        if str(name).startswith("least_strain")
    }
    frame = pd.DataFrame(lines).T.astype(object)
    frame = frame.where(frame.notna(), None)
    frame.columns = [f"n = {n}" for n in frame.columns]
    frame.insert(0, "reading", frame.index)
    return frame.reset_index(drop=True)


def words_by_connections(tables: Tables) -> "pd.DataFrame":
    """One row a number of vertices: skeletons, and words by connections in both readings."""
    counts = counted(tables).astype(object)
    frame = counts.rename(
        columns={f"patterns_{k}": f"{k} connections" for k in (1, 2, 3)}
        | {f"single_{k}": f"{k}, one a vertex" for k in (1, 2, 3)}
        | {"one_sided": "one-sided"}
    )
    return frame.reset_index()


def _pivoted(rows: "pd.DataFrame", by: str) -> "pd.DataFrame":
    """Free drawings by vertices and something else, in whole numbers of any size."""
    sums = rows.groupby(["vertices", by]).free.sum() // 12
    return sums.unstack(fill_value=0).astype(object)


def by_cycle_rank(tables: Tables) -> "pd.DataFrame":
    """One row a number of vertices, one column a cycle rank."""
    rows = tallied(tables)
    rows["rank"] = rows.edges - rows.vertices + 1
    frame = _pivoted(rows, "rank")
    frame.columns = [f"rank {rank}" for rank in frame.columns]
    return frame.reset_index()


def by_symmetry(tables: Tables) -> "pd.DataFrame":
    """One row a number of vertices, one column a kind of symmetry group."""
    rows = tallied(tables)
    frame = _pivoted(rows, "group")
    return frame.reset_index().rename_axis(columns=None)


def growth_estimates(tables: Tables) -> "pd.DataFrame":
    """One row a number of vertices: ratios of fixed drawings, and the estimate of their limit."""
    import pandas as pd

    fixed = counted(tables).fixed
    return pd.DataFrame(growth_of(list(fixed), int(fixed.index[0])))


def published_checks(tables: Tables) -> "pd.DataFrame":
    """One row a published sequence: whether every term counted is as published."""
    rows = tables["check_published"].assign(equal=lambda rows: rows.ours == rows.published)
    grouped = rows.sort_values("index").groupby("sequence", sort=False)
    frame = grouped.agg(
        terms=("equal", "size"), equal=("equal", "sum"), last=("ours", "last")
    ).reset_index()
    return frame.rename(columns={"last": "largest term"})


def slow_checks(tables: Tables) -> "pd.DataFrame":
    """One row a reading: sizes at which both methods find the same drawings and words."""
    rows = tables["compare_plain"].dropna(subset="same")
    frame = rows.groupby("reading", sort=False).agg(
        {"size": ["min", "max"], "free": "sum", "same": "all", "same_words": "all"}
    )
    frame.columns = ["from n", "to n", "drawings", "same drawings", "same words"]
    frame = frame.astype({"same drawings": str, "same words": str})
    return frame.replace({"True": "yes", "False": "NO"}).reset_index()


TABLES = {
    "Skeletons by number of vertices, in every reading": table_of_readings,
    "Skeletons and words, primary reading": words_by_connections,
    "By cycle rank": by_cycle_rank,
    "By symmetry group": by_symmetry,
    "Growth of fixed drawings": growth_estimates,
    "Compared with published sequences": published_checks,
    "The slow method against the fast one": slow_checks,
}
"""Tables of the report's chapter, by heading."""


def _free(tables: Tables, vertices: int) -> int:
    counts = counted(tables).free
    if vertices not in counts:
        raise Missing(f"this study counts no drawings with {vertices} vertices")
    return int(counts[vertices])


SWEEP = """
vertices: 13
readings: [trapezoid=yes, "trapezoid=yes straight_next_to=neighbour"]
shards: 8
"""
"""Lines of a config to go on with."""

FACTS = {
    "most": lambda tables: int(counted(tables).index[-1]),
    "most_free": lambda tables: int(counted(tables).free.iloc[-1]),
    "most_words": lambda tables: int(words(counted(tables)).iloc[-1]),
    "limit": lambda tables: limit(tables)[0],
    "moved": lambda tables: limit(tables)[1],
    "six": lambda tables: _free(tables, SMALL),
    "seven": lambda tables: _free(tables, SMALL + 1),
    "readings": lambda tables: len(readings(tables)) - 1,
}
"""Numbers that captions speak of, by name."""

FIGURES = (
    Figure(
        name="gallery_small",
        kind="gallery",
        data=gallery_small,
        title="All word skeletons of two to six vertices",
        caption=(
            "The primary reading of the rules; numbered by cycle rank and outline, lying low.",
            "Rings mark outer vertices that may be bound to other words, as often as there are "
            "rings. The essay's own pictures are lost; its largest gallery would be these {{ "
            "facts.six }} of six vertices.",
        ),
        alt="Rows of small graphs on a triangular grid: a line, bent lines, triangles and rhombi "
        "with tails, a hexagon, grouped by number of vertices.",
    ),
    Figure(
        name="gallery_seven",
        kind="gallery",
        data=gallery_seven,
        title="The ones that the essay could not count: seven vertices",
        caption=(
            "All {{ facts.seven }} skeletons of seven vertices, trees first, then by cycle rank.",
        ),
        alt="Rows of small graphs on a triangular grid with seven vertices each.",
    ),
    Figure(
        name="telling_drawings",
        kind="gallery",
        data=telling_drawings,
        title="What the readings disagree about",
        caption=(
            "For each of {{ facts.readings }} other readings of the essay's rules, a smallest "
            "drawing that follows it or the primary reading, but not both.",
        ),
        alt="For each reading one or two small graphs that show what it forbids or allows.",
    ),
    Figure(
        name="counts_by_vertices",
        kind="lines",
        data=counts_by_vertices,
        title="How fast the number grows",
        caption=(
            "Exact counts in the primary reading, on a scale of powers of ten: at {{ facts.most }} "
            "vertices {{ facts.most_free }} skeletons and {{ facts.most_words }} words.",
            "Fixed drawings grow about {{ facts.limit | figures(3) }}-fold a vertex in the end, if "
            "they grow as a power of that times a power of n; the estimate moved by {{ facts.moved "
            "| figures(2) }} with the last vertex.",
        ),
        alt="Four nearly straight rising lines on a logarithmic scale, words above skeletons.",
        options={
            "x": "vertices",
            "y": "number",
            "x_label": "vertices",
            "y_label": "number",
            "log_y": True,
        },
    ),
)
"""The figures of the chapter, in order."""
