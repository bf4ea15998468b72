"""Arguments of the commands on the configuration of a project and its catalogues."""

from __future__ import annotations

from naivebench.cli.arguments import shared
from naivebench.cli.arguments.shared import Commands


def methods(commands: Commands) -> None:
    text = """List the methods with the kinds they accept, their parameters and availability; or describe one.

With METHOD, the command prints what this method does, its paper, the meaning of its parameters, its class in
`naivebench.estimators`, its section of the documentation, and examples."""
    command = shared.command(
        commands, "methods", text, "examples:\n  naivebench methods\n  naivebench methods tan"
    )
    command.add_argument("method", nargs="?", metavar="METHOD", help="id of the method to describe")
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")


def datasets(commands: Commands) -> None:
    command = shared.command(
        commands,
        "datasets",
        "List the data sets with their kinds and sources, their availability, and how to get missing ones.",
    )
    shared.configured(command)
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")


def check(commands: Commands) -> None:
    text = """Validate the configuration; with DATASET, also read that data set and describe it.

Run it after you have written a stanza."""
    example = (
        "examples:\n  naivebench check\n  naivebench check zoo\n  naivebench check --configfile "
        "config/smoke.yaml"
    )
    command = shared.command(commands, "check", text, example)
    command.add_argument("dataset", nargs="?", metavar="DATASET", help="id of a data set in config/datasets/")
    shared.mirror(command)
    shared.configured(command)


def lock(commands: Commands) -> None:
    text = """Record hashes and counts of data sets in the lock file of their catalogue.

The file contains hashes of files, and the numbers of rows, attributes, missing cells and cases of each class.
They are checked whenever a data set is prepared. Keys that a stanza sets itself are not written. The command
prints what is new, what changed and what could not be obtained; entries of the latter are kept."""
    command = shared.command(commands, "lock", text, "examples:\n  naivebench lock zoo\n  naivebench lock")
    command.add_argument(
        "datasets", nargs="*", metavar="DATASET", help="id of a data set in config/datasets/ (default: all)"
    )
    shared.mirror(command)
    shared.configured(command)
