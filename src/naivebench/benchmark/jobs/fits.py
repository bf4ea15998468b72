"""Compute the predictions of the methods of an evaluate job: fit them, choose constants on the test parts, or
read a file.

All work of a method, including its import, runs in a child process. Methods share the child until one of them
ends it. The modules that this one imports are part of the fingerprint of predictions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.benchmark import chosen_on_test, external, run
from naivebench.benchmark.jobs import inputs
from naivebench.benchmark.predictions import FoldResult, MethodPredictions
from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.evaluation.folds import Folds
from naivebench.models import isolate


class Seconds(NamedTuple):
    """CPU seconds of fit and predict: for the folds that ran now, and for those taken over from an earlier
    run.
    """

    now: float
    kept: float


if TYPE_CHECKING:
    from naivebench.benchmark.plan import StanzaUnder


class Job(NamedTuple):
    """One evaluate job; paths are strings."""

    table: str
    folds: str
    protocol: str
    dataset: str
    methods: dict[str, StanzaUnder]
    part: list[int] | None  # first fold and one past the last; None: all folds
    cuts: dict[str, str]  # discretizer -> file of cut points
    cuts_see: str  # `training` or `all`: the cases that cut points were learned from
    permute: list[int] | None  # seed words of the shuffled labels
    seed: int
    timeout_seconds: float
    memory_mb: float
    code: dict[str, str]  # hash of the code of every method, see evaluate.code_of
    threads: int = 1


def every(
    job: Job,
    table: Table,
    folds: Folds,
    seed_words: tuple[int, ...],
    fingerprints: dict[str, str],
    earlier: dict[str, MethodPredictions],
    keep_failed: bool,
) -> Iterator[tuple[str, MethodPredictions, Seconds]]:
    """Yield every method with its predictions on all folds and the CPU seconds of fit and predict.

    Folds of `earlier` with the same fingerprint are taken over.
    """

    def one(method: str) -> tuple[MethodPredictions, Seconds]:
        before = earlier.get(method)
        found = _predict(job, method, table, folds, seed_words, fingerprints[method], before, keep_failed)
        return found, _seconds(found, before)

    for method, outcome in isolate.run(one, list(job.methods), limits(job)):
        if outcome.status == "ok":
            yield method, *outcome.value
        else:
            setting = _setting(job, method, table, folds, seed_words, cuts=None)
            kept = earlier.get(method)
            yield (
                method,
                run.lost(setting, fingerprints[method], outcome, kept, keep_failed),
                Seconds(0.0, 0.0),
            )


def _seconds(found: MethodPredictions, earlier: MethodPredictions | None) -> Seconds:
    before = {id(fold) for fold in earlier.folds} if earlier else set()
    now = kept = 0.0
    for fold in found.folds:
        taken = fold.fit_seconds + fold.predict_seconds
        if fold.status == "ok" and taken == taken:  # times of other tools are unknown
            now, kept = (now, kept + taken) if id(fold) in before else (now + taken, kept)
    return Seconds(now, kept)


def _predict(
    job: Job,
    method: str,
    table: Table,
    folds: Folds,
    seed_words: tuple[int, ...],
    fingerprint: str,
    earlier: MethodPredictions | None,
    keep_failed: bool,
) -> MethodPredictions:
    stanza = job.methods[method]
    if "module" not in stanza:
        return _external(stanza["predictions"], table, folds, fingerprint)
    cuts = inputs.read_cuts(cut_file(job, method), job.part)
    setting = _setting(job, method, table, folds, seed_words, cuts)
    if "chosen_on_test" in stanza:
        names, split = stanza["chosen_on_test"], stanza.get("reshuffled")
        return chosen_on_test.evaluate(setting, names, fingerprint, earlier, keep_failed, reshuffled=split)
    return run.evaluate(setting, fingerprint, earlier, keep_failed)


def _setting(
    job: Job,
    method: str,
    table: Table,
    folds: Folds,
    seed_words: tuple[int, ...],
    cuts: list[list[np.ndarray]] | None,
) -> run.Setting:
    stanza = job.methods[method]
    return run.Setting(method, stanza, table, folds, cuts, job.cuts_see, seed_words, limits(job), job.threads)


def limits(job: Job) -> isolate.Limits:
    """Limits of one fold and of everything else that a method does."""
    return isolate.Limits(job.timeout_seconds, job.memory_mb)


def cut_file(job: Job, method: str) -> str | None:
    """The file with the cut points that the method uses; None if it uses none."""
    return job.cuts.get(job.methods[method].get("discretize") or "")


def _external(path: str, table: Table, folds: Folds, mark: str) -> MethodPredictions:
    """Predictions of another tool; if its file is faulty, the error becomes a failed row."""
    try:
        return external.read(path, table, folds, mark)
    except InputError as error:
        failed = FoldResult("failed", str(error), {}, *[float("nan")] * 3)
        empty = np.full((len(folds.test), len(table.classes)), np.nan, np.float32)
        unknown = np.full(len(empty), -1, np.int32)
        return MethodPredictions(mark, 0.0, empty, unknown, (failed,) * len(folds.fold))
