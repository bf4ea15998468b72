"""Effect sizes: how large a difference is, in addition to whether there is one."""

from __future__ import annotations

import numpy as np

from naivebench.evaluation.statistics.ranks import rank_rows


def rank_biserial(differences: np.ndarray) -> float:
    """Rank-biserial correlation (W+ - W-) / (W+ + W-) of paired differences (n,), in [-1, 1]; 0 if all are
    zero (Kerby 2014).

    1: all differences are positive; 0: positive and negative ranks balance. Zeros are left out, ties share
    their ranks.
    """
    d = np.asarray(differences, dtype=np.float64)
    d = d[d != 0]
    if not len(d):
        return 0.0
    ranks = rank_rows(np.abs(d)[None, :], lower_is_better=True)[0]
    return float((ranks * np.sign(d)).sum() / ranks.sum())


def rank_biserial_matrix(scores: np.ndarray, *, lower_is_better: bool = False) -> np.ndarray:
    """Rank-biserial correlations of method i against j over the data sets, (k, k) antisymmetric, positive
    where i is better; `scores` (N, k).
    """
    from naivebench.evaluation.statistics.rounding import differences

    k = scores.shape[1]
    matrix = np.zeros((k, k))
    for i, j in zip(*np.triu_indices(k, 1), strict=True):
        d = differences(scores[:, i], scores[:, j])
        matrix[i, j] = rank_biserial(-d if lower_is_better else d)
    return matrix - matrix.T


def cohen_d(differences: np.ndarray) -> float | None:
    """Mean divided by standard deviation of paired differences (n,) of folds; None if that is not defined.

    The standard deviation is that of folds, so d does not grow with the number of folds; it is not a measure
    over data sets.
    """
    d = np.asarray(differences, dtype=np.float64)
    if len(d) < 2 or not np.isfinite(d).all():
        return None
    deviation, mean = float(d.std(ddof=1)), float(d.mean())
    if deviation <= 1e-12 * np.abs(d).max():
        return 0.0 if mean == 0 else None
    return mean / deviation
