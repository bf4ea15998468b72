"""Precision, recall and F1 averaged over classes, from the pooled decisions of a whole cross-validation.

Programs divide the sum over classes by different numbers. scikit-learn uses the classes that occur in the
labels or the decisions; programs around Weka use all classes that the file declares, including those without
cases. A class whose value is not defined adds 0 in both. docs/protocols/metrics.md#pooled-macro-measures.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike


class Macro(NamedTuple):
    """Means over classes."""

    precision: float
    recall: float
    f1: float


def macro(confusion: ArrayLike, classes: int | None = None) -> Macro:
    """Averages of a confusion matrix, shape (K, K): cases of class i (row) that are decided as class j.

    classes: the number by which the sums over classes are divided; None: that of the classes with a case or a
    decision. Without any, all averages are NaN. Raises ValueError if fewer classes are declared than occur.
    """
    confusion = np.asarray(confusion, dtype=np.float64)
    hits, cases, decided = confusion.diagonal(), confusion.sum(axis=1), confusion.sum(axis=0)
    occurring = int(np.count_nonzero(cases + decided))
    divisor = occurring if classes is None else classes
    if divisor < occurring:
        raise ValueError(f"{classes} classes are declared, but {occurring} have a case or a decision")
    if not divisor:
        return Macro(*[float("nan")] * 3)
    parts = ((hits, decided), (hits, cases), (2 * hits, cases + decided))
    return Macro(*(float((top / np.where(below, below, 1)).sum() / divisor) for top, below in parts))
