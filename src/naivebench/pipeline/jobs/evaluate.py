"""Fit the methods of a unit on its folds; keep what an earlier run of the same code on the same data left."""

from __future__ import annotations

import contextlib
import os
from typing import NamedTuple

import numpy as np

from naivebench.core import files
from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.evaluation.folds import Folds
from naivebench.pipeline import chosen_on_test, external, plan, predictions, provenance, run
from naivebench.pipeline.jobs import inputs
from naivebench.pipeline.predictions import FoldResult, MethodPredictions, Predictions

LIBRARIES = ("numpy", "scipy", "scikit-learn", "numba")
RUN = ("naivebench.pipeline.run", "naivebench.pipeline.jobs.inputs")  # code behind every fit
CHOSEN, EXTERNAL = "naivebench.pipeline.chosen_on_test", "naivebench.pipeline.external"


class Job(NamedTuple):
    """One evaluate job; paths are strings."""

    table: str
    folds: str
    protocol: str
    dataset: str
    methods: dict[str, dict]  # stanzas by id
    part: list[int] | None  # first and one past the last fold, None: all
    cuts: dict[str, str]  # files by discretizer
    cuts_see: str  # training or all
    permute: list[int] | None  # seed words of shuffled labels
    seed: int
    timeout_seconds: float
    threads: int = 1


def evaluate(job: Job, out: str, times: str, rerun_failed: bool = False) -> tuple[Predictions, float]:
    """Write the predictions of all methods and their times, and give them with the CPU seconds that fits took
    now.

    The methods done so far stand beside, as `.partial`, names that Snakemake does not know: it keeps them
    when the job is killed, and the next run takes them over.
    """
    earlier = _earlier(out, times)
    table, folds = inputs.load_for(job.table, job.permute), inputs.read_folds(job.folds, job.part)
    done: dict[str, MethodPredictions] = {}
    for method in job.methods:
        done[method] = _method(job, method, table, folds, earlier.get(method), not rerun_failed)
        result = Predictions(folds.repeat, folds.fold, folds.offsets, folds.test, done)
        with (
            files.replace(_partial(out)) as temporary,
            files.replace(_partial(times)) as temporary_times,
        ):
            predictions.save(result, temporary, temporary_times)
    for path in (out, times):
        os.replace(_partial(path), path)
    return result, _fit_predict_seconds(done, earlier)


def fingerprint(job: Job, method: str) -> str:
    """Of everything that the predictions of a method depend on: code, stanza, data, settings, libraries."""
    stanza = job.methods[method]
    paths = [job.table, job.folds, *filter(None, [_cut_file(job, method), stanza.get("predictions")])]
    return provenance.fingerprint(
        code=provenance.code_hash(*code_behind(stanza)),
        stanza={k: stanza.get(k) for k in ("module", "params", "kinds", "discretize", "chosen_on_test")},
        inputs=[files.sha256(p) if os.path.exists(p) else None for p in paths],
        setting=[method, job.part, _entropy(job), job.cuts_see, job.permute],
        versions=provenance.package_versions(LIBRARIES),
    )


def code_behind(stanza: dict) -> list[str]:
    """Modules whose import closure makes the predictions of a method."""
    if "module" not in stanza:
        return [*RUN, EXTERNAL]
    return [*RUN, f"naivebench.{stanza['module']}", *([CHOSEN] if "chosen_on_test" in stanza else [])]


def stop_at_failures(job: Job, result: Predictions) -> None:
    """Raise InputError for the first failed fold."""
    for method, p in result.methods.items():
        for fold in p.folds:
            if fold.status in ("failed", "timeout"):
                raise InputError(
                    f"{method} on {job.dataset} under {job.protocol}: {fold.reason} (on_error: stop)"
                )


def _method(
    job: Job, method: str, table: Table, folds: Folds, earlier: MethodPredictions | None, keep_failed: bool
) -> MethodPredictions:
    stanza, mark = job.methods[method], fingerprint(job, method)
    if "module" not in stanza:
        return _external(stanza["predictions"], table, folds, mark)
    cuts = inputs.read_cuts(_cut_file(job, method), job.part)
    setting = run.Setting(
        method, stanza, table, folds, cuts, job.cuts_see, _entropy(job), job.timeout_seconds, job.threads
    )
    if "chosen_on_test" in stanza:
        return chosen_on_test.evaluate(setting, stanza["chosen_on_test"], mark, earlier, keep_failed)
    return run.evaluate(setting, mark, earlier, keep_failed)


def _external(path: str, table: Table, folds: Folds, mark: str) -> MethodPredictions:
    """Another tool's predictions, or its file's fault as a failed row."""
    try:
        return external.read(path, table, folds, mark)
    except InputError as error:
        failed = FoldResult("failed", str(error), {}, *[float("nan")] * 3)
        empty = np.full((len(folds.test), len(table.classes)), np.nan, np.float32)
        unknown = np.full(len(empty), -1, np.int32)
        return MethodPredictions(mark, 0.0, empty, unknown, (failed,) * len(folds.fold))


def _cut_file(job: Job, method: str) -> str | None:
    return job.cuts.get(job.methods[method].get("discretize", ""))


def _entropy(job: Job) -> tuple[int, ...]:
    return plan.entropy(job.seed, job.protocol, job.dataset)


def _partial(path: str) -> str:
    return f"{path}.partial"


def _earlier(out: str, times: str) -> dict[str, MethodPredictions]:
    """Methods of the predictions files that stand there from earlier runs, as far as they can be used."""
    methods: dict[str, MethodPredictions] = {}
    for pair in ((out, times), (_partial(out), _partial(times))):
        with contextlib.suppress(OSError, KeyError, ValueError, TypeError, EOFError):
            methods |= predictions.load(*pair).methods
    return methods


def _fit_predict_seconds(done: dict[str, MethodPredictions], earlier: dict[str, MethodPredictions]) -> float:
    """CPU seconds inside fit and predict of the folds that were run now, not taken over."""
    kept = {id(fold) for p in earlier.values() for fold in p.folds}
    folds = [fold for p in done.values() for fold in p.folds if fold.status == "ok" and id(fold) not in kept]
    timed = [f for f in folds if f.fit_seconds == f.fit_seconds]  # times of other tools are unknown
    return sum(f.fit_seconds + f.predict_seconds for f in timed)
