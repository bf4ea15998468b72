"""The command line `naivebench`: its arguments.

The commands are implemented in `naivebench.cli` and imported only when they are called. The arguments are
defined here, separately, so that `--help` does not import numpy.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import TypeAlias

from naivebench import __version__
from naivebench.cli import terminal
from naivebench.core.checks import InputError

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
MODULES = {"try": "try_table"}  # modules of commands whose name is a Python keyword
EXTRAS = {  # package -> extra of naivebench that installs it
    "gemmi": "workflow",
    "jinja2": "report",
    "jsonschema": "report",
    "matplotlib": "report",
    "numba": "fast",
    "onnx": "onnx",
    "openpyxl": "excel",
    "pyarrow": "files",
    "rdata": "rdata",
    "seaborn": "report",
    "shtab": "completion",
    "snakemake": "workflow",
    "sqlglot": "sql",
    "statsmodels": "report",
}

DESCRIPTION = """The reference benchmark of the naive Bayes family.

Run the whole benchmark with `make` or `snakemake --cores 8`. These commands work on single tables and on
finished runs."""

EXAMPLES = """examples:
  naivebench try table.csv --target class
  naivebench datasets
  naivebench check zoo
  naivebench lock zoo
  naivebench status
  naivebench report
  naivebench predict --method tan --train a.csv --test b.csv --target class --out predictions.csv
  naivebench fit --method tan --train a.csv --target class --out model.nb
  naivebench predict --model model.nb --test b.csv --out predictions.csv
  naivebench export --model model.nb --onnx model.onnx
  naivebench discretize --method fayyad_irani --train a.csv --target class --out cuts.json
  naivebench compare scores.csv --out tests.json
  naivebench infer network.bif --query lung --evidence xray=yes smoke=no

`naivebench COMMAND --help` explains one command. Exit status: 0 success, 1 differences (`diff`) or data
that could not be obtained (`lock`), 2 wrong input (one sentence on standard error)."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Wrong input gives one sentence on standard error and status 2.
    """
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    try:
        try:
            arguments = parser().parse_args(argv)
            module = MODULES.get(arguments.command, arguments.command)
            status = importlib.import_module(f"naivebench.cli.{module}").run(arguments)
        finally:
            sys.stdout.flush()
    except InputError as error:
        print(terminal.visible(f"error: {error}"), file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        print(
            f"error: naivebench {arguments.command} needs the package {package}, which is not installed: "
            f"run pip install 'naivebench[{EXTRAS[package]}]'",
            file=sys.stderr,
        )
        return 2
    except BrokenPipeError:
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        print(f"error: cannot write {error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status or 0


def _forget_output() -> None:
    """Discard what is left in the buffer of standard output, so that Python does not try to write it again on
    exit.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """Build the parser of all commands; `command` is the name of the command."""
    top = argparse.ArgumentParser(
        prog="naivebench",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"naivebench {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in (
        _try,
        _methods,
        _datasets,
        _check,
        _lock,
        _status,
        _report,
        _fit,
        _predict,
        _export,
        _discretize,
        _compare,
        _infer,
        _archive,
        _diff,
        _completion,
    ):
        add(commands)
    return top


