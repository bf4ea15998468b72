"""Compute all statistics of a table of scores.

The table is a CSV with one header line, in one of two forms:
Matrix: rows are data sets, the first column contains their names, and every other column is a method.
Single folds: columns dataset, method, value and optionally repeat, fold, n_test, n_train, for one metric.

The command prints average ranks, the tests of Friedman and Iman-Davenport, and all pairs with Nemenyi, Holm,
Hochberg, Shaffer, Bergmann-Hommel and Wilcoxon. --out writes these as JSON, with the sign test, effect sizes,
Bonferroni-Dunn, and the Bayesian signed rank test; for single folds, it adds for each data set the corrected
t test, the Bayesian correlated t test, sorted runs, Mann-Whitney and Cohen's d.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.cli import terminal
from naivebench.core.checks import InputError, check_at_least, format_count
from naivebench.data.readers import read as readers
from naivebench.evaluation.statistics import bayes, posthoc
from naivebench.evaluation.statistics.compare import Comparison, compare_scores, subtract_scores
from naivebench.evaluation.statistics.fold_scores import compare_fold_scores

EXAMPLES = """  naivebench compare scores.csv
  naivebench compare scores.csv --reference nb --rope 0.01 --out tests.json"""
NUMBERS = ("value", "repeat", "fold", "n_test", "n_train")  # columns of numbers; only the first is required


class FoldScores(NamedTuple):
    """Scores of the methods on the folds of one data set."""

    dataset: str
    scores: pd.DataFrame  # folds x methods
    repeats: np.ndarray  # (J,) number of the run that a fold belongs to
    test_train_ratio: float | None  # test cases / training cases; None if unknown


def add_arguments(command: ArgumentParser) -> None:
    add = command.add_argument
    add("scores", metavar="SCORES.csv", help="table of scores")
    add("--lower-is-better", action="store_true", help="smaller scores are better, as for errors")
    add("--alpha", type=float, default=0.05, help="level of significance (default 0.05)")
    add("--reference", metavar="METHOD", help="control method of Bonferroni-Dunn and of Bayesian tests")
    text = "region of practical equivalence [-R, R], in the unit of the scores (default 0.01)"
    add("--rope", type=float, default=bayes.ROPE, metavar="R", help=text)
    add("--out", metavar="R.json", help="file for all results, - for standard output without the text")


def run(arguments: Namespace) -> None:
    """Read the scores, compare the methods, print the text and write the JSON."""
    terminal.check_output_path(arguments.out, [arguments.scores])
    check_at_least(arguments.rope, 0, "rope")
    scores, folds = read_scores(arguments.scores)
    lower, reference = arguments.lower_is_better, arguments.reference
    result = compare_scores(scores, lower_is_better=lower, alpha=arguments.alpha, reference=reference)
    about: dict[str, Any] = {"n_datasets": len(scores), "n_methods": len(scores.columns)}
    about |= {"better": "lower" if lower else "higher", "notes": list_limitations(scores, arguments)}
    if arguments.out:
        content = convert_result_to_json(result, arguments) | about | compare_pairs(scores, folds, arguments)
        terminal.write_output(arguments.out, json.dumps(content, indent=1, allow_nan=False) + "\n")
    if arguments.out != "-":
        terminal.print_text(format_result(result, about))


def read_scores(path: str) -> tuple[pd.DataFrame, list[FoldScores]]:
    """Read scores from a CSV file in one of the two forms that the help explains. Returns a matrix, data sets
    x methods, in which scores of single folds are averaged, and the folds of data sets with several.

    Raises InputError for a cell that is not a number, for a second score of a method on a fold (both with the
    line), and for a missing score.
    """
    raw = readers.read_table(path, "csv", header=True)
    lines = [f"{path}, line {line}" for line in raw.lines]
    frame = pd.DataFrame({name: cells.text for name, cells in raw.columns.items()}, lines, dtype=str)
    if not {"dataset", "method", "value"} <= set(frame):
        if {"dataset", "method"} <= set(frame):
            raise InputError(f"{path} has no column 'value': call the column of the scores 'value'")
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
        raise InputError(f"{twice.index[0]}: {describe_cell(twice.iloc[0])} has two scores: keep one of them")
    datasets, methods = frame["dataset"].unique().tolist(), frame["method"].unique().tolist()
    wide = frame.pivot(index=["dataset", "repeat", "fold"], columns="method", values="value")[methods]
    if wide.isna().to_numpy().any():
        row, column = np.argwhere(wide.isna().to_numpy())[0]
        cell = dict(zip(wide.index.names, wide.index[row], strict=True)) | {"method": methods[column]}
        cure = "add the score, or leave out the method or the data set"
        raise InputError(f"{path}: {describe_cell(cell)} has no value: {cure}")
    folds = [make_fold_scores(d, wide.loc[d], rows) for d, rows in frame.groupby("dataset", sort=False)]
    return wide.groupby("dataset").mean().loc[datasets], [part for part in folds if len(part.scores) > 1]


def describe_cell(row: Any) -> str:
    """Return the method, data set and fold of a score, for messages."""
    fold = f", repeat {row['repeat']:g}, fold {row['fold']:g}"
    return f"method {row['method']!r} on data set {row['dataset']!r}{fold}"


def make_fold_scores(dataset: str, scores: pd.DataFrame, rows: pd.DataFrame) -> FoldScores:
    """Return the scores of a data set on its folds, with the ratio of test to training cases."""
    repeats = scores.index.get_level_values("repeat").to_numpy()
    per_run = len(scores) / len(np.unique(repeats))
    ratio = 1 / (per_run - 1) if per_run > 1 else None
    if {"n_test", "n_train"} <= set(rows):
        ratio = float(rows["n_test"].mean() / rows["n_train"].mean())
    return FoldScores(dataset, scores, repeats, ratio)


def convert_result_to_json(result: Comparison, arguments: Namespace) -> dict[str, Any]:
    """Return the tables of a comparison as JSON values."""
    content: dict[str, Any] = {
        "average_ranks": result.average_ranks,
        "tests": convert_rows_to_dicts(result.tests),
        "pairs": convert_rows_to_dicts(result.pairs),
        "critical_difference": result.critical_difference,
    }
    if result.control is not None:
        against = convert_rows_to_dicts(result.control.reset_index())
        content["control"] = {"reference": arguments.reference, "comparisons": against}
    return content | {"alpha": arguments.alpha, "rope": arguments.rope}


def convert_rows_to_dicts(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame as JSON values; what is missing is None."""
    return frame.astype(object).where(frame.notna(), None).to_dict("records")


