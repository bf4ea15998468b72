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

MOST_CLASSES, SURPRISING = 20, 10  # largest tables of errors and of rows
COLUMNS = (
    Column("method", "Method", of=("title", "status")),
    Column("seconds", "CPU seconds", "seconds"),
    Column("row", "Row"),
    Column("label", "True class"),
    Column("predicted", "Predicted"),
    Column("probability", "P(true class)", "fine"),
)


def render_html(trial: Trial, *, name: str = "", command: str = "", use: str = "") -> str:
    """Write the page as HTML. name: of the table; command: to repeat the trial; use: to predict new rows."""
    question, metric = trial.question, trial.question.metric.id
    methods = trial.answer.methods.reset_index()
    frames = {
        "methods": methods.assign(status=methods["status"].where(methods["status"] != "ok")),
        **make_error_tables(trial),
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


def make_error_tables(trial: Trial) -> dict[str, pd.DataFrame]:
    """List errors of the recommended method in the first repeat: `errors` counts cases by true and predicted
    class, and `surprises` lists the wrong rows whose true class had the smallest probability.
    """
    question, method = trial.question, trial.recommend()
    predictions = trial.predictions
    folds = int((predictions.repeat == predictions.repeat[0]).sum())
    tested = slice(0, int(predictions.offsets[folds]))
    p, cases = predictions.methods[method], predictions.row[tested]
    truth, classes = question.table.y[cases], list(question.table.classes)
    labels = np.array(classes)
    predicted = pd.DataFrame(
        {
            "row": question.rows[cases],
            "label": labels[truth],
            "predicted": labels[p.predicted[tested]],
            "probability": np.exp(p.log_proba[tested][np.arange(len(cases)), truth]),
        }
    )
    errors = pd.DataFrame()
    if len(classes) <= MOST_CLASSES:
        counts = pd.crosstab(predicted["label"], predicted["predicted"])
        errors = counts.reindex(index=classes, columns=classes, fill_value=0).reset_index()
    wrong = predicted[predicted["label"] != predicted["predicted"]]
    return {"errors": errors, "surprises": wrong.nsmallest(SURPRISING, "probability")}


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
