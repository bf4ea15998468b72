"""The answer of a trial in sentences, the same on the terminal, on the page and in Python."""

from __future__ import annotations

import math

from naivebench.benchmark.trial.answer import LEVEL, LIKELY, ROPE, SURE, Answer, Comparison, Row
from naivebench.benchmark.trial.growth import Curve
from naivebench.benchmark.trial.question import BASELINE, NAIVE_BAYES, Question
from naivebench.core.table import n_cases

PERCENT = ("accuracy", "balanced_accuracy")


def headline(question: Question, found: Answer) -> list[str]:
    """The answer: best method, distance to naive Bayes and to the best rival, and what to use."""
    by = {row.method: row for row in found.rows}
    best, metric = by[found.best], question.metric
    first = (
        f"Best by {metric.label.lower()}: {found.best} ({best.title}), "
        f"{value(question, metric.id, best.scores[metric.id].mean)}{_interval(question, best)}."
    )
    return [
        first,
        *_recommendation(question, found),
        *_against(question, found),
        *_baseline(question, by),
        *_lost(found),
    ]


def _lost(found: Answer) -> list[str]:
    reasons: dict[str, list[str]] = {}
    for row in found.rows:
        if not row.scores:
            reasons.setdefault(row.status, []).append(row.method)
    return [f"Not compared: {', '.join(methods)} ({reason})." for reason, methods in reasons.items()]


def _recommendation(question: Question, found: Answer) -> list[str]:
    name = found.recommended
    if name == found.best:
        return [f"Use {name}: no other method is better on this table."]
    c = found.against_best[name]
    if question.methods[found.best].get("group") != "baseline":
        return [
            f"Use {name}: it is simpler than {found.best}, and {_practically(c)} "
            f"({_difference(question, c)})."
        ]
    return [
        f"Of the naive Bayes family, use {name}. Compared with {found.best}, {_practically(c)} "
        f"({_difference(question, c)})."
    ]


def _against(question: Question, found: Answer) -> list[str]:
    lines = []
    if found.against_naive_bayes:
        c = found.against_naive_bayes
        lines.append(f"Compared with plain naive Bayes ({NAIVE_BAYES}), {c.a} {_verdict(question, c)}.")
    elif found.recommended == NAIVE_BAYES:
        lines.append("Plain naive Bayes is good enough here: its relatives gain nothing that matters.")
    if found.against_rival and found.rival != found.best:
        c = found.against_rival
        lines.append(f"Compared with {found.rival}, the best other method, {c.a} {_verdict(question, c)}.")
    return lines


def _baseline(question: Question, by: dict[str, Row]) -> list[str]:
    row = by.get(BASELINE)
    if row is None or not row.scores:
        return []
    mean = value(question, question.metric.id, row.scores[question.metric.id].mean)
    return [f"Always predicting the most frequent class gives {mean}."]


def _verdict(question: Question, c: Comparison) -> str:
    """`is better by 2.1 points (...)`, as sure as it is."""
    size = _difference(question, c)
    if math.isnan(c.better):
        significant = c.p <= 1 - LEVEL
        how = "significantly" if significant else "not significantly"
        return f"is {how} {'better' if c.difference > 0 else 'worse'} ({size}; {c.test}, p = {c.p:.2g})"
    for probability, what in (
        (c.better, "better"),
        (c.worse, "worse"),
        (c.equal, "equally good for practical purposes"),
    ):
        if probability >= LIKELY:
            word = "almost certainly" if probability >= SURE else "probably"
            return f"is {word} {what} ({size}; probability {probability:.2f})"
    return (
        f"cannot be ranked with certainty ({size}; better with probability {c.better:.2f}, practically equal "
        f"{c.equal:.2f}, worse {c.worse:.2f})"
    )


def _practically(c: Comparison) -> str:
    if math.isnan(c.worse):
        return f"{c.a} is not significantly worse (p = {c.p:.2g})"
    if c.worse < 0.5:
        return f"{c.a} is probably not worse by more than {100 * ROPE:g} point"
    word = "almost certainly" if c.worse >= SURE else "probably"
    return f"{c.a} is {word} worse by more than {100 * ROPE:g} point"


def _difference(question: Question, c: Comparison) -> str:
    if question.metric.id in PERCENT:
        return f"{100 * c.difference:+.2f} points"
    return f"{c.difference:+.4f} in {question.metric.label.lower()}, in favour of the first where positive"


def _interval(question: Question, row: Row) -> str:
    estimate = row.scores[question.metric.id]
    if math.isnan(estimate.low):
        return ""
    low, high = (value(question, question.metric.id, x) for x in (estimate.low, estimate.high))
    return f" (95 % interval {low} to {high})"


def value(question: Question, metric: str, number: float) -> str:
    """A score as text."""
    if math.isnan(number):
        return "-"
    return f"{100 * number:.2f} %" if metric in PERCENT else f"{number:.4f}"


def more_rows(question: Question, curve: Curve) -> str:
    """Whether more rows are likely to help, from what the last doubling gained."""
    half, whole = curve.means[-2:]
    gain = question.metric.sign * (whole - half)
    size = f"{100 * gain:+.2f} points" if question.metric.id in PERCENT else f"{gain:+.4f}"
    doubled = f"from {curve.sizes[-2]} to {curve.sizes[-1]} training rows, {curve.method} gains {size}"
    if gain > ROPE:
        return f"More rows are likely to help: {doubled}."
    return f"More rows are unlikely to help much: {doubled}."


def basis(question: Question) -> str:
    """What the answer rests on, in one sentence."""
    n, split = n_cases(question.table), question.split
    if split.scheme == "holdout":
        return f"Methods were trained on the first {question.holdout} rows and compared on the others."
    kind = {
        "stratified": "stratified folds drawn at random",
        "grouped": "folds that keep every group together",
        "time": "parts of later rows, each predicted from the rows before it",
    }[split.scheme]
    times = f", {split.repeats} times" if split.repeats > 1 else ""
    count = len(question.folds.fold) // split.repeats
    return f"All methods were compared on the same {count} {kind}{times} ({n} rows)."


def practically_as_good(question: Question, found: Answer) -> list[str]:
    """Methods that are probably not practically worse than the best one, from simple to complex."""
    return [
        row.method
        for row in found.rows
        if row.scores
        and row.method != found.best
        and not math.isnan(found.against_best[row.method].worse)
        and found.against_best[row.method].worse < 0.5
    ]
