"""How much of the gap between naming the smallest number first and an oracle can an order win back?

Positions are the irreducible numerical semigroups of bounded genus, each a win. Each is searched
from nothing under every order of trying moves and every rule that passes some over, and closures
are counted exactly; what an order learns, it learns from positions that it is not scored on. Every
value found in a search is compared with the rules of the game alone. Whether struck moves tell
where winners are is asked by permutation tests, settled on small positions and tried on larger
ones.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field

from pastimes.declare.catalogue import variant
from pastimes.declare.fields import Count, Seed, Sweep, named_variant
from pastimes.declare.points import Point
from pastimes.declare.steps import Column, step
from pastimes.experiments.sylver.move import fields_read

if TYPE_CHECKING:
    import numpy as np

TITLE = "Sylver Coinage"

ORDERS = "pastimes.experiments.sylver.orders"
RULES = "pastimes.experiments.sylver.pruning"

_SHUFFLES = 25  # of one run


def _check_ascending(genera: list[int]) -> list[int]:
    if genera != sorted(set(genera)):
        raise ValueError("ascending, each once")
    return genera


Genus = Annotated[int, Field(strict=True, ge=2, le=32)]


@dataclass(frozen=True)
class Config:
    """Settings of one study; ``config/sylver/paper.yaml`` explains each."""

    last_genera: Annotated[list[Genus], Field(min_length=2), AfterValidator(_check_ascending)]
    orders: Annotated[list[Annotated[str, named_variant(ORDERS, "order")]], Sweep]
    rules: Annotated[list[Annotated[str, named_variant(RULES, "rule")]], Sweep]
    shuffles: Annotated[int, Field(strict=True, ge=1, le=100_000)]
    shuffled_genus: Genus
    permutations: Count
    seed: Seed

    def __post_init__(self) -> None:
        if self.shuffled_genus not in self.last_genera:
            raise ValueError(
                f"shuffled_genus: {self.shuffled_genus}: one of last_genera, {self.last_genera}"
            )

    def spans(self) -> list[Mapping[str, int]]:
        """Spans of genera, the training positions' first."""
        firsts = [2, *(last + 1 for last in self.last_genera)]
        return [
            {"first_genus": first, "last_genus": last}
            for first, last in zip(firsts, self.last_genera, strict=False)
        ]


def _span_points(config: Config) -> Iterator[Mapping[str, Any]]:
    yield from config.spans()


def _positions_points(config: Config) -> Iterator[Point]:
    for span in config.spans():
        yield Point(span, {"positions": [span]})


@step(
    points=_span_points,
    columns={
        "position": Column("int64", "the gaps: bit n - 1 is set for the gap n"),
        "generators": Column("string", "minimal generators of the semigroup"),
        "frobenius": Column("int64", "Frobenius number, the largest gap"),
        "genus": Column("int64", "how many gaps there are", "gaps"),
        "moves": Column("int64", "numbers that may be named, from 2 on", "moves"),
        "winners": Column("string", "those of them that win"),
        "winning": Column("int64", "how many these are", "moves"),
    },
    batch=8,
)
def enumerate_positions(first_genus: int, last_genus: int) -> Mapping[str, Any]:
    """All irreducible semigroups of a span of genera but {1}'s, and which moves win."""
    from pastimes.experiments.sylver.irreducible import irreducible_of_genera
    from pastimes.experiments.sylver.semigroups import minimal_generators
    from pastimes.experiments.sylver.values import reachable, solve, winning_moves
    from pastimes.experiments.sylver.words import largest, numbers_in, size

    found = irreducible_of_genera(first_genus, last_genus)
    table = solve(reachable(found, True))
    winners = [numbers_in(winning_moves(gaps, *table)) for gaps in found]
    return {
        "position": [int(gaps) >> 1 for gaps in found],
        "generators": [_spaced(numbers_in(minimal_generators(~gaps))) for gaps in found],
        "frobenius": [largest(gaps) for gaps in found],
        "genus": [size(gaps) for gaps in found],
        "moves": [size(gaps) - 1 for gaps in found],
        "winners": [_spaced(numbers) for numbers in winners],
        "winning": [len(numbers) for numbers in winners],
    }


