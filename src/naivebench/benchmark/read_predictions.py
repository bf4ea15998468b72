"""Reading stored predictions, which may be damaged. Apart from `predictions`, which enters fingerprints."""

from __future__ import annotations

from pathlib import Path

from naivebench.benchmark import predictions
from naivebench.benchmark.predictions import Predictions
from naivebench.core import absence
from naivebench.core.files import UNREADABLE


def load(path: str | Path, times_path: str | Path) -> Predictions:
    """What `predictions.save` wrote. Raises InputError, which names the file, for anything else."""
    try:
        found = predictions.load(path, times_path)
        _check(found)
    except UNREADABLE as error:
        raise absence.damaged(f"{path}, with {Path(times_path).name} beside it,", error) from error
    return found


def _check(found: Predictions) -> None:
    """Raise ValueError if lengths do not fit."""
    n, folds = len(found.row), len(found.fold)
    fits = len(found.repeat) == folds and found.offsets.shape == (folds + 1,) and found.offsets[-1] == n
    for method, p in found.methods.items():
        shapes = p.log_proba.ndim == 2 and len(p.log_proba) == n and p.predicted.shape == (n,)
        if not (fits and shapes and len(p.folds) == folds):
            raise ValueError(f"the predictions of {method} are not of {folds} folds with {n} cases")
