"""How many word skeletons have n vertices, and how fast does the number grow?

Words are drawn on the triangular grid, with rules for their angles that can be read in several
ways; each reading is a set of named switches and is counted beside the primary one. The fast
counter gives one vertex after another its edges and stores nothing; a slow method grows drawings
vertex by vertex, holds the whole of each against the rules, and must find the same drawings. With
rules turned off, both give sequences that others computed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from pastimes.declare.fields import Count, Sweep, named_switches
from pastimes.declare.points import grid
from pastimes.declare.steps import Column, step
from pastimes.experiments.skeletons.external import PUBLISHED
from pastimes.experiments.skeletons.readings import SWITCHES, parse

TITLE = "Word skeletons"

PRIMARY = "primary"
"""How the primary reading is written."""


Reading = Annotated[str, named_switches(parse, SWITCHES, PRIMARY)]


def _vertices(most: int) -> Any:
    return Annotated[int, Field(strict=True, ge=2, le=most)]


@dataclass(frozen=True)
class Config:
    """Settings of one study; ``config/skeletons/paper.yaml`` explains each."""

    vertices: _vertices(28)  # type: ignore[valid-type]
    readings: Annotated[list[Reading], Sweep]
    reading_vertices: _vertices(28)  # type: ignore[valid-type]
    shards: Annotated[int, Field(strict=True, ge=1, le=4096)]
    plain_vertices: _vertices(9)  # type: ignore[valid-type]
    gallery_vertices: _vertices(8)  # type: ignore[valid-type]
    published_terms: Count

    def __post_init__(self) -> None:
        if PRIMARY in self.readings:
            raise ValueError(f"readings: {PRIMARY}: counted anyway; list the others")


def _count_points(config: Config) -> Iterator[Mapping[str, Any]]:
    sizes = {PRIMARY: config.vertices} | dict.fromkeys(config.readings, config.reading_vertices)
    for reading, most in sizes.items():
        for shard in range(config.shards):
            yield {
                "reading": reading,
                "most_vertices": most,
                "shards": config.shards,
                "shard": shard,
            }


@step(
    points=_count_points,
    columns={
        "vertices": Column("int64", "vertices of the drawing", "vertices"),
        "edges": Column("int64", "edges of the drawing", "edges"),
        "group": Column("string", "kind of its symmetry group"),
        "rotations": Column("int64", "rotations in the group, the identity too"),
        "order": Column("int64", "symmetries in the group"),
        "drawings": Column("int64", "fixed drawings, translations aside", "drawings"),
        **{
            f"{kind}_{k}": Column(
                "int64",
                f"sum over drawings and their symmetries of patterns of {k} connections that stay "
                f"as they are, {text}; twelve times the words",
            )
            for kind, text in (
                ("patterns", "vertices taking as many as they have room for"),
                ("single", "vertices taking one each"),
            )
            for k in (1, 2, 3)
        },
    },
    batch=8,
)
def count(reading: str, most_vertices: int, shards: int, shard: int) -> Mapping[str, Any]:
    """Drawings and patterns of connections, by vertices, edges and symmetry."""
    import numpy as np

    from pastimes.experiments.skeletons.groups import GROUPS
    from pastimes.experiments.skeletons.search import TALLIES
    from pastimes.experiments.skeletons.search import count as count_drawings

    found = count_drawings(parse(reading), most_vertices, None, shards, shard)
    vertices, edges, groups = np.nonzero(found[..., 0])
    return {
        "vertices": vertices,
        "edges": edges,
        "group": [GROUPS[g].name for g in groups],
        "rotations": [GROUPS[g].rotations for g in groups],
        "order": [GROUPS[g].order for g in groups],
    } | dict(zip(TALLIES, found[vertices, edges, groups].T, strict=True))


def _published_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for published in PUBLISHED:
        yield {
            "sequence": published.number,
            "terms": min(config.published_terms, len(published.terms)),
        }


@step(
    points=_published_points,
    columns={
        "index": Column("int64", "edges or vertices"),
        "ours": Column("int64", "drawings counted, as the sequence counts them", "drawings"),
        "published": Column("int64", "the term published", "drawings"),
    },
    batch=4,
)
def check_published(sequence: str, terms: int) -> Mapping[str, Any]:
    """The search with rules turned off, beside sequences that others computed."""
    from pastimes.experiments.skeletons.external import count_as_published

    published = next(p for p in PUBLISHED if p.number == sequence)
    return {
        "index": range(published.first, published.first + terms),
        "ours": count_as_published(published, terms),
        "published": published.terms[:terms],
    }


@step(
    points=grid(
        size=lambda config: range(2, config.plain_vertices + 1),
        readings=lambda config: [PRIMARY, *config.readings],
    ),
    columns={
        "reading": Column("string", "the reading, or what drawings of least strain are among"),
        "grown": Column("int64", "drawings with so many vertices that were grown", "drawings"),
        "free": Column("int64", "of these, those that follow the rules", "drawings"),
        "words": Column("int64", "words of 1 to 3 connections on them", "words"),
        "same": Column("bool", "whether the fast search finds the same drawings; null if not made"),
        "same_words": Column("bool", "whether it counts the same words, both ways; null likewise"),
    },
)
def compare_plain(size: int, readings: list[str]) -> Iterable[Any]:
    """The slow method in every reading, and whether the fast one agrees drawing by drawing."""
    from pastimes.experiments.skeletons.comparison import compare

    return compare(size, {reading: parse(reading) for reading in readings})


_DRAWING = {
    "points": Column("string", "vertices as x,y: half units, and half units of root 3"),
    "joins": Column("string", "edges as pairs of points by number, from 0"),
    "rooms": Column("string", "outer points with room for connections, and for how many"),
}


@step(
    points=grid(reading=(PRIMARY,), vertices=lambda config: range(2, config.gallery_vertices + 1)),
    columns={
        "number": Column("int64", "of the skeleton, among those with as many vertices"),
        "cycle_rank": Column("int64", "edges more than a tree has", "edges"),
        "group": Column("string", "kind of its symmetry group"),
        **_DRAWING,
        **{f"words_{k}": Column("int64", f"words of {k} connections on it") for k in (1, 2, 3)},
    },
    batch=4,
)
def list_skeletons(reading: str, vertices: int) -> Iterable[Any]:
    """Every skeleton with so many vertices, numbered."""
    from pastimes.experiments.skeletons.listing import skeletons, written

    return [
        (s.number, s.cycle_rank, s.group, *written(s), *s.words)
        for s in skeletons(parse(reading), vertices)
    ]


@step(
    points=grid(reading="readings", most_vertices="plain_vertices"),
    columns={
        "vertices": Column("int64", "vertices of the smallest drawings that tell", "vertices"),
        "passes": Column("string", "which of the two readings the drawing follows"),
        "drawings": Column("int64", "drawings with so many vertices that do", "drawings"),
        **_DRAWING,
    },
    batch=4,
)
def tell_apart(reading: str, most_vertices: int) -> Iterable[Any]:
    """The smallest drawings that follow the primary reading or another one, but not both."""
    from pastimes.experiments.skeletons.comparison import apart
    from pastimes.experiments.skeletons.listing import written

    return [
        (vertices, passes, number, *written(example))
        for vertices, passes, number, example in apart(parse(reading), most_vertices)
    ]
