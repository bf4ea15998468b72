"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from typing import Any, TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class Texts(argparse.Action):
    """List the values of an option that may be repeated."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: Any = None
    ) -> None:
        """Add a value; argparse of older versions of Python takes away the `--` of `--missing=--`."""
        value = values if isinstance(values, str) else "--"
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), value])


def command(
    commands: Commands, name: str, help_text: str, epilog: str = "", project: bool = True
) -> argparse.ArgumentParser:
    """Add a command, listed with the first line of `help_text`. project: it has the option --project."""
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


def configured(command: argparse.ArgumentParser) -> None:
    """Add the option for files that update the configuration."""
    command.add_argument(
        "--configfile",
        action="append",
        default=[],
        metavar="FILE",
        help="file that updates config/config.yaml, as with snakemake; may be repeated",
    )


def mirror(command: argparse.ArgumentParser) -> None:
    """Add the option for a folder of archives."""
    command.add_argument(
        "--mirror", metavar="DIR", help="folder of archives that is searched before the network is used"
    )


def directory(command: argparse.ArgumentParser) -> None:
    """Add the argument for the folder of a run."""
    command.add_argument(
        "directory", nargs="?", default=".", metavar="DIRECTORY", help="folder of the run (default: this one)"
    )


def table(
    command: argparse.ArgumentParser,
    metavar: str,
    method_help: str,
    required: bool = True,
    remembered: str = "",
) -> None:
    """Add the arguments of a training table. `metavar` and `method_help` are those of --method. `remembered`:
    help text on how a model file affects the options for file formats.
    """
    command.add_argument("--method", required=required, metavar=metavar, help=method_help)
    command.add_argument(
        "--train",
        required=required,
        metavar="A.csv",
        help="training cases: CSV with a header line, in which empty cells and ? are missing, plain or "
        "compressed; Parquet, Feather, or a folder of such files",
    )
    command.add_argument("--target", required=required, metavar="COL", help="name of the class column")
    form(command, remembered)
    command.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="K=V",
        help="a parameter of the method; may be repeated",
    )


def form(command: argparse.ArgumentParser, remembered: str = "") -> None:
    """Add the arguments for the format of a file and the kinds of its columns."""
    command.add_argument(
        "--decimal",
        choices=(".", ","),
        help="the decimal mark (default: the one with which all cells of a column are numbers, a point if "
        "both fit); with a comma, columns are separated by tabs, semicolons, bars or blanks, or quoted"
        f"{remembered}",
    )
    command.add_argument(
        "--encoding",
        metavar="NAME",
        help="the encoding of text files, such as latin-1 or utf-16 (default: utf-8; a byte order "
        f"mark of UTF-16 is recognised){remembered}",
    )
    command.add_argument(
        "--missing",
        action=Texts,
        default=[],
        metavar="MARK",
        help="mark of missing cells, instead of ?; empty cells are always missing; may be repeated; "
        f"write --missing=MARK if it begins with a dash{remembered}",
    )
    command.add_argument(
        "--drop",
        action=Texts,
        default=[],
        metavar="COL",
        help="a column of the training file to leave out; may be repeated",
    )
    command.add_argument(
        "--kind",
        action="append",
        default=[],
        metavar="COL=KIND",
        help="nominal, ordinal, nominal:VALUE,VALUE or ordinal:VALUE,VALUE with all values in order, linear, "
        "angular:PERIOD (360 for degrees, 180 for axes in degrees), count, sequence or sequence:LETTERS, or "
        "direction for the components of a vector (direction:NAME for several vectors); '*=nominal' for all "
        "other columns; may be repeated",
    )


def training(
    command: argparse.ArgumentParser,
    required: bool = True,
    remembered: str = "",
) -> None:
    """Add the arguments for training a method, see `table`."""
    method = "id of a method in config/methods.yaml; `naivebench methods` lists them"
    table(command, "METHOD", method, required, remembered)
    command.add_argument(
        "--seed", type=int, metavar="N", help="seed of methods that draw random numbers (default: 0)"
    )
    command.add_argument(
        "--summary",
        metavar="S.json",
        help="file for a description of the model (number of parameters, structure, ...)",
    )
