"""The policies compared with each other, and what each is worth."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pastimes.experiments.fivethousand.policies import (
    BEST,
    BEST_CUTOFFS,
    ESSAY_CUTOFFS,
    FREE,
    THREE_NUMBERS,
    Policy,
    best_cutoffs,
    cutoffs,
    one_roll_ahead,
    value,
)
from pastimes.experiments.fivethousand.rules import ESSAY, Rules
from pastimes.experiments.fivethousand.simulation import Player, following, playing_best
from pastimes.experiments.fivethousand.turn import EXACT, STEP, bounds, solve

__all__ = ["Valued", "players", "policies_of", "valued"]


class Valued(NamedTuple):
    """What a policy is worth; see `experiment.value_policies`."""

    policy: str
    cutoffs: str
    points: float
    exactly: str
    bust: float | None


def policies_of(rules: Rules) -> Iterator[tuple[str, Policy, int]]:
    """Name, policy and the score from which it stays, of those that removal must be forced for."""
    if rules.removal != "forced" or rules.hot_dice != "must":
        return
    yield THREE_NUMBERS, cutoffs(ESSAY_CUTOFFS), max(ESSAY_CUTOFFS.values()) + STEP
    ahead = {dice: one_roll_ahead(rules, dice) for dice in (3, 4, 5)}
    best, _ = best_cutoffs(rules, {d: int(c) // STEP * STEP for d, c in ahead.items()})
    yield BEST_CUTOFFS, cutoffs(best), max(best.values()) + STEP
    turn = solve(rules)
    yield BEST, lambda score, dice: not turn.stays(score, dice), turn.tail


def valued(rules: Rules) -> Iterator[Valued]:
    """Value policies under some rules, in fractions where removal is forced."""
    for name, policy, stays_from in policies_of(rules):
        found = value(rules, policy, stays_from, exact=True)
        last = [_last_roll(policy, dice, stays_from) for dice in (3, 4, 5)]
        yield Valued(
            name,
            " ".join(map(str, last)),
            float(found.points),
            str(found.points),
            float(found.bust),
        )
    if rules.removal == "forced":
        exact = solve(rules, EXACT).hot[0]
        yield Valued(f"{BEST}, by its equation", "", float(exact), str(exact), None)
    else:
        low, high = bounds(rules)
        yield Valued(FREE, "", float(low), f"{float(low)!r} to {float(high)!r}", None)


def _last_roll(policy: Policy, dice: int, stays_from: int) -> int:
    return max(score for score in range(0, stays_from, STEP) if policy(score, dice))


def players() -> dict[str, Player]:
    """Players of the policies under the essay's rules, the essay's rule first."""
    named = {name: following(policy, end) for name, policy, end in policies_of(ESSAY)}
    free = replace(ESSAY, removal="free")
    return named | {FREE: playing_best(solve(free), free)}
