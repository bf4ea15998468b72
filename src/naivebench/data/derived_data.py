"""Data sets that are derived from the prepared table of another data set."""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError, check_known_words
from naivebench.core.table import Table, drop_attributes, natural_order, subset
from naivebench.data import Classes, DatasetStanza
from naivebench.data.class_labels import check_two_classes, invert_class_mapping
from naivebench.data.profile import Findings

REST = "other"  # the class of the cases without the word


def derive_table(parent: Table, stanza: DatasetStanza, where: str) -> tuple[Table, Findings]:
    """Derive the table of another data set by the keys drop, replace_rows, classes and has_word of its stanza
    (config/README.md); also return the indices `rows` of the kept rows.
    """
    names = [a.name for a in parent.attributes]
    check_known_words(stanza.get("drop") or (), names, "an attribute of the parent", f"`drop` of {where}")
    order = np.arange(len(parent.y))
    for row, other in (stanza.get("replace_rows") or {}).items():
        order[int(row)] = int(other)
    table = subset(drop_attributes(parent, stanza.get("drop") or ()), order)
    if "has_word" in stanza:
        return _split_by_word(table, str(stanza["has_word"]), where), {"rows": order}
    return (
        _merge_classes(table, stanza["classes"], where) if "classes" in stanza else (table, {"rows": order})
    )


def _merge_classes(table: Table, classes: Classes, where: str) -> tuple[Table, Findings]:
    merged, rest = invert_class_mapping(classes)
    check_known_words(sorted(merged), table.classes, "a label of the parent", f"`classes` of {where}")
    labels = natural_order(map(str, classes))
    index: dict[str | None, int] = {label: i for i, label in enumerate(labels)}
    new = np.array([index.get(merged.get(old, rest), -1) for old in table.classes])[table.y]
    rows = np.flatnonzero(new >= 0)
    check_two_classes([labels[i] for i in np.unique(new[rows])], where)
    return subset(table._replace(y=new.astype(np.int32), classes=tuple(labels)), rows), {"rows": rows}


def _split_by_word(table: Table, word: str, where: str) -> Table:
    """Make two classes, of the cases with and without the word among the words of their label."""
    holds = np.array([word in label.split() for label in table.classes])
    if not holds[table.y].any() or holds[table.y].all():
        raise InputError(f"has_word of {where} is {word!r}, which all labels or none contain: choose another")
    return table._replace(y=np.where(holds[table.y], 0, 1).astype(np.int32), classes=(word, REST))
