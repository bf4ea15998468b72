"""Turn predictions into an answer: scores, comparisons on the same folds, and a recommendation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark import score
from naivebench.benchmark.predictions import Predictions
from naivebench.benchmark.retrieval import gather_folds
from naivebench.core.table import n_cases
from naivebench.evaluation import folds as splits
from naivebench.evaluation.statistics import bayes, intervals
from naivebench.evaluation.statistics.wilcoxon import sign_test
from naivebench.trial.question import BASELINE, ON_A_LINE, PLAIN, Question, has_angles, rank_cost

SHOWN = ("accuracy", "balanced_accuracy", "log_loss_clipped", "auc", "ece")
SCORES = ("method", "repeat", "fold", "n_test", "n_train", "metric", "value")
LIKELY = 0.75  # posterior probability from which on a statement is called probable
SURE = 0.95  # posterior probability from which on it is called certain
ROPE = bayes.ROPE  # differences up to this size are practically equivalent
ALPHA = 1 - intervals.LEVEL  # p up to which a difference is significant
OUTSIDE = ("baseline", "reference", "external")  # groups of methods that are not members of the family


class Comparison(NamedTuple):
    """Comparison of one method with another by the metric of the question; positive differences are better.

    `low` and `high` are the 95 % interval of the corrected resampled t test. With one test fold, they and
    `worse` are NaN, and significance decides instead of probabilities.
    """

    difference: float
    low: float
    high: float
    worse: float  # posterior probability that the method is practically worse
    p: float  # two-sided p of McNemar's test, with one test fold; otherwise NaN
    is_as_good: bool  # probably not practically worse, or not significantly different
    is_better: bool  # probably practically better, or significantly better


class Answer(NamedTuple):
    """The result of a trial."""

    scores: pd.DataFrame  # with the columns SCORES, as the workflow writes them
    # a row for each method, best first: title, status (ok, or why it has no scores), a mean of every metric
    # over the folds, `low` and `high` (95 % interval of the metric that decides), CPU `seconds` of all fits
    methods: pd.DataFrame
    best: str
    recommended: str  # the simplest member of the family that is practically as good as its best member
    plain: str  # plain naive Bayes, "" if it has no scores
    family: list[str]  # scored members of the family, best first
    against_best: dict[str, Comparison]  # comparison of every scored method with the best one
    above: dict[str, Comparison]  # and with the most frequent class; empty if that has no scores

    def is_above_baseline(self, method: str) -> bool:
        """Whether a method is probably better than the most frequent class."""
        return method in self.above and self.above[method].is_better

    def is_good_enough(self, method: str) -> bool:
        """Whether a method is as good as the best one, and above the most frequent class."""
        return self.against_best[method].is_as_good and self.is_above_baseline(method)


def find_answer(question: Question, predictions: Predictions, reasons: Mapping[str, str]) -> Answer | None:
    """Return the answer, None if only the most frequent class has scores; reasons: why methods have none."""
    sizes, y = score.count_training_cases(question.folds, n_cases(question.table)), question.table.y
    metrics = list(dict.fromkeys((question.metric.id, *SHOWN)))
    parts = gather_folds(predictions)
    rows = [
        row
        for m in predictions.methods
        for row in score.list_score_rows(m, parts.get(m, {}), y, metrics, sizes)
    ]
    scores = pd.DataFrame(rows, columns=SCORES)
    methods = describe_methods(question, predictions, reasons, scores)
    scored = methods.index[methods["status"] == "ok"].tolist()
    if not set(scored) - {BASELINE} and (not scored or len(methods) > 1):
        return None

    def compare_each(other: str, some: list[str]) -> dict[str, Comparison]:
        return {m: compare_methods(question, predictions, scores, m, other) for m in some}

    family = [m for m in scored if question.methods[m].get("group") not in OUTSIDE]
    above = compare_each(BASELINE, [m for m in scored if m != BASELINE]) if BASELINE in scored else {}
    recommended = recommend_method(question, compare_each(family[0], family), above) if family else scored[0]
    plain = next((m for m in PLAIN if m in scored), "")
    against_best = compare_each(scored[0], scored)
    return Answer(scores, methods, scored[0], recommended, plain, family, against_best, above)


def recommend_method(
    question: Question, against_first: Mapping[str, Comparison], above: Mapping[str, Comparison]
) -> str:
    """Return the simplest member of the family that is practically as good as the first one, which is the
    best. Members above the most frequent class and, for data with angles, members that treat them as angles
    are preferred.
    """
    suitable = [m for m in against_first if not (m in ON_A_LINE and has_angles(question.table))]
    family = suitable or list(against_first)
    good = [m for m in family if m == family[0] or against_first[m].is_as_good]
    good = [m for m in good if m in above and above[m].is_better] or good
    # from simple to complex: plain naive Bayes, then its relatives by cost
    return min(good, key=lambda m: (m not in PLAIN, rank_cost(question.methods[m])))


def describe_methods(
    question: Question, predictions: Predictions, reasons: Mapping[str, str], scores: pd.DataFrame
) -> pd.DataFrame:
    """Make `Answer.methods`: a row for each method, best first, those without scores last."""
    metric = question.metric
    rows: dict[str, dict[str, Any]] = {}
    for method, stanza in question.methods.items():
        row = rows[method] = {"title": stanza["title"], "status": reasons.get(method, "")}
        if method not in predictions.methods:
            continue
        folds = predictions.methods[method].folds
        own = scores[scores["method"] == method]
        interval = estimate_mean_over_folds(question, own["value"][own["metric"] == metric.id])
        row |= own.groupby("metric")["value"].mean().to_dict()
        row["low"], row["high"] = max(interval.low, metric.range[0]), min(interval.high, metric.range[1])
        row["seconds"] = math.fsum(fold.fit_seconds + fold.predict_seconds for fold in folds)
        row["status"] = "ok"
    columns = ["title", "status", *dict.fromkeys((metric.id, *SHOWN)), "low", "high", "seconds"]
    frame = pd.DataFrame.from_dict(rows, orient="index").rename_axis("method").reindex(columns=columns)
    return frame.sort_values(metric.id, ascending=metric.better == "lower", kind="stable")


def compare_methods(
    question: Question, predictions: Predictions, scores: pd.DataFrame, a: str, b: str
) -> Comparison:
    """Compare method a with method b on the same folds."""
    of_metric = scores[scores["metric"] == question.metric.id]
    values = of_metric.pivot(index=["repeat", "fold"], columns="method", values="value")
    differences = question.metric.sign * (values[a] - values[b]).to_numpy()
    differences = differences[np.isfinite(differences)]
    mean, low, high, n, _ = estimate_mean_over_folds(question, differences)
    if n > 1:
        ratio = splits.average_test_train_ratio(question.folds, n_cases(question.table))
        better, _, worse = bayes.correlated_t(differences, ratio, ROPE)
        return Comparison(mean, low, high, worse, math.nan, worse < 0.5, better >= LIKELY)

    # one test fold has no variance over folds: count the cases that only one of the two gets right
    truth = question.table.y[predictions.row]
    right, other = (predictions.methods[m].predicted == truth for m in (a, b))
    p = sign_test(int((right & ~other).sum()), int((other & ~right).sum()))
    differs = p <= ALPHA
    return Comparison(mean, low, high, math.nan, p, not differs, differs and mean > 0)


def estimate_mean_over_folds(question: Question, values: Any) -> intervals.Interval:
    """Estimate the mean on the folds (J,) with its interval, whose ends are NaN for fewer than two values."""
    values = np.asarray(values)
    ratio = splits.average_test_train_ratio(question.folds, n_cases(question.table))
    interval = intervals.estimate_mean(values[np.isfinite(values)], ratio)
    return interval if interval.n > 1 else interval._replace(low=math.nan, high=math.nan)
