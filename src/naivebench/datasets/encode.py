"""From text cells to the typed table: kinds, value lists, classes, angles, missing cells."""

from __future__ import annotations

import fnmatch
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core import arrow
from naivebench.core.checks import InputError, did_you_mean, one_of
from naivebench.core.table import (
    DISCRETE,
    MISSING,
    Attribute,
    Table,
    code_dtype,
    make_table,
    real_attributes,
    real_width,
    to_radians,
)
from naivebench.datasets import numeric_ids, text_columns
from naivebench.datasets.readers.cells import Cells, Factors, is_number, viewed
from naivebench.datasets.readers.raw_table import RawTable, place

# kinds that a column of a table file can have
FILE_KINDS = ("nominal", "ordinal", "linear", "angular", *text_columns.KINDS)
MARKS = ("?",)  # besides empty cells, where the stanza says nothing
# what programs write for a missing number; in a column of labels these are labels
NO_NUMBER = frozenset({"NA", "na", "N/A", "n/a", "NaN", "nan", "NAN", "Nan", "-nan"})
WHOLE_FLOAT = re.compile(r"([+-]?\d+)\.0+")
PROBABILITIES_MAX = 100_000_000  # cases times classes, of which every method gives a probability
# a column of numbers is no class, unless one says so, if it has more than MANY different ones, which are more
# than SHARE of the rows; or more than FEW, or than half of the rows, that are not all whole numbers
MANY, SHARE, FEW = 50, 0.05, 10


class Wanted(NamedTuple):
    """What the stanza and the file say about one column."""

    kind: str
    inferred: bool
    period: float = 0.0
    values: tuple[str, ...] | None = None  # a declared value list, or the letters of a sequence
    letters: str = "a-z"  # of which words consist
    note: str = ""  # what is odd about its cells


def to_table(
    raw: RawTable,
    *,
    target: str | int | None = None,
    kinds: dict | str | None = None,
    missing: str | Sequence[str] | None = None,
    drop: Sequence[str] = (),
    groups: str | dict | None = None,
    classes: dict | None = None,
    directions: Mapping[str, Sequence[str]] | None = None,
    where: str = "",
) -> tuple[Table, dict]:
    """Encode a raw table of n rows. Returns the table of the kept rows and findings.

    target: column name, 0-based index, "first" or "last"; None: the column that the file marks, else the
    last. kinds: column, or pattern such as "x*", -> kind or {kind, period, values}, with `default` for the
    others; a kind alone stands for the default. Without one, the file's own types count; without those a
    column of numbers is linear and any other nominal. missing: marks of missing cells besides the empty cell;
    None: "?". Among numbers, cells of NO_NUMBER are missing too, and a finding says where. classes: new label
    -> list of labels, or "*" for all others; rows of labels that nobody takes
    are left out. directions: name -> columns of its components; they become one attribute, scaled to unit
    length. A direction of length zero, or with a missing component, is missing. groups: a column, or
    {similar: column of kind sequence, k, share} for groups of similar sequences (`sequence_groups.groups`).

    A column of kind count becomes a bag of words (`text_columns.bag_of_words`, {kind, letters}), one of kind
    sequence its characters ({kind, alphabet}); a table has at most one of each. A column that the file marks
    as no predictor is one if `kinds` names it.

    A class column of many different numbers is refused as a target of regression, unless `classes` or `kinds`
    has it, or the file declares it nominal; so are more than PROBABILITIES_MAX cases times classes.

    Value lists are declared where file or stanza list them; else they are the labels that occur, numbers by
    size, then text by code point. A column without any value is nominal with an empty list unless its kind is
    given. Classes without cases are left out; rows without a class are dropped with a warning.

    Findings: rows (kept rows, indices into raw), warnings (sentences), inferred (names of columns whose kind
    was inferred), labels (why columns taken as numbers look like labels, by name). Raises InputError with
    column and line for whatever does not fit.
    """
    where = where or raw.parts[0][1]
    raw = _viewed(raw)
    marks = marks_of(missing)
    class_column = find_target(raw, target, where)
    named = {str(name) for name in kinds} if isinstance(kinds, dict) else set()
    grouping, similar = ([groups], None) if isinstance(groups, str) else ([], groups)
    left_out = {
        class_column,
        *_existing(raw, drop, "drop", where),
        *(set(raw.ignored) - named),
        *_existing(raw, grouping, "groups", where),
    }
    stated = kinds.get(class_column) if isinstance(kinds, dict) else None
    labels, y, kept, warnings = _labels(raw, class_column, marks, classes, stated, where)
    names = [name for name in raw.names if name not in left_out]
    vectors = vectors_of(raw, directions or {}, names, where)
    components = {name for columns in vectors.values() for name in columns}
    plain = [name for name in names if name not in components]
    wanted = kinds_of(raw, plain, kinds, marks, where)
    attributes, codes, reals = _columns(raw, names, wanted, vectors, marks, where)
    attributes, counts, sequences, notes = text_columns.encode(raw, attributes, wanted, kept, marks, where)
    inferred = [name for name in plain if wanted[name].inferred]
    odd = [want.note or _missing_numbers(raw, name, want.kind, marks) for name, want in wanted.items()]
    warnings += [note for note in odd if note]
    for column in raw.columns:
        viewed(column).forget_numbers()
    arrow.release()
    member = (
        _groups(raw, grouping[0], kept)
        if grouping
        else text_columns.similar(similar, attributes, sequences, where)
    )
    table = make_table(
        attributes, labels, y[kept], _stack(codes, kept), _stack(reals, kept), counts, sequences, member
    )
    findings = {"rows": kept, "warnings": warnings + notes, "inferred": inferred}
    return table, findings | {"labels": _like_labels(raw, table, inferred)}


