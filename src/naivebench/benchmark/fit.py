"""Fit all methods of a protocol on the folds of one data set, and keep what an earlier run of the same code
left for the same data.

All work of a method, including its import, runs in a child process. Methods of this package share the child
until one of them ends it, and every other method has a child of its own. The modules that this one imports
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

import numpy as np

from naivebench.benchmark import chosen_on_test, discretized, external, predictions, run
from naivebench.benchmark.permuted import load_for
from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Predictions
from naivebench.core import files
from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds
from naivebench.models import isolate, own

PATIENCE = 100  # a job spends at most about a hundredth of its time on storing intermediate results


class Job(NamedTuple):
    """What the methods of a job share; paths are strings."""

    table: str
    discretized: str  # folds and cut points
    methods: dict[str, dict[str, Any]]  # see settings.fitted
    cuts_see: str  # `training` or `all`: the cases that cut points were learned from
    permute: list[int] | None  # seed words of the shuffled labels
    entropy: list[int]  # seed words of protocol and data set
    memory_mb: float
    versions: dict[str, str | None]  # of the libraries that methods use
    threads: int = 1


class Step(NamedTuple):
    """What a child does next for a method: import it and warm it up (None), or run a fold.

    Methods that choose constants on the test parts and predictions of other tools are one step.
    """

    method: str
    fold: int | None


class Group(NamedTuple):
    """Methods that run on the same folds, and what their work needs."""

    job: Job
    table: Table
    folds: Folds
    marks: dict[str, str]  # fingerprints of all methods of the job
    earlier: dict[str, MethodPredictions]
    keep_failed: bool


def fit(job: Job, out: str, repeat_failed: bool = False) -> Predictions:
    """Write the predictions of all methods.

    The methods done so far are stored next to the output as `.partial`. Snakemake does not know this name, so
    it keeps the file when the job is killed, and the next run uses it. Each time, all methods are written;
    therefore they are stored again only when the methods since the last time took PATIENCE times as long as
    storing did.
    """
    earlier, marks = _earlier(out), fingerprints(job)
    table, folds = load_for(job.table, job.permute), splits.load(job.discretized)
    done: dict[str, MethodPredictions] = {}
    result = Predictions(folds.repeat, folds.fold, folds.offsets, folds.test, done)
    stored, cost = time.monotonic(), 0.0
    for n_folds, methods in _by_folds(job.methods).items():
        part = splits.part(folds, 0, n_folds) if n_folds else folds
        group = Group(job, table, part, marks, earlier, not repeat_failed)
        for method, found in fit_methods(group, methods):
            done[method] = found
            if time.monotonic() - stored >= PATIENCE * cost:
                cost = _store(result, out)
                stored = time.monotonic()
    _store(result, out)
    os.replace(f"{out}.partial", out)
    return result


def _by_folds(methods: Mapping[str, Mapping[str, Any]]) -> dict[int | None, list[str]]:
    """Number of folds to run (None: all) -> methods, in their order."""
    groups: dict[int | None, list[str]] = {}
    for method, settings in methods.items():
        groups.setdefault(settings["n_folds"], []).append(method)
    return groups


def fingerprints(job: Job) -> dict[str, str]:
    """Method -> hash of everything that its predictions depend on: code, stanza, data, settings, libraries.

    Folds and the cut points of each discretizer have separate hashes, so that a new discretizer refits
    nothing else.
    """
    table, inputs = files.sha256(job.table), discretized.hashes(job.discretized)
    marks = {}
    for method, settings in job.methods.items():
        stanza = settings["stanza"]
        path = stanza.get("predictions")
        parts = {
            "code": settings["code"],
            "stanza": {k: v for k, v in stanza.items() if k != "predictions"},
            "inputs": [table, inputs["folds"], inputs.get(stanza.get("discretize") or "")],
            "external": files.sha256(path) if path and os.path.isfile(path) else None,
            "setting": [method, settings["n_folds"], job.entropy, job.cuts_see, job.permute],
            "versions": job.versions,
        }
        marks[method] = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    return marks


def fit_methods(group: Group, methods: Sequence[str]) -> Iterator[tuple[str, MethodPredictions]]:
    """Yield every method with its predictions on all folds.

    Folds of `earlier` with the same fingerprint are taken over.
    """
    begun = {
        m: run.begin(_setting(group, m), group.marks[m], group.earlier.get(m), group.keep_failed)
        for m in methods
    }
    step = _steps_of(group, begun)

    def steps(together: Sequence[str], whole: Mapping[str, MethodPredictions]) -> Iterator[Step]:
        for method in together:
            yield Step(method, None)
            if method not in whole:
                yield from (Step(method, f) for f in begun[method].missing)

    for _, members in itertools.groupby(methods, lambda method: _child_of(group.job, method)):
        together = list(members)
        whole: dict[str, MethodPredictions] = {}  # of methods without steps for folds
        outcomes = isolate.run(step, steps(together, whole), limits(group.job, together[0]))
        for method, of_method in itertools.groupby(outcomes, lambda told: told[0].method):
            setting, mark, (results, missing) = _setting(group, method), group.marks[method], begun[method]
            for (_, fold), outcome in of_method:
                if fold is not None:
                    results[fold] = run.fold_run(outcome)
                elif outcome.status != "ok":
                    gone = results | dict.fromkeys(missing, run.fold_run(outcome))
                    whole[method] = run.gathered(setting, mark, gone)
                elif outcome.value is not None:
                    whole[method] = outcome.value
            yield method, whole.get(method) or run.gathered(setting, mark, results)


def _steps_of(
    group: Group, begun: Mapping[str, run.Begun]
) -> Callable[[Step], run.FoldRun | MethodPredictions | None]:
    """Make the function that a child calls for each step."""
    job, folds = group.job, group.folds

    @functools.cache
    def cut_by(discretizer: str | None) -> tuple[list[list[np.ndarray]] | None, list[Table] | None]:
        if discretizer is None:
            return None, None
        cuts = discretized.load_cuts(job.discretized, discretizer, len(folds.fold))
        return cuts, run.cut_tables(group.table, cuts)

    def with_cuts(method: str) -> run.Setting:
        cuts, tables = cut_by(job.methods[method]["stanza"].get("discretize"))
        return _setting(group, method)._replace(cuts=cuts, cut_tables=tables)

    @functools.lru_cache(maxsize=1)
    def prepared(method: str) -> Callable[[int], run.FoldRun]:
        return run.prepared(with_cuts(method), begun[method].missing)

    def step(of: Step) -> run.FoldRun | MethodPredictions | None:
        stanza, mark = job.methods[of.method]["stanza"], group.marks[of.method]
        if "module" not in stanza:
            return _external(stanza["predictions"], group.table, folds, mark)
        if "chosen_on_test" in stanza:
            names, split = stanza["chosen_on_test"], stanza.get("reshuffled")
            earlier, keep = group.earlier.get(of.method), group.keep_failed
            return chosen_on_test.evaluate(with_cuts(of.method), names, mark, earlier, keep, reshuffled=split)
        if of.fold is None:
            if begun[of.method].missing:
                prepared(of.method)
            return None
        run_fold = prepared(of.method)
        isolate.extend_deadline(
            job.methods[of.method]["seconds"]
        )  # preparing again, in a new child, does not count
        return run_fold(of.fold)

    return step


def _setting(group: Group, method: str) -> run.Setting:
    """The setting of a method, without cut points."""
    job, stanza = group.job, group.job.methods[method]["stanza"]
    return run.Setting(
        method,
        stanza,
        group.table,
        group.folds,
        None,
        job.cuts_see,
        tuple(job.entropy),
        limits(job, method),
        job.threads,
    )


def limits(job: Job, method: str) -> isolate.Limits:
    """Limits of one fold and of everything else that a method does."""
    return isolate.Limits(job.methods[method]["seconds"], job.memory_mb)


def _child_of(job: Job, method: str) -> tuple[str, float]:
    """Neighbouring methods with the same key share a child.

    A method needs a child of its own if it is the user's code, which may change what others rely on, and if
    it chooses on the test parts, which starts children itself.
    """
    stanza = job.methods[method]["stanza"]
    alone = own.is_own(stanza.get("module", "")) or "chosen_on_test" in stanza
    return (method if alone else ""), job.methods[method]["seconds"]


def _external(path: str, table: Table, folds: Folds, mark: str) -> MethodPredictions:
    """Predictions of another tool; if its file is faulty, the error becomes a failed row."""
    try:
        return external.read(path, table, folds, mark)
    except InputError as error:
        failed = FoldResult("failed", str(error), {}, *[float("nan")] * 3)
        empty = np.full((len(folds.test), len(table.classes)), np.nan, np.float32)
        unknown = np.full(len(empty), -1, np.int32)
        return MethodPredictions(mark, 0.0, empty, unknown, (failed,) * len(folds.fold))


def first_failure(result: Predictions) -> str:
    """The method and the reason of the first failed fold; empty if none has failed."""
    for method, p in result.methods.items():
        for fold in p.folds:
            if fold.status in ("failed", "timeout"):
                return f"{method}: {fold.reason}"
    return ""


def _store(result: Predictions, out: str) -> float:
    """Write the methods done so far as `.partial`, and return the seconds that this took."""
    began = time.monotonic()
    with files.replace(f"{out}.partial") as temporary:
        predictions.save(result, temporary)
    return time.monotonic() - began


def _earlier(out: str) -> dict[str, MethodPredictions]:
    """Usable predictions of methods that earlier runs left."""
    methods: dict[str, MethodPredictions] = {}
    for path in (out, f"{out}.partial"):
        if os.path.exists(path):
            try:
                methods |= predictions.load(path).methods
            except (InputError, *files.UNREADABLE) as error:
                print(f"{path} is damaged ({error}); it is created again now", file=sys.stderr)
    return methods
