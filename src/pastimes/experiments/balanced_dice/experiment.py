"""How hard must a spring pull before dice feel fair, and what does it give away to a counter?

After each roll the law of the next one is tilted towards the totals that lag behind. Many games
are played for each strength of the spring, and with decks of dice as baselines; what is recorded
is how far the rolls so far, and the law of the next roll, are from those of true dice.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from pastimes.declare.catalogue import variant, variants
from pastimes.declare.fields import Count, Number, Seed, Sweep
from pastimes.declare.points import grid
from pastimes.declare.steps import Column, step
from pastimes.errors import did_you_mean

TITLE = "Balanced dice"

_MOST_ROLLS = 200_000_000  # of one run: some 15 GB

ALGORITHMS = "pastimes.experiments.balanced_dice.algorithms"


def _check_algorithms(sweeps: dict[str, list[float] | None]) -> dict[str, list[float] | None]:
    for name, settings in sweeps.items():
        if name not in variants(ALGORITHMS):
            raise ValueError(f"no algorithm {name}; {did_you_mean(name, variants(ALGORITHMS))}")
        for setting in settings or ():
            check_setting(name, setting)
    if not any(sweeps.values()):
        raise ValueError("at least one algorithm needs a value")
    return sweeps


def check_setting(name: str, setting: float) -> None:
    """Check an algorithm's number; a ValueError says what is allowed."""
    meaning = variant(ALGORITHMS, name).SETTING
    if setting == math.inf and meaning.infinite:
        return
    whole = not meaning.whole or setting % 1 == 0
    if not (meaning.low <= setting <= meaning.high and whole):
        kind = "whole numbers" if meaning.whole else "numbers"
        limit = ", or inf" if meaning.infinite else ""
        raise ValueError(
            f"{name}: {setting:g}: {meaning.name} takes {kind} "
            f"from {meaning.low:g} to {meaning.high:g}{limit}"
        )


Sweeps = dict[str, Annotated[list[Number], Sweep] | None]


@dataclass(frozen=True)
class Config:
    """Settings of one study; ``config/balanced_dice/paper.yaml`` explains each."""

    algorithms: Annotated[Sweeps, AfterValidator(_check_algorithms)]
    games: Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
    rolls: Annotated[int, Field(strict=True, ge=1, le=10_000)]
    burn_in: Annotated[int, Field(strict=True, ge=0)]
    game_rolls: Count
    players: Annotated[int, Field(strict=True, ge=1, le=12)]
    overweight_factors: Annotated[
        list[Annotated[float, Field(strict=True, ge=1, le=36)]], Field(max_length=20)
    ]
    exact_rolls: Annotated[list[Annotated[int, Field(strict=True, ge=1, le=72)]], Sweep]
    grid_step_bits: Annotated[float, Field(strict=True, ge=1e-5, le=0.1)]
    objective_betas: Annotated[
        list[Annotated[float, Field(strict=True, ge=0, le=10, allow_inf_nan=False)]], Sweep
    ]
    objective_rolls: Annotated[int, Field(strict=True, ge=1, le=1000)]
    seed: Seed

    def __post_init__(self) -> None:
        if self.burn_in >= self.rolls:
            raise ValueError(f"burn_in: {self.burn_in}: below rolls, which is {self.rolls}")
        if self.games * self.rolls > _MOST_ROLLS:
            most = _MOST_ROLLS // self.rolls
            raise ValueError(f"games: {self.games}: at most {most} of {self.rolls} rolls")
        if self.game_rolls > self.rolls:
            raise ValueError(f"game_rolls: {self.game_rolls}: at most rolls, which is {self.rolls}")


def _simulate_points(config: Config) -> Iterator[Mapping[str, Any]]:
    for algorithm, settings in config.algorithms.items():
        for setting in settings or ():
            yield {
                "algorithm": algorithm,
                "setting": setting,
                "games": config.games,
                "rolls": config.rolls,
                "burn_in": config.burn_in,
                "game_rolls": config.game_rolls,
                "players": config.players,
                "overweight_factors": config.overweight_factors,
            }


