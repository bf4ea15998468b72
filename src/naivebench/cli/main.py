"""The command line `naivebench`; the module of a command is imported only when the command is called."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from naivebench import __version__
from naivebench.core.checks import InputError, replace_control_characters

COMMANDS = {
    "try": "Find out which naive Bayes is good enough for your table",
    "fit": "Train a method on a table and save the model",
    "predict": "Predict a table with a saved model",
    "explain": "Explain the predictions of a saved model",
    "discretize": "Compute cut points for the numeric columns of a table",
    "methods": "List the methods, or describe one",
    "datasets": "List the data sets, their availability, and how to get missing ones",
    "check": "Validate the configuration; with a data set, also read and describe it",
    "lock": "Record hashes and counts of data sets in the lock file of their catalogue",
    "compare": "Compute all statistics of a table of scores",
    "diff": "Compare two runs: scores, ranks of the methods, and verdicts on claims",
    "status": "Show what a run lacks, or how far it is",
}
TEXT = """The reference benchmark of the naive Bayes family.

Run the whole benchmark with `make` or `snakemake --cores 8`. These commands work on single tables and on
finished runs."""
END = """examples:
  naivebench try table.csv --target class
  naivebench fit --method tan --train a.csv --target class --out model.nb
  naivebench predict --model model.nb --test b.csv --out predictions.csv

`naivebench COMMAND --help` explains one command. Exit status: 0 success, 1 differences (`diff`) or data
that could not be obtained (`lock`), 2 wrong input (one sentence on standard error)."""


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments in the same way as other wrong input."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see `{self.prog} --help`")


def main(argv: Sequence[str]) -> int:
    """Run one command and return its exit status: 2 for wrong input, with a sentence on standard error."""
    try:
        try:
            arguments = make_parser(argv[:1]).parse_args(argv, argparse.Namespace(argv=argv))
            return import_command(arguments.command).run(arguments) or 0
        finally:
            sys.stdout.flush()
    except InputError as error:
        sentence = str(error)
    except ModuleNotFoundError as error:
        package = (error.name or "naivebench").partition(".")[0]
        if package == "naivebench":
            raise
        install = "run pip install 'naivebench[benchmark]'"
        sentence = f"naivebench {argv[0]} needs the package {package}, which is not installed: {install}"
    except OSError as error:
        # discard the rest of the buffer, which Python would try to write again on exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        sentence = f"cannot write {error.filename or 'standard output'}: {error.strerror}"
    except KeyboardInterrupt:
        return 130

    print(replace_control_characters(f"error: {sentence}"), file=sys.stderr)
    return 2


def make_parser(called: Sequence[str]) -> Parser:
    """Make the parser of the command line, with the arguments only of the commands in `called`."""
    layout = argparse.RawDescriptionHelpFormatter
    top = Parser(prog="naivebench", description=TEXT, epilog=END, formatter_class=layout)
    top.add_argument("--version", action="version", version=f"naivebench {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, formatter_class=layout, allow_abbrev=False)
        if name in called:
            module = import_command(name)
            command.description, command.epilog = module.__doc__, f"examples:\n{module.EXAMPLES}"
            module.add_arguments(command)
    return top


def import_command(command: str) -> Any:
    """Return the module of a command; `try` is a keyword of Python."""
    return importlib.import_module(f"naivebench.cli.{'try_table' if command == 'try' else command}")
