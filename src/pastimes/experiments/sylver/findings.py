"""Sylver Coinage: what the tables say about each claim.

A function named as a claim turns tables into its finding. The essay's census is the positions with
at most 20 gaps; those with more than 14 are its test positions. Closures for sorting are charged
when the first of the moves sorted is tried, unless said otherwise.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from pastimes.declare.findings import Finding
from pastimes.declare.tables import Missing, Tables

if TYPE_CHECKING:
    import pandas as pd

GENUS, TRAINING_GENUS = 20, 14
"""Largest genus of the essay's census, and of its training positions."""

PRICED = {
    "smallest",
    "oracle",
    "history",
    "parity",
    "parity_after_history",
    "random",
    "start_at_four",
}
"""Orders that the essay prices on the whole census."""
EARLIER = {"largest", "smallest_gap_left"}
"""Orders of the essay before it, on the same positions, that it speaks of."""
NEEDED = {"smallest", "oracle", "start_at_four", "parity", "largest_gap_left", "paying_oracle"}
NEEDED |= EARLIER
"""Orders without which nothing can be said of all of them together."""


def within_census(rows: "pd.DataFrame", first: int = 2, last: int = GENUS) -> "pd.DataFrame":
    """Rows of some genera, all of which must be there."""
    found = rows[rows.genus.between(first, last)]
    if not (found.genus.min() <= first and found.genus.max() >= last):
        raise Missing(f"this study lacks positions with {first} to {last} gaps")
    return found


def scores(
    tables: Tables, order: str, rule: str = "none", first: int = 2, last: int = GENUS
) -> "pd.DataFrame":
    """What each position of the census costs under an order and a rule."""
    rows = within_census(tables.rows("score", order=order, rule=rule), first, last)
    return rows.sort_values(["genus", "position"]).reset_index(drop=True)


def totals(
    tables: Tables, *orders: str, charge: str = "when_needed", first: int = 2, last: int = GENUS
) -> tuple[list[int], tuple["pd.DataFrame", ...]]:
    """Closures of some orders over a census, and the rows behind them."""
    rows = tuple(scores(tables, order, first=first, last=last) for order in orders)
    return [int(each[charge].sum()) for each in rows], rows


def won_back(cost: float | Fraction, smallest: int, oracle: int) -> Fraction:
    """Per cent of the gap between smallest first and the oracle that is won back."""
    return 100 * (smallest - Fraction(cost)) / (smallest - oracle)


def _share(tables: Tables, order: str, charge: str = "when_needed", first: int = 2) -> Finding:
    (smallest, oracle), ends = totals(tables, "smallest", "oracle", first=first)
    (cost,), rows = totals(tables, order, charge=charge, first=first)
    share = won_back(cost, smallest, oracle)
    return Finding(
        float(abs(share)),
        f"{cost} closures against {smallest} of smallest first and {oracle} of the oracle: "
        f"{abs(float(share)):.3f} % of the gap {'won back' if share >= 0 else 'the wrong way'}.",
        rows=(*ends, *rows),
    )


def _compare(tables: Tables, order: str) -> tuple[int, int, tuple["pd.DataFrame", ...]]:
    """Positions on which an order beats smallest first, and on which it loses to it."""
    own, smallest = scores(tables, order), scores(tables, "smallest")
    difference = own.when_needed - smallest.when_needed
    return int((difference < 0).sum()), int((difference > 0).sum()), (own, smallest)


def positions(tables: Tables) -> Finding:
    rows = within_census(tables["enumerate_positions"])
    return Finding(
        len(rows),
        "Enumerated by the tree of irreducible semigroups of each Frobenius number; those with "
        "gaps 1 and 2 belong, that with 1 alone does not.",
        rows=(rows,),
    )


def test_positions(tables: Tables) -> Finding:
    rows = within_census(tables["enumerate_positions"], TRAINING_GENUS + 1)
    return Finding(len(rows), "Those with 15 to 20 gaps.", rows=(rows,))


def all_won(tables: Tables) -> Finding:
    rows = within_census(tables["enumerate_positions"])
    return Finding(
        int((rows.winning > 0).sum()),
        "By the rules alone, from small positions up. In general: naming the largest gap F takes "
        "nothing else away, and if that does not win, the answer to it wins at once, for with it "
        "F is reached as well.",
        rows=(rows,),
    )