def like(
    raw: RawTable,
    attributes: Sequence[Attribute],
    classes: Sequence[str],
    *,
    target: str | int | None = None,
    missing: str | Sequence[str] | None = None,
    unseen: int = MISSING,
    where: str = "",
) -> Table:
    """Encode a raw table (a test file) by the attributes of another one; columns are found by name, others
    are ignored.

    A value that is not in an attribute's list gets the code `unseen`; y is -1 for labels that are not in
    `classes`, or without `target`. Raises InputError for an attribute without a column, or a number that is
    none.
    """
    where = where or raw.parts[0][1]
    raw = _viewed(raw)
    marks = marks_of(missing)
    codes, reals = [], []
    for attribute in attributes:
        for name in attribute.values if attribute.kind == "direction" else [attribute.name]:
            if name not in raw.names:
                raise InputError(
                    f"{where} has no column {name!r}, which the training data "
                    f"have{did_you_mean(name, raw.names)}"
                )
        if attribute.kind in DISCRETE:
            listed = {value: i for i, value in enumerate(attribute.values)}
            index = listed | dict.fromkeys(marks, MISSING)
            codes.append(lookup(_column(raw, attribute.name).factors, index, unseen))
        elif attribute.kind == "direction":
            reals += _unit_vectors(raw, attribute.values, marks)
        elif attribute.kind not in text_columns.KINDS:
            reals.append(_numbers(raw, attribute.name, marks, attribute.kind, attribute.period))
    n = len(raw.lines)
    y = (
        np.full(n, -1)
        if target is None
        else lookup(
            _column(raw, find_target(raw, target, where)).factors, {c: i for i, c in enumerate(classes)}
        )
    )
    everything = np.arange(n)
    return make_table(
        attributes,
        classes,
        y,
        _stack(codes, everything),
        _stack(reals, everything),
        *text_columns.like(raw, attributes, marks),
    )


