"""Scores, times, failures and further facts of the data sets of a protocol, from stored predictions."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from naivebench.benchmark import discretize, predictions
from naivebench.benchmark.predictions import Part, Parts, Predictions, concatenate_folds, gather_folds
from naivebench.core import absence
from naivebench.core.checks import InputError, describe_error
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.evaluation import classification
from naivebench.evaluation import folds as splits
from naivebench.evaluation.classification import make_cases
from naivebench.evaluation.folds import Folds
from naivebench.evaluation.metrics import METRICS
from naivebench.models import output_checks

if TYPE_CHECKING:
    import pandas as pd

CELL = ("protocol", "dataset", "method")
FOLD = (*CELL, "repeat", "fold")
COLUMNS = {  # table -> its columns
    "scores": (*FOLD, "n_test", "n_train", "metric", "value"),
    "timings": (*FOLD, "fit_seconds", "predict_seconds", "peak_memory_mb"),
    "failures": (*CELL, "stage", "status", "reason", "remedy"),
    "calibration": (*CELL, "bin", "confidence_sum", "correct", "cases"),
    "structures": (*FOLD, "structure"),
    "answers": (*CELL, "repeat", "cases", "right"),
    "confusions": (*CELL, "repeat", "class", "decided", "cases"),
    "bias_variance": (*CELL, *classification.Parts._fields),
}
FACTS = ("hit_curves", "break_even")  # results without rows
FURTHER = (*FACTS, "bias_variance")  # results that only some protocols ask for
BINS = 15  # equal bins of the confidence in the predicted label
FIX = "Fix the cause and start the run again."
INSTALL = ".venv/bin/python -m pip install --require-hashes -r envs/requirements.txt -r envs/extras.txt"
REMEDIES = {
    "failed": "Fix the cause and start the run again. If neither the method nor the data change, add "
    "`--forcerun fit --config repeat_failed=True`.",
    "timeout": "Increase timeout_seconds in config/config.yaml, or leave the method out for this data set.",
    "unavailable": f"Run `{INSTALL}`, then start the run again.",
    "not applicable": "There is nothing to do, because the method does not accept such attributes.",
}
Row: TypeAlias = tuple[Any, ...]  # values of a table's columns, in their order
Rows: TypeAlias = dict[str, list[Row]]  # key of COLUMNS -> rows
Facts: TypeAlias = dict[str, dict[str, Any]]  # kind of FACTS -> data set -> content, in the form for JSON


class Pair(NamedTuple):
    """The files of a data set under the protocol."""

    dataset: str
    table: str
    discretized: str
    predictions: str


def score_protocol(
    protocol: str, pairs: Sequence[Pair], settings: Mapping[str, Any]
) -> tuple[dict[str, pd.DataFrame], Facts]:
    """Score all data sets of a protocol; return the tables of `COLUMNS`, and facts. A data set without
    predictions becomes a row of `failures`, without a method if all methods are concerned.

    `settings`: see `settings.make_score_settings`. Raises InputError for a damaged file, and with `on_error:
    stop` for the first facts that cannot be computed.
    """
    all_rows: Rows = {kind: [] for kind in COLUMNS}
    facts: Facts = {kind: {} for kind in FACTS}
    for pair in pairs:
        gone = next(filter(None, map(absence.read_absence, pair[1:])), None)
        if gone:
            rows: Rows = {"failures": [("", gone.stage, gone.status, gone.reason, gone.remedy)]}
        else:
            stored = predictions.load(pair.predictions)
            table = discretize.load_table(pair.table, settings["permute"][pair.dataset])
            folds = splits.load(pair.discretized)
            rows = make_table_rows(stored, table.y, folds, settings["metrics"], settings["methods"])
            if any(settings[kind] for kind in FURTHER):
                _add_further_results(pair.dataset, table, folds, stored, settings, rows, facts)
        for kind, of_kind in rows.items():
            all_rows[kind] += [(protocol, pair.dataset, *row) for row in of_kind]
    return make_data_frames(all_rows), facts


def make_data_frames(rows: Rows) -> dict[str, pd.DataFrame]:
    """Make data frames with the columns of `COLUMNS` from the rows of every table."""
    import pandas as pd

    return {kind: pd.DataFrame(rows[kind], columns=list(columns)) for kind, columns in COLUMNS.items()}


def make_table_rows(
    stored: Predictions, y: np.ndarray, folds: Folds, metrics: Sequence[str], methods: Iterable[str]
) -> Rows:
    """Make rows of the tables that every protocol has, without protocol and data set, in `methods` order.

    `y`: (n,) classes of the table.
    """
    rows: Rows = {kind: [] for kind in COLUMNS}
    labels, parts = zip(folds.repeat.tolist(), folds.fold.tolist(), strict=True), gather_folds(stored)
    n_train = {label: splits.train_size(folds, f, len(y)) for f, label in enumerate(labels)}
    for method in [m for m in methods if m in stored.methods]:
        try:
            of_method = _score_method(
                method, stored, parts.get(method, {}), y, metrics, n_train, folds.scheme
            )
        except Exception as error:  # an exception while one method is scored must not affect the others
            traceback.print_exc()
            of_method = {"failures": [(method, "score", "failed", describe_error(error), FIX)]}
        for kind, of_kind in of_method.items():
            rows[kind] += of_kind
    return rows


def _score_method(
    method: str,
    stored: Predictions,
    parts: Parts,
    y: np.ndarray,
    metrics: Sequence[str],
    n_train: Mapping[tuple[int, int], int],
    scheme: str,
) -> Rows:
    """Make the rows of every table for one method. `parts`: its test folds that are ok."""
    results = stored.methods[method].folds
    rows: Rows = {kind: [] for kind in COLUMNS}
    lost = [(f.status, f.reason, REMEDIES[f.status]) for f in results if f.status != "ok"]
    rows["failures"] = [(method, "fit", *fault) for fault in dict.fromkeys(lost)]  # same reasons share a row
    labels = zip(stored.repeat.tolist(), stored.fold.tolist(), strict=True)
    for label, f in zip(labels, results, strict=False):
        if f.fit_seconds == f.fit_seconds:  # times of failed folds and of other tools are unknown
            rows["timings"].append((method, *label, f.fit_seconds, f.predict_seconds, f.peak_memory_mb))
    if not parts:
        return rows
    for label, part in parts.items():
        sizes = (len(part.rows), n_train[label])
        cases = make_cases(y[part.rows], part.log_proba, part.predicted)
        values = [(metric, METRICS[metric].compute(cases)) for metric in metrics]
        values += [(s, float(part.summary[s])) for s in output_checks.SIZES if s in part.summary]
        rows["scores"] += [(method, *label, *sizes, *value) for value in values]
        if isinstance(part.summary.get("structure"), str):
            rows["structures"].append((method, *label, part.summary["structure"]))
        if scheme == "holdout":  # for McNemar's test: one bit for each test case, 1 if the label is right
            right = part.predicted == y[part.rows]
            rows["answers"].append((method, label[0], len(right), np.packbits(right).tobytes().hex()))
    rows["calibration"] = _list_calibration_bins(method, concatenate_folds(parts), y)
    if scheme == "weka":
        rows["confusions"] = _list_confusions(method, parts, y)
    return rows


def unpack_correctness(right: str, cases: int) -> np.ndarray:
    """Return whether each label is right, (cases,), from the hexadecimal digits of the table `answers`."""
    return np.unpackbits(np.frombuffer(bytes.fromhex(right), np.uint8), count=int(cases)).astype(bool)


def _list_calibration_bins(method: str, tested: Part, y: np.ndarray) -> list[Row]:
    """List (method, bin, confidence_sum, correct, cases), by bin of the confidence, over all folds."""
    confidence = np.exp(tested.log_proba.max(axis=1).astype(np.float64))
    bins = np.clip((confidence * BINS).astype(int), 0, BINS - 1)
    cases = np.bincount(bins, minlength=BINS)
    sums = np.bincount(bins, weights=confidence, minlength=BINS)
    correct = np.bincount(bins, weights=(tested.predicted == y[tested.rows]), minlength=BINS)
    return [
        (method, int(b), round(float(sums[b]), 9), int(correct[b]), int(cases[b]))
        for b in np.flatnonzero(cases)
    ]


def _list_confusions(method: str, parts: Parts, y: np.ndarray) -> list[Row]:
    """List (method, repeat, class, decided, cases): how often test cases of a class are assigned to a class,
    over all folds of a repeat. Classes are numbered from 0.

    Weka computes measures of a cross-validation from these pooled counts (`classification.average_classes`).
    """
    tested = concatenate_folds(parts)
    repeat = np.repeat([r for r, _ in parts], [len(part.rows) for part in parts.values()])
    labels = np.stack([repeat, y[tested.rows], tested.predicted])
    cells, cases = np.unique(labels, axis=1, return_counts=True)
    return [(method, *cell, count) for cell, count in zip(cells.T.tolist(), cases.tolist(), strict=True)]


def decompose_errors(table: Table, methods: Mapping[str, Parts], n_folds: int) -> list[Row]:
    """List (method, *Parts) for methods with all `n_folds` folds, over cases predicted at least twice."""
    rows = []
    for method, parts in methods.items():
        tested, votes = concatenate_folds(parts), np.zeros((n_cases(table), n_classes(table)), np.int64)
        np.add.at(votes, (tested.rows, tested.predicted), 1)
        often = votes.sum(axis=1) > 1
        if len(parts) == n_folds and often.any():
            rows.append((method, *classification.decompose_error(votes[often], table.y[often])))
    return rows


def _add_further_results(
    dataset: str,
    table: Table,
    folds: Folds,
    stored: Predictions,
    settings: Mapping[str, Any],
    rows: Rows,
    facts: Facts,
) -> None:
    """Add the results of `FURTHER` that the protocol asks for; an error becomes a row of `failures`."""
    from naivebench.benchmark import class_scores, hit_curve_facts  # few protocols need them

    gathered = gather_folds(stored)
    methods = {m: gathered[m] for m in settings["methods"] if m in gathered}
    for kind in (kind for kind in FURTHER if settings[kind] and methods):
        try:
            if kind == "hit_curves":
                options = {"reference": settings["hit_curves"], "source": settings["sources"][dataset]}
                facts[kind][dataset] = hit_curve_facts.compute_hit_facts(table, folds, methods, **options)
            elif kind == "break_even":
                facts[kind][dataset] = class_scores.score_classes(table, folds, methods)
            else:
                rows[kind] = decompose_errors(table, methods, len(folds.fold))
        except Exception as error:
            if settings["on_error"] == "stop":
                why = f"{kind} of {dataset} cannot be computed: {describe_error(error)}"
                raise InputError(f"{why} (leave `on_error: stop` out to continue without it)") from error
            rows["failures"].append(("", kind, "failed", describe_error(error), FIX))
