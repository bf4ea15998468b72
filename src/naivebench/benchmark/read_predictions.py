"""Read stored predictions, which may be damaged.

This module is separate from `predictions`, whose code is part of fingerprints.
"""

from __future__ import annotations

from pathlib import Path

from naivebench.benchmark import predictions
from naivebench.benchmark.predictions import MethodPredictions, Predictions
from naivebench.core import absence
from naivebench.core.files import UNREADABLE


def load(path: str | Path) -> Predictions:
    """Read what `predictions.save` wrote; raises InputError, with the name of the file, for any other
    content.
    """
    try:
        found = predictions.load(path)
        _check(found)
    except UNREADABLE as error:
        raise absence.damaged(path, error) from error
    return found


def by_folds(path: str | Path) -> list[Predictions]:
    """The predictions in a file, grouped by the number of folds that the methods have run on.

    Methods that draw no random numbers run once where all repeats have the same parts.
    """
    whole = load(path)
    groups: dict[int, dict[str, MethodPredictions]] = {}
    for method, p in whole.methods.items():
        groups.setdefault(len(p.folds), {})[method] = p
    return [
        Predictions(
            whole.repeat[:n], whole.fold[:n], whole.offsets[: n + 1], whole.row[: whole.offsets[n]], methods
        )
        for n, methods in groups.items()
    ]


def _check(found: Predictions) -> None:
    """Raise ValueError if the lengths of arrays do not match."""
    n, folds = len(found.row), len(found.fold)
    fits = len(found.repeat) == folds and found.offsets.shape == (folds + 1,) and found.offsets[-1] == n
    for method, p in found.methods.items():
        cases = found.offsets[len(p.folds)] if fits and len(p.folds) <= folds else -1
        if not (p.log_proba.ndim == 2 and len(p.log_proba) == cases and p.predicted.shape == (cases,)):
            raise ValueError(f"the predictions of {method} do not have {len(p.folds)} folds with their cases")