def marks_of(missing: str | Sequence[str] | None) -> frozenset[str]:
    """Cells that mean missing: the empty one and the given marks."""
    marks = MARKS if missing is None else [missing] if isinstance(missing, (str, int, float)) else missing
    return frozenset({"", *(str(mark).strip() for mark in marks)})


def natural_order(labels: Iterable[str]) -> list[str]:
    """Distinct labels: numbers by size, then text by code point."""
    return sorted(set(labels), key=lambda s: (0, float(s), s) if is_number(s) else (1, 0.0, s))


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
    near = (
        did_you_mean(text, raw.names)
        or f"; its columns are {', '.join(raw.names[:20])}{', ...' if len(raw.names) > 20 else ''}"
    )
    raise InputError(f"target {target!r} is not a column of {where}{near}")


def _existing(raw: RawTable, names: Sequence, key: str, where: str) -> list[str]:
    names = [names] if isinstance(names, str) else [str(name) for name in names]
    for name in names:
        if name not in raw.names:
            raise InputError(
                f"{key} of {where} names {name!r}, which is not a column of the "
                f"file{did_you_mean(name, raw.names)}"
            )
    return names


def same_spelling(cells: Iterable[str], attribute: Attribute) -> list[str]:
    """Cells with whole numbers spelt as in training: 1 and 1.0 are the same label, as spreadsheets and data
    frames mix them.
    """
    spelling = {WHOLE_FLOAT.sub(r"\1", value): value for value in attribute.values}
    values = set(attribute.values)
    return [cell if cell in values else spelling.get(WHOLE_FLOAT.sub(r"\1", cell), cell) for cell in cells]


def kinds_of(
    raw: RawTable, names: Sequence[str], kinds: dict | str | None, marks: frozenset[str], where: str
) -> dict[str, Wanted]:
    """What is wanted of the columns `names`; `kinds` as in `to_table`.

    Raises InputError for kinds that there are not, and columns that `kinds` names and `raw` has not.
    """
    by_name = {"default": kinds} if isinstance(kinds, str) else kinds or {}
    patterns = [name for name in by_name if _is_pattern(name)]
    wanted = {name: _wanted(raw, name, by_name, patterns, marks, where) for name in names}
    _check_kinds(raw, kinds, where)
    return wanted


def _check_kinds(raw: RawTable, kinds: dict | str | None, where: str) -> None:
    named = [k for k in kinds if k != "default"] if isinstance(kinds, dict) else []
    _existing(
        raw, [k for k in named if not (_is_pattern(k) and fnmatch.filter(raw.names, k))], "kinds", where
    )


def _is_pattern(name: str) -> bool:
    return "*" in str(name)


def vectors_of(
    raw: RawTable, directions: Mapping[str, Sequence[str]], names: list[str], where: str
) -> dict[str, list[str]]:
    """Name -> columns of every direction.

    Raises InputError for columns that are not there, not free or in two directions.
    """
    vectors = {
        str(name): _existing(raw, columns, f"directions.{name}", where)
        for name, columns in directions.items()
    }
    taken = [column for columns in vectors.values() for column in columns]
    free, times = set(names), Counter(taken)
    twice = next((column for column in taken if times[column] > 1), None)
    other = next((column for column in taken if column not in free), None)
    clash = next((name for name in vectors if name in free and name not in times), None)
    if twice is not None or other is not None or clash is not None:
        why = (
            f"uses column {twice!r} twice"
            if twice is not None
            else f"uses column {other!r}, which is the class, the groups or left out"
        )
        why = (
            f"calls a direction {clash!r}, as a column is called" if twice is None and other is None else why
        )
        raise InputError(f"directions of {where} {why}: every direction needs columns and a name of its own")
    if any(len(columns) < 2 for columns in vectors.values()):
        raise InputError(
            f"directions of {where} has a direction of fewer than 2 columns: name all components of "
            "the vector"
        )
    return vectors


def _viewed(raw: RawTable) -> RawTable:
    """The same with columns whose views are made once."""
    return raw._replace(columns=tuple(map(viewed, raw.columns)))


