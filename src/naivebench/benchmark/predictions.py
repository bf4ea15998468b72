"""Stored predictions of methods on one data set under one protocol, from which all metrics are computed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np


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


TIMES = ("fit_seconds", "predict_seconds", "peak_memory_mb")


def save(predictions: Predictions, path: str | Path) -> None:
    """Write the predictions of all methods.

    The times are separate entries of the file, because only they differ from run to run.
    """
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
    """Read what `save` wrote."""
    with np.load(path) as file:
        arrays = {k: file[k] for k in file.files}
    methods = {}
    for method, m in json.loads(str(arrays["meta"])).items():
        times = arrays[f"times/{method}"].tolist()
        folds = tuple(
            FoldResult(**f, **dict(zip(TIMES, t, strict=True)))
            for f, t in zip(m["folds"], times, strict=True)
        )
        log_proba, predicted = arrays[f"log_proba/{method}"], arrays[f"predicted/{method}"]
        methods[method] = MethodPredictions(
            m["fingerprint"], m["timeout_seconds"], log_proba, predicted, folds
        )
    return Predictions(arrays["repeat"], arrays["fold"], arrays["offsets"], arrays["row"], methods)
