"""`naivebench.compare`: a trial from Python."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from naivebench.models import catalogue
from naivebench.models.fitted import Form
from naivebench.trial import check, question
from naivebench.trial import trial as trials
from naivebench.trial.page import marked
from naivebench.trial.trial import About, Trial

if TYPE_CHECKING:
    import pandas as pd


class Comparison:
    """Comparison of methods on the same folds of one table. A notebook displays the answer and the scores."""

    def __init__(self, trial: Trial, decisions: Sequence[str]) -> None:
        self.trial, self.decisions = trial, tuple(decisions)

    @property
    def scores(self) -> pd.DataFrame:
        """Mean of every metric over the folds, a row for each method, best first; NaN for methods without
        scores.
        """
        import pandas as pd

        rows = {r.method: {m: e.mean for m, e in r.scores.items()} for r in self.trial.answer.rows}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("method")

    @property
    def sentences(self) -> list[str]:
        """The answer as sentences."""
        return trials.sentences(self.trial)

    def recommend(self) -> str:
        """Id of the simplest method of the family that is practically equivalent to the best one."""
        return self.trial.answer.recommended

    def report(self, path: str | Path) -> None:
        """Write the answer as an HTML page."""
        model = trials.final(self.trial, Form())
        Path(path).write_text(
            trials.html(self.trial, model, About(self.trial.question.name, self.decisions)), encoding="utf-8"
        )

    def __repr__(self) -> str:
        return "\n".join([*self.sentences, *self.decisions])

    def _repr_html_(self) -> str:
        text = "".join(f"<p>{marked(sentence)}</p>" for sentence in [*self.sentences, *self.decisions])
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
    table, rows, notes = question.table_of(X, y, kinds=kinds, groups=groups)
    asked = question.ask(
        name,
        table,
        catalogue.methods(),
        methods=methods,
        metric=metric,
        folds=folds,
        repeats=repeats,
        scheme="stratified" if groups is None else "grouped",
        seed=random_state,
        rows=rows + 1,
    )
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        trial = trials.run(asked, Path(folder), cores=n_jobs, budget=budget)
    texts = [codes[rows] for codes in question.text_codes(X, table)]
    seen = check.columns(table, {}, {}, leave_out="leave it out of X")
    notes += question.note_angles(table, methods)
    decisions = [*check.as_sentences(notes), *seen.warnings, *check.rows(table, texts)]
    return Comparison(trial, decisions)
