"""Detection of columns of whole numbers that look like labels: codes, keys of people and firms, row numbers.

Numbers have an order and labels do not; and labels that are typed as numbers lose their leading zeros. A
model that takes labels for numbers still predicts, only worse, so suspicious columns are reported.
docs/protocols/data-sets.md#numbers-that-are-labels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from naivebench.data.readers.cells import viewed

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
LAST_WORDS = frozenset({"id", "ids", "zip"})  # besides words that end in code or codes
ZERO = re.compile(r"0\d{2,}")  # not 01 to 12, which may be months
FEW = 3  # least number of different numbers whose order is tested
ROWS = 10  # rows; from this many on, consecutive numbers are not chance
MANY = 50  # different numbers; from this many on, their frequencies are examined
LAGS = (1, 2, 5, 10)  # distances of neighbours, and of neighbouring round numbers
CALM = 0.25  # rank correlation of the frequencies of neighbours: independent ones are below
UNEVEN = 5.0  # variance of the frequencies over their mean; 1 if all numbers are equally probable
LISTED = 10  # maximum number of columns to name
DIGITS = 6  # measurements rarely have this many


def looks_like_labels(name: str, numbers: np.ndarray, cells: Sequence[str] = ()) -> str:
    """Reasons why a column of numbers (n,) float64, NaN = missing, looks like labels; "" if there are none.
    `cells`: the text of the column, if available.
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
        (_numbered(values, times), "consecutive numbers, a different one in every row"),
        (_long(values, times), "the same long numbers occur repeatedly"),
        (_without_order(values, times), "the frequency of a number is unrelated to those of its neighbours"),
    ]
    return "; ".join(reason for true, reason in reasons if true)


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


def sentences(reasons: Mapping[str, str], cure: str) -> list[str]:
    """One sentence about all suspicious columns, or an empty list; `reasons` by name."""
    columns = [f"{name} ({reason})" for name, reason in reasons.items()]
    more = f" and {len(columns) - LISTED} more" if len(columns) > LISTED else ""
    said = "treated as numbers, but looks like labels"
    return [f"{said} ({cure}): {', '.join(columns[:LISTED])}{more}"] if columns else []
