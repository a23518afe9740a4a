"""The game of 5000: what the tables say about each claim.

A function named as a claim turns tables into its finding. The essay's conventions of scoring are
those under which its printed sums come out.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from pastimes.declare.findings import Finding
from pastimes.declare.tables import Missing, Tables
from pastimes.experiments.fivethousand.experiment import ESSAY
from pastimes.experiments.fivethousand.policies import (
    BEST,
    BEST_CUTOFFS,
    ESSAY_CUTOFFS,
    FREE,
    THREE_NUMBERS,
)
from pastimes.experiments.fivethousand.rules import rolls

if TYPE_CHECKING:
    import pandas as pd

PRINTED = {"two_triples": "flat", "four_and_two": "pairs", "of_a_kind": "triple"}
"""The conventions of scoring that give the essay's sums."""


def scored(tables: Tables, dice: int, **conventions: str) -> "pd.DataFrame":
    """How rolls of so many dice score, the essay's conventions where none are given."""
    return tables.rows("enumerate_rolls", dice=dice, **PRINTED | conventions)


def score_sum(rows: "pd.DataFrame") -> int:
    """Sum of the scores of all labelled rolls."""
    return int((rows.score * rows.labelled).sum())


def _zeros(rows: "pd.DataFrame") -> int:
    return int(rows[rows.score == 0].labelled.sum())


def _labelled(tables: Tables, dice: int) -> Finding:
    rows = scored(tables, dice)
    return Finding(int(rows.labelled.sum()), f"6^{dice}, by enumeration.", rows=(rows,))


def _distinct(tables: Tables, dice: int) -> Finding:
    rows = scored(tables, dice)
    return Finding(int(rows.distinct.sum()), "Sorted dice.", rows=(rows,))


def _zero_rolls(tables: Tables, dice: int) -> Finding:
    rows = scored(tables, dice)
    return Finding(_zeros(rows), "By enumeration.", rows=(rows,))


def _p_zero(tables: Tables, dice: int) -> Finding:
    rows = scored(tables, dice)
    return Finding(Fraction(_zeros(rows), 6**dice), "An exact fraction.", rows=(rows,))


def _score_sum(tables: Tables, dice: int) -> Finding:
    rows = scored(tables, dice)
    note = ""
    if dice == 6:
        literal = score_sum(scored(tables, 6, two_triples="largest"))
        apart = score_sum(scored(tables, 6, four_and_two="apart"))
        note = (
            " Two triples are a flat 1500, and four and two equal dice three pairs; by the rule as "
            f"written, which takes the largest score, it is {literal}, and {apart} where four and "
            "two are no pairs."
        )
    return Finding(score_sum(rows), f"By enumeration.{note}", rows=(rows,))


def _expected(tables: Tables, dice: int) -> Finding:
    rows = scored(tables, dice)
    mean = Fraction(score_sum(rows), 6**dice)
    return Finding(
        float(mean) if mean.denominator > 1 else int(mean), f"Exactly {mean}.", rows=(rows,)
    )


def ahead(tables: Tables, dice: int) -> Fraction:
    """The turn score at which one more roll gains nothing on average, if it is the last."""
    rows = scored(tables, dice)
    return Fraction(score_sum(rows), _zeros(rows))


def _cutoff(tables: Tables, dice: int) -> Finding:
    cutoff = ahead(tables, dice)
    return Finding(
        float(cutoff),
        f"Exactly {cutoff}: the sum of scores over the rolls that score nothing.",
        rows=(scored(tables, dice),),
    )


def _rounded_cutoff(tables: Tables, dice: int) -> Finding:
    cutoff = ahead(tables, dice)
    nearest, below = 50 * math.floor(cutoff / 50 + Fraction(1, 2)), 50 * math.floor(cutoff / 50)
    return Finding(
        nearest,
        f"The multiple of 50 nearest to {float(cutoff):.2f} is {nearest}. The one below it, "
        f"{below}, is the last score at which one more roll gains.",
        rows=(scored(tables, dice),),
        alternatives=(Finding(below, "the multiple of 50 below"),),
    )


def _each_number(
    make: Callable[[Tables, int], Finding], numbers: range
) -> list[Callable[[Tables], Finding]]:
    return [lambda tables, dice=dice: make(tables, dice) for dice in numbers]  # type: ignore[misc]


