"""How many heads do coins show?

They are thrown, in shards, and added up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pastimes.declare.fields import Count, Seed, Sweep
from pastimes.declare.steps import Column, Point, step

TITLE = "Coins"


@dataclass(frozen=True)
class Config:
    """Settings."""

    coins: Annotated[list[Count], Sweep]
    shards: Count
    seed: Seed


def _throws(config):
    for coins in config.coins:
        for shard in range(config.shards):
            yield {"coins": coins, "shard": shard}


@step(points=_throws, columns={"heads": Column("int64", "heads shown")}, batch=3)
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
def add(coins: int, thrown: Mapping[str, Any]) -> Mapping[str, Any]:
    """Add up all shards."""
    return {"heads": [thrown["heads"].sum()], "throws": [len(thrown["heads"])]}
