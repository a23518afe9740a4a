"""How far ahead ours is, by size."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from benchmarks.measuring import Comparison
from benchmarks.units import digits
from pastimes.declare.steps import Column

__all__ = ["Scaling"]


@dataclass(frozen=True)
class Scaling:
    """Comparisons of the same work at several sizes.

    Attributes
    ----------
    measured : str
    size : str
        What grows.
    comparisons : mapping from int to Comparison
        By size.
    """

    measured: str
    size: str
    comparisons: Mapping[int, Comparison]

    TABLE: ClassVar[str] = "ratios_by_size"
    COLUMNS: ClassVar[Mapping[str, Column]] = {
        "measured": Column("string", "what is compared"),
        "size": Column("string", "what grows"),
        "alternative": Column("string", "how it is done; not ours"),
        "at": Column("int64", "the size"),
        "least_ratio": Column("float64", "least ratio of its time to ours of the same round"),
        "median_ratio": Column("float64", "median ratio"),
        "most_ratio": Column("float64", "largest ratio"),
    }

    def rows(self) -> list[tuple[Any, ...]]:
        """Rows of the table, those of an alternative together."""
        found = [
            (self.measured, self.size, rate.name, at, *rate.ratio)
            for at, comparison in self.comparisons.items()
            for rate in comparison.rates[1:]
        ]
        names = list(dict.fromkeys(row[2] for row in found))
        return sorted(found, key=lambda row: (names.index(row[2]), row[3]))

    def lines(self) -> list[str]:
        """What is printed."""
        ratios: dict[str, list[str]] = {}
        for _, _, name, at, _, median, _ in self.rows():
            ratios.setdefault(name, []).append(f"x {digits(median)} at {at:,}")
        head = f"{self.measured}; time to ours, by {self.size}"
        return [head, *(f"  {name}: {', '.join(told)}" for name, told in ratios.items())]
