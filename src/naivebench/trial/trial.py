"""A trial from the question to the answer and its files, for the command line and `naivebench.compare`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark.predictions import Predictions
from naivebench.core.checks import InputError
from naivebench.core.table import n_cases
from naivebench.models import fitted, isolate, saved
from naivebench.models.fitted import Fitted, Form
from naivebench.trial import answer as answers
from naivebench.trial import details, jobs, words
from naivebench.trial.answer import Answer
from naivebench.trial.question import LARGE, Question

METHODS, CURVE = 0.7, 0.85  # shares of the budget after which methods and the curve stop
LEAST = 10.0  # seconds that the final model gets even if the budget is used up


class Trial(NamedTuple):
    """The question of a trial, the predictions of the methods, and the answer."""

    question: Question
    predictions: Mapping[str, Predictions]
    answer: Answer
    deadline: float  # end of the budget, by the clock `time.monotonic`
    curve: details.Curve | None = None  # of the recommended method
    interrupted: bool = False  # methods may be missing because the user stopped the trial


def run_trial(
    question: Question, folder: Path, *, cores: int, budget: float, show: jobs.Show = lambda _: None
) -> Trial:
    """Run the methods, then a learning curve of the recommended one, within the budget in seconds.

    After Ctrl-C, the answer uses the methods that have finished. Raises InputError if no method finished, and
    KeyboardInterrupt if it was stopped before one did.
    """
    start, interrupted, lost = time.monotonic(), False, {}
    work = jobs.write_jobs(question, folder)
    try:
        lost = jobs.run_jobs(work, cores=cores, seconds=METHODS * budget, show=show)
    except KeyboardInterrupt:
        interrupted = True
    predictions = jobs.read_finished(work)
    answer = answers.find_answer(question, predictions, lost)
    if answer is None and interrupted:
        raise KeyboardInterrupt
    if answer is None:
        some = list(question.methods)[:3]
        reasons = "; ".join(f"{method} {lost.get(method, 'left no predictions')}" for method in some)
        raise InputError(f"no method finished ({reasons}): give a larger --budget, or choose other methods")
    trial = Trial(question, predictions, answer, start + budget, None, interrupted)
    wanted = None if interrupted else details.ask_for_curve(question, answer.recommended)
    if wanted is None:
        return trial
    work = jobs.write_jobs(wanted, folder / "curve")
    try:
        jobs.run_jobs(work, cores=1, seconds=start + CURVE * budget - time.monotonic(), show=show)
    except KeyboardInterrupt:
        interrupted = True
    found = jobs.read_finished(work)
    curve = details.draw_curve(wanted, found[answer.recommended], answer.recommended) if found else None
    return trial._replace(curve=curve, interrupted=interrupted)


def write_answer(trial: Trial) -> list[str]:
    """The answer in sentences."""
    question, answer, curve = trial.question, trial.answer, trial.curve
    more = [] if curve is None else [words.write_growth(question, curve)]
    sentences = words.write_sentences(question, answer)
    return [f"{words.write_title(question, answer)}.", *sentences, *more, words.write_basis(question)]


def fit_final(trial: Trial, form: Form) -> tuple[Fitted | None, bytes, str]:
    """The recommended method fitted on all rows, the bytes of its file, and the reason why one is missing;
    `form` describes how the user's file is written.
    """
    question, method = trial.question, trial.answer.recommended
    stanza, rng = question.methods[method], np.random.default_rng(question.seed)

    def fit() -> Fitted:
        return fitted.fit(question.table, method, stanza, rng=rng, params=stanza["params"])

    limits = isolate.Limits(max(trial.deadline - time.monotonic(), LEAST))
    outcome = isolate.call(fit, limits)
    if outcome.status != "ok":
        return None, b"", f"`{method}` could not be fitted on all rows: {outcome.reason}."
    model = outcome.value._replace(form=form)
    try:
        return model, saved.to_bytes(saved.Content(model, "", {})), ""
    except InputError as error:
        return model, b"", f"There is no model.nb: {error}."


def list_predictions(trial: Trial) -> pd.DataFrame:
    """Out-of-fold predictions, with a row for each method, repeat, fold and case; of a large table only those
    of the recommended and the best method.
    """
    question, answer = trial.question, trial.answer
    classes = np.array([*question.table.classes, ""])  # the last one is that of a failed fold, code -1
    few = n_cases(question.table) > LARGE
    frames = []
    for method in (answer.recommended, answer.best) if few else trial.predictions:
        found = trial.predictions[method]
        p, sizes = found.methods[method], np.diff(found.offsets)
        frame = pd.DataFrame({"method": method, "repeat": found.repeat.repeat(sizes)})
        frame["fold"], frame["row"] = found.fold.repeat(sizes), question.rows[found.row]
        frame["class"], frame["predicted"] = classes[question.table.y[found.row]], classes[p.predicted]
        frame[[f"P({c})" for c in classes[:-1]]] = np.exp(p.log_proba.astype(np.float64))
        frames.append(frame)
    return pd.concat(frames).drop_duplicates()
