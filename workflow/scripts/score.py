"""Scores, times, failures and calibration bins of all methods on one data set under one protocol."""

import json
from collections import Counter

from naivebench.core import absence
from naivebench.evaluation import folds as splits
from naivebench.pipeline import arguments, predictions, score
from naivebench.pipeline.permuted import load_for

COLUMNS = {
    "scores": score.SCORE_COLUMNS,
    "timings": score.TIME_COLUMNS,
    "failures": score.FAILURE_COLUMNS,
    "calibration": score.CALIBRATION_COLUMNS,
    "structures": score.STRUCTURE_COLUMNS,
    "traces": score.TRACE_COLUMNS,
}


def trained(folds, n):
    """(repeat, fold) -> number of training cases, of n cases in all."""
    labels = zip(folds.repeat.tolist(), folds.fold.tolist(), strict=True)
    return {label: splits.train_size(folds, f, n) for f, label in enumerate(labels)}


def main(table, folds, folder, parts, protocol, dataset, metrics, methods, out, permute="null"):
    """`out`: KIND=FILE for every kind of rows; `parts`: JSON {unit: [part, ...]} of the files below `folder`.

    `metrics` and `methods` are JSON lists that give the order of rows.
    """
    files = [f"{folder}/{unit}/{part}" for unit, several in json.loads(parts).items() for part in several]
    gone = (
        absence.read(table)
        or absence.read(folds)
        or next(filter(None, (absence.read(f"{f}.npz") for f in files)), None)
    )
    rows = {kind: [] for kind in COLUMNS}
    n_folds = Counter()
    if gone:
        rows["failures"].append(
            ("", "all", "all", gone.stage, gone.status, gone.reason, gone.remedy, f"{files[0]}.npz")
        )
    else:
        y = load_for(table, json.loads(permute)).y
        n_train = trained(splits.load(folds), len(y))
        for file in files:
            loaded = predictions.load(f"{file}.npz", f"{file}.times.json")
            rows["scores"] += score.fold_rows(loaded, y, json.loads(metrics), n_train)
            rows["timings"] += score.time_rows(loaded)
            rows["failures"] += score.failure_rows(loaded, f"{file}.npz")
            rows["structures"] += score.structure_rows(loaded)
            rows["traces"] += score.trace_rows(loaded)
            rows["calibration"] += score.calibration_rows(loaded, y)
            n_folds.update({m: len(p.folds) for m, p in loaded.methods.items()})
    order = {m: i for i, m in enumerate(json.loads(methods))}
    by_fold = {
        kind: sorted(rows[kind], key=lambda r: (order[r[0]], *r[1:3]))
        for kind in ("scores", "timings", "structures", "traces")
    }
    arranged = by_fold | {
        "failures": score.compressed(rows["failures"], n_folds, order),
        "calibration": score.pooled(rows["calibration"], order),
    }
    for kind, path in (pair.split("=", 1) for pair in out):
        score.write_csv(path, COLUMNS[kind], ((protocol, dataset, *row) for row in arranged[kind]))


if __name__ == "__main__":
    arguments.call(main)
