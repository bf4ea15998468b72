"""Placeholder files for results that could not be produced: downstream jobs pass the reason on, and the
report shows it.

Every intermediate .npz or .json of the workflow contains either the result itself or an absence, the single
member `absent`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, describe_error
from naivebench.core.files import UNREADABLE


class Absence(NamedTuple):
    """The reason why a result is missing."""

    status: str
    stage: str  # the rule, or a part of it: fetch, prepare, discretize, fit, score, hit_curves, ...
    reason: str  # one sentence
    remedy: str = ""  # how to get it, or what to fix


def write_absence(path: str | Path, absence: Absence) -> None:
    """Write the absence in place of the requested .npz file."""
    with open(path, "wb") as file:
        np.savez(file, absent=np.array(json.dumps(absence._asdict())))


def read_absence(path: str | Path) -> Absence | None:
    """Return the absence in an .npz file, None for a result. Raises InputError for a damaged file."""
    try:
        with np.load(path) as file:
            return Absence(**json.loads(str(file["absent"]))) if "absent" in file.files else None
    except FileNotFoundError:
        raise
    except UNREADABLE as error:
        raise make_damage_error(path, error) from error


def make_damage_error(path: str | Path, error: BaseException) -> InputError:
    """Make the InputError for a file of results that cannot be read."""
    return InputError(f"{path} is damaged ({describe_error(error)}): delete it, and start the run again")


def raise_if_failed(result: object, on_error: str) -> None:
    """Raise InputError if `result` is the absence of a failed step and `on_error` is "stop"."""
    if isinstance(result, Absence) and result.status == "failed" and on_error == "stop":
        raise InputError(f"{result.reason} (on_error: stop)")
