"""Compute tidy rows of scores, times, failures and calibration bins from stored predictions; nothing is
fitted here.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from naivebench.benchmark.predictions import Predictions
from naivebench.core.absence import Absence
from naivebench.core.checks import reason
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds
from naivebench.evaluation.metrics import METRICS
from naivebench.models import answers

CELL = ("protocol", "dataset", "method")
FOLD = (*CELL, "repeat", "fold")
COLUMNS = {  # table -> its columns
    "scores": (*FOLD, "n_test", "n_train", "metric", "value"),
    "timings": (*FOLD, "fit_seconds", "predict_seconds", "peak_memory_mb"),
    "failures": (*FOLD, "stage", "status", "reason", "remedy", "file"),
    "calibration": (*CELL, "bin", "confidence_sum", "correct", "cases"),
    "structures": (*FOLD, "structure"),
    "traces": (*FOLD, "generation", "evaluations", "best", "mean"),
    "answers": (*CELL, "repeat", "cases", "right"),
    "confusions": (*CELL, "repeat", "class", "decided", "cases"),
}
BINS = 15
FIX = "Fix the cause and start the run again."
Row: TypeAlias = tuple[Any, ...]  # values of a table's columns, in their order
Rows: TypeAlias = dict[str, list[Row]]  # key of COLUMNS -> rows


def tables(
    files: Iterable[tuple[str, Predictions]],
    y: np.ndarray,
    folds: Folds,
    metrics: Sequence[str],
    methods: Sequence[str],
) -> Rows:
    """Rows of every table in COLUMNS, without protocol and data set, in the order of the methods.

    `files`: path and content of every predictions file; `y`: (n,) classes of the table.
    """
    rows: Rows = {kind: [] for kind in COLUMNS}
    n_train = train_sizes(folds, len(y))
    n_folds: Counter[str] = Counter()
    for path, loaded in files:
        for method, p in loaded.methods.items():
            for kind, found in _method_rows(loaded, method, path, y, metrics, n_train, folds.scheme).items():
                rows[kind] += found
            n_folds[method] += len(p.folds)
    order = {method: i for i, method in enumerate(methods)}
    for kind in ("scores", "timings", "structures", "traces", "answers"):
        rows[kind].sort(key=lambda row: (order[row[0]], *row[1:3]))
    return rows | {
        "failures": compressed(rows["failures"], n_folds, order),
        "calibration": pooled(rows["calibration"], order),
        "confusions": summed(rows["confusions"], order),
    }


def _method_rows(
    loaded: Predictions,
    method: str,
    path: str,
    y: np.ndarray,
    metrics: Sequence[str],
    n_train: dict[tuple[int, int], int],
    scheme: str,
) -> Rows:
    """Rows of every table for one method; if it cannot be scored, a failure for each of its folds."""
    one = loaded._replace(methods={method: loaded.methods[method]})
    try:
        return {
            "scores": list(fold_rows(one, y, metrics, n_train)),
            "timings": list(time_rows(one)),
            "failures": list(failure_rows(one, path)),
            "structures": list(structure_rows(one)),
            "traces": list(trace_rows(one)),
            "calibration": list(calibration_rows(one, y)),
            "answers": list(answer_rows(one, y)) if scheme == "holdout" else [],
            "confusions": list(confusion_rows(one, y)) if scheme == "weka" else [],
        }
    except Exception as error:  # an exception while one method is scored must not affect the others
        traceback.print_exc()
        labels = zip(loaded.repeat.tolist(), loaded.fold.tolist(), strict=True)
        why = ("score", "failed", reason(error), FIX, path)
        return {kind: [(method, *f, *why) for f in labels] if kind == "failures" else [] for kind in COLUMNS}


def absent_tables(absence: Absence, path: str) -> Rows:
    """The rows of a data set that is not available: one failure of the predictions file."""
    row = ("", "all", "all", absence.stage, absence.status, absence.reason, absence.remedy, path)
    return {kind: [row] if kind == "failures" else [] for kind in COLUMNS}


def train_sizes(folds: Folds, n: int) -> dict[tuple[int, int], int]:
    """(repeat, fold) -> number of training cases; n: number of all cases."""
    labels = zip(folds.repeat.tolist(), folds.fold.tolist(), strict=True)
    return {label: splits.train_size(folds, f, n) for f, label in enumerate(labels)}


def fold_rows(
    predictions: Predictions, y: np.ndarray, metrics: Iterable[str], n_train: dict[tuple[int, int], int]
) -> Iterator[Row]:
    """Yield (method, repeat, fold, n_test, n_train, metric, value) for every fold that is ok; `n_train`:
    training cases of (repeat, fold).
    """
    metrics = list(metrics)
    for method, p in predictions.methods.items():
        for f, result in enumerate(p.folds):
            if result.status != "ok":
                continue
            part = slice(predictions.offsets[f], predictions.offsets[f + 1])
            fold = (int(predictions.repeat[f]), int(predictions.fold[f]))
            label = (method, *fold, int(predictions.offsets[f + 1] - predictions.offsets[f]), n_train[fold])
            truth, log_proba, predicted = y[predictions.row[part]], p.log_proba[part], p.predicted[part]
            for metric in metrics:
                yield *label, metric, METRICS[metric].function(truth, log_proba, predicted=predicted)
            for size in answers.SIZES:
                if size in result.summary:
                    yield *label, size, float(result.summary[size])


def time_rows(predictions: Predictions) -> Iterator[Row]:
    """Yield (method, repeat, fold, fit_seconds, predict_seconds, peak_memory_mb) for every fold that is ok;
    CPU seconds.
    """
    for method, p in predictions.methods.items():
        for f, r in enumerate(p.folds):
            if r.status == "ok" and r.fit_seconds == r.fit_seconds:  # times of other tools are unknown
                yield (
                    method,
                    int(predictions.repeat[f]),
                    int(predictions.fold[f]),
                    r.fit_seconds,
                    r.predict_seconds,
                    r.peak_memory_mb,
                )


def structure_rows(predictions: Predictions) -> Iterator[Row]:
    """Yield (method, repeat, fold, structure) for every fold whose method describes a structure."""
    for method, p in predictions.methods.items():
        for f, r in enumerate(p.folds):
            if isinstance(r.summary.get("structure"), str):
                yield method, int(predictions.repeat[f]), int(predictions.fold[f]), r.summary["structure"]


def trace_rows(predictions: Predictions) -> Iterator[Row]:
    """Yield (method, repeat, fold, generation, evaluations, best, mean) for every search that keeps a
    trace.
    """
    for method, p in predictions.methods.items():
        for f, r in enumerate(p.folds):
            trace = r.summary.get("trace")
            if not isinstance(trace, dict) or not trace.keys() >= {"evaluations", "best", "mean"}:
                continue
            for g, values in enumerate(zip(trace["evaluations"], trace["best"], trace["mean"], strict=True)):
                yield method, int(predictions.repeat[f]), int(predictions.fold[f]), g, *values


def answer_rows(predictions: Predictions, y: np.ndarray) -> Iterator[Row]:
    """Yield (method, repeat, cases, right) for every run on a data set's only test part, for McNemar's test.

    `right`: one bit for each test case in the order of the rows, 1 if the label is right, as hexadecimal
    digits.
    """
    for method, p in predictions.methods.items():
        for f, result in enumerate(p.folds):
            if result.status == "ok":
                part = slice(predictions.offsets[f], predictions.offsets[f + 1])
                right = p.predicted[part] == y[predictions.row[part]]
                yield method, int(predictions.repeat[f]), len(right), np.packbits(right).tobytes().hex()


def confusion_rows(predictions: Predictions, y: np.ndarray) -> Iterator[Row]:
    """Yield (method, repeat, class, decided, cases): how many test cases of a class are decided as a class,
    over all folds of a repeat; classes are numbered from 0. Cases of folds that are not ok are left out.

    Weka computes measures of a cross-validation from these pooled counts (`classification.macro`).
    """
    truth = y[predictions.row]
    repeat = np.repeat(predictions.repeat, np.diff(predictions.offsets))
    for method, p in predictions.methods.items():
        ok = p.predicted >= 0
        cells, cases = np.unique(
            np.stack([repeat[ok], truth[ok], p.predicted[ok]]), axis=1, return_counts=True
        )
        yield from ((method, *cell, n) for cell, n in zip(cells.T.tolist(), cases.tolist(), strict=True))


def summed(rows: Iterable[Row], order: dict[str, int]) -> list[Row]:
    """Rows of `confusion_rows` of several files, in the order of methods; equal cells are added up."""
    totals: Counter[Row] = Counter()
    for *cell, cases in rows:
        totals[tuple(cell)] += cases
    return [(*cell, totals[cell]) for cell in sorted(totals, key=lambda cell: (order[cell[0]], *cell[1:]))]


def failure_rows(predictions: Predictions, file: str) -> Iterator[Row]:
    """Yield (method, repeat, fold, stage, status, reason, remedy, file) for every fold that is not ok."""
    for method, p in predictions.methods.items():
        for f, r in enumerate(p.folds):
            if r.status != "ok":
                label = (method, int(predictions.repeat[f]), int(predictions.fold[f]))
                yield *label, "fit", r.status, r.reason, remedy(r.status), file


def compressed(rows: Iterable[Row], n_folds: dict[str, int], order: dict[str, int]) -> list[Row]:
    """Failure rows in the order of methods; if all `n_folds` folds of a method fail for the same reason, one
    row `all`, `all`.
    """
    by_method: dict[str, list[Row]] = {}
    for row in rows:
        by_method.setdefault(row[0], []).append(row)
    result = []
    for method in sorted(by_method, key=lambda m: order.get(m, -1)):
        same = by_method[method]
        if len({row[4:6] for row in same}) == 1 and len(same) == n_folds.get(method):
            files = " ".join(dict.fromkeys(row[7] for row in same))
            same = [(method, "all", "all", *same[0][3:7], files)]
        result += sorted(same, key=lambda row: row[1:3])
    return result


def remedy(status: str) -> str:
    install = ".venv/bin/python -m pip install --require-hashes -r envs/requirements.txt -r envs/extras.txt"
    return {
        "failed": "Fix the cause and start the run again. If neither the method nor the data change, add "
        "`--forcerun fit --config repeat_failed=True`.",
        "timeout": "Increase timeout_seconds in config/config.yaml, or leave the method out for this data "
        "set.",
        "unavailable": f"Run `{install}`, then start the run again.",
        "not applicable": "There is nothing to do, because the method does not accept such attributes.",
    }[status]


def calibration_rows(predictions: Predictions, y: np.ndarray) -> Iterator[Row]:
    """Yield (method, bin, confidence_sum, correct, cases): the confidence in the predicted label in 15 equal
    bins, pooled over folds.
    """
    truth = y[predictions.row]
    for method, p in predictions.methods.items():
        ok = p.predicted >= 0
        if not ok.any():
            continue
        confidence = np.exp(p.log_proba[ok].max(axis=1).astype(np.float64))
        bins = np.clip((confidence * BINS).astype(int), 0, BINS - 1)
        cases = np.bincount(bins, minlength=BINS)
        sums = np.bincount(bins, weights=confidence, minlength=BINS)
        correct = np.bincount(bins, weights=(p.predicted[ok] == truth[ok]), minlength=BINS)
        for b in np.flatnonzero(cases):
            yield method, int(b), float(sums[b]), int(correct[b]), int(cases[b])


def pooled(rows: Iterable[Row], order: dict[str, int]) -> list[Row]:
    """Calibration rows of several files, summed by method and bin."""
    totals: dict[tuple[str, int], list[float]] = {}
    for method, b, *values in rows:
        total = totals.setdefault((method, b), [0.0, 0, 0])
        for i, value in enumerate(values):
            total[i] += value
    return [
        (*key, round(totals[key][0], 9), *totals[key][1:])
        for key in sorted(totals, key=lambda k: (order[k[0]], k[1]))
    ]
