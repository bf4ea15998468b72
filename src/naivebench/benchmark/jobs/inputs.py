"""Inputs that an evaluate job passes to a method: folds and cut points of its part, and the table of its
protocol.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from naivebench.benchmark.permuted import load_for
from naivebench.core.checks import InputError
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds

__all__ = ["load_for", "read_cuts", "read_folds"]


def read_folds(path: str | Path, part: list[int] | None) -> Folds:
    """Read the folds of a part, [first, one past the last], or all folds; a part past the end has none."""
    folds = splits.load(path)
    return splits.part(folds, *part) if part else folds


def read_cuts(path: str | Path | None, part: list[int] | None) -> list[list[np.ndarray]] | None:
    """Cut points per fold of the part and real column, as `run.Setting` takes them.

    Raises InputError with the reason if there are no cut points.
    """
    if path is None:
        return None
    content = json.loads(Path(path).read_text())
    if "absent" in content:
        raise InputError(content["absent"]["reason"])
    cuts = [[np.array(points) for points in columns] for columns in content["cuts"]]
    return cuts[slice(*part)] if part and content["per"] == "fold" else cuts
