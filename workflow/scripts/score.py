"""Scores, times, failures and calibration bins of all methods on one data set under one protocol."""

import json
from collections import Counter

from naivebench import absence, arguments
from naivebench.evaluation import predictions, score
from naivebench.evaluation.permuted import load_for


def main(table, folder, parts, protocol, dataset, metrics, methods, scores, timings, failures, calibration, permute="null"):
    """`parts`: JSON {unit: [part, ...]} of the files below `folder`; `metrics`, `methods`: JSON lists that give the order of rows."""
    files = [f"{folder}/{unit}/{part}" for unit, several in json.loads(parts).items() for part in several]
    gone = absence.read(table) or next(filter(None, (absence.read(f"{f}.npz") for f in files)), None)
    rows = {"scores": [], "timings": [], "failures": [], "calibration": []}
    n_folds = Counter()
    if gone:
        rows["failures"].append(("", "all", "all", gone.stage, gone.status, gone.reason, gone.remedy, f"{files[0]}.npz"))
    else:
        y = load_for(table, json.loads(permute)).y
        for file in files:
            loaded = predictions.load(f"{file}.npz", f"{file}.times.json")
            rows["scores"] += score.fold_rows(loaded, y, json.loads(metrics))
            rows["timings"] += score.time_rows(loaded)
            rows["failures"] += score.failure_rows(loaded, f"{file}.npz")
            rows["calibration"] += score.calibration_rows(loaded, y)
            n_folds.update({m: len(p.folds) for m, p in loaded.methods.items()})
    order = {m: i for i, m in enumerate(json.loads(methods))}
    label = (protocol, dataset)
    score.write_csv(scores, score.SCORE_COLUMNS, (label + r for r in sorted(rows["scores"], key=lambda r: (order[r[0]], *r[1:3]))))
    score.write_csv(timings, score.TIME_COLUMNS, (label + r for r in sorted(rows["timings"], key=lambda r: (order[r[0]], *r[1:3]))))
    score.write_csv(failures, score.FAILURE_COLUMNS, (label + r for r in score.compressed(rows["failures"], n_folds, order)))
    score.write_csv(calibration, score.CALIBRATION_COLUMNS, (label + r for r in score.pooled(rows["calibration"], order)))


if __name__ == "__main__":
    arguments.call(main)
