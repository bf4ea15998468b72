"""`naivebench compare`: compute all statistics of a table of scores."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.cli import terminal
from naivebench.core.checks import InputError, one_of
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import RawTable, place

if TYPE_CHECKING:
    from naivebench.evaluation.statistics import within

TIDY = ("dataset", "method", "value")  # columns that identify a table with one row per fold
ONE_VALUE = ("protocol", "metric")  # columns of such a table that must have a single value in a comparison


class Scores(NamedTuple):
    """A matrix of scores with row and column names, and the scores of single folds if available."""

    values: np.ndarray  # (N data sets, k methods)
    datasets: list[str]
    methods: list[str]
    folds: tuple[within.Folds, ...] = ()  # one entry per data set with several folds


def run(arguments: Namespace) -> None:
    """Read the scores, compare the methods, write the JSON and print the text table.

    The text goes to standard error if `out` is standard output (`-`), which then gets only the JSON. Only
    `lower_is_better`, `alpha` and one of `matrix` and `scores` are required in `arguments`.
    """
    options = vars(arguments)
    from naivebench.cli import comparison_text as text
    from naivebench.evaluation.statistics import bayes
    from naivebench.evaluation.statistics import compare as comparison

    path, out, rope = options.get("matrix") or options.get("scores"), options.get("out"), options.get("rope")
    if path is None:
        raise InputError("compare needs a table of scores, such as: naivebench compare scores.csv")
    if options.get("matrix") and options.get("scores"):
        raise InputError("compare reads one table of scores: leave out the first argument, or --scores")
    terminal.check_output(out or "-")
    if out and os.path.realpath(out) == os.path.realpath(path):
        raise InputError(f"--out names the table of scores, {path}: give --out another file")
    scores = read_scores(path, {c: options.get(c) for c in ONE_VALUE})
    result = comparison.complete(
        scores.values,
        scores.methods,
        scores.datasets,
        folds=scores.folds,
        lower_is_better=arguments.lower_is_better,
        alpha=arguments.alpha,
        reference=options.get("reference"),
        rope=bayes.ROPE if rope is None else rope,
    )
    terminal.write(out or "-", json.dumps(comparison.as_json(result), indent=1, allow_nan=False) + "\n")
    if out != "-":
        (sys.stderr if out is None else sys.stdout).write(text.text_table(result))


def read_scores(path: str, chosen: dict[str, str | None] | None = None) -> Scores:
    """Read scores from a CSV file with a header line, in one of two forms. Raises InputError with line and
    column.

    Matrix: first column the data set, one column per method. Single folds: columns dataset, method, value and
    optionally repeat, fold, n_test, n_train, protocol, metric, in any order, as in
    results/scores/{protocol}/{dataset}.csv; scores are means over folds. `chosen`: the protocol and the
    metric to read if a table has several.
    """
    raw = readers.read(path, "csv", header=True)
    if set(TIDY) <= set(raw.names):
        return _tidy(raw, chosen or {}, path)
    if len(raw.names) < 3:
        raise InputError(
            f"{path} has {len(raw.names)} columns, expected the data set's name and at least two methods"
        )
    for name, value in (chosen or {}).items():
        _check_chosen(name, value, (), path)
    first: dict[str, int] = {}
    for i, dataset in enumerate(raw.columns[0]):
        if first.setdefault(dataset, i) != i:
            raise InputError(
                f"{place(raw, i)}: data set {dataset!r} already has a row, in {raw.unit} "
                f"{raw.lines[first[dataset]]}: keep one row for each data set"
            )
    values = np.empty((len(raw.lines), len(raw.names) - 1))
    for j, name in enumerate(raw.names[1:]):
        values[:, j] = _numbers(raw, j + 1, f"the score of method {name!r}", range(len(raw.lines)))
    return Scores(values, list(raw.columns[0]), list(raw.names[1:]))


def _numbers(raw: RawTable, column: int, what: str, rows: Sequence[int]) -> np.ndarray:
    """Cells of a column in the given rows, as numbers. Raises InputError for empty cells and text."""
    values = np.empty(len(rows))
    for at, i in enumerate(rows):
        cell = raw.columns[column][i]
        try:
            values[at] = float(cell)
        except ValueError:
            values[at] = np.nan
        if np.isnan(values[at]):
            problem = f"is {cell!r}, which is not a number" if cell else "is empty"
            raise InputError(
                f"{place(raw, i)}: {what} {problem}: correct the score, or leave out the row or the column"
            )
    return values


def _tidy(raw: RawTable, chosen: dict[str, str | None], path: str) -> Scores:
    """Mean scores and fold scores from a table with one row per fold."""
    columns = dict(zip(raw.names, raw.columns, strict=True))
    rows = _rows(columns, chosen, path)
    numbers = {
        c: _numbers(raw, raw.names.index(c), f"the {c}", rows)
        for c in ("value", "repeat", "fold", "n_test", "n_train")
        if c in columns
    }
    datasets, methods = (list(dict.fromkeys(columns[c][i] for i in rows)) for c in ("dataset", "method"))
    scores = np.full((len(datasets), len(methods)), np.nan)
    by_dataset: dict[str, list[int]] = {d: [] for d in datasets}
    for at, i in enumerate(rows):
        by_dataset[columns["dataset"][i]].append(at)
    folds = []
    for d, (dataset, positions) in enumerate(by_dataset.items()):
        cells = _cells(
            {c: v[positions] for c, v in numbers.items()},
            [columns["method"][rows[at]] for at in positions],
            methods,
            dataset,
            path,
        )
        scores[d] = cells.values.mean(axis=0)
        if len(cells.values) > 1:
            folds.append(cells)
    return Scores(scores, datasets, methods, tuple(folds))


def _rows(columns: dict[str, Sequence[str]], chosen: dict[str, str | None], path: str) -> list[int]:
    """Indices of the rows with the protocol and metric to compare."""
    rows: list[int] = list(range(len(columns["value"])))
    for name, value in chosen.items():
        _check_chosen(name, value, columns, path)
    for name in (c for c in ONE_VALUE if c in columns):
        present, wanted = list(dict.fromkeys(columns[name])), chosen.get(name)
        if wanted is not None:
            one_of(wanted, present, f"{name} to read", str(path))
        elif len(present) > 1:
            raise InputError(
                f"{path} has several values of {name} ({', '.join(present)}): choose one with --{name}"
            )
        rows = [i for i in rows if columns[name][i] == (present[0] if wanted is None else wanted)]
    return rows


def _check_chosen(name: str, value: str | None, columns: Container[str], path: str) -> None:
    """Raise InputError if an option selects a value of a column that does not exist."""
    if value is not None and name not in columns:
        raise InputError(f"{path} has no column {name!r}, so {value!r} cannot be chosen: leave --{name} out")


def _cells(
    numbers: dict[str, np.ndarray], names: list[str], methods: list[str], dataset: str, path: str
) -> within.Folds:
    """`within.Folds` of one data set. Raises InputError unless every method has exactly one score for every
    fold.
    """
    from naivebench.evaluation.statistics import within

    zeros = np.zeros(len(names))
    keys = list(zip(numbers.get("repeat", zeros).tolist(), numbers.get("fold", zeros).tolist(), strict=True))
    folds = {key: row for row, key in enumerate(sorted(set(keys)))}
    column_of = {name: column for column, name in enumerate(methods)}
    values = np.full((len(folds), len(methods)), np.nan)
    for key, name, value in zip(keys, names, numbers["value"], strict=True):
        at = folds[key], column_of[name]
        if not np.isnan(values[at]):
            raise InputError(
                f"{path}: method {name!r} has two scores on data set {dataset!r}, repeat {key[0]:g}, fold "
                f"{key[1]:g}: keep one of them"
            )
        values[at] = value
    if np.isnan(values).any():
        fold, column = np.argwhere(np.isnan(values))[0]
        repeat, number = list(folds)[fold]
        where = f"on data set {dataset!r}, repeat {repeat:g}, fold {number:g}"
        raise InputError(
            f"{path}: method {methods[column]!r} has no value {where}: add the score, or leave out the "
            "method or the data set"
        )
    repeats = np.array([repeat for repeat, _ in folds])
    return within.Folds(dataset, tuple(methods), values, repeats, _ratio(numbers, repeats))


def _ratio(numbers: dict[str, np.ndarray], repeats: np.ndarray) -> float | None:
    """Ratio of test cases to training cases: from the columns n_test and n_train, otherwise 1 / (k - 1) for k
    folds; None if there is only one fold.
    """
    if "n_test" in numbers and "n_train" in numbers:
        return float(numbers["n_test"].mean() / numbers["n_train"].mean())
    per_run = len(repeats) / len(np.unique(repeats))
    return 1 / (per_run - 1) if per_run > 1 else None
