"""Comparisons of one control method with all others: fewer tests than all pairs, hence more power."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.evaluation.statistics import posthoc


class ControlResult(NamedTuple):
    """Results of two-sided z tests of the k - 1 other methods against the control."""

    others: np.ndarray  # (k - 1,) int, indices of the methods
    # (k - 1,) rank of the control minus rank of the other over its standard error: positive where the other
    # is better
    z: np.ndarray
    p: np.ndarray  # (k - 1,) without correction
    bonferroni_dunn: np.ndarray  # (k - 1,) adjusted
    holm: np.ndarray
    hochberg: np.ndarray
    n: int  # data sets


def against(average_ranks: np.ndarray, control: int, n: int) -> ControlResult:
    """Tests of method `control` against the k - 1 others, corrected by Bonferroni-Dunn, Holm and Hochberg
    (Demsar 2006, section 3.2.2).

    The control has to be chosen before the scores are seen.
    """
    from scipy.special import ndtr

    r = np.asarray(average_ranks, dtype=np.float64)
    others = np.delete(np.arange(len(r)), control)
    z = (r[control] - r[others]) / np.sqrt(len(r) * (len(r) + 1) / (6 * n))
    p = 2 * ndtr(-np.abs(z))
    return ControlResult(others, z, p, posthoc.bonferroni(p), posthoc.holm(p), posthoc.hochberg(p), n)


def critical_difference(k: int, n: int, alpha: float = 0.05) -> float:
    """Difference of average ranks from which the Bonferroni-Dunn test calls a method and the control
    different.
    """
    from scipy.special import ndtri

    return float(-ndtri(alpha / (2 * (k - 1))) * np.sqrt(k * (k + 1) / (6 * n)))
