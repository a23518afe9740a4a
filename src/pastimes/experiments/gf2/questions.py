"""Questions a player asks about the letters game: ``pastimes ask gf2.QUESTION``."""

from collections.abc import Iterator

from pastimes.errors import UserError, did_you_mean
from pastimes.experiments.gf2.experiment import ESSAY, Config
from pastimes.experiments.gf2.letters import alphabet_of_glyphs, creatable, longest_run


def solve(config: Config, alphabet: str = ESSAY) -> Iterator[str]:
    """A longest run-through of an alphabet, move by move."""
    known = config.glyphs()
    if alphabet not in known:
        raise UserError(f"alphabet {alphabet}: {did_you_mean(alphabet, known)}")
    drawn = alphabet_of_glyphs(known[alphabet])
    moves = longest_run(drawn)
    rank = len(drawn) - len(moves)
    yield f"{len(drawn)} letters of rank {rank}: {len(moves)} moves, in any order."
    for number, move in enumerate(moves, start=1):
        yield f"{number:3}. {move.formula()}"
    alone = sorted(set(drawn) - set(creatable(drawn, list(drawn), empty_scores=True)))
    yield f"No sum of other letters: {', '.join(alone) or 'none'}."
