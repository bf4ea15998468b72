"""A trial from a question to an answer and its files, for the command line and for Python."""

from __future__ import annotations

import csv
import io
import json
import platform
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naivebench import __version__
from naivebench.benchmark.trial import answer as answers
from naivebench.benchmark.trial import details, growth, jobs, words
from naivebench.benchmark.trial.answer import Answer
from naivebench.benchmark.trial.growth import Curve
from naivebench.benchmark.trial.question import Question
from naivebench.core.checks import InputError
from naivebench.models import isolate, saved
from naivebench.models.fitted import Fitted, Form
from naivebench.report.trial import page

SECONDS = 600.0  # limit of what is fitted after the comparison


class Trial(NamedTuple):
    """What was asked, what the methods did, and the answer."""

    question: Question
    outcome: jobs.Outcome
    answer: Answer
    curves: tuple[Curve, ...] = ()  # of the recommended method and the best rival, by training rows
    interrupted: bool = False  # methods may be missing because the user stopped the trial


class Final(NamedTuple):
    """The recommended method fitted on all rows, as a model file."""

    fitted: Fitted | None
    content: bytes  # of the model file, empty where it cannot be written
    trouble: tuple[str, ...]


class About(NamedTuple):
    """What the page says about the table, and how to repeat and use the result."""

    decisions: tuple[str, ...] = ()
    command: str = ""
    python: str = ""


def run(
    question: Question,
    folder: Path,
    *,
    cores: int,
    budget: float,
    show: Callable[[jobs.Progress], None] = lambda _: None,
) -> Trial:
    """Run the methods within the budget, in seconds. After Ctrl-C the answer is that of the finished methods.

    Raises InputError if no method finished, and KeyboardInterrupt if it was stopped before one did.
    """
    work, interrupted = jobs.write(question, folder), False
    try:
        outcome = jobs.run(work, cores=cores, budget=budget, show=show)
    except KeyboardInterrupt:
        outcome, interrupted = jobs.Outcome(jobs.stored(work), {}), True
    found = answers.answer(question, outcome.predictions, outcome.lost)
    if found is None:
        if interrupted:
            raise KeyboardInterrupt
        lost = outcome.lost | question.left_out
        reasons = "; ".join(f"{method} {reason}" for method, reason in list(lost.items())[:3])
        raise InputError(f"no method finished ({reasons}): give a larger budget, or choose other methods")
    curves = () if interrupted else _curves(question, found, folder, cores, budget, show)
    return Trial(question, outcome, found, curves, interrupted)


def _curves(
    question: Question,
    found: Answer,
    folder: Path,
    cores: int,
    budget: float,
    show: Callable[[jobs.Progress], None],
) -> tuple[Curve, ...]:
    """Curves within a quarter of the budget; those that take longer are left out."""
    asked = growth.ask(question, filter(None, (found.recommended, found.rival)))
    if asked is None:
        return ()
    work = jobs.write(asked, folder / "growth")
    try:
        stored = jobs.run(work, cores=cores, budget=budget / 4, show=show).predictions
    except KeyboardInterrupt:
        stored = jobs.stored(work)
    curves = (growth.curve(asked, stored[method]) for method in asked.methods if method in stored)
    return tuple(curve for curve in curves if curve is not None)


def sentences(trial: Trial) -> list[str]:
    """The answer and what it rests on."""
    more = [words.more_rows(trial.question, curve) for curve in trial.curves[:1]]
    return [*words.headline(trial.question, trial.answer), *more, words.basis(trial.question)]


def final(trial: Trial, form: Form) -> Final:
    """The recommended method fitted on all rows; `form`: how the user's file is written."""
    method = trial.answer.recommended
    outcome = isolate.call(lambda: details.final(trial.question, method), isolate.Limits(SECONDS))
    if outcome.status != "ok":  # the comparison stands
        return Final(None, b"", (f"{method} could not be fitted on all rows: {outcome.reason}",))
    fitted = outcome.value._replace(form=form)
    try:
        return Final(fitted, saved.to_bytes(fitted), ())
    except InputError as error:
        return Final(fitted, b"", (f"There is no model.nb: {error}",))


def html(trial: Trial, model: Final, about: About) -> str:
    """The page."""
    question, found = trial.question, trial.answer
    predictions = trial.outcome.predictions[found.recommended]
    surprises = isolate.call(
        lambda: details.surprises(question, found.recommended, predictions), isolate.Limits(SECONDS)
    )
    content = page.Content(
        question,
        found,
        trial.curves,
        details.confusion(question, predictions),
        details.weights(question, model.fitted) if model.fitted is not None else [],
        surprises.value if surprises.status == "ok" else [],
        about.decisions,
        (*question.folds.notes, *model.trouble),
        about.command,
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
    """Out-of-fold predictions: a row per method, repeat, fold and case."""
    table = trial.question.table
    rows = []
    for method, p in trial.outcome.predictions.items():
        (one,) = p.methods.values()
        posterior = np.exp(one.log_proba.astype(np.float64))
        for f in range(len(p.fold)):
            where = (method, int(p.repeat[f]), int(p.fold[f]))
            for i in range(p.offsets[f], p.offsets[f + 1]):
                said = table.classes[one.predicted[i]] if one.predicted[i] >= 0 else ""
                shares = (f"{share:.6g}" for share in posterior[i].tolist())
                rows.append((*where, int(p.row[i]) + 1, table.classes[table.y[p.row[i]]], said, *shares))
    head = ("method", "repeat", "fold", "row", "class", "predicted", *(f"P({c})" for c in table.classes))
    return _csv(head, rows)


def python_of(trial: Trial, path: str) -> str:
    """Lines that fit and use the recommended method on the table in a file."""
    question = trial.question
    name = question.methods[trial.answer.recommended].get("estimator")
    command = (
        "# on the command line:\n# naivebench predict --model model.nb --test new.csv --out predictions.csv\n"
    )
    if not name:
        return command
    columns = json.dumps([a.name for a in question.table.attributes], ensure_ascii=False)
    return (
        "import pandas as pd\n"
        f"from naivebench.estimators import {name}\n\n"
        f"table = pd.read_csv({path!r})\n"
        f"columns = {columns}\n"
        f"model = {name}().fit(table[columns], table[{question.target!r}])\n"
        "model.predict_proba(table[columns].head())\n\n" + command
    )


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