def _column(raw: RawTable, name: str) -> Cells:
    return viewed(raw.columns[raw.names.index(name)])


def _wanted(
    raw: RawTable, name: str, kinds: dict, patterns: list[str], marks: frozenset[str], where: str
) -> Wanted:
    """The kind of a column: the stanza's word, else its first pattern that fits, its default, the file's
    word, or by the cells.
    """
    pattern = next((k for k in patterns if fnmatch.fnmatchcase(name, k)), "default")
    entry = kinds.get(name, kinds.get(pattern))
    stated: dict = entry if isinstance(entry, dict) else {"kind": entry}
    hint = raw.hints.get(name, {})
    listed = stated.get("values", stated.get("alphabet", hint.get("values")))
    values = None if listed is None else tuple(str(value) for value in listed)
    kind = stated.get("kind") or ("ordinal" if "values" in stated else hint.get("kind"))
    if kind is None:
        numbers = _column(raw, name).numbers(marks | NO_NUMBER)
        if numbers is not None and not np.isnan(numbers).all():
            return Wanted("linear", True)
        return Wanted("nominal", True, note=_mostly_numbers(raw, name, marks))
    one_of(kind, FILE_KINDS, f"kind of column {name!r}", where)
    period = stated.get("period", hint.get("period", 0.0))
    if kind == "angular" and not _positive(period):
        raise InputError(
            f"column {name!r} of {where} is angular, so it needs a period above 0: kinds: {{{name}: "
            f"{{kind: angular, period: 360}}}}"
        )
    return Wanted(
        kind, False, float(period) if kind == "angular" else 0.0, values, str(stated.get("letters", "a-z"))
    )


def _mostly_numbers(raw: RawTable, name: str, marks: frozenset[str]) -> str:
    """The remark on a column of labels, half of whose cells or more are numbers; "" for others."""
    cells = _column(raw, name)
    times = {cell: n for cell, n in cells.times.items() if cell not in marks}
    others = {cell for cell in times if cell not in NO_NUMBER and not is_number(cell)}
    if not others or 2 * sum(times[cell] for cell in others) > sum(times.values()):
        return ""
    row = cells.among(others)[0]
    return (
        f"mostly numbers, but taken as labels because of {cells[row]!r} in {place(raw, row)} (mend it, add "
        f"it to missing, or say the kind): {name}"
    )


def _missing_numbers(raw: RawTable, name: str, kind: str, marks: frozenset[str]) -> str:
    """The remark on cells of NO_NUMBER in a column of numbers."""
    if kind not in ("linear", "angular"):
        return ""
    cells = _column(raw, name)
    numbers = cells.numbers(marks | NO_NUMBER)
    rows = cells.among(NO_NUMBER - marks) if numbers is None or np.isnan(numbers).any() else []
    if not rows:
        return ""
    return (
        f"{len(rows)} cells such as {cells[rows[0]]!r} in {place(raw, rows[0])} are taken as missing: {name}"
    )


def _like_labels(raw: RawTable, table: Table, inferred: Sequence[str]) -> dict[str, str]:
    """Why columns taken as numbers, though nobody said so, look like labels, by name."""
    reasons, guessed = {}, set(inferred)
    wide = [a for a in real_attributes(table) for _ in range(real_width(a))]
    for attribute, numbers in zip(wide, table.reals.T, strict=True):
        if attribute.kind == "linear" and attribute.name in guessed:
            why = numeric_ids.looks_like_labels(attribute.name, numbers, _column(raw, attribute.name))
            if why:
                reasons[attribute.name] = why
    return reasons


def _positive(period: object) -> bool:
    return isinstance(period, (int, float)) and not isinstance(period, bool) and 0 < period < math.inf


