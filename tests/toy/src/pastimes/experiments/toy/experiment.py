"""How many heads do coins show?

They are thrown, in shards, and added up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pastimes.declare.fields import Count, Seed, Sweep
from pastimes.declare.points import Point, grid
from pastimes.declare.steps import Column, step

TITLE = "Coins"


@dataclass(frozen=True)
class Config:
    """Settings."""

    coins: Annotated[list[Count], Sweep]
    shards: Count
    seed: Seed


@step(
    points=grid(shard=lambda config: range(config.shards)),
    columns={"heads": Column("int64", "heads shown")},
    batch=3,
)
def throw(coins: int, shard: int, rng: Any) -> Mapping[str, Any]:
    """Throw coins."""
    return {"heads": rng.integers(0, 2, coins)}


def _sums(config):
    for coins in config.coins:
        shards = [{"shard": shard, "coins": coins} for shard in range(config.shards)]
        yield Point({"coins": coins}, {"thrown": shards})


@step(
    points=_sums,
    columns={"heads": Column("int64", "heads in all"), "throws": Column("int64", "throws in all")},
    upstream={"thrown": throw},
)
def add(coins: int, thrown: Mapping[str, Any]) -> Iterable[Any]:
    """Add up all shards."""
    return [(thrown["heads"].sum(), len(thrown["heads"]))]
