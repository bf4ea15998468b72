"""Estimate whether more rows would help: compare the recommended method and the best rival on growing
training parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from naivebench.benchmark import plan
from naivebench.benchmark.predictions import Predictions
from naivebench.core.table import n_cases
from naivebench.evaluation import folds as splits
from naivebench.trial import answer as answers
from naivebench.trial.answer import Estimate
from naivebench.trial.question import LARGE, PROTOCOL, Question, Split

SHARES = (1 / 8, 1 / 4, 1 / 2)  # shares of the training rows, in addition to all of them
FOLDS = 5
LEAST = 8  # least number of rows of the smallest training part
SCHEMES = ("stratified", "grouped")


class Curve(NamedTuple):
    """Mean of the metric of the question over the folds, by size of the training part."""

    method: str
    sizes: tuple[int, ...]
    means: tuple[float, ...]
    gain: Estimate  # gain from the last doubling, with its interval; positive if more rows are better


def ask(question: Question, methods: Iterable[str]) -> Question | None:
    """The question for a learning curve; None if no curve is drawn.

    That is the case if folds have their own training parts, if there are few rows, and for large tables,
    whose curve would take longer than the answer.
    """
    n = n_cases(question.table)
    trained = n * (FOLDS - 1) // FOLDS
    sizes = sorted({int(trained * share) for share in SHARES})
    if question.split.scheme not in SCHEMES or sizes[0] < LEAST or n > LARGE:
        return None
    folds = splits.make(
        question.table,
        scheme=question.split.scheme,
        folds=FOLDS,
        train_cases=(*sizes, "all"),
        seed=plan.entropy(question.seed, PROTOCOL, question.name),
    )
    chosen = {method: question.methods[method] for method in dict.fromkeys(methods)}
    return question._replace(
        split=Split(question.split.scheme, FOLDS, 1), folds=folds, methods=chosen, left_out={}
    )


def curve(question: Question, predictions: Predictions) -> Curve | None:
    """The learning curve of a method; None if a fold has no score."""
    (method,) = predictions.methods
    if any(fold.status != "ok" for fold in predictions.methods[method].folds):
        return None
    values = answers.fold_values(question, predictions, question.metric.id)
    n = n_cases(question.table)
    trained = np.array([splits.train_size(question.folds, f, n) for f in range(len(values))])
    # every size has the same test folds
    parts = [question.folds.repeat == r for r in np.unique(question.folds.repeat)]
    half, whole = (values[part] for part in parts[-2:])
    return Curve(
        method,
        tuple(round(float(trained[part].mean())) for part in parts),
        tuple(float(np.nanmean(values[part])) for part in parts),
        answers.interval(question.metric.sign * (whole - half), 1 / (len(whole) - 1)),
    )
