"""Functions shared by the commands: the project's folder, text on the terminal, and output files."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from naivebench.core.checks import InputError, replace_control_characters
from naivebench.core.files import is_special_file, replace_file

if TYPE_CHECKING:
    from naivebench.benchmark.configuration import Configuration
    from naivebench.models.stanzas import MethodStanza

TYPED = (".parquet", ".feather", ".xlsx", ".xls", ".dta", ".arff")  # files that no command writes
MARK = Path("config", "methods.yaml")  # file that identifies a project's folder


def add_project(command: ArgumentParser, mirror: bool = False) -> None:
    """Add the options for the project's folder, files that update its configuration, and a mirror."""
    command.add_argument("--project", metavar="DIR", help="the project's folder, which contains config/")
    text = "file that updates config/config.yaml, as with snakemake; may be repeated"
    command.add_argument("--configfile", action="append", default=[], metavar="FILE", help=text)
    if mirror:
        text = "folder of archives that is searched before the network is used"
        command.add_argument("--mirror", metavar="DIR", help=text)


def find_project(folder: str | None) -> Path | None:
    """The named project, otherwise the current folder or the nearest one above it that is a project, or
    None.
    """
    if folder is None:
        here = Path.cwd()
        return next((parent for parent in (here, *here.parents) if (parent / MARK).is_file()), None)
    if not (Path(folder) / MARK).is_file():
        raise InputError(
            f"--project {folder} is not the project's folder: it does not contain {MARK.as_posix()}"
        )
    return Path(folder)


def require_project(folder: str | None, writes: bool = False) -> Path:
    """The project as `find_project` finds it, otherwise that of the source code, unless the command writes
    into the project.
    """
    source = Path(__file__).resolve().parents[3]
    root = find_project(folder) or (source if (source / MARK).is_file() and not writes else None)
    if root is None:
        raise InputError(
            f"no {MARK.as_posix()} in the current folder or above it: go into the project's folder, or "
            "name it with --project"
        )
    return root


def read_configuration(arguments: Namespace) -> Configuration:
    """The configuration of the project, with the files --configfile."""
    from naivebench.benchmark import configuration

    return configuration.read_configuration(require_project(arguments.project), arguments.configfile)


def read_methods(arguments: Namespace) -> Mapping[str, MethodStanza]:
    """The methods of the project, by id, with the files --configfile; without a project, of the package.

    With these files, the whole configuration is read, so that every fault in them gets a sentence.
    """
    if arguments.configfile:
        return read_configuration(arguments).methods
    if root := find_project(arguments.project):
        from naivebench.benchmark import configuration

        return configuration.read_configured_methods(root)
    from naivebench.models import catalogue

    return catalogue.read_methods()


def print_note(sentence: str) -> None:
    """Print a note on standard error, without characters that could move the cursor or colour a terminal."""
    print(replace_control_characters(f"note: {sentence}"), file=sys.stderr)


def print_text(text: str) -> None:
    """Print text on standard output, without such characters."""
    print(replace_control_characters(text))


def check_output(path: str | None, read: Sequence[str | None] = ()) -> None:
    """Raise InputError, before any work is done, if the file of --out cannot be written or is also read."""
    if path is None or path == "-" or is_special_file(path):
        return
    target = os.path.realpath(path)
    if target in [os.path.realpath(other) for other in read if other]:
        raise InputError(f"--out names {path}, which the command also uses: choose another file")
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise InputError(f"cannot write {path}: {folder} is not a folder: make it first")
    if path.lower().endswith(TYPED):
        raise InputError(f"cannot write {path}: the output is text: name a file such as out.csv")
    if os.path.isdir(target) or not os.access(folder, os.W_OK):
        raise InputError(f"cannot write {path}: name a file in a folder in which you may write")


def write_output(path: str, content: str | bytes) -> None:
    """Write the whole file or nothing; - is standard output."""
    if path == "-":
        if isinstance(content, str):
            sys.stdout.write(replace_control_characters(content) if sys.stdout.isatty() else content)
        else:
            sys.stdout.buffer.write(content)
        return
    try:
        data = content if isinstance(content, bytes) else content.encode()
        with replace_file(path) as temporary:
            temporary.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    except UnicodeEncodeError as error:
        cell = error.object[error.start]
        raise InputError(f"cannot write {path}: {cell!r} is not a valid character") from error
