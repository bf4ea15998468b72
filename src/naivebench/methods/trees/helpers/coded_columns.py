"""Numeric columns of few different values as small codes, so that a node counts its cases by value and class
instead of keeping them sorted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

MOST_VALUES = 256  # of a coded column


class Coded(NamedTuple):
    """The numeric columns (p, n) of a training part; a column that is not coded has no values here."""

    codes: np.ndarray  # (p, n) uint8, places in the values of the column
    starts: np.ndarray  # (p + 1,) int64, of the values of each column
    values: np.ndarray  # float64, ascending within a column


def coded_columns(numeric: np.ndarray, resolution: float) -> tuple[Coded, np.ndarray]:
    """The columns (p, n) of at most 256 different values as codes, and the order (u, n) int32 of the cases in
    each of the u others, stable and with missing values last.

    A column with missing values, with -0, or with values not more than `resolution` apart is not coded.
    """
    p, n = numeric.shape
    codes, values, orders = np.zeros((p, n), np.uint8), [np.empty(0)] * p, [np.empty(0, np.intp)] * 0
    for j, x in enumerate(numeric):
        codes[j] = _ranks_of_whole_numbers(x)
        values[j] = _values(x, codes[j], resolution)
        if not len(values[j]):
            order = np.argsort(x, kind="stable")
            codes[j] = _ranks(x, order)
            values[j] = _values(x, codes[j], resolution)
        if not len(values[j]):
            orders.append(order)
    starts = np.append(0, np.cumsum([len(v) for v in values], dtype=np.int64))
    uncoded = np.array(orders, dtype=np.int32).reshape(len(orders), n)
    return Coded(codes, starts, np.concatenate([np.empty(0), *values])), uncoded


def _ranks_of_whole_numbers(x: np.ndarray) -> np.ndarray:
    """Ranks of the values if they are whole numbers apart and the range is small, otherwise wrong ones."""
    offsets = x - x.min(initial=np.inf)
    if not offsets.max(initial=0) < MOST_VALUES:  # or missing values
        return np.zeros(len(x), np.uint8)
    places = offsets.astype(np.uint8)
    present = np.bincount(places, minlength=MOST_VALUES) > 0
    return (np.cumsum(present) - 1).astype(np.uint8)[places]


def _ranks(x: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Ranks of the values by their order (n,), wrong ones if there are too many values."""
    ordered, ranks = x[order], np.zeros(len(x), np.uint8)
    ranks[order[1:]] = np.cumsum(ordered[1:] > ordered[:-1])  # modulo 256
    return ranks


def _values(x: np.ndarray, ranks: np.ndarray, resolution: float) -> np.ndarray:
    """Value of every rank; none where ranks are wrong or values too near each other."""
    values = np.empty(int(ranks.max(initial=0)) + 1)
    values[ranks] = x
    same = values[ranks].view(np.int64) == x.view(np.int64)  # by bytes, so that -0 is not taken for 0
    return values if same.all() and (values[1:] > values[:-1] + resolution).all() else np.empty(0)
