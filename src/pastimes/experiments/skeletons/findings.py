"""Word skeletons: what the tables say about each claim.

A function named as a claim turns tables into its finding. Unless said otherwise counts are of the
primary reading, up to all twelve symmetries of the lattice. Sums are taken in whole numbers of any
size.
"""

from typing import TYPE_CHECKING

from pastimes.declare.findings import Finding
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.skeletons.experiment import PRIMARY
from pastimes.experiments.skeletons.growth import growth as growth_of

if TYPE_CHECKING:
    import pandas as pd

PATTERNS = tuple(f"{kind}_{k}" for kind in ("patterns", "single") for k in (1, 2, 3))


def tallied(tables: Tables, reading: str = PRIMARY) -> "pd.DataFrame":
    """Rows of the counts in a reading, with whole numbers of any size, and drawings weighed.

    ``free`` counts drawings up to all symmetries and ``one_sided`` up to rotations, twelvefold and
    sixfold.
    """
    rows = tables.rows("count", reading=reading)
    rows = rows[rows.most_vertices == rows.most_vertices.max()].copy()
    for column in ("drawings", "order", "rotations", *PATTERNS):
        rows[column] = rows[column].map(int).astype(object)
    rows["free"] = rows.drawings * rows.order
    rows["one_sided"] = rows.drawings * rows.rotations
    return rows


def counted(tables: Tables, reading: str = PRIMARY, by: str = "vertices") -> "pd.DataFrame":
    """Counts in a reading: free, one-sided and fixed drawings, and words by connections.

    Raises
    ------
    ArithmeticError
        Where sums over symmetries are no multiples of their number.
    """
    rows = tallied(tables, reading)
    sums = rows.groupby(by)[["free", "one_sided", "drawings", *PATTERNS]].sum()
    divisors = {"one_sided": 6, "drawings": 1}
    for column in sums:
        divisor = divisors.get(str(column), 12)
        if any(total % divisor for total in sums[column]):
            raise ArithmeticError(f"{reading}: {column}: a sum is no multiple of {divisor}")
        sums[column] = sums[column] // divisor
    return sums.rename(columns={"drawings": "fixed"})


def words(counts: "pd.DataFrame", kind: str = "patterns") -> "pd.Series[int]":
    """Words of one to three connections, by the index of the counts."""
    return counts[f"{kind}_1"] + counts[f"{kind}_2"] + counts[f"{kind}_3"]


def readings(tables: Tables) -> list[str]:
    """The readings counted, the primary one first."""
    return list(tables["count"].reading.unique())


def _counts(tables: Tables, vertices: int) -> Finding:
    counts = counted(tables)
    if vertices not in counts.index:
        raise Missing(f"this study counts no drawings with {vertices} vertices")
    free = {reading: counted(tables, reading).free for reading in readings(tables)}
    others = {
        reading: int(numbers[vertices])
        for reading, numbers in free.items()
        if reading != PRIMARY and vertices in numbers
    }
    checked = tables.rows("compare_plain", reading=PRIMARY)
    same = checked[checked["size"] == vertices]
    slow = ""
    if not same.empty:
        agrees = bool(same.same.iloc[0])
        slow = f" The slow method finds {'the same' if agrees else 'OTHER'} drawings."
    spread = (
        f" Other readings give {min(others.values())} ({min(others, key=others.__getitem__)}) to "
        f"{max(others.values())} ({max(others, key=others.__getitem__)})."
        if others
        else ""
    )
    return Finding(
        int(counts.free[vertices]),
        f"Up to symmetry; {counts.one_sided[vertices]} with mirror images apart, "
        f"{words(counts)[vertices]} words.{slow}{spread}",
        verdict="answered" if same.empty or same.same.iloc[0] else "open",
        rows=(tables["count"], same),
    )


def count_2(tables: Tables) -> Finding:
    return _counts(tables, 2)


def count_3(tables: Tables) -> Finding:
    return _counts(tables, 3)


def count_4(tables: Tables) -> Finding:
    return _counts(tables, 4)


def count_5(tables: Tables) -> Finding:
    return _counts(tables, 5)


def count_6(tables: Tables) -> Finding:
    return _counts(tables, 6)


def count_7(tables: Tables) -> Finding:
    return _counts(tables, 7)


def limit(tables: Tables) -> tuple[float, float]:
    """The last estimate of the growth of fixed drawings, and how far it moved at last."""
    fixed = counted(tables).fixed
    if len(fixed) < 4:
        raise Missing("this study has too few sizes for an estimate of growth")
    last = growth_of(list(fixed), int(fixed.index[0]))[-1].limit
    before = growth_of(list(fixed)[:-1], int(fixed.index[0]))[-1].limit
    if not abs(last - before) >= 0:
        raise Missing("this study has too few sizes for an estimate of growth")
    return last, abs(last - before)


def growth(tables: Tables) -> Finding:
    counts = counted(tables)
    last, moved = limit(tables)
    most = int(counts.index[-1])
    ratio = counts.free[most] / counts.free[most - 1]
    return Finding(
        f"about {last:.2f}-fold a vertex",
        f"From {most - 1} to {most} vertices {ratio:.3f}-fold. The limit is an estimate, which "
        f"moved by {moved:.3f} with the last vertex and assumes that fixed drawings grow as "
        "m^n n^t, even and odd n with a factor each.",
        verdict="answered",
        rows=(tables["count"],),
    )


def binding_patterns(tables: Tables) -> Finding:
    counts = counted(tables)
    each = words(counts) / counts.free
    single = words(counts, "single") / counts.free
    most = int(counts.index[-1])
    return Finding(
        f"{each[most]:.1f} words a skeleton at {most} vertices",
        f"Of one to three connections, where a vertex takes as many as it has room for: "
        f"{each[2]:.1f} words a skeleton at 2 vertices, {each[most]:.1f} at {most}, growing like a "
        f"power of n; {single[most]:.1f} where a vertex takes one.",
        verdict="answered",
        rows=(tables["count"],),
    )
