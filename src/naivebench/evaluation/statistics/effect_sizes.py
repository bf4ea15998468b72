"""Wins and effect sizes: how large a difference is, in addition to whether there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.evaluation.statistics.ranks import signed_ranks
from naivebench.evaluation.statistics.rounding import find_differences


class Wins(NamedTuple):
    """Numbers of data sets, row against column; the losses of i against j are `wins[j][i]`."""

    methods: list[str]
    wins: list[list[int]]  # (k, k) method i strictly better than method j; diagonal 0
    ties: list[list[int]]  # (k, k) symmetric; diagonal: all data sets


class RankBiserial(NamedTuple):
    """Rank-biserial correlations (W+ - W-) / (W+ + W-), in [-1, 1]; positive where the row is better."""

    methods: list[str]
    values: list[list[float]]  # (k, k), antisymmetric


def compare_all(
    scores: np.ndarray, methods: Sequence[str], *, lower_is_better: bool = False
) -> tuple[Wins, RankBiserial]:
    """Wins, ties and rank-biserial correlations of every method against every other one, from scores (N, k);
    ties up to the rounding noise of the two, as in `compare.compare`.

    A correlation of 1: the method is better wherever they differ; 0: positive and negative ranks balance, or
    all scores tie. Zeros are left out, ties share their ranks (Kerby 2014).
    """
    rows = np.ascontiguousarray(np.asarray(scores, dtype=np.float64).T)
    k, n = rows.shape
    i, j = np.triu_indices(k, 1)
    gain = find_differences(rows[i], rows[j]) * (-1 if lower_is_better else 1)
    wins, ties, correlations = np.zeros((k, k), np.int64), np.diag(np.full(k, n)), np.zeros((k, k))
    wins[i, j], wins[j, i] = (gain > 0).sum(axis=1), (gain < 0).sum(axis=1)
    ties[i, j] = ties[j, i] = (gain == 0).sum(axis=1)
    ranks = signed_ranks(gain)
    sizes = np.abs(ranks).sum(axis=1)
    correlations[i, j] = ranks.sum(axis=1) / np.where(sizes == 0, 1.0, sizes)
    names, correlations = list(methods), correlations - correlations.T + 0.0
    return Wins(names, wins.tolist(), ties.tolist()), RankBiserial(names, correlations.tolist())


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
