"""Superfluous letters: what the tables say about each claim.

A function named as a claim turns tables into its finding. The essay's alphabet is the one that
its printed formulae determine.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from pastimes.declare.findings import Finding
from pastimes.declare.tables import Missing, Tables

if TYPE_CHECKING:
    import pandas as pd

PIXELS, LETTERS = 15, 26


def essay_letters(tables: Tables) -> "pd.DataFrame":
    """The essay's alphabet, one row a letter."""
    return tables.rows("solve", alphabet="essay")


def law(tables: Tables, rows: int, columns: int) -> "pd.DataFrame":
    """The exact law of one shape, one row a rank."""
    return tables.rows("enumerate_law", rows=rows, columns=columns).sort_values("rank")


def probability(law_rows: "pd.DataFrame", column: str = "probability") -> list[Fraction]:
    """A column of exact fractions."""
    return [Fraction(text) for text in law_rows[column]]


def _score(letters: "pd.DataFrame") -> int:
    return int(letters.move.notna().sum())


def _holds(tables: Tables, formula: str) -> Finding:
    letters = essay_letters(tables)
    pictures = dict(zip(letters.letter, letters.picture, strict=True))
    if not set(formula) <= set(pictures):
        raise Missing(f"this study's alphabet lacks some of the letters {formula}")
    total = np.sum([[c == "#" for c in pictures[x]] for x in formula], axis=0) % 2
    return Finding(
        "fails" if total.any() else "holds",
        "In the pictures that the printed formulae determine; they fix every sum of letters, and "
        "the pictures up to a change of basis.",
        rows=(letters,),
    )


def formulae(tables: Tables) -> Finding:
    letters = essay_letters(tables)
    return Finding(
        _score(letters),
        "Dimension of the space that the printed formulae span; they are independent, in reduced "
        "form, and taken to be all of the null space, as the essay says.",
        rows=(letters,),
    )


def tuv_i(tables: Tables) -> Finding:
    return _holds(tables, "TUVI")


def hou_a(tables: Tables) -> Finding:
    return _holds(tables, "HOUA")


def rank(tables: Tables) -> Finding:
    letters = essay_letters(tables)
    return Finding(
        len(letters) - _score(letters),
        "Letters less the dimension of the null space.",
        rows=(letters,),
    )


def max_score(tables: Tables) -> Finding:
    letters = essay_letters(tables)
    played = tables.rows("play", alphabet="essay")
    return Finding(
        _score(letters),
        f"By row reduction; {played.played.sum()} games of random moves, with and without "
        f"premature letters, scored from {played.score.min()} to {played.score.max()}.",
        rows=(letters, played),
    )


def draw_anything(tables: Tables) -> Finding:
    letters = essay_letters(tables)
    found = len(letters) - _score(letters)
    pixels = len(letters.picture.iloc[0].replace(" ", ""))
    return Finding(
        "yes" if found == pixels else "no",
        f"The rank, {found}, against the number of pixels, {pixels}.",
        rows=(letters,),
    )


def no_coloop(tables: Tables) -> Finding:
    letters = essay_letters(tables)
    return Finding(
        "no" if letters.coloop.any() else "yes",
        f"{int((~letters.coloop).sum())} of {len(letters)} letters are sums of others.",
        rows=(letters,),
    )


def same_length(tables: Tables) -> Finding:
    exhausted = tables["exhaust"]
    with_empty = exhausted[exhausted.empty_scores]
    without = exhausted[~exhausted.empty_scores & (exhausted.blank_letters > 0)]
    inked = exhausted[~exhausted.empty_scores & (exhausted.blank_letters == 0)]
    held = not (with_empty.not_nullity.sum() or inked.not_nullity.sum())
    return Finding(
        "letters less rank" if held else "not always",
        "Proof: creating a letter leaves the span of the enabled ones as it is, so play ends just "
        "when they are independent, and as many as the rank are left; premature letters change "
        f"which letter goes, not that. All {with_empty.alphabets.sum()} small alphabets agree. "
        "It takes the rule that selecting nothing may create a blank letter: without it, "
        f"{without.unequal.sum()} of {without.alphabets.sum()} small alphabets with a blank "
        "letter have run-throughs of unequal length, and those without blank letters none.",
        verdict="proved" if held else "refuted",
        rows=(exhausted,),
    )


def lower_bound(tables: Tables) -> Finding:
    letters = essay_letters(tables)
    return Finding(
        LETTERS - PIXELS,
        "Proof: the score is letters less rank, and the rank is at most the number of pixels; "
        f"here it is attained, with {_score(letters)}.",
        verdict="proved" if _score(letters) >= LETTERS - PIXELS else "refuted",
        rows=(letters,),
    )


def recurrence(tables: Tables) -> Finding:
    laws = tables["enumerate_law"]
    counted = laws[laws.counted.notna()]
    right = bool(laws.agrees.all() and counted.counted.astype(bool).all())
    checked, least, allowed = sampled_check(tables)
    return Finding(
        "right" if right else "wrong",
        "Proof: given rank s of the columns so far, the next one is uniform and lies in their "
        "span with probability 2^(s - n). It equals the product formula in all "
        f"{len(laws)} cases computed and counting in all {len(counted)} small ones; "
        f"sampled ranks of {checked} shapes have a least p-value of {least:.3g}, where below "
        f"{allowed:.2g} would be an alarm.",
        verdict="proved" if right and least >= allowed else "open",
        rows=(laws,),
    )


