"""Turn predictions into an answer: scores, comparisons on the same folds, a recommendation, and sentences.

The sentences are the same on the terminal, on the page and in Python; ids of methods are in backticks, which
the page turns into code.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark import score
from naivebench.benchmark.predictions import Predictions
from naivebench.evaluation.statistics import bayes, intervals
from naivebench.evaluation.statistics.wilcoxon import sign_test
from naivebench.trial.plan import BASELINE, ON_A_LINE, PLAIN, Plan, rank_cost

SHOWN = ("accuracy", "balanced_accuracy", "log_loss_clipped", "auc", "ece")
LIKELY = 0.75  # posterior probability from which on a statement is called probable
SURE = 0.95  # posterior probability from which on it is called certain
ROPE = bayes.ROPE  # differences up to this size are practically equivalent
ALPHA = 1 - intervals.LEVEL  # p up to which a difference is significant
OUTSIDE = ("baseline", "reference", "external")  # groups of methods that are not members of the family
# why a method has no scores, if it may have some in another run
IN_TIME, INTERRUPTED = "did not finish in time", "was interrupted"


class Comparison(NamedTuple):
    """Comparison of one method with another by the metric that decides; positive differences are better.

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


Comparisons = dict[str, Comparison]  # method -> its comparison with one other


class Answer(NamedTuple):
    """The result of a trial."""

    scores: pd.DataFrame  # method, repeat, fold, n_test, n_train, metric, value, as the workflow has them
    # a row for each method, best first: title, status (ok, or why it has no scores), a mean of every metric
    # over the folds, `low` and `high` (95 % interval of the metric that decides), CPU `seconds` of all fits
    methods: pd.DataFrame
    best: str
    recommended: str  # the simplest member of the family that is practically as good as its best member
    plain: str  # plain naive Bayes, "" if it has no scores
    family: list[str]  # scored members of the family, best first
    against_best: Comparisons  # of every scored method with the best one
    above: Comparisons  # and with the most frequent class; empty if that has no scores

    def is_above_baseline(self, method: str) -> bool:
        """Whether a method is probably better than the most frequent class."""
        return method in self.above and self.above[method].is_better

    def is_good_enough(self, method: str) -> bool:
        """Whether a method is as good as the best one, and above the most frequent class."""
        return self.against_best[method].is_as_good and self.is_above_baseline(method)


def find_answer(plan: Plan, predictions: Predictions, reasons: Mapping[str, str]) -> Answer | None:
    """Return the answer, None if only the most frequent class has scores; reasons: why methods have none."""
    metric, metrics = plan.metric, list(dict.fromkeys((plan.metric.id, *SHOWN)))
    values = score.make_table_rows(predictions, plan.table.y, plan.folds, metrics, predictions.methods)
    scores = pd.DataFrame(values["scores"], columns=score.COLUMNS["scores"][2:])

    # a row for each method, best first
    rows: dict[str, dict[str, Any]] = {}
    for method, stanza in plan.methods.items():
        row = rows[method] = {"title": stanza["title"], "status": reasons.get(method, "")}
        if method not in predictions.methods:
            continue
        own = scores[scores["method"] == method]
        row |= own.groupby("metric")["value"].mean().to_dict()
        decisive = own["value"][own["metric"] == metric.id]
        interval = intervals.estimate_mean(decisive[np.isfinite(decisive)], plan.ratio)
        if interval.n > 1:
            row |= {"low": max(interval.low, metric.range[0]), "high": min(interval.high, metric.range[1])}
        folds = predictions.methods[method].folds
        row["seconds"] = math.fsum(fold.fit_seconds + fold.predict_seconds for fold in folds)
        row["status"] = "ok"
    columns = ["title", "status", *metrics, "low", "high", "seconds"]
    methods = pd.DataFrame.from_dict(rows, orient="index").rename_axis("method").reindex(columns=columns)
    methods = methods.sort_values(metric.id, ascending=metric.better == "lower", kind="stable")
    scored = methods.index[methods["status"] == "ok"].tolist()
    if not set(scored) - {BASELINE} and (not scored or len(plan.methods) - len(plan.refused) > 1):
        return None

    # comparisons on the same folds, and the recommendation
    def compare_each(other: str, some: list[str]) -> Comparisons:
        return {m: compare_methods(plan, predictions, scores, m, other) for m in some}

    family = [m for m in scored if plan.methods[m].get("group") not in OUTSIDE]
    above = compare_each(BASELINE, [m for m in scored if m != BASELINE]) if BASELINE in scored else {}
    recommended = recommend_method(plan, compare_each(family[0], family), above) if family else scored[0]
    plain = next((m for m in PLAIN if m in scored), "")
    against_best = compare_each(scored[0], scored)
    return Answer(scores, methods, scored[0], recommended, plain, family, against_best, above)


def recommend_method(plan: Plan, against_first: Comparisons, above: Comparisons) -> str:
    """Return the simplest member of the family that is practically as good as the first one, which is the
    best. Members above the most frequent class and, for data with angles, members that treat them as angles
    are preferred.
    """
    has_angles = any(a.kind == "angular" for a in plan.table.attributes)
    family = [m for m in against_first if not (has_angles and m in ON_A_LINE)] or list(against_first)
    good = [m for m in family if m == family[0] or against_first[m].is_as_good]
    good = [m for m in good if m in above and above[m].is_better] or good
    # from simple to complex: plain naive Bayes, then its relatives by cost
    return min(good, key=lambda m: (m not in PLAIN, rank_cost(plan.methods[m])))


