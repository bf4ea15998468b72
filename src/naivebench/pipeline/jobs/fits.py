"""The predictions of one method of an evaluate job: fitted, chosen on the test parts, or read from a file.

What this module imports enters their fingerprint.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.evaluation.folds import Folds
from naivebench.pipeline import chosen_on_test, external, run
from naivebench.pipeline.jobs import inputs
from naivebench.pipeline.predictions import FoldResult, MethodPredictions


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
    code: dict[str, str]  # hash of the code of every method, see evaluate.code_of
    threads: int = 1


def predict(
    job: Job,
    method: str,
    table: Table,
    folds: Folds,
    seed_words: tuple[int, ...],
    fingerprint: str,
    earlier: MethodPredictions | None,
    keep_failed: bool,
) -> MethodPredictions:
    """Predictions of a method on all folds; folds of `earlier` with the same fingerprint are taken over."""
    stanza = job.methods[method]
    if "module" not in stanza:
        return _external(stanza["predictions"], table, folds, fingerprint)
    cuts = inputs.read_cuts(cut_file(job, method), job.part)
    setting = run.Setting(
        method, stanza, table, folds, cuts, job.cuts_see, seed_words, job.timeout_seconds, job.threads
    )
    if "chosen_on_test" in stanza:
        names, split = stanza["chosen_on_test"], stanza.get("reshuffled")
        return chosen_on_test.evaluate(setting, names, fingerprint, earlier, keep_failed, reshuffled=split)
    return run.evaluate(setting, fingerprint, earlier, keep_failed)


def cut_file(job: Job, method: str) -> str | None:
    """The file with the cut points that the method takes."""
    return job.cuts.get(job.methods[method].get("discretize", ""))


def _external(path: str, table: Table, folds: Folds, mark: str) -> MethodPredictions:
    """Another tool's predictions, or its file's fault as a failed row."""
    try:
        return external.read(path, table, folds, mark)
    except InputError as error:
        failed = FoldResult("failed", str(error), {}, *[float("nan")] * 3)
        empty = np.full((len(folds.test), len(table.classes)), np.nan, np.float32)
        unknown = np.full(len(empty), -1, np.int32)
        return MethodPredictions(mark, 0.0, empty, unknown, (failed,) * len(folds.fold))
