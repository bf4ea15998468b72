"""Numbers of data sets on which each method beats each other one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.evaluation.statistics.rounding import differences


class WinTieLoss(NamedTuple):
    """Counts of data sets; the losses of i against j are `wins[j, i]`."""

    wins: np.ndarray  # (k, k) int: method i strictly better than method j; diagonal 0
    ties: np.ndarray  # (k, k) int, symmetric; diagonal: all data sets


def win_tie_loss(scores: np.ndarray, *, lower_is_better: bool = False) -> WinTieLoss:
    """Wins and ties of every method against every other; `scores` (N, k), ties up to the rounding noise
    of the two, as in `compare.compare`.
    """
    s = np.asarray(scores, dtype=np.float64)
    n, k = s.shape
    wins, ties = np.zeros((k, k), np.int64), np.diag(np.full(k, n))
    i, j = np.triu_indices(k, 1)
    better, worse = (j, i) if lower_is_better else (i, j)
    gain = differences(s.T[better], s.T[worse])
    wins[i, j], wins[j, i] = (gain > 0).sum(axis=1), (gain < 0).sum(axis=1)
    ties[i, j] = ties[j, i] = (gain == 0).sum(axis=1)
    return WinTieLoss(wins, ties)