def compare_pairs(scores: pd.DataFrame, folds: list[FoldScores], arguments: Namespace) -> dict[str, Any]:
    """Test all pairs, or those with the reference, and return JSON values: the Bayesian signed rank test of
    pairs with finite scores, and the tests on the folds of every data set.
    """
    lower, rope, reference = arguments.lower_is_better, arguments.rope, arguments.reference
    pairs = list(combinations(scores, 2))
    if reference is not None:
        pairs = [(method, reference) for method in scores if method != reference]
    of_means, of_folds = [], []
    for a, b in pairs:
        gain = subtract_scores(scores[[a, b]], b, -1 if lower else 1)[a]
        if gain.notna().all():
            of_means.append({"a": a, "b": b} | bayes.bayesian_signed_rank(gain.to_numpy(), rope)._asdict())
    for of, (a, b) in product(folds, pairs):
        x, y = of.scores[a].to_numpy(), of.scores[b].to_numpy()
        tests = compare_fold_scores(x, y, of.repeats, of.test_train_ratio, lower_is_better=lower, rope=rope)
        of_folds.append({"dataset": of.dataset, "a": a, "b": b} | tests)
    return {"bayes": of_means, "folds": of_folds}


def list_limitations(scores: pd.DataFrame, arguments: Namespace) -> list[str]:
    """Write sentences about limits to the validity of the numbers."""
    n, values, notes = len(scores), scores.to_numpy(), []
    infinite, least = int(np.isinf(values).sum()), 2.0 ** (1 - n)
    if least > arguments.alpha:
        notes.append(
            f"With {format_count(n, 'data set')} Wilcoxon's two-sided p is at least {least:.4g} and "
            f"cannot reach {arguments.alpha:g}."
        )
    if infinite:
        notes.append(f"Infinite scores ({infinite} of {values.size}) only count by rank.")
    largest = np.abs(values[np.isfinite(values)]).max(initial=0.0)
    if largest > 1.5 and arguments.rope == bayes.ROPE:
        notes.append(
            f"The region of practical equivalence is {arguments.rope:g}, but scores go up to {largest:g}. "
            "If they are percentages, pass --rope 1 for one point."
        )
    return notes


def format_result(result: Comparison, about: dict[str, Any]) -> str:
    """Return ranks, tests of all methods, pairs by ascending p, and notes as text."""
    ranks = pd.Series(result.average_ranks).sort_values()
    tests = result.tests.set_index("test")[["statistic", "p"]].rename_axis(None)
    pairs = result.pairs.sort_values("p", kind="stable")
    pairs.index = pd.Index(pairs["a"] + " - " + pairs["b"])
    shown = ["z", "p", *posthoc.CORRECTIONS, "wilcoxon", "wins", "ties", "losses", "mean_difference"]
    blocks = [
        f"{about['n_methods']} methods on {about['n_datasets']} data sets ({about['better']} is better)",
        format_table(ranks.to_frame("average rank")),
        format_table(tests),
        f"Critical difference of average ranks (Nemenyi): {result.critical_difference:.4f}",
        f"All pairs, two-sided p:\n{format_table(pairs[shown])}",
        *(f"Note: {note}" for note in about["notes"]),
    ]
    return "\n\n".join(blocks)


def format_table(frame: pd.DataFrame) -> str:
    """Return a table as text, with three significant digits."""
    text = frame.to_string(float_format="{:.3g}".format, na_rep="-")
    return "\n".join(line.rstrip() for line in text.split("\n"))
