"""The class column: how it is found, its labels and their order, and columns that cannot be the class."""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError, did_you_mean
from naivebench.data import raw_columns
from naivebench.data.readers.cells import is_number
from naivebench.data.readers.raw_table import RawTable, other_columns
from naivebench.data.stanza import Classes

PROBABILITIES_MAX = 100_000_000  # cases times classes: every method predicts this many probabilities
# a column of numbers is not a class, unless declared, if it has more than MANY different ones, which are more
# than SHARE of the rows; or more than FEW, or than half of the rows, that are not all whole numbers
MANY, SHARE, FEW = 50, 0.05, 10


def find_target(raw: RawTable, target: str | int | None, where: str) -> str:
    """Name of the class column. Raises InputError with the closest name if there is none."""
    if target is None:
        return raw.target or raw.names[-1]
    if target in raw.names:
        return str(target)
    if target in ("first", "last"):
        return raw.names[0 if target == "first" else -1]
    text = str(target)
    if text.lstrip("-").isdigit() and -len(raw.names) <= int(text) < len(raw.names):
        return raw.names[int(text)]
    raise InputError(f"target {target!r} is not a column of {where}{other_columns(raw, text)}")


def labels_of(
    raw: RawTable, name: str, marks: frozenset[str], classes: Classes | None, stated: object, where: str
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray, list[str]]:
    """Class labels in code order, the class of every row (-1: none), the rows that have one, and warnings."""
    cells = raw_columns.column_of(raw, name)
    taken = _merged(cells.times.keys() - marks, classes, name, where)
    unlabelled = sum(n for cell, n in cells.times.items() if cell in marks)
    present = {taken[cell] for cell in cells.times if cell in taken}
    if len(present) < 2:
        only = f"only one class, {min(present)!r}" if present else "no case with a class"
        raise InputError(
            f"class column {name!r} of {where} contains {only}: a classifier needs at least two classes"
        )
    hint = raw.hints.get(name, {})
    if classes is None and stated is None and hint.get("kind") in (None, "linear"):
        _check_labels(present, len(cells), name, where)
    declared = hint.get("values") if classes is None else None
    if declared:
        raw_columns.listed_codes(raw, name, declared, marks)
    present |= {str(new) for new, old in (classes or {}).items() if old == []}  # declared, without cases
    labels = [
        label for label in dict.fromkeys(declared or raw_columns.natural_order(present)) if label in present
    ]
    code = {label: i for i, label in enumerate(labels)}
    y = raw_columns.lookup(cells.factors, {old: code[new] for old, new in taken.items() if new in present})
    check_size(int((y >= 0).sum()), len(labels), where)
    others = int((y < 0).sum()) - unlabelled
    warnings = [f"{unlabelled} of {len(cells)} rows have no class and are left out"] if unlabelled else []
    warnings += [f"{others} of {len(cells)} rows belong to other classes and are left out"] if others else []
    return tuple(labels), y, np.flatnonzero(y >= 0), warnings


def _check_labels(labels: set[str], n: int, name: str, where: str) -> None:
    """Raise InputError for labels of n rows that are measurements rather than names of classes."""
    if len(labels) <= 2 or not all(map(is_number, labels)):
        return
    whole, k = all(float(label).is_integer() for label in labels), len(labels)
    if (k > MANY and k > SHARE * n) or (not whole and (k > FEW or 2 * k > n)):
        raise InputError(
            f"class column {name!r} of {where} contains {k} different numbers in {n} rows, as a target of "
            "regression does: choose another target, turn it into classes (`classes`, or the step "
            f"`cut`), or declare {name!r} nominal"
        )


def check_size(n: int, k: int, where: str) -> None:
    """Raise InputError if n cases with k classes need more than `PROBABILITIES_MAX` probabilities."""
    if n * k > PROBABILITIES_MAX:
        raise InputError(
            f"{where} has {n:,} cases and {k:,} classes, so every method would have to compute {n * k:,} "
            f"probabilities, but at most {PROBABILITIES_MAX:,} are allowed: merge classes (`classes`), or "
            "use fewer rows"
        )


def _merged(present: set[str], classes: Classes | None, name: str, where: str) -> dict[str, str]:
    """Mapping from raw label to class label, for the labels that belong to a class."""
    if classes is None:
        return {label: label for label in present}
    lists = {str(new): [str(label) for label in old] for new, old in classes.items() if old != "*"}
    taken = {label: new for new, old in lists.items() for label in old}
    unknown = sorted(set(taken) - present)
    if unknown:
        raise InputError(
            f"classes of {where} names {unknown[0]!r}, which is not a label in column "
            f"{name!r}{did_you_mean(unknown[0], sorted(present))}"
        )
    rest = [str(new) for new, old in classes.items() if old == "*"]
    return taken | {label: rest[0] for label in present - set(taken) if rest}
