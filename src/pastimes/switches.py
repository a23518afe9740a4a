"""Rules with switches, written as text: ``name=value`` with spaces between."""

from collections.abc import Mapping

__all__ = ["read_switches"]


def read_switches(text: str, switches: Mapping[str, tuple[str, ...]], plain: str) -> dict[str, str]:
    """Read which switches are set, and to what.

    Parameters
    ----------
    text : str
    switches : mapping from str to tuple of str
        The values of each switch.
    plain : str
        How it is written that none is set.

    Raises
    ------
    ValueError
        Where a switch or its value is unknown, or a switch is given twice.

    Examples
    --------
    >>> read_switches("hat=red", {"hat": ("blue", "red")}, "bare")
    {'hat': 'red'}
    """
    given: dict[str, str] = {}
    for word in [] if text == plain else text.split(" "):
        name, _, value = word.partition("=")
        if name not in switches:
            raise ValueError(f"no switch {name!r}; known: {', '.join(switches)}")
        if value not in switches[name]:
            raise ValueError(f"{name}: {value!r}; one of {', '.join(switches[name])}")
        if name in given:
            raise ValueError(f"{name}: given twice")
        given[name] = value
    return given