def _spaced(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _gaps(positions: Mapping[str, Any]) -> "np.ndarray[Any, Any]":
    import numpy as np

    return positions["position"].astype(np.uint64) << np.uint64(1)


def _learn_points(config: Config) -> Iterator[Point]:
    training = config.spans()[0]
    yield Point({"training_genus": training["last_genus"]}, {"positions": [training]})


@step(
    points=_learn_points,
    upstream={"positions": enumerate_positions},
    columns={
        "number": Column("int64", "a number"),
        "wins": Column("int64", "won positions reached in training in which it wins", "positions"),
    },
)
def learn(training_genus: int, positions: Mapping[str, Any]) -> Mapping[str, Any]:
    """How often each number wins in the searches of the training positions, and of no others."""
    from pastimes.experiments.sylver.tallies import tally

    if positions["genus"].max() > training_genus:
        raise ValueError("a test position reached the learner")
    return {"number": range(64), "wins": tally(_gaps(positions)).wins}


@step(
    points=_positions_points,
    upstream={"positions": enumerate_positions},
    columns={
        "number": Column("int64", "a number"),
        "legal": Column("int64", "won positions in which it may be named", "positions"),
        "struck": Column("int64", "of these, those where that leaves an irreducible one"),
        "wins": Column("int64", "of these, those where that wins"),
        "exceptions": Column("int64", "of these, those where the rule for 2 and 3 is wrong"),
        "won": Column("int64", "won positions reached in all, the same for each number"),
    },
    batch=8,
)
def tally_moves(
    first_genus: int, last_genus: int, positions: Mapping[str, Any]
) -> Mapping[str, Any]:
    """How often each number is legal, struck and wins, over won positions that searches reach."""
    from pastimes.experiments.sylver.tallies import tally

    found = tally(_gaps(positions))
    return {"number": range(64), **found._asdict(), "won": [found.won] * 64}


def _score_points(config: Config) -> Iterator[Point]:
    training, *tests = config.spans()
    for order in config.orders:
        read = fields_read(variant(ORDERS, order))
        if "chance" in read:
            continue
        learned = "wins" in read
        lessons = [{"training_genus": training["last_genus"]}] if learned else []
        for rule in config.rules:
            for span in tests if learned else config.spans():
                yield Point(
                    {"order": order, "rule": rule, **span},
                    {"positions": [span], "lessons": lessons},
                )


@step(
    points=_score_points,
    upstream={"positions": enumerate_positions, "lessons": learn},
    variants={"order": ORDERS, "rule": RULES},
    columns={
        "position": Column("int64", "the gaps: bit n - 1 is set for the gap n"),
        "genus": Column("int64", "how many gaps there are", "gaps"),
        "examined": Column("int64", "moves examined: closures where sorting is free", "closures"),
        "when_needed": Column("int64", "closures, those for sorting when first needed", "closures"),
        "at_once": Column("int64", "closures, those for sorting before any move", "closures"),
        "rank": Column("int64", "moves of the position itself examined", "moves"),
        "winner": Column("int64", "the winning move found"),
        "searched": Column("int64", "different positions searched, all valued right", "positions"),
    },
    batch=20,
)
def score(
    order: str,
    rule: str,
    first_genus: int,
    last_genus: int,
    positions: Mapping[str, Any],
    lessons: Mapping[str, Any],
) -> Mapping[str, Any]:
    """What finding a winning move costs under an order and a rule, position by position."""
    import numpy as np

    from pastimes.experiments.sylver.search import search

    wins = np.zeros(64, np.int64)
    if len(lessons["number"]):
        if positions["genus"].min() <= lessons["training_genus"].max():
            raise ValueError("a position is scored that was learned from")
        wins[lessons["number"]] = lessons["wins"]
    costs = search(variant(ORDERS, order), variant(RULES, rule), _gaps(positions), wins)
    return {name: positions[name] for name in ("position", "genus")} | costs._asdict()


def _shuffle_points(config: Config) -> Iterator[Point]:
    spans = [span for span in config.spans() if span["last_genus"] <= config.shuffled_genus]
    for order in config.orders:
        if "chance" in fields_read(variant(ORDERS, order)):
            for shard in range(-(-config.shuffles // _SHUFFLES)):
                shuffles = min(_SHUFFLES, config.shuffles - shard * _SHUFFLES)
                yield Point(
                    {
                        "order": order,
                        "last_genus": config.shuffled_genus,
                        "shuffles": shuffles,
                        "shard": shard,
                    },
                    {"positions": spans},
                )


@step(
    points=_shuffle_points,
    upstream={"positions": enumerate_positions},
    variants={"order": ORDERS},
    columns={
        "shuffle": Column("int64", "number of the random order, from 0 in each shard"),
        "genus": Column("int64", "how many gaps there are", "gaps"),
        "examined": Column("int64", "moves examined, in all positions of this genus", "closures"),
        "rank": Column("int64", "moves of the positions themselves examined", "moves"),
        "dearer": Column("int64", "positions that cost more than smallest first", "positions"),
    },
)
def score_shuffled(
    order: str,
    last_genus: int,
    shuffles: int,
    shard: int,
    positions: Mapping[str, Any],
    rng: Any,
) -> Iterable[Any]:
    """What searching all positions costs under random orders, by genus."""
    import numpy as np

    from pastimes.experiments.sylver.orders import smallest
    from pastimes.experiments.sylver.pruning import none
    from pastimes.experiments.sylver.search import search

    gaps, genera = _gaps(positions), positions["genus"]
    usual = search(smallest, none, gaps).examined
    rows = []
    for shuffle, key in enumerate(rng.integers(2**63, size=shuffles)):
        costs = search(variant(ORDERS, order), none, gaps, shuffle=int(key))
        for genus in np.unique(genera):
            of = genera == genus
            rows.append(
                (
                    shuffle,
                    genus,
                    costs.examined[of].sum(),
                    costs.rank[of].sum(),
                    (costs.examined[of] > usual[of]).sum(),
                )
            )
    return rows


def _remember_points(config: Config) -> Iterator[Point]:
    for order in config.orders:
        module = variant(ORDERS, order)
        if hasattr(module, "won") and not {"chance", "wins"} & fields_read(module):
            for span in config.spans():
                yield Point({"order": order, **span}, {"positions": [span]})


@step(
    points=_remember_points,
    upstream={"positions": enumerate_positions},
    variants={"order": ORDERS},
    columns={
        "number": Column("int64", "a number"),
        "wins": Column("int64", "times that it was found to win, in all searches"),
    },
    batch=20,
)
def remember(
    order: str, first_genus: int, last_genus: int, positions: Mapping[str, Any]
) -> Mapping[str, Any]:
    """How often each number is found to win in the searches of an order that remembers."""
    from pastimes.experiments.sylver.pruning import none
    from pastimes.experiments.sylver.search import count_wins

    wins = count_wins(variant(ORDERS, order), none, _gaps(positions))
    return {"number": range(64), "wins": wins}


@step(
    points=_positions_points,
    upstream={"positions": enumerate_positions},
    columns={
        "position": Column("int64", "the gaps: bit n - 1 is set for the gap n"),
        "number": Column("int64", "the number named"),
        "struck": Column("int64", "1 where that leaves an irreducible semigroup"),
        "winning": Column("int64", "1 where it wins"),
        "neighbours": Column("int64", "how many of the numbers next to it are struck"),
        "nearest": Column("int64", "distance to the nearest other struck number; 64 for none"),
        "unpaired": Column("int64", "gaps left that do not pair off", "gaps"),
    },
    batch=8,
)
def list_moves(
    first_genus: int, last_genus: int, positions: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Every move of every position, with what striking moves tells about it."""
    from pastimes.experiments.sylver.struck_moves import moves_of

    return moves_of(_gaps(positions))._asdict()


def _associate_points(config: Config) -> Iterator[Point]:
    for span in config.spans():
        yield Point({**span, "permutations": config.permutations}, {"moves": [span]})


@step(
    points=_associate_points,
    upstream={"moves": list_moves},
    columns={
        "look": Column("string", "what may tell where a winner is"),
        "within": Column("string", "what is compared: items of one position, or of one number"),
        "items": Column("int64", "moves or positions compared"),
        "correlation": Column("float64", "with winning, or with the rank of the first winner"),
        "p_value": Column("float64", "two-sided, by permutation"),
    },
)
def associate(
    first_genus: int, last_genus: int, permutations: int, moves: Mapping[str, Any], rng: Any
) -> Iterable[Any]:
    """Whether what striking tells goes together with winning, by permutation tests."""
    from pastimes.experiments.sylver.struck_moves import Moves, looks
    from pastimes.statistics.permutation import association

    rows = []
    for look in looks(Moves(*(moves[name] for name in Moves._fields))):
        found = association(look.strata, look.x, look.y, permutations, rng)
        rows.append((look.predictor, look.within, len(look.x), *found))
    return rows
