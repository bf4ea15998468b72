"""The page of a trial: the answer first, then the tables on which it is based."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from naivebench import __version__
from naivebench.evaluation.metrics import METRICS
from naivebench.report import tables
from naivebench.report.tables import Column, Table
from naivebench.trial import answer_text
from naivebench.trial.answer import SHOWN
from naivebench.trial.question import BASELINE

if TYPE_CHECKING:
    from naivebench.trial.trial import Trial

MOST_CLASSES = 20  # of the table of errors
COLUMNS = (
    Column("method", "Method", of=("title", "status")),
    Column("seconds", "CPU seconds", "seconds"),
    Column("label", "True class"),
)


def render_html(trial: Trial, *, name: str = "", command: str = "", use: str = "") -> str:
    """Write the page as HTML. name: of the table; command, use: how to repeat the trial and predict."""
    question, metric = trial.question, trial.question.metric.id
    methods = trial.answer.methods.reset_index()
    frames = {
        "methods": methods.assign(status=methods["status"].where(methods["status"] != "ok")),
        "errors": count_errors(trial),
    }
    metrics = list(dict.fromkeys((metric, *SHOWN)))
    columns = {label: Column(label, label, "integer") for label in question.table.classes}
    columns |= {column.name: column for column in (*COLUMNS, declare_interval_column(trial))}
    for m in metrics:
        percent = m in answer_text.PERCENT
        columns[m] = Column(m, METRICS[m].label + ", %" * percent, "percents" if percent else "four")

    def make_section_table(of: str, names: list[str] | None = None) -> Table | None:
        section = {"table": of, "columns": names or list(frames[of].columns)}
        content = tables.make_table(section, frames, columns, tables.Targets())
        return None if content is None else content._replace(csv="")

    environment = tables.make_environment(Path(__file__).parent)
    return environment.get_template("page.html.j2").render(
        name=name or question.name,
        style=tables.read_static_file("page.css"),
        method=trial.recommend(),
        title=answer_text.compose_title(question, trial.answer),
        sentences=trial.sentences[1:],
        notes=[*trial.decisions, *question.folds.notes],
        rules=answer_text.RULES,
        table=make_section_table,
        metrics=metrics,
        command=command,
        use=use,
        versions=f"naivebench {__version__}, Python {platform.python_version()}, NumPy {np.__version__}",
    )


def count_errors(trial: Trial) -> pd.DataFrame:
    """Count the cases of the first repeat by true and by predicted class of the recommended method."""
    question, predictions = trial.question, trial.predictions
    tested = slice(0, int(predictions.offsets[(predictions.repeat == predictions.repeat[0]).sum()]))
    classes = np.array(question.table.classes)
    truth = pd.Series(classes[question.table.y[predictions.row[tested]]], name="label")
    predicted = classes[predictions.methods[trial.recommend()].predicted[tested]]
    if len(classes) > MOST_CLASSES:
        return pd.DataFrame()
    return pd.crosstab(truth, predicted).reindex(index=classes, columns=classes, fill_value=0).reset_index()


def declare_interval_column(trial: Trial) -> Column:
    """Declare the column that draws the intervals of the deciding metric."""
    metric, methods = trial.question.metric.id, trial.answer.methods
    # the most frequent class is far away, and its place would squeeze the others together
    drawn = methods.loc[methods.index != BASELINE, [metric, "low", "high"]]
    low, high = drawn.min().min(), drawn.max().max()
    span = (low, high) if low < high else (low - 0.01, low + 0.01)
    ticks = {f"{100 * end:.0f}" if metric in answer_text.PERCENT else f"{end:.3g}": end for end in span}
    of = (metric, "low", "high")
    return Column("interval", "95 % interval", "interval", of=of, span=span, ticks=ticks)
