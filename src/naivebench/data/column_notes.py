"""Notes on columns that are treated in a way that may surprise, one sentence for all columns with the same
note. Numbers may be marks of missing cells (such as -999), angles, case counts, or labels (codes, keys of
people and firms, row numbers).

Numbers have an order and labels do not. A model that takes labels for numbers still predicts, only worse, so
suspicious columns are reported (docs/protocols/data-sets.md#numbers-that-are-labels).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.table import DISCRETE, Table, list_columns

LISTED = 10  # maximum number of columns to name
ANGLE_NAME = re.compile(
    r"(?i)(?:^|[_\W])(?:ang(?:le)?|degrees?|deg|bearing|heading|azimuth|(?:wind_?)?dir(?:ection)?|theta|phi|psi)"
    r"(?:$|[_\W])"
)
COUNT_NAME = re.compile(r"(?i)(?:.*[_\W])?(?:freq(?:uency|uencies)?|counts?|cases|weights?|number|total|n)")
TURN = 6.3  # a little more than a turn in radians
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
KEY_WORD = re.compile(r"ids?|zip|.*codes?")  # last word of the name of a column of labels
LEAST = 3  # different numbers; fewer have hardly an order
ROWS = 10  # rows; from this many on, consecutive numbers are not chance
ALMOST_ALL = 0.95  # share of different cells from which on labels are identifiers


class Note(NamedTuple):
    """How a column is treated, and the option that changes this; COL in `text` is replaced by the column."""

    text: str
    column: str
    example: str = ""


def format_missing_option(mark: str) -> str:
    """Return the option that declares a mark of missing cells, as a shell takes it."""
    return f"--missing{'=' if mark.startswith('-') else ' '}{shlex.quote(mark)}"


def compose_sentences(notes: Iterable[Note]) -> list[str]:
    """Write one sentence for all notes with the same text, in the order of their first occurrence."""
    same: dict[str, list[Note]] = {}
    for note in notes:
        same.setdefault(note.text, []).append(note)
    sentences = []
    for text, columns in same.items():
        listed = [f"{n.column} ({n.example})" if n.example else n.column for n in columns[:LISTED]]
        more = f" and {len(columns) - LISTED} more" if len(columns) > LISTED else ""
        named = text.replace("COL", shlex.quote(columns[0].column)) if len(columns) == 1 else text
        sentences.append(f"{named}: {', '.join(listed)}{more}")
    return sentences


def list_number_notes(name: str, kind: str, period: float, numbers: np.ndarray, inferred: bool) -> list[Note]:
    """List notes on numbers (n,) of a linear or angular column; NaN = missing."""
    if np.isnan(numbers).all():
        return []
    low, high = float(np.nanmin(numbers)), float(np.nanmax(numbers))
    if kind == "angular":
        largest = max(high, -low)
        cure = "check the period (`--kind COL=angular:360` for directions in degrees)"
        if period == 360 and 3 < largest <= TURN:
            cure = f"for radians set `--kind COL=angular:{2 * np.pi:.6g}`"
        elif largest <= 1.01 * period:
            return []
        return [Note(f"has angles up to {largest:g}, but the period {period:g}; {cure}", name)]
    notes = list_placeholder_notes(name, numbers)
    in_degrees = low >= -180 and high <= 360 and high - low > TURN
    whole_turn = any(0 <= low - start <= 5 and 0 <= start + 360 - high <= 5 for start in (0, -180))
    if inferred and in_degrees and (ANGLE_NAME.search(name) or whole_turn):
        text = "may be angles, but is treated as linear (set `--kind COL=angular:360`)"
        notes.append(Note(text, name))
    return notes


def list_placeholder_notes(name: str, numbers: np.ndarray) -> list[Note]:
    """Note a repeated number that consists of nines, such as -999, if it is further from the other numbers
    than they are from each other, or is the only negative number.
    """
    for end in (np.nanmin(numbers), np.nanmax(numbers)):
        times = int((numbers == end).sum())
        if times < 2 or set(f"{abs(end):g}".replace(".", "")) != {"9"}:
            continue
        others = np.unique(numbers[(numbers != end) & ~np.isnan(numbers)])
        if len(others) < 3:
            continue
        gap = abs(others - end).min()
        if gap > others[-1] - others[0] or end < 0 <= others[0]:
            cure = f"if it means missing, set `{format_missing_option(f'{end:g}')}`"
            return [Note(f"has {end:g} in {times} cells; {cure}", name)]
    return []


def list_frequency_notes(table: Table, inferred: Sequence[str]) -> list[Note]:
    """Return a note on a column of whole numbers that may count the cases of each row."""
    others = [a.name for a in table.attributes if a.kind not in DISCRETE]
    if len(others) != 1 or others[0] not in inferred or not COUNT_NAME.fullmatch(others[0]):
        return []
    numbers = table.reals[:, 0]
    if len(table.attributes) < 2 or numbers.min() < 0 or (numbers % 1).any():
        return []
    text = "may be a case count; if so, repeat each row that many times and set `--drop COL`"
    return [Note(text, others[0])]


def explain_label_suspicion(name: str, numbers: np.ndarray) -> str:
    """Explain why the numbers (n,) of a column, NaN = missing, look like labels; "" if they do not."""
    present = numbers[~np.isnan(numbers)]
    if (present != np.round(present)).any() or np.isinf(present).any() or not len(present):
        return ""
    values = np.unique(present)
    word = next((word.lower() for word in reversed(WORD.findall(name))), "")
    if len(values) >= LEAST and KEY_WORD.fullmatch(word):
        return f"its name ends in {word}"
    if ROWS <= len(values) == len(present) == values[-1] - values[0] + 1:
        return "consecutive numbers, a different one in every row"
    return ""


def list_suspicion_notes(table: Table, inferred: Collection[str], nominal: str, drop: str) -> list[Note]:
    """Note every column inferred to be numeric whose numbers look like labels. nominal, drop: the options
    that declare labels and drop a column.
    """
    cure = f"{nominal} treats it as labels, {drop} leaves it out"
    text = f"treated as numbers, but looks like labels or an identifier ({cure})"
    numeric = [(a.name, x) for a, x in list_columns(table) if a.kind == "linear" and a.name in inferred]
    reasons = [(name, explain_label_suspicion(name, numbers)) for name, numbers in numeric]
    return [Note(text, name, reason) for name, reason in reasons if reason]
