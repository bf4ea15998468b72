"""`naivebench completion`: print a script with which a shell completes commands, options, files and ids."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence

import shtab

from naivebench.cli import main, terminal

# what the metavars of arguments stand for; those with a suffix, such as A.csv, are files too
FOLDERS = {"DIR", "DIRECTORY", "FOLDER"}
FILES = {"FILE", "TABLE", "A", "B"}


def run(arguments: argparse.Namespace) -> None:
    """Print the script on standard output."""
    print(script(arguments.shell, ids(arguments.project)))


def ids(folder: str | None) -> dict[str, Sequence[str]]:
    """The ids that arguments take, by the metavar of these arguments. Data sets are those of the named or
    surrounding project.
    """
    from naivebench.benchmark import configuration
    from naivebench.data.discretization.apply import DISCRETIZERS
    from naivebench.evaluation.metrics import METRICS

    root = terminal.named_or_around(folder)
    return {
        "METHOD": list(terminal.methods(folder, used=())),
        "DATASET": [] if root is None else list(configuration.read(root).datasets),
        "DISCRETIZER": list(DISCRETIZERS),
        "METRIC": list(METRICS),
    }


def script(shell: str, known: Mapping[str, Sequence[str]]) -> str:
    """Build the script for bash, zsh or fish, with the ids that are `known`."""
    top = main.parser()
    for action in _actions(top):
        name = str(action.metavar or "").partition(",")[0]
        if known.get(name):
            action.choices = known[name]
        elif name in FOLDERS | FILES or "." in name:
            kind = shtab.DIRECTORY if name in FOLDERS else shtab.FILE
            action.__dict__["complete"] = kind  # an attribute that shtab adds
    return shtab.complete(top, shell)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments of a parser and of its commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
        else:
            yield action
