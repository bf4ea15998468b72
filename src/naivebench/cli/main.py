"""The command line `naivebench`: its arguments.

The work is done in `naivebench.cli`, imported when a command is called: the arguments stand here, apart from
it, so that `--help` need not import numpy.
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
MODULES = {"try": "try_table"}  # of commands whose name is a word of Python
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
    "snakemake": "workflow",
    "statsmodels": "report",
}

DESCRIPTION = """The reference benchmark of the naive Bayes family.

The benchmark itself is run by `make` or `snakemake --cores 8`; these commands stand beside it."""

EXAMPLES = """examples:
  naivebench try table.csv --target class
  naivebench datasets
  naivebench check zoo
  naivebench lock zoo
  naivebench status
  naivebench predict --method tan --train a.csv --test b.csv --target class --out predictions.csv
  naivebench fit --method tan --train a.csv --target class --out model.nb
  naivebench predict --model model.nb --test b.csv --out predictions.csv
  naivebench export --model model.nb --onnx model.onnx
  naivebench discretize --method fayyad_irani --train a.csv --target class --out cuts.json
  naivebench compare scores.csv --out tests.json
  naivebench infer network.bif --query lung --evidence xray=yes smoke=no

`naivebench COMMAND --help` explains one command. Exit status: 0 done, 1 of `diff` where something differs
and of `lock` where something could not be obtained, 2 wrong input (one sentence on standard error)."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status.

    Wrong input is one sentence on standard error and status 2.
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
    """Let what standard output still holds go nowhere, so that Python does not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; `command` is the module below `naivebench.cli`."""
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
        _fit,
        _predict,
        _export,
        _discretize,
        _compare,
        _infer,
        _archive,
        _diff,
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
            help="the project's folder, which holds config/; by default the one around the current folder",
        )
    return command


def _configured(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--configfile",
        action="append",
        default=[],
        metavar="FILE",
        help="updates config/config.yaml, as for snakemake; may be repeated",
    )


def _try(commands: Commands) -> None:
    text = """Find out which naive Bayes is good enough for your table, and how sure that is.

About ten members of the family that suit the columns, and rivals outside it, are compared on the same test
folds. The answer is printed. The folder --out gets a page with it (report.html), the scores, the predictions
out of fold, the recommended model for `naivebench predict`, and a configuration for a workflow. Ctrl-C leaves
a page with what is finished; the same command continues."""
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
        "--methods", action="append", default=[], metavar="ID,ID", help="compare these (default: what suits)"
    )
    command.add_argument(
        "--metric", default="accuracy", metavar="ID", help="what decides (default: accuracy)"
    )
    command.add_argument("--folds", type=int, metavar="K", help="number of test folds (default: 10)")
    command.add_argument(
        "--repeats", type=int, metavar="R", help="times that folds are drawn (default: 5, 2 or 1, by rows)"
    )
    command.add_argument("--group", metavar="COL", help="rows with the same value stay in the same fold")
    command.add_argument("--time", metavar="COL", help="predict later rows from earlier ones")
    command.add_argument("--test", metavar="FILE", help="test on these rows instead of folds")
    command.add_argument(
        "--bins", type=int, metavar="N", help="turn a numeric target into N classes of equal size"
    )
    _form_arguments(command)
    command.add_argument("--cores", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    command.add_argument(
        "--budget", type=float, default=120.0, metavar="SECONDS", help="time for everything (default: 120)"
    )
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of folds and fits (default: 0)"
    )
    command.add_argument("--out", metavar="FOLDER", help="folder to write (default: try-TABLE)")
    command.add_argument("--open", action="store_true", help="open the page in a browser")


def _methods(commands: Commands) -> None:
    command = _command(
        commands, "methods", "Table of the methods: kinds of attributes they take, parameters, availability."
    )
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")


def _datasets(commands: Commands) -> None:
    command = _command(
        commands,
        "datasets",
        "Table of the data sets: kinds, source, whether they are there, and how to get what is missing.",
    )
    _configured(command)
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")


def _check(commands: Commands) -> None:
    text = """Validate the configuration; with DATASET, read that data set and print what is found in it.

The first thing to run after writing a stanza."""
    example = (
        "examples:\n  naivebench check\n  naivebench check zoo\n  naivebench check --configfile "
        "config/smoke.yaml"
    )
    command = _command(commands, "check", text, example)
    command.add_argument("dataset", nargs="?", metavar="DATASET", help="id of a data set in config/datasets/")
    command.add_argument(
        "--mirror", metavar="DIR", help="folder of archives that is looked into before the network"
    )
    _configured(command)


