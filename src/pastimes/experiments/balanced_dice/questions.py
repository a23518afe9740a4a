"""Questions a player asks about balanced dice: ``pastimes ask balanced_dice.QUESTION``."""

from collections.abc import Iterator

from pastimes.declare.catalogue import variant, variants
from pastimes.errors import UserError, did_you_mean
from pastimes.experiments.balanced_dice.experiment import ALGORITHMS, Config, check_setting
from pastimes.experiments.balanced_dice.totals import TRUE_LAW, divergence_bits


def next_roll(
    config: Config, algorithm: str = "spring", setting: float = 1.0, rolled: list[int] | None = None
) -> Iterator[str]:
    """Chances of the next roll after the totals rolled so far."""
    if algorithm not in variants(ALGORITHMS):
        raise UserError(f"algorithm {algorithm}: {did_you_mean(algorithm, variants(ALGORITHMS))}")
    try:
        check_setting(algorithm, setting)
    except ValueError as error:
        raise UserError(f"setting: {error}") from None
    totals = [total - 2 for total in rolled or ()]
    if not set(totals) <= set(range(11)):
        raise UserError(f"rolled {rolled}: totals of two dice, from 2 to 12")
    law = variant(ALGORITHMS, algorithm).law(setting, totals)
    for total, (chance, true) in enumerate(zip(law, TRUE_LAW, strict=True), start=2):
        yield f"{total:3} {chance:7.4f}  {'#' * round(100 * chance):30} true {true:.4f}"
    yield f"A counter knows {float(divergence_bits(law, TRUE_LAW)):.3f} bits of the next roll."
