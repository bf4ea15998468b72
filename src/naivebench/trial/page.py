"""The page of a trial: the answer first, then the tables on which it is based."""

from __future__ import annotations

import platform
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from markupsafe import Markup, escape

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
COLUMNS = {
    column.name: column
    for column in (
        Column("method", "Method", of=("title", "status")),
        Column("seconds", "CPU seconds", "seconds"),
        Column("name", "Column or word"),
        Column("weight", "Weight", "fine"),
        Column("speaks_for", "Speaks most for"),
        Column("row", "Row"),
        Column("label", "True class"),
        Column("predicted", "Predicted"),
        Column("probability", "P(true class)", "fine"),
        Column("training_rows", "Training rows"),
    )
}


def write_page(
    trial: Trial, model: Fitted | None, trouble: str = "", *, name: str = "", command: str = "", use: str = ""
) -> str:
    """The page as HTML. model: the recommended method fitted on all rows; trouble: why it or its file is
    missing; command: repeats the trial; use: predicts new rows.
    """
    question, method = trial.question, trial.answer.recommended
    frames = make_frames(trial, model)
    columns = declare_columns(trial, frames["methods"])

    def table(of: str, names: list[str] | None = None) -> Table | None:
        section = {"table": of, "columns": names or list(frames[of].columns)}
        content = tables.make_table(section, frames, columns, tables.Targets(frames["methods"]))
        return None if content is None else content._replace(csv="")

    environment = tables.make_environment(Path(__file__).parent)
    environment.filters["marked"] = mark_code
    return environment.get_template("page.html.j2").render(
        name=name or question.name,
        style=tables.read_static("page.css"),
        interrupted=trial.interrupted,
        method=method,
        title=words.write_title(question, trial.answer),
        sentences=trial.sentences[1:],
        notes=[*trial.decisions, *filter(None, [trouble]), *question.folds.notes],
        rules=words.RULES,
        table=table,
        metrics=list(dict.fromkeys((question.metric.id, *SHOWN))),
        command=command,
        use=use,
        versions=f"naivebench {__version__}, Python {platform.python_version()}, NumPy {np.__version__}",
    )


def make_frames(trial: Trial, model: Fitted | None) -> dict[str, pd.DataFrame]:
    """The tables of the page; empty ones are not shown."""
    question, method = trial.question, trial.answer.recommended
    methods, predicted = trial.answer.methods.reset_index(), list_first_repeat(trial, method)
    # groups as in the report, for the colours of the intervals
    groups = {m: stanza["group"] for m, stanza in question.methods.items()}
    methods = methods.assign(
        group=methods["method"].map(groups).fillna("all"),
        status=methods["status"].where(methods["status"] != "ok"),
    )
    wrong = predicted[predicted["label"] != predicted["predicted"]]
    frames = {"methods": methods, "surprises": wrong.nsmallest(SURPRISING, "probability")}
    frames |= dict.fromkeys(("errors", "weights", "curve"), pd.DataFrame())

    classes = list(question.table.classes)
    if len(classes) <= MOST_CLASSES:
        counts = pd.crosstab(predicted["label"], predicted["predicted"])
        frames["errors"] = counts.reindex(index=classes, columns=classes, fill_value=0).reset_index()
    if model is not None:
        limits = isolate.Limits(max(trial.deadline - time.monotonic(), LEAST))
        outcome = isolate.call(lambda: weigh_columns(question, model), limits)
        if outcome.status == "ok":
            frames["weights"] = outcome.value[:MOST_WEIGHTS]
    if trial.curve is not None:
        means = pd.Series(trial.curve.means, name=question.metric.id)
        frames["curve"] = means.rename_axis("training_rows").reset_index()
    return frames


def list_first_repeat(trial: Trial, method: str) -> pd.DataFrame:
    """Out-of-fold predictions of the first repeat: `row` in the file (from 1), its `label`, the `predicted`
    label, and the `probability` of the true class.
    """
    question, predictions = trial.question, trial.predictions[method]
    folds = int((predictions.repeat == predictions.repeat[0]).sum())
    tested = slice(0, int(predictions.offsets[folds]))
    p, cases = predictions.methods[method], predictions.row[tested]
    truth, classes = question.table.y[cases], np.array(question.table.classes)
    probability = np.exp(p.log_proba[tested][np.arange(len(cases)), truth])
    labels = {"label": classes[truth], "predicted": classes[p.predicted[tested]]}
    return pd.DataFrame({"row": question.rows[cases], **labels, "probability": probability})


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


def declare_columns(trial: Trial, methods: pd.DataFrame) -> dict[str, Column]:
    """The columns of the page, with those of metrics and classes, and the drawn interval of the metric that
    decides.
    """
    metric = trial.question.metric.id
    columns = {c: Column(c, c, "integer") for c in trial.question.table.classes} | COLUMNS
    for m in (metric, *SHOWN):
        percent = m in words.PERCENT
        columns[m] = Column(m, METRICS[m].label + ", %" * percent, "percents" if percent else "four")
    drawn = methods.loc[methods["method"] != BASELINE, [metric, "low", "high"]]  # the baseline is far away
    low, high = drawn.min().min(), drawn.max().max()
    span = (low, high) if low < high else (low - 0.01, low + 0.01)
    ticks = {f"{100 * end:.0f}" if metric in words.PERCENT else f"{end:.3g}": end for end in span}
    of = (metric, "low", "high")
    interval = Column("interval", "95 % interval", "interval", of=of, span=span, ticks=ticks)
    return columns | {"interval": interval}


def mark_code(sentence: str) -> Markup:
    """A sentence as HTML, with words in backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(sentence))).replace(" %", "&nbsp;%"))
