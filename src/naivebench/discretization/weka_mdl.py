"""Fayyad-Irani discretization, Weka form: log2(number of candidate cut points) in place of log2(n - 1).

It accepts more cuts where values repeat, and equals the MLC++ form where all differ. Used by lopezcruz2013
(dNB).
"""

from __future__ import annotations

import numpy as np

from naivebench.discretization import mdl


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Cut points of one attribute, ascending, (m,) float64; `values` (n,) without NaN, `y` (n,) class
    indices.
    """
    return mdl.cuts(values, y, n_classes, n_choices=lambda n, candidates: candidates)