def _lock(commands: Commands) -> None:
    text = """Write what can be computed from data sets into the lock file of their catalogue.

Hashes of files, and the numbers of rows, attributes, missing cells and cases of each class, which are checked
whenever a data set is prepared. Nothing of what a stanza states itself is written. Says what is new, what
changed, and what could not be obtained; such entries stay."""
    command = _command(commands, "lock", text, "examples:\n  naivebench lock zoo\n  naivebench lock")
    command.add_argument(
        "datasets", nargs="*", metavar="DATASET", help="id of a data set in config/datasets/ (default: all)"
    )
    command.add_argument(
        "--mirror", metavar="DIR", help="folder of archives that is looked into before the network"
    )
    _configured(command)


def _status(commands: Commands) -> None:
    command = _command(
        commands,
        "status",
        "What a finished run could not get or compute, why, and what to do; where its report is.",
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


def _table_arguments(
    command: argparse.ArgumentParser, method_help: str, required: bool = True, remembered: str = ""
) -> None:
    """`remembered`: what a model file does with the options that say how files are written."""
    command.add_argument("--method", required=required, metavar="ID", help=method_help)
    command.add_argument(
        "--train",
        required=required,
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
    """How a file is written, and what its columns are."""
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
        help=f"a cell that means missing, instead of ?; empty cells always do; may be repeated{remembered}",
    )
    command.add_argument(
        "--drop",
        action="append",
        default=[],
        metavar="COL",
        help="a column of the training file that is left out; may be repeated",
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
    command: argparse.ArgumentParser, required: bool = True, remembered: str = ""
) -> None:
    method = "id of a method in config/methods.yaml; `naivebench methods` lists them"
    _table_arguments(command, method, required, remembered)
    command.add_argument("--seed", type=int, metavar="N", help="seed of methods with randomness (default 0)")
    command.add_argument(
        "--summary", metavar="S.json", help="write what the model is (number of parameters, structure, ...)"
    )


def _fit(commands: Commands) -> None:
    text = """Train one method on a CSV and keep it.

The model file is read by `naivebench predict --model`. It holds plain arrays and their description, so that
reading it runs no code of the file; models of scikit-learn cannot be kept so. --bif writes naive Bayes, TAN
and KDB as a Bayesian network for `naivebench infer` and other programs: the class above all attributes,
numbers as intervals."""
    example = (
        "examples:\n  naivebench fit --method nb --train a.csv --target class --out model.nb\n  "
        "naivebench fit --method tan --train a.csv --target class --bif tan.bif"
    )
    command = _command(commands, "fit", text, example)
    _training_arguments(command, remembered="; the model file remembers it for predict")
    command.add_argument("--bif", metavar="N.bif", help="Bayesian network to write, - for standard output")
    command.add_argument(
        "--plain-words",
        action="store_true",
        help="names and values of the network in letters, digits and _ only, for programs that do not read "
        "quoted words, such as those of intervals; their order stays",
    )
    command.add_argument("--out", metavar="M.nb", help="model file to write, - for standard output")


def _predict(commands: Commands) -> None:
    text = """Train one method on a CSV, or take a fitted one, and predict another CSV.

The output has the columns `predicted` and P(<class>) for every class (numbers in order of size if all labels
are numbers, else text in plain order), one row per test row. Columns are nominal if their values are not all
numbers or --kind says so, else linear; the values of nominal columns are those of the training file. A value
that the training file does not have is skipped like a missing cell, except by these methods, to which it is
another value: hpb*, de, ade, dg_*, hc_df, bn_*, *_searched. The test file may lack the class column, have
its columns in another order and further ones. A method whose stanza names a discretizer learns the cut points
on the training file.

`predicted` is the most probable class, unless --threshold or --costs decides; --costs adds the column
`expected_cost`. --top lists the most probable cases of a class only, with their `row` in the file, from 1.
What was decided how is told on standard error and in the summary."""
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
    )
    command = _command(commands, "predict", text, example)
    command.add_argument(
        "--model",
        metavar="M.nb",
        help="a file of `naivebench fit`, instead of --method, --train and --target",
    )
    _training_arguments(command, required=False, remembered="; with --model, by default as it was in fit")
    command.add_argument(
        "--test", required=True, metavar="B.csv", help="cases to predict, in any of these forms"
    )
    command.add_argument(
        "--positive",
        metavar="LABEL",
        help="the class that --top and --threshold look for (default: the rarer of two in the training file)",
    )
    command.add_argument(
        "--top", type=int, metavar="K", help="list the K cases of largest probability only, largest first"
    )
    command.add_argument("--id", metavar="COL", help="a column of the test file to stand in the output")
    command.add_argument(
        "--threshold", type=float, metavar="P", help="predict LABEL where its probability is at least P"
    )
    command.add_argument(
        "--costs",
        metavar="COSTS",
        help="predict the class of least expected cost: ACTUAL:PREDICTED=COST, separated by commas (every "
        "other error costs 1, a right answer 0); or a CSV file, a column for every prediction "
        "and a row for every actual class",
    )
    command.add_argument(
        "--explain",
        metavar="E.jsonl",
        help="write why every case got its prediction: one JSON record per test row, or text (E.txt), or a "
        "page (E.html)",
    )
    command.add_argument("--out", required=True, metavar="P.csv", help="file to write, - for standard output")


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
    text = """Cut points of the numeric columns of a CSV.

The output is JSON, {"column": [cut, ...], ...}; a value x <= cut lies left of the cut. Angles are cut from
-period/2 to period/2."""
    command = _command(commands, "discretize", text, project=False)
    _table_arguments(
        command,
        "fayyad_irani, better_encoding (option -E of Weka), kononenko, caim, chimerge, proportional, "
        "equal_frequency, equal_width (both --param bins=10) or fixed_frequency (--param size=30)",
    )
    command.add_argument(
        "--out", required=True, metavar="cuts.json", help="file to write, - for standard output"
    )


