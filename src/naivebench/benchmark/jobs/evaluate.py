"""Fit the methods of a unit on its folds, and keep what an earlier run of the same code left for the same
data.
"""

from __future__ import annotations

import functools
import os
import sys
import time
from collections.abc import Callable, Iterable

from naivebench.benchmark import plan, predictions, provenance, read_predictions
from naivebench.benchmark.jobs import fits, inputs
from naivebench.benchmark.jobs.fits import Job, Seconds, cut_file
from naivebench.benchmark.plan import StanzaUnder
from naivebench.benchmark.predictions import MethodPredictions, Predictions
from naivebench.core import files
from naivebench.core.checks import InputError
from naivebench.models import own

LIBRARIES = ("numpy", "scipy", "scikit-learn", "numba")
FITTED_BY = ("module", "params", "kinds", "discretize", "chosen_on_test", "reshuffled", "installed")
FITS = "naivebench.benchmark.jobs.fits"
PATIENCE = 100  # a job spends at most about a hundredth of its time on storing intermediate results
CHOSEN, EXTERNAL = "naivebench.benchmark.chosen_on_test", "naivebench.benchmark.external"


def evaluate(job: Job, out: str, times: str, rerun_failed: bool = False) -> tuple[Predictions, Seconds]:
    """Write the predictions of all methods and their times; return them with the CPU seconds of the fits.

    The methods done so far are stored next to the outputs as `.partial`. Snakemake does not know these names,
    so it keeps the files when the job is killed, and the next run uses them. Each time, all methods are
    written; therefore they are stored again only when the methods since the last time took PATIENCE times as
    long as storing did.
    """
    earlier = _earlier(out, times)
    table, folds = inputs.load_for(job.table, job.permute), inputs.read_folds(job.folds, job.part)
    done: dict[str, MethodPredictions] = {}
    once = functools.cache(_hash_of_file)  # methods share the files
    now, kept, marks = 0.0, 0.0, {method: fingerprint(job, method, once) for method in job.methods}
    result = Predictions(folds.repeat, folds.fold, folds.offsets, folds.test, done)
    stored, cost = time.monotonic(), 0.0
    for method, found, taken in fits.every(
        job, table, folds, _entropy(job), marks, earlier, not rerun_failed
    ):
        done[method], now, kept = found, now + taken.now, kept + taken.kept
        if time.monotonic() - stored >= PATIENCE * cost:
            cost = _store(result, out, times)
            stored = time.monotonic()
    _store(result, out, times)
    for path in (out, times):
        os.replace(_partial(path), path)
    return result, Seconds(now, kept)


def _store(result: Predictions, out: str, times: str) -> float:
    """Write the methods done so far as `.partial`, and return the seconds that this took."""
    began = time.monotonic()
    with files.replace(_partial(out)) as temporary, files.replace(_partial(times)) as temporary_times:
        predictions.save(result, temporary, temporary_times)
    return time.monotonic() - began


def _hash_of_file(path: str) -> str | None:
    return files.sha256(path) if os.path.exists(path) else None


def fingerprint(job: Job, method: str, hash_of: Callable[[str], str | None] = _hash_of_file) -> str:
    """Hash of everything that the predictions of a method depend on: code, stanza, data, settings,
    libraries.
    """
    stanza = job.methods[method]
    paths = [job.table, job.folds, *filter(None, [cut_file(job, method), stanza.get("predictions")])]
    return provenance.fingerprint(
        code=job.code[method],
        stanza={k: stanza.get(k) for k in FITTED_BY},
        inputs=[hash_of(path) for path in paths],
        setting=[method, job.part, _entropy(job), job.cuts_see, job.permute],
        versions=provenance.package_versions(LIBRARIES),
    )


def code_of(stanza: StanzaUnder) -> str:
    """Hash of the code that makes the predictions of a method.

    Reading the code takes half a second, so the hash is passed to the jobs.
    """
    modules = (FITS, *([own.dotted(stanza["module"])] if "module" in stanza else []))
    unused = [EXTERNAL] if "module" in stanza else []
    return _hash(modules, tuple(unused + unused_by([stanza])))


@functools.cache
def _hash(modules: tuple[str, ...], without: tuple[str, ...]) -> str:
    return provenance.code_hash(*modules, without=without)


def unused_by(stanzas: Iterable[StanzaUnder]) -> list[str]:
    """Modules that an evaluate job imports but does not need for methods of these stanzas."""
    return [] if any("chosen_on_test" in stanza for stanza in stanzas) else [CHOSEN]


def stop_at_failures(job: Job, result: Predictions) -> None:
    """Raise InputError for the first failed fold."""
    for method, p in result.methods.items():
        for fold in p.folds:
            if fold.status in ("failed", "timeout"):
                raise InputError(
                    f"{method} on {job.dataset} under {job.protocol}: {fold.reason} (on_error: stop)"
                )


def _entropy(job: Job) -> tuple[int, ...]:
    return plan.entropy(job.seed, job.protocol, job.dataset)


def _partial(path: str) -> str:
    return f"{path}.partial"


def _earlier(out: str, times: str) -> dict[str, MethodPredictions]:
    """Usable predictions of methods in the files that earlier runs left at these paths."""
    methods: dict[str, MethodPredictions] = {}
    for pair in ((out, times), (_partial(out), _partial(times))):
        if not os.path.exists(pair[0]):
            continue
        try:
            methods |= read_predictions.load(*pair).methods
        except InputError as error:
            print(f"{error}; it is created again now", file=sys.stderr)
    return methods
