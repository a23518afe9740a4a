"""What is the best score in the letters game, and how special is its alphabet?

Letters are columns of a matrix over GF(2), one row a pixel. The game is solved by row reduction
of the null space, and the theorem that all maximal run-throughs are equally long is tried by
play. The law of the rank of random matrices is exact, in fractions, by two roads, and checked
against many random matrices at a stated rate of false alarms; the probability that every letter
can be drawn with the others, which the essay left open, follows by two roads as well.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from pastimes.declare.fields import Count, Seed, Sweep
from pastimes.declare.points import grid
from pastimes.declare.steps import Column, step

TITLE = "Superfluous letters"

ESSAY = "essay"
"""Name of the alphabet that the essay's formulae determine."""

_SHARD = 1 << 20  # samples: a fixed size, so that more samples are more shards
_GLYPH_WIDTH = 3  # pixels, of the pictures recovered from formulae


def _check_shape(shape: str) -> str:
    if not re.fullmatch(r"[0-9]{1,3}x[0-9]{1,3}", shape) or max(_sides(shape)) > 256:
        raise ValueError("rows x columns such as 15x26, each from 0 to 256")
    return shape


def _check_small(shape: str) -> str:
    _check_shape(shape)
    rows, columns = _sides(shape)
    if max(rows * columns, rows, columns) > 12:
        raise ValueError("at most 12 entries: every matrix is played in every way")
    return shape


def _check_letters(letters: str) -> str:
    if len(set(letters)) < len(letters) or not letters.isprintable() or " " in letters:
        raise ValueError("letters without spaces, each once")
    return letters


def _check_alphabets(alphabets: dict[str, str | None]) -> dict[str, str | None]:
    from pastimes.experiments.gf2.letters import alphabet_of_glyphs

    for name, drawing in alphabets.items():
        if name == ESSAY:
            raise ValueError(f"{ESSAY}: this name is kept for the alphabet of the formulae")
        if drawing is not None:
            try:
                alphabet_of_glyphs(drawing.splitlines())
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
    return alphabets


def _sides(shape: str) -> tuple[int, int]:
    rows, _, columns = shape.partition("x")
    return int(rows), int(columns)


Shape = Annotated[str, AfterValidator(_check_shape)]
SmallShape = Annotated[str, AfterValidator(_check_small)]