@step(
    points=_simulate_points,
    variants={"algorithm": ALGORITHMS},
    columns={
        "quantity": Column("string", "what is summarised over games"),
        "first_roll": Column("int64", "first roll of the span, from 1", "rolls"),
        "last_roll": Column("int64", "last roll of the span", "rolls"),
        "summary": Column(
            "string",
            "how it is summarised: a quantile over games (p10, p50, p90), mean, spread (standard "
            "deviation), share of games or rolls, least, most",
        ),
        "value": Column("float64", "the summary", "bits for divergences, else a number"),
        "low": Column("float64", "lower end of its 95 % interval"),
        "high": Column("float64", "upper end of its 95 % interval"),
    },
    batch=2,
    memory_mb=lambda parameters: 400 + parameters["games"] * parameters["rolls"] * 75 // 10**6,
)
def simulate(
    algorithm: str,
    setting: float,
    games: int,
    rolls: int,
    burn_in: int,
    game_rolls: int,
    players: int,
    overweight_factors: list[float],
    rng: Any,
) -> Iterable[Any]:
    """Many games by one algorithm, summarised over games by roll and over spans of rolls."""
    from pastimes.experiments.balanced_dice.summaries import summarise

    play = variant(ALGORITHMS, algorithm).play
    played = play(setting, rng.random((rolls, games)), overweight_factors)
    return summarise(played, overweight_factors, players, game_rolls, burn_in)


@step(
    points=grid(rolls="exact_rolls"),
    columns={
        "order": Column("float64", "order of the quantile"),
        "bits": Column("float64", "exact quantile of KL(statistics || p), ordinary dice", "bits"),
        "below": Column("float64", "probability of a smaller divergence"),
        "at_most": Column("float64", "probability of a divergence at most this"),
        "grid_low": Column("float64", "lower bound from the grid", "bits"),
        "grid_high": Column("float64", "upper bound from the grid", "bits"),
    },
    memory_mb=lambda parameters: 300 + 700 * max(parameters["rolls"], 30) ** 6 // 60**6,
)
def enumerate_ordinary(rolls: int, grid_step_bits: float) -> Iterable[Any]:
    """Exact quantiles for ordinary dice by enumeration, with bounds by a dynamic programme."""
    from pastimes.experiments.balanced_dice.ordinary import exact_quantiles
    from pastimes.experiments.balanced_dice.ordinary_grid import quantile_bounds
    from pastimes.experiments.balanced_dice.summaries import ORDERS

    orders = tuple(ORDERS.values())
    quantiles = exact_quantiles(rolls, orders)
    bounds = [quantile_bounds(rolls, order, grid_step_bits) for order in orders]
    return [(*quantile, *ends) for quantile, ends in zip(quantiles, bounds, strict=True)]


@step(
    points=grid(beta="objective_betas", rolls="objective_rolls"),
    columns={
        "sign": Column("int64", "sign before beta in KL(q||p) + sign * beta * E_q[A]"),
        "numeric": Column("float64", "the objective at its numerical minimiser", "nats"),
        "towards": Column("float64", "the objective at q ~ p exp(-beta A)", "nats"),
        "away": Column("float64", "the objective at q ~ p exp(+beta A)", "nats"),
        "distance_towards": Column("float64", "largest difference of q ~ p exp(-beta A)"),
        "distance_away": Column("float64", "largest difference of q ~ p exp(+beta A)"),
    },
    batch=20,
)
def minimise_objective(beta: float, rolls: int, rng: Any) -> Iterable[Any]:
    """The spring's objective minimised numerically with either sign, beside the closed forms."""
    from pastimes.experiments.balanced_dice.objective import minimise
    from pastimes.experiments.balanced_dice.totals import TRUE_LAW

    deviations = rng.multinomial(rolls, TRUE_LAW) - rolls * TRUE_LAW
    return [(sign, *minimise(deviations, beta, sign)) for sign in (1, -1)]
