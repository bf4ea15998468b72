"""`naivebench compare`: compute all statistics of a table of scores."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.cli import terminal
from naivebench.core.checks import InputError
from naivebench.data.readers import read as readers
from naivebench.evaluation.statistics import bayes, within
from naivebench.evaluation.statistics import compare as comparison

TEXT = """The table is a CSV with one header line, in one of two forms:
Matrix: rows are data sets, the first column contains their names, and every other column is a method.
Single folds: columns dataset, method, value and optionally repeat, fold, n_test, n_train, for one metric.

The command prints average ranks, the tests of Friedman and Iman-Davenport, and all pairs with Nemenyi,
Holm, Hochberg, Shaffer, Bergmann-Hommel and Wilcoxon. --out writes these as JSON, with the sign test,
effect sizes, wins, groups, Bonferroni-Dunn, and the Bayesian signed rank test; from single folds also, for
each data set, the corrected t test, the Bayesian correlated t test, sorted runs, Mann-Whitney and Cohen's
d."""
EXAMPLES = """  naivebench compare scores.csv
  naivebench compare scores.csv --reference nb --rope 0.01 --out tests.json"""
NUMBERS = ("value", "repeat", "fold", "n_test", "n_train")  # columns of numbers; only the first is required


class Scores(NamedTuple):
    """A matrix of scores with the names of its rows and columns, and the scores of folds if available."""

    values: np.ndarray  # (N data sets, k methods)
    datasets: list[str]
    methods: list[str]
    folds: tuple[within.Folds, ...] = ()  # one entry per data set with several folds


def add_arguments(command: ArgumentParser) -> None:
    """Add the arguments of `naivebench compare`."""
    add = command.add_argument
    add("scores", metavar="SCORES.csv", help="the table")
    add("--lower-is-better", action="store_true", help="smaller scores are better, as for errors")
    add("--alpha", type=float, default=0.05, help="level of significance (default 0.05)")
    add("--reference", metavar="METHOD", help="control method of Bonferroni-Dunn and of Bayesian tests")
    text = "region of practical equivalence [-R, R], in the unit of the scores (0.01)"
    add("--rope", type=float, default=bayes.ROPE, metavar="R", help=text)
    add("--out", metavar="R.json", help="file for all results, - for standard output without the text")


def run(arguments: Namespace) -> None:
    """Read the scores, compare the methods, print the text and write the JSON."""
    terminal.check_outputs(arguments, ["out"], ["scores"])
    scores = read_scores(arguments.scores)
    result = comparison.complete(
        scores.values,
        scores.methods,
        scores.datasets,
        folds=scores.folds,
        lower_is_better=arguments.lower_is_better,
        alpha=arguments.alpha,
        reference=arguments.reference,
        rope=arguments.rope,
    )
    if arguments.out:
        content = comparison.as_json(result)
        terminal.write(arguments.out, json.dumps(content, indent=1, allow_nan=False) + "\n")
    if arguments.out != "-":
        terminal.say(write_text(result.comparison))


def read_scores(path: str) -> Scores:
    """Read scores from a CSV file in one of the two forms of TEXT; scores of single folds are averaged.

    Raises InputError, with the line, for a cell that is not a number and for a second score of a method on a
    fold, and without a line for a score that is missing.
    """
    raw = readers.read(path, "csv", header=True)
    lines = [f"{path}, line {line}" for line in raw.lines]
    frame = pd.DataFrame({name: cells.text for name, cells in raw.columns.items()}, lines, dtype=str)
    if not {"dataset", "method", "value"} <= set(frame):
        if {"dataset", "method"} <= set(frame):
            raise InputError(f"{path} has no column 'value': name the column of the scores so")
        if frame.shape[1] < 3:
            raise InputError(
                f"{path} has {frame.shape[1]} columns, expected the data set and two methods or more"
            )
        # one row for each cell of the matrix
        name, *methods = frame
        columns = [{"dataset": frame[name], "method": m, "value": frame[m]} for m in methods]
        frame = pd.concat(map(pd.DataFrame, columns))

    for column in [c for c in NUMBERS if c in frame]:
        numbers = pd.to_numeric(frame[column], errors="coerce")
        if numbers.isna().any():
            line, wrong = frame.index[numbers.isna()][0], frame[numbers.isna()].iloc[0]
            noun = "score" if column == "value" else column
            raise InputError(
                f"{line}: the {noun} of method {wrong['method']!r} is {wrong[column]!r}, which is not a "
                "number: correct it, or leave out the row or the column"
            )
        frame[column] = numbers
    frame = frame.assign(**{c: 0.0 for c in ("repeat", "fold") if c not in frame})

    # one score for each method on each fold
    twice = frame[frame.duplicated(["dataset", "method", "repeat", "fold"])]
    if len(twice):
        raise InputError(f"{twice.index[0]}: {name_cell(twice.iloc[0])} has two scores: keep one of them")
    datasets, methods = frame["dataset"].unique().tolist(), frame["method"].unique().tolist()
    wide = frame.pivot(index=["dataset", "repeat", "fold"], columns="method", values="value")[methods]
    if wide.isna().to_numpy().any():
        row, column = np.argwhere(wide.isna().to_numpy())[0]
        cell = dict(zip(wide.index.names, wide.index[row], strict=True)) | {"method": methods[column]}
        raise InputError(
            f"{path}: {name_cell(cell)} has no value: add the score, or leave out the method or the data set"
        )
    folds = [describe_folds(d, wide.loc[d], rows) for d, rows in frame.groupby("dataset", sort=False)]
    means = wide.groupby("dataset").mean().loc[datasets].to_numpy()
    return Scores(means, datasets, methods, tuple(part for part in folds if len(part.values) > 1))


def name_cell(row: Any) -> str:
    """Name a method on a fold in a message."""
    fold = f", repeat {row['repeat']:g}, fold {row['fold']:g}"
    return f"method {row['method']!r} on data set {row['dataset']!r}{fold}"


def describe_folds(dataset: str, values: pd.DataFrame, rows: pd.DataFrame) -> within.Folds:
    """The scores of a data set on its folds, with the ratio of test to training cases."""
    repeats = values.index.get_level_values("repeat").to_numpy()
    per_run = len(values) / len(np.unique(repeats))
    ratio = 1 / (per_run - 1) if per_run > 1 else None
    if {"n_test", "n_train"} <= set(rows):
        ratio = float(rows["n_test"].mean() / rows["n_train"].mean())
    return within.Folds(dataset, tuple(values.columns), values.to_numpy(), repeats, ratio)


def write_text(result: comparison.Comparison) -> str:
    """Ranks, tests of all methods, pairs by ascending p and notes as text."""
    ranks = pd.Series(result.average_ranks).sort_values()
    tests = {
        "Friedman": (result.friedman.statistic, result.friedman.p),
        "Friedman, ties": (result.friedman_ties.statistic, result.friedman_ties.p),
        "Iman-Davenport": (result.iman_davenport.statistic, result.iman_davenport.p),
    }
    pairs = pd.DataFrame([pair._asdict() for pair in result.pairs])
    pairs.index = pd.Index(pairs["a"] + " - " + pairs["b"])
    pairs["wilcoxon"] = [test.p for test in pairs["wilcoxon"]]
    shown = ["z", "p", *comparison.CORRECTIONS, "wilcoxon", "wins", "ties", "losses", "mean_difference"]
    blocks = [
        f"{result.n_methods} methods on {result.n_datasets} data sets ({result.better} is better)",
        write_frame(ranks.to_frame("average rank")),
        write_frame(pd.DataFrame(tests, index=["statistic", "p"]).T),
        f"Critical difference of average ranks (Nemenyi): {result.critical_difference:.4f}",
        f"All pairs, two-sided p:\n{write_frame(pairs.sort_values('p', kind='stable')[shown])}",
        *(f"Note: {note}" for note in result.notes),
    ]
    return "\n\n".join(blocks)


def write_frame(frame: pd.DataFrame) -> str:
    """A table as text, with three significant digits."""
    text = frame.replace({None: np.nan}).to_string(float_format="{:.3g}".format, na_rep="-")
    return "\n".join(line.rstrip() for line in text.split("\n"))
