"""Read stored predictions, which may be damaged.

This module is separate from `predictions`, whose code is part of fingerprints.
"""

from __future__ import annotations

from pathlib import Path

from naivebench.benchmark import predictions
from naivebench.benchmark.predictions import Predictions
from naivebench.core import absence
from naivebench.core.files import UNREADABLE


def load(path: str | Path, times_path: str | Path) -> Predictions:
    """Read what `predictions.save` wrote; raises InputError, with the name of the file, for any other
    content.
    """
    try:
        found = predictions.load(path, times_path)
        _check(found)
    except UNREADABLE as error:
        raise absence.damaged(f"{path}, with {Path(times_path).name} beside it,", error) from error
    return found


def _check(found: Predictions) -> None:
    """Raise ValueError if the lengths of arrays do not match."""
    n, folds = len(found.row), len(found.fold)
    fits = len(found.repeat) == folds and found.offsets.shape == (folds + 1,) and found.offsets[-1] == n
    for method, p in found.methods.items():
        shapes = p.log_proba.ndim == 2 and len(p.log_proba) == n and p.predicted.shape == (n,)
        if not (fits and shapes and len(p.folds) == folds):
            raise ValueError(f"the predictions of {method} do not have {folds} folds with {n} cases")
