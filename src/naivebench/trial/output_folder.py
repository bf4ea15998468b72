"""The folder of a trial. A trial writes only into a folder that is new, empty or made by a trial, so that it
never touches another file of the user; `trial.json` marks the folders that trials made.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from pathlib import Path

from naivebench.core.checks import InputError
from naivebench.core.files import replace_file

MARK, WORK = "trial.json", "work"
ABOUT = '{"about": "naivebench try made this folder, and replaces its results and work in it"}\n'


def is_free_for_trial(folder: Path) -> bool:
    """Whether a trial may write into the folder."""
    if not os.path.lexists(folder):
        return True
    return folder.is_dir() and ((folder / MARK).is_file() or not any(folder.iterdir()))


def choose_folder(out: str | None, name: str) -> Path:
    """Choose `out`, by default the first of NAME, NAME-2, NAME-3, ... into which a trial may write.

    Raises InputError if a trial may not write into `out`, or would have to make its parent.
    """
    if out is None:
        names = (name if number == 1 else f"{name}-{number}" for number in itertools.count(1))
        return next(folder for folder in map(Path, names) if is_free_for_trial(folder))
    folder = Path(out)
    if not folder.resolve().parent.is_dir():
        raise InputError(f"cannot write {out}: {folder.resolve().parent} is not a folder, so create it first")
    if not is_free_for_trial(folder):
        raise InputError(
            f"--out {out} exists, and naivebench try did not make it: choose a folder that is new or empty"
        )
    return folder


def make_folder(folder: Path) -> Path:
    """Make the folder, and return the folder of the jobs in it."""
    try:
        (folder / WORK).mkdir(parents=True, exist_ok=True)
        (folder / MARK).write_text(ABOUT, encoding="utf-8")
    except OSError as error:
        raise InputError(f"--out {folder} cannot be created ({error.strerror}): choose another") from error
    return folder / WORK


def write_results(folder: Path, results: Mapping[str, bytes]) -> None:
    """Write the results of a trial. A result without content, and a link in its place, are removed."""
    for name, data in results.items():
        (folder / name).unlink(missing_ok=True)
        if data:
            with replace_file(folder / name) as temporary:
                temporary.write_bytes(data)
