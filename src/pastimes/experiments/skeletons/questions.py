"""Questions about word skeletons: ``pastimes ask skeletons.QUESTION``."""

from collections.abc import Iterator

from pastimes.errors import UserError
from pastimes.experiments.skeletons.experiment import PRIMARY, Config
from pastimes.experiments.skeletons.listing import skeletons
from pastimes.experiments.skeletons.picture import svg
from pastimes.experiments.skeletons.readings import parse

_MOST = 9  # vertices, in seconds


def draw(config: Config, n: int, number: int, reading: str = PRIMARY) -> Iterator[str]:
    """The skeleton with n vertices of a number, as in the galleries: a picture, as SVG."""
    if not 2 <= n <= _MOST:
        raise UserError(f"n: {n}: from 2 to {_MOST}")
    try:
        rules = parse(reading)
    except ValueError as error:
        raise UserError(f"reading: {reading}: {error}") from None
    found = skeletons(rules, n)
    if not 1 <= number <= len(found):
        raise UserError(f"number: {number}: from 1 to {len(found)}")
    yield svg(found[number - 1])
