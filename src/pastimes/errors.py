"""What a person is told when something cannot be done."""

import difflib
from collections.abc import Iterable
from typing import Any

__all__ = ["UserError", "as_written", "did_you_mean", "shortened"]

_LONGEST_VALUE = 60
_LONGEST_LIST = 150


class UserError(Exception):
    """An error that the user can fix; the message is one line: where, what, what is allowed."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


def as_written(value: Any, quoted: bool = True) -> str:
    """A value as a config has it, cut to a readable length.

    Parameters
    ----------
    value : object
    quoted : bool
        Whether text stands in quotes, which tell '20' from 20.

    Examples
    --------
    >>> as_written("20"), as_written(True), as_written(None)
    ("'20'", 'true', 'null')
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value) if isinstance(value, str) and (quoted or not value) else str(value)
    return shortened(text, _LONGEST_VALUE)


def shortened(text: str, longest: int) -> str:
    """A text of at most so many characters, its end cut off where need be.

    Examples
    --------
    >>> shortened("spring, deck", 9)
    'spring...'
    """
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """Suggest what may have been meant, and list what is allowed, as far as a line holds it.

    Examples
    --------
    >>> did_you_mean("gmaes", ["games", "rolls"])
    'did you mean games? Allowed: games, rolls'
    """
    allowed = sorted(allowed)
    close = difflib.get_close_matches(word, allowed, n=1)
    guess = f"did you mean {close[0]}? Allowed" if close else "allowed"
    return f"{guess}: {_listed(allowed)}"


def _listed(words: list[str]) -> str:
    shown = list(words)
    while len(", ".join(shown)) > _LONGEST_LIST:
        shown.pop()
    rest = len(words) - len(shown)
    return (", ".join(shown) or "none") + (f" and {rest} more" if rest else "")
