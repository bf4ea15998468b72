"""Turn predictions into an answer: scores, comparisons on the same folds, and a recommendation."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from naivebench.benchmark import score
from naivebench.benchmark.predictions import Predictions
from naivebench.core.table import n_cases
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import bayes, within
from naivebench.evaluation.statistics.wilcoxon import sign_test
from naivebench.trial import question as questions
from naivebench.trial.question import BASELINE, PLAIN, Question

SHOWN = ("accuracy", "balanced_accuracy", "log_loss_clipped", "auc", "ece")
# posterior probabilities from which on a statement is called almost certain or probable
SURE, LIKELY = 0.95, 0.75
ROPE = bayes.ROPE  # differences up to this size are practically equivalent
LEVEL = 0.95  # confidence level of the intervals
UNFINISHED = "not finished"  # status of a method that the user stopped


class Estimate(NamedTuple):
    """Mean of a metric over the folds, with an interval that allows for shared training cases.

    The interval is NaN if fewer than two folds have a value.
    """

    mean: float
    low: float
    high: float


class Row(NamedTuple):
    """One method with its scores and its time."""

    method: str
    title: str
    status: str  # ok, or the reason why it has no scores
    scores: dict[str, Estimate]  # metric -> estimate
    seconds: float  # CPU seconds of fits and predictions, all folds


class Comparison(NamedTuple):
    """Comparison of method a with method b by the metric of the question; differences are positive if a is
    better.
    """

    a: str
    b: str
    difference: float
    low: float  # 95 % interval of the difference from the corrected t test; NaN with one test part
    high: float
    better: float  # posterior probabilities that a is practically better, that both are practically
    equal: float  # equal, and that b is practically better
    worse: float
    p: float  # two-sided; of the corrected resampled t test, or of McNemar's test if there is one test part
    test: str


class Answer(NamedTuple):
    """The result of a trial.

    Rows are sorted from best to worst, those without scores last.
    """

    rows: list[Row]
    best: str
    recommended: str  # the simplest member of the family that is practically as good as its best member
    plain: str  # plain naive Bayes, "" if it has no scores
    rival: str  # the best method outside the family, "" if there is none
    against_best: dict[str, Comparison]  # comparison of every scored method with the best one
    above: dict[str, Comparison]  # and with the most frequent class; empty if that has no scores
    family: int  # number of scored members of the naive Bayes family

    def row(self, method: str) -> Row:
        """The row of a method."""
        return next(row for row in self.rows if row.method == method)


def rows_of(question: Question, found: Mapping[str, Predictions], lost: Mapping[str, str]) -> list[Row]:
    """The rows of all methods, best first, those without scores last."""
    rows = [_row(question, method, found.get(method), lost) for method in question.methods]
    rows += [
        Row(method, method, f"not applicable: it {why}", {}, math.nan)
        for method, why in question.left_out.items()
    ]
    metric = question.metric
    return sorted(
        rows, key=lambda r: (not r.scores, -metric.sign * r.scores[metric.id].mean if r.scores else 0.0)
    )


def answer(question: Question, found: Mapping[str, Predictions], lost: Mapping[str, str]) -> Answer | None:
    """The answer from the methods that have scores on all folds; None if none has, or only the most frequent
    class.
    """
    rows = rows_of(question, found, lost)
    scored = [r.method for r in rows if r.scores]
    if not scored or (scored == [BASELINE] and len(rows) > 1):
        return None
    values = {m: fold_values(question, found[m], question.metric.id) for m in scored}

    def against(a: str, b: str) -> Comparison:
        return _compared(question, found, values, a, b)

    best, family = scored[0], [m for m in scored if is_member(question, m)]
    above = {m: against(m, BASELINE) for m in scored if m != BASELINE} if BASELINE in scored else {}
    return Answer(
        rows,
        best,
        _recommended(question, family, against, above) if family else best,
        next((m for m in PLAIN if m in scored), ""),
        next((m for m in scored if not is_member(question, m) and m != BASELINE), ""),
        {m: against(m, best) for m in scored},
        above,
        len(family),
    )


def is_member(question: Question, method: str) -> bool:
    """Whether a method belongs to the naive Bayes family."""
    return question.methods[method].get("group") not in ("baseline", "reference", "external")


def _recommended(
    question: Question,
    family: list[str],
    against: Callable[[str, str], Comparison],
    above: Mapping[str, Comparison],
) -> str:
    """The simplest member that is practically as good as the best one, which means that the probability that
    it is practically worse is below one half.

    Members that are clearly better than the most frequent class come first, and for a table with angles those
    that take them as angles.
    """
    straight = set(questions.ON_A_LINE) if questions.has_angles(question.table) else set()
    family = [m for m in family if m not in straight] or family
    first = family[0]
    good = [m for m in family if m == first or as_good(against(m, first))]
    good = [m for m in good if m in above and tells(above[m])] or good
    return min(good, key=lambda m: questions.simplicity(m, question.methods[m]))


def as_good(c: Comparison) -> bool:
    """Whether a is practically as good as b; with only one test part, whether the difference is not
    significant.
    """
    return c.p > 1 - LEVEL if math.isnan(c.worse) else c.worse < 0.5


def tells(c: Comparison) -> bool:
    """Whether a method is probably better than the most frequent class, c being the comparison with it."""
    return (c.p <= 1 - LEVEL and c.difference > 0) if math.isnan(c.better) else c.better >= LIKELY


def fold_values(question: Question, predictions: Predictions, metric: str) -> np.ndarray:
    """Values of a metric on the folds, (J,)."""
    (p,) = predictions.methods.values()
    values = []
    for f in range(len(p.folds)):
        part = slice(predictions.offsets[f], predictions.offsets[f + 1])
        truth = question.table.y[predictions.row[part]]
        values.append(METRICS[metric].function(truth, p.log_proba[part], predicted=p.predicted[part]))
    return np.array(values)


def _row(question: Question, method: str, predictions: Predictions | None, lost: Mapping[str, str]) -> Row:
    title = question.methods[method]["title"]
    if predictions is None:
        return Row(method, title, lost.get(method, UNFINISHED), {}, math.nan)
    (p,) = predictions.methods.values()
    failed = next((fold.reason for fold in p.folds if fold.status != "ok"), "")
    if failed:
        return Row(method, title, f"failed: {failed}", {}, math.nan)
    shown = dict.fromkeys((question.metric.id, *SHOWN))
    scores = {name: _estimate(question, name, fold_values(question, predictions, name)) for name in shown}
    seconds = math.fsum(fold.fit_seconds + fold.predict_seconds for fold in p.folds)
    return Row(method, title, "ok", scores, seconds)


def _ratio(question: Question) -> float:
    """Mean over the folds of test cases / training cases."""
    return float(np.mean(np.diff(question.folds.offsets) / np.maximum(questions.train_sizes(question), 1)))


def _estimate(question: Question, metric: str, values: np.ndarray) -> Estimate:
    """Mean of a metric and its interval, cut to the range of the metric."""
    found, (least, largest) = interval(values, _ratio(question)), METRICS[metric].range
    return found._replace(low=max(found.low, least), high=min(found.high, largest))


def interval(values: np.ndarray, ratio: float) -> Estimate:
    """Mean, and its interval from Nadeau and Bengio's variance, which allows for shared training cases.

    values: (J,) values on the folds, NaN where unknown; ratio: test cases / training cases.
    """
    from scipy import stats

    known = values[np.isfinite(values)]
    mean = float(known.mean()) if len(known) else math.nan
    if len(known) < 2:
        return Estimate(mean, math.nan, math.nan)
    error = math.sqrt((1 / len(known) + ratio) * known.var(ddof=1))
    half = float(stats.t.ppf((1 + LEVEL) / 2, len(known) - 1)) * error
    return Estimate(mean, mean - half, mean + half)


def _compared(
    question: Question,
    found: Mapping[str, Predictions],
    values: Mapping[str, np.ndarray],
    a: str,
    b: str,
) -> Comparison:
    metric, unknown = question.metric, (math.nan, math.nan, math.nan)
    size = interval(metric.sign * (values[a] - values[b]), _ratio(question))
    if len(question.folds.fold) < 2:
        (first,), (second,) = found[a].methods.values(), found[b].methods.values()
        truth = question.table.y[found[a].row]
        right, other = first.predicted == truth, second.predicted == truth
        p = sign_test(int((right & ~other).sum()), int((other & ~right).sum())).p
        return Comparison(a, b, *size, *unknown, p, "McNemar's test")
    folds = within.Folds(
        question.name,
        (a, b),
        np.column_stack([values[a], values[b]]),
        question.folds.repeat,
        _ratio(question),
    )
    tests = within.compare(folds, a, b, lower_is_better=metric.better == "lower", rope=ROPE)
    shares, t = tests.bayes, tests.corrected_t
    if shares is None or t is None:
        return Comparison(a, b, *size, *unknown, math.nan, "")
    p = math.nan if t.p is None else t.p
    return Comparison(a, b, *size, shares.better, shares.rope, shares.worse, p, "corrected resampled t test")


def csv_rows(question: Question, found: Mapping[str, Predictions]) -> list[score.Row]:
    """Rows of scores.csv: every metric of `SHOWN` and of the question on every fold, as the workflow writes
    them.
    """
    sizes = score.train_sizes(question.folds, n_cases(question.table))
    metrics = list(dict.fromkeys((question.metric.id, *SHOWN)))
    return [row for p in found.values() for row in score.fold_rows(p, question.table.y, metrics, sizes)]
