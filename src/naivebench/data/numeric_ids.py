"""Columns of whole numbers that look like labels: codes, keys of people and firms, numbers of rows.

A number has an order, a label has none; and whoever types a number drops its leading zeros. A model that
takes labels for numbers still answers, only worse, so the suspicion is told.
docs/protocols/data-sets.md#numbers-that-are-labels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from naivebench.data.readers.cells import viewed

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
LAST_WORDS = frozenset({"id", "ids", "zip"})  # and whatever ends in code or codes
ZERO = re.compile(r"0\d{2,}")  # 01 to 12 are months
FEW = 3  # different numbers, below which order says nothing
ROWS = 10  # numbered rows, from which on that is no chance
MANY = 50  # different numbers, from which on their frequencies are looked at
LAGS = (1, 2, 5, 10)  # neighbours, and those of round numbers
CALM = 0.25  # rank correlation of the frequencies of neighbours: independent ones are below
UNEVEN = 5.0  # variance of the frequencies over their mean; 1 if all numbers are equally probable
LISTED = 10  # columns that are named
DIGITS = 6  # a measurement rarely has so many


def looks_like_labels(name: str, numbers: np.ndarray, cells: Sequence[str] = ()) -> str:
    """Why a column of numbers (n,) float64, NaN = missing, looks like labels; "" if it does not. `cells`: its
    text, where there is any.
    """
    present = numbers[~np.isnan(numbers)]
    if (present != np.round(present)).any() or np.isinf(present).any():
        return ""
    values, times = np.unique(present, return_counts=True)
    if len(values) < FEW:
        return ""
    words = [word.lower() for word in WORD.findall(name)]
    zeros = viewed(cells).matching(ZERO, "0")
    reasons = [
        (words and _names_labels(words[-1]), f"its name ends in {words[-1] if words else ''}"),
        (zeros, f"{zeros:,} cells have leading zeros"),
        (_numbered(values, times), "a different number in every row, one after the other"),
        (_long(values, times), "the same long numbers come again and again"),
        (_without_order(values, times), "how often a number occurs has nothing to do with its neighbours"),
    ]
    return "; ".join(reason for true, reason in reasons if true)


def _names_labels(word: str) -> bool:
    return word in LAST_WORDS or word.endswith(("code", "codes"))


def _numbered(values: np.ndarray, times: np.ndarray) -> bool:
    """Every case has the next number."""
    return len(values) >= ROWS and times.max() == 1 and values[-1] - values[0] == len(values) - 1


def _long(values: np.ndarray, times: np.ndarray) -> bool:
    """Numbers of the same many digits, seldom round, of all sizes, that repeat: no measurement."""
    low, high = values[0], values[-1]
    if low < 10 ** (DIGITS - 1) or times.sum() < 2 * len(values) or high < 2 * low:
        return False
    return np.floor(np.log10(low)) == np.floor(np.log10(high)) and (values % 100 == 0).mean() < 0.05


def _without_order(values: np.ndarray, times: np.ndarray) -> bool:
    """Most numbers from the least to the largest occur, some much more often than others, and neighbours no
    more alike than any two.
    """
    if len(values) < MANY or 2 * len(values) < values[-1] - values[0] + 1:
        return False
    if times.var() < UNEVEN * times.mean():
        return False
    ranks = np.unique(times, return_inverse=True)[1].astype(np.float64)
    return all(abs(np.corrcoef(ranks[:-lag], ranks[lag:])[0, 1]) < CALM for lag in LAGS)


def sentences(reasons: Mapping[str, str], cure: str) -> list[str]:
    """One sentence on all suspicious columns, none without any; `reasons` by name."""
    columns = [f"{name} ({reason})" for name, reason in reasons.items()]
    more = f" and {len(columns) - LISTED} more" if len(columns) > LISTED else ""
    said = "taken as numbers, but looks like labels"
    return [f"{said} ({cure}): {', '.join(columns[:LISTED])}{more}"] if columns else []
