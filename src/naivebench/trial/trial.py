"""A trial from the plan to the answer and its files, for the command line and `naivebench.compare`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from joblib.externals.loky import ProcessPoolExecutor

from naivebench.benchmark import discretize, job_settings, method_runs
from naivebench.benchmark.predictions import MethodPredictions, Predictions
from naivebench.core.checks import InputError, check_at_least
from naivebench.data import class_labels, frames
from naivebench.models import fitted, isolate, saved
from naivebench.models.fitted import Form
from naivebench.report.tables import mark_code
from naivebench.trial import page, table_checks
from naivebench.trial.answer import IN_TIME, INTERRUPTED, Answer, compose_sentences, find_answer
from naivebench.trial.plan import BASELINE, LARGE, PROTOCOL, Plan, make_plan

METHODS = 0.7  # share of the budget after which methods stop; the rest is for the final model
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
MEMORY_MB = 8192.0  # memory limit of one method


class Trial(NamedTuple):
    """The plan, the predictions of the methods, and the answer. Notebooks show the answer and scores."""

    plan: Plan
    predictions: Predictions
    answer: Answer

    @property
    def decisions(self) -> list[str]:
        """Sentences on the columns, rows and folds of the table."""
        return [*self.plan.decisions, *self.plan.folds.notes]

    @property
    def scores(self) -> pd.DataFrame:
        """Mean of every metric over the folds, a row for each method, best first; NaN without scores."""
        return self.answer.methods.drop(columns=["title", "status", "low", "high", "seconds"])

    @property
    def sentences(self) -> list[str]:
        """The answer as sentences."""
        return compose_sentences(self.plan, self.answer)

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
    the methods get 70 %.

    Raises InputError for a table that is too small and for unknown methods and metrics.
    """
    check_at_least(n_jobs, 1, "n_jobs", "naivebench.compare")
    labels, codes, notes = class_labels.read_class_values(y)
    data, rows = frames.to_frame(X), np.flatnonzero(codes >= 0)
    if len(codes) != data.shape[0]:
        raise InputError(f"X has {data.shape[0]} rows and y has {len(codes)} labels: give one label per row")
    table = frames.encode_frame(frames.select_rows(data, rows), codes[rows], labels, kinds=kinds, text=None)
    if groups is not None:
        members = np.unique(np.asarray(groups)[rows], return_inverse=True)[1]
        table = table._replace(groups=members.astype(np.int32))
    useless = table_checks.find_useless_columns(table, {})
    plan = make_plan(
        name,
        table,
        methods=methods,
        metric=metric,
        folds=folds,
        repeats=repeats,
        seed=random_state,
        decisions=table_checks.describe_decisions(table, notes, useless, "leave it out of X"),
    )
    return run_trial(plan, n_jobs, budget)


def run_trial(plan: Plan, cores: int, budget: float) -> Trial:
    """Run the methods in their share of the budget, in seconds. Raises InputError if no method finished."""
    predictions, reasons = run_methods(plan, cores, METHODS * budget)
    answer = find_answer(plan, predictions, reasons)
    if answer is None:
        why = "; ".join(f"{method} {reason}" for method, reason in list(reasons.items())[:3])
        raise InputError(f"no method finished ({why}): give a larger --budget, or choose other methods")
    return Trial(plan, predictions, answer)


