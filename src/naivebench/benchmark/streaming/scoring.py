"""Turn merged sums into the tables of `benchmark.score`, like those made from stored predictions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

import numpy as np

from naivebench.benchmark import score
from naivebench.benchmark.streaming.stored import Stored
from naivebench.core import exact
from naivebench.evaluation import sums
from naivebench.models import answers

BOUND = "auc_error"  # largest difference between the reported area and the area from all digits


def tables(
    models: Stored, evaluated: Stored, metrics: Sequence[str], methods: Sequence[str], file: str
) -> score.Rows:
    """Rows of every kind of `score.COLUMNS`, without protocol and data set, in the order of the methods.

    A metric that needs all cases at once has no rows. `file`: the files to make again after a failure.
    """
    rows: score.Rows = {kind: [] for kind in score.COLUMNS}
    for method in methods:
        if method in evaluated.failures:
            status, reason = evaluated.failures[method]
            rows["failures"].append(
                (method, "all", "all", "evaluate", status, reason, score.remedy(status), file)
            )
            continue
        keys = sorted(
            (key for key in evaluated.values if key.partition("/")[0] == method),
            key=lambda key: [int(number) for number in key.split("/")[1:]],
        )
        for key in keys:
            told, label = models.told[key], (method, *map(int, key.split("/")[1:]))
            rows["scores"] += _scores(evaluated.values[key], told, label, metrics)
            rows["timings"].append((*label, models.times[key], evaluated.times.get(key, 0.0), float("nan")))
            if isinstance(told["summary"].get("structure"), str):
                rows["structures"].append((*label, told["summary"]["structure"]))
        rows["calibration"] += _calibration(method, [evaluated.values[key] for key in keys])
    return rows


def _scores(
    counted: sums.Sums, told: dict[str, Any], label: score.Row, metrics: Sequence[str]
) -> Iterator[score.Row]:
    sized = (*label, sums.n_cases(counted), told["n_train"])
    for metric in metrics:
        value = sums.score(counted, metric)
        if value is not None:
            yield *sized, metric, value
    if "auc" in metrics:
        yield *sized, BOUND, sums.auc(counted)[1]
    for size in answers.SIZES:
        if size in told["summary"]:
            yield *sized, size, float(told["summary"][size])


def _calibration(method: str, folds: Sequence[sums.Sums]) -> Iterator[score.Row]:
    total = reduce(sums.merge, folds)
    (cases, correct), confidence = total.confident, exact.floats(total.confidence)
    for b in np.flatnonzero(cases):
        yield method, int(b), round(float(confidence[b]), 9), int(correct[b]), int(cases[b])
