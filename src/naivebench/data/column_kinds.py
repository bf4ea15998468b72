"""The kind of every column, stated by the stanza or the file or inferred from the cells, and remarks on odd
cells.
"""

from __future__ import annotations

import fnmatch
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, one_of
from naivebench.core.table import Attribute, Table, real_attributes, real_width
from naivebench.data import column_notes, inferred_kinds, numeric_ids, raw_columns, text_columns
from naivebench.data.column_notes import Note
from naivebench.data.numeric_ids import Suspicion
from naivebench.data.readers.raw_table import RawTable, number_among
from naivebench.data.stanza import Kind, Kinds
from naivebench.data.written_numbers import is_number

# kinds that a column of a table file can have
FILE_KINDS = ("nominal", "ordinal", "linear", "angular", *text_columns.KINDS)


class Wanted(NamedTuple):
    """What the stanza and the file state about one column."""

    kind: str
    inferred: bool
    period: float = 0.0
    values: tuple[str, ...] | None = None  # a declared value list, or the letters of a sequence
    letters: str = "a-z"  # characters that words consist of
    missing: frozenset[str] = frozenset()  # cells that are missing in this column only
    notes: Sequence[Note] = ()
    look: str = ""  # what a column of labels looks like (`inferred_kinds.Inferred`)


def kinds_of(
    raw: RawTable, names: Sequence[str], kinds: Kinds | None, marks: frozenset[str], where: str
) -> dict[str, Wanted]:
    """`Wanted` of each of the columns `names`; `kinds` as in `to_table`.

    Raises InputError for unknown kinds, and for columns in `kinds` that `raw` does not have.
    """
    by_name: dict[str, str | Kind] = {"default": kinds} if isinstance(kinds, str) else kinds or {}
    patterns = [name for name in by_name if _is_pattern(name)]
    wanted = {name: _wanted(raw, name, by_name, patterns, marks, where) for name in names}
    _check_kinds(raw, kinds, where)
    return wanted


def _check_kinds(raw: RawTable, kinds: Kinds | None, where: str) -> None:
    named = [k for k in kinds if k != "default"] if isinstance(kinds, dict) else []
    raw_columns.existing(
        raw, [k for k in named if not (_is_pattern(k) and fnmatch.filter(raw.names, k))], "kinds", where
    )


def _is_pattern(name: str) -> bool:
    return "*" in str(name)


def _wanted(
    raw: RawTable,
    name: str,
    kinds: dict[str, str | Kind],
    patterns: list[str],
    marks: frozenset[str],
    where: str,
) -> Wanted:
    """Find the kind of a column: the stanza's entry, otherwise its first pattern that matches, its default,
    the kind in the file, or the kind that the cells suggest.
    """
    pattern = next((k for k in patterns if fnmatch.fnmatchcase(name, k)), "default")
    entry = kinds.get(name, kinds.get(pattern))
    stated: Kind = entry if isinstance(entry, dict) else {"kind": entry} if entry else {}
    hint = raw.hints.get(name, {})
    listed = stated.get("values", stated.get("alphabet", hint.get("values")))
    values = None if listed is None else tuple(str(value) for value in listed)
    kind = stated.get("kind") or ("ordinal" if "values" in stated else hint.get("kind"))
    if kind is None:
        found = inferred_kinds.infer_kind(raw, name, marks)
        return Wanted(found.kind, True, missing=found.missing, notes=found.notes, look=found.look)
    one_of(kind, FILE_KINDS, f"kind of column {name!r}", where)
    period = stated.get("period", hint.get("period", 0.0))
    if kind == "angular" and not _positive(period):
        example = f"kinds: {{{name}: {{kind: angular, period: 360}}}}"
        if where == "X":  # data in Python
            example = f"kinds={{{name!r}: {{'kind': 'angular', 'period': 360}}}}"
        raise InputError(
            f"column {name!r} of {where} is angular, so it needs a period above 0: set {example}"
        )
    typed = not stated and values is None and kind == "nominal"  # by the type of text or dates in the file
    look, notes = inferred_kinds.look_at_typed(raw, name, marks) if typed else ("", [])
    return Wanted(
        kind,
        False,
        float(period) if kind == "angular" else 0.0,
        values,
        str(stated.get("letters", "a-z")),
        notes=notes,
        look=look,
    )


