"""Compute all statistics of a table of scores.

The table is a CSV with one header line: rows are data sets, the first column contains their names, and every
other column is a method.

The command prints average ranks, the tests of Friedman and Iman-Davenport, and all pairs with Nemenyi, Holm,
Hochberg, Shaffer, Bergmann-Hommel and Wilcoxon. --out writes these as JSON, with the sign test, effect sizes,
Bonferroni-Dunn, and the Bayesian signed rank test.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from naivebench.cli import terminal
from naivebench.core.checks import InputError, check_at_least
from naivebench.data.readers import read as readers
from naivebench.evaluation.statistics import bayes, posthoc
from naivebench.evaluation.statistics.compare import Comparison, compare_scores, subtract_scores

EXAMPLES = """  naivebench compare scores.csv
  naivebench compare scores.csv --reference nb --rope 0.01 --out tests.json"""


def add_arguments(command: ArgumentParser) -> None:
    add = command.add_argument
    add("scores", metavar="SCORES.csv", help="table of scores")
    add("--lower-is-better", action="store_true", help="smaller scores are better, as for errors")
    add("--reference", metavar="METHOD", help="control method of Bonferroni-Dunn and of Bayesian tests")
    text = "region of practical equivalence [-R, R], in the unit of the scores (default 0.01)"
    add("--rope", type=float, default=bayes.ROPE, metavar="R", help=text)
    add("--out", metavar="R.json", help="file for all results, - for standard output without the text")


def run(arguments: Namespace) -> None:
    """Read the scores, compare the methods, print the text and write the JSON."""
    terminal.check_output_path(arguments.out, [arguments.scores])
    check_at_least(arguments.rope, 0, "rope")
    scores = read_scores(arguments.scores)
    lower, reference = arguments.lower_is_better, arguments.reference
    result = compare_scores(scores, lower_is_better=lower, reference=reference)
    if arguments.out:
        content = convert_result_to_json(result, scores, arguments)
        terminal.write_output(arguments.out, json.dumps(content, indent=1, allow_nan=False) + "\n")
    if arguments.out != "-":
        better = "lower" if lower else "higher"
        terminal.print_text(
            f"{len(scores.columns)} methods on {len(scores)} data sets ({better} is better)\n\n"
            f"{format_result(result)}"
        )


def read_scores(path: str) -> pd.DataFrame:
    """Read scores, data sets x methods.

    Raises InputError for a cell that is not a number, and for a data set that occurs twice.
    """
    raw = readers.read_table(path, "csv", header=True)
    frame = pd.DataFrame({name: cells.text for name, cells in raw.columns.items()}, dtype=str)
    datasets = frame.pop(frame.columns[0])
    scores = frame.apply(pd.to_numeric, errors="coerce").set_axis(datasets)
    missing, twice = np.argwhere(scores.isna().to_numpy()), np.flatnonzero(datasets.duplicated())
    if len(missing):
        row, column = missing[0]
        raise InputError(
            f"{path}, line {raw.lines[row]}: the score of method {frame.columns[column]!r} is "
            f"{frame.iat[row, column]!r}, which is not a number: correct it, or leave out the row or the "
            "column"
        )
    if len(twice):
        line, name = raw.lines[twice[0]], datasets[twice[0]]
        raise InputError(f"{path}, line {line}: data set {name!r} has two rows: keep one of them")
    return scores


def convert_result_to_json(result: Comparison, scores: pd.DataFrame, arguments: Namespace) -> dict[str, Any]:
    """Return the tables of a comparison, and Bayesian tests of pairs with finite scores, as JSON values."""
    lower, rope, reference = arguments.lower_is_better, arguments.rope, arguments.reference
    pairs = list(combinations(scores, 2))
    content: dict[str, Any] = {
        "better": "lower" if lower else "higher",
        "rope": rope,
        "average_ranks": result.average_ranks,
        "tests": convert_rows_to_dicts(result.tests),
        "pairs": convert_rows_to_dicts(result.pairs),
        "critical_difference": result.critical_difference,
    }
    if result.control is not None:
        against = convert_rows_to_dicts(result.control.reset_index())
        content["control"] = {"reference": reference, "comparisons": against}
        pairs = [(method, reference) for method in scores if method != reference]
    content["bayes"] = []
    for a, b in pairs:
        gain = subtract_scores(scores[[a, b]], b, -1 if lower else 1)[a]
        if gain.notna().all():
            test = bayes.bayesian_signed_rank(gain.to_numpy(), rope)
            content["bayes"].append({"a": a, "b": b} | test._asdict())
    return content


def convert_rows_to_dicts(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame as JSON values; what is missing is None."""
    return frame.astype(object).where(frame.notna(), None).to_dict("records")


def format_result(result: Comparison) -> str:
    """Return ranks, tests of all methods, and pairs by ascending p as text."""
    ranks = pd.Series(result.average_ranks).sort_values().to_frame("average rank")
    tests = result.tests.set_index("test")[["statistic", "p"]].rename_axis(None)
    pairs = result.pairs.sort_values("p", kind="stable")
    pairs.index = pd.Index(pairs["a"] + " - " + pairs["b"])
    shown = ["z", "p", *posthoc.CORRECTIONS, "wilcoxon", "wins", "ties", "losses", "mean_difference"]
    ranks_text, tests_text, pairs_text = (
        table.to_string(float_format="{:.3g}".format, na_rep="-") for table in (ranks, tests, pairs[shown])
    )
    critical = f"Critical difference of average ranks (Nemenyi): {result.critical_difference:.4f}"
    return "\n\n".join([ranks_text, tests_text, critical, f"All pairs, two-sided p:\n{pairs_text}"])
