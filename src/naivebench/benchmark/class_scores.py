"""Scores of every class against the rest (precision, recall, break-even points) and sizes of trees, from the
stored predictions of one data set under one protocol.

Source: Kang, Silvescu and Honavar 2006; docs/protocols/papers.md#break-even-on-the-test-fold and
docs/protocols/papers.md#specificity-and-precision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.benchmark.predictions import Parts, concatenate_folds
from naivebench.core.hit_curves import hit_curve, score_cases
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.evaluation import break_even, classification
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds

SIZES = ("nodes", "leaves", "depth", "words")  # of a tree, from the method's summary
OF_CLASS = ("n", "sensitivity", "precision", "specificity", "f1")


def score_classes(table: Table, folds: Folds, methods: dict[str, Parts]) -> dict[str, Any]:
    """Compute scores of all methods in a form for JSON, with break-even points if there is one test fold.

    `cases` and `train_cases` are by class; `train_cases` is None with several test folds.
    """

    def count_by_label(y: np.ndarray) -> dict[str, int]:
        return dict(zip(table.classes, np.bincount(y, minlength=n_classes(table)).tolist(), strict=True))

    single = len(folds.fold) == 1 and folds.scheme != "leave_one_out"
    trained = table.y[splits.train_rows(folds, 0, n_cases(table))]
    return {
        "cases": count_by_label(table.y),
        "train_cases": count_by_label(trained) if single else None,
        "methods": {method: score_method(table, parts, single) for method, parts in methods.items()},
    }


def score_method(table: Table, parts: Parts, single: bool) -> dict[str, Any]:
    """Compute accuracy, MCC, sizes of trees and the scores of every class against the rest for one method.

    With a single test fold, there are also scores for thresholds that are swept over its cases: `f1_swept` is
    F1, precision and recall where as many cases are selected as are positive. An undefined score is None.
    """
    tested = concatenate_folds(parts)
    cases = classification.make_cases(table.y[tested.rows], tested.log_proba, tested.predicted)
    rates = classification.rate_classes(
        classification.confusion_matrix(cases.y, tested.predicted, n_classes(table))
    )
    classes: dict[str, dict[str, float | None]] = {}
    for c in np.flatnonzero(rates.n > 0).tolist():
        positive = cases.y == c
        values = {name: float(getattr(rates, name)[c]) for name in OF_CLASS}
        of_class = {name: value if np.isfinite(value) else None for name, value in values.items()}
        of_class["accuracy"] = float(np.mean(positive == (tested.predicted == c)))
        if single:
            curve = hit_curve(positive, score_cases(tested.log_proba, c))
            of_class["break_even"] = break_even.average_at_break_even(curve)
            of_class["f1_swept"] = break_even.break_even(curve)
            of_class["average_precision"] = break_even.average_precision(curve)
        classes[table.classes[c]] = of_class
    return {
        "accuracy": classification.accuracy(cases),
        "mcc": classification.mcc(cases),
        "classes": classes,
        "trees": [
            {name: s[name] for name in SIZES if isinstance(s.get(name), (int, float))}
            for s in (part.summary for part in parts.values())
            if "leaves" in s
        ],
    }