def oracle_share(tables: Tables) -> Finding:
    return _oracle_share(tables, 2, GENUS)


def oracle_share_8(tables: Tables) -> Finding:
    return _oracle_share(tables, 8, 8)


def oracle_share_20(tables: Tables) -> Finding:
    return _oracle_share(tables, 20, 20)


def _oracle_share(tables: Tables, first: int, last: int) -> Finding:
    (smallest, oracle), rows = totals(tables, "smallest", "oracle", first=first, last=last)
    return Finding(
        100 * oracle / smallest,
        f"{oracle} of {smallest} closures: one at a won position, all moves at a lost one.",
        rows=rows,
    )


def oracle_share_falls(tables: Tables) -> Finding:
    by_genus = ratios(tables, "oracle")
    rises = [genus for genus in by_genus.index if by_genus.get(genus - 1, 101) < by_genus[genus]]
    twice = [genus for genus in by_genus.index if by_genus.get(genus - 2, 101) < by_genus[genus]]
    return Finding(
        f"it rises at {len(rises)} sizes" if rises else "monotone",
        f"From 8 to {by_genus.index[-1]} gaps it rises on the genus before at "
        f"{', '.join(map(str, rises)) or 'none'}; on the genus two before, of the same parity, at "
        f"{', '.join(map(str, twice)) or 'none'}.",
        verdict="refuted" if rises else "open",
        rows=tuple(scores(tables, order) for order in ("smallest", "oracle")),
    )


def ratios(tables: Tables, order: str, first: int = 8) -> "pd.Series[float]":
    """Per cent of smallest first that an order costs, by genus, as far as the study goes."""
    within_census(tables.rows("score", order=order, rule="none"), first)
    costs = {}
    for each in (order, "smallest"):
        rows = tables.rows("score", order=each, rule="none")
        costs[each] = rows[rows.genus >= first].groupby("genus").when_needed.sum()
    return 100 * costs[order] / costs["smallest"]


def smallest_total(tables: Tables) -> Finding:
    (smallest,), rows = totals(tables, "smallest")
    return Finding(
        smallest / 1e6,
        f"Exactly {smallest}: one for each move examined, struck or not, its position known or "
        "not; what is known is forgotten after each position.",
        rows=rows,
    )


def history_share(tables: Tables) -> Finding:
    return _share(tables, "history")


def learned_share(tables: Tables) -> Finding:
    tables.rows("learn", training_genus=TRAINING_GENUS)  # else it learned from other positions
    return _share(tables, "learned", first=TRAINING_GENUS + 1)


def four_share(tables: Tables) -> Finding:
    return _share(tables, "start_at_four")


def parity_free_share(tables: Tables) -> Finding:
    return _share(tables, "parity", "examined")


def parity_eager_share(tables: Tables) -> Finding:
    return _share(tables, "parity", "at_once")


def history_better(tables: Tables) -> Finding:
    better, worse, rows = _compare(tables, "history")
    return Finding(better, f"It loses on {worse}.", rows=rows)


def four_better(tables: Tables) -> Finding:
    better, worse, rows = _compare(tables, "start_at_four")
    return Finding(better, f"It loses on {worse}.", rows=rows)


def four_worse(tables: Tables) -> Finding:
    better, worse, rows = _compare(tables, "start_at_four")
    return Finding(worse, f"It wins on {better}.", rows=rows)


def frequent_winners(tables: Tables) -> Finding:
    rows = tables.rows("remember", order="history")
    if GENUS not in set(rows.last_genus):
        raise Missing(f"this study has no span of positions that ends at {GENUS} gaps")
    wins = rows[rows.last_genus <= GENUS].groupby("number").wins.sum()
    ranked = wins.sort_values(ascending=False).index[:6]
    return Finding(
        " ".join(map(str, ranked)),
        "Of the winning moves that the history table counted, in all searches of the census. "
        "Which moves are counted matters: over all winning moves of the won positions reached "
        "from training positions the order is that of the learned order.",
        rows=(rows,),
    )


def learned_prefix(tables: Tables) -> Finding:
    rows = tables.rows("learn", training_genus=TRAINING_GENUS)
    ranked = rows.sort_values(["wins", "number"], ascending=[False, True]).number
    return Finding(
        " ".join(map(str, ranked[:6])),
        "All winning moves of every won position reached from the training positions, each "
        "counted once.",
        rows=(rows,),
    )


