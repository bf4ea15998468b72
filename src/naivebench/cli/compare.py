"""Compute all statistics of a table of scores.

The table is a CSV with one header line: rows are data sets, the first column contains their names, and every
other column is a method.

The command prints average ranks, the tests of Friedman and Iman-Davenport, and all pairs with Nemenyi, Holm,
Hochberg, Shaffer, Bergmann-Hommel and Wilcoxon. --out writes the pairs as CSV, with the sign test and effect
sizes.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import pandas as pd

from naivebench.cli import terminal
from naivebench.core.checks import InputError
from naivebench.data.readers import read as readers
from naivebench.evaluation.statistics import posthoc
from naivebench.evaluation.statistics.compare import compare_scores

EXAMPLES = "  naivebench compare scores.csv --out pairs.csv"


def add_arguments(command: ArgumentParser) -> None:
    add = command.add_argument
    add("scores", metavar="SCORES.csv", help="table of scores")
    add("--lower-is-better", action="store_true", help="smaller scores are better, as for errors")
    add("--out", metavar="PAIRS.csv", help="file for all pairs, - for standard output without the text")


def run(arguments: Namespace) -> None:
    terminal.check_output_path(arguments.out, [arguments.scores])
    scores = read_scores(arguments.scores)
    result = compare_scores(scores, lower_is_better=arguments.lower_is_better)
    if arguments.out:
        terminal.write_output(arguments.out, result.pairs.to_csv(index=False, lineterminator="\n"))
    if arguments.out == "-":
        return
    better = "lower" if arguments.lower_is_better else "higher"
    ranks = pd.Series(result.average_ranks).sort_values().to_frame("average rank")
    tests = result.tests.set_index("test")[["statistic", "p"]].rename_axis(None)
    pairs = result.pairs.sort_values("p", kind="stable")
    pairs.index = pd.Index(pairs["a"] + " - " + pairs["b"])
    shown = ["z", "p", *posthoc.CORRECTIONS, "wilcoxon", "wins", "ties", "losses", "mean_difference"]
    ranks_text, tests_text, pairs_text = (
        table.to_string(float_format="{:.3g}".format, na_rep="-") for table in (ranks, tests, pairs[shown])
    )
    terminal.print_text(
        f"{len(scores.columns)} methods on {len(scores)} data sets ({better} is better)\n\n"
        f"{ranks_text}\n\n{tests_text}\n\n"
        f"Critical difference of average ranks (Nemenyi): {result.critical_difference:.4f}\n\n"
        f"All pairs, two-sided p:\n{pairs_text}"
    )


def read_scores(path: str) -> pd.DataFrame:
    """Read scores, data sets x methods, NaN = not a number. Raises InputError for a repeated data set."""
    raw = readers.read_table(path, "csv", header=True)
    frame = pd.DataFrame({name: cells.text for name, cells in raw.columns.items()}, dtype=str)
    datasets = frame.pop(frame.columns[0])
    if datasets.duplicated().any():
        twice = datasets[datasets.duplicated()].iloc[0]
        raise InputError(f"{path}: data set {twice!r} has two rows: keep one, or give each method a column")
    return frame.apply(pd.to_numeric, errors="coerce").set_axis(datasets)
