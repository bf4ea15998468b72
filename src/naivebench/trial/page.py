"""The page of a trial: the answer first, then the tables on which it is based."""

from __future__ import annotations

import platform
import re
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from markupsafe import Markup, escape

from naivebench import __version__
from naivebench.evaluation.metrics import METRICS
from naivebench.models import isolate
from naivebench.models.fitted import Fitted
from naivebench.report import tables
from naivebench.report.tables import Column, Table
from naivebench.trial import details, words
from naivebench.trial.answer import SHOWN
from naivebench.trial.question import BASELINE
from naivebench.trial.trial import Trial, write_answer

MOST_CLASSES, MOST_WEIGHTS = 20, 15
LEAST = 5.0  # seconds that the weights of the columns get even if the budget is used up
COLUMNS = {
    "method": Column("method", "Method", of=("title", "status")),
    "seconds": Column("seconds", "CPU seconds", "seconds"),
    "name": Column("name", "Column or word"),
    "weight": Column("weight", "Weight", "fine"),
    "speaks_for": Column("speaks_for", "Speaks most for"),
    "row": Column("row", "Row"),
    "label": Column("label", "True class"),
    "predicted": Column("predicted", "Predicted"),
    "probability": Column("probability", "P(true class)", "fine"),
    "training_rows": Column("training_rows", "Training rows"),
}


def write_page(
    trial: Trial, model: Fitted | None, notes: list[str], *, name: str = "", command: str = "", use: str = ""
) -> str:
    """The page as HTML. model: the recommended method fitted on all rows; notes: what was decided about the
    table; command: repeats the trial; use: predicts new rows.
    """
    question, answer = trial.question, trial.answer
    method, classes = answer.recommended, question.table.classes
    predictions = trial.predictions[method]
    frames = {
        "methods": describe_scores(trial),
        "surprises": details.find_surprises(question, predictions, method),
    } | dict.fromkeys(("errors", "weights", "curve"), pd.DataFrame())
    if len(classes) <= MOST_CLASSES:
        counts = details.count_errors(question, predictions, method)
        frames["errors"] = counts.rename_axis("label").reset_index()
    if model is not None:
        limits = isolate.Limits(max(trial.deadline - time.monotonic(), LEAST))
        outcome = isolate.call(lambda: details.weigh_columns(question, model), limits)
        if outcome.status == "ok":
            frames["weights"] = outcome.value[:MOST_WEIGHTS]
    if trial.curve is not None:
        means = pd.Series(trial.curve.means, name=question.metric.id)
        frames["curve"] = means.rename_axis("training_rows").reset_index()

    columns = COLUMNS | declare_columns(trial, frames["methods"])

    def table(of: str, names: Sequence[str] = ()) -> Table | None:
        section = {"table": of, "columns": names or list(frames[of].columns)}
        found = tables.make_table(section, frames, columns, tables.Targets(frames["methods"]))
        return None if found is None else found._replace(csv="")

    environment = tables.make_environment(Path(__file__).parent)
    environment.filters["marked"] = mark_code
    return environment.get_template("page.html.j2").render(
        name=name or question.name,
        style=tables.read_static("page.css"),
        trial=trial,
        title=words.write_title(question, answer),
        sentences=write_answer(trial)[1:],
        notes=[*notes, *question.folds.notes],
        rules=words.RULES,
        table=table,
        metrics=list(dict.fromkeys((question.metric.id, *SHOWN))),
        command=command,
        use=use,
        versions=f"naivebench {__version__}, Python {platform.python_version()}, NumPy {np.__version__}",
    )


def describe_scores(trial: Trial) -> pd.DataFrame:
    """The methods with groups as in the report, for the colours of the intervals."""
    frame, methods = trial.answer.methods.reset_index(), trial.question.methods
    frame["group"] = [methods[m]["group"] if m in methods else "all" for m in frame["method"]]
    frame["status"] = frame["status"].where(frame["status"] != "ok")
    return frame


def declare_columns(trial: Trial, methods: pd.DataFrame) -> dict[str, Column]:
    """The columns of metrics and of classes, and the drawn interval of the metric that decides."""
    metric = trial.question.metric.id
    declared = {m: Column(m, METRICS[m].label, "four") for m in (metric, *SHOWN)}
    for m in words.PERCENT:
        declared[m] = Column(m, f"{METRICS[m].label}, %", "percents")
    declared |= {c: Column(c, c, "integer") for c in trial.question.table.classes if c not in COLUMNS}
    drawn = methods.loc[methods["method"] != BASELINE, [metric, "low", "high"]]  # the baseline is far away
    low, high = drawn.min().min(), drawn.max().max()
    span = (low, high) if low < high else (low - 0.01, low + 0.01)
    ticks = {f"{100 * end:.0f}" if metric in words.PERCENT else f"{end:.3g}": end for end in span}
    of = (metric, "low", "high")
    return declared | {
        "interval": Column("interval", "95 % interval", "interval", of=of, span=span, ticks=ticks)
    }


def mark_code(sentence: str) -> Markup:
    """A sentence as HTML, with words in backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(sentence))).replace(" %", "&nbsp;%"))
