"""CAIM: cuts are added one by one while they raise the dependence of class and interval.

    CAIM = (1 / k) sum over the k intervals of max_c (n_rc)^2 / n_r

From one interval, the cut with the largest CAIM of all boundaries between distinct values is added (the
lowest of equals) while CAIM rises, or while there are fewer intervals than classes that occur. O(m K) per cut
for m values. Kurgan and Cios 2004; docs/methods/conventions.md#discretizers.
"""

from __future__ import annotations

import numpy as np

from naivebench.data.discretization import mdl

TIE = 1e-12


def find_cuts(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Find cut points of one attribute, ascending; `values` (n,) without NaN, `y` (n,) class indices."""
    data = mdl.tabulate_class_counts(values, y, n_classes)
    occurring, m = int(np.count_nonzero(data.below[-1])), len(data.values)
    ends, best = [0, m], _compute_caim_terms(data.below[-1:])[0]
    while len(ends) - 1 < m:
        # the interval that contains each of the boundaries 1..m - 1
        interval = np.searchsorted(ends, np.arange(1, m), side="left")
        here, bounds = data.below[1:m], data.below[ends]
        before, after = bounds[interval - 1], bounds[interval]
        total = best * (len(ends) - 1)
        raised = (
            total
            - _compute_caim_terms(after - before)
            + _compute_caim_terms(here - before)
            + _compute_caim_terms(after - here)
        ) / len(ends)
        raised[np.isin(np.arange(1, m), ends)] = -np.inf
        cut = int(np.flatnonzero(raised >= raised.max() - TIE * max(1.0, best))[0])
        if raised[cut] <= best + TIE * max(1.0, best) and len(ends) - 1 >= occurring:
            break
        best, ends = float(raised[cut]), sorted([*ends, cut + 1])
    return mdl.compute_midpoints(data.values, ends[1:-1])


def _compute_caim_terms(counts: np.ndarray) -> np.ndarray:
    """Return the terms max_c (n_c)^2 / n of rows of class counts (..., K), 0 without cases."""
    return counts.max(axis=1) ** 2 / np.maximum(counts.sum(axis=1), 1)
