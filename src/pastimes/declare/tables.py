"""The gathered tables of an experiment, as its findings, figures and sequences read them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pastimes.declare.steps import Column, types_of
from pastimes.store.tables import schema_of, table_of

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

__all__ = ["Missing", "Tables", "arrow_schema"]


def arrow_schema(columns: Mapping[str, Column]) -> "pa.Schema":
    """The Arrow schema of declared columns.

    Meaning and unit stay out of it: rewording them must not change a run's bytes.
    """
    return schema_of(types_of(columns))


class Missing(LookupError):
    """Rows that a finding or a figure asks for, and that this study does not have."""


class Tables:
    """The gathered tables of one experiment, read when asked for, as pandas data frames.

    Attributes
    ----------
    read : list of str
        Steps whose tables were asked for so far, in that order.
    """

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._paths = paths
        self._frames: dict[str, pd.DataFrame] = {}
        self.read: list[str] = []

    def afresh(self) -> "Tables":
        """The same tables, of which none counts as read yet."""
        other = Tables(self._paths)
        other._frames = self._frames
        return other

    def __getitem__(self, step: str) -> "pd.DataFrame":
        if step not in self._frames:
            if step not in self._paths:
                raise Missing(f"this study has no table of {step}")
            table = table_of(self._paths[step].read_bytes())
            self._frames[step] = table.to_pandas(use_threads=False)
        if step not in self.read:
            self.read.append(step)
        return self._frames[step]

    def rows(self, step: str, **values: Any) -> "pd.DataFrame":
        """Rows in which the named columns have these values.

        Raises
        ------
        Missing
            Where there are none.
        KeyError
            Where the table has no such column.
        """
        frame = self[step]
        for column, value in values.items():
            if column not in frame:
                raise KeyError(f"{step} has no column {column}; it has {', '.join(frame)}")
            frame = frame[frame[column] == value]
        if frame.empty:
            wanted = ", ".join(f"{k} = {v}" for k, v in values.items())
            raise Missing(f"this study has no rows of {step} with {wanted}")
        return frame