def _command(
    commands: Commands, name: str, help_text: str, epilog: str = "", project: bool = True
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name,
        help=help_text.partition("\n")[0].rstrip("."),
        description=help_text,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    if project:
        command.add_argument(
            "--project",
            metavar="DIR",
            help="the project's folder, which contains config/ (default: the one around the current folder)",
        )
    return command


def _configured(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--configfile",
        action="append",
        default=[],
        metavar="FILE",
        help="file that updates config/config.yaml, as with snakemake; may be repeated",
    )


def _try(commands: Commands) -> None:
    text = """Find out which naive Bayes is good enough for your table, and how sure that is.

The command compares about ten members of the family that suit the columns, and rivals outside it, on the
same test folds, and prints the answer. The folder --out contains a page with the answer (report.html), the
scores, the out-of-fold predictions, the recommended model for `naivebench predict`, and a configuration for a
workflow. If you press Ctrl-C, the page covers what is finished; run the same command again to continue."""
    example = (
        "examples:\n  naivebench try --example\n  naivebench try flowers.csv --target species\n"
        "  naivebench try visits.csv --target outcome --group patient --budget 300"
    )
    command = _command(commands, "try", text, example, project=False)
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
        help="methods to compare (default: those that suit the table)",
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
    _form_arguments(command)
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
    command.add_argument("--out", metavar="FOLDER", help="folder to write (default: try-TABLE)")
    command.add_argument("--open", action="store_true", help="open the page in a browser")


def _methods(commands: Commands) -> None:
    text = """List the methods with the kinds they accept, their parameters and availability; or describe one.

With METHOD, the command prints what this method does, its paper, the meaning of its parameters, its class in
`naivebench.estimators`, its section of the documentation, and examples."""
    command = _command(commands, "methods", text, "examples:\n  naivebench methods\n  naivebench methods tan")
    command.add_argument("method", nargs="?", metavar="METHOD", help="id of the method to describe")
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")


def _datasets(commands: Commands) -> None:
    command = _command(
        commands,
        "datasets",
        "List the data sets with their kinds and sources, their availability, and how to get missing ones.",
    )
    _configured(command)
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")


def _check(commands: Commands) -> None:
    text = """Validate the configuration; with DATASET, also read that data set and describe it.

Run it after you have written a stanza."""
    example = (
        "examples:\n  naivebench check\n  naivebench check zoo\n  naivebench check --configfile "
        "config/smoke.yaml"
    )
    command = _command(commands, "check", text, example)
    command.add_argument("dataset", nargs="?", metavar="DATASET", help="id of a data set in config/datasets/")
    command.add_argument(
        "--mirror", metavar="DIR", help="folder of archives that is searched before the network is used"
    )
    _configured(command)


def _lock(commands: Commands) -> None:
    text = """Record hashes and counts of data sets in the lock file of their catalogue.

The file contains hashes of files, and the numbers of rows, attributes, missing cells and cases of each class.
They are checked whenever a data set is prepared. Keys that a stanza sets itself are not written. The command
prints what is new, what changed and what could not be obtained; entries of the latter are kept."""
    command = _command(commands, "lock", text, "examples:\n  naivebench lock zoo\n  naivebench lock")
    command.add_argument(
        "datasets", nargs="*", metavar="DATASET", help="id of a data set in config/datasets/ (default: all)"
    )
    command.add_argument(
        "--mirror", metavar="DIR", help="folder of archives that is searched before the network is used"
    )
    _configured(command)


def _status(commands: Commands) -> None:
    command = _command(
        commands,
        "status",
        "List what a finished run could not obtain or compute, with remedies, and its report.",
        "examples:\n  naivebench status\n  naivebench status .smoke",
        project=False,
    )
    command.add_argument(
        "directory",
        nargs="?",
        default=".",
        metavar="DIRECTORY",
        help="folder of the run (default: this one)",
    )


def _report(commands: Commands) -> None:
    text = """Write reports/partial.html, the report of what a run has finished so far.

The run may still be going on: its files are only read. The page says at its top how far the run is. The whole
report, reports/index.html, is written at the end of the run."""
    command = _command(
        commands,
        "report",
        text,
        "examples:\n  naivebench report\n  naivebench report .smoke",
        project=False,
    )
    command.add_argument(
        "directory", nargs="?", default=".", metavar="DIRECTORY", help="folder of the run (default: this one)"
    )


def _table_arguments(
    command: argparse.ArgumentParser,
    metavar: str,
    method_help: str,
    required: bool = True,
    remembered: str = "",
    other_source: bool = False,
) -> None:
    """Add the arguments of a training table. `metavar` and `method_help` are those of --method. `remembered`:
    help text on how a model file affects the options for file formats. other_source: the cases can come from
    a source other than --train.
    """
    command.add_argument("--method", required=required, metavar=metavar, help=method_help)
    command.add_argument(
        "--train",
        required=required and not other_source,
        metavar="A.csv",
        help="training cases: CSV with a header line, in which empty cells and ? are missing, plain or "
        "compressed; Parquet, Feather, or a folder of such files",
    )
    command.add_argument("--target", required=required, metavar="COL", help="name of the class column")
    _form_arguments(command, remembered)
    command.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="K=V",
        help="a parameter of the method; may be repeated",
    )


