"""Values kept in ``tests/golden/skeletons.csv``, each with its source."""

import csv
from functools import cache
from pathlib import Path

import pytest

from pastimes.experiments.skeletons.external import FREE, OBTUSE
from pastimes.experiments.skeletons.groups import GROUPS
from pastimes.experiments.skeletons.plain import canonical, follows, symmetries, words
from pastimes.experiments.skeletons.readings import PRIMARY, parse
from pastimes.experiments.skeletons.search import TALLIES, count
from pastimes.experiments.skeletons.strain import SAMENESS, least_strained

GOLDEN = Path(__file__).parents[2] / "golden" / "skeletons.csv"
PATTERNS = [f"patterns_{k}" for k in (1, 2, 3)]
SINGLE = [f"single_{k}" for k in (1, 2, 3)]


@cache
def tallies(text, vertices, edges=None):
    return count(parse(text), vertices, edges)


def up_to(symmetries_of, number, by_group):
    """Fixed drawings by group, as counted up to so many symmetries."""
    total = sum(symmetries_of(g) * int(n) for g, n in zip(GROUPS, by_group, strict=True))
    whole, rest = divmod(total, number)
    assert rest == 0
    return whole


def free(by_group):
    return up_to(lambda group: group.order, 12, by_group)


def one_sided(by_group):
    return up_to(lambda group: group.rotations, 6, by_group)


def by_vertices(n, text="primary"):
    most = next(m for m in (8, 10, 12) if m >= int(n))
    return tallies(text, most)[int(n)]


def patterns(names):
    def counted(n):
        found = by_vertices(n).sum(axis=(0, 1))
        return sum(int(found[TALLIES.index(name)]) for name in names) // 12

    return counted


def reading(argument):
    text, _, n = argument.partition("/")
    return free(by_vertices(n, text)[..., 0].sum(axis=0))


def by_edges(text, most, counted):
    return lambda n: counted(tallies(text, most + 1, most)[:, int(n), :, 0].sum(axis=0))


QUANTITIES = {
    "skeletons": lambda n: free(by_vertices(n)[..., 0].sum(axis=0)),
    "one_sided": lambda n: one_sided(by_vertices(n)[..., 0].sum(axis=0)),
    "fixed": lambda n: int(by_vertices(n)[..., 0].sum()),
    "words": patterns(PATTERNS),
    "single_words": patterns(SINGLE),
    "reading": reading,
    "drawings": lambda n: reading(f"angles=free exterior=free/{n}"),
    "A159867": by_edges(FREE, 8, free),
    "A151539": by_edges(FREE, 8, one_sided),
    "A197459": by_edges(OBTUSE, 10, free),
    "A197460": by_edges(OBTUSE, 10, one_sided),
    "A000942": lambda n: free(by_vertices(n)[int(n) - 1, :, 0]),
}
"""How each quantity is found by the fast search; the slow method alone finds `SLOW`."""

SLOW = {"least_strain"}


def rows():
    with open(GOLDEN, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def arguments(*quantities, most=99):
    """Argument and value of rows of these quantities, up to a size."""
    found = [row for row in rows() if row["quantity"] in quantities]
    return [
        (row["quantity"], row["argument"], int(row["value"]))
        for row in found
        if int(row["argument"].rpartition("/")[2]) <= most
    ]


@pytest.mark.parametrize(("quantity", "argument", "value"), arguments(*QUANTITIES))
def test_value_is_the_golden_one(quantity, argument, value):
    assert QUANTITIES[quantity](argument) == value


@pytest.fixture(scope="module")
def passing(grown):
    """Drawings that follow the primary reading, by the slow method."""
    return cache(lambda n: [f for f in grown(n) if follows(f, PRIMARY)])


@pytest.fixture(scope="module")
def slow(passing, grown):
    """How the slow method finds quantities."""

    def sides(figures):
        """1 where a drawing is its own mirror image, else 2."""
        mirrored = [((a, -b), (c, -d)) for (a, b), (c, d) in figures.drawing]
        return len({min(rotated(drawing)) for drawing in (figures.drawing, mirrored)})

    return {
        "skeletons": lambda n: len(passing(n)),
        "one_sided": lambda n: sum(map(sides, passing(n))),
        "fixed": lambda n: sum(12 // len(symmetries(f.drawing)) for f in passing(n)),
        "words": lambda n: sum(words(f, k, False) for f in passing(n) for k in (1, 2, 3)),
        "single_words": lambda n: sum(words(f, k, True) for f in passing(n) for k in (1, 2, 3)),
        "drawings": lambda n: len({canonical(f.drawing) for f in grown(n)}),
        "A000942": lambda n: sum(len(f.drawing) == n - 1 for f in passing(n)),
    }


def rotated(drawing):
    """The six rotations of a drawing, each from the lower left."""
    for _ in range(6):
        drawing = [tuple(((x - 3 * y) // 2, (x + y) // 2) for x, y in edge) for edge in drawing]
        left, low = (min(p[i] for edge in drawing for p in edge) for i in (0, 1))
        edges = (sorted((x - left, y - low) for x, y in edge) for edge in drawing)
        yield tuple(sorted(map(tuple, edges)))


SLOWLY = ("skeletons", "one_sided", "fixed", "words", "single_words", "drawings", "A000942")


@pytest.mark.parametrize(("quantity", "argument", "value"), arguments(*SLOWLY, most=6))
def test_the_slow_method_finds_the_golden_value_too(quantity, argument, value, slow):
    assert slow[quantity](int(argument)) == value


@pytest.mark.slow
@pytest.mark.parametrize("vertices", [7, 8])
@pytest.mark.parametrize("quantity", SLOWLY)
def test_the_slow_method_finds_larger_golden_values_too(quantity, vertices, slow):
    (value,) = [v for _, n, v in arguments(quantity) if n == str(vertices)]
    assert slow[quantity](vertices) == value


@pytest.mark.parametrize(("quantity", "argument", "value"), arguments(*SLOW))
def test_drawings_of_least_strain_are_the_golden_number(quantity, argument, value, grown):
    sameness, _, vertices = argument.partition("/")
    roomy = [figures for figures in grown(int(vertices)) if figures.rooms]
    assert len(least_strained(roomy, SAMENESS[sameness])) == value


def test_every_golden_value_has_a_source():
    assert all(row["source"].strip() for row in rows())


def test_what_nobody_else_confirmed_is_said_to_be():
    alone = [r for r in rows() if r["quantity"] == "skeletons" and int(r["argument"]) > 8]
    assert len(alone) == 4
    assert all(row["source"].endswith("confirmed by nobody else") for row in alone)


def test_every_quantity_has_a_golden_value():
    assert {row["quantity"] for row in rows()} == {*QUANTITIES, *SLOW}
