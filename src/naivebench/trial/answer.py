"""Turn predictions into an answer: scores, comparisons on the same folds, and a recommendation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark import score
from naivebench.benchmark.predictions import Predictions
from naivebench.core.table import n_cases
from naivebench.evaluation.statistics import bayes
from naivebench.evaluation.statistics.wilcoxon import sign_test
from naivebench.trial.question import BASELINE, ON_A_LINE, PLAIN, Question, has_angles, rank_simplicity

SHOWN = ("accuracy", "balanced_accuracy", "log_loss_clipped", "auc", "ece")
LIKELY = 0.75  # posterior probability from which on a statement is called probable
ROPE = bayes.ROPE  # differences up to this size are practically equivalent
LEVEL = 0.95  # confidence level of the intervals
UNFINISHED = "not finished"  # status of a method that the user stopped


class Estimate(NamedTuple):
    """A mean over the folds with its 95 % interval, which is NaN if fewer than two folds have a value."""

    mean: float
    low: float
    high: float


class Comparison(NamedTuple):
    """Comparison of one method with another by the metric of the question; positive differences are better.

    With one test part, only `difference` and `p` are known; the others are NaN.
    """

    difference: float
    low: float  # 95 % interval of the difference, from the corrected resampled t test
    high: float
    better: float  # posterior probabilities that the method is practically better, that both are
    equal: float  # practically equal, and that it is practically worse
    worse: float
    p: float  # two-sided p of McNemar's test, with one test part


class Answer(NamedTuple):
    """The result of a trial."""

    scores: pd.DataFrame  # method, repeat, fold, n_test, n_train, metric, value, as the workflow writes them
    # a row for each method, best first: title, status (ok, or why it has no scores), a mean of every metric
    # over the folds, `low` and `high` (95 % interval of the metric that decides), CPU `seconds` of all fits
    methods: pd.DataFrame
    best: str
    recommended: str  # the simplest member of the family that is practically as good as its best member
    plain: str  # plain naive Bayes, "" if it has no scores
    family: list[str]  # scored members of the family, best first
    against_best: dict[str, Comparison]  # comparison of every scored method with the best one
    above: dict[str, Comparison]  # and with the most frequent class; empty if that has no scores


def find_answer(
    question: Question, found: Mapping[str, Predictions], lost: Mapping[str, str]
) -> Answer | None:
    """The answer from the methods that have scores on all folds; None if none has, or only the most frequent
    class.
    """
    scores = measure_folds(question, found)
    methods = describe_methods(question, found, lost, scores)
    scored = methods.index[methods["status"] == "ok"].tolist()
    if not set(scored) - {BASELINE} and (not scored or len(methods) > 1):
        return None

    def compare(a: str, b: str) -> Comparison:
        return compare_methods(question, found, scores, a, b)

    family = [m for m in scored if is_member(question, m)]
    above = {m: compare(m, BASELINE) for m in scored if m != BASELINE and BASELINE in scored}
    against_first = {m: compare(m, family[0]) for m in family}
    return Answer(
        scores,
        methods,
        scored[0],
        recommend(question, against_first, above) if family else scored[0],
        next((m for m in PLAIN if m in scored), ""),
        family,
        {m: compare(m, scored[0]) for m in scored},
        above,
    )


def is_member(question: Question, method: str) -> bool:
    """Whether a method belongs to the naive Bayes family."""
    return question.methods[method].get("group") not in ("baseline", "reference", "external")


def recommend(
    question: Question, against_first: dict[str, Comparison], above: Mapping[str, Comparison]
) -> str:
    """The simplest member that is practically as good as the first one, which is the best.

    Members that are clearly better than the most frequent class come first, and for a table with angles those
    that take them as angles.
    """
    round_ones = [m for m in against_first if not (m in ON_A_LINE and has_angles(question.table))]
    family = round_ones or list(against_first)
    good = [m for m in family if m == family[0] or is_as_good(against_first[m])]
    good = [m for m in good if m in above and is_above(above[m])] or good
    return min(good, key=lambda m: rank_simplicity(m, question.methods[m]))


def is_as_good(c: Comparison) -> bool:
    """Whether a method is practically as good as another; with one test part, whether the difference is not
    significant.
    """
    return c.p > 1 - LEVEL if math.isnan(c.worse) else c.worse < 0.5


def is_above(c: Comparison) -> bool:
    """Whether a method is probably better than the most frequent class, c being the comparison with it."""
    return (c.p <= 1 - LEVEL and c.difference > 0) if math.isnan(c.better) else c.better >= LIKELY


def measure_folds(question: Question, found: Mapping[str, Predictions]) -> pd.DataFrame:
    """`Answer.scores`: every metric of every method on every fold."""
    sizes = score.train_sizes(question.folds, n_cases(question.table))
    metrics = list(dict.fromkeys((question.metric.id, *SHOWN)))
    rows = [row for p in found.values() for row in score.fold_rows(p, question.table.y, metrics, sizes)]
    columns = ["method", "repeat", "fold", "n_test", "n_train", "metric", "value"]
    return pd.DataFrame(rows, columns=columns)


def describe_methods(
    question: Question, found: Mapping[str, Predictions], lost: Mapping[str, str], scores: pd.DataFrame
) -> pd.DataFrame:
    """`Answer.methods`: a row for each method, best first, those without scores last."""
    metric = question.metric
    rows = []
    for method, stanza in question.methods.items():
        row: dict[str, Any] = {
            "method": method,
            "title": stanza["title"],
            "status": lost.get(method, UNFINISHED),
        }
        if method in found:
            folds = found[method].methods[method].folds
            failed = next((fold.reason for fold in folds if fold.status != "ok"), "")
            row["status"] = f"failed: {failed}" if failed else "ok"
        if row["status"] == "ok":
            own = scores[scores["method"] == method]
            row |= own.groupby("metric")["value"].mean().to_dict()
            estimate = estimate_mean(own["value"][own["metric"] == metric.id], tested_share(question))
            row |= {"low": max(estimate.low, metric.range[0]), "high": min(estimate.high, metric.range[1])}
            row["seconds"] = math.fsum(fold.fit_seconds + fold.predict_seconds for fold in folds)
        rows.append(row)
    columns = ["title", "status", *dict.fromkeys((metric.id, *SHOWN)), "low", "high", "seconds"]
    frame = pd.DataFrame(rows).set_index("method").reindex(columns=columns)
    return frame.sort_values(metric.id, ascending=metric.better == "lower", kind="stable")


def tested_share(question: Question) -> float:
    """Mean over the folds of test cases / training cases."""
    trained = list(score.train_sizes(question.folds, n_cases(question.table)).values())
    return float(np.mean(np.diff(question.folds.offsets) / np.maximum(trained, 1)))


def estimate_mean(values: Any, ratio: float) -> Estimate:
    """Mean of the values on the folds (J,) and its interval from Nadeau and Bengio's variance, which allows
    for shared training cases; ratio: test cases / training cases.
    """
    from scipy import stats

    values = np.asarray(values)
    known = values[np.isfinite(values)]
    mean = float(known.mean()) if len(known) else math.nan
    if len(known) < 2:
        return Estimate(mean, math.nan, math.nan)
    error = math.sqrt((1 / len(known) + ratio) * known.var(ddof=1))
    half = float(stats.t.ppf((1 + LEVEL) / 2, len(known) - 1)) * error
    return Estimate(mean, mean - half, mean + half)


def compare_methods(
    question: Question, found: Mapping[str, Predictions], scores: pd.DataFrame, a: str, b: str
) -> Comparison:
    """Compare method a with method b on the same folds."""
    metric, ratio = question.metric, tested_share(question)
    wanted = scores[(scores["metric"] == metric.id) & scores["method"].isin((a, b))]
    values = wanted.pivot(index=["repeat", "fold"], columns="method", values="value")
    differences = metric.sign * (values[a] - values[b]).to_numpy()
    differences = differences[np.isfinite(differences)]
    size = estimate_mean(differences, ratio)
    if len(differences) > 1:
        shares = bayes.correlated_t(differences, ratio, ROPE)
        return Comparison(*size, shares.better, shares.rope, shares.worse, math.nan)
    truth = question.table.y[found[a].row]
    right, other = (found[m].methods[m].predicted == truth for m in (a, b))
    p = sign_test(int((right & ~other).sum()), int((other & ~right).sum())).p
    return Comparison(*size, math.nan, math.nan, math.nan, p)
