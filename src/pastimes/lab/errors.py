"""What a person is told when something cannot be done."""

import difflib
from collections.abc import Iterable

__all__ = ["Refusal", "did_you_mean"]


class Refusal(Exception):
    """Something that a person can mend; the message is one line: where, what, what is allowed."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """Suggest what may have been meant, and list what is allowed.

    Examples
    --------
    >>> did_you_mean("gmaes", ["games", "rolls"])
    'did you mean games? Allowed: games, rolls'
    """
    allowed = sorted(allowed)
    close = difflib.get_close_matches(word, allowed, n=1)
    guess = f"did you mean {close[0]}? Allowed" if close else "allowed"
    return f"{guess}: {', '.join(allowed) or 'none'}"
