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
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from naivebench.core.checks import InputError
from naivebench.core.files import replace, sha256

RECORD, WORK = "trial.json", "work"
NAMES = (
    "scores.csv",
    "predictions.csv",
    "config.yaml",
    "datasets.yaml",
    "rows.csv",
    "model.nb",
    "report.html",
)
Made = dict[str, list[str]]  # name of a file in the folder -> SHA-256 of each content that a trial gave it


def choose_folder(name: str, inputs: Iterable[str]) -> Path:
    """The first of the folders NAME, NAME-2, NAME-3, ... that does not exist, or that a trial made and this
    trial may write to.
    """
    inputs = list(inputs)
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
    for text in filter(os.path.isdir, inputs):
        if Path(text).resolve() in folder.resolve().parents:
            raise InputError(f"--out {folder} is inside the table {text}: choose another folder")
    if not os.path.lexists(folder):
        return
    if not folder.is_dir():
        raise InputError(f"--out {folder} is not a folder: choose another name")
    given = [text for text in inputs if os.path.exists(text)]
    if any(folder.samefile(text) for text in given):
        raise InputError(f"--out {folder} is the folder of the table: choose another")
    made = _read_record(folder)
    written = {name.casefold() for name in (*NAMES, RECORD, WORK)}
    for path in sorted(folder.iterdir()):
        if path.name.casefold() not in written:
            continue
        if any(path.exists() and path.samefile(text) for text in given):
            raise InputError(
                f"--out {folder}: the trial would write over its own input {path.name}: choose another folder"
            )
        if not _is_made(path, made):
            raise InputError(
                f"--out {folder}: {path.name} exists, and naivebench try did not write it as it is now: "
                "choose another folder, or move the file"
            )


def _is_made(path: Path, made: Made) -> bool:
    """Whether a trial wrote this file, and nobody changed it since; for the folder of jobs, whether a trial
    made it.
    """
    if path.is_symlink():
        return False
    if path.name == WORK:
        return path.is_dir() and WORK in made
    if path.name == RECORD:
        return path.is_file() and bool(made)
    return path.is_file() and sha256(path) in made.get(path.name, [])


def _read_record(folder: Path) -> Made:
    """What trials wrote to the folder; empty without a readable record."""
    path = folder / RECORD
    if path.is_symlink() or not path.is_file():
        return {}
    try:
        files = json.loads(path.read_bytes())["files"]
        return {str(name): list(map(str, digests)) for name, digests in files.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


@contextlib.contextmanager
def hold_folder(folder: Path, inputs: Iterable[str]) -> Iterator[Path]:
    """Check the folder, make it, and keep other trials out of it until the block ends.

    Yields the folder of the jobs. Raises InputError if another trial is using the folder, if `check_folder`
    refuses it, or if it cannot be made.
    """
    inputs = list(inputs)
    check_folder(folder, inputs)
    try:
        (folder / WORK).mkdir(parents=True, exist_ok=True)
        lock = open(folder / WORK / "lock", "wb")  # noqa: SIM115
    except OSError as error:
        raise InputError(
            f"--out {folder}: the folder cannot be created ({error.strerror}): choose another"
        ) from error
    with lock:
        _lock_file(lock.fileno(), folder)
        _write_record(folder, _read_record(folder) | {WORK: []})
        yield folder / WORK


def _lock_file(file: int, folder: Path) -> None:
    """Lock an open file until it is closed. Raises InputError if another process holds the lock."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # Windows: there is no lock, and the check before the start has to be enough
        pass
    except OSError as error:
        raise InputError(
            f"--out {folder}: another trial is running in this folder: wait until it ends, or choose "
            "another folder"
        ) from error


def write_results(folder: Path, contents: Mapping[str, str | bytes]) -> None:
    """Write the results of a trial; a result without content is removed if an earlier trial wrote it.

    Raises InputError if somebody else has made one of the files since the trial started.
    """
    made = _read_record(folder)
    results = {name: text.encode() if isinstance(text, str) else text for name, text in contents.items()}
    for name in results:
        path = folder / name
        if os.path.lexists(path) and not _is_made(path, made):
            raise InputError(
                f"{path} was made or changed while the trial was running: move it, and repeat the command"
            )

    # Record the old and the new content first, so that a trial that is killed in between can be repeated.
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in results.items() if data}
    _write_record(folder, made | {name: [*made.get(name, []), digest] for name, digest in digests.items()})
    for name, data in results.items():
        if data:
            with replace(folder / name) as temporary:
                temporary.write_bytes(data)
        else:
            (folder / name).unlink(missing_ok=True)
    _write_record(folder, {WORK: []} | {name: [digest] for name, digest in digests.items()})


def _write_record(folder: Path, made: Made) -> None:
    content = {"about": "Files that naivebench try wrote here and may replace.", "files": made}
    with replace(folder / RECORD) as temporary:
        temporary.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")
