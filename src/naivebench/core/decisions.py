"""Decisions, which turn posteriors into classes in the same way for every method."""

from __future__ import annotations

import numpy as np

TIE = 1e-10  # nats: the order of summation changes a sum by less than this
LEAD = 2 * TIE


def decide_classes(log_proba: np.ndarray, class_counts: np.ndarray) -> np.ndarray:
    """Return the index of the class with the largest posterior, shape (n,) int32.

    Ties go to the class with more training cases, then to the lower index (docs/methods/conventions.md#ties).
    `log_proba`: (n, K) natural logs; `class_counts`: (K,) training cases per class, or (n, K) if every case
    has its own training part.
    """
    cases = np.asarray(class_counts)
    with np.errstate(invalid="ignore"):
        tied = log_proba >= log_proba.max(axis=1, keepdims=True) - TIE
    return np.where(tied, cases + 1, 0).argmax(axis=1).astype(np.int32)


def find_tie_winners(class_counts: np.ndarray) -> np.ndarray:
    """Whether class b wins a tie against the class a of a left-out case, bool (K, K), because b then has more
    cases, or as many and the lower index. class_counts: (K,) cases per class, with the left-out case.
    """
    own, index = (class_counts - 1)[:, None], np.arange(len(class_counts))
    return (class_counts > own) | ((class_counts == own) & (index < index[:, None]))


def break_ties_towards_first(log_proba: np.ndarray) -> np.ndarray:
    """Raise the largest posterior of every row of `log_proba` (n, K), nats, or the first of equal ones, in
    place above those that `decide_classes` would tie with it, for methods whose authors decide by it alone.
    """
    first = log_proba.argmax(axis=1)[:, None]
    largest = np.take_along_axis(log_proba, first, axis=1)
    tied = (log_proba >= largest - LEAD).sum(axis=1, keepdims=True) > 1
    np.put_along_axis(log_proba, first, np.where(tied, largest + LEAD, largest), axis=1)
    return log_proba
