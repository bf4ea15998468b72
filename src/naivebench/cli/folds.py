"""`naivebench folds`: list the test rows of a data set under a protocol, for tools outside this project."""

from __future__ import annotations

from argparse import Namespace

from naivebench.core import absence
from naivebench.core.checks import InputError
from naivebench.core.files import UNREADABLE, replace
from naivebench.evaluation import folds


def run(arguments: Namespace) -> None:
    """Write the rows as CSV. Raises InputError if the file has no folds."""
    try:
        gone = absence.read(arguments.file)
        drawn = None if gone else folds.load(arguments.file)
    except FileNotFoundError as error:
        raise InputError(
            f"{arguments.file} does not exist: make it with `snakemake --cores all {arguments.file}`"
        ) from error
    except UNREADABLE as error:
        raise absence.damaged(arguments.file, error) from error
    if drawn is None:
        raise InputError(f"{arguments.file} has no folds: {gone.reason if gone else ''}")
    if arguments.out == "-":
        print(folds.as_csv(drawn), end="")
        return
    with replace(arguments.out) as temporary:
        temporary.write_text(folds.as_csv(drawn))