def _form_arguments(command: argparse.ArgumentParser, remembered: str = "") -> None:
    """Add the arguments for the format of a file and the kinds of its columns."""
    command.add_argument(
        "--decimal",
        choices=(".", ","),
        help="the decimal mark (default: .); with a comma, columns are separated by tabs, semicolons or "
        f"blanks, or quoted{remembered}",
    )
    command.add_argument(
        "--encoding",
        metavar="NAME",
        help="the encoding of text files, such as latin-1 or utf-16 (default: utf-8; a byte order "
        f"mark of UTF-16 is recognised){remembered}",
    )
    command.add_argument(
        "--missing",
        action="append",
        default=[],
        metavar="MARK",
        help="mark of missing cells, instead of ?; empty cells are always missing; may be repeated"
        f"{remembered}",
    )
    command.add_argument(
        "--drop",
        action="append",
        default=[],
        metavar="COL",
        help="a column of the training file to leave out; may be repeated",
    )
    command.add_argument(
        "--kind",
        action="append",
        default=[],
        metavar="COL=KIND",
        help="nominal, ordinal, linear, angular:PERIOD (360 for degrees, 180 for axes in degrees), or "
        "direction for the components of a vector (direction:NAME for several vectors); '*=nominal' for all "
        "other columns; may be repeated",
    )


def _training_arguments(
    command: argparse.ArgumentParser,
    required: bool = True,
    remembered: str = "",
    other_source: bool = False,
) -> None:
    method = "id of a method in config/methods.yaml; `naivebench methods` lists them"
    _table_arguments(command, "METHOD", method, required, remembered, other_source)
    command.add_argument("--seed", type=int, metavar="N", help="seed of methods with randomness (default 0)")
    command.add_argument(
        "--summary",
        metavar="S.json",
        help="file for a description of the model (number of parameters, structure, ...)",
    )


def _fit(commands: Commands) -> None:
    text = """Train a method on a table and save the model.

`naivebench predict --model` reads the model file. It contains only plain arrays and their description, so
reading it never runs code; models of scikit-learn cannot be saved in this way. --bif writes naive Bayes, TAN
and KDB as a Bayesian network for `naivebench infer` and other programs. In this network the class is the
parent of all attributes, and numbers are intervals.

--sql and --table train in a database, which counts; no row leaves it (docs/sql.md). This works for methods
whose models come from counts, such as nb, mixed_nb, tan, kdb and aode, and needs the extra `sql`."""
    example = (
        "examples:\n  naivebench fit --method nb --train a.csv --target class --out model.nb\n  "
        "naivebench fit --method tan --train a.csv --target class --bif tan.bif\n"
        "  naivebench fit --method tan --sql duckdb:///file.db --table visits --target outcome --out model.nb"
    )
    command = _command(commands, "fit", text, example)
    _training_arguments(command, remembered="; the model file remembers it for predict", other_source=True)
    command.add_argument(
        "--sql",
        metavar="URL",
        help="a database instead of --train, as ibis.connect takes it: duckdb:///file.db, sqlite:///file.db, "
        "postgres://user@host/name, ...",
    )
    command.add_argument("--table", metavar="T", help="table or view of the database, or SCHEMA.T")
    command.add_argument("--bif", metavar="N.bif", help="Bayesian network to write, - for standard output")
    command.add_argument(
        "--plain-words",
        action="store_true",
        help="write names and values of the network with letters, digits and _ only, for programs that do "
        "not read quoted words such as those of intervals; their order stays the same",
    )
    command.add_argument("--out", metavar="M.nb", help="model file to write, - for standard output")


