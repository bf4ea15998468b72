"""Entropy splitting with a minimum description length stop, in its published forms.

Candidates are the midpoints between all neighbouring distinct values; ties go to the split nearest to the
middle of the sorted cases. O(n log n + m K) per level for m distinct values. Source: Fayyad and Irani 1993;
the acceptance tests and the tie rule follow MLC++ and Weka (docs/methods/conventions.md#mdl-discretization).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from math import lgamma, log
from typing import NamedTuple

import numpy as np
from numba import njit


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


def fayyad_irani(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Cut points of one attribute, ascending, (m,) float64; `values` (n,) without NaN, `y` (n,) class
    indices. A cut is kept if

        Gain > [log2(n - 1) + log2(3^k - 2) - (k E - k1 E1 - k2 E2)] / n

    The form of MLC++, used by robles2003, and of Weka without options, used by lopezcruz2013.
    """
    return cuts(values, y, n_classes, pays=lambda split: is_gain_worth(split, int(split.total.sum()) - 1))


def better_encoding(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Cut points as of `fayyad_irani`, but with log2(candidate cut points) instead of log2(n - 1).

    This is the option -E of Weka's filter. More cuts are accepted where values repeat, and the same ones
    where all values differ.
    """
    return cuts(values, y, n_classes, pays=lambda split: is_gain_worth(split, split.candidates))


def kononenko(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Cut points as of `fayyad_irani`, but a cut is kept if it shortens the description of the classes of the
    cases:

        code(n_1, ..., n_k) = log2 binomial(n + k - 1, k - 1) + log2 (n! / (n_1! ... n_k!))
        code(all) > log2(candidate cut points) + code(left) + code(right)

    k counts the classes of the cases to be split. Kononenko 1995, in the form of the option -K of Weka's
    filter.
    """
    return cuts(values, y, n_classes, pays=shortens_description)


def sort_values(values: np.ndarray, y: np.ndarray, n_classes: int) -> Sorted:
    """Class counts at the distinct values; `values` (n,) without NaN, `y` (n,) in 0..n_classes-1.

    The values of every class are sorted, and then merged: that takes a third of the time of sorting indices.
    """
    parts = [np.sort(values[y == c]) for c in range(n_classes)]
    starts = np.cumsum([0, *map(len, parts)])
    distinct, below = np.empty(len(values)), np.empty((len(values) + 1, n_classes), np.int64)
    m = merge_sorted(np.concatenate([np.zeros(0), *parts]), starts, distinct, below)
    x = np.arange(1, len(values) + 1, dtype=np.float64)
    return Sorted(distinct[:m], below[: m + 1], np.concatenate([[0.0], x * np.log2(x)]))


@njit(cache=True)
def merge_sorted(numbers, starts, values, below):
    """Fill values (n,) with the distinct numbers of K sorted parts, and below (n + 1, K) with the length of
    every part up to each of them; return how many there are.

    numbers: (n,), part k, ascending, from starts[k] to starts[k + 1].
    """
    place, m = starts[:-1].copy(), 0
    below[0] = 0
    while True:
        least, found = 0.0, False
        for k in range(place.shape[0]):
            if place[k] < starts[k + 1] and (not found or numbers[place[k]] < least):
                least, found = numbers[place[k]], True
        if not found:
            return m
        values[m] = least
        m += 1
        for k in range(place.shape[0]):
            while place[k] < starts[k + 1] and numbers[place[k]] == least:
                place[k] += 1
            below[m, k] = place[k] - starts[k]


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


def best_split(data: Sorted, low: int, high: int, pays: Callable[[Split], bool]) -> int | None:
    """Index of the first distinct value right of the best cut of `values[low:high]`; None if there is no cut
    or it is not kept.
    """
    total = data.below[high] - data.below[low]
    if high - low < 2 or np.count_nonzero(total) < 2:
        return None
    n, cut, sides = int(total.sum()), data.below[low + 1 : high], np.empty((2, high - low - 1))
    fill_bits(data.below[low : high + 1], data.n_log_n, sides)
    bits = sides[0] + sides[1]
    tolerance = 1e-12 * (data.n_log_n[n] + 1)  # sums in another order of the classes differ by less
    tied = np.flatnonzero(bits <= bits.min() + tolerance)
    n_left = (cut[tied] - data.below[low]).sum(axis=1)
    best = int(tied[np.argmin(np.abs(2 * n_left - n))])
    whole = float(data.n_log_n[n] - data.n_log_n[total].sum())
    left, right = sides[:, best].tolist()
    split = Split(total, cut[best] - data.below[low], whole, left, right, len(bits), tolerance)
    return low + 1 + best if pays(split) else None


@njit(cache=True)
def fill_bits(below, n_log_n, sides):
    """Fill sides (2, m - 2) with n1 E1 and n2 E2 of every cut of some cases; below: (m, K) as in `Sorted`,
    from the
    row before their first value to the row of their last one.
    """
    first, last = below[0], below[below.shape[0] - 1]
    n = (last - first).sum()
    for i in range(sides.shape[1]):
        n_left, left, right = 0, 0.0, 0.0
        for k in range(below.shape[1]):
            of_class = below[i + 1, k] - first[k]
            n_left += of_class
            left += n_log_n[of_class]
            right += n_log_n[last[k] - first[k] - of_class]
        sides[0, i] = n_log_n[n_left] - left
        sides[1, i] = n_log_n[n - n_left] - right


def is_gain_worth(split: Split, n_choices: int) -> bool:
    """The acceptance test of Fayyad and Irani; n_choices: number of places among which a cut is coded."""
    total, left = split.total, split.left
    k, k_left, k_right = (int(np.count_nonzero(c)) for c in (total, left, total - left))
    n, n_left = int(total.sum()), int(left.sum())
    entropies = (
        k * split.whole / n - k_left * split.bits_left / n_left - k_right * split.bits_right / (n - n_left)
    )
    # log2(3^k - 2); k log2 3 above 30 classes, where the difference is below 1e-14
    labellings = k * math.log2(3) if k > 30 else math.log2(3**k - 2)
    price = math.log2(n_choices) + labellings - entropies
    return split.whole - (split.bits_left + split.bits_right) > price + split.tolerance


def shortens_description(split: Split) -> bool:
    """The acceptance test of Kononenko."""
    k = int(np.count_nonzero(split.total))
    without = _code_length(split.total, k)
    price = log(split.candidates, 2) + _code_length(split.left, k) + _code_length(split.total - split.left, k)
    return without > price + 1e-9


def _code_length(counts: np.ndarray, k: int) -> float:
    """Code length of classes with these counts (K,), out of k classes, in bits."""
    n = int(counts.sum())
    distribution = lgamma(n + k) - lgamma(k) - lgamma(n + 1)
    labels = lgamma(n + 1) - sum(lgamma(int(m) + 1) for m in counts)
    return (distribution + labels) / log(2)
