"""Word skeletons the slow way: drawings grown one vertex at a time, and compared with the rules.

A drawing is a set of edges, an edge a pair of points, a point (x, y) with x in half units and y in
half units of the square root of 3: the neighbours of (0, 0) are `AROUND`. Nothing is shared with
the fast search but the names of the readings.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, pairwise, product

from pastimes.experiments.skeletons.readings import Reading

__all__ = [
    "Figures",
    "canonical",
    "follows",
    "grow",
    "images",
    "outer_vertices",
    "symmetries",
    "words",
]

Point = tuple[int, int]
Edge = tuple[Point, Point]
Drawing = frozenset[Edge]

AROUND: tuple[Point, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def _beside(point: Point, turn: int) -> Point:
    x, y = AROUND[turn % 6]
    return point[0] + x, point[1] + y


def _edge(a: Point, b: Point) -> Edge:
    return (a, b) if a < b else (b, a)


@cache
def _images(point: Point) -> list[Point]:
    """Where the twelve symmetries about the origin take a point, always in the same order."""
    images = []
    for x, y in (point, (point[0], -point[1])):
        for _ in range(6):
            images.append((x, y))
            x, y = (x - 3 * y) // 2, (x + y) // 2
    return images


def _neighbours(drawing: Iterable[Edge]) -> dict[Point, set[Point]]:
    found: dict[Point, set[Point]] = {}
    for a, b in drawing:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


def images(drawing: Iterable[Edge]) -> Iterator[tuple[Edge, ...]]:
    """A drawing moved by the twelve symmetries, each time with its least point at the origin."""
    ends = [(_images(a), _images(b)) for a, b in drawing]
    return (_from_origin([(a[g], b[g]) for a, b in ends]) for g in range(12))


def canonical(drawing: Iterable[Edge]) -> tuple[Edge, ...]:
    """The same for drawings that a symmetry of the lattice maps onto each other, and only then."""
    return min(images(drawing))


def _from_origin(edges: list[Edge]) -> tuple[Edge, ...]:
    x, y = min(min(edge) for edge in edges)
    return tuple(sorted(_edge((a - x, b - y), (c - x, d - y)) for (a, b), (c, d) in edges))


def symmetries(drawing: Drawing) -> list[dict[Point, Point]]:
    """The symmetries that leave a drawing as it is, as maps of its vertices."""
    found = []
    vertices = sorted(_neighbours(drawing))
    for g in range(12):
        taken = {p: _images(p)[g] for p in vertices}
        x, y = (min(p[i] for p in vertices) - min(p[i] for p in taken.values()) for i in (0, 1))
        moved = {p: (a + x, b + y) for p, (a, b) in taken.items()}
        if {_edge(moved[a], moved[b]) for a, b in drawing} == set(drawing):
            found.append(moved)
    return found


def grow(vertices: int, most_edges: int = 3) -> set[Drawing]:
    """Connected drawings with so many vertices, of so many edges each at most, up to symmetry.

    Each has a vertex whose removal leaves it connected, so that it grows from a smaller one.
    """
    found = {frozenset(canonical([((0, 0), (2, 0))]))}
    for _ in range(vertices - 2):
        found = {frozenset(canonical(d)) for smaller in found for d in _grown(smaller, most_edges)}
    return found


def _grown(drawing: Drawing, most_edges: int) -> Iterator[Drawing]:
    neighbours = _neighbours(drawing)
    open_ = {p for p, joined in neighbours.items() if len(joined) < most_edges}
    for new in {_beside(p, turn) for p in open_ for turn in range(6)} - set(neighbours):
        near = [p for p in (_beside(new, turn) for turn in range(6)) if p in open_]
        for size in range(1, most_edges + 1):
            for chosen in combinations(near, size):
                yield drawing | {_edge(new, p) for p in chosen}


def outer_vertices(drawing: Drawing) -> set[Point]:
    """Vertices on the outer face: the one of all faces that is walked around the other way."""
    neighbours = _neighbours(drawing)
    darts = {(a, b) for a, joined in neighbours.items() for b in joined}
    while darts:
        face = [min(darts)]
        while True:
            a, b = face[-1]
            turn = AROUND.index((a[0] - b[0], a[1] - b[1]))
            ways = (_beside(b, turn + further) for further in range(1, 7))
            following = (b, next(p for p in ways if p in neighbours[b]))
            if following == face[0]:
                break
            face.append(following)
        area = sum(a[0] * b[1] - a[1] * b[0] for a, b in face)
        darts -= set(face)
        if area >= 0:  # a tree has one face, of no area
            return {a for a, _ in face}
    raise ArithmeticError("no outer face")


Angle = tuple[Point, frozenset[Point]]


def _angles(neighbours: dict[Point, set[Point]], vertex: Point, size: int) -> Iterator[Angle]:
    """Angles of so many steps of 60 degrees between edges that follow each other at a vertex."""
    joined = [turn for turn in range(6) if _beside(vertex, turn) in neighbours[vertex]]
    for this, following in zip(joined, [*joined[1:], *joined[:1]], strict=True):
        if len(joined) > 1 and (following - this) % 6 == size:
            yield vertex, frozenset({_beside(vertex, this), _beside(vertex, following)})


def _figures(drawing: Drawing, points: Iterable[Point], turns: list[int]) -> Iterator[list[Point]]:
    """Closed walks from these points, by turns, all of whose edges are drawn."""
    for start in points:
        for first in range(6):
            walk = [start]
            for turn in turns:
                walk.append(_beside(walk[-1], first + turn))
            if all(_edge(a, b) in drawing for a, b in pairwise(walk)):
                yield walk[:-1]


def _corner(walk: list[Point], i: int) -> Angle:
    return walk[i], frozenset({walk[i - 1], walk[(i + 1) % len(walk)]})


class Figures:
    """What the rules speak of in a drawing, whatever the reading.

    Attributes
    ----------
    neighbours : dict
        Points joined to each vertex.
    rooms : dict
        Connections that each outer vertex has room for, where it has any.
    acute, straight : set of angles
        Those of 60 degrees; those of 180 degrees at vertices of two edges.
    all_straight : set of angles
        Those of 180 degrees.
    justified : dict
        For each kind of figure, the angles that it justifies.
    hexagons : list
        Fully drawn hexagons: centre, and points around it.
    """

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.neighbours = _neighbours(drawing)
        around = self.neighbours.items()
        self.rooms = {p: 3 - len(self.neighbours[p]) for p in outer_vertices(drawing)}
        self.rooms = {p: room for p, room in self.rooms.items() if room > 0}
        self.acute = {angle for v in self.neighbours for angle in _angles(self.neighbours, v, 1)}
        self.all_straight = {a for v in self.neighbours for a in _angles(self.neighbours, v, 3)}
        self.straight = {a for a in self.all_straight if len(self.neighbours[a[0]]) == 2}
        self.hexagons = list(_hexagons(drawing))
        self.justified = {
            "triangle": self._corners([0, 2, 4], (0, 1, 2)),
            "rhombus": self._corners([0, 1, 3, 4], (0, 2)),
            "trapezoid": self._corners([0, 0, 2, 3, 4], (0, 1, 2))
            | self._corners([0, 0, 4, 3, 2], (0, 1, 2)),
            "spoke": set(self._spokes()),
            "centre": {
                (centre, frozenset(self.neighbours[centre]))
                for centre, _ in self.hexagons
                if len(self.neighbours.get(centre, ())) == 2
            },
            "neighbour": {
                angle
                for v, joined in around
                if {p for p, _ in self.acute} & joined
                for angle in _angles(self.neighbours, v, 3)
            },
        }

    def _corners(self, turns: list[int], corners: tuple[int, ...]) -> set[Angle]:
        walks = _figures(self.drawing, self.neighbours, turns)
        return {_corner(walk, i) for walk in walks for i in corners}

    def _spokes(self) -> Iterator[Angle]:
        for centre, walk in self.hexagons:
            for i, point in enumerate(walk):
                if point in self.neighbours.get(centre, ()):
                    yield point, frozenset({centre, walk[i - 1]})
                    yield point, frozenset({centre, walk[(i + 1) % 6]})


def _hexagons(drawing: Drawing) -> Iterator[tuple[Point, list[Point]]]:
    """Fully drawn hexagons, each once: the centre and the points around it."""
    seen = set()
    for walk in _figures(drawing, _neighbours(drawing), [0, 1, 2, 3, 4, 5]):
        centre = (sum(x for x, _ in walk) // 6, sum(y for _, y in walk) // 6)
        if centre not in seen:
            seen.add(centre)
            yield centre, walk


def follows(figures: Figures, reading: Reading) -> bool:
    """Whether a drawing follows the rules in a reading."""
    degrees = [len(joined) for joined in figures.neighbours.values()]
    if max(degrees) > int(reading.most_edges):
        return False
    if reading.exterior == "needed" and not figures.rooms:
        return False
    if not _is_joined(figures, reading):
        return False
    if reading.angles == "ruled":
        return _angles_pass(figures, reading) and _spokes_pass(figures, reading)
    return reading.angles == "free" or not figures.acute | figures.all_straight


def _angles_pass(figures: Figures, reading: Reading) -> bool:
    kinds = {
        "triangle": True,
        "rhombus": reading.diamond == "rhombus",
        "spoke": reading.hexagon_spoke == "yes",
        "trapezoid": reading.trapezoid == "yes",
        "centre": reading.centre_straight == "yes",
        "neighbour": reading.straight_next_to == "neighbour",
    }
    passing = set().union(*(figures.justified[kind] for kind, counts in kinds.items() if counts))
    return figures.acute | figures.straight <= passing


def _spokes_pass(figures: Figures, reading: Reading) -> bool:
    centres = [figures.neighbours.get(centre, set()) for centre, _ in figures.hexagons]
    if reading.dangling_spoke == "no" and any(len(joined) == 1 for joined in centres):
        return False
    if reading.paired60 == "any":
        return True
    times = Counter(vertex for vertex, _ in figures.acute)
    ends = {vertex for vertex, _ in figures.justified["spoke"]}
    paired = {v for v, n in times.items() if n == 2 and len(figures.neighbours[v]) == 3}
    return paired <= ends


def _is_joined(figures: Figures, reading: Reading) -> bool:
    """Whether neighbouring points are joined, as far as the reading asks."""
    if reading.induced == "no":
        return True
    for a, joined in figures.neighbours.items():
        for turn in range(6):
            b = _beside(a, turn)
            if b in figures.neighbours and b not in joined:
                sides = [_beside(a, turn + 1), _beside(a, turn - 1)]
                rhombus = {_edge(end, side) for end in (a, b) for side in sides}
                if reading.induced == "yes" or not rhombus <= figures.drawing:
                    return False
    return True


def words(figures: Figures, connections: int, one_each: bool) -> int:
    """Ways to choose so many connections on outer vertices, up to the drawing's symmetries."""
    points = sorted(figures.rooms)
    most = [1 if one_each else figures.rooms[p] for p in points]
    patterns = {c for c in product(*(range(1 + m) for m in most)) if sum(c) == connections}
    maps = [[points.index(to[p]) for p in points] for to in symmetries(figures.drawing)]
    return len({min(tuple(c[i] for i in turned) for turned in maps) for c in patterns})
