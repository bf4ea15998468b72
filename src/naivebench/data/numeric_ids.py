"""Detection of columns of whole numbers that look like labels: codes, keys of people and firms, row numbers.

Numbers have an order and labels do not. A model that takes labels for numbers still predicts, only worse, so
suspicious columns are reported.
docs/protocols/data-sets.md#numbers-that-are-labels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from naivebench.data.column_notes import Note
from naivebench.data.written_numbers import EXACT

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
LAST_WORDS = frozenset({"id", "ids", "zip"})  # besides words that end in code or codes
FEW = 3  # least number of different numbers whose order is tested
ROWS = 10  # rows; from this many on, consecutive numbers are not chance
ALMOST_ALL = 0.95  # share of different numbers from which on labels are identifiers
DIGITS = 6  # measurements rarely have this many
ROUND = 0.05  # largest share of round numbers among keys


class Suspicion(NamedTuple):
    """Why numbers look like labels, and whether nearly all of them differ, as in identifiers."""

    reason: str
    differ: bool


def looks_like_labels(name: str, numbers: np.ndarray) -> Suspicion | None:
    """The suspicion that a column of numbers (n,) float64, NaN = missing, contains labels; None if there is
    none.
    """
    present = numbers[~np.isnan(numbers)]
    if (present != np.round(present)).any() or np.isinf(present).any() or not len(present):
        return None
    values, times = np.unique(present, return_counts=True)
    low, high, enough = values[0], values[-1], len(values) >= FEW
    word = next((word.lower() for word in reversed(WORD.findall(name))), "")
    consecutive = len(values) >= ROWS and times.max() == 1 and high - low == len(values) - 1
    reasons = [
        (
            enough and (word in LAST_WORDS or word.endswith(("code", "codes"))),
            f"its name ends in {word}",
        ),
        (low >= EXACT and high < 10 * low, "its numbers are longer than float64 can hold"),
        (consecutive, "consecutive numbers, a different one in every row"),
        (enough and _are_keys(values, times), "the same long numbers occur repeatedly"),
    ]
    reason = "; ".join(reason for true, reason in reasons if true)
    return Suspicion(reason, len(values) >= ALMOST_ALL * len(present)) if reason else None


def _are_keys(values: np.ndarray, times: np.ndarray) -> bool:
    """Whether the numbers have equally many digits, but different sizes, are repeated and seldom round."""
    low, high = values[0], values[-1]
    if low < 10 ** (DIGITS - 1) or times.sum() < 2 * len(values) or high < 2 * low:
        return False
    return np.floor(np.log10(low)) == np.floor(np.log10(high)) and (values % 100 == 0).mean() < ROUND


def notes(suspicions: Mapping[str, Suspicion], nominal: str, drop: str) -> list[Note]:
    """A note for every suspicious column. nominal, drop: how a user sets labels and leaves a column out."""
    labels = (
        f"treated as numbers, but looks like labels ({nominal} treats them as such, {drop} leaves them out)"
    )
    keys = f"looks like an identifier, which predicts nothing for new cases ({drop} leaves it out)"
    return [Note(keys if s.differ else labels, name, s.reason) for name, s in suspicions.items()]
