"""A trial from the question to the answer and its files, used by the command line and by
`naivebench.compare`.
"""

from __future__ import annotations

import csv
import io
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from naivebench import __version__
from naivebench.benchmark.predictions import Predictions
from naivebench.core.checks import InputError
from naivebench.core.table import n_cases
from naivebench.models import isolate, saved
from naivebench.models.fitted import Fitted, Form
from naivebench.trial import answer as answers
from naivebench.trial import details, growth, jobs, page, words
from naivebench.trial.answer import Answer
from naivebench.trial.growth import Curve
from naivebench.trial.question import LARGE, Question, row_numbers

METHODS, CURVES = (
    0.7,
    0.85,
)  # shares of the budget after which methods and curves stop; the rest is for the page
LEAST = 10.0  # seconds that the final model gets even if the budget is used up
NO_TIME = "There was no time for"
LARGER = "To have it too, repeat the command with a larger --budget. Finished methods are kept."


class Trial(NamedTuple):
    """The question of a trial, the results of the methods, and the answer."""

    question: Question
    outcome: jobs.Outcome
    answer: Answer
    deadline: float  # end of the budget, by the clock `time.monotonic`
    curves: tuple[Curve, ...] = ()  # of the recommended method and the best rival, by training rows
    interrupted: bool = False  # methods may be missing because the user stopped the trial
    notes: tuple[str, ...] = ()  # what was left out for lack of time


class Final(NamedTuple):
    """The recommended method fitted on all rows, as a model file."""

    fitted: Fitted | None
    content: bytes  # bytes of the model file, empty if it cannot be written
    trouble: tuple[str, ...]


class About(NamedTuple):
    """Texts of the page about the table, and on how to repeat the trial and use the result."""

    name: str = "table"
    decisions: tuple[str, ...] = ()
    command: str = ""
    next: str = ""  # the command that predicts new rows
    python: str = ""
    notes: tuple[str, ...] = ()  # about the files next to the page


class Written(NamedTuple):
    """Predictions as CSV, and notes on what was left out for lack of time or space."""

    text: str
    notes: tuple[str, ...]


def run(
    question: Question,
    folder: Path,
    *,
    cores: int,
    budget: float,
    began: float | None = None,
    show: Callable[[jobs.Progress], None] = lambda _: None,
) -> Trial:
    """Run the methods, then the curves, within the budget.

    The budget is in seconds from `began` (by the clock `time.monotonic`, by default now). After Ctrl-C, the
    answer uses the methods that have finished.

    Raises InputError if no method finished, and KeyboardInterrupt if it was stopped before one did.
    """
    start, interrupted = time.monotonic() if began is None else began, False

    def left(share: float) -> float:
        return max(start + share * budget - time.monotonic(), 0.0)

    work = jobs.write(question, folder)
    try:
        outcome = jobs.run(work, cores=cores, seconds=left(METHODS), budget=budget, show=show)
    except KeyboardInterrupt:
        outcome, interrupted = jobs.Outcome(jobs.stored(work), {}), True
    found = answers.answer(question, outcome.predictions, outcome.lost)
    if found is None:
        if interrupted:
            raise KeyboardInterrupt
        rows = answers.rows_of(question, outcome.predictions, outcome.lost)
        reasons = "; ".join([f"{row.method} {row.status}" for row in rows if not row.scores][:3])
        raise InputError(f"no method finished ({reasons}): give a larger --budget, or choose other methods")
    curves: tuple[Curve, ...] = ()
    notes: tuple[str, ...] = ()
    if not interrupted:
        curves, notes, interrupted = _curves(question, found, folder, cores, lambda: left(CURVES), show)
    return Trial(question, outcome, found, start + budget, curves, interrupted, notes)


def _curves(
    question: Question,
    found: Answer,
    folder: Path,
    cores: int,
    left: Callable[[], float],
    show: Callable[[jobs.Progress], None],
) -> tuple[tuple[Curve, ...], tuple[str, ...], bool]:
    """Curves that finish in the time left, notes on those that do not, and whether the user interrupted
    them.
    """
    asked, interrupted = growth.ask(question, filter(None, (found.recommended, found.rival))), False
    if asked is None:
        return (), (), False
    stored: dict[str, Predictions] = {}
    if left():
        work = jobs.write(asked, folder / "growth")
        try:
            stored = jobs.run(work, cores=cores, seconds=left(), budget=left(), show=show).predictions
        except KeyboardInterrupt:
            stored, interrupted = jobs.stored(work), True
    lost = " and ".join(f"`{method}`" for method in asked.methods if method not in stored)
    notes = (f"{NO_TIME} the learning curve of {lost}. {LARGER}",) if lost and not interrupted else ()
    curves = (growth.curve(asked, stored[method]) for method in asked.methods if method in stored)
    return tuple(curve for curve in curves if curve is not None), notes, interrupted


def sentences(trial: Trial) -> list[str]:
    """Sentences with the answer and the data on which it is based."""
    headline = words.headline(trial.question, trial.answer)
    more = [words.more_rows(trial.question, curve) for curve in trial.curves[:1]]
    basis = words.basis(trial.question)
    return [f"{headline.title}.", *headline.sentences, *headline.times, *more, basis]