def _labels(
    raw: RawTable, name: str, marks: frozenset[str], classes: dict | None, stated: object, where: str
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray, list[str]]:
    """Class labels in code order, the class of every row (-1: none), the rows that have one, and warnings."""
    cells = _column(raw, name)
    taken = _merged(cells.times.keys() - marks, classes, name, where)
    unlabelled = sum(n for cell, n in cells.times.items() if cell in marks)
    present = {taken[cell] for cell in cells.times if cell in taken}
    if len(present) < 2:
        only = f"only one class, {min(present)!r}" if present else "no case with a class"
        raise InputError(
            f"class column {name!r} of {where} holds {only}: a classifier needs at least two classes"
        )
    hint = raw.hints.get(name, {})
    if classes is None and stated is None and hint.get("kind") in (None, "linear"):
        _check_labels(present, len(cells), name, where)
    declared = hint.get("values") if classes is None else None
    if declared:
        _listed_codes(raw, name, declared, marks)
    labels = [label for label in dict.fromkeys(declared or natural_order(present)) if label in present]
    code = {label: i for i, label in enumerate(labels)}
    y = lookup(cells.factors, {old: code[new] for old, new in taken.items() if new in present})
    check_size(int((y >= 0).sum()), len(labels), where)
    others = int((y < 0).sum()) - unlabelled
    warnings = [f"{unlabelled} of {len(cells)} rows have no class and are left out"] if unlabelled else []
    warnings += (
        [f"{others} of {len(cells)} rows belong to classes that are not asked for and are left out"]
        if others
        else []
    )
    return tuple(labels), y, np.flatnonzero(y >= 0), warnings


def _check_labels(labels: set[str], n: int, name: str, where: str) -> None:
    """Raise InputError for labels of n rows that are measurements rather than names of classes."""
    if len(labels) <= 2 or not all(map(is_number, labels)):
        return
    whole, k = all(float(label).is_integer() for label in labels), len(labels)
    if (k > MANY and k > SHARE * n) or (not whole and (k > FEW or 2 * k > n)):
        raise InputError(
            f"class column {name!r} of {where} holds {k} different numbers in {n} rows, as a target of "
            "regression does: choose another target, make classes of it (`classes`, or the step `cut`), or "
            f"say that they are labels by the kind nominal of {name!r}"
        )


def check_size(n: int, k: int, where: str) -> None:
    """Raise InputError for n cases with k classes that are too many."""
    if n * k > PROBABILITIES_MAX:
        raise InputError(
            f"{where} has {n:,} cases and {k:,} classes, so every method had to give {n * k:,} "
            f"probabilities, of which {PROBABILITIES_MAX:,} are allowed: merge classes "
            "(`classes`), or take fewer rows"
        )


def _merged(present: set[str], classes: dict | None, name: str, where: str) -> dict[str, str]:
    """Raw label -> class label of every label that counts."""
    if classes is None:
        return {label: label for label in present}
    lists = {str(new): [str(label) for label in old] for new, old in classes.items() if old != "*"}
    taken = {label: new for new, old in lists.items() for label in old}
    unknown = sorted(set(taken) - present)
    if unknown:
        raise InputError(
            f"classes of {where} names {unknown[0]!r}, which is no label in column "
            f"{name!r}{did_you_mean(unknown[0], present)}"
        )
    rest = [str(new) for new, old in classes.items() if old == "*"]
    return taken | {label: rest[0] for label in present - set(taken) if rest}


def lookup(column: Factors, index: dict[str, int], other: int = MISSING) -> np.ndarray:
    """What `index` says of every cell, `other` where it says nothing, MISSING without a cell; (n,), of the
    smallest type that holds it.
    """
    found = [*(index.get(label, other) for label in column.labels), MISSING]
    return np.array(found, dtype=code_dtype(max(found)))[column.codes]


