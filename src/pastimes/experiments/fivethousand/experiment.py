"""When should you roll again in the game of 5000, and is the rule of three numbers the best?

Every roll of one to six dice is enumerated, under every convention of scoring. A turn is solved
exactly over all turn scores and dice left, with the endless tail of hot dice closed by a proof;
rules of play are valued in fractions and checked by playing them with the same dice. Then the race
to 5000, the last turn and the game of two players are solved in their turn.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from pastimes.declare.fields import Seed, Sweep, named_switches
from pastimes.declare.points import grid
from pastimes.declare.steps import Column, step
from pastimes.experiments.fivethousand.rules import SWITCHES, parse

TITLE = "The game of 5000"

ESSAY = "essay"
"""How the rules that give the essay's figures are written."""

_TURNS = 1_000_000  # of one run


def _check_goal(goal: int) -> int:
    if goal % 50:
        raise ValueError("a multiple of 50")
    return goal


RulesText = Annotated[str, named_switches(parse, SWITCHES, ESSAY)]
Points = Annotated[int, Field(strict=True, ge=100, le=10_000), AfterValidator(_check_goal)]


@dataclass(frozen=True)
class Config:
    """Settings of one study; ``config/fivethousand/paper.yaml`` explains each."""

    house_rules: Annotated[list[RulesText], Sweep]
    goal: Points
    largest_lead: Points
    turns: Annotated[int, Field(strict=True, ge=1, le=10**10)]
    seed: Seed

    def __post_init__(self) -> None:
        if ESSAY not in self.house_rules:
            raise ValueError(f"house_rules: {self.house_rules}: {ESSAY} must be among them")
        opening = max(int(parse(rules).opening) for rules in self.house_rules)
        if self.goal < opening:
            raise ValueError(
                f"goal: {self.goal}: at least {opening}, which opens under house_rules"
            )


RULES = grid(rules="house_rules")


@step(
    points=grid(**{name: SWITCHES[name] for name in ("two_triples", "four_and_two", "of_a_kind")}),
    columns={
        "dice": Column("int64", "dice rolled", "dice"),
        "score": Column("int64", "points of the roll; 0 is a bust", "points"),
        "left": Column("int64", "dice that do not score", "dice"),
        "labelled": Column("int64", "labelled rolls that give this", "rolls"),
        "distinct": Column("int64", "distinct rolls that do, their order aside", "rolls"),
    },
    batch=8,
)
def enumerate_rolls(two_triples: str, four_and_two: str, of_a_kind: str) -> Iterable[Any]:
    """Every roll of one to six dice, by what it scores."""
    from collections import Counter

    from pastimes.experiments.fivethousand.rules import Rules, rolls, taken

    rules = Rules(two_triples, four_and_two, of_a_kind)
    labelled: Counter[tuple[int, int, int]] = Counter()
    distinct: Counter[tuple[int, int, int]] = Counter()
    for dice in range(1, 7):
        for counts, ways in rolls(dice):
            points, used = taken(counts, rules)
            labelled[dice, points, dice - used] += ways
            distinct[dice, points, dice - used] += 1
    return [(*key, labelled[key], distinct[key]) for key in sorted(labelled)]


