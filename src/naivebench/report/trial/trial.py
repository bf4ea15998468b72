"""A trial from a question to an answer and its files, for the command line and for Python."""

from __future__ import annotations

import csv
import io
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naivebench import __version__
from naivebench.benchmark.trial import answer as answers
from naivebench.benchmark.trial import details, growth, jobs, words
from naivebench.benchmark.trial.answer import Answer
from naivebench.benchmark.trial.growth import Curve
from naivebench.benchmark.trial.question import LARGE, Question, row_numbers
from naivebench.core.checks import InputError
from naivebench.core.table import Table, n_cases
from naivebench.models import isolate, saved
from naivebench.models.fitted import Fitted, Form
from naivebench.report.trial import page

METHODS, CURVES = (
    0.7,
    0.85,
)  # shares of the budget until which methods and curves run; the rest is for the page
LEAST = 10.0  # seconds that the final model gets in any case


class Trial(NamedTuple):
    """What was asked, what the methods did, and the answer."""

    question: Question
    outcome: jobs.Outcome
    answer: Answer
    deadline: float  # of everything, by the clock `time.monotonic`
    curves: tuple[Curve, ...] = ()  # of the recommended method and the best rival, by training rows
    interrupted: bool = False  # methods may be missing because the user stopped the trial


class Final(NamedTuple):
    """The recommended method fitted on all rows, as a model file."""

    fitted: Fitted | None
    content: bytes  # of the model file, empty where it cannot be written
    trouble: tuple[str, ...]


class About(NamedTuple):
    """What the page says about the table, and how to repeat and use the result."""

    name: str = "table"
    decisions: tuple[str, ...] = ()
    command: str = ""
    next: str = ""  # the command that predicts new rows
    python: str = ""


def run(
    question: Question,
    folder: Path,
    *,
    cores: int,
    budget: float,
    show: Callable[[jobs.Progress], None] = lambda _: None,
) -> Trial:
    """Run the methods, then the curves, within the budget, in seconds. After Ctrl-C the answer is that of the
    finished methods.

    Raises InputError if no method finished, and KeyboardInterrupt if it was stopped before one did.
    """
    began, interrupted = time.monotonic(), False

    def left(share: float) -> float:
        return max(began + share * budget - time.monotonic(), 0.0)

    work = jobs.write(question, folder)
    try:
        outcome = jobs.run(work, cores=cores, seconds=left(METHODS), budget=budget, show=show)
    except KeyboardInterrupt:
        outcome, interrupted = jobs.Outcome(jobs.stored(work), {}), True
    found = answers.answer(question, outcome.predictions, outcome.lost)
    if found is None:
        if interrupted:
            raise KeyboardInterrupt
        lost = outcome.lost | question.left_out
        reasons = "; ".join(f"{method} {reason}" for method, reason in list(lost.items())[:3])
        raise InputError(f"no method finished ({reasons}): give a larger --budget, or choose other methods")
    curves: tuple[Curve, ...] = ()
    if not interrupted:
        curves, interrupted = _curves(question, found, folder, cores, lambda: left(CURVES), show)
    return Trial(question, outcome, found, began + budget, curves, interrupted)


def _curves(
    question: Question,
    found: Answer,
    folder: Path,
    cores: int,
    left: Callable[[], float],
    show: Callable[[jobs.Progress], None],
) -> tuple[tuple[Curve, ...], bool]:
    """The curves that are finished in the time left, and whether the user stopped them."""
    asked, interrupted = growth.ask(question, filter(None, (found.recommended, found.rival))), False
    if asked is None or not left():
        return (), False
    work = jobs.write(asked, folder / "growth")
    try:
        stored = jobs.run(work, cores=cores, seconds=left(), budget=left(), show=show).predictions
    except KeyboardInterrupt:
        stored, interrupted = jobs.stored(work), True
    curves = (growth.curve(asked, stored[method]) for method in asked.methods if method in stored)
    return tuple(curve for curve in curves if curve is not None), interrupted


