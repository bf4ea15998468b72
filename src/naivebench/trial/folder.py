"""The folder of a trial, and which files in it a trial may write, replace or remove.

`trial.json` in the folder lists the files that a trial wrote, with their SHA-256. Any other file belongs to
the user: a trial that would touch one is refused before it computes anything.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from naivebench.core.checks import InputError
from naivebench.core.files import replace, sha256

RECORD, WORK = "trial.json", "work"
NAMES = ("report.html", "model.nb", "scores.csv", "predictions.csv")


def choose_folder(name: str, inputs: Iterable[str]) -> Path:
    """The first of the folders NAME, NAME-2, NAME-3, ... that does not exist, or that a trial made and this
    trial may write to.
    """
    for number in itertools.count(1):
        folder = Path(name if number == 1 else f"{name}-{number}")
        if not os.path.lexists(folder):
            break
        with contextlib.suppress(InputError):
            check_folder(folder, inputs)
            if WORK in _read_record(folder):
                break
    return folder


def check_folder(folder: Path, inputs: Iterable[str]) -> None:
    """Raise InputError if a trial in the folder would write over, or remove, a file that no trial made.

    Names are compared without regard to case, because some file systems do not distinguish it. A link, a file
    that was changed after a trial wrote it, and an input of this trial do not count as made by a trial.
    """
    given = [Path(text).resolve() for text in inputs]
    if any(path == folder.resolve() or path in folder.resolve().parents for path in given):
        raise InputError(f"--out {folder} is in the folder of the table: choose another folder")
    if not os.path.lexists(folder):
        return
    if not folder.is_dir():
        raise InputError(f"--out {folder} is not a folder: choose another name")
    made, written = _read_record(folder), {name.casefold() for name in (*NAMES, RECORD, WORK)}
    for path in sorted(folder.iterdir()):
        if path.name.casefold() in written and (path.resolve() in given or not _is_made(path, made)):
            raise InputError(
                f"--out {folder}: {path.name} exists, and naivebench try did not write it as it is now: "
                "choose another folder, or move the file"
            )


def _is_made(path: Path, made: Mapping[str, str]) -> bool:
    """Whether a trial wrote this file, or made this folder of jobs, and nobody changed it since."""
    if path.is_symlink() or path.name not in (*made, RECORD) or not made:
        return False
    return path.is_dir() if path.name == WORK else path.name == RECORD or sha256(path) == made[path.name]


def _read_record(folder: Path) -> dict[str, str]:
    """Names of the files that a trial wrote -> SHA-256; empty without a readable record."""
    try:
        return {str(k): str(v) for k, v in json.loads((folder / RECORD).read_bytes())["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _write_record(folder: Path, made: Mapping[str, str]) -> None:
    content = {"about": "Files that naivebench try wrote here and may replace.", "files": made}
    with replace(folder / RECORD) as temporary:
        temporary.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")


def make_folder(folder: Path) -> Path:
    """Make the folder, and return the folder of the jobs in it."""
    try:
        (folder / WORK).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out {folder} cannot be created ({error.strerror}): choose another") from error
    _write_record(folder, _read_record(folder) | {WORK: ""})
    return folder / WORK


def write_results(folder: Path, results: Mapping[str, bytes], inputs: Iterable[str]) -> None:
    """Write the results of a trial, after another check of the folder; a result without content is removed if
    an earlier trial wrote it.
    """
    check_folder(folder, inputs)
    made = _read_record(folder)
    for name, data in results.items():
        (folder / name).unlink(missing_ok=True)
        made.pop(name, None)
        if data:
            made[name] = hashlib.sha256(data).hexdigest()
            _write_record(folder, made)  # before the file, so that a trial killed in between can be repeated
            with replace(folder / name) as temporary:
                temporary.write_bytes(data)
    _write_record(folder, made)
