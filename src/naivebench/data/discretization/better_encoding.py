"""Fayyad-Irani discretization with a better encoding: log2(candidate cut points), not log2(n - 1).

This is the option -E of Weka's filter, whose default is `fayyad_irani`. More cuts are accepted where values
repeat, and the same ones where all values differ.
"""

from __future__ import annotations

import numpy as np

from naivebench.data.discretization import mdl


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Cut points of one attribute, ascending, (m,) float64; `values` (n,) without NaN, `y` (n,) class
    indices.
    """
    return mdl.cuts(values, y, n_classes, pays=pays)


def pays(split: mdl.Split) -> bool:
    """Whether a cut is kept."""
    return mdl.fayyad_irani(split, split.candidates)
