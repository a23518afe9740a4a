"""Questions a player asks about the game of 5000: ``pastimes ask fivethousand.QUESTION``."""

from collections.abc import Iterator

from pastimes.errors import UserError
from pastimes.experiments.fivethousand.experiment import ESSAY, Config
from pastimes.experiments.fivethousand.rules import parse
from pastimes.experiments.fivethousand.turn import STEP, solve


def advise(config: Config, dice: int, score: int, rules: str = ESSAY) -> Iterator[str]:
    """Whether to roll so many dice at a turn score, for the most points, and by how much."""
    try:
        played = parse(rules)
    except ValueError as error:
        raise UserError(f"rules: {rules}: {error}") from None
    if not 1 <= dice <= 6:
        raise UserError(f"dice: {dice}: from 1 to 6")
    if score < 0 or score % STEP:
        raise UserError(f"score: {score}: a multiple of {STEP}, from 0")
    turn = solve(played)
    if dice == 6 and (score == 0 or played.hot_dice == "must"):
        yield "Roll: six dice have to be rolled."
        return
    if score >= turn.tail:
        yield f"Stay: from {turn.tail} points on the best play stays."
        return
    mean = turn.rolling[dice - 1][score // STEP]
    gain = float(mean) - score
    if gain > 0:
        yield f"Roll: the turn then makes {float(mean):.1f} points on average, {gain:.1f} more."
    else:
        yield f"Stay: rolling makes {float(mean):.1f} points on average, {-gain:.1f} less."
