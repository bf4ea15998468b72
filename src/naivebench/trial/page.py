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
from naivebench.report.tables import Column
from naivebench.trial.answer import ROPE
from naivebench.trial.plan import BASELINE

if TYPE_CHECKING:
    from naivebench.trial.trial import Trial

MOST_CLASSES = 20  # of the table of errors


def render_html(trial: Trial, *, name: str = "", command: str = "", use: str = "") -> str:
    """Write the page as HTML. name: of the table; command, use: how to repeat the trial and predict."""
    methods = trial.answer.methods.reset_index()
    methods["status"] = methods["status"].where(methods["status"] != "ok")
    columns = declare_columns(trial)
    scores = {"table": "", "columns": list(columns)}
    errors = {"": Column("", "True class")}
    errors |= {label: Column(label, label, "integer") for label in trial.plan.table.classes}
    title, *sentences = trial.sentences
    environment = tables.make_environment(Path(__file__).parent)
    return environment.get_template("page.html.j2").render(
        name=name or trial.plan.name,
        style=tables.read_static_file("page.css"),
        method=trial.recommend(),
        title=title.removesuffix("."),
        sentences=sentences,
        notes=trial.decisions,
        rope=ROPE,
        scores=tables.make_table(scores, {"": methods}, columns, tables.Targets()),
        errors=tables.make_table({"table": ""}, {"": count_errors(trial)}, errors, tables.Targets()),
        command=command,
        use=use,
        versions=f"naivebench {__version__}, Python {platform.python_version()}, NumPy {np.__version__}",
    )


def declare_columns(trial: Trial) -> dict[str, Column]:
    """Declare the columns of the table of scores; one draws the intervals of the metric that decides."""
    metric, methods = trial.plan.metric.id, trial.answer.methods
    # the most frequent class is far away, and its place would squeeze the others together
    drawn = methods.loc[methods.index != BASELINE, [metric, "low", "high"]]
    low, high = drawn.min().min(), drawn.max().max()
    span = (low, high) if low < high else (low - 0.01, low + 0.01)
    ticks = {f"{100 * end:.0f}" if METRICS[metric].points else f"{end:.3g}": end for end in span}
    columns = [
        Column("method", "Method", of=("title", "status")),
        Column("interval", "95 % interval", "interval", of=(metric, "low", "high"), span=span, ticks=ticks),
    ]
    for m in (column for column in methods if column in METRICS):
        percent = METRICS[m].points
        columns.append(Column(m, METRICS[m].label + ", %" * percent, "percents" if percent else "four"))
    columns.append(Column("seconds", "CPU seconds", "seconds"))
    return {column.name: column for column in columns}


def count_errors(trial: Trial) -> pd.DataFrame:
    """Count the cases of the first repeat by true and by predicted class of the recommended method."""
    plan, predictions = trial.plan, trial.predictions
    tested = slice(0, int(predictions.offsets[(predictions.repeat == predictions.repeat[0]).sum()]))
    classes = np.array(plan.table.classes)
    if len(classes) > MOST_CLASSES:
        return pd.DataFrame()
    truth = pd.Series(classes[plan.table.y[predictions.row[tested]]], name="")  # no class is called so
    predicted = classes[predictions.methods[trial.recommend()].predicted[tested]]
    return pd.crosstab(truth, predicted).reindex(index=classes, columns=classes, fill_value=0).reset_index()
