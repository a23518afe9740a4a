"""Questions a player asks about Sylver Coinage: ``pastimes ask sylver.QUESTION``."""

from collections.abc import Iterator

import numpy as np

from pastimes.declare.catalogue import variant
from pastimes.errors import UserError
from pastimes.experiments.sylver import values
from pastimes.experiments.sylver.experiment import ORDERS, Config
from pastimes.experiments.sylver.irreducible import irreducible_of_genera
from pastimes.experiments.sylver.pruning import none
from pastimes.experiments.sylver.search import search
from pastimes.experiments.sylver.semigroups import END, is_irreducible, members_from
from pastimes.experiments.sylver.tallies import tally
from pastimes.experiments.sylver.words import numbers_in, size

_MOST_GAPS = 40  # beyond, positions that can be reached go into the tens of millions


def solve(config: Config, generators: list[int]) -> Iterator[str]:
    """Who wins once some numbers were named, by which moves, and what finding one costs."""
    try:
        gaps = ~members_from(generators)
    except ValueError as error:
        raise UserError(f"generators: {generators}: {error}") from None
    if size(gaps) > _MOST_GAPS:
        raise UserError(f"generators: {generators}: {size(gaps)} gaps; at most {_MOST_GAPS}")
    if size(gaps & ~END) == 0:
        yield "Only 1 may be named." if size(gaps) else "1 was named: the game is over."
        return
    kind = "irreducible" if is_irreducible(gaps) else "not irreducible"
    yield f"{size(gaps)} gaps, {kind}: {' '.join(map(str, numbers_in(gaps)))}"
    table = values.solve(values.reachable(np.array([gaps]), True))
    winners = numbers_in(values.winning_moves(gaps, *table))
    if winners:
        yield f"The player to move wins by naming {' or '.join(map(str, winners))}."
    else:
        yield "The player to move loses."
    yield from _costs(config, gaps)


def _costs(config: Config, gaps: np.uint64) -> Iterator[str]:
    wins = tally(irreducible_of_genera(2, config.last_genera[0])).wins
    for order in config.orders:
        module = variant(ORDERS, order)
        costs = search(module, none, np.array([gaps]), wins, config.seed)
        found = f"finds {costs.winner[0]}" if costs.winner[0] else "finds none"
        yield f"{order:24} {found:>10} for {costs.when_needed[0]:6} closures"
