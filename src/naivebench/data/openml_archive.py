"""Reading of the archive of an OpenML data set or task: class column, columns to leave out, and splits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.folds import AssignedRows
from naivebench.data import openml
from naivebench.data.archive import read_members
from naivebench.data.readers import arff
from naivebench.data.stanza import DatasetStanza


def facts(archive: str | Path) -> openml.Facts:
    """What the archive of a source says about its columns."""
    return openml.Facts(**json.loads(read_members(archive, [openml.FACTS], [None])[0]))


def completed(stanza: DatasetStanza, archive: str | Path) -> DatasetStanza:
    """The stanza with the class column and the columns to leave out that OpenML names; the stanza takes
    precedence.
    """
    known = facts(archive)
    target = stanza.get("target") or known.target
    left_out = [*stanza.get("drop", []), *known.left_out]
    extra: dict[str, Any] = {"drop": [name for name in dict.fromkeys(left_out) if name != target]}
    if target:
        extra["target"] = target
    return cast(DatasetStanza, {**stanza, "reader": "arff", **extra})


def assigned(archive: str | Path) -> AssignedRows:
    """The rows that a task assigns to training and test parts.

    Raises InputError if the file has other columns or values than a splits file.
    """
    name = f"OpenML task {facts(archive).task_id}"
    raw = arff.read(
        read_members(archive, [openml.SPLITS], [None])[0].decode("utf-8"), f"the splits of {name}"
    )
    columns = dict(zip(map(str.lower, raw.names), raw.columns, strict=True))
    lacking = next((c for c in ("type", "rowid", "repeat", "fold") if c not in columns), None)
    if lacking:
        raise InputError(f"the splits of {name} have no column {lacking!r}: they are not in OpenML's format")
    if len(set(columns.get("sample", ()))) > 1:
        raise InputError(
            f"{name} is for learning curves (its splits have samples): choose a task for cross-validation or "
            "a hold-out"
        )
    kinds = np.char.upper(np.array(columns["type"], dtype=np.str_))
    try:
        numbers = {c: np.array(columns[c], dtype=np.float64) for c in ("rowid", "repeat", "fold")}
    except ValueError:
        numbers = {}
    whole = bool(numbers) and all((v >= 0).all() and (v == np.floor(v)).all() for v in numbers.values())
    if not whole or not np.isin(kinds, ("TRAIN", "TEST")).all():
        raise InputError(
            f"the splits of {name} have other values than TRAIN or TEST and whole numbers from 0: they are "
            "not in OpenML's format"
        )
    rows, repeats, folds = (numbers[c].astype(np.int64) for c in ("rowid", "repeat", "fold"))
    return AssignedRows(name, kinds == "TEST", rows, repeats, folds)
