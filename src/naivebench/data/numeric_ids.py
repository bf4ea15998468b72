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
MANY = 50  # different numbers; from this many on, their frequencies are examined
LAGS = (1, 2, 5, 10)  # distances of neighbours, and of neighbouring round numbers
CALM = 0.25  # rank correlation of the frequencies of neighbours: independent ones are below
UNEVEN = 5.0  # variance of the frequencies over their mean; 1 if all numbers are equally probable
ALMOST_ALL = 0.95  # share of different numbers from which on labels are identifiers
DIGITS = 6  # measurements rarely have this many


class Suspicion(NamedTuple):
    """Why numbers look like labels, and whether nearly all of them differ, as in identifiers."""

    reason: str
    differ: bool


def looks_like_labels(name: str, numbers: np.ndarray) -> Suspicion | None:
    """The suspicion that a column of numbers (n,) float64, NaN = missing, contains labels; None if there is
    none.
    """
    present = numbers[~np.isnan(numbers)]
    if (present != np.round(present)).any() or np.isinf(present).any():
        return None
    values, times = np.unique(present, return_counts=True)
    words = [word.lower() for word in WORD.findall(name)]
    enough = len(values) >= FEW
    reasons = [
        (enough and words and _names_labels(words[-1]), f"its name ends in {words[-1] if words else ''}"),
        (
            len(values) and values[0] >= EXACT and values[-1] < 10 * values[0],
            "its numbers are longer than float64 can hold",
        ),
        (enough and _numbered(values, times), "consecutive numbers, a different one in every row"),
        (enough and _long(values, times), "the same long numbers occur repeatedly"),
        (
            enough and _without_order(values, times),
            "the frequency of a number is unrelated to those of its neighbours",
        ),
    ]
    reason = "; ".join(reason for true, reason in reasons if true)
    return Suspicion(reason, len(values) >= ALMOST_ALL * len(present)) if reason else None


def _names_labels(word: str) -> bool:
    return word in LAST_WORDS or word.endswith(("code", "codes"))


def _numbered(values: np.ndarray, times: np.ndarray) -> bool:
    """Whether the numbers are consecutive and each occurs in one case."""
    return len(values) >= ROWS and times.max() == 1 and values[-1] - values[0] == len(values) - 1


def _long(values: np.ndarray, times: np.ndarray) -> bool:
    """Whether the numbers look like keys: equally many digits, but different sizes, repeated and seldom
    round.
    """
    low, high = values[0], values[-1]
    if low < 10 ** (DIGITS - 1) or times.sum() < 2 * len(values) or high < 2 * low:
        return False
    return np.floor(np.log10(low)) == np.floor(np.log10(high)) and (values % 100 == 0).mean() < 0.05


def _without_order(values: np.ndarray, times: np.ndarray) -> bool:
    """Whether most numbers from the smallest to the largest occur, some much more often than others, and
    neighbours are no more alike in frequency than any two.
    """
    if len(values) < MANY or 2 * len(values) < values[-1] - values[0] + 1:
        return False
    if times.var() < UNEVEN * times.mean():
        return False
    ranks = np.unique(times, return_inverse=True)[1].astype(np.float64)
    return all(abs(np.corrcoef(ranks[:-lag], ranks[lag:])[0, 1]) < CALM for lag in LAGS)


def notes(suspicions: Mapping[str, Suspicion], nominal: str, drop: str) -> list[Note]:
    """A note for every suspicious column. nominal, drop: how a user sets labels and leaves a column out."""
    labels = (
        f"treated as numbers, but looks like labels ({nominal} treats them as such, {drop} leaves them out)"
    )
    keys = f"looks like an identifier, which predicts nothing for new cases ({drop} leaves it out)"
    return [Note(keys if s.differ else labels, name, s.reason) for name, s in suspicions.items()]
