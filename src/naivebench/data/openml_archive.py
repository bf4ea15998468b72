"""Reading of the archive of an OpenML data set: class column, and columns to leave out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from naivebench.data import openml
from naivebench.data.archive import read_members
from naivebench.data.stanza import DatasetStanza


def facts(archive: str | Path) -> openml.Facts:
    """What the archive of a source says about its columns."""
    content = json.loads(read_members(archive, [openml.FACTS], [None])[0])
    return openml.Facts(**{name: content[name] for name in openml.Facts._fields})


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
