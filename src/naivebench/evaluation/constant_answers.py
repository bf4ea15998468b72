"""Metrics that a constant answer, the same for every case, can win."""

from __future__ import annotations

from functools import cache

import numpy as np

from naivebench.evaluation.metrics import METRICS

CASES = (12, 4)  # cases of each of two classes


@cache
def can_win(metric: str) -> bool:
    """Whether a classifier that gives every case the same posterior can have the best value of a metric.

    This is tried on a small sample, with the class frequencies as posterior and each class as the decision. A
    metric that such an answer can make perfect (calibration error, sensitivity) does not measure how well
    cases are told apart; read it together with a metric that does. Returns False for a name that is not a
    metric.
    """
    entry = METRICS.get(metric)
    if entry is None:
        return False
    y = np.repeat(np.arange(len(CASES)), CASES)
    log_proba = np.log(np.tile(np.array(CASES) / len(y), (len(y), 1)))
    best = entry.range[entry.better == "higher"]
    scores = (entry.function(y, log_proba, predicted=np.full(len(y), c)) for c in range(len(CASES)))
    return any(abs(score - best) <= 1e-9 for score in scores)
