"""Scores of every class against the rest on one data set under one protocol, from stored predictions:
precision, recall, break-even points and sizes of trees; and bias and variance.

Source: Kang, Silvescu and Honavar 2006; docs/protocols/papers.md#break-even-on-the-test-fold and
docs/protocols/papers.md#specificity-and-precision.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from naivebench.benchmark.predictions import Predictions
from naivebench.core.hit_curves import hit_curve, scores
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.evaluation import bias_variance, break_even, classification
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds

# sizes of a tree, from the method's summary
SIZES = ("nodes", "leaves", "depth", "words", "columns_used", "cmdl")


class Tested(NamedTuple):
    """The predictions of a method on its test parts, concatenated."""

    rows: np.ndarray  # (m,) rows of the prepared table
    log_proba: np.ndarray  # (m, K) nats
    predicted: np.ndarray  # (m,) classes
    labels: tuple[tuple[int, int], ...]  # repeat and fold of every part
    summaries: tuple[dict[str, Any], ...]


_Part = tuple[np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]  # rows, log_proba, predicted, summary


def gather(loaded: Iterable[Predictions]) -> dict[str, Tested]:
    """Method -> its test parts that are ok, sorted by repeat and fold."""
    gathered: dict[str, dict[tuple[int, int], _Part]] = {}
    for predictions in loaded:
        for method, p in predictions.methods.items():
            for f, result in enumerate(p.folds):
                inside = slice(predictions.offsets[f], predictions.offsets[f + 1])
                if result.status == "ok":
                    label = int(predictions.repeat[f]), int(predictions.fold[f])
                    part = predictions.row[inside], p.log_proba[inside], p.predicted[inside], result.summary
                    gathered.setdefault(method, {})[label] = part
    return {method: _joined(parts) for method, parts in gathered.items()}


def _joined(parts: dict[tuple[int, int], _Part]) -> Tested:
    labels = tuple(sorted(parts))
    rows, log_proba, predicted = (np.concatenate([parts[label][i] for label in labels]) for i in range(3))
    return Tested(rows, log_proba, predicted, labels, tuple(parts[label][3] for label in labels))


def facts(table: Table, folds: Folds, methods: dict[str, Tested]) -> dict[str, Any]:
    """Scores of all methods in the form for JSON, with break-even points if there is one test part.

    `cases` and `train_cases` are by class; the latter is None with several test parts.
    """
    single = len(folds.fold) == 1 and folds.scheme != "leave_one_out"
    trained = table.y[splits.train_rows(folds, 0, n_cases(table))] if single else None
    return {
        "scheme": folds.scheme,
        "folds": len(folds.fold),
        "repeats": len(np.unique(folds.repeat)),
        "cases": _by_class(table, table.y),
        "train_cases": None if trained is None else _by_class(table, trained),
        "methods": {method: score_method(table, tested, single) for method, tested in methods.items()},
    }


def _by_class(table: Table, y: np.ndarray) -> dict[str, int]:
    return dict(zip(table.classes, np.bincount(y, minlength=n_classes(table)).tolist(), strict=True))


def score_method(table: Table, tested: Tested, single: bool) -> dict[str, Any]:
    """Accuracy, MCC, sizes of trees and the scores of every class against the rest for one method.

    With a single test part, there are also scores for thresholds that are swept over its cases: `f1_swept` is
    F1, precision and recall where as many cases are selected as are positive. A score that is not defined is
    None.
    """
    cases = classification.cases(table.y[tested.rows], tested.log_proba, tested.predicted)
    y = cases.y
    per_class = classification.per_class(
        classification.confusion_matrix(y, tested.predicted, n_classes(table))
    )
    classes: dict[str, dict[str, float | None]] = {}
    for c in np.flatnonzero(per_class.n > 0).tolist():
        positive = y == c
        of_class: dict[str, float | None] = {"n": float(per_class.n[c])}
        for name in ("sensitivity", "precision", "specificity", "f1", "mcc"):
            value = getattr(per_class, name)[c]
            of_class[name] = float(value) if np.isfinite(value) else None
        of_class["accuracy"] = float(np.mean(positive == (tested.predicted == c)))
        if single:
            curve = hit_curve(positive, scores(tested.log_proba, c))
            of_class["break_even"] = break_even.nearest_break_even(curve)
            of_class["f1_swept"] = break_even.break_even(curve)
            of_class["average_precision"] = break_even.average_precision(curve)
        classes[table.classes[c]] = of_class
    trees = [
        {"repeat": r, "fold": f} | _sizes(s)
        for (r, f), s in zip(tested.labels, tested.summaries, strict=True)
        if _sizes(s)
    ]
    return {
        "parts": len(tested.labels),
        "accuracy": classification.accuracy(cases),
        "mcc": classification.mcc(cases),
        "classes": classes,
        "trees": trees,
        "tree": next((s["tree"] for s in tested.summaries if isinstance(s.get("tree"), dict)), None),
    }


def _sizes(summary: dict[str, Any]) -> dict[str, float]:
    return (
        {k: summary[k] for k in SIZES if isinstance(summary.get(k), (int, float))}
        if "leaves" in summary
        else {}
    )


def decompose_error(
    table: Table, methods: dict[str, Tested], n_folds: int
) -> dict[str, dict[str, dict[str, float]]]:
    """Bias and variance of every method that has all `n_folds` test parts; only cases that are predicted at
    least twice count.
    """
    parts = {}
    for method, tested in methods.items():
        votes = np.zeros((n_cases(table), n_classes(table)), np.int64)
        np.add.at(votes, (tested.rows, tested.predicted), 1)
        often = votes.sum(axis=1) > 1
        if len(tested.labels) == n_folds and often.any():
            parts[method] = bias_variance.decompose(votes[often], table.y[often])._asdict()
    return {"methods": parts}