@dataclass(frozen=True)
class Config:
    """Settings of one study; ``config/gf2/paper.yaml`` explains each."""

    shapes: Annotated[list[Shape], Sweep]
    samples: Annotated[int, Field(strict=True, ge=0, le=2**36)]
    pixels: Annotated[int, Field(strict=True, ge=1, le=64)]
    alphabet_sizes: Annotated[list[Annotated[int, Field(strict=True, ge=1, le=64)]], Sweep]
    letters: Annotated[str, Field(min_length=1, max_length=64), AfterValidator(_check_letters)]
    formulae: Annotated[list[str], Sweep]
    alphabets: Annotated[dict[str, str | None], AfterValidator(_check_alphabets)]
    games: Count
    exhausted_shapes: Annotated[list[SmallShape], Sweep]
    bias_shapes: Annotated[list[Shape], Sweep]
    biases: Annotated[list[Annotated[int, Field(strict=True, ge=-128, le=128)]], Sweep]
    bias_samples: Count
    bias_trials: Count
    false_alarms: Annotated[float, Field(strict=True, gt=0, lt=0.5)]
    counted_sizes: Annotated[list[Annotated[int, Field(strict=True, ge=2, le=2048)]], Sweep]
    seed: Seed

    def __post_init__(self) -> None:
        from pastimes.experiments.gf2.letters import alphabet_of_formulae

        try:
            recovered = alphabet_of_formulae(self.formulae, self.letters)
        except ValueError as error:
            raise ValueError(f"formulae: {error}") from None
        if not any(recovered.values()):
            raise ValueError(f"formulae: {self.formulae}: they leave every letter blank")

    def glyphs(self) -> dict[str, list[str]]:
        """Every alphabet as glyphs, by name: the essay's, recovered, and those drawn."""
        from pastimes.experiments.gf2.letters import alphabet_of_formulae, glyphs_of

        recovered = alphabet_of_formulae(self.formulae, self.letters)
        pixels = max(recovered.values()).bit_length()
        height = -(-pixels // _GLYPH_WIDTH)
        drawn = {name: text.splitlines() for name, text in self.alphabets.items() if text}
        return {ESSAY: glyphs_of(recovered, _GLYPH_WIDTH, height)} | drawn


def _law_points(config: Config) -> Iterator[Mapping[str, Any]]:
    alphabets = [f"{config.pixels}x{letters}" for letters in config.alphabet_sizes]
    for shape in dict.fromkeys([*config.shapes, *config.exhausted_shapes, *alphabets]):
        rows, columns = _sides(shape)
        yield {"rows": rows, "columns": columns}


@step(
    points=_law_points,
    columns={
        "rank": Column("int64", "rank over GF(2)"),
        "probability": Column("string", "its probability, an exact fraction"),
        "decimal": Column("float64", "the same, rounded"),
        "agrees": Column("bool", "whether recurrence and product give the same fraction"),
        "counted": Column("bool", "whether counting all matrices does too; null where too many"),
        "drawable": Column("string", "P(this rank, and every column a sum of others), exact"),
        "drawable_decimal": Column("float64", "the same, rounded"),
        "drawable_agrees": Column("bool", "whether both roads give the same; null where too long"),
    },
    batch=8,
)
def enumerate_law(rows: int, columns: int) -> Mapping[str, Any]:
    """Exact law of the rank of random matrices, jointly with having no coloop."""
    from pastimes.experiments.gf2.counting import LARGEST, count_ranks
    from pastimes.experiments.gf2.drawable import all_drawable, all_drawable_by_subspaces
    from pastimes.experiments.gf2.law import rank_law, recurrence

    law = rank_law(rows, columns)
    ranks = range(len(law))
    drawable = [all_drawable_by_subspaces(rows, columns, r) for r in ranks]
    again = [
        all_drawable(rows, columns, r) == drawable[r] if columns <= 40 else None for r in ranks
    ]
    counts = count_ranks(rows, columns) if rows * columns <= LARGEST else None
    return {
        "rank": list(ranks),
        "probability": [str(p) for p in law],
        "decimal": [float(p) for p in law],
        "agrees": [recurrence(rows, columns, r) == law[r] for r in ranks],
        "counted": [counts and counts[r] == law[r] for r in ranks],
        "drawable": [str(p) for p in drawable],
        "drawable_decimal": [float(p) for p in drawable],
        "drawable_agrees": again,
    }


def _sample_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for shape in config.shapes:
        rows, columns = _sides(shape)
        for shard in range(max(-(-config.samples // _SHARD), 1)):
            samples = min(_SHARD, config.samples - shard * _SHARD)
            yield {"rows": rows, "columns": columns, "samples": samples, "shard": shard}


@step(
    points=_sample_points,
    columns={
        "rank": Column("int64", "rank over GF(2)"),
        "matrices": Column("int64", "random matrices of this rank", "matrices"),
        "drawable": Column("int64", "of these, with every column a sum of others", "matrices"),
    },
    batch=4,
)
def sample(rows: int, columns: int, samples: int, shard: int, rng: Any) -> Mapping[str, Any]:
    """Ranks of random matrices, and in how many every column can be drawn with the others."""
    from pastimes.experiments.gf2.ranks import drawable_tally

    ranks, drawable = drawable_tally(rows, columns, samples, rng)
    return {"rank": range(len(ranks)), "matrices": ranks, "drawable": drawable}


def _bias_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for shape, bias in product(config.bias_shapes, config.biases):
        rows, columns = _sides(shape)
        yield {
            "bias": bias,
            "rows": rows,
            "columns": columns,
            "samples": config.bias_samples,
            "trials": config.bias_trials,
            "false_alarms": config.false_alarms,
        }


@step(
    points=_bias_points,
    columns={
        "trial": Column("int64", "number of the trial, from 1"),
        "p_value": Column("float64", "of the tally under the law of fair bits"),
        "found": Column("bool", "whether the check finds the bias"),
    },
    batch=4,
)
def find_bias(
    bias: int,
    rows: int,
    columns: int,
    samples: int,
    trials: int,
    false_alarms: float,
    rng: Any,
) -> Mapping[str, Any]:
    """Whether the check against the law finds a generator of biased bits, trial by trial."""
    from pastimes.experiments.gf2.law import rank_law
    from pastimes.experiments.gf2.ranks import rank_tally
    from pastimes.statistics.goodness import law_p

    law = [float(p) for p in rank_law(rows, columns)]
    values = [law_p(rank_tally(rows, columns, samples, rng, bias), law) for _ in range(trials)]
    return {
        "trial": range(1, trials + 1),
        "p_value": values,
        "found": [p < false_alarms for p in values],
    }


def _solve_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for name, glyphs in config.glyphs().items():
        yield {"alphabet": name, "glyphs": glyphs}


@step(
    points=_solve_points,
    columns={
        "letter": Column("string", "a letter of the alphabet"),
        "picture": Column("string", "its picture, rows of # and ."),
        "move": Column("int64", "the move that creates it, from 1; null where none does"),
        "formula": Column("string", "letters selected for it"),
        "coloop": Column("bool", "whether it is no sum of other letters"),
    },
)
def solve(alphabet: str, glyphs: list[str]) -> Mapping[str, Any]:
    """A longest run-through of an alphabet, by row reduction of its null space."""
    from pastimes.experiments.gf2.letters import (
        alphabet_of_glyphs,
        creatable,
        is_legal,
        longest_run,
    )

    drawn = alphabet_of_glyphs(glyphs)
    moves = longest_run(drawn)
    if not is_legal(drawn, moves):
        raise ArithmeticError(f"{alphabet}: the run-through is not legal")
    number = {move.created: i for i, move in enumerate(moves, start=1)}
    can = creatable(drawn, list(drawn), empty_scores=True)
    return {
        "letter": list(drawn),
        "picture": [" ".join(glyph.split()[1:]) for glyph in glyphs],
        "move": [number.get(x) for x in drawn],
        "formula": [
            "+".join(moves[number[x] - 1].selected) if x in number else None for x in drawn
        ],
        "coloop": [x not in can for x in drawn],
    }


def _play_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for name, glyphs in config.glyphs().items():
        for premature in (False, True):
            yield {
                "alphabet": name,
                "glyphs": glyphs,
                "games": config.games,
                "premature": premature,
            }


@step(
    points=_play_points,
    columns={
        "score": Column("int64", "letters created in a maximal run-through", "points"),
        "played": Column("int64", "games with this score", "games"),
    },
)
def play(
    alphabet: str, glyphs: list[str], games: int, premature: bool, rng: Any
) -> Mapping[str, Any]:
    """Maximal run-throughs of random moves, with and without premature letters."""
    import random
    from collections import Counter

    from pastimes.experiments.gf2.letters import alphabet_of_glyphs, play_at_random

    drawn = alphabet_of_glyphs(glyphs)
    player = random.Random(int(rng.integers(2**63)))
    scores = Counter(len(play_at_random(drawn, player, premature)) for _ in range(games))
    return {"score": sorted(scores), "played": [scores[s] for s in sorted(scores)]}


def _exhaust_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for shape in config.exhausted_shapes:
        rows, columns = _sides(shape)
        for empty_scores in (True, False):
            yield {"rows": rows, "columns": columns, "empty_scores": empty_scores}


@step(
    points=_exhaust_points,
    columns={
        "blank_letters": Column("int64", "columns that are 0"),
        "alphabets": Column("int64", "matrices with so many blank columns", "matrices"),
        "unequal": Column("int64", "those with maximal run-throughs of unequal length", "matrices"),
        "not_nullity": Column("int64", "those where a length is not columns - rank", "matrices"),
    },
)
def exhaust(rows: int, columns: int, empty_scores: bool) -> Iterable[Any]:
    """Every run-through of every alphabet of a small size."""
    from pastimes.experiments.gf2.counting import exhaust_games

    return exhaust_games(rows, columns, empty_scores)


@step(
    points=grid(size="counted_sizes"),
    columns={"operations": Column("int64", "bits added modulo 2, for one matrix", "operations")},
    batch=20,
)
def count_operations(size: int, rng: Any) -> Mapping[str, Any]:
    """Bit operations of solving a random square alphabet: null space and its reduction."""
    from pastimes.experiments.gf2.counting import solving_operations

    return {"operations": [solving_operations(size, rng)]}
