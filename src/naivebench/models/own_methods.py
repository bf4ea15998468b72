"""User-defined methods in files outside the package: `module: my/methods/thing.py` in a stanza."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = "naivebench.methods"  # package of all other methods
PREFIX = "own_"  # prefix of the names under which such files are imported
METHODS = Path(__file__).resolve().parents[1] / "methods"
PROJECT = METHODS.parents[2]


def is_own_file(module: str) -> bool:
    """Whether a stanza's `module` is a file, not a module of the package."""
    return module.endswith(".py")


def find_own_file(module: str) -> Path | None:
    """Return the path of a user's file in the current or the project's folder; None if it is in neither."""
    return next((p for folder in (Path.cwd(), PROJECT) if (p := folder / module).is_file()), None)


def find_source_file(module: str) -> Path | None:
    """Return the source file of a stanza's `module`; None if it does not exist."""
    if is_own_file(module):
        return find_own_file(module)
    file = METHODS / f"{module.replace('.', '/')}.py"
    return file if file.is_file() else None


def full_module_name(module: str) -> str:
    """Return the full name of a stanza's `module`, such as naivebench.methods.naive_bayes.nb."""
    return f"{PACKAGE}.{module}"


def source_file_name(module: str) -> str:
    """Return the source file of a stanza's `module` as it is named in messages."""
    return module if is_own_file(module) else f"src/naivebench/methods/{module.replace('.', '/')}.py"


def locate_in_own_file(error: BaseException) -> str:
    """Return ` (FILE, line N)` for the last line in a user's file that an exception passed through, or ""."""
    place, trace = "", error.__traceback__
    while trace is not None:
        if str(trace.tb_frame.f_globals.get("__name__", "")).startswith(PREFIX):
            file = Path(trace.tb_frame.f_code.co_filename)
            folder = next((f for f in (Path.cwd(), PROJECT) if file.is_relative_to(f)), None)
            place = f" ({file if folder is None else os.path.relpath(file, folder)}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place
