"""The learning curve of a trial: would more rows help?"""

from __future__ import annotations

from typing import NamedTuple

from naivebench.benchmark import settings
from naivebench.benchmark.predictions import Predictions
from naivebench.core.table import n_cases
from naivebench.evaluation import folds as splits
from naivebench.evaluation.statistics import intervals
from naivebench.trial.answer import measure_folds
from naivebench.trial.question import LARGE, PROTOCOL, Question

SHARES = (1 / 8, 1 / 4, 1 / 2)  # shares of the training rows, in addition to all of them
FOLDS, LEAST = 5, 8  # folds, and the least number of rows in the smallest training part


class Curve(NamedTuple):
    """Learning curve of a method: mean of the metric over the folds, by size of the training part."""

    method: str
    means: dict[int, float]  # training rows -> mean
    gain: intervals.Interval  # of the last doubling; positive if more rows are better


def ask_for_curve(question: Question, method: str) -> Question | None:
    """The question for a learning curve. None for folds with their own training parts, for few rows, and for
    large tables, whose curve would take longer than the answer.
    """
    n, scheme = n_cases(question.table), question.folds.scheme
    sizes = sorted({int(n * (FOLDS - 1) // FOLDS * share) for share in SHARES})
    if scheme not in ("stratified", "grouped") or sizes[0] < LEAST or n > LARGE:
        return None
    entropy = settings.seed_words(question.seed, PROTOCOL, question.name)
    folds = splits.make(question.table, scheme=scheme, folds=FOLDS, train_cases=(*sizes, "all"), seed=entropy)
    return question._replace(folds=folds, methods={method: question.methods[method]})


def draw_curve(question: Question, predictions: Predictions, method: str) -> Curve | None:
    """The learning curve of a method; None if a fold has no score."""
    scores = measure_folds(question, {method: predictions})
    scores = scores[scores["metric"] == question.metric.id]
    if len(scores) < len(question.folds.fold):
        return None
    by_size = scores.groupby("repeat")  # the folds of one size of the training part
    sizes = by_size["n_train"].mean().round().astype(int)
    half, whole = (by_size.get_group(r)["value"].to_numpy() for r in sizes.index[-2:])
    gain = intervals.estimate_mean(question.metric.sign * (whole - half), 1 / (FOLDS - 1))
    return Curve(method, dict(zip(sizes, by_size["value"].mean(), strict=True)), gain)
