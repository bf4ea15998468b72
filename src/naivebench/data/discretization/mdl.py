"""Entropy splitting with a minimum description length stop, in its published forms.

Candidates are the midpoints between all neighbouring distinct values; ties go to the split nearest to the
middle of the sorted cases. O(n log n + m K) per level for m distinct values. Source: Fayyad and Irani 1993;
the acceptance tests and the tie rule follow MLC++ and Weka (docs/methods/conventions.md#mdl-discretization).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from math import lgamma, log
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike


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


def find_fayyad_irani_cuts(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Return the cut points of one attribute, ascending, (m,) float64; `values` (n,) without NaN, `y` (n,)
    class indices. A cut is kept if

        Gain > [log2(n - 1) + log2(3^k - 2) - (k E - k1 E1 - k2 E2)] / n

    This is the form of MLC++, used by robles2003, and of Weka without options, used by lopezcruz2013.
    """
    return find_accepted_cuts(
        values, y, n_classes, lambda split: exceeds_mdl_cost(split, int(split.total.sum()) - 1)
    )


def find_better_encoding_cuts(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Apply `find_fayyad_irani_cuts` with log2(candidate cut points) instead of log2(n - 1).

    This is the option -E of Weka's filter. If values repeat, more cuts are accepted; if all values differ,
    the cuts are the same.
    """
    return find_accepted_cuts(values, y, n_classes, lambda split: exceeds_mdl_cost(split, split.candidates))


def find_kononenko_cuts(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Return the cut points of `find_fayyad_irani_cuts`, but a cut is kept if it shortens the description of
    the classes of the cases:

        code(n_1, ..., n_k) = log2 binomial(n + k - 1, k - 1) + log2 (n! / (n_1! ... n_k!))
        code(all) > log2(candidate cut points) + code(left) + code(right)

    k counts the classes of the cases to be split. Kononenko 1995, in the form of the option -K of Weka's
    filter.
    """
    return find_accepted_cuts(values, y, n_classes, shortens_description)


def find_accepted_cuts(
    values: np.ndarray, y: np.ndarray, n_classes: int, pays: Callable[[Split], bool]
) -> np.ndarray:
    """Find the accepted cut points, ascending, (m,) float64; a value x <= t lies left of cut t.

    `pays(split)`: whether a cut is kept.
    """
    data = tabulate_class_counts(values, y, n_classes)
    splits, ranges = list[int](), [(0, len(data.values))]
    while ranges:
        low, high = ranges.pop()
        split = find_best_split(data, low, high, pays)
        if split is not None:
            splits.append(split)
            ranges += [(low, split), (split, high)]
    return compute_midpoints(data.values, np.sort(splits))


def tabulate_class_counts(values: np.ndarray, y: np.ndarray, n_classes: int) -> Sorted:
    """Count classes at the distinct values; `values` (n,) without NaN, `y` (n,) in 0..n_classes-1."""
    order = np.argsort(values)
    ascending = values[order]
    is_new = np.append(True, ascending[1:] != ascending[:-1])[: len(ascending)]
    distinct, place = ascending[is_new], np.cumsum(is_new)  # the place 0 is below all values
    width = len(distinct) + 1
    counts = np.bincount(y[order] * width + place, minlength=n_classes * width)
    below = np.cumsum(counts.reshape(n_classes, width), axis=1).T
    x = np.arange(1, len(values) + 1, dtype=np.float64)
    return Sorted(distinct, below, np.concatenate([[0.0], x * np.log2(x)]))


def compute_midpoints(distinct: np.ndarray, places: ArrayLike) -> np.ndarray:
    """Return the cut before each of the places (m,) in ascending values. It is the middle of the values on
    both sides, or the left value if no float lies between them.
    """
    places = np.asarray(places, dtype=np.intp)
    left, right = distinct[places - 1], distinct[places]
    middle = 0.5 * left + 0.5 * right
    return np.where((left <= middle) & (middle < right), middle, left)


def find_best_split(data: Sorted, low: int, high: int, pays: Callable[[Split], bool]) -> int | None:
    """Return the index of the first distinct value right of the best cut of `values[low:high]`; None if there
    is no cut or it is not kept.
    """
    total = data.below[high] - data.below[low]
    if high - low < 2 or np.count_nonzero(total) < 2:
        return None
    n, cut = int(total.sum()), data.below[low + 1 : high]
    left, right = _compute_entropies(data, cut, low, total)
    bits = left + right
    tolerance = 1e-12 * (data.n_log_n[n] + 1)  # sums in another order of the classes differ by less
    tied = np.flatnonzero(bits <= bits.min() + tolerance)
    n_left = (cut[tied] - data.below[low]).sum(axis=1)
    best = int(tied[np.argmin(np.abs(2 * n_left - n))])
    entropy = float(data.n_log_n[n] - data.n_log_n[total].sum())
    on_left = cut[best] - data.below[low]
    split = Split(total, on_left, entropy, float(left[best]), float(right[best]), len(bits), tolerance)
    return low + 1 + best if pays(split) else None


def _compute_entropies(
    data: Sorted, cut: np.ndarray, low: int, total: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Compute n1 E1 and n2 E2 of cuts, (m,) each; cut: (m, K) rows of `below`; total: (K,) cases."""
    n, n_log_n, counts = total.sum(), data.n_log_n, (cut - data.below[low]).T
    n_left = counts.sum(axis=0)
    # class by class, so that the order of the sums does not depend on the number of cuts
    left = functools.reduce(np.add, n_log_n.take(counts))
    right = functools.reduce(np.add, n_log_n.take(total[:, None] - counts))
    return n_log_n.take(n_left) - left, n_log_n.take(n - n_left) - right


def exceeds_mdl_cost(split: Split, n_choices: int) -> bool:
    """Whether the test of Fayyad and Irani accepts a cut; n_choices: number of places for a cut."""
    total, left = split.total, split.left
    k, k_left, k_right = (int(np.count_nonzero(c)) for c in (total, left, total - left))
    n, n_left = int(total.sum()), int(left.sum())
    below, above = k_left * split.bits_left / n_left, k_right * split.bits_right / (n - n_left)
    entropies = k * split.whole / n - below - above
    # log2(3^k - 2); k log2 3 above 30 classes, where the difference is below 1e-14
    labellings = k * math.log2(3) if k > 30 else math.log2(3**k - 2)
    price = math.log2(n_choices) + labellings - entropies
    return split.whole - (split.bits_left + split.bits_right) > price + split.tolerance


def shortens_description(split: Split) -> bool:
    """Whether Kononenko's test accepts a cut."""
    k = int(np.count_nonzero(split.total))
    without = _compute_code_length(split.total, k)
    left, right = _compute_code_length(split.left, k), _compute_code_length(split.total - split.left, k)
    price = log(split.candidates, 2) + left + right
    return without > price + 1e-9


def _compute_code_length(counts: np.ndarray, k: int) -> float:
    """Return the code length of classes with these counts (K,), out of k classes, in bits."""
    n = int(counts.sum())
    distribution = lgamma(n + k) - lgamma(k) - lgamma(n + 1)
    labels = lgamma(n + 1) - sum(lgamma(int(m) + 1) for m in counts)
    return (distribution + labels) / log(2)
