"""Fit all methods of a protocol on the folds of one data set, and reuse the predictions of earlier runs with
the same code and data.

All work of a method, including its import, runs in a child process. Methods of this package share the child
until one of them crashes it, and every other method has a child of its own. The modules that this one imports
are part of the fingerprint of predictions.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from naivebench.benchmark import choice_on_test, discretize, method_runs, predictions
from naivebench.benchmark.predictions import MethodPredictions, Predictions
from naivebench.core import files
from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds
from naivebench.models import isolate, own_methods

PATIENCE = 60.0  # seconds of work after which intermediate results are stored


class Job(NamedTuple):
    """The settings of a job (`settings.make_fit_settings`), and its files; paths are strings."""

    table: str
    discretized: str  # folds and cut points
    methods: dict[str, dict[str, Any]]  # see settings.make_method_settings
    cuts_see: str  # `training` or `all`: the cases that cut points were learned from
    permute: list[int] | None  # seed words of the shuffled labels
    entropy: list[int]  # seed words of protocol and data set
    memory_mb: float
    versions: dict[str, str | None]  # of the libraries that methods use


class Step(NamedTuple):
    """The next step of a child for a method: import it and warm it up (None), or run a fold.

    A method that chooses constants on the test folds takes one step, as do predictions of another tool.
    """

    method: str
    fold: int | None


class Task(NamedTuple):
    """The fits of one method."""

    setting: method_runs.Setting  # without cut points, which its child loads
    known: dict[int, method_runs.FoldRun]  # results of the folds that need no run
    missing: list[int]  # the other folds


def fit_job(job: Job, out: str, repeat_failed: bool = False) -> Predictions:
    """Write the predictions of all methods.

    The methods done so far are stored next to the output as `.partial`. Snakemake does not know this name, so
    it keeps the file when the job is killed, and the next run uses it.
    """
    table, folds = discretize.load_table(job.table, job.permute), splits.load(job.discretized)
    earlier = _read_earlier_predictions(out)
    tasks = list_tasks(job, table, folds, hash_methods(job), earlier, keep_failed=not repeat_failed)
    result = Predictions(folds.repeat, folds.fold, folds.offsets, folds.test, {})
    stored = time.monotonic()
    for method, predicted in fit_methods(job, tasks):
        result.methods[method] = predicted
        if time.monotonic() - stored >= PATIENCE:
            _write_partial_predictions(result, out)
            stored = time.monotonic()
    _write_partial_predictions(result, out)
    os.replace(f"{out}.partial", out)
    return result


def list_tasks(
    job: Job,
    table: Table,
    folds: Folds,
    marks: Mapping[str, str],
    earlier: Mapping[str, MethodPredictions],
    keep_failed: bool = True,
) -> dict[str, Task]:
    """List the task of each method; folds of `earlier` with the same fingerprint (`marks`) are reused."""
    tasks = {}
    for method, settings in job.methods.items():
        # further repeats may give the same scores
        used = splits.select_first_folds(folds, settings["n_folds"]) if settings["n_folds"] else folds
        limits, entropy = isolate.Limits(settings["seconds"], job.memory_mb), tuple(job.entropy)
        setting = method_runs.Setting(
            method, settings["stanza"], table, used, None, job.cuts_see, entropy, limits, marks[method]
        )
        known = method_runs.reuse_folds(setting, earlier.get(method), keep_failed)
        missing = [f for f in range(len(used.fold)) if f not in known]
        tasks[method] = Task(setting, known, missing)
    return tasks


def hash_methods(job: Job) -> dict[str, str]:
    """Hash everything on which a method's predictions depend: code, stanza, data, settings, libraries.

    Folds and the cut points of each discretizer have separate hashes, so that a new discretizer refits
    nothing else.
    """
    table, inputs = files.hash_file(job.table), discretize.hash_folds_and_cuts(job.discretized)
    marks = {}
    for method, settings in job.methods.items():
        stanza = settings["stanza"]
        path = stanza.get("predictions")
        parts = {
            "code": settings["code"],
            "stanza": {k: v for k, v in stanza.items() if k not in ("predictions", "not_installed")},
            "inputs": [table, inputs["folds"], inputs.get(stanza.get("discretize") or "")],
            "external": files.hash_file(path) if path and os.path.isfile(path) else None,
            "setting": [method, settings["n_folds"], job.entropy, job.cuts_see, job.permute],
            "versions": job.versions,
        }
        marks[method] = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    return marks


def fit_methods(job: Job, tasks: Mapping[str, Task]) -> Iterator[tuple[str, MethodPredictions]]:
    """Yield each method with its predictions."""
    outputs: dict[str, MethodPredictions | None] = {}  # of methods that have no steps for folds; None: lost

    def list_steps(methods: Sequence[str]) -> Iterator[Step]:
        for method in methods:
            yield Step(method, None)
            if method not in outputs:
                yield from (Step(method, f) for f in tasks[method].missing)

    run_step = _make_step_runner(job, tasks)
    for _, members in itertools.groupby(tasks, lambda method: _make_process_key(tasks[method])):
        methods = list(members)
        outcomes = isolate.run_isolated(run_step, list_steps(methods), tasks[methods[0]].setting.limits)
        for method, of_method in itertools.groupby(outcomes, lambda pair: pair[0].method):
            setting, known, missing = tasks[method]
            results = dict(known)
            for (_, fold), outcome in of_method:
                if fold is not None:
                    results[fold] = method_runs.unpack_outcome(outcome)
                elif outcome.status != "ok":  # the import failed
                    results |= dict.fromkeys(missing, method_runs.unpack_outcome(outcome))
                    outputs[method] = None
                elif outcome.value is not None:
                    outputs[method] = outcome.value
            yield method, outputs.get(method) or method_runs.join_folds(setting, results)


def _make_step_runner(
    job: Job, tasks: Mapping[str, Task]
) -> Callable[[Step], method_runs.FoldRun | MethodPredictions | None]:
    """Make the function that a child calls for each step."""
    load_cuts = functools.cache(functools.partial(discretize.load_cuts, job.discretized))

    def add_cuts(setting: method_runs.Setting) -> method_runs.Setting:
        discretizer = setting.stanza.get("discretize")
        return setting._replace(cuts=load_cuts(discretizer)) if discretizer else setting

    @functools.lru_cache(maxsize=1)
    def prepare_folds(method: str) -> Callable[[int], method_runs.FoldRun]:
        task = tasks[method]
        run_fold = method_runs.prepare_method(add_cuts(task.setting), task.missing)
        # preparing again in a new child takes no time from the fold
        isolate.extend_deadline(task.setting.limits.seconds)
        return run_fold

    def run_step(step: Step) -> method_runs.FoldRun | MethodPredictions | None:
        task = tasks[step.method]
        setting, stanza = task.setting, task.setting.stanza
        if "module" not in stanza:
            return predictions.read_external_predictions(
                stanza["predictions"], setting.table, setting.folds, setting.fingerprint
            )
        if "chosen_on_test" in stanza and task.missing:
            names, split = stanza["chosen_on_test"], stanza.get("reshuffled")
            return choice_on_test.evaluate_best_values(add_cuts(setting), names, split)
        if step.fold is not None:
            return prepare_folds(step.method)(step.fold)
        if task.missing:
            prepare_folds(step.method)
        return None

    return run_step


def _make_process_key(task: Task) -> tuple[str, float]:
    """Choose the key of a method's child: neighbouring methods with the same key share one.

    A method needs a separate child if it is the user's code, which may change things that other methods rely
    on, or if it chooses constants on the test folds, because it then starts children itself.
    """
    method, stanza = task.setting.method, task.setting.stanza
    alone = own_methods.is_own_file(stanza.get("module", "")) or "chosen_on_test" in stanza
    return (method if alone else ""), task.setting.limits.seconds


def find_first_failure(result: Predictions) -> str:
    """Return the method and the reason of the first failed fold; "" if no fold has failed."""
    failed = (
        f"{method}: {fold.reason}"
        for method, p in result.methods.items()
        for fold in p.folds
        if fold.status in ("failed", "timeout")
    )
    return next(failed, "")


def _write_partial_predictions(result: Predictions, out: str) -> None:
    with files.replace_file(f"{out}.partial") as temporary:
        predictions.save(result, temporary)


def _read_earlier_predictions(out: str) -> dict[str, MethodPredictions]:
    """Read the predictions of earlier runs, skipping damaged files."""
    methods: dict[str, MethodPredictions] = {}
    for path in (out, f"{out}.partial"):
        if os.path.exists(path):
            try:
                methods |= predictions.load(path).methods
            except InputError:
                print(f"{path} is damaged: it is created again", file=sys.stderr)
    return methods
