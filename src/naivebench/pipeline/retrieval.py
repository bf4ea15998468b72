"""What the report shows of every class against the rest on one data set under one protocol: precision,
recall, break-even points, sizes of trees.

All of it comes from stored predictions but one thing: the threshold that training cases alone would give. For
that each method is fitted again on parts of the training part, and the scores of the cases left out of each
fit set the threshold (`inner_scores`). Kang, Silvescu and Honavar 2006;
docs/protocols.md#break-even-on-the-test-part and docs/protocols.md#specificity-that-is-precision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.hit_curves import scores
from naivebench.core.table import Table, n_cases, n_classes, subset
from naivebench.evaluation import break_even, classification
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds
from naivebench.pipeline import run
from naivebench.pipeline.predictions import Predictions

INNER_FOLDS = 3
SIZES = ("nodes", "leaves", "depth", "words", "columns_used", "cmdl")  # of a tree, from the method's summary


class Tested(NamedTuple):
    """The predictions of a method on its test parts, end to end."""

    rows: np.ndarray  # (m,) rows of the prepared table
    log_proba: np.ndarray  # (m, K) nats
    predicted: np.ndarray  # (m,) classes
    labels: tuple[tuple[int, int], ...]  # repeat and fold of every part
    summaries: tuple[dict, ...]


def gather(loaded: Iterable[Predictions]) -> dict[str, Tested]:
    """Method -> its test parts that are ok, by repeat and fold."""
    gathered: dict[str, dict] = {}
    for predictions in loaded:
        for method, p in predictions.methods.items():
            for f, result in enumerate(p.folds):
                inside = slice(predictions.offsets[f], predictions.offsets[f + 1])
                if result.status == "ok":
                    part = (predictions.row[inside], p.log_proba[inside], p.predicted[inside], result.summary)
                    gathered.setdefault(method, {})[int(predictions.repeat[f]), int(predictions.fold[f])] = (
                        part
                    )
    return {method: _joined(parts) for method, parts in gathered.items()}


def _joined(parts: dict) -> Tested:
    labels = tuple(sorted(parts))
    rows, log_proba, predicted = (np.concatenate([parts[label][i] for label in labels]) for i in range(3))
    return Tested(rows, log_proba, predicted, labels, tuple(parts[label][3] for label in labels))


def facts(
    table: Table,
    folds: Folds,
    methods: dict[str, Tested],
    stanzas: dict[str, dict],
    *,
    seed: Sequence[int],
    timeout_seconds: float,
) -> dict:
    """Figures of all methods, as JSON has them; break-even points where there is one test part, thresholds of
    training cases there too.

    stanzas: of the methods that can be fitted again (module, params, kinds); seed: entropy of the inner
    folds.
    """
    single = len(folds.fold) == 1 and folds.scheme != "leave_one_out"
    train = splits.train_rows(folds, 0, n_cases(table)) if single else np.zeros(0, np.int64)
    inner = _inner(table, train, seed) if single else None
    shown = {}
    for method, tested in methods.items():
        held_out = inner_scores(inner, method, stanzas.get(method), seed, timeout_seconds) if inner else None
        shown[method] = figures(table, tested, single, inner[0].y if inner else None, held_out)
    return {
        "scheme": folds.scheme,
        "folds": len(folds.fold),
        "repeats": len(np.unique(folds.repeat)),
        "cases": _by_class(table, table.y),
        "train_cases": _by_class(table, table.y[train]) if single else None,
        "methods": shown,
    }


def _by_class(table: Table, y: np.ndarray) -> dict[str, int]:
    return dict(zip(table.classes, np.bincount(y, minlength=n_classes(table)).tolist(), strict=True))


def _inner(table: Table, train: np.ndarray, seed: Sequence[int]) -> tuple[Table, Folds] | None:
    """The training part and folds of it; None if a class has fewer cases than there are folds."""
    part = subset(table, train)
    sizes = np.bincount(part.y, minlength=n_classes(part))
    if not len(train) or sizes[sizes > 0].min() < INNER_FOLDS:
        return None
    return part, splits.make(part, scheme="stratified", folds=INNER_FOLDS, seed=[*seed, INNER_FOLDS])


def inner_scores(
    inner: tuple[Table, Folds], method: str, stanza: dict | None, seed: Sequence[int], timeout_seconds: float
) -> np.ndarray | None:
    """log P(c | x), (n, K), of every training case by a model of the other inner folds; None if the method
    cannot be fitted so.
    """
    if not stanza or not stanza.get("module") or stanza.get("discretize"):
        return None
    part, folds = inner
    setting = run.Setting(method, stanza, part, folds, None, "training", tuple(seed), timeout_seconds)
    result = run.evaluate(setting, "")
    if any(fold.status != "ok" for fold in result.folds):
        return None
    log_proba = np.empty_like(result.log_proba)
    log_proba[folds.test] = result.log_proba
    return log_proba


def figures(
    table: Table, tested: Tested, single: bool, train_y: np.ndarray | None, held_out: np.ndarray | None
) -> dict:
    """Accuracy, MCC and the figures of every class of one method. held_out: log P(c | x) of the training
    cases of classes train_y.
    """
    y = table.y[tested.rows]
    all_classes = {
        metric.__name__: metric(y, tested.log_proba, predicted=tested.predicted)
        for metric in (classification.accuracy, classification.mcc)
    }
    per_class = break_even.per_class(y, tested.predicted, n_classes(table))
    classes: dict[str, dict] = {}
    for c in np.flatnonzero(per_class.n > 0).tolist():
        classes[table.classes[c]] = {name: _number(values[c]) for name, values in per_class._asdict().items()}
        classes[table.classes[c]]["accuracy"] = float(np.mean((y == c) == (tested.predicted == c)))
        if single:
            positive, score = y == c, scores(tested.log_proba, c)
            classes[table.classes[c]] |= swept(positive, score)
            classes[table.classes[c]]["fixed"] = (
                None
                if held_out is None or train_y is None or c not in train_y
                else fixed(train_y == c, scores(held_out, c), positive, score)
            )
    trees = [
        {"repeat": r, "fold": f} | _sizes(s)
        for (r, f), s in zip(tested.labels, tested.summaries, strict=True)
        if _sizes(s)
    ]
    tree = next((s["tree"] for s in tested.summaries if isinstance(s.get("tree"), dict)), None)
    return {"parts": len(tested.labels)} | all_classes | {"classes": classes, "trees": trees, "tree": tree}


def swept(positive: np.ndarray, score: np.ndarray) -> dict:
    """The figures whose threshold is swept over the test cases themselves."""
    return {
        "break_even": _number(break_even.break_even(positive, score, rule="nearest")),
        "average_precision": _number(break_even.average_precision(positive, score)),
    }


def fixed(
    train_positive: np.ndarray, train_score: np.ndarray, positive: np.ndarray, score: np.ndarray
) -> dict:
    """The figures on test cases at the break-even threshold of training cases."""
    return {
        k: _number(v)
        for k, v in break_even.fixed_threshold(train_positive, train_score, positive, score)._asdict().items()
    }


def _sizes(summary: dict) -> dict:
    return (
        {k: summary[k] for k in SIZES if isinstance(summary.get(k), (int, float))}
        if "leaves" in summary
        else {}
    )


def _number(value: float) -> float | None:
    """A finite number; None for others, which JSON does not have."""
    return float(value) if np.isfinite(value) else None
