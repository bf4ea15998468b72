"""A new method beside published results: its scores per fold, or its predictions on the published folds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.benchmark import configuration, external, score
from naivebench.benchmark.configuration import Configuration
from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Predictions
from naivebench.benchmark.publication.published import CONFIG, FOLDS, SCORES
from naivebench.core import table as tables
from naivebench.core.checks import InputError, closest, one_of
from naivebench.core.table import Table
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import RawTable, place
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds
from naivebench.evaluation.metrics import METRICS

if TYPE_CHECKING:
    import pandas as pd

Fold = tuple[str, int, int]  # data set, repeat, fold
NAN = float("nan")


class Field(NamedTuple):
    """The published results that a new method is compared with: those under the primary protocol."""

    configuration: Configuration
    scores: pd.DataFrame  # the columns of `score.SCORE_COLUMNS`, of all methods and metrics
    sizes: dict[Fold, tuple[int, int]]  # fold -> its test and training cases
    folds: pd.DataFrame  # dataset, repeat, fold, row: the rows that every fold tests


class Newcomer(NamedTuple):
    """One or more new methods."""

    methods: tuple[str, ...]
    scores: pd.DataFrame  # the columns of `score.SCORE_COLUMNS`, of the primary metric


def field(folder: Path) -> Field:
    """Read the published results in a folder that `published.located` returned."""
    import pandas as pd

    whole = configuration.stored(json.loads((folder / CONFIG).read_text(encoding="utf-8")))
    scores = pd.read_parquet(folder / SCORES)
    scores = scores[scores["protocol"] == whole.config.primary.protocol]
    once = scores.drop_duplicates(["dataset", "repeat", "fold"])
    keys = zip(once["dataset"], once["repeat"].tolist(), once["fold"].tolist(), strict=True)
    sizes = dict(zip(keys, zip(once["n_test"].tolist(), once["n_train"].tolist(), strict=True), strict=True))
    return Field(whole, scores, sizes, pd.read_parquet(folder / FOLDS))


def read(path: Path, published: Field, *, name: str | None = None, data: Path = Path()) -> Newcomer:
    """Read new methods in one of three forms; every score is of the primary metric.

    Scores: a CSV file with the columns dataset, fold, value and optionally repeat, method, metric, protocol.
    Labels: a CSV file with the columns dataset, fold, row, predicted and optionally repeat, method.
    Probabilities: a folder with a file DATASET.csv for each data set, as `external` reads it.

    name: of the method, if no column `method` names it; by default that of the file. data: folder with the
    prepared tables and the folds of a run, from which predictions are scored. Raises InputError if the file
    cannot be used, or if a fold is not a published one.
    """
    import pandas as pd

    name = name or path.stem
    if path.is_dir():
        rows = list(_of_probabilities(path, published, name, data))
    else:
        raw = readers.read(str(path), "csv", header=True)
        if {"dataset", "fold", "row", "predicted"} <= set(raw.names):
            rows = list(_of_labels(raw, published, name, data))
        elif {"dataset", "fold", "value"} <= set(raw.names):
            rows = list(_of_scores(raw, published, name))
        else:
            raise InputError(
                f"{path} has the columns {', '.join(raw.names)}: expected dataset, repeat, fold and value, "
                "or dataset, repeat, fold, row and predicted"
            )
    frame = pd.DataFrame(rows, columns=list(score.SCORE_COLUMNS))
    methods = tuple(dict.fromkeys(frame["method"]))
    known = set(published.scores["method"])
    for method in methods:
        if method in known:
            raise InputError(
                f"the published results have a method {method!r} already: give yours another --name"
            )
    return Newcomer(methods, frame)


def _of_scores(raw: RawTable, published: Field, name: str) -> Iterator[score.Row]:
    """Rows of scores from a table of scores per fold."""
    primary = published.configuration.config.primary
    low, high = METRICS[primary.metric].range
    seen: dict[tuple[str, Fold], int] = {}
    for i in _wanted(raw, {"protocol": primary.protocol, "metric": primary.metric}):
        fold = _fold(raw, i, published)
        value = _number(raw, i, "value")
        if not low <= value <= high:
            hint = ": write shares of 1, not percent" if high == 1 else ""
            raise InputError(
                f"{place(raw, i)}: value {value:g} is not between {low:g} and {high:g}, as {primary.metric} "
                f"is{hint}"
            )
        method = _cell(raw, i, "method") or name
        if seen.setdefault((method, fold), i) != i:
            raise InputError(
                f"{place(raw, i)}: {_named(fold)} already has a score of {method} in line "
                f"{raw.lines[seen[method, fold]]}: keep one of them"
            )
        dataset, repeat, number = fold
        yield primary.protocol, dataset, method, repeat, number, *published.sizes[fold], primary.metric, value


def _of_labels(raw: RawTable, published: Field, name: str, data: Path) -> Iterator[score.Row]:
    """Rows of scores from a table of predicted labels."""
    metric = published.configuration.config.primary.metric
    if not METRICS[metric].decisions:
        raise InputError(
            f"{metric} needs probabilities: give a folder with a file of P(class) for each data set"
        )
    given: dict[tuple[str, str], dict[tuple[int, int, int], str]] = {}
    for i in range(len(raw.lines)):
        dataset, repeat, number = _fold(raw, i, published)
        of_set = given.setdefault((_cell(raw, i, "method") or name, dataset), {})
        of_set[repeat, number, _whole(raw, i, "row")] = _cell(raw, i, "predicted")
    for (method, dataset), labels in given.items():
        table, folds = _data(published, data, dataset)
        code = {label: k for k, label in enumerate(table.classes)}
        predicted, results = np.full(len(folds.test), -1, dtype=np.int32), []
        for f, (repeat, number) in enumerate(zip(folds.repeat.tolist(), folds.fold.tolist(), strict=True)):
            keys = [(repeat, number, r) for r in splits.test_rows(folds, f).tolist()]
            found = [labels[key] for key in keys if key in labels]
            if found and len(found) < len(keys):
                raise InputError(
                    f"{method} has no prediction for {len(keys) - len(found)} of {len(keys)} rows of "
                    f"{_named((dataset, repeat, number))}: predict all test rows of a fold"
                )
            if found:
                part = slice(folds.offsets[f], folds.offsets[f + 1])
                for label in set(found) - set(code):
                    one_of(label, code, f"predicted of data set {dataset}", str(method))
                predicted[part] = [code[label] for label in found]
            results.append(FoldResult("ok" if found else "failed", "", {}, NAN, NAN, NAN))
        certain = np.where(predicted[:, None] == np.arange(len(code)), 0.0, -np.inf)
        predictions = MethodPredictions("", 0.0, certain, predicted, tuple(results))
        yield from _scored(published, table, folds, dataset, method, predictions)


def _of_probabilities(folder: Path, published: Field, name: str, data: Path) -> Iterator[score.Row]:
    """Rows of scores from a folder with a file of probabilities for each data set."""
    paths = sorted(folder.glob("*.csv"))
    if not paths:
        raise InputError(f"{folder} has no file DATASET.csv: write the predictions of each data set to one")
    for path in paths:
        table, folds = _data(published, data, path.stem)
        predictions = external.read(path, table, folds, "")
        yield from _scored(published, table, folds, path.stem, name, predictions)


def _data(published: Field, data: Path, dataset: str) -> tuple[Table, Folds]:
    """The prepared table and the folds of a data set. Raises InputError unless the folds are the published
    ones.
    """
    protocol = published.configuration.config.primary.protocol
    known = {d for d, _, _ in published.sizes}
    if dataset not in known:
        raise InputError(f"the published results have no data set {dataset!r}{closest(dataset, known)}")
    table_path = data / "data" / "prepared" / f"{dataset}.npz"
    folds_path = data / "data" / "folds" / protocol / f"{dataset}.npz"
    for path in (table_path, folds_path):
        if not path.is_file():
            raise InputError(
                f"{path} does not exist, and predictions are scored with it: run `snakemake --cores all "
                "--until folds` in the project's folder, or name that folder with --data"
            )
    table, folds = tables.load(table_path), splits.load(folds_path)
    theirs = published.folds[published.folds["dataset"] == dataset]
    if not np.array_equal(np.transpose(splits.rows(folds)), theirs[["repeat", "fold", "row"]]):
        raise InputError(
            f"{folds_path} does not contain the published folds of {dataset}: make it again with the "
            "configuration and data of the release"
        )
    return table, folds


def _scored(
    published: Field, table: Table, folds: Folds, dataset: str, method: str, predictions: MethodPredictions
) -> Iterator[score.Row]:
    """Rows of scores of the primary metric from predictions on the folds of a data set."""
    primary = published.configuration.config.primary
    whole = Predictions(folds.repeat, folds.fold, folds.offsets, folds.test, {method: predictions})
    sizes = score.train_sizes(folds, tables.n_cases(table))
    for row in score.fold_rows(whole, table.y, [primary.metric], sizes):
        yield primary.protocol, dataset, *row


def _wanted(raw: RawTable, chosen: Mapping[str, str]) -> Sequence[int]:
    """Positions of the rows with the chosen values, in the columns that exist. Raises InputError if none has
    them.
    """
    rows: Sequence[int] = range(len(raw.lines))
    for column, value in chosen.items():
        if column in raw.names:
            cells = raw.columns[raw.names.index(column)]
            one_of(value, set(cells), column, "the table of scores")
            rows = [i for i in rows if cells[i] == value]
    return rows


def _fold(raw: RawTable, i: int, published: Field) -> Fold:
    """The fold of a row. Raises InputError unless it is a published one."""
    repeat = _whole(raw, i, "repeat") if "repeat" in raw.names else 0
    fold = (_cell(raw, i, "dataset"), repeat, _whole(raw, i, "fold"))
    if fold not in published.sizes:
        known = {d for d, _, _ in published.sizes}
        problem = f"the published results have no {_named(fold)}"
        if fold[0] not in known:
            problem = f"the published results have no data set {fold[0]!r}{closest(fold[0], known)}"
        raise InputError(
            f"{place(raw, i)}: {problem}: use the folds that `naivebench compare --folds FILE` writes"
        )
    return fold


def _named(fold: Fold) -> str:
    return "fold {2} of repeat {1} of data set {0!r}".format(*fold)


def _cell(raw: RawTable, i: int, column: str) -> str:
    """A cell as text; empty if there is no such column."""
    return raw.columns[raw.names.index(column)][i] if column in raw.names else ""


def _number(raw: RawTable, i: int, column: str) -> float:
    cell = _cell(raw, i, column)
    try:
        value = float(cell)
    except ValueError:
        value = NAN
    if value != value:
        raise InputError(
            f"{place(raw, i)}: {column} is {cell!r}, expected a number: correct it or leave the row out"
        )
    return value


def _whole(raw: RawTable, i: int, column: str) -> int:
    value = _number(raw, i, column)
    if not value.is_integer():
        raise InputError(f"{place(raw, i)}: {column} is {_cell(raw, i, column)!r}, expected a whole number")
    return int(value)


def joined(published: Field, newcomer: Newcomer) -> pd.DataFrame:
    """The scores of the published and the new methods on the primary metric and on sizes of models."""
    import pandas as pd

    shown = ("n_parameters", published.configuration.config.primary.metric)
    kept = published.scores[published.scores["metric"].isin(shown)]
    return pd.concat([kept, newcomer.scores], ignore_index=True)


def covered(newcomer: Newcomer, datasets: Iterable[str]) -> list[str]:
    """Those of the data sets on which every new method has scores."""
    by_method = [set(of["dataset"]) for _, of in newcomer.scores.groupby("method")]
    return [d for d in datasets if all(d in has for has in by_method)]