def sampled_check(tables: Tables) -> tuple[int, float, float]:
    """Shapes sampled, the least of their p-values, and the level below which one is an alarm.

    The rate of false alarms is shared out among the shapes (Bonferroni).
    """
    from pastimes.statistics.goodness import law_p

    p_values = []
    for (rows, columns), tally in tables["sample"].groupby(["rows", "columns"]):
        counts = tally.groupby("rank").matrices.sum().sort_index()
        if counts.sum():
            p_values.append(law_p(counts.to_numpy(), law(tables, rows, columns).decimal))
    if not p_values:
        raise Missing("this study has no samples")
    rate = tables["find_bias"].false_alarms.iloc[0]
    return len(p_values), min(p_values), rate / len(p_values)


def _full_rank(tables: Tables, columns: int) -> tuple[Fraction, "pd.DataFrame"]:
    found = law(tables, PIXELS, columns)
    return 100 * probability(found)[PIXELS], found


def p_15_26_15(tables: Tables) -> Finding:
    ours, found = _full_rank(tables, LETTERS)
    return Finding(float(ours), "Exact fraction, as decimals.", rows=(found,))


def expected_max_score(tables: Tables) -> Finding:
    found = law(tables, PIXELS, LETTERS)
    mean_rank = sum(r * p for r, p in enumerate(probability(found)))
    ours = LETTERS - mean_rank
    blank = Fraction(LETTERS, 2**PIXELS)
    return Finding(
        float(ours),
        "Letters less expected rank: a blank letter, created by selecting nothing, scores. Where "
        f"blank letters never score it is {float(ours - blank):.5f}, which rounds otherwise.",
        rows=(found,),
        alternatives=(Finding(float(ours - blank), "blank letters never score"),),
    )


def limit_full_rank(tables: Tables) -> Finding:
    from pastimes.experiments.gf2.law import full_rank_limit

    low, high = full_rank_limit(60)
    return Finding(
        float(100 * low),
        f"The product of 1 - 2^-i over all i, enclosed to {float(100 * (high - low)):.1g}.",
    )


def mean_rank_deficit(tables: Tables) -> Finding:
    from pastimes.experiments.gf2.law import mean_deficit_limit

    low, high = mean_deficit_limit(60)
    return Finding(float(low), f"A series, enclosed to {float(high - low):.1g}.")


def p_15_25_15(tables: Tables) -> Finding:
    ours, found = _full_rank(tables, LETTERS - 1)
    drawn = sum(p / 2 ** (PIXELS - r) for r, p in enumerate(probability(found)))
    return Finding(
        float(ours),
        "The event is that the other 25 letters draw every picture. That they draw the given "
        f"letter, which is what its being drawable means, has {float(100 * drawn):.3f} %.",
        rows=(found,),
    )


def odd_determinant(tables: Tables) -> Finding:
    from pastimes.experiments.gf2.law import closed_form, full_rank_limit

    ours = float(full_rank_limit(60)[0])
    nearest = min(range(2, 10), key=lambda parts: abs(ours - 1 / parts))
    names = {2: "half", 3: "third", 4: "quarter"}
    return Finding(
        names.get(nearest, f"1/{nearest}"),
        f"The nearest unit fraction to the limit, {ours:.4f}. Small matrices are odd more often: "
        f"{float(closed_form(3, 3, 3)):.3f} of 3 x 3.",
    )


def all_drawable(tables: Tables) -> Finding:
    found = law(tables, PIXELS, LETTERS)
    exact = sum(probability(found, "drawable"))
    jointly = probability(found, "drawable")[PIXELS]
    agree = bool(found.drawable_agrees.all())
    sampled = tables["sample"]
    sampled = sampled[(sampled["rows"] == PIXELS) & (sampled["columns"] == LETTERS)]
    matrices = sampled.matrices.sum()
    seen = (
        f" Of {matrices} random alphabets {sampled.drawable.sum() / matrices:.5f} had it."
        if matrices
        else ""
    )
    return Finding(
        float(exact),
        "Exact, by inclusion and exclusion over letters that are no sums of others, and by "
        f"counting row spaces{'' if agree else ' (which disagree)'}; jointly with rank 15 it is "
        f"{float(jointly):.12f}.{seen} The fraction is in the table of laws.",
        verdict="answered" if agree else "open",
        rows=(found, sampled),
    )


def row_reduce(tables: Tables) -> Finding:
    solved = tables["solve"].dropna(subset="move")
    distinct = not solved.duplicated(["alphabet", "letter"]).any()
    return Finding(
        "yes" if distinct else "no",
        "Each run-through was played: selected letters enabled, sums right, created letters "
        f"distinct, for {solved.alphabet.nunique()} alphabets.",
        rows=(solved,),
    )


def cubic(tables: Tables) -> Finding:
    counts = tables["count_operations"]
    sizes = counts.groupby("size").operations.mean()
    sizes = sizes[sizes > 0]
    if len(sizes) < 2:
        raise Missing("this study counts operations at fewer than two sizes")
    slope = np.diff(np.log(sizes.iloc[-2:])) / np.diff(np.log(sizes.index[-2:]))
    kept = bool((counts.operations <= 4 * counts["size"] ** 3).all())
    return Finding(
        float(slope[0]),
        "Exponent of the bits added between the two largest sizes, n x 2n alphabets. Proof of the "
        "bound: each of at most n pivots adds a row of 2n bits to at most n others, for the "
        "matrix and for its null space, which makes 4 n^3; every count "
        f"{'keeps it' if kept else 'should keep it, and one does not'}.",
        verdict="proved" if kept else "refuted",
        rows=(counts,),
    )
