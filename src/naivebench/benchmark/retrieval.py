"""Scores of every class against the rest on one data set under one protocol, from stored predictions:
precision, recall, break-even points and sizes of trees.

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
from naivebench.evaluation import break_even, classification
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


class ClassScores(NamedTuple):
    """Scores of one class against the rest, as in `classification.PerClass`; None where one is not defined.

    With one test part there are also scores for thresholds that are swept over its cases.
    """

    n: float
    sensitivity: float | None
    precision: float | None
    specificity: float | None
    f1: float | None
    mcc: float | None
    accuracy: float
    break_even: float | None = None
    # F1, precision and recall at the threshold that selects as many cases as are positive
    f1_swept: float | None = None
    average_precision: float | None = None


class MethodScores(NamedTuple):
    """Scores of one method over its `parts` test parts.

    `trees`: sizes per repeat and fold; `tree`: the first tree.
    """

    parts: int
    accuracy: float
    mcc: float
    classes: dict[str, ClassScores]
    trees: list[dict[str, float]]
    tree: dict[str, Any] | None


class Facts(NamedTuple):
    """Everything that `facts` computes.

    `cases`: cases by class; `train_cases`: training cases by class if there is one test part.
    """

    scheme: str
    folds: int
    repeats: int
    cases: dict[str, int]
    train_cases: dict[str, int] | None
    methods: dict[str, MethodScores]


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


def facts(table: Table, folds: Folds, methods: dict[str, Tested]) -> Facts:
    """Scores of all methods, with break-even points if there is one test part."""
    single = len(folds.fold) == 1 and folds.scheme != "leave_one_out"
    trained = table.y[splits.train_rows(folds, 0, n_cases(table))] if single else None
    return Facts(
        scheme=folds.scheme,
        folds=len(folds.fold),
        repeats=len(np.unique(folds.repeat)),
        cases=_by_class(table, table.y),
        train_cases=None if trained is None else _by_class(table, trained),
        methods={method: figures(table, tested, single) for method, tested in methods.items()},
    )


def _by_class(table: Table, y: np.ndarray) -> dict[str, int]:
    return dict(zip(table.classes, np.bincount(y, minlength=n_classes(table)).tolist(), strict=True))


def figures(table: Table, tested: Tested, single: bool) -> MethodScores:
    """Accuracy, MCC and the scores of every class of one method; with scores of swept thresholds if
    `single`.
    """
    cases = classification.cases(table.y[tested.rows], tested.log_proba, tested.predicted)
    y = cases.y
    per_class = classification.per_class(
        classification.confusion_matrix(y, tested.predicted, n_classes(table))
    )
    classes: dict[str, ClassScores] = {}
    for c in np.flatnonzero(per_class.n > 0).tolist():
        positive = y == c
        curve = hit_curve(positive, scores(tested.log_proba, c)) if single else None
        classes[table.classes[c]] = ClassScores(
            n=float(per_class.n[c]),
            sensitivity=_number(per_class.sensitivity[c]),
            precision=_number(per_class.precision[c]),
            specificity=_number(per_class.specificity[c]),
            f1=_number(per_class.f1[c]),
            mcc=_number(per_class.mcc[c]),
            accuracy=float(np.mean(positive == (tested.predicted == c))),
            break_even=curve and break_even.nearest_break_even(curve),
            f1_swept=curve and break_even.break_even(curve),
            average_precision=curve and break_even.average_precision(curve),
        )
    trees = [
        {"repeat": r, "fold": f} | _sizes(s)
        for (r, f), s in zip(tested.labels, tested.summaries, strict=True)
        if _sizes(s)
    ]
    tree = next((s["tree"] for s in tested.summaries if isinstance(s.get("tree"), dict)), None)
    return MethodScores(
        parts=len(tested.labels),
        accuracy=classification.accuracy(cases),
        mcc=classification.mcc(cases),
        classes=classes,
        trees=trees,
        tree=tree,
    )


def _sizes(summary: dict[str, Any]) -> dict[str, float]:
    return (
        {k: summary[k] for k in SIZES if isinstance(summary.get(k), (int, float))}
        if "leaves" in summary
        else {}
    )


def _number(value: float) -> float | None:
    """The number if it is finite, otherwise None, because JSON has no other numbers."""
    return float(value) if np.isfinite(value) else None