def sentences(trial: Trial) -> list[str]:
    """The answer and what it rests on."""
    headline = words.headline(trial.question, trial.answer)
    more = [words.more_rows(trial.question, curve) for curve in trial.curves[:1]]
    basis = words.basis(trial.question)
    return [f"{headline.title}.", *headline.sentences, *headline.times, *more, basis]


def _limits(trial: Trial) -> isolate.Limits:
    return isolate.Limits(max(trial.deadline - time.monotonic(), LEAST))


def final(trial: Trial, form: Form) -> Final:
    """The recommended method fitted on all rows; `form`: how the user's file is written."""
    method = trial.answer.recommended
    outcome = isolate.call(lambda: details.final(trial.question, method), _limits(trial))
    if outcome.status != "ok":  # the comparison stands
        return Final(None, b"", (f"{method} could not be fitted on all rows: {outcome.reason}",))
    fitted = outcome.value._replace(form=form)
    try:
        return Final(fitted, saved.to_bytes(fitted), ())
    except InputError as error:
        return Final(fitted, b"", (f"There is no model.nb: {error}",))


def html(trial: Trial, model: Final, about: About) -> str:
    """The page. What cannot be computed in the time left is not on it."""
    question, found = trial.question, trial.answer
    predictions, fitted = trial.outcome.predictions[found.recommended], model.fitted

    def surprises(why: bool) -> list[details.Surprise]:
        return details.surprises(question, found.recommended, predictions, why=why)

    explained = isolate.call(lambda: surprises(True), _limits(trial))
    weights = isolate.call(
        lambda: details.weights(question, fitted) if fitted is not None else [], _limits(trial)
    )
    content = page.Content(
        about.name,
        question,
        found,
        trial.curves,
        details.confusion(question, predictions),
        details.nomograms(question, fitted) if fitted is not None else [],
        weights.value if weights.status == "ok" else [],
        explained.value if explained.status == "ok" else surprises(False),
        about.decisions,
        (*question.folds.notes, *model.trouble, *_left_out(trial)),
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
    return _csv(head, answers.csv_rows(trial.question, trial.outcome.predictions))


def predictions_csv(trial: Trial) -> str:
    """Out-of-fold predictions: a row per method, repeat, fold and case; of large tables those of a few
    methods.
    """
    table, numbers = trial.question.table, row_numbers(trial.question)
    head = ("method", "repeat", "fold", "row", "class", "predicted", *(f"P({c})" for c in table.classes))
    return _csv(head, _prediction_rows(trial, table, numbers))


def _written(trial: Trial) -> list[str]:
    """The methods whose predictions are written: all, or of large tables those of the answer."""
    found = trial.answer
    if n_cases(trial.question.table) <= LARGE:
        return list(trial.outcome.predictions)
    return list(dict.fromkeys(filter(None, (found.recommended, found.best, found.plain, found.rival))))


def _left_out(trial: Trial) -> list[str]:
    written = _written(trial)
    if len(written) == len(trial.outcome.predictions):
        return []
    names = ", ".join(f"`{m}`" for m in written)
    return [f"The table is large, so predictions.csv has the predictions of {names} only."]


def _prediction_rows(trial: Trial, table: Table, numbers: np.ndarray) -> Iterator[Sequence[object]]:
    for method in _written(trial):
        p = trial.outcome.predictions[method]
        (one,) = p.methods.values()
        posterior = np.exp(one.log_proba.astype(np.float64))
        for f in range(len(p.fold)):
            where = (method, int(p.repeat[f]), int(p.fold[f]))
            for i in range(p.offsets[f], p.offsets[f + 1]):
                said = table.classes[one.predicted[i]] if one.predicted[i] >= 0 else ""
                shares = (f"{share:.6g}" for share in posterior[i].tolist())
                yield (*where, int(numbers[p.row[i]]), table.classes[table.y[p.row[i]]], said, *shares)


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
