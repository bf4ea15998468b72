"""Entropy splitting with a minimum description length stop, shared by its published forms.

Source: Fayyad and Irani 1993; the acceptance tests and the tie rule follow MLC++ and Weka
(docs/methods/conventions.md#mdl-discretization).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled as compiled_loops
from naivebench.data.discretization import mdl_loops

# with fewer classes NumPy adds in order, so whole columns and loops add to the same bits, in less time
IN_ORDER = 8
LARGE = 1_000_000  # values from which on it pays to load the compiler for loops
ENOUGH = 50_000  # values from which on they are used if an earlier step has loaded it


class Sorted(NamedTuple):
    """The distinct values of an attribute, and how many cases of each class are at or below each of them."""

    values: np.ndarray  # (m,) ascending
    below: np.ndarray  # (m + 1, K) int64: row i counts the cases among the first i distinct values
    n_log_n: np.ndarray  # (n + 1,) x log2 x for x = 0..n


class Split(NamedTuple):
    """The best cut of some cases."""

    total: np.ndarray  # (K,) cases per class
    left: np.ndarray  # (K,) cases per class left of the cut
    whole: float  # n E in bits
    bits_left: float  # n1 E1
    bits_right: float  # n2 E2
    candidates: int  # cut points that were tried
    tolerance: float  # bits; sums in another order of the classes differ by less


def sort_values(values: np.ndarray, y: np.ndarray, n_classes: int, *, compiled: bool | None = None) -> Sorted:
    """Class counts at the distinct values; `values` (n,) without NaN, `y` (n,) in 0..n_classes-1.

    compiled: True forces loops, False forces NumPy, with the same result; by default the size decides.
    """
    merge = _merged if _use_compiled(len(values), n_classes, compiled) else _grouped
    x = np.arange(1, len(values) + 1, dtype=np.float64)
    return Sorted(*merge(values, y, n_classes), np.concatenate([[0.0], x * np.log2(x)]))


def _use_compiled(n: int, n_classes: int, compiled: bool | None) -> bool:
    if compiled is not None:
        return compiled
    enough = ENOUGH if compiled_loops.loaded() else LARGE
    return n >= enough and n_classes < IN_ORDER


def _grouped(values: np.ndarray, y: np.ndarray, n_classes: int) -> tuple[np.ndarray, np.ndarray]:
    """The fields `values` and `below` of `Sorted`."""
    order = np.argsort(values)
    ascending = values[order]
    new = np.append(True, ascending[1:] != ascending[:-1])[: len(values)]
    distinct, position = ascending[new], np.cumsum(new) - 1
    cells = position * n_classes + y[order]
    table = np.bincount(cells, minlength=len(distinct) * n_classes).reshape(-1, n_classes)
    return distinct, np.concatenate([np.zeros((1, n_classes), np.int64), np.cumsum(table, axis=0)])


def _merged(values: np.ndarray, y: np.ndarray, n_classes: int) -> tuple[np.ndarray, np.ndarray]:
    """The same from the sorted values of every class, which takes a third of the time of sorting indices."""
    parts = [np.sort(values[y == c]) for c in range(n_classes)]
    starts = np.cumsum([0, *map(len, parts)])
    distinct, below = np.empty(len(values)), np.empty((len(values) + 1, n_classes), np.int64)
    m = compiled_loops.loops(mdl_loops).merge_sorted(np.concatenate(parts), starts, distinct, below)
    return distinct[:m], below[: m + 1]


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int, *, pays: Callable[[Split], bool]) -> np.ndarray:
    """Accepted cut points, ascending, shape (m,) float64; a value x <= t lies left of cut t.

    `pays(split)`: whether a cut is kept.
    """
    if len(values) == 0:
        return np.zeros(0)
    data = sort_values(np.asarray(values, dtype=np.float64), np.asarray(y), n_classes)
    points, ranges = [], [(0, len(data.values))]
    while ranges:
        low, high = ranges.pop()
        split = best_split(data, low, high, pays)
        if split is not None:
            points.append(midpoint(data.values[split - 1], data.values[split]))
            ranges += [(low, split), (split, high)]
    return np.sort(np.array(points, dtype=np.float64))


def midpoint(left: float, right: float) -> float:
    """Middle of two neighbouring values, or the left one if no float lies between them."""
    middle = 0.5 * left + 0.5 * right
    return middle if left <= middle < right else left


def best_split(
    data: Sorted, low: int, high: int, pays: Callable[[Split], bool], *, compiled: bool | None = None
) -> int | None:
    """Index of the first distinct value right of the best cut of `values[low:high]`; None if there is no cut
    or it is not kept. compiled: as in `sort_values`.
    """
    total = data.below[high] - data.below[low]
    if high - low < 2 or np.count_nonzero(total) < 2:
        return None
    n, cut = int(total.sum()), data.below[low + 1 : high]
    loops = _use_compiled(high - low, len(total), compiled)
    sides = None if loops else _bits(data, cut, low, total)
    bits = _summed_bits(data, low, high) if sides is None else sides[0] + sides[1]
    tolerance = 1e-12 * (data.n_log_n[n] + 1)  # sums in another order of the classes differ by less
    tied = np.flatnonzero(bits <= bits.min() + tolerance)
    n_left = (cut[tied] - data.below[low]).sum(axis=1)
    best = int(tied[np.argmin(np.abs(2 * n_left - n))])
    whole = float(data.n_log_n[n] - data.n_log_n[total].sum())
    one = slice(best, best + 1)
    left, right = _bits(data, cut[one], low, total) if sides is None else (side[one] for side in sides)
    split = Split(
        total, cut[best] - data.below[low], whole, float(left[0]), float(right[0]), len(bits), tolerance
    )
    return low + 1 + best if pays(split) else None


def _summed_bits(data: Sorted, low: int, high: int) -> np.ndarray:
    """n1 E1 + n2 E2 of every cut of `values[low:high]`, (high - low - 1,)."""
    bits = np.empty(high - low - 1)
    compiled_loops.loops(mdl_loops).fill_bits(data.below[low : high + 1], data.n_log_n, bits)
    return bits


def _bits(data: Sorted, cut: np.ndarray, low: int, total: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """n1 E1 and n2 E2 of cuts after the value `low`, (m,) each; cut: (m, K) rows of `below`; total: (K,)
    cases per class on both sides.
    """
    n, k, n_log_n = total.sum(), len(total), data.n_log_n
    if k < IN_ORDER:
        columns = [cut[:, c] - data.below[low, c] for c in range(k)]
        n_left = functools.reduce(np.add, columns)
        left = functools.reduce(np.add, (n_log_n.take(column) for column in columns))
        right = functools.reduce(np.add, (n_log_n.take(total[c] - columns[c]) for c in range(k)))
    else:
        counts = cut - data.below[low]
        n_left = counts.sum(axis=1)
        left, right = n_log_n[counts].sum(axis=1), n_log_n[total - counts].sum(axis=1)
    return n_log_n.take(n_left) - left, n_log_n.take(n - n_left) - right


def fayyad_irani(split: Split, n_choices: int) -> bool:
    """The acceptance test of Fayyad and Irani; n_choices: number of places among which a cut is coded."""
    total, left = split.total, split.left
    k, k_left, k_right = (int(np.count_nonzero(c)) for c in (total, left, total - left))
    n, n_left = int(total.sum()), int(left.sum())
    entropies = (
        k * split.whole / n - k_left * split.bits_left / n_left - k_right * split.bits_right / (n - n_left)
    )
    price = math.log2(n_choices) + log2_labellings(k) - entropies
    return split.whole - (split.bits_left + split.bits_right) > price + split.tolerance


def log2_labellings(k: int) -> float:
    """Number of bits log2(3^k - 2); k log2 3 above 30 classes, where the difference is below 1e-14."""
    return k * math.log2(3) if k > 30 else math.log2(3**k - 2)
