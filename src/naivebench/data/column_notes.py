"""Notes on columns that are treated in a way that may surprise, one sentence for all columns with the same
note. Numbers may mean something else: missing cells (such as -999), angles, case counts, and labels (codes,
keys of people and firms, row numbers).

Numbers have an order and labels do not. A model that takes labels for numbers still predicts, only worse, so
suspicious columns are reported (docs/protocols/data-sets.md#numbers-that-are-labels).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.table import DISCRETE, Table, discrete_attributes
from naivebench.data.number_formats import EXACT

LISTED = 10  # maximum number of columns to name
ANGLE_NAME = re.compile(
    r"(?i)(?:^|[_\W])(?:ang(?:le)?|degrees?|deg|bearing|heading|azimuth|(?:wind_?)?dir(?:ection)?|theta|phi|psi)"
    r"(?:$|[_\W])"
)
COUNT_NAME = re.compile(r"(?i)(?:.*[_\W])?(?:freq(?:uency|uencies)?|counts?|cases|weights?|number|total|n)")
FEW = 10  # different whole numbers of a column that may be a group, such as age in classes
LARGEST = 1e150  # sums of squares of larger numbers exceed float64; SPSS writes -1.8e308 for missing
TURN = 6.3  # a little more than a turn in radians
HALF_TURN = 3.0  # a little less than half a turn in radians
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
KEY_WORD = re.compile(r"ids?|zip|.*codes?")  # last word of the name of a column of labels
LEAST = 3  # least number of different numbers whose order is tested
ROWS = 10  # rows; from this many on, consecutive numbers are not chance
ALMOST_ALL = 0.95  # share of different cells from which on labels are identifiers
DIGITS = 6  # measurements rarely have this many
ROUND = 0.05  # largest share of round numbers among keys


class Note(NamedTuple):
    """How a column is treated, and the option that changes this; COL in `text` is replaced by the column."""

    text: str
    column: str
    example: str = ""


class Suspicion(NamedTuple):
    """Why numbers look like labels, and whether nearly all of them differ, as in identifiers."""

    reason: str
    differ: bool


def format_missing_option(mark: str) -> str:
    """Return the option that declares a mark of missing cells, as a shell takes it."""
    return f"--missing{'=' if mark.startswith('-') else ' '}{shlex.quote(mark)}"


def compose_sentences(notes: Iterable[Note]) -> list[str]:
    """Write one sentence for all notes with the same text, in the order of their first occurrence."""
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


def list_number_notes(name: str, kind: str, period: float, numbers: np.ndarray, inferred: bool) -> list[Note]:
    """List notes on numbers (n,) of a linear or angular column; NaN = missing."""
    if np.isnan(numbers).all():
        return []
    low, high = float(np.nanmin(numbers)), float(np.nanmax(numbers))
    if kind == "angular":
        return list_period_notes(name, period, low, high)
    notes = list_placeholder_notes(name, numbers, low, high)
    if inferred and ANGLE_NAME.search(name) and low >= -180 and high <= 360 and high - low > TURN:
        said = "may be angles, but is treated as linear (set `--kind COL=angular:360`)"
        notes.append(Note(said, name))
    elif inferred and any(0 <= low - start <= 5 and 0 <= start + 360 - high <= 5 for start in (0, -180)):
        said = "ranges over 360 degrees, but is treated as linear (for angles set `--kind COL=angular:360`)"
        notes.append(Note(said, name, f"{low:g} to {high:g}"))
    return notes


def list_period_notes(name: str, period: float, low: float, high: float) -> list[Note]:
    """Note angles that exceed the period, or look like radians with a period in degrees."""
    largest = max(high, -low)
    if largest > 1.01 * period:
        degrees = largest <= 363.6 and (period <= TURN < largest or period < 100 < largest)
        cure = "for degrees set `--kind COL=angular:360`" if degrees else "check the period"
        return [Note(f"has angles up to {largest:g}, but the period {period:g}; {cure}", name)]
    if period == 360 and HALF_TURN < largest <= TURN < high - low + 0.3:
        cure = f"for radians set `--kind COL=angular:{2 * np.pi:.6g}`"
        return [Note(f"has angles from {low:g} to {high:g}, but the period 360; {cure}", name)]
    return []


def list_placeholder_notes(name: str, numbers: np.ndarray, low: float, high: float) -> list[Note]:
    """Note a repeated number of nines that lies far from all others, or is the only negative number."""
    for end in (low, high):
        if abs(end) > LARGEST:
            cure = f"if it means missing, set `{format_missing_option(repr(end))}`"
            return [Note(f"has {end!r}; {cure}, otherwise divide the numbers: squares are too large", name)]
        digits = f"{end:g}".strip("-").replace(".", "")
        if set(digits) != {"9"} or (end > 0 and len(digits) < 2):
            continue
        others = numbers[(numbers != end) & ~np.isnan(numbers)]
        times = int((numbers == end).sum())
        if times < 2 or len(np.unique(others)) < 3:
            continue
        gap = others.min() - end if end == low else end - others.max()
        if 4 * gap > others.max() - others.min() or (end < 0 <= others.min()):
            cure = f"if it means missing, set `{format_missing_option(f'{end:g}')}`"
            return [Note(f"has {end:g} in {times} cells; {cure}", name)]
    return []


def list_frequency_notes(table: Table, inferred: Sequence[str]) -> list[Note]:
    """Return a note on a column that may be the number of cases of each row: all other columns are discrete,
    and no two rows agree in all of them.
    """
    names = [a.name for a in table.attributes if a.kind == "linear" and a.name in set(inferred)]
    likely = [name for name in names if COUNT_NAME.fullmatch(name)]
    others = [a for a in table.attributes if a.name not in likely[:1]]
    if not likely or not others or not all(a.kind in DISCRETE for a in others):
        return []
    numbers = table.reals[:, 0]
    whole = bool((numbers == np.floor(numbers)).all()) and numbers.min() >= 0
    codes = np.column_stack([table.codes, table.y])
    distinct = len(np.unique(codes, axis=0)) == len(codes)
    many = len(np.unique(numbers)) > 2 and all(len(a.values) <= FEW for a in discrete_attributes(table))
    if not (whole and distinct and many):
        return []
    said = "may be a case count; if so, repeat each row that many times and set `--drop COL`"
    return [Note(said, likely[0])]


def find_label_suspicion(name: str, numbers: np.ndarray) -> Suspicion | None:
    """Return the suspicion, if any, that a column of numbers (n,), NaN = missing, contains labels."""
    present = numbers[~np.isnan(numbers)]
    if (present != np.round(present)).any() or np.isinf(present).any() or not len(present):
        return None
    values, times = np.unique(present, return_counts=True)
    low, high, enough = values[0], values[-1], len(values) >= LEAST
    word = next((word.lower() for word in reversed(WORD.findall(name))), "")
    consecutive = len(values) >= ROWS and times.max() == 1 and high - low == len(values) - 1
    # keys have equally many digits, but different sizes, are repeated and seldom round
    keys = low >= 10 ** (DIGITS - 1) and times.sum() >= 2 * len(values) and high >= 2 * low
    keys = keys and np.floor(np.log10(low)) == np.floor(np.log10(high)) and (values % 100 == 0).mean() < ROUND
    reasons = {
        f"its name ends in {word}": enough and KEY_WORD.fullmatch(word),
        "its numbers are longer than float64 can hold": low >= EXACT and high < 10 * low,
        "consecutive numbers, a different one in every row": consecutive,
        "the same long numbers occur repeatedly": enough and keys,
    }
    reason = "; ".join(reason for reason, holds in reasons.items() if holds)
    return Suspicion(reason, len(values) >= ALMOST_ALL * len(present)) if reason else None


def list_suspicion_notes(suspicions: Mapping[str, Suspicion], nominal: str, drop: str) -> list[Note]:
    """Note every suspicious column. nominal, drop: how to declare labels, and how to drop a column."""
    labels = (
        f"treated as numbers, but looks like labels ({nominal} treats them as such, {drop} leaves them out)"
    )
    keys = f"looks like an identifier, which predicts nothing for new cases ({drop} leaves it out)"
    return [Note(keys if s.differ else labels, name, s.reason) for name, s in suspicions.items()]
