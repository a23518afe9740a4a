"""A roll of balanced dice (spring, beta 1), its divergences, and their quantiles over games.

The unit is one roll of one game. Each alternative plays games, keeps KL(statistics || p) and, in
the second comparison, both divergences between p and the law q of the roll as well, and takes
the 10th, 50th and 90th percentile over games after each roll. Ours also takes the quantiles'
intervals and, in the second comparison, records the best guess and the chance of a 7. JavaScript
takes part in the second comparison alone.
"""

import itertools
import math
import random
from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.compiled import play_in_javascript
from benchmarks.growth import grow
from benchmarks.measuring import Work, compare
from benchmarks.tables import Result
from pastimes.experiments.balanced_dice.algorithms import spring
from pastimes.experiments.balanced_dice.games import played_bits
from pastimes.experiments.balanced_dice.totals import TRUE_LAW
from pastimes.statistics.quantiles import quantiles_with_intervals

BETA = 1.0
ORDERS = (0.1, 0.5, 0.9)
ROLLS, GAMES = 180, 10_000
PLAIN_GAMES = 40  # plain Python is slow; it does the same work a roll
SCRIPT_GAMES = 4000  # of JavaScript, whose start is a few hundredths of a second


def ours(laws: bool, rolls: int = ROLLS, games: int = GAMES) -> None:
    uniforms = np.random.default_rng(1).random((rolls, games))
    record = spring.play(BETA, uniforms, [] if laws else None)
    kept = [played_bits(record.totals)]
    if laws:
        kept += [record.next_from_true, record.true_from_next]
    for values in kept:
        quantiles_with_intervals(values, ORDERS)


def numpy_over_games(laws: bool) -> None:
    rng = np.random.default_rng(1)
    counts = np.zeros((GAMES, 11))
    everyone = np.arange(GAMES)
    for n in range(ROLLS):
        weights = TRUE_LAW * np.exp(-BETA * (counts - n * TRUE_LAW))
        q = weights / weights.sum(axis=1, keepdims=True)
        if laws:
            ratio = np.log2(q / TRUE_LAW)
            np.quantile((q * ratio).sum(axis=1), ORDERS)
            np.quantile(-(TRUE_LAW * ratio).sum(axis=1), ORDERS)
        k = (q.cumsum(axis=1) < rng.random((GAMES, 1))).sum(axis=1)
        counts[everyone, np.minimum(k, 10)] += 1
        s = counts / (n + 1)
        bits = np.where(s > 0, s * np.log2(np.where(s > 0, s, 1) / TRUE_LAW), 0).sum(axis=1)
        np.quantile(bits, ORDERS)


def plain_python(laws: bool) -> None:
    rng = random.Random(1)
    p = TRUE_LAW.tolist()
    kept: list[list[float]] = [[] for _ in range(3 * ROLLS)]
    for _ in range(PLAIN_GAMES):
        counts = [0] * 11
        for n in range(ROLLS):
            weights = [p[i] * math.exp(-BETA * (counts[i] - n * p[i])) for i in range(11)]
            norm = sum(weights)
            if laws:
                ratios = [math.log2(w / norm / p[i]) for i, w in enumerate(weights)]
                kept[3 * n + 1].append(
                    sum(w / norm * r for w, r in zip(weights, ratios, strict=True))
                )
                kept[3 * n + 2].append(-sum(p[i] * r for i, r in enumerate(ratios)))
            u = rng.random() * norm
            k = next((k for k, c in enumerate(itertools.accumulate(weights)) if c > u), 10)
            counts[k] += 1
            m = n + 1
            kept[3 * n].append(
                sum(c / m * math.log2(c / m / p[i]) for i, c in enumerate(counts) if c)
            )
    for values in filter(None, kept):
        values.sort()
        [values[math.ceil(len(values) * order) - 1] for order in ORDERS]


def _scripts() -> dict[str, Work]:
    found: dict[str, Work] = {}
    for way in ("idiomatic", "typed"):
        script = partial(play_in_javascript, way, SCRIPT_GAMES, ROLLS, BETA)
        if script() is not None:
            found[f"JavaScript, {way}"] = (script, ROLLS * SCRIPT_GAMES)
    return found


def benchmarks() -> Iterator[Result]:
    """Rolls against other ways, and by the size of a study."""
    for title, laws in (
        ("a roll with KL(statistics || p) and its quantiles", False),
        ("a roll with all three divergences and their quantiles", True),
    ):
        works: dict[str, Work] = {
            "pastimes": (partial(ours, laws), ROLLS * GAMES),
            "numpy over games": (partial(numpy_over_games, laws), ROLLS * GAMES),
            "plain Python": (partial(plain_python, laws), ROLLS * PLAIN_GAMES),
        }
        if laws:
            works |= _scripts()
        yield compare(title, "roll", works, rounds=3)
    by_rolls: dict[int, Work] = {n: (partial(ours, True, rolls=n), 1) for n in (30, 60, 120, 240)}
    yield grow("10,000 games with their laws", "study", "rolls", "power", by_rolls)
    by_games: dict[int, Work] = {
        n: (partial(ours, True, games=n), 1) for n in (2500, 5000, 10_000, 20_000)
    }
    yield grow("games of 180 rolls with their laws", "study", "games", "power", by_games)
