"""What a trial shows beside the answer: errors by class, surprising cases, and what the final model uses."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.benchmark.predictions import Predictions
from naivebench.benchmark.trial.question import Question
from naivebench.core.checks import InputError
from naivebench.core.table import class_counts, n_cases, n_classes, subset
from naivebench.evaluation import folds as splits
from naivebench.models import explain, fitted
from naivebench.models.fitted import Fitted

SURPRISING = 10  # cases that are listed
LOOKED_AT = 500  # cases over which the weight of an attribute is averaged
TOP = 3  # contributions per case


class Surprise(NamedTuple):
    """A case that was predicted badly out of fold."""

    row: int  # from 1, in the order of the file
    label: str
    predicted: str
    probability: float  # of the true class
    why: str  # what spoke for the prediction; "" where the method gives no explanations


class Weight(NamedTuple):
    """How much an attribute counts: mean size of its log-odds (nats) between the two likeliest classes."""

    attribute: str
    nats: float


def confusion(question: Question, predictions: Predictions) -> np.ndarray:
    """(K, K) test cases by true and predicted class, of the first repeat."""
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
    """Attributes by how much they count, largest first; none where the method does not explain predictions by
    attributes.
    """
    rows = np.unique(np.linspace(0, n_cases(question.table) - 1, LOOKED_AT).astype(int))
    try:
        records = explain.explain(model, subset(question.table, rows))
    except InputError:
        return []
    total: dict[str, float] = {}
    for record in records:
        for item in record.get("contributions", ()):
            odds = item.get("log_odds")
            if "attribute" in item and odds is not None and np.isfinite(odds):
                total[item["attribute"]] = total.get(item["attribute"], 0.0) + abs(odds)
    ordered = sorted(total.items(), key=lambda pair: -pair[1])
    return [Weight(name, nats / len(rows)) for name, nats in ordered]


def surprises(question: Question, method: str, predictions: Predictions) -> list[Surprise]:
    """The cases to whose class the method gave the smallest probability out of fold, explained by the model
    of that fold.
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
    why = _explained(question, method, rows[chosen], fold_of)
    return [
        Surprise(
            int(rows[i]) + 1,
            question.table.classes[truth[i]],
            question.table.classes[p.predicted[i]],
            float(np.exp(of_truth[i])),
            why[j],
        )
        for j, i in enumerate(chosen)
    ]


def _explained(question: Question, method: str, rows: np.ndarray, fold_of: np.ndarray) -> list[str]:
    """What spoke for the prediction of each row, by the model of its fold."""
    texts, n = [""] * len(rows), n_cases(question.table)
    stanza = question.methods[method]
    for f in np.unique(fold_of):
        train = subset(question.table, splits.train_rows(question.folds, int(f), n))
        if len(np.unique(train.y)) < 2:
            continue
        places = np.flatnonzero(fold_of == f)
        try:
            model = fitted.fit(
                train, method, stanza, rng=np.random.default_rng(question.seed), params=stanza["params"]
            )
            records = explain.explain(model, subset(question.table, rows[places]), top=TOP)
        except InputError:
            return texts
        for place, record in zip(places, records, strict=True):
            texts[place] = ", ".join(
                f"{item['attribute']} = {_shown(item['value'])}"
                for item in record.get("contributions", ())
                if "attribute" in item and (item["log_odds"] or 0.0) > 0
            )
    return texts


def _shown(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def most_frequent(question: Question) -> str:
    """The label of the most frequent class."""
    return question.table.classes[int(class_counts(question.table).argmax())]