def vectors_of(
    raw: RawTable, directions: Mapping[str, Sequence[str]], names: list[str], where: str
) -> dict[str, list[str]]:
    """Mapping from every direction to its columns.

    Raises InputError for columns that do not exist, have another use, or occur in two directions.
    """
    vectors = {
        str(name): raw_columns.existing(
            raw, columns, f"kinds[{name!r}]" if where == "X" else f"directions.{name}", where
        )
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
            f"gives a direction the name {clash!r}, which is also the name of a column"
            if twice is None and other is None
            else why
        )
        raise InputError(
            f"directions of {where} {why}: give every direction its own columns and its own name"
        )
    if any(len(columns) < 2 for columns in vectors.values()):
        raise InputError(
            f"directions of {where} has a direction of fewer than 2 columns: name all components of "
            "the vector"
        )
    return vectors


def notes_on(raw: RawTable, name: str, want: Wanted, marks: frozenset[str]) -> list[Note]:
    """Notes on the form of the cells of a column, and on numbers that may mean something else."""
    cells, notes = raw_columns.column_of(raw, name), list(want.notes)
    others = raw_columns.NO_NUMBER - marks
    numbers = None
    if want.kind in ("linear", "angular"):
        numbers = cells.numbers(marks | raw_columns.NO_NUMBER, raw.decimal)
    if numbers is not None:
        form = [*numbers.remarks, *([] if numbers.form or raw.decimal else cells.mixed_forms())]
        notes += [Note(text, name, repr(example)) for text, example in form]
        if cells.decimal:
            said = "commas are read as decimal marks, and points between thousands, as other columns show"
            notes.append(Note(said, name))
        notes += column_notes.note_numbers(name, want.kind, want.period, numbers.values, want.inferred)
    if want.missing or (numbers is not None and np.isnan(numbers.values).any()):
        rows = cells.among(others)
        if rows:
            example = f"{len(rows)}, such as {cells[rows[0]]!r} in {raw.unit} {raw.lines[rows[0]]}"
            notes.append(
                Note("cells that programs write for missing values are treated as missing", name, example)
            )
    return notes


def note_names(raw: RawTable) -> list[Note]:
    """A note on names of columns that look like the first row of a file without a header."""
    text = raw.unit == "line" and raw.parts[0][1] != "X"  # neither a file of typed columns nor data in Python
    name = number_among(raw.names) if text else ""
    said = "the first line is read as names, but looks like data; if it is, add a line of names above it"
    return [Note(said, repr(name))] if name else []


def note_orders(attributes: Sequence[Attribute]) -> list[Note]:
    """Notes on ordinal attributes of text whose order is not declared."""
    said = (
        "ordinal values are in alphabetical order (to give another, set `--kind COL=ordinal:VALUE,VALUE,...`)"
    )
    return [
        Note(said, a.name, ", ".join(a.values))
        for a in attributes
        if a.kind == "ordinal" and not a.declared and len(a.values) > 2 and not all(map(is_number, a.values))
    ]


def like_labels(table: Table, inferred: Sequence[str]) -> dict[str, Suspicion]:
    """Suspicions that columns that were inferred to be numbers are labels, by name."""
    found, guessed = {}, set(inferred)
    wide = [a for a in real_attributes(table) for _ in range(real_width(a))]
    for attribute, numbers in zip(wide, table.reals.T, strict=True):
        if attribute.kind == "linear" and attribute.name in guessed:
            suspicion = numeric_ids.looks_like_labels(attribute.name, numbers)
            if suspicion:
                found[attribute.name] = suspicion
    return found


def _positive(period: object) -> bool:
    return isinstance(period, (int, float)) and not isinstance(period, bool) and 0 < period < math.inf