def _left(trial: Trial) -> float:
    """Seconds until the budget is used up, at least 0."""
    return max(trial.deadline - time.monotonic(), 0.0)


def _in_time(trial: Trial, function: Callable[[], list[Any]]) -> list[Any] | None:
    """Result of a function in the time left; None if there is not enough time, empty if the function
    fails.
    """
    if not _left(trial):
        return None
    outcome = isolate.call(function, isolate.Limits(_left(trial)))
    return None if outcome.status == "timeout" else outcome.value or []


def final(trial: Trial, form: Form) -> Final:
    """Fit the recommended method on all rows; `form` describes how the user's file is written."""
    method = trial.answer.recommended
    limits = isolate.Limits(max(_left(trial), LEAST))
    outcome = isolate.call(lambda: details.final(trial.question, method), limits)
    if outcome.status == "timeout":
        return Final(None, b"", (f"{NO_TIME} the fit of `{method}` on all rows. {LARGER}",))
    if outcome.status != "ok":  # the comparison is still valid
        return Final(None, b"", (f"{method} could not be fitted on all rows: {outcome.reason}",))
    fitted = outcome.value._replace(form=form)
    try:
        return Final(fitted, saved.to_bytes(saved.Content(fitted, "", {})), ())
    except InputError as error:
        return Final(fitted, b"", (f"There is no model.nb: {error}",))


def html(trial: Trial, model: Final, about: About) -> str:
    """The page as HTML; it leaves out what cannot be computed in the time left."""
    question, found = trial.question, trial.answer
    predictions, fitted = trial.outcome.predictions[found.recommended], model.fitted

    def surprises(why: bool) -> list[details.Surprise]:
        return details.surprises(question, found.recommended, predictions, why=why)

    parts: dict[str, list[Any] | None] = {"weights of the columns": []}
    if fitted is not None:
        parts["weights of the columns"] = _in_time(trial, lambda: details.weights(question, fitted))
    parts["reasons for the surprising rows"] = _in_time(trial, lambda: surprises(True))
    weights, explained = parts.values()
    missing = [f"{NO_TIME} the {what}. {LARGER}" for what, made in parts.items() if made is None]
    content = page.Content(
        about.name,
        question,
        found,
        trial.curves,
        details.confusion(question, predictions),
        weights or [],
        explained or surprises(False),
        about.decisions,
        (*question.folds.notes, *model.trouble, *trial.notes, *missing, *about.notes),
        about.command,
        about.next if model.content else "",
        about.python,
        f"naivebench {__version__}, Python {platform.python_version()}, numpy {np.__version__}",
        trial.interrupted,
    )
    return page.html(content)


def scores_csv(trial: Trial) -> str:
    """Scores of every method on every fold."""
    head = ("method", "repeat", "fold", "n_test", "n_train", "metric", "value")
    return _csv([head, *answers.csv_rows(trial.question, trial.outcome.predictions)])


def predictions_csv(trial: Trial) -> Written:
    """Out-of-fold predictions, with a row for each method, repeat, fold and case.

    Large tables have predictions of only a few methods. Methods for which there is no time are left out,
    except the recommended one.
    """
    found, made = trial.answer, list(trial.outcome.predictions)
    notes: list[str] = []
    first = list(dict.fromkeys(filter(None, (found.recommended, found.best, found.plain, found.rival))))
    large = n_cases(trial.question.table) > LARGE
    wanted = first if large else [*first, *(m for m in made if m not in first)]
    texts: dict[str, str] = {}
    for method in wanted:
        began = time.monotonic()
        texts[method] = _csv(_prediction_rows(trial, method))
        if time.monotonic() - began > _left(trial):  # the next one would take as long
            break
    names = ", ".join(f"`{m}`" for m in made if m in texts)
    if len(texts) < len(wanted):
        notes = [f"{NO_TIME} all predictions: predictions.csv has those of {names} only. {LARGER}"]
    elif len(texts) < len(made):
        notes = [f"The table is large, so predictions.csv has the predictions of {names} only."]
    classes = trial.question.table.classes
    head = ("method", "repeat", "fold", "row", "class", "predicted", *(f"P({c})" for c in classes))
    return Written("".join([_csv([head]), *(texts[m] for m in made if m in texts)]), tuple(notes))


def _prediction_rows(trial: Trial, method: str) -> Iterator[Sequence[object]]:
    table, numbers = trial.question.table, row_numbers(trial.question)
    p = trial.outcome.predictions[method]
    (one,) = p.methods.values()
    posterior = np.exp(one.log_proba.astype(np.float64))
    for f in range(len(p.fold)):
        where = (method, int(p.repeat[f]), int(p.fold[f]))
        for i in range(p.offsets[f], p.offsets[f + 1]):
            said = table.classes[one.predicted[i]] if one.predicted[i] >= 0 else ""
            shares = (f"{share:.6g}" for share in posterior[i].tolist())
            yield (*where, int(numbers[p.row[i]]), table.classes[table.y[p.row[i]]], said, *shares)


def _csv(rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
