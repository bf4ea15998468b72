"""Functions shared by the commands: finding the project's folder, text tables, writing results."""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.files import is_special, replace, target_of
from naivebench.core.removed import advice

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # all control characters except line breaks and tabs
MARK = Path("config", "methods.yaml")  # file that identifies a project's folder


def project(folder: str | None) -> Path:
    """The project's folder: the given one, otherwise the nearest project among the current folder and its
    parents, otherwise the folder of the source code.

    Raises InputError if there is none.
    """
    source = Path(__file__).resolve().parents[3]
    root = named_or_around(folder) or (source if (source / MARK).is_file() else None)
    if root is None:
        raise InputError(
            f"no {MARK.as_posix()} in the current folder or above it: go into the project's folder, or "
            "name it with --project"
        )
    return root


def named_or_around(folder: str | None) -> Path | None:
    """The given project's folder, otherwise the nearest project among the current folder and its parents;
    None if there is none.

    Raises InputError if the given folder is not a project.
    """
    if folder is None:
        here = Path.cwd()
        return next((parent for parent in (here, *here.parents) if (parent / MARK).is_file()), None)
    if not (Path(folder) / MARK).is_file():
        raise InputError(
            f"--project {folder} is not the project's folder: it does not contain {MARK.as_posix()}"
        )
    return Path(folder)


def methods(folder: str | None, used: Container[str] | None = None) -> dict[str, MethodStanza]:
    """The methods of the named or surrounding project, by id; outside a project, those of the package.

    used: the methods whose modules are read to check and complete their parameters; None means all.
    """
    root = named_or_around(folder)
    if root is None:
        from naivebench.models import catalogue

        return catalogue.methods()
    from naivebench.benchmark import configuration

    return configuration.methods_of(root, used)


def stanza_of(methods: Mapping[str, MethodStanza], name: str) -> MethodStanza:
    """The stanza of a method. Raises InputError for an unknown one."""
    if name not in methods:
        near = advice("method", name) or did_you_mean(
            name, methods, "`naivebench methods` lists all of them."
        )
        raise InputError(f"method {name!r} is not in config/methods.yaml{near}")
    return methods[name]


def aligned(rows: Sequence[Sequence[str]], left: int | None = None) -> str:
    """Align rows in columns separated by two blanks.

    The first `left` columns, by default all, are aligned to the left, the others to the right.
    """
    columns = [list(column) for column in zip(*rows, strict=True)]
    for i, column in enumerate(columns):
        width, pad = max(map(len, column)), str.ljust if left is None or i < left else str.rjust
        columns[i] = [pad(cell, width) for cell in column]
    return "\n".join("  ".join(row).rstrip() for row in zip(*columns, strict=True))


def note(sentence: str) -> None:
    """Print a note on standard error."""
    print(visible(f"note: {sentence}"), file=sys.stderr)


def say(text: str) -> None:
    """Print text on standard output."""
    print(visible(text))


def visible(text: str) -> str:
    """The text with control characters, which could move the cursor or colour a terminal, replaced by
    escapes.
    """
    return CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def check_output(path: str | None) -> None:
    """Raise InputError, before any work is done, if the output file is a folder or its folder is not
    writable.
    """
    if path is None or path == "-":
        return
    if Path(path).is_dir():
        raise InputError(f"cannot write {path}, because it is a folder: name a file")
    try:
        target = target_of(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    if is_special(target):
        if not os.access(target, os.W_OK):
            raise InputError(f"cannot write {path}: you have no permission")
        return
    folder = next(p for p in Path(os.path.abspath(target)).parents if p.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InputError(f"cannot write {path}: you have no permission to write into {folder}")


def check_outputs(arguments: Namespace, written: Sequence[str], read: Sequence[str]) -> None:
    """Check the output files of these options with `check_output`.

    Also raises InputError if two options name the same file, or if an output file is also read.
    """
    taken = {os.path.realpath(path): option for option in read if (path := getattr(arguments, option, None))}
    for option in written:
        path = getattr(arguments, option)
        check_output(path)
        if path is None or (path != "-" and is_special(target_of(path))):
            continue
        other = taken.setdefault(path if path == "-" else os.path.realpath(path), option)
        if other != option:
            raise InputError(f"--{option} and --{other} both name {path}: give --{option} another file")


def write(path: str, content: str | bytes) -> None:
    """Write the whole file or nothing; - is standard output. Raises InputError if writing fails."""
    if path == "-":
        if isinstance(content, str):
            sys.stdout.write(visible(content) if sys.stdout.isatty() else content)
        else:
            sys.stdout.buffer.write(content)
        return
    try:
        data = content if isinstance(content, bytes) else content.encode()
        with replace(path) as temporary:
            temporary.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    except UnicodeEncodeError as error:
        raise InputError(
            f"cannot write {path}: {error.object[error.start]!r} is not a valid character"
        ) from error
