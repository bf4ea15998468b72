"""Compute the predictions of the methods of an evaluate job: fit them, choose constants on the test parts, or
read a file.

All work of a method, including its import, runs in a child process. Methods of this package share the child
until one of them ends it, and every other method has a child of its own. The modules that this one imports
are part of the fingerprint of predictions.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Container, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.benchmark import chosen_on_test, external, run
from naivebench.benchmark.jobs import inputs
from naivebench.benchmark.predictions import FoldResult, MethodPredictions
from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.evaluation.folds import Folds
from naivebench.models import isolate, own


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


class Step(NamedTuple):
    """What a child does next for a method: import it and warm it up (None), or run a fold.

    Methods that choose constants on the test parts and predictions of other tools are one step.
    """

    method: str
    fold: int | None


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

    def setting(method: str) -> run.Setting:
        stanza, within = job.methods[method], limits(job)
        return run.Setting(method, stanza, table, folds, None, job.cuts_see, seed_words, within, job.threads)

    begun = {m: run.begin(setting(m), fingerprints[m], earlier.get(m), keep_failed) for m in job.methods}

    @functools.cache
    def cut_by(file: str | None) -> tuple[list[list[np.ndarray]] | None, list[Table] | None]:
        cuts = inputs.read_cuts(file, job.part)
        return cuts, run.cut_tables(table, cuts) if cuts else None

    def with_cuts(method: str) -> run.Setting:
        cuts, tables = cut_by(cut_file(job, method))
        return setting(method)._replace(cuts=cuts, cut_tables=tables)

    @functools.lru_cache(maxsize=1)
    def prepared(method: str) -> Callable[[int], run.FoldRun]:
        return run.prepared(with_cuts(method), begun[method].missing)

    def step(of: Step) -> run.FoldRun | MethodPredictions | None:
        """The outcome of a step; called in the child."""
        stanza, mark = job.methods[of.method], fingerprints[of.method]
        if "module" not in stanza:
            return _external(stanza["predictions"], table, folds, mark)
        if "chosen_on_test" in stanza:
            names, split, before = stanza["chosen_on_test"], stanza.get("reshuffled"), earlier.get(of.method)
            return chosen_on_test.evaluate(
                with_cuts(of.method), names, mark, before, keep_failed, reshuffled=split
            )
        if of.fold is None:
            if begun[of.method].missing:
                prepared(of.method)
            return None
        run_fold = prepared(of.method)
        isolate.alive(job.timeout_seconds)  # preparing again, in a new child, does not count
        return run_fold(of.fold)

    def steps(methods: Iterable[str], whole: Container[str]) -> Iterator[Step]:
        for method in methods:
            yield Step(method, None)
            if method not in whole:
                yield from (Step(method, f) for f in begun[method].missing)

    for _, methods in itertools.groupby(job.methods, lambda method: _alone(job.methods[method]) and method):
        whole: dict[str, MethodPredictions] = {}  # of methods without steps for folds
        outcomes = isolate.run(step, steps(methods, whole), limits(job))
        for method, of_method in itertools.groupby(outcomes, lambda told: told[0].method):
            results, missing = begun[method]
            for (_, fold), outcome in of_method:
                if fold is not None:
                    results[fold] = run.fold_run(outcome)
                elif outcome.status != "ok":
                    gone = results | dict.fromkeys(missing, run.fold_run(outcome))
                    whole[method] = run.gathered(setting(method), fingerprints[method], gone)
                elif outcome.value is not None:
                    whole[method] = outcome.value
            found = whole.get(method) or run.gathered(setting(method), fingerprints[method], results)
            yield method, found, _seconds(found, earlier.get(method))


def _alone(stanza: StanzaUnder) -> bool:
    """Whether a method needs a child of its own: code of users may change what others rely on, and choosing
    on the test parts starts children itself.
    """
    return own.is_own(stanza.get("module", "")) or "chosen_on_test" in stanza


def _seconds(found: MethodPredictions, earlier: MethodPredictions | None) -> Seconds:
    """CPU seconds of all folds. A fold that was taken over equals the earlier one, but may be a copy that a
    child has returned.
    """
    before = dict(enumerate(earlier.folds)) if earlier else {}
    now = kept = 0.0
    for f, fold in enumerate(found.folds):
        taken = fold.fit_seconds + fold.predict_seconds
        if fold.status == "ok" and taken == taken:  # times of other tools are unknown
            now, kept = (now, kept + taken) if fold == before.get(f) else (now + taken, kept)
    return Seconds(now, kept)


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
