"""`naivebench.compare`: a trial from Python."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.data import class_labels, frames
from naivebench.data.profile import row_codes
from naivebench.models.fitted import Form
from naivebench.trial import columns, page, question
from naivebench.trial.trial import Trial, fit_final, run_trial, write_answer


class Comparison:
    """Comparison of methods on the same folds of one table. A notebook displays the answer and the scores."""

    def __init__(self, trial: Trial, decisions: Sequence[str]) -> None:
        self.trial, self.decisions = trial, tuple(decisions)

    @property
    def scores(self) -> pd.DataFrame:
        """Mean of every metric over the folds, a row for each method, best first; NaN for methods without
        scores.
        """
        return self.trial.answer.methods.drop(columns=["title", "status", "low", "high", "seconds"])

    @property
    def sentences(self) -> list[str]:
        """The answer as sentences."""
        return write_answer(self.trial)

    def recommend(self) -> str:
        """Id of the simplest method of the family that is practically equivalent to the best one."""
        return self.trial.answer.recommended

    def report(self, path: str | Path) -> None:
        """Write the answer as an HTML page."""
        model, _, trouble = fit_final(self.trial, Form())
        notes = [*self.decisions, *filter(None, [trouble])]
        Path(path).write_text(page.write_page(self.trial, model, notes), encoding="utf-8")

    def __repr__(self) -> str:
        return "\n".join([*self.sentences, *self.decisions])

    def _repr_html_(self) -> str:
        text = "".join(f"<p>{page.mark_code(s)}</p>" for s in [*self.sentences, *self.decisions])
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
) -> Comparison:
    """Compare members of the family and rivals on one table.

    X: a data frame, or an array of shape (n, d); y: (n,) labels. methods: ids, by default about ten that suit
    the columns; metric: id of the metric that decides; folds, repeats: of stratified cross-validation, or, if
    groups (n,) are given, of folds that keep the rows of a group together; kinds: as for the estimators;
    random_state: seed of folds and fits; n_jobs: processes; budget: seconds for all methods.

    Raises InputError for a table that is too small and for unknown methods and metrics.
    """
    table, rows, notes = read_table(X, y, kinds, groups)
    asked = question.ask(
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
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        trial = run_trial(asked, Path(folder), cores=n_jobs, budget=budget)
    useless = columns.find_useless_columns(table, {}, ())
    leaks = columns.note_leaks(table, useless, "leave it out of X")
    return Comparison(
        trial, [*columns.make_sentences(notes), *leaks, *columns.note_rows(table, row_codes(table))]
    )


def read_table(X: Any, y: Any, kinds: Any, groups: Any) -> tuple[Table, np.ndarray, list[str]]:
    """The table of arrays or a data frame, the rows that have a class, from 0, and notes on labels."""
    frames.check_one_per_case(y, "y", "a label")
    labels, codes, notes = class_labels.read_values(y, "y")
    data = frames.plain(X)
    if len(codes) != data.shape[0]:
        raise InputError(f"X has {data.shape[0]} rows and y has {len(codes)} labels: give one label per row")
    rows = np.flatnonzero(codes >= 0)
    table = frames.to_table(frames.take(data, rows), codes[rows], labels, kinds=kinds, text=None)
    if groups is not None:
        members = np.unique(np.asarray(groups)[rows], return_inverse=True)[1]
        table = table._replace(groups=members.astype(np.int32))
    return table, rows, notes