def _columns(
    raw: RawTable,
    names: list[str],
    wanted: dict[str, Wanted],
    vectors: dict[str, list[str]],
    marks: frozenset[str],
    where: str,
) -> tuple[list[Attribute], list[np.ndarray], list[np.ndarray]]:
    """Attributes in column order (a direction stands where its first component does), code columns and real
    columns of all rows.
    """
    attributes: list[Attribute] = []
    codes: list[np.ndarray] = []
    reals: list[np.ndarray] = []
    begins = {columns[0]: name for name, columns in vectors.items()}
    for name in names:
        want = wanted.get(name)
        if want is None:
            if name in begins:
                components = vectors[begins[name]]
                reals += _unit_vectors(raw, components, marks)
                attributes.append(Attribute(begins[name], "direction", tuple(components)))
        elif want.kind in DISCRETE:
            values = want.values
            listed = (
                natural_order(_column(raw, name).times.keys() - marks)
                if values is None
                else [v for v in dict.fromkeys(values) if v not in marks]
            )
            codes.append(_listed_codes(raw, name, listed, marks))
            attributes.append(Attribute(name, want.kind, tuple(listed), declared=values is not None))
        elif want.kind in text_columns.KINDS:
            attributes.append(Attribute(name, want.kind))
        else:
            reals.append(_numbers(raw, name, marks, want.kind, want.period))
            attributes.append(Attribute(name, want.kind, period=want.period))
    return attributes, codes, reals


def _listed_codes(raw: RawTable, name: str, values: list[str], marks: frozenset[str]) -> np.ndarray:
    """Codes of a column with a declared value list, attribute or class; InputError with the place of a cell
    that is not in it, whatever reader or stanza declared it.
    """
    cells = _column(raw, name)
    odd = cells.times.keys() - set(values) - marks
    if odd:
        foreign = cells.among(odd)[0]
        raise InputError(
            f"{place(raw, foreign)}: {cells[foreign]!r} is not in the declared value list of column "
            f"{name!r}: add it to the list"
        )
    return lookup(cells.factors, {value: i for i, value in enumerate(values)})


def _numbers(raw: RawTable, name: str, marks: frozenset[str], kind: str, period: float) -> np.ndarray:
    cells, missing = _column(raw, name), marks | NO_NUMBER
    column = cells.numbers(missing)
    if column is None:
        wrong = cells.among({cell for cell in cells.times if cell not in missing and not is_number(cell)})[0]
        cure = f"correct it, declare the column nominal, or add {cells[wrong]!r} to missing"
        raise InputError(
            f"{place(raw, wrong)}: {cells[wrong]!r} in the {kind} column {name!r} is no number: {cure}"
        )
    return to_radians(column, period) if kind == "angular" else column


def _unit_vectors(raw: RawTable, components: Sequence[str], marks: frozenset[str]) -> list[np.ndarray]:
    return unit_vectors(
        np.column_stack([_numbers(raw, name, marks, "direction", 0.0) for name in components])
    )


def unit_vectors(vectors: np.ndarray) -> list[np.ndarray]:
    """The components of vectors (n, p) scaled to unit length; NaN where one is missing or all are zero."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return list(np.divide(vectors, length, out=np.full_like(vectors, np.nan), where=length > 0).T)


def _stack(columns: list[np.ndarray], rows: np.ndarray) -> np.ndarray | None:
    """The rows of the columns side by side, by columns in memory; each leaves the list, so that few are there
    twice.
    """
    if not columns:
        return None
    stacked = np.empty((len(rows), len(columns)), np.result_type(*columns), order="F")
    for j in reversed(range(len(columns))):
        column = columns.pop()
        stacked[:, j] = column if len(rows) == len(column) else column[rows]
    return stacked


def _groups(raw: RawTable, name: str, kept: np.ndarray) -> np.ndarray:
    cells = _column(raw, name)
    empty = np.intersect1d(cells.among({""}), kept).tolist()
    if empty:
        raise InputError(
            f"{place(raw, empty[0])}: the groups column {name!r} is empty: every case needs a group"
        )
    return lookup(cells.factors, {value: i for i, value in enumerate(natural_order(cells.times))})[kept]