@step(
    points=RULES,
    columns={
        "dice": Column("int64", "dice to be rolled, from 1 to 5", "dice"),
        "turn_score": Column("int64", "points of the turn so far", "points"),
        "if_rolled": Column("float64", "mean final score of rolling, played best", "points"),
        "stays": Column("bool", "whether the best play stays"),
    },
    batch=4,
)
def solve_turn(rules: str) -> Iterable[Any]:
    """The best play of a turn, state by state, up to the score from which it always stays."""
    from pastimes.experiments.fivethousand.turn import STEP, solve

    turn = solve(parse(rules))
    return [
        (dice, at * STEP, float(mean), turn.stays(at * STEP, dice))
        for dice, means in enumerate(turn.rolling[:5], start=1)
        for at, mean in enumerate(means[: 4000 // STEP])
    ]


@step(
    points=RULES,
    columns={
        "policy": Column("string", "how the turn is played"),
        "cutoffs": Column("string", "last turn scores at which 3, 4 and 5 dice are rolled"),
        "points": Column("float64", "mean score of a turn", "points"),
        "exactly": Column("string", "the same as a fraction, or as bounds in floating point"),
        "bust": Column("float64", "probability of a bust; null where not computed"),
    },
    batch=1,
)
def value_policies(rules: str) -> Iterable[Any]:
    """What the essay's rule, the best of its form and the best play are worth in a turn."""
    from pastimes.experiments.fivethousand.valuation import valued

    return valued(parse(rules))


@step(
    points=RULES,
    columns={
        "policy": Column("string", "how the turn is played"),
        "final": Column("int64", "final score; 0 is a bust", "points"),
        "chance": Column("float64", "its probability"),
    },
    batch=4,
)
def spread_scores(rules: str) -> Iterable[Any]:
    """The law of the final score of a turn, where removal is forced."""
    from pastimes.experiments.fivethousand.policies import turn_scores
    from pastimes.experiments.fivethousand.valuation import policies_of

    found = parse(rules)
    return [
        (name, score, chance)
        for name, policy, _ in policies_of(found)
        for score, chance in turn_scores(found, policy).items()
    ]


@step(
    points=RULES,
    columns={
        "banked": Column("int64", "points banked", "points"),
        "turns": Column("float64", "expected turns to the goal, played for the fewest", "turns"),
    },
    batch=4,
)
def run_race(rules: str, goal: int) -> Mapping[str, Any]:
    """Expected turns to the goal by banked score."""
    from pastimes.experiments.fivethousand.game import race
    from pastimes.experiments.fivethousand.turn import STEP

    return {"banked": range(0, goal + STEP, STEP), "turns": race(parse(rules), goal)}


@step(
    points=RULES,
    columns={
        "lead": Column("int64", "points by which the other is ahead", "points"),
        "overtaken": Column("float64", "chance to score more in one turn, played for it"),
    },
    batch=4,
)
def chase(rules: str, largest_lead: int) -> Mapping[str, Any]:
    """The last turn: the chance to overtake a lead."""
    from pastimes.experiments.fivethousand.game import last_turn
    from pastimes.experiments.fivethousand.turn import STEP

    found = last_turn(parse(rules), largest_lead)
    return {"lead": range(0, largest_lead + STEP, STEP), "overtaken": found}


@step(
    points=RULES,
    columns={
        "mover": Column("string", "who is about to move: the player who began, or the other"),
        "own": Column("int64", "points that player has banked", "points"),
        "others": Column("int64", "points the other has banked", "points"),
        "wins": Column("float64", "chance of the player about to move to win, a draw as half"),
    },
)
def solve_duel(rules: str, goal: int) -> Iterable[Any]:
    """The game of two players, both for the greatest chance to win; every tenth banked score."""
    from pastimes.experiments.fivethousand.game import duel
    from pastimes.experiments.fivethousand.turn import STEP

    found = duel(parse(rules), goal)
    places = range(0, goal // STEP, 10)
    return [
        (mover, a * STEP, b * STEP, float(chances[a, b]))
        for mover, chances in zip(("beginner", "other"), found, strict=True)
        for a in places
        for b in places
    ]


def _turns_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for shard in range(-(-config.turns // _TURNS)):
        yield {"turns": min(_TURNS, config.turns - shard * _TURNS), "shard": shard}


@step(
    points=_turns_points,
    columns={
        "policy": Column("string", "how the turns are played"),
        "total": Column("int64", "sum of their scores", "points"),
        "squares": Column("int64", "sum of the squares of their scores"),
        "busts": Column("int64", "turns that bust", "turns"),
        "gain": Column("int64", "sum of their scores less the essay's rule's", "points"),
        "gain_squares": Column("int64", "sum of the squares of these differences"),
    },
    batch=4,
    memory_mb=900,
)
def play(turns: int, shard: int, rng: Any) -> Mapping[str, Any]:
    """Turns by several policies with the same dice, under the essay's rules."""
    from pastimes.experiments.fivethousand.simulation import play_turns
    from pastimes.experiments.fivethousand.valuation import players

    named = players()
    scores = play_turns(list(named.values()), turns, rng)
    gains = scores - scores[0]
    return {
        "policy": list(named),
        "total": scores.sum(axis=1),
        "squares": (scores**2).sum(axis=1),
        "busts": (scores == 0).sum(axis=1),
        "gain": gains.sum(axis=1),
        "gain_squares": (gains**2).sum(axis=1),
    }
