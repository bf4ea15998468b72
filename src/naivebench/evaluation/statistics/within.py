"""All tests of two methods on one data set, from their scores on the same folds of a cross-validation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.evaluation.statistics import bayes, corrected_t, effect_sizes, mann_whitney, sorted_runs
from naivebench.evaluation.statistics.rounding import differences


class Folds(NamedTuple):
    """Scores of k methods on the folds of one data set."""

    dataset: str
    methods: tuple[str, ...]
    values: np.ndarray  # (J, k), NaN where a method has no score
    repeats: np.ndarray  # (J,) number of the run that a fold belongs to
    test_train_ratio: float | None  # test cases / training cases; None if unknown


class MannWhitney(NamedTuple):
    """Result of Mann and Whitney's test of the means of runs."""

    statistic: float
    p: float
    n: tuple[int, int]
    rank_biserial: float  # positive where a is better
    method: str  # exact or normal


class SortedRuns(NamedTuple):
    """Result of the test on sorted runs."""

    p: float
    n: int
    runs: int
    method: str


class CorrectedT(NamedTuple):
    """Result of the corrected t test of Nadeau and Bengio; fields are None if it is not defined."""

    statistic: float | None
    df: int
    p: float | None
    test_train_ratio: float


class FoldTests(NamedTuple):
    """Tests of two methods on the folds of one data set; None for a test that is not defined. Every p is
    two-sided.
    """

    dataset: str
    a: str
    b: str
    n: int  # folds on which both have a finite score
    mean_difference: float | None  # a - b
    corrected_t: CorrectedT | None
    bayes: bayes.Probabilities | None  # correlated t test of a against b
    cohen_d: float | None  # of the folds, positive where a is better
    sorted_runs: SortedRuns | None  # if every run has the same number of folds
    mann_whitney: MannWhitney | None  # if there are at least two runs
    note: str


def compare(
    folds: Folds, a: str, b: str, *, lower_is_better: bool = False, rope: float = bayes.ROPE
) -> FoldTests:
    """All tests of method a against method b."""
    x, y, d, repeats = paired(folds, a, b)
    better = -d if lower_is_better else d
    several = len(d) > 1
    t, shares, note = _correlated(d, better, folds.test_train_ratio, rope) if several else (None, None, "")
    few = f"both methods have a finite score on {len(d)} folds, but at least 2 are needed"
    return FoldTests(
        folds.dataset,
        a,
        b,
        len(d),
        float(d.mean()) if len(d) else None,
        t,
        shares,
        effect_sizes.cohen_d(better) if several else None,
        _sorted_runs(d, repeats) if several else None,
        _mann_whitney(x, y, repeats, lower_is_better) if several else None,
        note if several else few,
    )


def paired(folds: Folds, a: str, b: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Scores of a, scores of b, differences a - b and runs of the folds on which both have a finite score."""
    x, y = (folds.values[:, folds.methods.index(m)] for m in (a, b))
    used = np.isfinite(x) & np.isfinite(y)
    return x[used], y[used], differences(x[used], y[used]), folds.repeats[used]


def _correlated(
    d: np.ndarray, better: np.ndarray, ratio: float | None, rope: float
) -> tuple[CorrectedT | None, bayes.Probabilities | None, str]:
    """The two tests that allow for shared training cases, and a sentence if they are not defined."""
    if ratio is None:
        why = "one fold in every run, and no columns n_test and n_train that say how large it is"
        return None, None, why
    t = corrected_t.corrected_t(d, ratio)
    found = CorrectedT(t.statistic, t.df, t.p, t.ratio)
    return found, bayes.correlated_t(better, ratio, rope), t.note


def runs(d: np.ndarray, repeats: np.ndarray) -> np.ndarray | None:
    """Differences by run, (runs, folds), or None if runs have different numbers of folds."""
    sizes = np.unique(repeats, return_counts=True)[1]
    order = np.argsort(repeats, kind="stable")
    return d[order].reshape(len(sizes), -1) if len(set(sizes.tolist())) == 1 else None


def _sorted_runs(d: np.ndarray, repeats: np.ndarray) -> SortedRuns | None:
    by_run = runs(d, repeats)
    if by_run is None or by_run.shape[1] < 2:
        return None
    result = sorted_runs.sorted_runs(by_run)
    return SortedRuns(result.p_two_sided, result.n, result.runs, result.method)


def _mann_whitney(
    x: np.ndarray, y: np.ndarray, repeats: np.ndarray, lower_is_better: bool
) -> MannWhitney | None:
    """Mann and Whitney's test of the means of the runs."""
    ids = np.unique(repeats)
    if len(ids) < 2:
        return None
    a, b = (np.array([v[repeats == r].mean() for r in ids]) for v in (x, y))
    result = mann_whitney.mann_whitney(a, b)
    effect = -result.rank_biserial if lower_is_better else result.rank_biserial
    return MannWhitney(result.statistic, result.p, result.n, effect, result.method)
