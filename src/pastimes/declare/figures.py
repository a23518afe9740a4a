"""Figures as data: what is drawn, from which columns, and what to see in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from pastimes.declare.tables import Tables

__all__ = ["Figure"]


@dataclass(frozen=True)
class Figure:
    """A figure described; drawn by the report's kind of that name.

    Attributes
    ----------
    name : str
        File name, without ending.
    kind : str
        Module in ``pastimes.report.kinds``.
    data : callable
        A named function of the experiment's ``figures``: from `Tables` to a data frame.
    title : str
        What the figure shows, as a heading.
    caption : tuple of str
        What to see in it, sentence by sentence: templates, in which ``{{ facts.NAME }}`` is a
        number from the tables. A sentence whose numbers a study lacks is left out.
    alt : str
        What the figure shows, for those who do not see it.
    options : mapping
        What the kind needs to know: columns, labels, units.
    """

    name: str
    kind: str
    data: Callable[["Tables"], "pd.DataFrame"]
    title: str
    caption: tuple[str, ...]
    alt: str
    options: Mapping[str, Any] = field(default_factory=dict)
