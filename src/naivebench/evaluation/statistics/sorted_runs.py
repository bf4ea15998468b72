"""Wilcoxon's test on sorted runs: paired scores of two methods over the folds of a repeated cross-validation.

Bouckaert (2004), Estimating replicability of classifier learning experiments, ICML; with Wilcoxon's test in
place of the t test in Lopez-Cruz, Bielza and Larranaga (2013), Table 5.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.evaluation.statistics.rounding import check_differences
from naivebench.evaluation.statistics.wilcoxon import signed_rank

DIGITS = 12  # decimals of a mean difference of shares: smaller differences are ties


class SortedRuns(NamedTuple):
    """Result of the test on sorted runs. `p_one_sided` is for the direction that the data show, so it does
    not keep a level; the two-sided `p` does.
    """

    p: float
    # > where the first method is better on average, < where the second is, = without any difference
    direction: str
    p_one_sided: float


def sorted_runs(differences: np.ndarray) -> SortedRuns:
    """Apply the signed-rank test to means of sorted differences; `differences` (runs, folds): scores of the
    first method minus scores of the second.

    The differences of each run are sorted, and the i-th smallest ones are averaged over the runs. Exact
    p-values are multiples of 2^-folds. If differences of folds correlate as in `intervals.estimate_mean`, the
    two-sided p roughly keeps its level; the one-sided p in the direction of the data is wrong nearly twice as
    often. Raises InputError for values that are not finite.
    """
    d = check_differences(differences, "test on sorted runs")
    means, total = np.round(np.sort(d, axis=1).mean(axis=0), DIGITS), round(float(d.mean()), DIGITS)
    sides, direction = {1: ("greater", ">"), -1: ("less", "<"), 0: ("two-sided", "=")}[int(np.sign(total))]
    both, one = signed_rank(means), signed_rank(means, sides=sides)
    return SortedRuns(both.p, direction, one.p)
