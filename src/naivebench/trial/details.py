"""Details of a trial: errors by class, surprising cases, and the attributes that the final model uses."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.benchmark.predictions import Predictions
from naivebench.core.table import n_cases, n_classes, subset
from naivebench.evaluation import folds as splits
from naivebench.models import explain, fitted
from naivebench.models.fitted import Fitted
from naivebench.trial import question as questions
from naivebench.trial.question import Question

SURPRISING = 10  # number of cases to list
LOOKED_AT = 500  # number of cases over which the weight of an attribute is averaged
TOP = 3  # number of contributions per case


class Surprise(NamedTuple):
    """A case for which the out-of-fold prediction is wrong."""

    row: int  # row number, from 1, in the order of the file
    label: str
    predicted: str
    probability: float  # predicted probability of the true class
    why: str  # attributes that speak for the prediction; "" if no explanation is asked for


class Weight(NamedTuple):
    """Influence of an attribute or word: the mean size of its log-odds (nats) between the two likeliest
    classes, and the class for which it speaks most.
    """

    name: str
    nats: float
    speaks_for: str


def confusion(question: Question, predictions: Predictions) -> np.ndarray:
    """Confusion matrix, (K, K): test cases of the first repeat by true and predicted class."""
    k = n_classes(question.table)
    (p,) = predictions.methods.values()
    counts = np.zeros((k, k), dtype=np.int64)
    for f in np.flatnonzero(predictions.repeat == predictions.repeat[0]):
        part = slice(predictions.offsets[f], predictions.offsets[f + 1])
        np.add.at(counts, (question.table.y[predictions.row[part]], p.predicted[part]), 1)
    return counts


def final(question: Question, method: str, params: dict[str, Any] | None = None) -> Fitted:
    """The method fitted on all rows."""
    stanza = question.methods[method]
    rng = np.random.default_rng(question.seed)
    return fitted.fit(
        question.table, method, stanza, rng=rng, params=stanza["params"] if params is None else params
    )


def weights(question: Question, model: Fitted) -> list[Weight]:
    """Attributes or words by their influence, largest first."""
    rows = np.unique(np.linspace(0, n_cases(question.table) - 1, LOOKED_AT).astype(int))
    items = explain.explain(model, subset(question.table, rows))
    items = items[~explain.is_remark(items) & np.isfinite(items["log_odds"])]
    nats = items["log_odds"].abs()
    side = items["predicted"].where(items["log_odds"] > 0, items["against"])
    total = nats.groupby(items["attribute"], sort=False).sum().sort_values(ascending=False, kind="stable")
    by_class = nats.groupby([items["attribute"], side]).sum()
    return [
        Weight(name, sums / len(rows), max(model.classes, key=lambda c: by_class.get((name, c), 0.0)))
        for name, sums in total.items()
        if sums > 0
    ]


def surprises(question: Question, method: str, predictions: Predictions, *, why: bool) -> list[Surprise]:
    """The wrongly predicted cases to whose class the method gave the smallest probability out of fold.

    `why`: whether to explain them by the model of their fold, which is fitted again.
    """
    (p,) = predictions.methods.values()
    first = predictions.repeat == predictions.repeat[0]
    end = int(predictions.offsets[np.flatnonzero(first)[-1] + 1])
    rows, log_proba = predictions.row[:end], p.log_proba[:end]
    truth = question.table.y[rows]
    of_truth = log_proba[np.arange(end), truth]
    wrong = np.flatnonzero(p.predicted[:end] != truth)
    chosen = wrong[np.argsort(of_truth[wrong], kind="stable")][:SURPRISING]
    fold_of = np.searchsorted(predictions.offsets[1:], chosen, side="right")
    numbers = questions.row_numbers(question)
    reasons = _explained(question, method, rows[chosen], fold_of) if why else [""] * len(chosen)
    return [
        Surprise(
            int(numbers[rows[i]]),
            question.table.classes[truth[i]],
            question.table.classes[p.predicted[i]],
            float(np.exp(of_truth[i])),
            reason,
        )
        for i, reason in zip(chosen, reasons, strict=True)
    ]


def _explained(question: Question, method: str, rows: np.ndarray, fold_of: np.ndarray) -> list[str]:
    """The attributes that speak most for the prediction of each row, by the model of its fold."""
    texts, n = [""] * len(rows), n_cases(question.table)
    stanza = question.methods[method]
    for f in np.unique(fold_of):
        train = subset(question.table, splits.train_rows(question.folds, int(f), n))
        if len(np.unique(train.y)) < 2:
            continue
        places = np.flatnonzero(fold_of == f)
        model = fitted.fit(
            train, method, stanza, rng=np.random.default_rng(question.seed), params=stanza["params"]
        )
        items = explain.explain(model, subset(question.table, rows[places]))
        items = items[~explain.is_remark(items) & (items["log_odds"] > 0) & np.isfinite(items["log_odds"])]
        for case, best in items.groupby("case"):
            pairs = zip(best["attribute"][:TOP], best["value"][:TOP], strict=True)
            texts[places[case - 1]] = ", ".join(f"{n} = {_show(v)}" for n, v in pairs)
    return texts


def _show(value: object) -> str:
    return "missing" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
