"""State the answer of a trial in sentences, the same on the terminal, on the page and in Python.

Ids of methods are in backticks, which the page turns into code. Measured times differ from run to run, so
they have separate sentences.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from naivebench.core.table import n_cases
from naivebench.trial.answer import (
    LEVEL,
    LIKELY,
    ROPE,
    SURE,
    UNFINISHED,
    Answer,
    Comparison,
    Estimate,
    Row,
    as_good,
    is_member,
    tells,
)
from naivebench.trial.growth import Curve
from naivebench.trial.question import BASELINE, OF_ANGLES, ON_A_LINE, Question, has_angles

PERCENT = ("accuracy", "balanced_accuracy")
MANY = 10_000  # number of rows from which on a score has a second decimal in a sentence
RULES = (
    "Cut points, value lists and parameters are learned in the training part of each fold. The recommended "
    "method is the simplest member of the naive Bayes family whose probability of being worse than the best "
    f"member by more than {ROPE:g} of the metric ({100 * ROPE:g} point of accuracy) is below one half. "
    "Members that are probably better than the most frequent class come first. Probabilities are those of "
    "the Bayesian correlated t test, intervals those of the corrected resampled t test; both allow for the "
    f"training cases that folds share. Almost certainly means a probability of at least {SURE:g}, probably "
    f"at least {LIKELY:g}."
)
FASTER = 2.0  # factor of time from which on it is mentioned


class Headline(NamedTuple):
    """The answer: one line, and the sentences below it."""

    title: str
    sentences: tuple[str, ...]
    times: tuple[str, ...]  # sentences with measured times


def headline(question: Question, found: Answer) -> Headline:
    """The answer in sentences: the best method, how far plain naive Bayes is behind it, and which method to
    use and why.
    """
    sentences = (
        _best(question, found),
        *_plain(question, found),
        *_use(question, found),
        *_angles(question, found),
        *_rival(question, found),
        *_baseline(question, found),
        *_unsuited(question, found),
        *_also(question, found),
        *_lost(found),
    )
    return Headline(_title(question, found) + _finished(found), sentences, tuple(_faster(found)))


def _finished(found: Answer) -> str:
    """The number of methods behind the title, if other methods had no time."""
    done = sum(bool(row.scores) for row in found.rows)
    waiting = sum("within the budget" in r.status or r.status == UNFINISHED for r in found.rows)
    return f" ({done} of {done + waiting} methods finished)" if waiting else ""


def _title(question: Question, found: Answer) -> str:
    name, best, use = question.target, found.best, found.recommended
    if not found.above and best != BASELINE:
        return f"{name}: the most frequent class has no scores, so no method can be judged"
    if not _tells(found, best):
        return f"{name}: no method is clearly better than the most frequent class"
    if not found.family:
        return f"{name}: `{best}` has the best score, and no member of the naive Bayes family was compared"
    if found.plain and as_good(found.against_best[found.plain]) and _tells(found, found.plain):
        return f"{name}: naive Bayes is {_say_good_enough(found.against_best[found.plain])}"
    if not _tells(found, use):
        return f"{name}: `{best}` is better than the most frequent class, but `{use}` is not clearly better"
    if use != best and as_good(found.against_best[use]):
        return f"{name}: `{use}` is {_say_good_enough(found.against_best[use])}"
    if use == best:
        return f"{name}: use `{use}`, a relative of naive Bayes"
    c = found.against_best[use]
    sure = c.p <= 1 - LEVEL if math.isnan(c.worse) else c.worse >= SURE
    better = f"{name}: `{best}` is {'' if sure else 'probably '}better than"
    near = [m for m in practically_as_good(found) if is_member(question, m)]
    if is_member(question, best):
        return f"{better} `{use}`, but takes angles for numbers"
    if near:
        return f"{better} `{use}`, but not clearly better than `{near[0]}`"
    relatives = "the relatives that finished" if _finished(found) else "its relatives"
    return f"{better} naive Bayes and {relatives}" if found.family > 1 else f"{better} `{use}`"


def _say_good_enough(c: Comparison) -> str:
    """How certain it is that a method is good enough, by its comparison with the best one."""
    if math.isnan(c.worse) and c.a != c.b:
        return "good enough, as far as one test part can tell"
    return "probably good enough" if c.worse > 1 - SURE else "good enough"


def _tells(found: Answer, method: str) -> bool:
    """Whether a method is probably better than predicting the most frequent class."""
    return method in found.above and tells(found.above[method])


def _best(question: Question, found: Answer) -> str:
    """Name the best method and its score."""
    best = found.row(found.best)
    count = sum(bool(row.scores) for row in found.rows)
    by = question.metric.label.lower()
    return f"Best of {count} methods by {by}: `{best.method}` ({best.title}), {_score(question, best)}."


def _plain(question: Question, found: Answer) -> list[str]:
    """Say how plain naive Bayes compares with the best method."""
    if not found.plain:
        return []
    if found.plain == found.best:
        return ["No other method that was compared is better than plain naive Bayes on this table."]
    c = found.against_best[found.plain]
    return [f"Plain naive Bayes (`{c.a}`) {_reaches(question, found, c)}. {_sure(question, c)}"]


def _use(question: Question, found: Answer) -> list[str]:
    """State the recommendation and its reason."""
    use, best = found.recommended, found.best
    c = found.against_best[use]
    if not found.family or not _tells(found, use):
        return []
    if use == found.plain:
        if use == best or as_good(c):
            return [f"Use `{use}`: it is the simplest method, and none is clearly better in practice."]
        many = found.family > 1
        why = "its relatives are not clearly better in practice" if many else "no relative was compared"
        return [f"Of the naive Bayes family, use `{use}`: {why}. If only the score counts, use `{best}`."]
    if use == best:
        why = "simpler member of the naive Bayes family is as good"
        return [f"Use `{use}`: no {why if found.family > 1 else 'other member of the family was compared'}."]
    name = f"`{use}` ({found.row(use).title})"
    reach = f"It {_reaches(question, found, c)}. {_sure(question, c)}"
    if as_good(c):
        return [f"Use {name}, which is simpler than `{best}`. {reach}"]
    return [f"Of the naive Bayes family, use {name}. {reach} If only the score counts, use `{best}`."]


def _angles(question: Question, found: Answer) -> list[str]:
    """Say if the recommended method takes angles for numbers, because no other member was compared."""
    if found.recommended not in ON_A_LINE or not has_angles(question.table):
        return []
    others = ", ".join(f"`{method}`" for method in OF_ANGLES)
    return [
        f"`{found.recommended}` takes angles for numbers on a line, so 359 and 1 degrees are far apart. "
        f"Compare methods for angles too: {others}."
    ]


def _rival(question: Question, found: Answer) -> list[str]:
    """Name the best method outside the family, unless it is the best of all."""
    if not found.rival or found.rival == found.best:
        return []
    c = found.against_best[found.rival]
    return [f"The best method outside the family, `{c.a}`, {_reaches(question, found, c)}."]


def _baseline(question: Question, found: Answer) -> list[str]:
    if BASELINE not in found.against_best:
        return []
    estimate = found.row(BASELINE).scores[question.metric.id]
    sentence = f"Always predicting the most frequent class gives {_number(question, estimate.mean)}."
    if _tells(found, found.best):
        return [sentence]
    other = "auc" if question.metric.id != "auc" else "log_loss"
    return [
        f"{sentence} No method is clearly better, so this table does not show that the columns tell "
        f"{question.target}. If some classes are rare, try --metric {other}."
    ]


def _unsuited(question: Question, found: Answer) -> list[str]:
    """Name the methods that are worse than predicting the most frequent class."""
    if BASELINE not in found.against_best:
        return []
    listed = ", ".join(f"`{method}`" for method, c in found.above.items() if c.difference < 0)
    return [f"Below the most frequent class here: {listed}."] if listed else []


def _also(question: Question, found: Answer) -> list[str]:
    good = [m for m in practically_as_good(found) if m != found.recommended]
    listed = ", ".join(f"`{m}`" for m in good)
    one_part = good and math.isnan(found.against_best[good[0]].worse)
    how = "not significantly worse than" if one_part else "not clearly worse in practice than"
    return [f"Other methods that are {how} the best one: {listed}."] if good else []


def _lost(found: Answer) -> list[str]:
    reasons: dict[str, list[str]] = {}
    for row in found.rows:
        if not row.scores:
            reasons.setdefault(row.status, []).append(f"`{row.method}`")
    sentences = [f"Not compared: {', '.join(methods)} ({reason})." for reason, methods in reasons.items()]
    if any("within the budget" in reason for reason in reasons):
        sentences.append(
            "To compare them too, repeat the command with a larger --budget. Finished methods are kept."
        )
    return sentences


def _faster(found: Answer) -> list[str]:
    """Say how much faster the recommended method is than the best one."""
    use, best = found.row(found.recommended), found.row(found.best)
    if use is best or not use.seconds > 0 or not best.seconds > FASTER * use.seconds:
        return []
    times = best.seconds / use.seconds
    return [f"`{use.method}` is about {times:,.0f} times as fast as `{best.method}` (CPU time)."]


def _reaches(question: Question, found: Answer, c: Comparison) -> str:
    """`reaches 97.2 %, 1.6 points worse (95 % interval 0.2 to 3.3)`, or `from 0.2 better to 3.3 worse`."""
    mean = _number(question, found.row(c.a).scores[question.metric.id].mean)
    if math.isnan(c.low):
        return f"reaches {mean}, {_size(question, -c.difference)} worse"
    worse = f"{_plainly(question, -c.low)} worse" if c.high > 0 else _plainly(question, -c.low)
    better = f"from {_plainly(question, c.high)} better" if c.high > 0 else _plainly(question, -c.high)
    return f"reaches {mean}, {_size(question, -c.difference)} worse (95 % interval {better} to {worse})"


def _sure(question: Question, c: Comparison) -> str:
    """Say how certain it is that method a of the comparison is worse than the best one, or as good in
    practice.
    """
    if math.isnan(c.worse):
        found = "significant" if c.p <= 1 - LEVEL else "not significant"
        return f"The difference is {found} ({c.test}, p = {c.p:.2g})."
    for probability, what in (
        (c.worse, f"larger than {_rope(question)}, so it matters"),
        (c.equal, f"at most {_rope(question)}, so it does not matter in practice"),
    ):
        if probability >= LIKELY:
            word = "almost certainly" if probability >= SURE else "probably"
            return f"The difference is {word} {what} (probability {_probability(probability)})."
    if as_good(c):
        return (
            f"The difference is more likely at most {_rope(question)} than larger (probability "
            f"{_probability(1 - c.worse)}), but that is not certain."
        )
    return (
        f"It is not clear whether that matters: with probability {_probability(c.worse)} the difference is "
        f"larger than {_rope(question)}."
    )


def _probability(p: float) -> str:
    """Format a probability with two digits, never as 0.00 or 1.00."""
    return "above 0.99" if p > 0.995 else "below 0.01" if p < 0.005 else f"{p:.2f}"


def _rope(question: Question) -> str:
    return f"{100 * ROPE:g} point" if question.metric.id in PERCENT else f"{ROPE:g}"


def _digits(question: Question) -> int:
    return 2 if n_cases(question.table) >= MANY else 1


def _number(question: Question, x: float) -> str:
    """Format a score for a sentence."""
    return f"{100 * x:.{_digits(question)}f} %" if question.metric.id in PERCENT else f"{x:.3f}"


def _plainly(question: Question, x: float) -> str:
    """Format a difference without its unit."""
    text = f"{100 * x:.{_digits(question)}f}" if question.metric.id in PERCENT else f"{x:.3f}"
    return text if float(text) else text.removeprefix("-")


def _size(question: Question, x: float) -> str:
    """Format a difference with its unit."""
    return _plainly(question, x) + (" points" if question.metric.id in PERCENT else "")


def _score(question: Question, row: Row) -> str:
    """Format a score with its interval."""
    estimate: Estimate = row.scores[question.metric.id]
    mean = _number(question, estimate.mean)
    if math.isnan(estimate.low):
        return mean
    return f"{mean} (95 % interval {_number(question, estimate.low)} to {_number(question, estimate.high)})"


def value(question: Question, metric: str, number: float) -> str:
    """Format a score for a table."""
    if math.isnan(number):
        return "-"
    return f"{100 * number:.2f} %" if metric in PERCENT else f"{number:.4f}"


def more_rows(question: Question, curve: Curve) -> str:
    """Say whether more rows are likely to help, from the gain of the last doubling and its interval."""
    gain = curve.gain
    size = f"{'gains' if gain.mean > 0 else 'loses'} {_size(question, abs(gain.mean))}"
    doubled = f"from {curve.sizes[-2]} to {curve.sizes[-1]} training rows, `{curve.method}` {size}"
    if not math.isnan(gain.low):
        low, high = _plainly(question, gain.low), _plainly(question, gain.high)
        doubled += f" (95 % interval of the gain {low} to {high})"
    if gain.high <= ROPE:
        return f"More rows are unlikely to help much: {doubled}."
    if gain.mean > ROPE and gain.low > 0:
        return f"More rows are likely to help: {doubled}."
    return f"More rows may help, but that is not certain: {doubled}."


def basis(question: Question) -> str:
    """Say in one sentence how methods were compared."""
    n, split = n_cases(question.table), question.split
    if split.scheme == "holdout":
        trained = question.holdout or 0
        return (
            f"Methods were trained on {trained} rows and tested on the {n - trained} rows of the test file."
        )
    kind = {
        "stratified": "stratified folds drawn at random",
        "grouped": "folds that keep every group together",
        "time": "parts of later rows, each predicted from the rows before it",
    }[split.scheme]
    times = f", {split.repeats} times" if split.repeats > 1 else ""
    count = len(question.folds.fold) // split.repeats
    return f"All methods were compared on the same {count} {kind}{times} ({n} rows)."


def practically_as_good(found: Answer) -> list[str]:
    """Methods that are not clearly worse in practice than the best one (`as_good`), best first."""
    scored = [row.method for row in found.rows if row.scores and row.method != found.best]
    return [m for m in scored if as_good(found.against_best[m])]