def run_methods(plan: Plan, cores: int, seconds: float) -> tuple[Predictions, dict[str, str]]:
    """Run the methods in their order until all are done, `seconds` are over or the user presses Ctrl-C.

    Returns the predictions of those that finished, and the reasons why the others have none.
    """
    end = time.monotonic() + seconds
    folds, methods = plan.folds, plan.methods
    discretizers = {d for stanza in methods.values() if (d := stanza.get("discretize"))}
    cuts = {d: discretize.learn_cuts(plan.table, folds, d, "training") for d in discretizers}
    late, outcomes = IN_TIME, dict[str, isolate.Outcome]()
    waiting, running = [m for m in methods if m not in plan.refused], dict[Future[isolate.Outcome], str]()
    pool = ProcessPoolExecutor(cores, env=ONE_THREAD, initializer=silence_process)
    try:
        while (waiting or running) and (left := end - time.monotonic()) > 0:
            # a pool cannot be ended cleanly while runs wait in it
            while waiting and len(running) < cores:
                method = waiting.pop(0)
                of_method = cuts.get(methods[method].get("discretize"))
                running[pool.submit(fit_method, plan, method, of_method)] = method
            total = len(outcomes) + len(running) + len(waiting)
            show_progress(f"{len(outcomes)} of {total} methods have finished, at most {left:.0f} s are left")
            for run in wait(running, left, FIRST_COMPLETED).done:
                outcomes[running.pop(run)] = run.result()
    except KeyboardInterrupt:  # Ctrl-C: the answer is about the methods that have finished
        if not any(outcome.status == "ok" for m, outcome in outcomes.items() if m != BASELINE):
            raise
        late = INTERRUPTED
    finally:
        pool.shutdown(kill_workers=True)
        show_progress("")
    finished = {m: outcomes[m].value for m in methods if m in outcomes and outcomes[m].status == "ok"}
    failed = {m: f"failed: {outcome.reason}" for m, outcome in outcomes.items() if m not in finished}
    reasons = dict.fromkeys(methods, late) | plan.refused | failed
    predictions = Predictions(folds.repeat, folds.fold, folds.offsets, folds.test, finished)
    return predictions, {m: reason for m, reason in reasons.items() if m not in finished}


def fit_method(plan: Plan, method: str, cuts: Any) -> isolate.Outcome:
    """Run all folds of a method as the benchmark does; cuts: points of every fold, or None. The child keeps a
    crash from ending this process and later methods.
    """
    entropy = tuple(job_settings.make_seed_words(plan.seed, PROTOCOL, plan.name))
    limits, stanza = isolate.Limits(isolate.FOREVER, MEMORY_MB), plan.methods[method]
    setting = method_runs.Setting(method, stanza, plan.table, plan.folds, cuts, "training", entropy, limits)

    def run_folds() -> MethodPredictions:
        folds = list(range(len(plan.folds.fold)))
        run_fold = method_runs.prepare_method(setting, folds)
        return method_runs.join_folds(setting, {fold: run_fold(fold) for fold in folds})

    return isolate.call_in_child(run_folds, limits)


def silence_process() -> None:
    """Discard what methods and libraries write to the terminal."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def show_progress(text: str) -> None:
    """Show a line of progress in place of the last one, if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def fit_recommended_method(trial: Trial, form: Form, budget: float) -> bytes:
    """Return the model file of the recommended method, fitted on all rows. Raises InputError if it fails."""
    plan, method = trial.plan, trial.recommend()
    stanza, rng = plan.methods[method], np.random.default_rng(plan.seed)
    fit = partial(fitted.fit, plan.table, method, stanza, rng=rng, params=stanza["params"])
    outcome = isolate.call_in_child(fit, isolate.Limits((1 - METHODS) * budget))
    if outcome.status != "ok":
        raise InputError(f"`{method}` could not be fitted on all rows: {outcome.reason}")
    return saved.to_bytes(saved.Content(outcome.value._replace(form=form), "", {}))


def list_predictions(trial: Trial, rows: np.ndarray) -> pd.DataFrame:
    """List out-of-fold predictions by method, repeat, fold and case; for a large table, of two methods. rows:
    (n,) number of every case in the user's file, from 1.
    """
    plan, answer, stored = trial.plan, trial.answer, trial.predictions
    classes, sizes = np.array(plan.table.classes), np.diff(stored.offsets)
    tables, shown = [], (answer.recommended, answer.best) if len(rows) > LARGE else stored.methods
    for method in dict.fromkeys(shown):
        p = stored.methods[method]
        frame = pd.DataFrame({"method": method, "repeat": stored.repeat.repeat(sizes)})
        frame["fold"], frame["row"] = stored.fold.repeat(sizes), rows[stored.row]
        frame["class"], frame["predicted"] = classes[plan.table.y[stored.row]], classes[p.predicted]
        frame[[f"P({c})" for c in classes]] = np.exp(p.log_proba.astype(np.float64))
        tables.append(frame)
    return pd.concat(tables)
