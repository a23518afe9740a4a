"""Numbers as they are printed."""

__all__ = ["digits", "in_words"]


def digits(number: float) -> str:
    """A number to three digits.

    Examples
    --------
    >>> [digits(x) for x in (0.2731, 12.04, 34567)]
    ['0.273', '12', '34,600']
    """
    return f"{float(f'{number:.3g}'):,g}"


def in_words(seconds: float) -> str:
    """A time to three digits, in a unit that suits it.

    Examples
    --------
    >>> [in_words(s) for s in (2.14e-8, 0.0000036, 0.04, 5.0, 4321.0)]
    ['21.4 ns', '3.6 µs', '40 ms', '5 s', '4,320 s']
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{digits(seconds / size)} {unit}"
    return f"{digits(seconds / 1e-9)} ns"