def _predict(commands: Commands) -> None:
    text = """Predict a table with a saved model, or with a method trained on another table.

The output has one row per test row, with the columns `predicted` and P(<class>) for every class. Classes are
sorted by size if all labels are numbers, and otherwise as text. A column is nominal if some values are not
numbers or if you declare it with --kind; otherwise it is linear. Nominal columns have the values of the
training file. A value that does not occur there is skipped like a missing cell, except by these methods, to
which it is another value: hpb*, de, ade, dg_*, hc_df, bn_*, *_searched. The test file may lack the class
column, and its columns may be in another order or include additional ones. A method whose stanza names a
discretizer learns the cut points on the training file.

`predicted` is the most probable class, unless you give --threshold or --costs; --costs adds the column
`expected_cost`. --top lists only the most probable cases of a class, with their `row` in the file, from 1. A
summary on standard error reports which decision rule was used.

--as-sql prints a query instead. It returns the predicted class, the posteriors and the log-odds of every
attribute for all rows of the table --table; --id copies a column."""
    example = (
        "examples:\n  naivebench predict --method nb --train a.csv --test b.csv --target class --out p.csv"
    )
    example += (
        "\n  naivebench predict --method nb --param prior_alpha=0 --kind '*=nominal' --train a.csv --test "
        "b.csv --target class --out -"
    )
    example += (
        "\n  naivebench predict --model model.nb --test b.csv --top 100 --positive yes --id case --out -"
        "\n  naivebench predict --model model.nb --test b.csv --costs yes:no=5,no:yes=1 --out p.csv"
        "\n  naivebench predict --model model.nb --as-sql postgres --table visits --id case"
    )
    command = _command(commands, "predict", text, example)
    command.add_argument(
        "--model",
        metavar="M.nb",
        help="a file of `naivebench fit`, instead of --method, --train and --target",
    )
    _training_arguments(command, required=False, remembered="; with --model, by default as it was in fit")
    command.add_argument("--test", metavar="B.csv", help="cases to predict, in any of these forms")
    command.add_argument(
        "--positive",
        metavar="LABEL",
        help="the class for --top and --threshold (default: the rarer of two in the training file)",
    )
    command.add_argument(
        "--top",
        type=int,
        metavar="K",
        help="list only the K cases with the largest probability, largest first",
    )
    command.add_argument("--id", metavar="COL", help="a column of the test file to copy to the output")
    command.add_argument(
        "--threshold", type=float, metavar="P", help="predict LABEL if its probability is at least P"
    )
    command.add_argument(
        "--costs",
        metavar="COSTS",
        help="predict the class with the least expected cost: ACTUAL:PREDICTED=COST, separated by commas "
        "(any other error costs 1, a correct prediction 0); or a CSV file with a column for every prediction "
        "and a row for every actual class",
    )
    command.add_argument(
        "--explain",
        metavar="E.jsonl",
        help="write an explanation of every prediction: one JSON record per test row, or text (E.txt), or a "
        "page (E.html)",
    )
    command.add_argument(
        "--as-sql",
        metavar="DIALECT",
        help="write no predictions but the model as a query that predicts a table of a database: duckdb, "
        "sqlite, postgres, bigquery, snowflake or spark",
    )
    command.add_argument("--table", metavar="T", help="with --as-sql: the table to predict (default: t)")
    command.add_argument(
        "--only-posteriors", action="store_true", help="with --as-sql: leave out the contributions"
    )
    command.add_argument("--out", metavar="P.csv", help="file to write, - for standard output")


def _export(commands: Commands) -> None:
    text = """Write a fitted model for other programs.

--onnx writes an ONNX model, with one input per column and the outputs `label` and `probabilities`, for naive
Bayes of labels, numbers and words, TAN, KDB, AODE and some relatives. It needs the package onnx
(`pip install naivebench[onnx]`). --bif writes naive Bayes, TAN or KDB as a Bayesian network, numbers as
intervals."""
    example = (
        "examples:\n  naivebench export --model model.nb --onnx model.onnx\n"
        "  naivebench export --model model.nb --bif model.bif --target species"
    )
    command = _command(commands, "export", text, example)
    command.add_argument(
        "--model",
        required=True,
        metavar="M.nb",
        help="a file of `naivebench fit`, or of `save` of an estimator",
    )
    command.add_argument("--onnx", metavar="M.onnx", help="ONNX model to write, - for standard output")
    command.add_argument("--bif", metavar="N.bif", help="Bayesian network to write, - for standard output")
    command.add_argument(
        "--target", default="class", metavar="NAME", help="name of the class in the network (default: class)"
    )


def _discretize(commands: Commands) -> None:
    text = """Compute cut points for the numeric columns of a table.

The output is JSON, {"column": [cut, ...], ...}; a value x <= cut lies to the left of the cut. Angles range
from -period/2 to period/2."""
    command = _command(commands, "discretize", text, project=False)
    _table_arguments(
        command,
        "DISCRETIZER",
        "fayyad_irani, better_encoding (option -E of Weka), kononenko, caim, chimerge, proportional, "
        "equal_frequency, equal_width (both --param bins=10) or fixed_frequency (--param size=30)",
    )
    command.add_argument(
        "--out", required=True, metavar="cuts.json", help="file to write, - for standard output"
    )


def _compare(commands: Commands) -> None:
    text = """Compute all statistics of a table of scores.

The table is a CSV with one header line, in one of two forms:
Matrix: rows are data sets, the first column contains their names, and every other column is a method.
Single folds: columns dataset, method, value and optionally repeat, fold, n_test, n_train, protocol, metric.

You get average ranks with bootstrap intervals; the tests of Friedman, Iman-Davenport, Friedman on aligned
ranks, and Quade; for all pairs Nemenyi, Holm, Hochberg, Shaffer, Bergmann-Hommel, Wilcoxon, the sign test,
effect sizes and wins; and the Bayesian signed rank test. From single folds you also get, for each data set,
the corrected t test, the Bayesian correlated t test, sorted runs, Mann-Whitney and Cohen's d, and over all
data sets the Bayesian hierarchical test. JSON goes to standard output and a text table to standard error,
unless you give --out."""
    example = (
        "examples:\n  naivebench compare scores.csv\n  naivebench compare scores.csv --reference nb --rope "
        "0.01 --out tests.json"
    )
    command = _command(commands, "compare", text, example, project=False)
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