def training_tally(tables: Tables) -> "pd.DataFrame":
    """Counts by number, over won positions reached from the training positions."""
    rows = tables.rows("tally_moves", first_genus=2, last_genus=TRAINING_GENUS)
    return rows.set_index("number")


def _count(tables: Tables, number: int, column: str) -> Finding:
    rows = training_tally(tables)
    return Finding(
        int(rows.loc[number, column]),
        "Over distinct positions reached from those with at most 14 gaps, where no search stops "
        "early and struck moves are not followed.",
        rows=(rows,),
    )


def won_reached(tables: Tables) -> Finding:
    return _count(tables, 2, "won")


def two_legal(tables: Tables) -> Finding:
    return _count(tables, 2, "legal")


def two_struck(tables: Tables) -> Finding:
    return _count(tables, 2, "struck")


def two_wins(tables: Tables) -> Finding:
    return _count(tables, 2, "wins")


def three_legal(tables: Tables) -> Finding:
    return _count(tables, 3, "legal")


def three_wins(tables: Tables) -> Finding:
    return _count(tables, 3, "wins")


def others_win(tables: Tables) -> Finding:
    rows = training_tally(tables).loc[4:]
    return Finding(
        float(rows.legal.sum() / rows.wins.sum()),
        f"{rows.wins.sum()} of {rows.legal.sum()} moves.",
        rows=(rows,),
    )


def two_three_win(tables: Tables) -> Finding:
    rows = training_tally(tables).loc[2:3]
    three = rows.loc[3]
    return Finding(
        float(rows.legal.sum() / rows.wins.sum()),
        f"{rows.wins.sum()} of {rows.legal.sum()} moves, both numbers together. Naming 3 alone "
        f"wins once in {three.legal / three.wins:.1f}.",
        rows=(rows,),
    )


def three_struck(tables: Tables) -> Finding:
    row = training_tally(tables).loc[3]
    share = row.struck / row.legal
    lost = row.legal - row.struck - row.wins
    return Finding(
        "half" if abs(share - 0.5) < 0.05 else f"{share:.2f}",
        f"{row.struck} of {row.legal}, and it loses in {lost} others and wins in {row.wins}.",
        rows=(training_tally(tables),),
    )


def only_two_proved(tables: Tables) -> Finding:
    rows = tables["tally_moves"]
    rows = rows[rows.number.isin((2, 3))]
    kept = not rows.exceptions.any()
    return Finding(
        "both are proved" if kept else "unproved",
        "3 has a proof as short: where 2 is a gap, naming 3 loses to 2, for 2 and 3 leave only 1; "
        "where 2 is none, naming 3 leaves only 1 and wins. So 3 wins just where 2 is reachable, "
        f"and 2 just where 3 is; {rows.exceptions.sum()} exceptions in {rows.legal.sum()} moves.",
        verdict="refuted" if kept else "open",
        rows=(rows,),
    )


def two_leaves_symmetric(tables: Tables) -> Finding:
    rows = tables.rows("tally_moves", number=2)
    always = bool((rows.legal == rows.struck + rows.wins).all())
    return Finding(
        "always" if always else "not always",
        "Proof: the even numbers are reached from 2 and the odd ones from 2 and the least of "
        "them, o; the gaps are the odd numbers n below o, and n pairs off with o - 2 - n, which "
        f"is even. In {rows.legal.sum()} won positions naming 2 was struck or won.",
        verdict="proved" if always else "refuted",
        rows=(rows,),
    )


def parity_eager_total(tables: Tables) -> Finding:
    (cost,), rows = totals(tables, "parity", charge="at_once")
    return Finding(cost / 1e6, f"Exactly {cost}.", rows=rows)


def shuffled(tables: Tables, column: str = "examined") -> "pd.DataFrame":
    """One row a random order: a total over the census, with the run it comes from."""
    rows = tables.rows("score_shuffled", order="random", last_genus=GENUS)
    return rows.groupby(["run", "shard", "shuffle"], as_index=False)[column].sum()


def spread(values: "pd.Series[float]") -> tuple[float, float, float]:
    """Mean, and the ends of the middle 95 per cent."""
    low, high = np.quantile(values, [0.025, 0.975])
    return float(values.mean()), float(low), float(high)


