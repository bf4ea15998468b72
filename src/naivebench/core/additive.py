"""Statistics of a table that add up over blocks of cases: counts of values and exact sums of numbers per
class.

    count(a and b) = merge(count(a), count(b)),   fit(a) = estimate(count(a))

Counts are integers, sums of numbers are free of rounding (`core.exact`), so the statistics, and all that is
estimated from them, do not depend on the blocks. Statistics know their attributes, value lists and classes;
`widen` puts them into longer lists, which is how blocks with new values or classes are merged.
docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core import circle, counts, exact, kernels
from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, Attribute, Table, n_cases, n_classes, ordinal_scores, subset

FEW = 100  # distinct numbers to keep per attribute


class Statistics(NamedTuple):
    """Statistics of the cases whose class is known; counts are int64, or float64 with weights."""

    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    n_c: np.ndarray  # (K,) cases per class
    n_jvc: np.ndarray  # (R, K) rows of the values of discrete attributes as in naivebench.core.counts
    # (linear and angular attributes, 3, K) integers of `core.exact`: sums of weights, of numbers and of their
    # squares where observed, or of weights, cosines and sines
    sums: np.ndarray
    extent: np.ndarray  # (linear and angular attributes, 2) smallest and largest number, inf and -inf if none
    # (linear and angular attributes, FEW) distinct numbers, ascending, padded with inf; all -inf
    # where there are more of them; no columns unless they are requested
    distinct: np.ndarray


def count(
    table: Table, weights: np.ndarray | None = None, *, circular: bool = False, distinct: bool = False
) -> Statistics:
    """Count nominal and ordinal attributes, add up linear and angular ones; the caller has checked the kinds.

    weights: (n,) of at least 0, by default 1 each. circular: sum cosines and sines of angular attributes
    instead of radians and squares. distinct: keep the distinct numbers of attributes that have few. Raises
    InputError for bad weights and for infinite numbers.
    """
    table, weights = counted_cases(table, weights)
    k, offsets = n_classes(table), row_offsets(table.attributes)
    if weights is None:
        n_c, n_jvc = np.bincount(table.y, minlength=k), counts.value_counts(table, offsets)
    else:
        n_c, n_jvc = np.bincount(table.y, weights, k), np.zeros((offsets[-1], k))
        for column, first in zip(counts.checked_codes(table.codes, offsets), offsets, strict=False):
            cells = np.bincount((column.astype(np.intp) + 1) * k + table.y, weights)
            n_jvc.reshape(-1)[first * k : first * k + len(cells)] = cells
    real = [a for a in table.attributes if a.kind not in DISCRETE]
    sums, extent = np.full((len(real), 3, k), 0, dtype=object), np.tile([np.inf, -np.inf], (len(real), 1))
    compiled = kernels.use_compiled(exact.STEPS * table.reals.size)  # one decision for all columns
    for j, attribute in enumerate(real):
        around = circular and attribute.kind == "angular"
        sums[j], *extent[j] = number_sums(
            table.reals[:, j], table.y, weights, k, circular=around, compiled=compiled
        )
        if np.isinf(extent[j]).any() and extent[j, 0] <= extent[j, 1]:
            raise InputError(f"attribute {attribute.name!r} has an infinite number: leave the case out")
    few = distinct_numbers(table.reals) if distinct else np.zeros((len(real), 0))
    return Statistics(table.attributes, table.classes, n_c, n_jvc, sums, extent, few)


def counted_cases(table: Table, weights: np.ndarray | None = None) -> tuple[Table, np.ndarray | None]:
    """The cases of known class and positive weight, and their weights. Raises InputError for bad weights."""
    if weights is None:
        return counts.known_cases(table), None
    weights = np.asarray(weights, dtype=np.float64)
    if weights.shape != (n_cases(table),) or not (np.isfinite(weights) & (weights >= 0)).all():
        raise InputError(
            f"weights have the shape {weights.shape} for {n_cases(table)} cases, expected one finite "
            "number of at least 0 for each case"
        )
    used = np.flatnonzero((table.y >= 0) & (weights > 0))
    return (table, weights) if len(used) == len(weights) else (subset(table, used), weights[used])


def number_sums(
    x: np.ndarray,
    y: np.ndarray,
    weights: np.ndarray | None,
    n_classes: int,
    *,
    circular: bool = False,
    compiled: bool | None = None,
) -> tuple[np.ndarray, float, float]:
    """Exact sums of weights, numbers and squares, or weights, cosines and sines, (3, K), and the smallest and
    largest number. x: (n,), NaN is skipped.
    """
    # -0.0 becomes 0.0: which of the two is the smallest number would depend on the order of the cases
    if weights is None and circular:
        sums, low, high = circle.class_sums(x, y, n_classes)
        return sums << (exact.UNIT - circle.BITS), low + 0.0, high + 0.0
    if weights is None:
        sums, low, high = exact.moments(x, y, n_classes, compiled=compiled)
        return sums, low + 0.0, high + 0.0
    observed = np.flatnonzero(np.isfinite(x))
    if circular:
        terms = [[], *([part / 2.0**circle.BITS] for part in circle.round_turns(x[observed]))]
    else:
        terms = [[], [x[observed]], [x[observed]] * 2]
    sums = np.array([exact.class_sums([weights[observed], *t], y[observed], n_classes) for t in terms])
    known = x[~np.isnan(x)]
    return sums, float(known.min(initial=np.inf)) + 0.0, float(known.max(initial=-np.inf)) + 0.0


def distinct_numbers(reals: np.ndarray) -> np.ndarray:
    """Distinct numbers of columns (n, d), in the form of the field `distinct` of `Statistics`; NaN is
    skipped.
    """
    result = np.full((reals.shape[1], FEW), -np.inf)
    for j in _of_few_numbers(reals):
        found = np.zeros(0)
        for rows in counts.blocks(len(reals), 1):
            part = np.unique(reals[rows, j])
            part = part[~np.isnan(part)] + 0.0  # -0.0 becomes 0.0
            found = np.union1d(found, part) if len(found) else part
            if len(found) > FEW:
                break
        result[j] = _padded(found)
    return result


def _of_few_numbers(reals: np.ndarray) -> np.ndarray:
    """Indices of the columns that may have at most `FEW` distinct numbers; a few cases rule out most
    others.
    """
    left = np.flatnonzero(_steps(np.sort(reals.T[:, : FEW + 4], axis=1)) < FEW)
    return left[_steps(np.sort(reals.T[left, : 2 * FEW], axis=1)) < FEW]


def _steps(ascending: np.ndarray) -> np.ndarray:
    """Number of increases in each row of sorted numbers (columns, n), NaN last; shape (columns,)."""
    return np.count_nonzero(ascending[:, 1:] > ascending[:, :-1], axis=1)


def gaps_of_columns(reals: np.ndarray) -> np.ndarray:
    """`mean_gaps` of columns (n, d) of finite numbers, computed without `Statistics`; NaN is skipped."""
    gaps = np.zeros(reals.shape[1])
    few = _of_few_numbers(reals)
    for block in counts.blocks(len(few), len(reals)):
        numbers = np.sort(reals.T[few[block]], axis=1)
        steps = _steps(numbers)
        last = np.maximum(np.count_nonzero(~np.isnan(numbers), axis=1) - 1, 0)
        low, high = numbers[:, 0] + 0.0, numbers[np.arange(len(numbers)), last] + 0.0
        used = (steps >= 1) & (steps < FEW)
        gaps[few[block][used]] = high[used] / steps[used] - low[used] / steps[used]
    return np.minimum(gaps, sys.float_info.max)


def _padded(numbers: np.ndarray) -> np.ndarray:
    if len(numbers) > FEW:
        return np.full(FEW, -np.inf)
    return np.append(numbers, np.full(FEW - len(numbers), np.inf))


def _both(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Merge a row of `distinct` of some cases with that of other cases."""
    if not len(a) or np.isneginf(a[0]) or np.isneginf(b[0]):
        return np.minimum(a, b)
    both = np.union1d(a, b)
    return _padded(both[np.isfinite(both)])


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Statistics of the cases of `a` and `b` together. Raises InputError if their value lists or classes
    differ.
    """
    check_same(a, b)
    extent = np.stack(
        [np.minimum(a.extent[:, 0], b.extent[:, 0]), np.maximum(a.extent[:, 1], b.extent[:, 1])], axis=1
    )
    distinct = np.array(list(map(_both, a.distinct, b.distinct))).reshape(a.distinct.shape)
    return Statistics(
        a.attributes, a.classes, a.n_c + b.n_c, a.n_jvc + b.n_jvc, a.sums + b.sums, extent, distinct
    )


def check_same(a: Statistics, b: Statistics) -> None:
    """Raise InputError if the attributes, value lists or classes of two statistics differ."""
    for one, other in zip(a.attributes, b.attributes, strict=False):
        if one != other:
            raise InputError(
                f"attribute {one.name!r} has different value lists in the statistics to merge: call widen "
                "on both first"
            )
    if len(a.attributes) != len(b.attributes) or a.classes != b.classes:
        raise InputError(
            "the statistics to merge have different attributes or classes: call widen on both first"
        )


def widen(statistics: Statistics, attributes: Iterable[Attribute], classes: Iterable[str]) -> Statistics:
    """Put the same statistics into longer value lists and more classes, both in any order.

    Raises InputError if a value or class is not in the new list, or if an attribute has another name or kind.
    """
    attributes, classes = tuple(attributes), tuple(classes)
    labels = class_places(statistics, classes)
    n_c = np.zeros(len(classes), statistics.n_c.dtype)
    n_c[labels] = statistics.n_c
    offsets = row_offsets(attributes)
    rows = [
        first + 1 + np.append(-1, places)
        for first, places in zip(offsets, value_places(statistics, attributes), strict=False)
    ]
    n_jvc = np.zeros((offsets[-1], len(classes)), statistics.n_jvc.dtype)
    n_jvc[np.ix_(np.concatenate([np.zeros(0, np.int64), *rows]), labels)] = statistics.n_jvc
    sums = np.full((*statistics.sums.shape[:2], len(classes)), 0, dtype=object)
    sums[:, :, labels] = statistics.sums
    return Statistics(attributes, classes, n_c, n_jvc, sums, statistics.extent, statistics.distinct)


def class_places(statistics: Statistics, classes: Sequence[str]) -> np.ndarray:
    """Place of every class in a longer list, (K,) int64. Raises InputError if one is missing."""
    return places(statistics.classes, classes, "classes")


def value_places(statistics: Statistics, attributes: Sequence[Attribute]) -> list[np.ndarray]:
    """Place of every value of the discrete attributes in longer lists, (r_j,) int64 each.

    Raises InputError if a value is missing, or if an attribute has another name or kind.
    """
    if [a[:2] for a in attributes] != [a[:2] for a in statistics.attributes]:
        raise InputError(
            "the statistics belong to other attributes: give the same attributes, with longer value lists"
        )
    return [
        places(old.values, new.values, f"values of attribute {old.name!r}")
        for old, new in zip(statistics.attributes, attributes, strict=True)
        if old.kind in DISCRETE
    ]


def places(old: Sequence[str], new: Sequence[str], what: str) -> np.ndarray:
    """Place of every old label in the new list, int64. Raises InputError if one is missing; `what` names the
    labels in the message.
    """
    place = {value: i for i, value in enumerate(new)}
    lacking = [value for value in old if value not in place]
    if lacking:
        raise InputError(f"the new {what} lack {lacking[0]!r}: give a list that contains all previous values")
    return np.array([place[value] for value in old], dtype=np.int64)


def row_offsets(attributes: Iterable[Attribute]) -> np.ndarray:
    """First row of every discrete attribute in `n_jvc`, then the number of rows R: (d + 1,) int64."""
    rows = [len(a.values) + 1 for a in attributes if a.kind in DISCRETE]
    return np.cumsum([0, *rows], dtype=np.int64)


def part(statistics: Statistics, kinds: Iterable[str]) -> Statistics:
    """The statistics of the attributes of these kinds."""
    kinds = set(kinds)
    return chosen(statistics, [a.kind in kinds for a in statistics.attributes])


def chosen(statistics: Statistics, used: Sequence[bool]) -> Statistics:
    """The statistics of the attributes where `used`, (d,), is true."""
    pairs = list(zip(statistics.attributes, used, strict=True))
    rows = [[u] * (len(a.values) + 1) for a, u in pairs if a.kind in DISCRETE]
    discrete = np.array([row for block in rows for row in block], dtype=bool)
    real = np.array([u for a, u in pairs if a.kind not in DISCRETE], dtype=bool)
    return statistics._replace(
        attributes=tuple(a for a, u in pairs if u),
        n_jvc=statistics.n_jvc[discrete],
        sums=statistics.sums[real],
        extent=statistics.extent[real],
        distinct=statistics.distinct[real],
    )


def attribute_sums(statistics: Statistics) -> list[tuple[np.ndarray, np.ndarray]]:
    """Exact sums (3, K) and extent (2,) of every attribute; ordinal attributes are summed by their scores."""
    result, discrete, real = [], 0, 0
    offsets = row_offsets(statistics.attributes)
    for attribute in statistics.attributes:
        if attribute.kind not in DISCRETE:
            result.append((statistics.sums[real], statistics.extent[real]))
            real += 1
            continue
        cells = statistics.n_jvc[offsets[discrete] + 1 : offsets[discrete + 1]]
        scores = ordinal_scores(attribute)
        seen = scores[cells.any(axis=1)]
        extent = np.array([seen.min(initial=np.inf), seen.max(initial=-np.inf)])
        result.append((exact.moments_of_counts(scores, cells), extent))
        discrete += 1
    return result


def mean_gaps(statistics: Statistics) -> np.ndarray:
    """Mean distance between neighbouring distinct numbers of every attribute, (d,); for ordinal attributes,
    between scores.

    The gap is 0 for fewer than two and for more than `FEW` distinct numbers. The statistics must include the
    distinct numbers.
    """
    gaps, discrete, real = [], 0, 0
    offsets = row_offsets(statistics.attributes)
    for attribute in statistics.attributes:
        if attribute.kind in DISCRETE:
            cells = statistics.n_jvc[offsets[discrete] + 1 : offsets[discrete + 1]]
            numbers = np.unique(ordinal_scores(attribute)[cells.any(axis=1)])
            discrete += 1
        else:
            numbers = statistics.distinct[real]
            numbers = numbers[np.isfinite(numbers)]
            real += 1
        steps = len(numbers) - 1
        few = 1 <= steps < FEW
        gap = float(numbers[-1]) / steps - float(numbers[0]) / steps if few else 0.0
        gaps.append(min(gap, sys.float_info.max))
    return np.array(gaps)
