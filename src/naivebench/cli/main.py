"""The command line `naivebench`.

The commands are implemented in `naivebench.cli` and imported only when they are called.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from naivebench import __version__
from naivebench.cli.arguments import comparisons, models, projects, runs
from naivebench.core.checks import InputError
from naivebench.core.removed import find_argument

MODULES = {"try": "try_table"}  # modules of commands whose name is a Python keyword
EXTRAS = {  # package -> extra of naivebench that installs it
    "gemmi": "workflow",
    "jinja2": "report",
    "jsonschema": "report",
    "matplotlib": "report",
    "openpyxl": "excel",
    "pyarrow": "files",
    "rdata": "rdata",
    "seaborn": "report",
    "snakemake": "workflow",
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
  naivebench folds data/discretized/honest/iris.npz --out iris.csv
  naivebench predict --method tan --train a.csv --test b.csv --target class --out predictions.csv
  naivebench fit --method tan --train a.csv --target class --out model.nb
  naivebench predict --model model.nb --test b.csv --out predictions.csv
  naivebench discretize --method fayyad_irani --train a.csv --target class --out cuts.json
  naivebench compare scores.csv --out tests.json

`naivebench COMMAND --help` explains one command. Exit status: 0 success, 1 differences (`diff`) or data
that could not be obtained (`lock`), 2 wrong input (one sentence on standard error)."""


def main(argv: Sequence[str]) -> int:
    """Run one command and return its exit status.

    Wrong input gives one sentence on standard error and status 2.
    """
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    try:
        try:
            removed = find_argument(argv)
            if removed:
                raise InputError(removed)
            arguments = parser().parse_args(argv)
            module = MODULES.get(arguments.command, arguments.command)
            status = importlib.import_module(f"naivebench.cli.{module}").run(arguments)
        finally:
            sys.stdout.flush()
    except InputError as error:
        from naivebench.cli import terminal  # slow to import

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
        comparisons.try_table,
        projects.methods,
        projects.datasets,
        projects.check,
        projects.lock,
        runs.status,
        runs.folds,
        models.fit,
        models.predict,
        models.discretize,
        comparisons.compare,
        runs.diff,
    ):
        add(commands)
    return top
