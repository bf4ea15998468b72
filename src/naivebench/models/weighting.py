"""Class weights of cases that are counted partition by partition: the counts and sums of each class are
multiplied by its weight afterwards.

A fit on rows adds up the weights of cases, and rounds after each addition. `repeated` computes the result of
these additions, so that both fits have the same bytes.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core import additive, margins
from naivebench.core.checks import InputError
from naivebench.models.incremental import Counted

Statistics = additive.Statistics | margins.Statistics


def repeated(weight: float, cases: np.ndarray) -> np.ndarray:
    """Sum of `weight` over n cases, rounded to float64 after each addition, for every n in `cases`.

    weight: above 0; cases: int64 of at least 0, any shape. O(log n) steps: between two powers of two, all
    additions but the first, which may be halfway between two floats, add the same amount.
    """
    n, total, most = 0, 0.0, int(cases.max(initial=0))
    firsts, totals, steps = [], [], []
    while n <= most:
        step, several = (total + weight) - total, 1
        if n and ((total + step) + weight) - (total + step) == step:
            below = 2.0 ** math.frexp(total)[1] - total  # up to the next power of two
            several = max(1, int(below / step) - 2)
        firsts.append(n)
        totals.append(total)
        steps.append(step)
        n, total = n + several, total + several * step
    place = np.searchsorted(firsts, cases, side="right") - 1
    return np.array(totals)[place] + (cases - np.array(firsts)[place]) * np.array(steps)[place]


def weighted_counts(counts: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    """Counts of cases (..., K) int64, weighted by class: float64, or unchanged without weights (K,)."""
    if weights is None:
        return counts
    columns = [repeated(w, counts[..., c]) for c, w in enumerate(weights.tolist())]
    return np.stack(columns, axis=-1)


def weighted(statistics: Statistics, weights: np.ndarray | None) -> Statistics:
    """The statistics of weighted cases; weights: (K,) above 0 by class index. Joint counts are int64 if all
    weights are whole numbers, otherwise float64.
    """
    if weights is None:
        return statistics
    if isinstance(statistics, margins.Statistics):
        return _joint(statistics, weights)
    return _separate(statistics, weights)


def weighted_cases(counted: Counted, weights: np.ndarray | None) -> Counted:
    """Counts of weighted cases. Raises InputError for methods that add up something else."""
    if weights is None:
        return counted
    if not isinstance(counted.statistics, Statistics):
        raise InputError(
            "class_weight is not available for this method if its cases are counted by partition: leave it "
            "out, or fit the method on rows in memory"
        )
    n_c = weighted_counts(counted.class_counts, weights)
    return counted._replace(class_counts=n_c, statistics=weighted(counted.statistics, weights))


def _separate(statistics: additive.Statistics, weights: np.ndarray) -> additive.Statistics:
    top, bottom = np.array([w.as_integer_ratio() for w in weights.tolist()], dtype=object).T
    return statistics._replace(
        n_c=weighted_counts(statistics.n_c, weights),
        n_jvc=weighted_counts(statistics.n_jvc, weights),
        sums=statistics.sums * top // bottom,
    )


def _joint(statistics: margins.Statistics, weights: np.ndarray) -> margins.Statistics:
    dtype = np.int64 if (weights == np.floor(weights)).all() else np.float64
    values = _separate(statistics.values, weights)
    of_margins = []
    for margin in statistics.margins:
        cases = np.zeros(len(margin.y))
        for c, w in enumerate(weights.tolist()):
            cases[margin.y == c] = repeated(w, margin.cases[margin.y == c])
        of_margins.append(margin._replace(cases=cases.astype(dtype)))
    return statistics._replace(
        values=values._replace(n_c=values.n_c.astype(dtype), n_jvc=values.n_jvc.astype(dtype)),
        cells=weighted_counts(statistics.cells.reshape(-1, len(weights)), weights).reshape(-1).astype(dtype),
        margins=tuple(of_margins),
    )
