"""Effect sizes: how large a difference is, in addition to whether there is one."""

from __future__ import annotations

import numpy as np

from naivebench.evaluation.statistics.ranks import signed_ranks
from naivebench.evaluation.statistics.rounding import differences as without_noise


def rank_biserial(differences: np.ndarray) -> float:
    """Rank-biserial correlation (W+ - W-) / (W+ + W-) of paired differences (n,), in [-1, 1]; 0 if all are
    zero (Kerby 2014).

    1: all differences are positive; 0: positive and negative ranks balance. Zeros are left out, ties share
    their ranks.
    """
    d = np.asarray(differences, dtype=np.float64)
    return float(_rank_biserial(d[None, :])[0])


def _rank_biserial(differences: np.ndarray) -> np.ndarray:
    """Rank-biserial correlation of every row of differences (m, n), (m,)."""
    ranks = signed_ranks(differences)
    sizes = np.abs(ranks).sum(axis=1)
    return ranks.sum(axis=1) / np.where(sizes == 0, 1.0, sizes) + 0.0


def rank_biserial_matrix(scores: np.ndarray, *, lower_is_better: bool = False) -> np.ndarray:
    """Rank-biserial correlations of method i against j over the data sets, (k, k) antisymmetric, positive
    where i is better; `scores` (N, k).
    """
    k, rows = scores.shape[1], np.ascontiguousarray(scores.T)
    first, second = np.triu_indices(k, 1)
    d = without_noise(rows[first], rows[second])
    matrix = np.zeros((k, k))
    matrix[first, second] = _rank_biserial(-d if lower_is_better else d)
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


def improvement(scores: np.ndarray, reference: np.ndarray, *, lower_is_better: bool) -> np.ndarray:
    """Mean over data sets of (e_0 - e) / max(e_0, e), (k,), from scores (N, k) and those of the reference
    (N,).

    e is the error: the score if lower is better, otherwise 1 minus the score. The mean is in [-1, 1]: 0.2
    means a fifth less error than the reference, -0.2 that the reference has a fifth less error than the
    method; swapping the two changes the sign. Two errors of 0, or two infinite ones, give 0.
    """
    error, base = (x if lower_is_better else 1 - x for x in (scores, reference[:, None]))
    error, base = np.broadcast_arrays(error, base)
    larger = np.maximum(error, base)
    with np.errstate(invalid="ignore", divide="ignore"):
        gain = np.where(
            np.isinf(larger), 1.0 * (error < base) - 1.0 * (error > base), (base - error) / larger
        )
    return np.where((error == base) | (larger == 0), 0.0, gain).mean(axis=0)
