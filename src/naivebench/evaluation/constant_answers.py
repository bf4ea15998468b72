"""Which metrics an answer that is the same for every case can win."""

from __future__ import annotations

from functools import cache

import numpy as np

from naivebench.evaluation.metrics import METRICS

CASES = (12, 4)  # of two classes


@cache
def can_win(metric: str) -> bool:
    """Whether a classifier that gives every case the same posterior can have the best value of a metric.

    Tried on a small sample: the class frequencies as posterior, each class as the decision. What such an
    answer can make perfect (calibration error, sensitivity) does not measure how well cases are told apart,
    and has to be read beside a metric that does. False for what is no metric.
    """
    entry = METRICS.get(metric)
    if entry is None:
        return False
    y = np.repeat(np.arange(len(CASES)), CASES)
    log_proba = np.log(np.tile(np.array(CASES) / len(y), (len(y), 1)))
    best = entry.range[entry.better == "higher"]
    scores = (entry.function(y, log_proba, predicted=np.full(len(y), c)) for c in range(len(CASES)))
    return any(abs(score - best) <= 1e-9 for score in scores)