ANY = range(1, 7)
(
    labelled_rolls_1,
    labelled_rolls_2,
    labelled_rolls_3,
    labelled_rolls_4,
    labelled_rolls_5,
    labelled_rolls_6,
) = _each_number(_labelled, ANY)
distinct_rolls_3, distinct_rolls_4, distinct_rolls_5, distinct_rolls_6 = _each_number(
    _distinct, range(3, 7)
)
(
    zero_rolls_1,
    zero_rolls_2,
    zero_rolls_3,
    zero_rolls_4,
    zero_rolls_5,
    zero_rolls_6,
) = _each_number(_zero_rolls, ANY)
p_zero_1, p_zero_2, p_zero_3, p_zero_4, p_zero_5, p_zero_6 = _each_number(_p_zero, ANY)
(
    score_sum_1,
    score_sum_2,
    score_sum_3,
    score_sum_4,
    score_sum_5,
    score_sum_6,
) = _each_number(_score_sum, ANY)
(
    expected_score_1,
    expected_score_2,
    expected_score_3,
    expected_score_4,
    expected_score_5,
    expected_score_6,
) = _each_number(_expected, ANY)
cutoff_1, cutoff_2, cutoff_3, cutoff_4, cutoff_5, cutoff_6 = _each_number(_cutoff, ANY)
rounded_cutoff_3, rounded_cutoff_4, rounded_cutoff_5 = _each_number(_rounded_cutoff, range(3, 6))


def _two_dice(ones: int, fives: int) -> Finding:
    found = sum(w for counts, w in rolls(2) if counts[0] == ones and counts[4] == fives)
    return Finding(found, "Labelled rolls, by enumeration.")


def two_dice_two_ones(tables: Tables) -> Finding:
    return _two_dice(2, 0)


def two_dice_two_fives(tables: Tables) -> Finding:
    return _two_dice(0, 2)


def two_dice_one_one_no_five(tables: Tables) -> Finding:
    return _two_dice(1, 0)


def two_dice_one_five_no_one(tables: Tables) -> Finding:
    return _two_dice(0, 1)


def two_dice_one_of_each(tables: Tables) -> Finding:
    return _two_dice(1, 1)


def p_zero_2_below_half(tables: Tables) -> Finding:
    rows = scored(tables, 2)
    chance = Fraction(_zeros(rows), 36)
    return Finding(
        str(chance),
        f"{chance} against 1/2.",
        verdict="reproduced" if chance < Fraction(1, 2) else "differs",
        rows=(rows,),
    )


def ways_to_two_dice(tables: Tables) -> dict[int, list[tuple[int, ...]]]:
    """Scores of rolls that leave two of six dice, by turn score: none uses all dice up."""
    found: dict[int, list[tuple[int, ...]]] = {}

    def follow(dice: int, scores: tuple[int, ...]) -> None:
        rows = scored(tables, dice)
        for score, left in set(zip(rows.score, rows.left, strict=True)):
            if score and left == 2:
                total = sum(scores) + int(score)
                found.setdefault(total, []).append((*scores, int(score)))
            elif score and left > 2:
                follow(int(left), (*scores, int(score)))

    follow(6, ())
    return found


def two_dice_floor(tables: Tables) -> Finding:
    found = ways_to_two_dice(tables)
    least = min(found)
    ways = sorted(found[least], key=lambda way: (len(way), way))
    return Finding(
        least,
        f"The essay describes two ways; there are {len(ways)}: "
        + "; ".join(", then ".join(map(str, way)) for way in ways)
        + " points.",
        rows=tuple(scored(tables, dice) for dice in range(2, 7)),
    )


def six_dice_streak(tables: Tables) -> Finding:
    cutoff = ahead(tables, 6)
    rows = scored(tables, 6)
    most = int(rows.score.max())
    through = {score: math.floor(cutoff / score) + 1 for score in (most, 2000, 1500)}
    return Finding(
        through[most],
        f"{through[most]} rolls of six of a kind, {most} each, pass {float(cutoff):.1f}; four "
        f"straights make 8000, and it takes {through[2000]} of them.",
        rows=(rows,),
        alternatives=(Finding(through[2000], "straights, as the essay has it"),),
    )


