"""A slow game of 5000, written from the rules alone, and a small study of the project's own."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace

import pytest

from pastimes.declare.catalogue import experiment
from pastimes.experiments.fivethousand.rules import parse
from pastimes.experiments.fivethousand.turn import solve
from pastimes.study.planning import plan_experiment

ROOT = Path(__file__).parents[3]
TINY = ("house_rules=[essay,'removal=free','hot_dice=may']", "goal=150", "largest_lead=500")
TINY += ("turns=3000",)


@cache
def patterns(rules):
    """Dice that score together, as sorted faces, and their points."""
    found = {(1,): 100, (5,): 50, (1, 2, 3, 4, 5, 6): 2000}
    for face in range(1, 7):
        triple = 1000 if face == 1 else 100 * face
        found[(face,) * 3] = triple
        if rules.of_a_kind == "doubled":
            found |= {(face,) * n: triple * 2 ** (n - 3) for n in (4, 5, 6)}
        found[(face,) * 6] = max(5000, found.get((face,) * 6, 0))
    for three in combinations(range(1, 7), 3):
        found[tuple(sorted(three * 2))] = 1500
    for one, other in product(range(1, 7), repeat=2):
        if one < other:
            found[(one,) * 3 + (other,) * 3] = 1500
        if one != other and rules.four_and_two == "pairs":
            found[tuple(sorted((one,) * 4 + (other,) * 2))] = 1500
    return found


@cache
def exactly(faces, rules):
    """The most points of just these dice, all of which must score; None where one does not."""
    if not faces:
        return 0
    if rules.two_triples == "flat" and sorted(Counter(faces).values()) == [3, 3]:
        return 1500
    best = None
    for pattern, points in patterns(rules).items():
        if pattern[0] == faces[0] and not Counter(pattern) - Counter(faces):
            rest = exactly(tuple(sorted((Counter(faces) - Counter(pattern)).elements())), rules)
            if rest is not None:
                best = max(best or 0, points + rest)
    return best


@cache
def takings(faces, rules):
    """The most points for each number of dice that may be taken, over all subsets of the dice."""
    best = {}
    for number in range(1, len(faces) + 1):
        for chosen in set(combinations(faces, number)):
            points = exactly(chosen, rules)
            if points is not None:
                best[number] = max(points, best.get(number, 0))
    return best


def choices(faces, rules):
    """What may be taken of a roll: all that may where removal is free, else what scores most."""
    found = sorted((points, dice) for dice, points in takings(faces, rules).items())
    return found if rules.removal == "free" else found[-1:]


@cache
def kinds_of_rolls(dice, rules):
    """Choices, with how many labelled rolls allow them."""
    rolls = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice))
    kinds = Counter()
    for faces, ways in rolls.items():
        kinds[tuple(choices(faces, rules))] += ways
    return dict(kinds)


class SlowTurn:
    """A turn by backward recursion over scores from `start` up to `most` points.

    A turn that reaches `most` ends there, which is wrong by the chance to get so far; but where the
    reward is said to be `constant` from there on, six dice that must be rolled may still bust.
    Played best for a reward of the final score, or by a policy.
    """

    def __init__(
        self, rules, reward=float, bust=0.0, *, start=0, most=20000, policy=None, constant=False
    ):
        self.start = start
        size = (most - start) // 50
        kept = [reward(start + 50 * at) for at in range(size + 200)]
        self.rolled = [[None, *[kept[at]] * 6] for at in range(size + 200)]
        kinds = {dice: kinds_of_rolls(dice, rules).items() for dice in range(1, 7)}
        if constant and rules.hot_dice == "must":
            ends = sum(ways for kind, ways in kinds[6] if any(dice < 6 for _, dice in kind))
            lost = sum(ways for kind, ways in kinds[6] if not kind)
            for at in range(size, size + 200):
                self.rolled[at][6] = (ends * kept[at] + lost * bust) / (ends + lost)

        def after(at, left):
            dice, must = left or 6, left == 0 and rules.hot_dice == "must"
            if must or (policy and policy(start + 50 * at, dice)):
                return self.rolled[at][dice]
            return kept[at] if policy else max(kept[at], self.rolled[at][dice])

        for at in range(size - 1, -1, -1):
            for dice in range(1, 7):
                total = sum(
                    ways * max((after(at + p // 50, dice - d) for p, d in kind), default=bust)
                    for kind, ways in kinds[dice]
                )
                self.rolled[at][dice] = total / 6**dice

    def rolling(self, score, dice):
        return self.rolled[(score - self.start) // 50][dice]

    @property
    def value(self):
        return self.rolled[0][6]


@pytest.fixture(scope="session")
def slow():
    """The slow game's functions."""
    return SimpleNamespace(choices=choices, kinds_of_rolls=kinds_of_rolls, Turn=SlowTurn)


@pytest.fixture(scope="session")
def solved():
    """Solves turns, once for each text of rules."""
    return cache(lambda text: solve(parse(text)))


@pytest.fixture(scope="session")
def planned():
    """Plans the small study, with overrides."""

    @cache
    def plan(*overrides):
        return plan_experiment(ROOT, experiment("fivethousand"), "smoke", (*TINY, *overrides))

    return plan


@pytest.fixture(scope="session")
def gathered(gather_study):
    """The gathered table of each step of the small study, as Arrow tables."""
    return gather_study("fivethousand", *TINY)


@pytest.fixture(scope="session")
def study(as_tables, gathered):
    """The tables of the small study."""
    return as_tables(gathered)
