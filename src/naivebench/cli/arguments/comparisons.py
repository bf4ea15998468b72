"""Arguments of the commands that compare methods: `try` on a table, `compare` on scores."""

from __future__ import annotations

import os

from naivebench.cli.arguments import shared
from naivebench.cli.arguments.shared import Commands


def try_table(commands: Commands) -> None:
    text = """Find out which naive Bayes is good enough for your table, and how certain the answer is.

The command compares about ten members of the family that suit the columns, and rivals outside it, on the
same test folds, and prints the answer. The folder --out contains a page with the answer (report.html), the
scores, the out-of-fold predictions, the recommended model for `naivebench predict`, and a configuration for
a workflow. If you press Ctrl-C, the page covers the finished methods; run the command again to continue."""
    example = (
        "examples:\n  naivebench try --example\n  naivebench try flowers.csv --target species\n"
        "  naivebench try visits.csv --target outcome --group patient --budget 300"
    )
    command = shared.command(commands, "try", text, example, project=False)
    command.add_argument(
        "table",
        nargs="?",
        metavar="TABLE",
        help="CSV with a header line, plain or compressed; Parquet, Feather, ARFF, .xlsx if openpyxl is "
        "installed, or a folder of such files",
    )
    command.add_argument("--target", metavar="COL", help="name of the class column")
    command.add_argument(
        "--example", action="store_true", help="write penguins.csv into the current folder and try it"
    )
    command.add_argument(
        "--methods",
        action="append",
        default=[],
        metavar="METHOD,METHOD",
        help="methods to compare with the most frequent class (default: those that suit the table)",
    )
    command.add_argument(
        "--metric", default="accuracy", metavar="METRIC", help="metric that decides (default: accuracy)"
    )
    command.add_argument("--folds", type=int, metavar="K", help="number of test folds (default: 10)")
    command.add_argument(
        "--repeats",
        type=int,
        metavar="R",
        help="number of times that folds are drawn (default: 5, 2 or 1, depending on the rows)",
    )
    command.add_argument("--group", metavar="COL", help="rows with the same value stay in the same fold")
    command.add_argument("--time", metavar="COL", help="predict later rows from earlier ones")
    command.add_argument("--test", metavar="FILE", help="test on these rows instead of folds")
    command.add_argument(
        "--bins", type=int, metavar="N", help="turn a numeric target into N classes of equal size"
    )
    shared.form(command)
    command.add_argument(
        "--cores", type=int, default=os.cpu_count() or 1, metavar="N", help="number of processes"
    )
    command.add_argument(
        "--budget",
        type=float,
        default=120.0,
        metavar="SECONDS",
        help="time limit for everything (default: 120)",
    )
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of folds and fits (default: 0)"
    )
    command.add_argument(
        "--out",
        metavar="FOLDER",
        help="folder to write (default: try-TABLE, or try-TABLE-2 and so on if that contains files of yours)",
    )
    command.add_argument("--open", action="store_true", help="open the page in a browser")


def compare(commands: Commands) -> None:
    text = """Compute all statistics of a table of scores.

The table is a CSV with one header line, in one of two forms:
Matrix: rows are data sets, the first column contains their names, and every other column is a method.
Single folds: columns dataset, method, value and optionally repeat, fold, n_test, n_train, protocol, metric.

You get average ranks; the tests of Friedman and Iman-Davenport; for all pairs Nemenyi, Holm, Hochberg,
Shaffer, Bergmann-Hommel, Wilcoxon, the sign test, effect sizes and wins; and the Bayesian signed rank test.
From single folds you also get, for each data set, the corrected t test, the Bayesian correlated t test,
sorted runs, Mann-Whitney and Cohen's d. JSON goes to standard output and a text table to standard error,
unless you give --out."""
    example = (
        "examples:\n  naivebench compare scores.csv\n  naivebench compare scores.csv --reference nb --rope "
        "0.01 --out tests.json"
    )
    command = shared.command(commands, "compare", text, example, project=False)
    command.add_argument("matrix", nargs="?", metavar="SCORES.csv", help="the table")
    command.add_argument("--scores", metavar="M.csv", help="the same as SCORES.csv")
    command.add_argument(
        "--lower-is-better", action="store_true", help="smaller scores are better, as for errors and losses"
    )
    command.add_argument("--alpha", type=float, default=0.05, help="level of significance (default 0.05)")
    command.add_argument(
        "--reference",
        metavar="METHOD",
        help="control method of Bonferroni-Dunn, of Bayesian tests and of tests on folds",
    )
    command.add_argument(
        "--rope",
        type=float,
        metavar="R",
        help="region of practical equivalence [-R, R], in the unit of the scores (0.01)",
    )
    command.add_argument(
        "--metric", metavar="METRIC", help="metric to use, if a table of single folds has several"
    )
    command.add_argument(
        "--protocol", metavar="ID", help="protocol to use, if a table of single folds has several"
    )
    command.add_argument(
        "--out",
        metavar="R.json",
        help="file for the JSON, or - for standard output without the text table",
    )
