"""Run the methods of a trial, several in parallel, until all have finished or the time is used up."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

import numpy as np
from joblib.externals.loky import ProcessPoolExecutor

from naivebench.benchmark import method_runs, settings
from naivebench.benchmark.discretize import learn_cuts
from naivebench.benchmark.predictions import MethodPredictions, Predictions
from naivebench.models import isolate
from naivebench.trial.question import BASELINE, PROTOCOL, Question

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
IN_TIME = "in time"  # end of the reason why a method has no scores if the budget was too small
INTERRUPTED = "was interrupted"  # reason after Ctrl-C
MEMORY_MB = 8192.0  # memory limit of one method


def run_methods(question: Question, *, cores: int, seconds: float) -> tuple[Predictions, dict[str, str]]:
    """Run the methods in their order until all are done, `seconds` are over or the user presses Ctrl-C.

    Returns the predictions of those that finished, and the reasons why the others have none.
    """
    end = time.monotonic() + seconds
    folds, methods = question.folds, question.methods
    discretizers = {d for stanza in methods.values() if (d := stanza.get("discretize"))}
    cuts = {d: learn_cuts(question.table, folds, d, "training")["cuts"] for d in discretizers}
    reasons = dict.fromkeys(methods, f"did not finish {IN_TIME}")
    finished: dict[str, MethodPredictions] = {}
    waiting, running = list(methods), dict[Future[isolate.Outcome], str]()
    pool = ProcessPoolExecutor(cores, env=ONE_THREAD, initializer=silence_process)
    try:
        while (waiting or running) and (left := end - time.monotonic()) > 0:
            # a pool cannot be ended cleanly while runs wait in it
            while waiting and len(running) < cores:
                method = waiting.pop(0)
                setting = make_setting(question, method, cuts.get(methods[method].get("discretize")))
                running[pool.submit(fit_method, setting)] = method
            show_progress(f"{len(finished)} of {len(methods)} methods have finished")
            for run in wait(running, left, FIRST_COMPLETED).done:
                method, outcome = running.pop(run), run.result()
                reasons[method] = f"failed: {outcome.reason}"
                if outcome.status == "ok":
                    finished[method] = outcome.value
                    del reasons[method]
    except KeyboardInterrupt:  # Ctrl-C: the answer is about the methods that have finished
        if not finished.keys() - {BASELINE}:
            raise
        reasons |= dict.fromkeys((m for m in methods if reasons.get(m, "").endswith(IN_TIME)), INTERRUPTED)
    finally:
        pool.shutdown(kill_workers=True)
        show_progress("")
    in_order = {method: finished[method] for method in methods if method in finished}
    return Predictions(folds.repeat, folds.fold, folds.offsets, folds.test, in_order), reasons


def make_setting(question: Question, method: str, cuts: Any) -> method_runs.Setting:
    """Return the setting of a method for all folds, as in the benchmark; cuts: by fold, or None."""
    return method_runs.Setting(
        method,
        question.methods[method],
        question.table,
        question.folds,
        cuts and [[np.array(points) for points in fold] for fold in cuts],
        "training",
        tuple(settings.make_seed_words(question.seed, PROTOCOL, question.name)),
        isolate.Limits(isolate.FOREVER, MEMORY_MB),
    )


def fit_method(setting: method_runs.Setting) -> isolate.Outcome:
    """Run all folds of a method in a child, so that a crash does not end this process and later methods."""

    def run_folds() -> MethodPredictions:
        folds = list(range(len(setting.folds.fold)))
        run_fold = method_runs.prepare_method(setting, folds)
        return method_runs.join_folds(setting, "", {fold: run_fold(fold) for fold in folds})

    return isolate.call_in_child(run_folds, setting.limits)


def silence_process() -> None:
    """Discard what methods and libraries write to the terminal."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def show_progress(text: str) -> None:
    """Show a line of progress in place of the last one, if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
