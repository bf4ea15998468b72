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
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

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
    """The settings that all methods of a job share; paths are strings."""

    table: str
    discretized: str  # folds and cut points
    methods: dict[str, dict[str, Any]]  # see settings.make_method_settings
    cuts_see: str  # `training` or `all`: the cases that cut points were learned from
    permute: list[int] | None  # seed words of the shuffled labels
    entropy: list[int]  # seed words of protocol and data set
    memory_mb: float
    versions: dict[str, str | None]  # of the libraries that methods use
    threads: int = 1


class Step(NamedTuple):
    """The next step of a child for a method: import it and warm it up (None), or run a fold.

    A method that chooses constants on the test folds takes one step, as do predictions of another tool.
    """

    method: str
    fold: int | None


class Group(NamedTuple):
    """Methods of a job, with the data that they are fitted on."""

    job: Job
    table: Table
    folds: Folds  # all; see `select_folds`
    marks: dict[str, str]  # fingerprints of all methods
    earlier: dict[str, MethodPredictions]
    keep_failed: bool

    def select_folds(self, method: str) -> Folds:
        """Return the folds of a method: the first `n_folds` if further repeats would give the same scores."""
        n_folds = self.job.methods[method]["n_folds"]
        return splits.select_folds(self.folds, 0, n_folds) if n_folds else self.folds

    def make_setting(self, method: str) -> method_runs.Setting:
        """Return the setting of a method, without cut points."""
        job, stanza, folds = self.job, self.job.methods[method]["stanza"], self.select_folds(method)
        entropy, limits = tuple(job.entropy), isolate.Limits(job.methods[method]["seconds"], job.memory_mb)
        return method_runs.Setting(
            method, stanza, self.table, folds, None, job.cuts_see, entropy, limits, job.threads
        )


def fit_job(job: Job, out: str, repeat_failed: bool = False) -> Predictions:
    """Write the predictions of all methods.

    The methods done so far are stored next to the output as `.partial`. Snakemake does not know this name, so
    it keeps the file when the job is killed, and the next run uses it.
    """
    earlier, marks = _read_earlier_predictions(out), hash_methods(job)
    table, folds = discretize.load_table(job.table, job.permute), splits.load(job.discretized)
    result = Predictions(folds.repeat, folds.fold, folds.offsets, folds.test, {})
    stored = time.monotonic()
    group = Group(job, table, folds, marks, earlier, not repeat_failed)
    # methods with the same number of folds are next to each other in the file
    numbers = [settings["n_folds"] for settings in job.methods.values()]
    methods = sorted(job.methods, key=lambda method: numbers.index(job.methods[method]["n_folds"]))
    for method, predicted in fit_methods(group, methods):
        result.methods[method] = predicted
        if time.monotonic() - stored >= PATIENCE:
            _write_partial_predictions(result, out)
            stored = time.monotonic()
    _write_partial_predictions(result, out)
    os.replace(f"{out}.partial", out)
    return result


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


def fit_methods(group: Group, methods: Sequence[str]) -> Iterator[tuple[str, MethodPredictions]]:
    """Yield each method with its predictions; folds of `earlier` with the same fingerprint are reused."""
    settings = {method: group.make_setting(method) for method in methods}
    results = {
        m: method_runs.reuse_folds(settings[m], group.marks[m], group.earlier.get(m), group.keep_failed)
        for m in methods
    }
    missing = {m: [f for f in range(len(settings[m].folds.fold)) if f not in results[m]] for m in methods}
    finished: dict[str, MethodPredictions] = {}  # methods that have no steps for folds

    def list_steps(together: Sequence[str]) -> Iterator[Step]:
        for method in together:
            yield Step(method, None)
            if method not in finished:
                yield from (Step(method, f) for f in missing[method])

    run_step = _make_step_runner(group, missing)
    for _, members in itertools.groupby(methods, lambda method: _make_process_key(group.job, method)):
        together = list(members)
        outcomes = isolate.run_isolated(run_step, list_steps(together), settings[together[0]].limits)
        for method, of_method in itertools.groupby(outcomes, lambda pair: pair[0].method):
            join_folds = functools.partial(method_runs.join_folds, settings[method], group.marks[method])
            for (_, fold), outcome in of_method:
                if fold is not None:
                    results[method][fold] = method_runs.unpack_outcome(outcome)
                elif outcome.status != "ok":  # the import failed
                    lost = dict.fromkeys(missing[method], method_runs.unpack_outcome(outcome))
                    finished[method] = join_folds(results[method] | lost)
                elif outcome.value is not None:
                    finished[method] = outcome.value
            if method not in finished:
                finished[method] = join_folds(results[method])
            yield method, finished[method]


def _make_step_runner(
    group: Group, missing: dict[str, list[int]]
) -> Callable[[Step], method_runs.FoldRun | MethodPredictions | None]:
    """Make the function that a child calls for each step."""
    job = group.job

    @functools.cache
    def load_cuts_and_tables(
        discretizer: str | None, n_folds: int | None
    ) -> tuple[list[list[np.ndarray]] | None, list[Table] | None]:
        if discretizer is None:
            return None, None
        cuts = discretize.load_cuts(job.discretized, discretizer, n_folds)
        return cuts, method_runs.make_discretized_tables(group.table, cuts)

    def make_setting_with_cuts(method: str) -> method_runs.Setting:
        settings = job.methods[method]
        cuts, tables = load_cuts_and_tables(settings["stanza"].get("discretize"), settings["n_folds"])
        return group.make_setting(method)._replace(cuts=cuts, discretized_tables=tables)

    @functools.lru_cache(maxsize=1)
    def prepare_folds(method: str) -> Callable[[int], method_runs.FoldRun]:
        run_fold = method_runs.prepare_method(make_setting_with_cuts(method), missing[method])
        # preparing again in a new child takes no time from the fold
        isolate.extend_deadline(job.methods[method]["seconds"])
        return run_fold

    def run_step(step: Step) -> method_runs.FoldRun | MethodPredictions | None:
        method, mark = step.method, group.marks[step.method]
        stanza = job.methods[method]["stanza"]
        if "module" not in stanza:
            return predictions.read_external_predictions(
                stanza["predictions"], group.table, group.select_folds(method), mark
            )
        if "chosen_on_test" in stanza and missing[method]:
            names, split = stanza["chosen_on_test"], stanza.get("reshuffled")
            return choice_on_test.evaluate_best_values(make_setting_with_cuts(method), names, mark, split)
        if step.fold is None:
            if missing[method]:
                prepare_folds(method)
            return None
        return prepare_folds(method)(step.fold)

    return run_step


def _make_process_key(job: Job, method: str) -> tuple[str, float]:
    """Choose the key of a method's child: neighbouring methods with the same key share one.

    A method needs a separate child if it is the user's code, which may change things that other methods rely
    on, or if it chooses constants on the test folds, because it then starts children itself.
    """
    stanza = job.methods[method]["stanza"]
    alone = own_methods.is_own_file(stanza.get("module", "")) or "chosen_on_test" in stanza
    return (method if alone else ""), job.methods[method]["seconds"]


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