def _infer(commands: Commands) -> None:
    text = """Compute exact posteriors in a discrete Bayesian network.

The network is a file in the interchange format BIF (plain or gzipped). One pass over a junction tree gives
the posteriors of all variables. With --joint (several variables together) and --steps (one variable at a
time), variable elimination in min-fill order is used. The JSON contains {"evidence", "log_evidence" (nats),
"evidence_probability"} and "posteriors": {variable: {value: probability}}, or "joint": [{"values",
"probability"}], or "explanation": {"values", "log_joint" (nats), "probability"}."""
    example = (
        "examples:\n  naivebench infer asia.bif\n  naivebench infer asia.bif --query lung bronc --evidence "
        "xray=yes smoke=no --steps\n  naivebench infer asia.bif --query lung bronc --joint\n  naivebench "
        "infer asia.bif --evidence dysp=yes --mpe"
    )
    command = _command(commands, "infer", text, example, project=False)
    command.add_argument("network", metavar="NETWORK.bif", help="the network")
    command.add_argument(
        "--query",
        nargs="+",
        action="extend",
        default=[],
        metavar="X",
        help="variables whose posteriors you want (default: all that are not observed)",
    )
    command.add_argument(
        "--evidence",
        nargs="+",
        action="extend",
        default=[],
        metavar="Y=y",
        help="observed values; may be repeated",
    )
    command.add_argument("--steps", action="store_true", help="also print the steps of the elimination")
    command.add_argument(
        "--joint", action="store_true", help="print the joint posterior of the variables of --query"
    )
    command.add_argument(
        "--mpe",
        action="store_true",
        help="print the most probable joint values of all variables that are not observed",
    )
    command.add_argument("--json", action="store_true", help="print JSON, with all digits")


def _archive(commands: Commands) -> None:
    text = """Archive a finished run as a folder and a zip, ready for deposit.

The archive contains the report, tables, scores, predictions, the resolved configuration, code, lock file and
checksums, with an RO-Crate, Croissant metadata of every data set and a list of the packages. It does not
contain third-party data."""
    command = _command(
        commands,
        "archive",
        text,
        "examples:\n  naivebench archive\n  naivebench archive .smoke",
        project=False,
    )
    command.add_argument("directory", nargs="?", default=".", metavar="DIRECTORY", help="folder of the run")
    command.add_argument(
        "--out", default="archive", metavar="DIR", help="folder to write to (default: archive)"
    )


def _diff(commands: Commands) -> None:
    text = """Compare two runs: scores, ranks of the methods, and verdicts on the papers' claims.

A and B may be folders of runs, folders or zips of `naivebench archive`, or folders with scores.csv. Exit
status: 0 no difference, 1 differences, 2 wrong input."""
    command = _command(
        commands,
        "diff",
        text,
        "examples:\n  naivebench diff data/smoke .smoke\n  naivebench diff a.zip b.zip",
        project=False,
    )
    command.add_argument("a", metavar="A", help="the earlier run")
    command.add_argument("b", metavar="B", help="the later run")
    command.add_argument(
        "--tolerance",
        type=float,
        default=1e-6,
        metavar="T",
        help="differences up to T do not count (default 1e-6)",
    )
    command.add_argument(
        "--record",
        action="store_true",
        help="write the scores, ranks and verdicts of B to the folder A; refused if "
        "a score differs and the results version is still that of A",
    )


def _completion(commands: Commands) -> None:
    text = """Print a script with which your shell completes commands, options, files, and ids.

The ids are those of the methods and data sets of the project at this time; write the script again when you
add some. The command needs the package shtab (`pip install naivebench[completion]`), the script does not."""
    example = (
        "examples:\n"
        "  naivebench completion bash > ~/.local/share/bash-completion/completions/naivebench\n"
        "  naivebench completion zsh > ~/.zfunc/_naivebench    # a folder of your fpath\n"
        "  naivebench completion fish > ~/.config/fish/completions/naivebench.fish"
    )
    command = _command(commands, "completion", text, example)
    command.add_argument("shell", choices=("bash", "zsh", "fish"), help="your shell")
