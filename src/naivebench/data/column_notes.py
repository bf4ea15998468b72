"""Notes on columns that were read in a way that may surprise, one sentence for all columns of the same
sort.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import NamedTuple

LISTED = 10  # maximum number of columns to name


class Note(NamedTuple):
    """What was done with a column, and what to set otherwise, in which COL stands for the column."""

    text: str
    column: str
    example: str = ""


def missing_option(mark: str) -> str:
    """The option that declares a mark of missing cells, as a shell takes it."""
    return f"--missing{'=' if mark.startswith('-') else ' '}{shlex.quote(mark)}"


def sentences(notes: Iterable[Note]) -> list[str]:
    """One sentence for all notes with the same text, in the order of their first occurrence."""
    same: dict[str, list[Note]] = {}
    for note in notes:
        same.setdefault(note.text, []).append(note)
    said = []
    for text, columns in same.items():
        listed = [f"{n.column} ({n.example})" if n.example else n.column for n in columns[:LISTED]]
        more = f" and {len(columns) - LISTED} more" if len(columns) > LISTED else ""
        named = text.replace("COL", shlex.quote(columns[0].column)) if len(columns) == 1 else text
        said.append(f"{named}: {', '.join(listed)}{more}")
    return said
