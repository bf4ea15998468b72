"""The CSV files of a run as data frames."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

TEXT = (
    *("protocol", "dataset", "method", "metric", "structure", "right"),
    *("stage", "status", "reason", "remedy", "file", "rule", "job"),
)  # columns of ids and sentences, always read as text
NO_NUMBER = ("", "nan")


def read_csv(source: str | Path | bytes) -> pd.DataFrame:
    """Read a CSV file of results, given by its path or content.

    Columns of `TEXT` keep the text that was written, also ids such as 1984, nan and null; the other columns
    are numbers, NaN where one is missing. No type is guessed from the cells, except whether numbers are
    whole, so an id cannot change its type or become a missing cell.
    """
    import pandas as pd

    def opened():
        return io.BytesIO(source) if isinstance(source, bytes) else source

    numbers = [name for name in pd.read_csv(opened(), nrows=0).columns if name not in TEXT]
    return pd.read_csv(
        opened(),
        dtype=dict.fromkeys(TEXT, str),
        keep_default_na=False,
        na_values=dict.fromkeys(numbers, NO_NUMBER),
    )
