"""Scores, times, failures and further facts of the data sets of a protocol, from stored predictions."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from naivebench.benchmark import discretize, predictions
from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Predictions
from naivebench.core import absence
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError, describe_error
from naivebench.core.table import Table
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds
from naivebench.evaluation.metrics import METRICS
from naivebench.models import answers

if TYPE_CHECKING:
    import pandas as pd

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
FACTS = ("hit_curves", "break_even", "bias_variance")
PLACE = "results/predictions/{}/{}.npz"  # also if the job reads a copy of a file in a store
Row: TypeAlias = tuple[Any, ...]  # values of a table's columns, in their order
Rows: TypeAlias = dict[str, list[Row]]  # key of COLUMNS -> rows


class Pair(NamedTuple):
    """The files of a data set under the protocol."""

    dataset: str
    table: str
    discretized: str
    predictions: str


Facts: TypeAlias = dict[str, dict[str, Any]]  # kind of FACTS -> data set -> content, in the form for JSON


def score_protocol(
    protocol: str, pairs: Sequence[Pair], settings: Mapping[str, Any]
) -> tuple[dict[str, pd.DataFrame], Facts]:
    """Score all data sets of a protocol: the tables of `COLUMNS`, and facts. A data set without predictions
    becomes a row of `failures`.

    `settings`: see `settings.score_settings`. Raises InputError for a damaged file, and with `on_error: stop`
    for the first facts that cannot be computed.
    """
    whole: Rows = {kind: [] for kind in COLUMNS}
    facts: Facts = {kind: {} for kind in FACTS}
    for pair in pairs:
        gone = next(filter(None, map(absence.read_absence, pair[1:])), None)
        place = PLACE.format(protocol, pair.dataset)
        if gone:
            failure = ("", "all", "all", gone.stage, gone.status, gone.reason, gone.remedy, place)
            rows: Rows = {"failures": [failure]}
        else:
            stored = predictions.load(pair.predictions)
            table = discretize.load_table(pair.table, settings["permute"][pair.dataset])
            folds = splits.load(pair.discretized)
            rows = make_tables(place, stored, table.y, folds, settings["metrics"], settings["methods"])
            for kind in (kind for kind in FACTS if settings[kind]):
                content = _find_facts(kind, pair.dataset, table, folds, stored, settings)
                about = {} if "absent" in content else {"protocol": protocol, "dataset": pair.dataset}
                facts[kind][pair.dataset] = about | content
        for kind, of_kind in rows.items():
            whole[kind] += [(protocol, pair.dataset, *row) for row in of_kind]
    return make_frames(whole), facts


def make_frames(rows: Rows) -> dict[str, pd.DataFrame]:
    """Rows of every table as data frames with the columns of `COLUMNS`."""
    import pandas as pd

    frames = {kind: pd.DataFrame(rows[kind], columns=list(of)) for kind, of in COLUMNS.items()}
    frames["failures"] = frames["failures"].astype(str)  # folds are numbers, or `all`
    return frames


def make_tables(
    place: str,
    stored: Predictions,
    y: np.ndarray,
    folds: Folds,
    metrics: Sequence[str],
    methods: Iterable[str],
) -> Rows:
    """Rows of every table in COLUMNS, without protocol and data set, in the order of `methods`.

    `place`: name of the predictions file; `y`: (n,) classes of the table.
    """
    rows: Rows = {kind: [] for kind in COLUMNS}
    n_train = train_sizes(folds, len(y))
    for method in [m for m in methods if m in stored.methods]:
        one = stored._replace(methods={method: stored.methods[method]})
        try:
            of_method = _method_rows(one, method, y, metrics, n_train, folds.scheme)
        except Exception as error:  # an exception while one method is scored must not affect the others
            traceback.print_exc()
            why = ("score", "failed", describe_error(error), FIX)
            of_method = {"failures": [(*label, *why) for label, _, _ in _list_folds(one)]}
        failures = of_method.pop("failures", [])
        rows["failures"] += [(*row, place) for row in _join_failures(failures, stored.methods[method])]
        for kind, of_kind in of_method.items():
            rows[kind] += of_kind
    return rows


def _method_rows(
    one: Predictions,
    method: str,
    y: np.ndarray,
    metrics: Sequence[str],
    n_train: Mapping[tuple[int, int], int],
    scheme: str,
) -> Rows:
    """Rows of every table for the only method of `one`."""
    p = one.methods[method]
    rows: Rows = {kind: [] for kind in COLUMNS}
    for label, result, part in _list_folds(one):
        if result.status != "ok":
            rows["failures"].append((*label, "fit", result.status, result.reason, REMEDIES[result.status]))
            continue
        if result.fit_seconds == result.fit_seconds:  # times of other tools are unknown
            times = result.fit_seconds, result.predict_seconds, result.peak_memory_mb
            rows["timings"].append((*label, *times))
        if isinstance(result.summary.get("structure"), str):
            rows["structures"].append((*label, result.summary["structure"]))
        rows["traces"] += [(*label, g, *values) for g, values in enumerate(_list_trace(result.summary))]
        if scheme == "holdout":  # for McNemar's test: one bit for each test case, 1 if the label is right
            right = p.predicted[part] == y[one.row[part]]
            bits = np.packbits(right).tobytes().hex()
            rows["answers"].append((method, label[1], len(right), bits))
    rows["scores"] = list(fold_rows(one, y, metrics, n_train))
    rows["calibration"] = _count_calibration(method, p, y[one.row[: len(p.predicted)]])
    if scheme == "weka":
        rows["confusions"] = _count_confusions(method, one, p, y)
    return rows


def _list_folds(stored: Predictions) -> Iterator[tuple[tuple[str, int, int], FoldResult, slice]]:
    """Yield (method, repeat, fold), result and place in the arrays for every fold of every method."""
    for method, p in stored.methods.items():
        for f, result in enumerate(p.folds):
            label = (method, int(stored.repeat[f]), int(stored.fold[f]))
            yield label, result, slice(int(stored.offsets[f]), int(stored.offsets[f + 1]))


def train_sizes(folds: Folds, n: int) -> dict[tuple[int, int], int]:
    """(repeat, fold) -> number of training cases; n: number of all cases."""
    labels = zip(folds.repeat.tolist(), folds.fold.tolist(), strict=True)
    return {label: splits.train_size(folds, f, n) for f, label in enumerate(labels)}


def fold_rows(
    stored: Predictions, y: np.ndarray, metrics: Iterable[str], n_train: Mapping[tuple[int, int], int]
) -> Iterator[Row]:
    """Yield (method, repeat, fold, n_test, n_train, metric, value) for every fold that is ok; `n_train`:
    training cases of (repeat, fold).
    """
    metrics = list(metrics)
    for label, result, part in _list_folds(stored):
        if result.status != "ok":
            continue
        p, sizes = stored.methods[label[0]], (part.stop - part.start, n_train[label[1:]])
        truth, log_proba, predicted = y[stored.row[part]], p.log_proba[part], p.predicted[part]
        for metric in metrics:
            yield *label, *sizes, metric, METRICS[metric].function(truth, log_proba, predicted=predicted)
        for size in answers.SIZES:
            if size in result.summary:
                yield *label, *sizes, size, float(result.summary[size])


def _list_trace(summary: Mapping[str, Any]) -> list[Row]:
    """(evaluations, best, mean) of every generation of a search that keeps a trace."""
    trace, keys = summary.get("trace"), ("evaluations", "best", "mean")
    if not isinstance(trace, dict) or not trace.keys() >= set(keys):
        return []
    return list(zip(*(trace[key] for key in keys), strict=True))


def _count_calibration(method: str, p: MethodPredictions, truth: np.ndarray) -> list[Row]:
    """(method, bin, confidence_sum, correct, cases): the confidence in the predicted label, pooled over
    folds.
    """
    ok = p.predicted >= 0
    if not ok.any():
        return []
    confidence = np.exp(p.log_proba[ok].max(axis=1).astype(np.float64))
    bins = np.clip((confidence * BINS).astype(int), 0, BINS - 1)
    cases = np.bincount(bins, minlength=BINS)
    sums = np.bincount(bins, weights=confidence, minlength=BINS)
    correct = np.bincount(bins, weights=(p.predicted[ok] == truth[ok]), minlength=BINS)
    return [
        (method, int(b), round(float(sums[b]), 9), int(correct[b]), int(cases[b]))
        for b in np.flatnonzero(cases)
    ]


def _count_confusions(method: str, one: Predictions, p: MethodPredictions, y: np.ndarray) -> list[Row]:
    """(method, repeat, class, decided, cases): how many test cases of a class are decided as a class, over
    all folds of a repeat; classes are numbered from 0. Cases of folds that are not ok are left out.

    Weka computes measures of a cross-validation from these pooled counts (`classification.average_classes`).
    """
    n = len(p.folds)
    repeat = np.repeat(one.repeat[:n], np.diff(one.offsets[: n + 1]))
    ok = p.predicted >= 0
    labels = np.stack([repeat[ok], y[one.row[: len(ok)]][ok], p.predicted[ok]])
    cells, cases = np.unique(labels, axis=1, return_counts=True)
    return [(method, *cell, count) for cell, count in zip(cells.T.tolist(), cases.tolist(), strict=True)]


def _join_failures(rows: list[Row], p: MethodPredictions) -> list[Row]:
    """If all folds of a method fail for the same reason, one row `all`, `all`."""
    if rows and len(rows) == len(p.folds) and len({row[4:6] for row in rows}) == 1:
        return [(rows[0][0], "all", "all", *rows[0][3:])]
    return rows


def _find_facts(
    kind: str, dataset: str, table: Table, folds: Folds, stored: Predictions, settings: Mapping[str, Any]
) -> dict[str, Any]:
    """The facts of one kind; an error becomes an absence, which the report shows."""
    from naivebench.benchmark import hit_facts, retrieval  # few protocols need them

    gathered = retrieval.gather_parts(stored)
    methods = {m: gathered[m] for m in settings["methods"] if m in gathered}
    try:
        if kind == "break_even":
            return retrieval.compute_facts(table, folds, methods)
        if kind == "bias_variance":
            return dict(retrieval.decompose_error(table, methods, len(folds.fold)))
        if not methods:
            return {"curves": {}}
        reference, source = settings["hit_curves"], settings["sources"][dataset]
        return hit_facts.compute_facts(table, folds, methods, reference=reference, source=source)
    except Exception as error:
        if settings["on_error"] == "stop":
            raise InputError(f"{kind} of {dataset}: {describe_error(error)} (on_error: stop)") from error
        return {"absent": Absence("failed", kind, describe_error(error), FIX)._asdict()}
