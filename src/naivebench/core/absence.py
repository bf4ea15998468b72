"""Files that stand for what could not be made: downstream jobs pass the reason on, and the report shows it.

Every intermediate .npz or .json of the workflow is either the real thing or an absence: a file with the
single member `absent`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.files import UNREADABLE, replace
from naivebench.core.one_line import reason


class Absence(NamedTuple):
    """Why something is not there.

    `status`: unavailable (data that cannot be fetched here) or failed (bad input, an error).
    """

    status: str
    stage: str  # the rule: fetch, prepare, folds, discretize, evaluate, score, hit_curves, ...
    reason: str  # one sentence
    remedy: str = ""  # how to get it, or what to mend


def write(path: str | Path, absence: Absence) -> None:
    """Write the absence in place of the .npz that was asked for."""
    with open(path, "wb") as file:
        np.savez(file, absent=np.array(json.dumps(absence._asdict())))


def read(path: str | Path) -> Absence | None:
    """The absence that stands at `path`, or None if the real thing does. Raises InputError, which names the
    file, if it is damaged.
    """
    try:
        with np.load(path) as file:
            return Absence(**json.loads(str(file["absent"]))) if "absent" in file.files else None
    except FileNotFoundError:
        raise
    except UNREADABLE as error:
        raise damaged(path, error) from error


def damaged(path: str | Path, error: BaseException) -> InputError:
    """What to raise for a file of results that cannot be read."""
    return InputError(f"{path} is damaged ({reason(error)}): run `make rerun-failed` to create it again")


def write_json(absence: Absence, out: str | Path, **_: object) -> None:
    """Write the absence in place of the JSON file `out`."""
    with replace(out) as temporary:
        temporary.write_text(json.dumps({"absent": absence._asdict()}, ensure_ascii=False), encoding="utf-8")


def read_json(path: str | Path) -> Absence | None:
    """The absence that stands at `path`, or None if the real thing does; InputError as in `read`."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        return Absence(**content["absent"]) if set(content) == {"absent"} else None
    except FileNotFoundError:
        raise
    except UNREADABLE as error:
        raise damaged(path, error) from error


def stop_at(result: object, on_error: str) -> None:
    """Raise InputError if `result` is the absence of something that failed and errors are to stop the run."""
    if isinstance(result, Absence) and result.status == "failed" and on_error == "stop":
        raise InputError(f"{result.reason} (on_error: stop)")
