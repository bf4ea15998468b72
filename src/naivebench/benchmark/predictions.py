"""Stored predictions of methods on one data set under one protocol, from which all metrics are computed, and
predictions of other tools in the same form.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import absence
from naivebench.core.checks import InputError, format_count
from naivebench.core.decisions import decide_classes
from naivebench.core.files import UNREADABLE
from naivebench.core.table import Table, class_counts, n_cases, n_classes, subset
from naivebench.evaluation.folds import Folds, test_rows, train_rows

TIMES = ("fit_seconds", "predict_seconds", "peak_memory_mb")
KEY = ["repeat", "fold", "row"]  # columns of another tool's file before the probabilities
TOLERANCE = 1e-3  # allowed deviation of a sum from one: tools print probabilities with few digits
NAN = float("nan")


class FoldResult(NamedTuple):
    """Result of one repeat and fold. `status`: ok, failed, timeout, not applicable or unavailable."""

    status: str
    reason: str
    summary: dict[str, Any]  # result of the method's `summarize`, {} unless ok
    fit_seconds: float  # CPU seconds, NaN unless ok
    predict_seconds: float  # CPU seconds, NaN unless ok
    peak_memory_mb: float  # memory growth of the process during fit and predict, NaN unless ok


class MethodPredictions(NamedTuple):
    """Predictions of one method on the test cases of some folds, concatenated in the order of the folds."""

    fingerprint: str  # hash of everything that the predictions depend on
    timeout_seconds: float
    log_proba: np.ndarray  # (N, K) float32, NaN in folds that are not ok
    predicted: np.ndarray  # (N,) int32, -1 in folds that are not ok
    folds: tuple[FoldResult, ...]


class Predictions(NamedTuple):
    """Content of a predictions file; a method may have run on the first folds only."""

    repeat: np.ndarray  # (F,) int32
    fold: np.ndarray  # (F,) int32
    offsets: np.ndarray  # (F + 1,) int64, start and end of each fold in `row`
    row: np.ndarray  # (N,) int32, rows of the prepared table
    methods: dict[str, MethodPredictions]


class Part(NamedTuple):
    """The predictions of a method on one test fold, or on several."""

    rows: np.ndarray  # (m,) rows of the prepared table
    log_proba: np.ndarray  # (m, K) nats
    predicted: np.ndarray  # (m,) classes
    summary: dict[str, Any]


Parts = dict[tuple[int, int], Part]  # (repeat, fold) -> its test fold


def gather_folds(stored: Predictions) -> dict[str, Parts]:
    """Return the test folds that are ok of each method that has some."""
    gathered: dict[str, Parts] = {}
    labels = list(zip(stored.repeat.tolist(), stored.fold.tolist(), strict=True))
    for method, p in stored.methods.items():
        for f, result in enumerate(p.folds):  # a method may have run on the first folds only
            if result.status == "ok":
                inside = slice(stored.offsets[f], stored.offsets[f + 1])
                part = Part(stored.row[inside], p.log_proba[inside], p.predicted[inside], result.summary)
                gathered.setdefault(method, {})[labels[f]] = part
    return gathered


def concatenate_folds(parts: Parts) -> Part:
    """Join the cases of all test folds, one part after the other, without a summary."""
    rows, log_proba, predicted, _ = zip(*parts.values(), strict=True)
    return Part(np.concatenate(rows), np.concatenate(log_proba), np.concatenate(predicted), {})


def make_unmeasured_fold(status: str, reason: str = "") -> FoldResult:
    """Make the result of a fold that was not measured: it failed, or another tool predicted it."""
    return FoldResult(status, reason, {}, NAN, NAN, NAN)


def save(predictions: Predictions, path: str | Path) -> None:
    """Write the predictions of all methods; times are apart, because only they differ from run to run."""
    meta: dict[str, Any] = {}
    arrays = {name: getattr(predictions, name) for name in ("repeat", "fold", "offsets", "row")}
    for method, p in predictions.methods.items():
        folds = [{k: v for k, v in f._asdict().items() if k not in TIMES} for f in p.folds]
        meta[method] = {"fingerprint": p.fingerprint, "timeout_seconds": p.timeout_seconds, "folds": folds}
        arrays |= {f"log_proba/{method}": p.log_proba, f"predicted/{method}": p.predicted}
        arrays[f"times/{method}"] = np.array([[getattr(f, k) for k in TIMES] for f in p.folds])
    with open(path, "wb") as file:
        np.savez(file, meta=np.array(json.dumps(meta)), **arrays)


def load(path: str | Path) -> Predictions:
    """Read a file of `save`; raises InputError, which names the file, for any other content."""
    try:
        with np.load(path) as file:
            arrays = {key: file[key] for key in file.files}
        methods = {m: _unpack_method(m, meta, arrays) for m, meta in json.loads(str(arrays["meta"])).items()}
        loaded = Predictions(arrays["repeat"], arrays["fold"], arrays["offsets"], arrays["row"], methods)
        _check_lengths(loaded)
        return loaded
    except UNREADABLE as error:
        raise absence.make_damage_error(path, error) from error


def _unpack_method(method: str, meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> MethodPredictions:
    times = arrays[f"times/{method}"].tolist()
    folds = tuple(
        FoldResult(**fold, **dict(zip(TIMES, of_fold, strict=True)))
        for fold, of_fold in zip(meta["folds"], times, strict=True)
    )
    log_proba, predicted = arrays[f"log_proba/{method}"], arrays[f"predicted/{method}"]
    return MethodPredictions(meta["fingerprint"], meta["timeout_seconds"], log_proba, predicted, folds)


def _check_lengths(loaded: Predictions) -> None:
    """Raise ValueError if the lengths of arrays do not match."""
    n, folds = len(loaded.row), len(loaded.fold)
    fits = len(loaded.repeat) == folds and loaded.offsets.shape == (folds + 1,) and loaded.offsets[-1] == n
    for method, p in loaded.methods.items():
        cases = loaded.offsets[len(p.folds)] if fits and len(p.folds) <= folds else -1
        if not (p.log_proba.ndim == 2 and len(p.log_proba) == cases and p.predicted.shape == (cases,)):
            raise ValueError(f"the predictions of {method} do not have {len(p.folds)} folds with their cases")


def read_external_predictions(
    path: str | Path, table: Table, folds: Folds, fingerprint: str
) -> MethodPredictions:
    """Read another tool's predictions (CSV; rows in any order, probabilities rescaled) as if they were a
    method's. If the file cannot be used, all folds fail with a reason that names the file, the line and the
    remedy.
    """
    log_proba = np.full((len(folds.test), n_classes(table)), np.nan, dtype=np.float32)
    predicted = np.full(len(folds.test), -1, dtype=np.int32)
    result = make_unmeasured_fold("ok")
    try:
        proba = _read_probabilities(path, table.classes, folds)
    except InputError as error:
        result = make_unmeasured_fold("failed", str(error))
    else:
        with np.errstate(divide="ignore"):
            logs = np.log(proba)
        log_proba[:] = logs
        for f in range(len(folds.fold)):
            part = slice(folds.offsets[f], folds.offsets[f + 1])
            predicted[part] = decide_classes(logs[part], _count_classes_of_fold(table, folds, f))
    return MethodPredictions(fingerprint, 0.0, log_proba, predicted, (result,) * len(folds.fold))


def _count_classes_of_fold(table: Table, folds: Folds, f: int) -> np.ndarray:
    """Count training cases by class in fold f, (K,); under leave_one_out for each tested case, (n, K)."""
    if folds.scheme == "leave_one_out":
        tested = subset(table, test_rows(folds, f))
        return class_counts(tested) - np.eye(n_classes(table), dtype=int)[tested.y]
    return class_counts(subset(table, train_rows(folds, f, n_cases(table))))


def _read_probabilities(path: str | Path, classes: tuple[str, ...], folds: Folds) -> np.ndarray:
    """Read the probabilities of all tested rows in the order of the folds, (N, K)."""
    import pandas as pd  # few runs have predictions of other tools

    names = [f"P({label})" for label in classes]
    try:
        cells = pd.read_csv(path, encoding="utf-8-sig", skipinitialspace=True)
    except (OSError, ValueError) as error:
        why = " ".join(str(getattr(error, "strerror", None) or error).split())
        how = "write it as docs/extending.md#predictions-of-another-tool explains"
        raise InputError(f"{path} cannot be read ({why}): {how}") from error
    if not isinstance(cells.index, pd.RangeIndex):  # pandas takes a first cell without a name as a label
        raise InputError(f"{path}, line 2: expected as many cells as in line 1, found more: correct line 2")
    cells.columns = cells.columns.str.strip()
    if lacking := [name for name in (*KEY, *names) if name not in cells]:
        raise InputError(f"{path}, line 1: column {lacking[0]!r} is missing: add it")
    numbers = cells[[*KEY, *names]].apply(pd.to_numeric, errors="coerce")
    key, proba = numbers[KEY], numbers[names]
    total = proba.sum(axis=1)
    faults = {
        "repeat, fold and row must be whole numbers: correct them": (key % 1 != 0).any(axis=1),
        "repeat, fold and row occur twice: keep one of the two rows": key.duplicated(),
        "a probability is negative or not a number: correct it": ~(proba >= 0).all(axis=1),
        "the probabilities do not sum to 1: correct them": (total - 1).abs() > TOLERANCE,
    }
    for message, of_rows in faults.items():
        if of_rows.any():
            raise InputError(f"{path}, line {int(of_rows.to_numpy().argmax()) + 2}: {message}")
    tested = np.diff(folds.offsets)
    index = pd.MultiIndex.from_arrays([folds.repeat.repeat(tested), folds.fold.repeat(tested), folds.test])
    of_rows = proba.div(total, axis=0).set_index([key[name].astype(int) for name in KEY]).reindex(index)
    if missing := of_rows.index[of_rows[names[0]].isna()].tolist():
        lost = f"{format_count(len(missing), 'row')}, first (repeat, fold, row) {missing[0]}"
        raise InputError(f"{path} lacks {lost}: predict all of them")
    return of_rows.to_numpy()