def valued(tables: Tables, policy: str, rules: str = ESSAY) -> "pd.DataFrame":
    """What a policy is worth, in one row."""
    return tables.rows("value_policies", policy=policy, rules=rules)


def points(tables: Tables, policy: str, rules: str = ESSAY) -> float:
    """Mean score of a turn, in points."""
    return float(valued(tables, policy, rules).points.iloc[0])


def paired_gain(tables: Tables, policy: str) -> tuple[float, float]:
    """Mean gain of a policy over the essay's rule with the same dice, and its standard error."""
    rows = tables.rows("play", policy=policy)
    turns = int(rows.turns.sum())
    mean = rows.gain.sum() / turns
    variance = rows.gain_squares.sum() / turns - mean**2
    return float(mean), math.sqrt(variance / turns)


def never_roll_one_or_two(tables: Tables) -> Finding:
    states = tables.rows("solve_turn", rules=ESSAY)
    reached = ways_to_two_dice(tables)
    floors = {2: min(reached), 1: min(reached) + 50}
    worth = [
        f"{row.dice} at {row.turn_score}, gaining {row.if_rolled - row.turn_score:.1f}"
        for row in states.itertuples()
        if row.dice in floors and row.turn_score >= floors[row.dice] and not row.stays
    ]
    return Finding(
        f"{len(worth)} exceptions" if worth else "always",
        "With the turn's continuation counted, the best play rolls "
        f"{'; '.join(worth) or 'none'}: dice that all score give six new ones.",
        verdict="refuted" if worth else "proved",
        rows=(states,),
    )


def three_numbers_optimal(tables: Tables) -> Finding:
    rule, best = points(tables, THREE_NUMBERS), points(tables, BEST)
    cutoffs_row = valued(tables, BEST_CUTOFFS)
    played, error = paired_gain(tables, BEST)
    return Finding(
        f"{best - rule:.4f} points short",
        f"The rule makes {rule:.4f} points a turn, the best of its form, "
        f"{cutoffs_row.cutoffs.iloc[0]}, {points(tables, BEST_CUTOFFS):.4f}, the best play "
        f"{best:.4f}; {points(tables, FREE, 'removal=free'):.4f} where the player chooses which "
        f"dice to remove. Played with the same dice, the best play gains {played:.3f} +- "
        f"{1.96 * error:.3f}.",
        verdict="refuted" if best > rule else "reproduced",
        rows=(
            valued(tables, THREE_NUMBERS),
            valued(tables, BEST),
            tables.rows("play", policy=BEST),
        ),
    )


def forced_reroll_harmless(tables: Tables) -> Finding:
    by_equation = f"{BEST}, by its equation"
    must = valued(tables, by_equation)
    may = valued(tables, by_equation, "hot_dice=may")
    loss = float(Fraction(may.exactly.iloc[0]) - Fraction(must.exactly.iloc[0]))
    return Finding(
        f"{loss:.1e} points a turn",
        "Exactly, by solving the turn where six scored dice may be kept: rolling them pays up to a "
        f"turn score of {float(ahead(tables, 6)):.0f} or so, which is hardly ever reached. In "
        "practice, as the essay says, nothing.",
        verdict="reproduced" if 0 <= loss < 0.001 else "differs",
        rows=(must, may),
    )


def largest_score(tables: Tables) -> Finding:
    printed, literal = scored(tables, 6), scored(tables, 6, two_triples="largest")
    gain = score_sum(literal) - score_sum(printed)
    return Finding(
        "always" if gain == 0 else "not always",
        "The essay's own sum for six dice comes out only where two triples are a flat 1500: three "
        "ones and three sixes, which the three ones and the sixes would give 1600, are counted as "
        f"1500, {gain} points less in all. Four equal dice as a triple and a single is its "
        "convention too.",
        verdict="refuted" if gain else "reproduced",
        rows=(printed, literal),
    )


def cutoffs_text() -> str:
    """The essay's three numbers, for captions."""
    return ", ".join(map(str, ESSAY_CUTOFFS.values()))


def turns_to_goal(tables: Tables, rules: str = ESSAY) -> float:
    """Expected turns from nothing to the goal, played for the fewest."""
    rows = tables.rows("run_race", rules=rules, banked=0)
    if rows.goal.iloc[0] != 5000:
        raise Missing("this study races to another goal")
    return float(rows.turns.iloc[0])
