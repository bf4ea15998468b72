"""All tests of two methods on one data set, from their scores on the same folds of a cross-validation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.evaluation.statistics import bayes
from naivebench.evaluation.statistics.corrected_t import CorrectedT, corrected_t
from naivebench.evaluation.statistics.effect_sizes import cohen_d
from naivebench.evaluation.statistics.mann_whitney import MannWhitney, mann_whitney
from naivebench.evaluation.statistics.rounding import find_differences
from naivebench.evaluation.statistics.sorted_runs import SortedRuns, sorted_runs


class Folds(NamedTuple):
    """Scores of k methods on the folds of one data set."""

    dataset: str
    methods: tuple[str, ...]
    values: np.ndarray  # (J, k), NaN where a method has no score
    repeats: np.ndarray  # (J,) number of the run that a fold belongs to
    test_train_ratio: float | None  # test cases / training cases; None if unknown


class FoldTests(NamedTuple):
    """Tests of two methods on the folds of one data set; None for a test that is not defined. Every p is
    two-sided.
    """

    dataset: str
    a: str
    b: str
    n: int  # folds on which both have a finite score
    mean_difference: float | None = None  # a - b
    corrected_t: CorrectedT | None = None
    bayes: bayes.Probabilities | None = None  # correlated t test of a against b
    cohen_d: float | None = None  # of the folds, positive where a is better
    sorted_runs: SortedRuns | None = None  # if every run has the same number of folds
    mann_whitney: MannWhitney | None = None  # of the means of runs, if there are at least two
    note: str = ""


def compare(
    folds: Folds, a: str, b: str, *, lower_is_better: bool = False, rope: float = bayes.ROPE
) -> FoldTests:
    """All tests of method a against method b."""
    x, y = (folds.values[:, folds.methods.index(m)] for m in (a, b))
    used = np.isfinite(x) & np.isfinite(y)
    x, y, repeats = x[used], y[used], folds.repeats[used]
    d = find_differences(x, y)
    found = FoldTests(folds.dataset, a, b, len(d), float(d.mean()) if len(d) else None)
    if len(d) < 2:
        note = f"both methods have a finite score on {len(d)} folds, but at least 2 are needed"
        return found._replace(note=note)

    # the folds of each run, if every run has the same number of them
    sign, (ids, sizes) = -1 if lower_is_better else 1, np.unique(repeats, return_counts=True)
    per_run = sizes[0] if (sizes == sizes[0]).all() else 0
    found = found._replace(
        cohen_d=cohen_d(sign * d),
        sorted_runs=sorted_runs(d[np.argsort(repeats, kind="stable")].reshape(-1, per_run))
        if per_run > 1
        else None,
    )
    if len(ids) > 1:
        of_runs = mann_whitney(*(np.array([v[repeats == r].mean() for r in ids]) for v in (x, y)))
        effect = sign * of_runs.rank_biserial
        found = found._replace(mann_whitney=of_runs._replace(rank_biserial=effect))

    # the two tests that allow for shared training cases
    ratio = folds.test_train_ratio
    if ratio is None:
        why = "one fold in every run, and no columns n_test and n_train that say how large it is"
        return found._replace(note=why)
    t = corrected_t(d, ratio)
    return found._replace(corrected_t=t, bayes=bayes.correlated_t(sign * d, ratio, rope), note=t.note)
