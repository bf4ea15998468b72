"""On how many data sets each method beats each other one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.statistics.rounding import without_noise


class WinTieLoss(NamedTuple):
    """Counts of data sets; the losses of i against j are `wins[j, i]`."""

    wins: np.ndarray  # (k, k) int: method i strictly better than method j; diagonal 0
    ties: np.ndarray  # (k, k) int, symmetric; diagonal: all data sets


def win_tie_loss(scores: np.ndarray, *, lower_is_better: bool = False) -> WinTieLoss:
    """Wins and ties of every method against every other; `scores` (N, k), ties up to rounding noise."""
    s = without_noise(np.asarray(scores, dtype=np.float64))
    s = -s if lower_is_better else s
    wins = (s[:, :, None] > s[:, None, :]).sum(axis=0)
    ties = (s[:, :, None] == s[:, None, :]).sum(axis=0)
    return WinTieLoss(wins, ties)