def _random(tables: Tables, values: "pd.Series[float]", rows: "pd.DataFrame") -> Finding:
    mean, low, high = spread(values)
    return Finding(
        mean,
        f"The essay's shuffle is unknown: mean of {len(values)} random orders, standard deviation "
        f"{values.std():.4g}; the interval holds 95 % of them.",
        low,
        high,
        rows=(rows,),
    )


def random_total(tables: Tables) -> Finding:
    rows = shuffled(tables)
    return _random(tables, rows.examined / 1e6, rows)


def random_share(tables: Tables) -> Finding:
    rows = shuffled(tables)
    (smallest, oracle), _ = totals(tables, "smallest", "oracle")
    return _random(tables, 100 * (rows.examined - smallest) / (smallest - oracle), rows)


def random_ratio(tables: Tables) -> Finding:
    rows = shuffled(tables)
    (smallest,), _ = totals(tables, "smallest")
    return _random(tables, rows.examined / smallest, rows)


def random_dearer(tables: Tables) -> Finding:
    rows = shuffled(tables, "dearer")
    return _random(tables, rows.dearer, rows)


def census_costs(tables: Tables) -> "pd.DataFrame":
    """One row an order: its closures over the whole census, by charge, and whether it is lazy.

    An order is lazy that reads no closure for sorting. The random order has the mean of many; the
    learned one is not scored on its training positions and is left out.
    """
    import pandas as pd

    every = within_census(tables.rows("score", rule="none"))
    sums = every.groupby("order", sort=False)[["examined", "when_needed", "at_once"]].sum()
    whole = every.groupby("order").genus.min() == every.genus.min()
    costs = sums[whole.reindex(sums.index)].astype(float)
    random = shuffled(tables).examined.mean()
    costs = pd.concat([costs, pd.DataFrame(random, ["random"], costs.columns)])
    costs["lazy"] = costs.examined == costs.when_needed
    lacking = NEEDED - set(costs.index)
    if lacking:
        raise Missing(f"this study lacks the orders {', '.join(sorted(lacking))}")
    return costs


def _extreme(tables: Tables, order: str, costs: "pd.Series[float]", dearest: bool) -> Finding:
    """Whether an order is the dearest or cheapest: of the essay's and its predecessor's, or of
    those priced in the essay."""
    sign, word = (-1, "dearest") if dearest else (1, "cheapest")
    beyond = costs[sign * costs < sign * costs[order]].drop("oracle", errors="ignore")
    among = [
        "reproduced" if not set(beyond.index) & set(orders) else "refuted"
        for orders in (PRICED | EARLIER, PRICED)
    ]
    others = ", ".join(f"{name} {cost:.0f}" for name, cost in beyond.sort_values().items())
    return Finding(
        word if among[0] == "reproduced" else f"not {word}",
        f"{order} costs {costs[order]:.0f}. Beyond it: {others or 'none'}. What counts are the "
        f"orders priced in the essay and, from the one before, {' and '.join(sorted(EARLIER))}.",
        verdict=among[0],
        rows=(tables.rows("score", rule="none"),),
        alternatives=(Finding(None, "of those priced in the essay", verdict=among[1]),),
    )


def parity_dearest(tables: Tables) -> Finding:
    return _extreme(tables, "parity", census_costs(tables).at_once, True)


def random_dearest_lazy(tables: Tables) -> Finding:
    costs = census_costs(tables)
    return _extreme(tables, "random", costs[costs.lazy].examined, True)


def four_cheapest(tables: Tables) -> Finding:
    return _extreme(tables, "start_at_four", census_costs(tables).when_needed, False)


def largest_worse(tables: Tables) -> Finding:
    costs = census_costs(tables)
    tried = costs.loc[["largest", "smallest_gap_left", "largest_gap_left"]]
    worse = bool((tried.when_needed > costs.when_needed["smallest"]).all())
    free = ", ".join(f"{name} {cost:.0f}" for name, cost in tried.examined.items())
    return Finding(
        "worse" if worse else "not all",
        "; ".join(f"{name} costs {cost:.0f}" for name, cost in tried.when_needed.items())
        + f", smallest first {costs.when_needed['smallest']:.0f}. With free sorting: {free}.",
        verdict="reproduced" if worse else "refuted",
        rows=(tables.rows("score", rule="none"),),
    )


