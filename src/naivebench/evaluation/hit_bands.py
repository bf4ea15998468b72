"""Tests of hit curves at every selection rate, over the folds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.evaluation.statistics import posthoc
from naivebench.evaluation.statistics.corrected_t import CorrectedTResult, corrected_t

GRID = np.round(np.geomspace(0.001, 1.0, 61), 6)  # selection rates of the plotted curves


class RateTests(NamedTuple):
    """Tests at R selection rates, one per rate."""

    results: tuple[CorrectedTResult, ...]
    p_holm: np.ndarray  # (R,) corrected for the number of rates (Holm); 1 where a test is not defined


def corrected_tests(recalls: np.ndarray, reference: np.ndarray, test_train_ratio: float) -> RateTests:
    """Corrected resampled t test at each of R selection rates; recalls, reference: (J, R) of J folds (see
    `corrected_t`).
    """
    results = tuple(corrected_t(d, test_train_ratio) for d in (np.asarray(recalls) - np.asarray(reference)).T)
    p = np.array([1.0 if r.p is None else r.p for r in results])
    return RateTests(results, posthoc.holm(p))
