"""Details of a trial: errors by class, surprising rows, columns that the model uses, and the use of rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark import settings
from naivebench.benchmark.predictions import Predictions
from naivebench.core.table import n_cases, subset
from naivebench.evaluation import folds as splits
from naivebench.models import explain
from naivebench.models.fitted import Fitted
from naivebench.trial.answer import Estimate, estimate_mean, measure_folds
from naivebench.trial.question import LARGE, PROTOCOL, Question, Split

SURPRISING = 10  # number of rows to list
LOOKED_AT = 500  # number of rows over which the weight of a column is averaged
SHARES = (1 / 8, 1 / 4, 1 / 2)  # shares of the training rows on a learning curve, in addition to all of them
FOLDS, LEAST = 5, 8  # folds of a learning curve, and the least number of rows in its smallest training part


def count_errors(question: Question, predictions: Predictions, method: str) -> pd.DataFrame:
    """Test rows of the first repeat by true class (row) and predicted class (column)."""
    rows = list_first_repeat(question, predictions, method)
    counts = pd.crosstab(rows["label"], rows["predicted"])
    classes = list(question.table.classes)
    return counts.reindex(index=classes, columns=classes, fill_value=0)


def find_surprises(question: Question, predictions: Predictions, method: str) -> pd.DataFrame:
    """The wrongly predicted rows to whose class the method gave the smallest probability out of fold."""
    rows = list_first_repeat(question, predictions, method)
    return rows[rows["label"] != rows["predicted"]].nsmallest(SURPRISING, "probability")


def list_first_repeat(question: Question, predictions: Predictions, method: str) -> pd.DataFrame:
    """Out-of-fold predictions of the first repeat: `row` in the file (from 1), its `label`, the `predicted`
    label, and the `probability` of the true class.
    """
    folds = int((predictions.repeat == predictions.repeat[0]).sum())
    tested = slice(0, int(predictions.offsets[folds]))
    p, cases = predictions.methods[method], predictions.row[tested]
    truth, classes = question.table.y[cases], np.array(question.table.classes)
    probability = np.exp(p.log_proba[tested][np.arange(len(cases)), truth])
    labels = {"label": classes[truth], "predicted": classes[p.predicted[tested]]}
    return pd.DataFrame({"row": question.rows[cases], **labels, "probability": probability})


def weigh_columns(question: Question, model: Fitted) -> pd.DataFrame:
    """Columns or words by their influence, largest first: `name`, `weight` (mean size of the log-odds that a
    value contributes, in nats) and `speaks_for`, the class for which it speaks most.
    """
    rows = np.unique(np.linspace(0, n_cases(question.table) - 1, LOOKED_AT).astype(int))
    items = explain.explain(model, subset(question.table, rows))
    items = items[~explain.is_remark(items) & np.isfinite(items["log_odds"]) & (items["log_odds"] != 0)]
    side = items["predicted"].where(items["log_odds"] > 0, items["against"])
    evidence = pd.DataFrame(
        {"name": items["attribute"], "weight": items["log_odds"].abs(), "speaks_for": side}
    )
    by_class = evidence.pivot_table("weight", "name", "speaks_for", aggfunc="sum", fill_value=0.0)
    frame = pd.DataFrame({"weight": by_class.sum(axis=1) / len(rows)})
    frame["speaks_for"] = by_class.idxmax(axis=1) if len(frame) else ""
    return frame.sort_values("weight", ascending=False, kind="stable").reset_index()


class Curve(NamedTuple):
    """Learning curve of a method: mean of the metric over the folds, by size of the training part."""

    method: str
    means: dict[int, float]  # training rows -> mean
    gain: Estimate  # of the last doubling; positive if more rows are better


def ask_for_curve(question: Question, method: str) -> Question | None:
    """The question for a learning curve. None for folds with their own training parts, for few rows, and for
    large tables, whose curve would take longer than the answer.
    """
    n, scheme = n_cases(question.table), question.split.scheme
    sizes = sorted({int(n * (FOLDS - 1) // FOLDS * share) for share in SHARES})
    if scheme not in ("stratified", "grouped") or sizes[0] < LEAST or n > LARGE:
        return None
    entropy = settings.seed_words(question.seed, PROTOCOL, question.name)
    folds = splits.make(question.table, scheme=scheme, folds=FOLDS, train_cases=(*sizes, "all"), seed=entropy)
    methods = {method: question.methods[method]}
    return question._replace(split=Split(scheme, FOLDS, 1), folds=folds, methods=methods)


def draw_curve(question: Question, predictions: Predictions, method: str) -> Curve | None:
    """The learning curve of a method; None if a fold has no score."""
    scores = measure_folds(question, {method: predictions})
    scores = scores[scores["metric"] == question.metric.id]
    if len(scores) < len(question.folds.fold):
        return None
    sizes = scores.groupby("repeat")["n_train"].mean().round().astype(int)
    means = scores.groupby("repeat")["value"].mean()
    half, whole = (scores["value"][scores["repeat"] == r].to_numpy() for r in means.index[-2:])
    gain = estimate_mean(question.metric.sign * (whole - half), 1 / (FOLDS - 1))
    return Curve(method, dict(zip(sizes, means, strict=True)), gain)