def _compare(commands: Commands) -> None:
    text = """All statistics of a table of scores.

The table is a CSV with one header line, in one of two forms.
Matrix: rows are data sets, the first column names them, and each further column is a method.
Single folds: columns dataset, method, value and, if there are, repeat, fold, n_test, n_train, protocol,
metric. Average ranks with bootstrap intervals; Friedman, Iman-Davenport, Friedman on aligned ranks, Quade;
all pairs: Nemenyi, Holm, Hochberg, Shaffer, Bergmann-Hommel, Wilcoxon, sign test, effect sizes, wins;
Bayesian signed rank. Of single folds also, per data set: corrected t, Bayesian correlated t, sorted runs,
Mann-Whitney, Cohen's d; over all of them the Bayesian hierarchical test. JSON goes to standard output and a
text table to standard error, unless --out says otherwise."""
    example = (
        "examples:\n  naivebench compare scores.csv\n  naivebench compare scores.csv --reference nb --rope "
        "0.01 --out tests.json"
    )
    command = _command(commands, "compare", text, example, project=False)
    command.add_argument("matrix", nargs="?", metavar="SCORES.csv", help="the table")
    command.add_argument("--scores", metavar="M.csv", help="the same")
    command.add_argument("--lower-is-better", action="store_true", help="for errors and losses")
    command.add_argument("--alpha", type=float, default=0.05, help="level of significance (default 0.05)")
    command.add_argument(
        "--reference",
        metavar="METHOD",
        help="control of Bonferroni-Dunn; Bayesian tests and tests on folds are against it",
    )
    command.add_argument(
        "--rope",
        type=float,
        metavar="R",
        help="region of practical equivalence [-R, R], in the unit of the scores (0.01)",
    )
    command.add_argument(
        "--metric", metavar="ID", help="which metric of a table of single folds that has several"
    )
    command.add_argument(
        "--protocol", metavar="ID", help="which protocol of a table of single folds that has several"
    )
    command.add_argument(
        "--out",
        metavar="R.json",
        help="file to write the JSON to, - for standard output without the text table",
    )


def _infer(commands: Commands) -> None:
    text = """Exact posteriors in a discrete Bayesian network.

The network is a file in the interchange format BIF (plain or gzipped). All variables are answered in one pass
over a junction tree; with --joint, variables together and with --steps each by itself, by variable
elimination in min-fill order. The JSON holds {"evidence", "log_evidence" (nats), "evidence_probability"} and
"posteriors": {variable: {value: probability}}, or "joint": [{"values", "probability"}], or "explanation":
{"values", "log_joint" (nats), "probability"}."""
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
        help="variables whose posterior is wanted (default: all that are not observed)",
    )
    command.add_argument(
        "--evidence",
        nargs="+",
        action="extend",
        default=[],
        metavar="Y=y",
        help="observed values; may be repeated",
    )
    command.add_argument("--steps", action="store_true", help="print the steps of the elimination too")
    command.add_argument(
        "--joint", action="store_true", help="the joint posterior of the variables of --query instead"
    )
    command.add_argument(
        "--mpe",
        action="store_true",
        help="the most probable values of all variables that are not observed, together, instead",
    )
    command.add_argument("--json", action="store_true", help="print JSON, with all digits")


def _archive(commands: Commands) -> None:
    text = """A finished run as a folder and a zip, ready for deposit.

Report, tables, scores, predictions, resolved configuration, code, lock file and checksums, with an RO-Crate,
Croissant metadata of every data set and a list of the packages. No data of others are in it."""
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
    text = """What differs between two runs: scores, ranks of the methods, verdicts on the papers' claims.

Each is the folder of a run, a folder or zip of `naivebench archive`, or a folder with scores.csv. Exit
status: 0 nothing differs, 1 something does, 2 wrong input."""
    command = _command(
        commands,
        "diff",
        text,
        "examples:\n  naivebench diff data/smoke .smoke\n  naivebench diff a.zip b.zip",
        project=False,
    )
    command.add_argument("a", metavar="A", help="the earlier run")
    command.add_argument("b", metavar="B", help="the later one")
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
        help="write the scores, ranks and verdicts of B to the folder A; refused where "
        "a score differs and the results version is still that of A",
    )