def eager_never_wins(tables: Tables) -> Finding:
    costs = census_costs(tables)
    smallest, limit = costs.when_needed["smallest"], costs.at_once["paying_oracle"]
    real = costs[~costs.lazy].drop("paying_oracle").at_once
    return Finding(
        f"at most {float(won_back(limit, int(smallest), int(costs.examined['oracle']))):.1f} %",
        f"An oracle that reads every move's closure costs {limit:.0f}, smallest first "
        f"{smallest:.0f}: paying for all moves leaves room, though little. Of the {len(real)} "
        f"eager orders that guess, the cheapest costs {real.min():.0f}.",
        verdict="refuted" if limit < smallest or real.min() < smallest else "open",
        rows=(tables.rows("score", rule="none"),),
    )


def lazy_only(tables: Tables) -> Finding:
    costs = census_costs(tables).drop("paying_oracle")
    smallest = costs.when_needed["smallest"]
    reading = costs[~costs.lazy]
    needed = reading.when_needed[reading.when_needed < smallest]
    once = reading.at_once[reading.at_once < smallest]
    return Finding(
        "not always" if len(needed) else "always",
        "Where the sorting is charged once it is needed, these read and cost less than smallest "
        f"first: {', '.join(needed.index) or 'none'}; where it is charged as a position is begun: "
        f"{', '.join(once.index) or 'none'}.",
        verdict="refuted" if len(needed) else "reproduced",
        rows=(tables.rows("score", rule="none"),),
        alternatives=(
            Finding(None, "charged at once", verdict="refuted" if len(once) else "reproduced"),
        ),
    )


def parity_after_history(tables: Tables) -> Finding:
    (smallest, history, needed), rows = totals(
        tables, "smallest", "history", "parity_after_history"
    )
    (once,), _ = totals(tables, "parity_after_history", charge="at_once")
    given = [100 * (cost - history) / (smallest - history) for cost in (needed, once)]
    verdicts = ["reproduced" if 50 < share <= 100 else "differs" for share in given]
    return Finding(
        f"{given[0]:.1f} %",
        f"Of what the history table won, {given[0]:.1f} % where sorting the other moves is charged "
        f"once one of them is tried; where as a position is begun, {given[1]:.1f} %, more than "
        "all where above 100.",
        verdict=verdicts[0],
        rows=rows,
        alternatives=(Finding(None, "charged at once", verdict=verdicts[1]),),
    )


def root_rank_smallest(tables: Tables) -> Finding:
    return _rank(tables, "smallest")


def root_rank_four(tables: Tables) -> Finding:
    return _rank(tables, "start_at_four")


def _rank(tables: Tables, order: str) -> Finding:
    rows = scores(tables, order)
    return Finding(float(rows["rank"].mean()), "Counted from 1, struck moves too.", rows=(rows,))


def moves_mean(tables: Tables) -> Finding:
    rows = within_census(tables["enumerate_positions"])
    return Finding(float(rows.moves.mean()), "Numbers from 2 on.", rows=(rows,))


def winners_mean(tables: Tables) -> Finding:
    rows = within_census(tables["enumerate_positions"])
    mean = float(rows.winning.mean())
    later = tables["enumerate_positions"].groupby("genus").winning.mean()
    return Finding(
        mean,
        f"At {later.index[-1]} gaps it is {later.iloc[-1]:.3f}.",
        verdict="reproduced" if mean < 2 else "differs",
        rows=(rows,),
    )


def one_winner(tables: Tables) -> Finding:
    rows = within_census(tables["enumerate_positions"])
    return Finding(int((rows.winning == 1).sum()), "By the rules alone.", rows=(rows,))


def root_chance(tables: Tables) -> Finding:
    rows = within_census(tables["enumerate_positions"])
    chance = float(((rows.moves + 1) / (rows.winning + 1)).mean())
    ranks = {order: scores(tables, order) for order in ("smallest", "start_at_four")}
    means = {order: float(found["rank"].mean()) for order, found in ranks.items()}
    better = [order for order, mean in means.items() if mean < chance]
    return Finding(
        f"{chance:.3f} by chance",
        "The first of w winners among m moves in random order stands at (m + 1) / (w + 1) on "
        f"average, {chance:.3f} over the census; "
        + ", ".join(f"{order} {mean:.3f}" for order, mean in means.items())
        + ".",
        verdict="refuted" if better else "reproduced",
        rows=(rows, *ranks.values()),
    )


