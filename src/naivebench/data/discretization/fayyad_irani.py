"""Fayyad-Irani discretization: split while Gain > [log2(n - 1) + log2(3^k - 2) - (k E - k1 E1 - k2 E2)] / n.

Candidates are the midpoints between all neighbouring distinct values; ties go to the split nearest to the
middle of the sorted cases. O(n log n + m K) per level for m distinct values. Reference: Fayyad and Irani
1993; the form of MLC++, used by robles2003, and of Weka without options, used by lopezcruz2013.
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
    return mdl.fayyad_irani(split, int(split.total.sum()) - 1)
