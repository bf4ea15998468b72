"""State the answer of a trial in sentences, the same on the terminal, on the page and in Python.

Ids of methods are in backticks, which the page turns into code.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core.table import n_cases
from naivebench.trial.answer import LEVEL, ROPE, UNFINISHED, Answer, is_above, is_as_good
from naivebench.trial.curve import Curve
from naivebench.trial.jobs import IN_TIME
from naivebench.trial.question import BASELINE, OF_ANGLES, ON_A_LINE, Question, has_angles

PERCENT = ("accuracy", "balanced_accuracy")
SURE = 0.95  # posterior probability from which on "probably" is left out
RULES = (
    "Cut points, value lists and parameters are learned in the training part of each fold. The recommended "
    "method is the simplest member of the naive Bayes family whose probability of being worse than the best "
    f"member by more than {ROPE:g} of the metric ({100 * ROPE:g} point of accuracy) is below one half; "
    "members that are probably better than the most frequent class come first. Probabilities are those of "
    "the Bayesian correlated t test, intervals those of the corrected resampled t test; both allow for the "
    "training cases that folds share."
)


def write_title(question: Question, answer: Answer) -> str:
    """The answer in one line, which says whether methods are missing that did not finish."""
    n, status = len(question.methods), answer.methods["status"]
    unfinished = sum(s == UNFINISHED or s.endswith(IN_TIME) for s in status)
    so_far = f"So far ({n - unfinished} of {n} methods): " if unfinished else ""
    return so_far + _write_verdict(question, answer)


def _write_verdict(question: Question, answer: Answer) -> str:
    target, best, use = question.target, answer.best, answer.recommended
    if not _is_above(answer, best):
        return f"{target}: no method is clearly better than the most frequent class"
    if not answer.family:
        return f"{target}: `{best}` is best, and no member of the naive Bayes family was compared"
    c = answer.against_best[answer.plain or use]
    if answer.plain and is_as_good(c) and _is_above(answer, answer.plain):
        probably = "" if answer.plain == best or c.worse <= 1 - SURE else "probably "
        return f"{target}: naive Bayes is {probably}good enough"
    if use == best:
        return f"{target}: use `{use}`, a relative of naive Bayes"
    c = answer.against_best[use]
    if is_as_good(c) and _is_above(answer, use):
        return f"{target}: `{use}` is {'' if c.worse <= 1 - SURE else 'probably '}good enough"
    sure = c.p <= 1 - LEVEL if math.isnan(c.worse) else c.worse >= SURE
    return f"{target}: `{best}` is {'' if sure else 'probably '}better than naive Bayes and its relatives"


def write_sentences(question: Question, answer: Answer) -> list[str]:
    """The reasons for the answer: scores, differences and how certain they are, what to use, and what is
    missing.
    """
    best, use = answer.best, answer.recommended
    count, metric = len(answer.against_best), question.metric.label.lower()
    sentences = [f"Best of {count} methods by {metric}: {_describe_best(question, answer)}."]
    behind = dict.fromkeys([answer.plain, use] if answer.family else [])
    sentences += [_describe_behind(question, answer, m) for m in behind if m not in ("", best)]
    if answer.family and _is_above(answer, use):
        sentences.append(_recommend(answer))
    on_a_line = [f"`{m}`" for m in answer.against_best if m in ON_A_LINE and has_angles(question.table)]
    if on_a_line:
        names, others = ", ".join(on_a_line), ", ".join(f"`{method}`" for method in OF_ANGLES)
        sentences.append(f"Angles are numbers on a line for {names}; methods for angles are {others}.")
    if BASELINE in answer.against_best:
        score = write_score(question, answer.methods[question.metric.id][BASELINE])
        sentences.append(f"Always predicting the most frequent class gives {score}.")
    if not _is_above(answer, best):
        other = "auc" if question.metric.id != "auc" else "log_loss"
        sentences.append(f"If some classes are rare, try --metric {other}.")
    missing = answer.methods[answer.methods["status"] != "ok"]
    for reason, rows in missing.groupby("status", sort=False):
        names = ", ".join(f"`{method}`" for method in rows.index)
        cure = " Repeat the command with a larger --budget." if reason.endswith(IN_TIME) else ""
        sentences.append(f"Not compared: {names} ({reason}).{cure}")
    return sentences


def _is_above(answer: Answer, method: str) -> bool:
    return method in answer.above and is_above(answer.above[method])


def _describe_best(question: Question, answer: Answer) -> str:
    """Name and score of the best method."""
    row = answer.methods.loc[answer.best]
    score, low, high = (write_score(question, row[key]) for key in (question.metric.id, "low", "high"))
    ends = "" if math.isnan(row["low"]) else f" (95 % interval {low} to {high})"
    return f"`{answer.best}` ({row['title']}), {score}{ends}"


def _describe_behind(question: Question, answer: Answer, method: str) -> str:
    """How far a method is behind the best one, and how certain it is that this matters."""
    c, row, points = answer.against_best[method], answer.methods.loc[method], question.metric.id in PERCENT
    size, low, high = (_write_difference(question, x) for x in (-c.difference, -c.high, -c.low))
    score, unit = write_score(question, row[question.metric.id]), " points" if points else ""
    start = f"`{method}` ({row['title']}) reaches {score}, {size}{unit} worse"
    if math.isnan(c.worse):
        return f"{start} (McNemar's test, p = {c.p:.2g})."
    return (
        f"{start} (95 % interval {low} to {high}). With probability {c.worse:.2f}, the difference is larger "
        f"than {'1 point' if points else f'{ROPE:g}'}."
    )


def _recommend(answer: Answer) -> str:
    """What to use, and why."""
    use, best = answer.recommended, answer.best
    if use == best:
        return f"Use `{use}`: no simpler member of the naive Bayes family that was compared is as good."
    if is_as_good(answer.against_best[use]):
        return f"Use `{use}`, which is simpler than `{best}` and practically as good."
    return f"Of the naive Bayes family, use `{use}`. If only the score counts, use `{best}`."


def write_basis(question: Question) -> str:
    """How methods were compared."""
    folds, n = question.folds, n_cases(question.table)
    repeats = len(np.unique(folds.repeat))
    kind = {
        "stratified": "stratified folds drawn at random",
        "grouped": "folds that keep every group together",
        "time": "parts of later rows, each predicted from the rows before it",
        "holdout": f"test part, the {len(folds.test)} rows of the test file",
    }[folds.scheme]
    times = f", {repeats} times" if repeats > 1 else ""
    return f"All methods were compared on the same {len(folds.fold) // repeats} {kind}{times} ({n} rows)."


def write_growth(question: Question, curve: Curve) -> str:
    """What the last doubling of the training rows has gained."""
    *_, half, whole = curve.means
    gain, low, high = (_write_difference(question, x) for x in curve.gain[:3])
    verdict = "may help, but that is not certain"
    if curve.gain.high <= ROPE:
        verdict = "are unlikely to help much"
    elif curve.gain.low > 0 and curve.gain.value > ROPE:
        verdict = "are likely to help"
    unit = " points" if question.metric.id in PERCENT else ""
    return (
        f"More rows {verdict}: from {half} to {whole} training rows, `{curve.method}` gains {gain}{unit} (95 "
        f"% interval {low} to {high})."
    )


def write_score(question: Question, score: float) -> str:
    """A score by the metric of the question."""
    digits = 2 if n_cases(question.table) >= 10_000 else 1
    return f"{100 * score:.{digits}f} %" if question.metric.id in PERCENT else f"{score:.3f}"


def _write_difference(question: Question, x: float) -> str:
    """A difference in points or in the unit of the metric, without the sign of a zero."""
    text = f"{100 * x:.1f}" if question.metric.id in PERCENT else f"{x:.3f}"
    return text if float(text) else text.removeprefix("-")
