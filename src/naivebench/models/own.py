"""Methods in files of one's own, outside the package: `module: my/methods/thing.py` in a stanza."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = "naivebench.methods"  # that holds all other methods
PREFIX = "own_"  # of the names under which such files are imported
METHODS = Path(__file__).resolve().parents[1] / "methods"
PROJECT = METHODS.parents[2]


def is_own(module: str) -> bool:
    """Whether a stanza's `module` is a file, not a module of the package."""
    return module.endswith(".py")


def path(module: str) -> Path | None:
    """The file, in the folder of the run or else in the project's; None if it is in neither."""
    return next((p for folder in (Path.cwd(), PROJECT) if (p := folder / module).is_file()), None)


def source(module: str) -> Path | None:
    """The file of a stanza's `module`; None if there is none."""
    if is_own(module):
        return path(module)
    file = METHODS / f"{module.replace('.', '/')}.py"
    return file if file.is_file() else None


def dotted(module: str) -> str:
    """The full name of a stanza's `module`: ``naivebench.methods.naive_bayes.nb`` for ``naive_bayes.nb``.
    For a file of one's own, the path takes the place of the dotted name.
    """
    return f"{PACKAGE}.{module}"


def shown(module: str) -> str:
    """The file of a stanza's `module` as messages name it."""
    return module if is_own(module) else f"src/naivebench/methods/{module.replace('.', '/')}.py"


def place_of(error: BaseException) -> str:
    """` (FILE, line N)` of the last line of such a file that an exception came through, "" if of none."""
    place, trace = "", error.__traceback__
    while trace is not None:
        if str(trace.tb_frame.f_globals.get("__name__", "")).startswith(PREFIX):
            file = Path(trace.tb_frame.f_code.co_filename)
            folder = next((f for f in (Path.cwd(), PROJECT) if file.is_relative_to(f)), None)
            place = f" ({file if folder is None else os.path.relpath(file, folder)}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place
