"""The cells of raw tables as lists."""

from __future__ import annotations

from naivebench.data.readers.raw_table import RawTable


def columns_of(raw: RawTable) -> dict[str, list[str]]:
    """Cells by column."""
    return {name: list(cells.text) for name, cells in raw.columns.items()}


def rows_of(raw: RawTable) -> list[list[str]]:
    """Cells by row."""
    return [list(row) for row in zip(*columns_of(raw).values(), strict=True)]
