"""State the answer of a trial in sentences, the same on the terminal, on the page and in Python.

Ids of methods are in backticks, which the page turns into code.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core.table import n_cases
from naivebench.trial.answer import ROPE, SURE, Answer
from naivebench.trial.jobs import IN_TIME, INTERRUPTED
from naivebench.trial.question import BASELINE, Question

PERCENT = ("accuracy", "balanced_accuracy")
RULES = (
    "Cut points, value lists and parameters are learned in the training part of each fold. The recommended "
    "method is the simplest member of the naive Bayes family whose probability of being worse than the best "
    f"member by more than {ROPE:g} of the metric ({100 * ROPE:g} point of accuracy) is below one half; "
    "members that are probably better than the most frequent class come first. Probabilities are those of "
    "the Bayesian correlated t test, intervals those of the corrected resampled t test; both allow for the "
    "training cases that folds share."
)


def compose_title(question: Question, answer: Answer) -> str:
    """Return the answer in one line, with a note if some methods did not finish."""
    n, status = len(question.methods), answer.methods["status"]
    unfinished = sum(s.endswith((IN_TIME, INTERRUPTED)) for s in status)
    so_far = f"So far ({n - unfinished} of {n} methods): " if unfinished else ""
    if unfinished and not {*answer.against_best} - {BASELINE, answer.plain}:
        return f"{so_far}{question.target}: too early to say, because only naive Bayes has finished"
    return f"{so_far}{question.target}: {compose_verdict(answer)}"


def compose_verdict(answer: Answer) -> str:
    """State whether naive Bayes is good enough, or which other method is."""
    best, use, plain = answer.best, answer.recommended, answer.plain
    if not answer.is_above_baseline(best):
        return "no method is clearly better than the most frequent class"
    if not answer.family:
        return f"`{best}` is best, and no member of the naive Bayes family was compared"
    certainty = {m: "" if c.worse <= 1 - SURE else "probably " for m, c in answer.against_best.items()}
    certainty[best] = ""
    if plain and answer.is_good_enough(plain):
        return f"naive Bayes is {certainty[plain]}good enough"
    if use == best:
        return f"use `{use}`, a relative of naive Bayes"
    if answer.is_good_enough(use):
        return f"`{use}` is {certainty[use]}good enough"
    probably = "probably " if answer.against_best[use].worse < SURE else ""
    return f"`{best}` is {probably}better than naive Bayes and its relatives"


def compose_sentences(question: Question, answer: Answer) -> list[str]:
    """Return the reasons: scores, differences and their certainty, missing methods, and the folds."""
    best, use, metric = answer.best, answer.recommended, question.metric
    row = answer.methods.loc[best]
    score, low, high = (format_score(question, row[key]) for key in (metric.id, "low", "high"))
    ends = "" if math.isnan(row["low"]) else f" (95 % interval {low} to {high})"
    among = f"Best of {len(answer.against_best)} methods by {metric.label.lower()}"
    sentences = [f"{among}: `{best}` ({row['title']}), {score}{ends}."]

    behind = dict.fromkeys([answer.plain, use] if answer.family else [])
    sentences += [describe_gap_to_best(question, answer, m) for m in behind if m not in ("", best)]
    if answer.family and answer.is_above_baseline(use):
        sentences.append(f"Recommended: `{use}`, the simplest of the family that is as good as its best.")
    if BASELINE in answer.against_best:
        score = format_score(question, answer.methods[metric.id][BASELINE])
        sentences.append(f"Always predicting the most frequent class gives {score}.")

    missing = answer.methods[answer.methods["status"] != "ok"]
    for reason, rows in missing.groupby("status", sort=False):
        names = ", ".join(f"`{method}`" for method in rows.index)
        cure = " Repeat the command with a larger --budget." if reason.endswith(IN_TIME) else ""
        sentences.append(f"Not compared: {names} ({reason}).{cure}")
    return [*sentences, describe_comparison(question)]


def describe_gap_to_best(question: Question, answer: Answer, method: str) -> str:
    """Describe how far a method is behind the best one, and how certain it is that this matters."""
    c, row, points = answer.against_best[method], answer.methods.loc[method], question.metric.id in PERCENT
    size, low, high = (format_difference(question, x) for x in (-c.difference, -c.high, -c.low))
    score, unit = format_score(question, row[question.metric.id]), " points" if points else ""
    start = f"`{method}` ({row['title']}) reaches {score}, {size}{unit} worse"
    if math.isnan(c.worse):
        of = "" if question.metric.id == "accuracy" else " of the accuracy"
        return f"{start} (McNemar's test{of}, p = {c.p:.2g})."
    return (
        f"{start} (95 % interval {low} to {high}). With probability {c.worse:.2f}, the difference is larger "
        f"than {'1 point' if points else f'{ROPE:g}'}."
    )


def describe_comparison(question: Question) -> str:
    """Describe how methods were compared."""
    folds, n = question.folds, n_cases(question.table)
    repeats = len(np.unique(folds.repeat))
    kind = {
        "stratified": "stratified folds drawn at random",
        "grouped": "folds that keep every group together",
        "time": "parts of later rows, each predicted from the rows before it",
        "holdout": f"test fold, the {len(folds.test)} rows of the test file",
    }[folds.scheme]
    times = f", {repeats} times" if repeats > 1 else ""
    return f"All methods were compared on the same {len(folds.fold) // repeats} {kind}{times} ({n} rows)."


def format_score(question: Question, score: float) -> str:
    """Return a score by the metric of the question."""
    return f"{100 * score:.1f} %" if question.metric.id in PERCENT else f"{score:.3f}"


def format_difference(question: Question, x: float) -> str:
    """Return a difference in points or in the unit of the metric, without the sign of a zero."""
    text = f"{100 * x:.1f}" if question.metric.id in PERCENT else f"{x:.3f}"
    return text if float(text) else text.removeprefix("-")
