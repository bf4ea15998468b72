"""All tests of two methods on one data set, from their scores on the same folds of a cross-validation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from naivebench.core.checks import format_count
from naivebench.evaluation.statistics import bayes
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.rounding import subtract_without_noise
from naivebench.evaluation.statistics.sorted_runs import sorted_runs


def compare_fold_scores(
    x: np.ndarray,
    y: np.ndarray,
    repeats: np.ndarray,
    ratio: float | None,
    *,
    lower_is_better: bool = False,
    rope: float = bayes.ROPE,
) -> dict[str, Any]:
    """Test the scores x (J,) against y (J,), and return JSON values; every p is two-sided.

    `repeats`: (J,) number of the repeat that contains a fold; `ratio`: test cases / training cases, None if
    unknown. Folds without a finite score of both are left out. Both effect sizes are positive where x is
    better. A test that is not defined is left out, and `note` says why.
    """
    from scipy.stats import mannwhitneyu

    used = np.isfinite(x) & np.isfinite(y)
    x, y, repeats = x[used], y[used], repeats[used]
    d = subtract_without_noise(x, y)
    tests: dict[str, Any] = {"n": len(d), "mean_difference": float(d.mean()) if len(d) else None, "note": ""}
    if len(d) < 2:
        shared = format_count(len(d), "fold")
        return tests | {"note": f"both methods have a finite score on {shared}, but at least 2 are needed"}

    # tests of runs: sorted runs need the same number of folds in each
    sign, (runs, sizes) = -1 if lower_is_better else 1, np.unique(repeats, return_counts=True)
    if sizes[0] > 1 and (sizes == sizes[0]).all():
        sorted_folds = d[np.argsort(repeats, kind="stable")].reshape(-1, sizes[0])
        tests["sorted_runs"] = sorted_runs(sorted_folds)._asdict()
    if len(runs) > 1:
        means = [[float(v[repeats == run].mean()) for run in runs] for v in (x, y)]
        u, p = map(float, mannwhitneyu(*means))
        effect = sign * (2 * u / len(runs) ** 2 - 1)
        tests["mann_whitney"] = {"statistic": u, "p": p, "rank_biserial": effect}

    # the two tests that allow for shared training cases
    if ratio is None:
        why = "every run has one fold, and no columns n_test and n_train give its size"
        return tests | {"note": why}
    t = corrected_t(d, ratio)
    tests |= {"corrected_t": t._asdict(), "bayes": bayes.correlated_t(sign * d, ratio, rope)._asdict()}
    # Cohen's d, the mean difference in standard deviations, which does not grow with the number of folds
    d_of_folds = None if t.statistic is None else sign * t.statistic * math.sqrt(1 / t.n + ratio)
    return tests | {"effect_size": d_of_folds, "note": t.note}
