"""The page of a trial: the answer first, then the tables on which it is based."""

from __future__ import annotations

import platform
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from naivebench import __version__
from naivebench.core.table import n_cases, subset
from naivebench.evaluation.metrics import METRICS
from naivebench.models import explain, isolate
from naivebench.models.fitted import Fitted
from naivebench.report import tables
from naivebench.report.tables import Column, Table
from naivebench.trial import words
from naivebench.trial.answer import SHOWN
from naivebench.trial.question import BASELINE, Question

if TYPE_CHECKING:
    from naivebench.trial.trial import Trial

MOST_CLASSES, MOST_WEIGHTS, SURPRISING = 20, 15, 10  # largest tables of errors, columns and rows
LOOKED_AT = 500  # number of rows over which the weight of a column is averaged
LEAST = 5.0  # seconds that the weights of the columns get even if the budget is used up
COLUMNS = (
    Column("method", "Method", of=("title", "status")),
    Column("seconds", "CPU seconds", "seconds"),
    Column("name", "Column or word"),
    Column("weight", "Weight", "fine"),
    Column("speaks_for", "Speaks most for"),
    Column("row", "Row"),
    Column("label", "True class"),
    Column("predicted", "Predicted"),
    Column("probability", "P(true class)", "fine"),
)


def write_page(
    trial: Trial, model: Fitted | None, trouble: str = "", *, name: str = "", command: str = "", use: str = ""
) -> str:
    """The page as HTML. model: the recommended method fitted on all rows; trouble: why it or its file is
    missing; command: repeats the trial; use: predicts new rows.
    """
    question, metric = trial.question, trial.question.metric.id
    methods = trial.answer.methods.reset_index()
    frames = {
        "methods": methods.assign(status=methods["status"].where(methods["status"] != "ok")),
        "weights": pd.DataFrame() if model is None else find_weights(trial, model),
        **list_errors(trial),
    }
    metrics = list(dict.fromkeys((metric, *SHOWN)))
    columns = {label: Column(label, label, "integer") for label in question.table.classes}
    columns |= {column.name: column for column in (*COLUMNS, declare_interval(trial))}
    for m in metrics:
        percent = m in words.PERCENT
        columns[m] = Column(m, METRICS[m].label + ", %" * percent, "percents" if percent else "four")

    def table(of: str, names: list[str] | None = None) -> Table | None:
        section = {"table": of, "columns": names or list(frames[of].columns)}
        content = tables.make_table(section, frames, columns, tables.Targets())
        return None if content is None else content._replace(csv="")

    environment = tables.make_environment(Path(__file__).parent)
    return environment.get_template("page.html.j2").render(
        name=name or question.name,
        style=tables.read_static("page.css"),
        interrupted=trial.interrupted,
        method=trial.recommend(),
        title=words.write_title(question, trial.answer),
        sentences=trial.sentences[1:],
        notes=[*trial.decisions, *filter(None, [trouble]), *question.folds.notes],
        rules=words.RULES,
        table=table,
        metrics=metrics,
        command=command,
        use=use,
        versions=f"naivebench {__version__}, Python {platform.python_version()}, NumPy {np.__version__}",
    )


def list_errors(trial: Trial) -> dict[str, pd.DataFrame]:
    """Errors of the recommended method in the first repeat: `errors` counts cases by true and predicted
    class, and `surprises` lists the wrong rows whose true class had the smallest probability.
    """
    question, method = trial.question, trial.recommend()
    predictions = trial.predictions[method]
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


def find_weights(trial: Trial, model: Fitted) -> pd.DataFrame:
    """The largest weights of columns; none if explaining the model takes too long or fails."""
    limits = isolate.Limits(max(trial.deadline - time.monotonic(), LEAST))
    outcome = isolate.call_in_child(lambda: weigh_columns(trial.question, model), limits)
    return outcome.value[:MOST_WEIGHTS] if outcome.status == "ok" else pd.DataFrame()


def weigh_columns(question: Question, model: Fitted) -> pd.DataFrame:
    """Columns or words by their influence, largest first: `name`, `weight` (mean size of the log-odds that a
    value contributes, in nats) and `speaks_for`, the class for which it speaks most.
    """
    rows = np.unique(np.linspace(0, n_cases(question.table) - 1, LOOKED_AT).astype(int))
    items = explain.explain(model, subset(question.table, rows))
    items = items[~explain.is_remark(items) & np.isfinite(items["log_odds"]) & (items["log_odds"] != 0)]
    side = items["predicted"].where(items["log_odds"] > 0, items["against"])
    evidence = items.assign(name=items["attribute"], weight=items["log_odds"].abs(), speaks_for=side)
    by_class = evidence.pivot_table("weight", "name", "speaks_for", aggfunc="sum", fill_value=0.0)
    frame = pd.DataFrame({"weight": by_class.sum(axis=1) / len(rows)})
    frame["speaks_for"] = by_class.idxmax(axis=1) if len(frame) else ""
    return frame.sort_values("weight", ascending=False, kind="stable").reset_index()


def declare_interval(trial: Trial) -> Column:
    """The column that draws the intervals of the metric that decides."""
    metric, methods = trial.question.metric.id, trial.answer.methods
    # the most frequent class is far away, and its place would squeeze the others together
    drawn = methods.loc[methods.index != BASELINE, [metric, "low", "high"]]
    low, high = drawn.min().min(), drawn.max().max()
    span = (low, high) if low < high else (low - 0.01, low + 0.01)
    ticks = {f"{100 * end:.0f}" if metric in words.PERCENT else f"{end:.3g}": end for end in span}
    of = (metric, "low", "high")
    return Column("interval", "95 % interval", "interval", of=of, span=span, ticks=ticks)