def four_ratio_by_size(tables: Tables) -> Finding:
    return _ratio(tables, "start_at_four")


def history_ratio_by_size(tables: Tables) -> Finding:
    return _ratio(tables, "history")


def _ratio(tables: Tables, order: str) -> Finding:
    (cost, smallest), rows = totals(tables, order, "smallest", first=10)
    by_genus = ratios(tables, order, first=10)
    census = by_genus.loc[:GENUS]
    return Finding(
        100 * cost / smallest,
        f"From 10 to {GENUS} gaps together; by genus from {census.min():.1f} to "
        f"{census.max():.1f}, and {by_genus.iloc[-1]:.1f} at {by_genus.index[-1]} gaps.",
        rows=rows,
    )


def factor(tables: Tables) -> Finding:
    (smallest, oracle), rows = totals(tables, "smallest", "oracle")
    return Finding(
        smallest / oracle,
        f"{smallest} against {oracle} closures.",
        verdict="reproduced" if smallest > 3 * oracle else "differs",
        rows=rows,
    )


def genus_shares(tables: Tables, order: str, first: int = 8) -> "pd.Series[float]":
    """Per cent of the gap that an order wins back, by genus, as far as the study goes."""
    own, oracle = ratios(tables, order, first), ratios(tables, "oracle", first)
    return 100 * (100 - own) / (100 - oracle)


def share_shrinks(tables: Tables) -> Finding:
    (cost, smallest, oracle), rows = totals(tables, "start_at_four", "smallest", "oracle")
    census = float(won_back(cost, smallest, oracle))
    later = genus_shares(tables, "start_at_four").loc[GENUS + 1 :]
    if later.empty:
        raise Missing(f"this study ends at {GENUS} gaps")
    kept = bool((later < census).all())
    return Finding(
        "shrinks" if kept else "not always",
        f"{census:.1f} % over the census; "
        + ", ".join(f"{share:.1f} at {genus}" for genus, share in later.items())
        + " gaps. Nothing is known of all larger ones.",
        verdict="open" if kept else "refuted",
        rows=rows,
    )


def looks_tried(tables: Tables) -> "pd.DataFrame":
    """One row a look: settled on the training positions, tried on the test positions.

    P-values are corrected for the number of looks (Bonferroni). A look predicts where both are
    below 0.05 and point the same way.
    """
    rows = tables["associate"]
    keys = ["look", "within"]
    training = rows[rows.last_genus == TRAINING_GENUS].set_index(keys)
    tested = rows[rows.first_genus == TRAINING_GENUS + 1].set_index(keys)
    if training.empty or tested.empty:
        raise Missing("this study does not split the positions at 14 gaps")
    later = tested[["items", "correlation", "p_value"]]
    frame = training[["correlation", "p_value"]].join(
        later.rename(columns={"correlation": "correlation_test", "p_value": "p_value_test"})
    )
    for column in ("p_value", "p_value_test"):
        frame[column] = (frame[column] * len(frame)).clip(upper=1)
    same = np.sign(frame.correlation) == np.sign(frame.correlation_test)
    frame["predicts"] = same & (frame.p_value < 0.05) & (frame.p_value_test < 0.05)
    return frame.reset_index()


def open_rank(tables: Tables) -> Finding:
    found = looks_tried(tables)
    holds = found[found.predicts]
    names = sorted({f"{row.look} within a {row.within}" for row in holds.itertuples()})
    (four,), rows = totals(tables, "start_at_four")
    (neighbours, unpaired), _ = totals(
        tables, "struck_neighbours", "most_unpaired", charge="examined"
    )
    return Finding(
        f"{'weakly' if len(holds) else 'no'}: {len(holds)} of {len(found)} looks",
        f"Settled on the training positions and tried on the test ones: {', '.join(names)}, with "
        f"correlations up to {holds.correlation_test.abs().max():.3f}. "
        * bool(len(holds))
        + "Struck neighbours do not tell. " * ("neighbours" not in set(holds["look"]))
        + f"With free sorting, struck neighbours first costs {neighbours} and most unpaired first "
        f"{unpaired}, starting at four {four}: no order comes of it.",
        verdict="answered",
        rows=(tables["associate"], *rows),
    )