def compare_methods(plan: Plan, predictions: Predictions, scores: pd.DataFrame, a: str, b: str) -> Comparison:
    """Compare method a with method b on the same folds."""
    of_metric = scores[scores["metric"] == plan.metric.id]
    values = of_metric.pivot(index=["repeat", "fold"], columns="method", values="value")
    differences = plan.metric.sign * (values[a] - values[b]).to_numpy()
    differences = differences[np.isfinite(differences)]
    mean, low, high, n, _ = intervals.estimate_mean(differences, plan.ratio)
    if n > 1:
        better, _, worse = bayes.correlated_t(differences, plan.ratio, ROPE)
        return Comparison(mean, low, high, worse, math.nan, worse < 0.5, better >= LIKELY)

    # one test fold has no variance over folds: count the cases that only one of the two gets right
    truth = plan.table.y[predictions.row]
    right, other = (predictions.methods[m].predicted == truth for m in (a, b))
    p = sign_test(int((right & ~other).sum()), int((other & ~right).sum()))
    differs = p <= ALPHA
    return Comparison(mean, math.nan, math.nan, math.nan, p, not differs, differs and mean > 0)


# sentences


def compose_sentences(plan: Plan, answer: Answer) -> list[str]:
    """Return the answer in one sentence, then the reasons: scores, differences and their certainty, what is
    missing, how it was compared.
    """
    best, use, metric = answer.best, answer.recommended, plan.metric
    row = answer.methods.loc[best]
    mean, low, high = (format_score(plan, row[key]) for key in (metric.id, "low", "high"))
    ends = "" if math.isnan(row["low"]) else f" (95 % interval {low} to {high})"
    among = f"Best of {len(answer.against_best)} methods by {metric.label.lower()}"
    sentences = [f"{compose_title(plan, answer)}.", f"{among}: `{best}` ({row['title']}), {mean}{ends}."]

    behind = dict.fromkeys([answer.plain, use] if answer.family else [])
    sentences += [describe_gap_to_best(plan, answer, m) for m in behind if m not in ("", best)]
    if answer.family and answer.is_above_baseline(use):
        sentences.append(f"Recommended: `{use}`, the simplest of the family that is as good as its best.")
    if BASELINE in answer.against_best:
        mean = format_score(plan, answer.methods[metric.id][BASELINE])
        sentences.append(f"Always predicting the most frequent class gives {mean}.")

    missing = answer.methods[answer.methods["status"] != "ok"]
    for reason, rows in missing.groupby("status", sort=False):
        names = ", ".join(f"`{method}`" for method in rows.index)
        cure = " Repeat the command with a larger --budget." if reason == IN_TIME else ""
        sentences.append(f"Not compared: {names} ({reason}).{cure}")

    folds, repeats = plan.folds, len(np.unique(plan.folds.repeat))
    kind = {
        "stratified": "stratified folds drawn at random",
        "grouped": "folds that keep every group together",
        "time": "parts of later rows, each predicted from the rows before it",
        "holdout": f"test fold, the {len(folds.test)} rows of the test file",
    }[folds.scheme]
    same = f"{len(folds.fold) // repeats} {kind}{f', {repeats} times' if repeats > 1 else ''}"
    sentences.append(f"All methods were compared on the same {same} ({len(plan.table.y)} rows).")
    return sentences


def compose_title(plan: Plan, answer: Answer) -> str:
    """Return the answer in one line, with a note if some methods did not finish."""
    n, status = len(plan.methods) - len(plan.refused), answer.methods["status"]
    unfinished = status.isin([IN_TIME, INTERRUPTED]).sum()
    so_far = f"So far ({n - unfinished} of {n} methods): " if unfinished else ""
    if unfinished and not {*answer.against_best} - {BASELINE, answer.plain}:
        return f"{so_far}{plan.target}: too early to say, because only naive Bayes has finished"
    return f"{so_far}{plan.target}: {compose_verdict(answer)}"


def compose_verdict(answer: Answer) -> str:
    """State whether naive Bayes is good enough, or which other method is."""
    best, use, plain = answer.best, answer.recommended, answer.plain
    if not answer.is_above_baseline(best):
        return "no method is clearly better than the most frequent class"
    if not answer.family:
        return f"`{best}` is best, and no member of the naive Bayes family was compared"
    sure = [m for m, c in answer.against_best.items() if m == best or c.worse <= 1 - SURE]
    if plain and answer.is_good_enough(plain):
        return f"naive Bayes is {'' if plain in sure else 'probably '}good enough"
    if use == best:
        return f"use `{use}`, a relative of naive Bayes"
    if answer.is_good_enough(use):
        return f"`{use}` is {'' if use in sure else 'probably '}good enough"
    probably = "probably " if answer.against_best[use].worse < SURE else ""
    return f"`{best}` is {probably}better than naive Bayes and its relatives"


def describe_gap_to_best(plan: Plan, answer: Answer, method: str) -> str:
    """Describe how far a method is behind the best one, and how certain it is that this matters."""
    c, row, points = answer.against_best[method], answer.methods.loc[method], plan.metric.points
    # the format z writes no sign for a difference that is rounded to zero
    size, low, high = (f"{-100 * x:z.1f}" if points else f"{-x:z.3f}" for x in (c.difference, c.high, c.low))
    mean, unit = format_score(plan, row[plan.metric.id]), " points" if points else ""
    start = f"`{method}` ({row['title']}) reaches {mean}, {size}{unit} worse"
    if math.isnan(c.worse):
        detail = "" if plan.metric.id == "accuracy" else " of the accuracy"
        return f"{start} (McNemar's test{detail}, p = {c.p:.2g})."
    return (
        f"{start} (95 % interval {low} to {high}). With probability {c.worse:.2f}, the difference is larger "
        f"than {'1 point' if points else f'{ROPE:g}'}."
    )


def format_score(plan: Plan, value: float) -> str:
    return f"{100 * value:.1f} %" if plan.metric.points else f"{value:.3f}"
