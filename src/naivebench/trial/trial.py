"""A trial from the question to the answer and its files, for the command line and `naivebench.compare`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark.predictions import Predictions
from naivebench.core.checks import InputError, check_at_least
from naivebench.core.table import Table, n_cases
from naivebench.data import class_labels, frames
from naivebench.data.profile import number_equal_rows
from naivebench.models import fitted, isolate, saved
from naivebench.models.fitted import Fitted, Form
from naivebench.report.tables import mark_code
from naivebench.trial import answer as answers
from naivebench.trial import answer_text, jobs, page, table_checks
from naivebench.trial.answer import Answer
from naivebench.trial.question import LARGE, Question, build_question

METHODS = 0.7  # share of the budget after which methods stop; the rest is for the final model


class Trial(NamedTuple):
    """The question, the predictions of the methods, and the answer. Notebooks show the answer and scores."""

    question: Question
    predictions: Predictions
    answer: Answer
    decisions: tuple[str, ...] = ()  # about the columns and rows of the table

    @property
    def scores(self) -> pd.DataFrame:
        """Mean of every metric over the folds, a row for each method, best first; NaN without scores."""
        return self.answer.methods.drop(columns=["title", "status", "low", "high", "seconds"])

    @property
    def sentences(self) -> list[str]:
        """The answer as sentences."""
        title = answer_text.compose_title(self.question, self.answer)
        return [f"{title}.", *answer_text.compose_sentences(self.question, self.answer)]

    def recommend(self) -> str:
        """Id of the simplest method of the family that is practically equivalent to the best one."""
        return self.answer.recommended

    def report(self, path: str | Path) -> None:
        """Write the answer as an HTML page."""
        Path(path).write_text(page.render_html(self), encoding="utf-8")

    def __repr__(self) -> str:
        return "\n".join([*self.sentences, *self.decisions])

    def _repr_html_(self) -> str:
        text = "".join(f"<p>{mark_code(s)}</p>" for s in [*self.sentences, *self.decisions])
        return text + self.scores.to_html(float_format="{:.4f}".format)


def compare(
    X: Any,
    y: Any,
    *,
    methods: Sequence[str] = (),
    metric: str = "accuracy",
    folds: int | None = None,
    repeats: int | None = None,
    groups: Any = None,
    kinds: dict[str, Any] | str | None = None,
    name: str = "table",
    random_state: int = 0,
    n_jobs: int = 1,
    budget: float = 120.0,
) -> Trial:
    """Compare members of the family and rivals on one table.

    X: a data frame, or an array of shape (n, d). y: (n,) labels. methods: ids, by default about ten that suit
    the columns. metric: id of the metric that decides. folds, repeats: numbers for a stratified
    cross-validation or, with groups (n,), for folds that keep the rows of a group together. kinds: as for the
    estimators. random_state: seed of folds and fits. n_jobs: number of processes. budget: seconds, of which
    the methods get 70 %. On a terminal, a line shows the progress.

    Raises InputError for a table that is too small and for unknown methods and metrics.
    """
    check_at_least(n_jobs, 1, "n_jobs", "naivebench.compare")
    table, rows, notes = encode_arrays(X, y, kinds, groups)
    question = build_question(
        name,
        table,
        methods=methods,
        metric=metric,
        folds=folds,
        repeats=repeats,
        scheme="stratified" if groups is None else "grouped",
        seed=random_state,
        rows=rows + 1,
    )
    trial = run_trial(question, cores=n_jobs, budget=budget)
    useless = table_checks.find_useless_columns(table, {})
    decisions = [
        *table_checks.format_sentences(notes),
        *(f"Not compared: {text}." for text in question.left_out),
        *table_checks.describe_leaks(table, useless, "leave it out of X"),
        *table_checks.describe_rare_classes(table),
        *table_checks.describe_repeated_rows(table, number_equal_rows(table)),
    ]
    return trial._replace(decisions=tuple(decisions))


def encode_arrays(X: Any, y: Any, kinds: Any, groups: Any) -> tuple[Table, np.ndarray, list[str]]:
    """Encode arrays as a table. Also return the numbers of the rows with a class, and notes on labels."""
    labels, codes, notes = class_labels.read_class_values(y)
    data = frames.to_frame(X)
    if len(codes) != data.shape[0]:
        raise InputError(f"X has {data.shape[0]} rows and y has {len(codes)} labels: give one label per row")
    rows = np.flatnonzero(codes >= 0)
    table = frames.encode_frame(frames.select_rows(data, rows), codes[rows], labels, kinds=kinds, text=None)
    if groups is not None:
        members = np.unique(np.asarray(groups)[rows], return_inverse=True)[1]
        table = table._replace(groups=members.astype(np.int32))
    return table, rows, notes


def run_trial(question: Question, *, cores: int, budget: float) -> Trial:
    """Run the methods in their share of the budget, in seconds. Raises InputError if no method finished."""
    predictions, reasons = jobs.run_methods(question, cores=cores, seconds=METHODS * budget)
    answer = answers.find_answer(question, predictions, reasons)
    if answer is None:
        why = "; ".join(f"{method} {reason}" for method, reason in list(reasons.items())[:3])
        raise InputError(f"no method finished ({why}): give a larger --budget, or choose other methods")
    return Trial(question, predictions, answer)


def fit_recommended_method(trial: Trial, form: Form, seconds: float) -> tuple[bytes, str]:
    """Return the bytes of the recommended method fitted on all rows, and the reason if there are none."""
    question, method = trial.question, trial.answer.recommended
    stanza, rng = question.methods[method], np.random.default_rng(question.seed)

    def fit() -> Fitted:
        return fitted.fit(question.table, method, stanza, rng=rng, params=stanza["params"])

    outcome = isolate.call_in_child(fit, isolate.Limits(seconds))
    if outcome.status != "ok":
        return b"", f"`{method}` could not be fitted on all rows: {outcome.reason}."
    try:
        return saved.to_bytes(saved.Content(outcome.value._replace(form=form), "", {})), ""
    except InputError as error:
        return b"", f"There is no model.nb: {error}."


def list_predictions(trial: Trial) -> pd.DataFrame:
    """List out-of-fold predictions by method, repeat, fold and case; for a large table, of two methods."""
    question, answer, stored = trial.question, trial.answer, trial.predictions
    classes, sizes = np.array(question.table.classes), np.diff(stored.offsets)
    few = n_cases(question.table) > LARGE
    tables = []
    for method in dict.fromkeys((answer.recommended, answer.best) if few else stored.methods):
        p = stored.methods[method]
        frame = pd.DataFrame({"method": method, "repeat": stored.repeat.repeat(sizes)})
        frame["fold"], frame["row"] = stored.fold.repeat(sizes), question.rows[stored.row]
        frame["class"], frame["predicted"] = classes[question.table.y[stored.row]], classes[p.predicted]
        frame[[f"P({c})" for c in classes]] = np.exp(p.log_proba.astype(np.float64))
        tables.append(frame)
    return pd.concat(tables)
