"""`naivebench compare`: compute all statistics of a table of scores."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.cli import terminal
from naivebench.core.checks import InputError, one_of
from naivebench.data.readers import read as readers
from naivebench.evaluation.statistics import bayes, within
from naivebench.evaluation.statistics import compare as comparison

TEXT = """The table is a CSV with one header line, in one of two forms:
Matrix: rows are data sets, the first column contains their names, and every other column is a method.
Single folds: columns dataset, method, value and optionally repeat, fold, n_test, n_train, protocol, metric.

The command prints average ranks, the tests of Friedman and Iman-Davenport, and all pairs with Nemenyi,
Holm, Hochberg, Shaffer, Bergmann-Hommel and Wilcoxon. --out writes these as JSON, with the sign test,
effect sizes, wins, groups, Bonferroni-Dunn, and the Bayesian signed rank test; from single folds also, for
each data set, the corrected t test, the Bayesian correlated t test, sorted runs, Mann-Whitney and Cohen's
d."""
EXAMPLES = """  naivebench compare scores.csv
  naivebench compare scores.csv --reference nb --rope 0.01 --out tests.json"""


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
    add("--metric", metavar="METRIC", help="metric to use, if a table of single folds has several")
    add("--protocol", metavar="ID", help="protocol to use, if a table of single folds has several")
    add("--out", metavar="R.json", help="file for all results, - for standard output without the text")


def run(arguments: Namespace) -> None:
    """Read the scores, compare the methods, print the text and write the JSON."""
    terminal.check_outputs(arguments, "out", "scores")
    scores = read_scores(arguments.scores, arguments.protocol, arguments.metric)
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


def read_scores(path: str, protocol: str | None = None, metric: str | None = None) -> Scores:
    """Read scores from a CSV file in one of the two forms of TEXT; scores of single folds are averaged.

    protocol, metric: those to read if a table has several.
    """
    raw = readers.read(path, "csv", header=True)
    columns = dict(zip(raw.names, map(list, raw.columns), strict=True))
    frame = pd.DataFrame(columns, index=[f"{path}, line {line}" for line in raw.lines], dtype=str)
    if {"dataset", "method", "value"} <= set(frame.columns):
        return read_folds(choose_rows(frame, {"protocol": protocol, "metric": metric}, path), path)
    if protocol or metric:
        raise InputError(f"{path} has no columns protocol and metric: leave --protocol and --metric out")
    if frame.shape[1] < 3:
        raise InputError(
            f"{path} has {frame.shape[1]} columns, expected the data set and two methods or more"
        )
    name, *methods = frame.columns
    twice = frame.index[frame[name].duplicated()]
    if len(twice):
        raise InputError(f"{twice[0]}: data set {frame[name][twice[0]]!r} has two rows: keep one of them")
    values = [read_numbers(frame[method], f"the score of method {method!r}") for method in methods]
    return Scores(np.column_stack(values), frame[name].tolist(), methods)


def read_numbers(cells: pd.Series, what: str) -> pd.Series:
    """A column as numbers. Raises InputError, with the line, for empty cells and text."""
    numbers = pd.to_numeric(cells, errors="coerce")
    if numbers.isna().any():
        line = numbers.index[numbers.isna()][0]
        problem = f"is {cells[line]!r}, which is not a number" if cells[line] else "is empty"
        raise InputError(f"{line}: {what} {problem}: correct the score, or leave out the row or the column")
    return numbers


def choose_rows(frame: pd.DataFrame, chosen: dict[str, str | None], path: str) -> pd.DataFrame:
    """The rows of the protocol and the metric to compare."""
    for name, value in chosen.items():
        present = frame[name].unique().tolist() if name in frame else []
        if value is not None:
            one_of(value, present, f"{name} to read", path)
        elif len(present) > 1:
            raise InputError(
                f"{path} has several values of {name} ({', '.join(present)}): choose one with --{name}"
            )
        frame = frame[frame[name] == (value or present[0])] if present else frame
    return frame


def read_folds(frame: pd.DataFrame, path: str) -> Scores:
    """Mean scores and fold scores from a table with one row per fold."""
    present = [c for c in ("value", "repeat", "fold", "n_test", "n_train") if c in frame]
    numbers = {c: read_numbers(frame[c], f"the {c}") for c in present}
    frame = frame.assign(**{"repeat": 0.0, "fold": 0.0} | numbers)
    label = ["dataset", "method", "repeat", "fold"]
    twice = frame.index[frame.duplicated(label)]
    if len(twice):
        dataset, method, repeat, fold = frame.loc[twice[0], label]
        raise InputError(
            f"{twice[0]}: method {method!r} has two scores on data set {dataset!r}, repeat {repeat:g}, fold "
            f"{fold:g}: keep one of them"
        )
    datasets, methods = (frame[name].unique().tolist() for name in ("dataset", "method"))
    wide = frame.pivot(index=["dataset", "repeat", "fold"], columns="method", values="value")[methods]
    if wide.isna().to_numpy().any():
        row, column = np.argwhere(wide.isna().to_numpy())[0]
        dataset, repeat, fold = wide.index[row]
        raise InputError(
            f"{path}: method {methods[column]!r} has no value on data set {dataset!r}, repeat {repeat:g}, "
            f"fold {fold:g}: add the score, or leave out the method or the data set"
        )
    folds = []
    for dataset, rows in frame.groupby("dataset", sort=False):
        values = wide.loc[dataset]
        repeats = values.index.get_level_values("repeat").to_numpy()
        per_run = len(values) / len(np.unique(repeats))
        ratio = 1 / (per_run - 1) if per_run > 1 else None
        if {"n_test", "n_train"} <= set(rows):
            ratio = float(rows["n_test"].mean() / rows["n_train"].mean())
        if len(values) > 1:
            folds.append(within.Folds(dataset, tuple(methods), values.to_numpy(), repeats, ratio))
    means = wide.groupby("dataset").mean().loc[datasets]
    return Scores(means.to_numpy(), datasets, methods, tuple(folds))


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


def write_frame(frame: Any) -> str:
    """A table as text, with three significant digits."""
    text = frame.replace({None: np.nan}).to_string(float_format="{:.3g}".format, na_rep="-")
    return "\n".join(line.rstrip() for line in text.split("\n"))
