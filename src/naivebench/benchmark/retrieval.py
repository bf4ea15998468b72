"""Scores of every class against the rest (precision, recall, break-even points), sizes of trees, bias and
variance, on one data set under one protocol, from stored predictions.

Source: Kang, Silvescu and Honavar 2006; docs/protocols/papers.md#break-even-on-the-test-fold and
docs/protocols/papers.md#specificity-and-precision.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.benchmark.predictions import Predictions
from naivebench.core.hit_curves import hit_curve, score_cases
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.evaluation import break_even, classification
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds

SIZES = ("nodes", "leaves", "depth", "words")  # of a tree, from the method's summary
OF_CLASS = ("sensitivity", "precision", "specificity", "f1", "mcc")


class Part(NamedTuple):
    """The predictions of a method on one test fold, or on several."""

    rows: np.ndarray  # (m,) rows of the prepared table
    log_proba: np.ndarray  # (m, K) nats
    predicted: np.ndarray  # (m,) classes
    summary: dict[str, Any]


Parts = dict[tuple[int, int], Part]  # (repeat, fold) -> its test fold


def gather_folds(stored: Predictions) -> dict[str, Parts]:
    """Return for each method its test folds that are ok, sorted by repeat and fold."""
    gathered: dict[str, Parts] = {}
    labels = list(zip(stored.repeat.tolist(), stored.fold.tolist(), strict=True))
    for method, p in stored.methods.items():
        parts = {}
        for f, result in enumerate(p.folds):  # a method may have run on the first folds only
            if result.status == "ok":
                inside = slice(stored.offsets[f], stored.offsets[f + 1])
                arrays = stored.row[inside], p.log_proba[inside], p.predicted[inside]
                parts[labels[f]] = Part(*arrays, result.summary)
        if parts:
            gathered[method] = dict(sorted(parts.items()))
    return gathered


def concatenate_folds(parts: Parts) -> Part:
    """Join the cases of all test folds, one part after the other, without a summary."""
    rows, log_proba, predicted, _ = zip(*parts.values(), strict=True)
    return Part(np.concatenate(rows), np.concatenate(log_proba), np.concatenate(predicted), {})


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
    rows, log_proba, predicted, _ = concatenate_folds(parts)
    cases = classification.make_cases(table.y[rows], log_proba, predicted)
    confusions = classification.confusion_matrix(cases.y, predicted, n_classes(table))
    per_class = classification.rate_classes(confusions)
    classes: dict[str, dict[str, float | None]] = {}
    for c in np.flatnonzero(per_class.n > 0).tolist():
        positive = cases.y == c
        values = {name: float(getattr(per_class, name)[c]) for name in ("n", *OF_CLASS)}
        of_class = {name: value if np.isfinite(value) else None for name, value in values.items()}
        of_class["accuracy"] = float(np.mean(positive == (predicted == c)))
        if single:
            curve = hit_curve(positive, score_cases(log_proba, c))
            of_class["break_even"] = break_even.average_at_break_even(curve)
            of_class["f1_swept"] = break_even.break_even(curve)
            of_class["average_precision"] = break_even.average_precision(curve)
        classes[table.classes[c]] = of_class

    # the trees of methods that learn some
    grown = {label: part.summary for label, part in parts.items() if "leaves" in part.summary}
    trees = [
        {"repeat": r, "fold": f} | {k: s[k] for k in SIZES if isinstance(s.get(k), (int, float))}
        for (r, f), s in grown.items()
    ]
    accuracy, mcc = classification.accuracy(cases), classification.mcc(cases)
    return {"accuracy": accuracy, "mcc": mcc, "classes": classes, "trees": trees}


def decompose_errors(table: Table, methods: dict[str, Parts], n_folds: int) -> list[tuple[Any, ...]]:
    """List (method, *Parts) for methods with all `n_folds` folds, over cases predicted at least twice."""
    rows = []
    for method, parts in methods.items():
        tested, votes = concatenate_folds(parts), np.zeros((n_cases(table), n_classes(table)), np.int64)
        np.add.at(votes, (tested.rows, tested.predicted), 1)
        often = votes.sum(axis=1) > 1
        if len(parts) == n_folds and often.any():
            rows.append((method, *classification.decompose_error(votes[often], table.y[often])))
    return rows
