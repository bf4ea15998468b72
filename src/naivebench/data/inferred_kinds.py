"""The kind of a column that neither the user nor the file declares: a list of questions about its cells.

1. Are all cells missing, or true and false? They are nominal.
2. Are they numbers in one form (`written_numbers`)? They are linear, but codes with leading zeros, and
   numbers that float64 cannot hold, are nominal.
3. Anything else is nominal, with a note if it looks like dates, numbers in an unknown form, or identifiers.

NA and the like are missing beside numbers, dates, true and false, and labels beside other text.
docs/protocols/data-sets.md#numbers-as-they-are-written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.data import raw_columns, written_dates, written_numbers
from naivebench.data.column_notes import Note, missing_option
from naivebench.data.raw_columns import NO_NUMBER, TRUTH
from naivebench.data.readers.cells import Cells
from naivebench.data.readers.raw_table import RawTable, place

ENOUGH = 50  # cells from which on a share is no coincidence
ALMOST_ALL = 0.95  # share of different cells from which on a column is an identifier
# what a user sets; in a stanza, keys have the names of the options
KEEP = "`--kind COL=nominal`"
DROP = "`--drop COL`"


class Inferred(NamedTuple):
    """The kind of a column, other cells that are missing in it, and notes.

    look: dates, times, numbers (that could not be read as such), zeros (before numbers), identifier, or "".
    """

    kind: str
    missing: frozenset[str] = frozenset()
    notes: Sequence[Note] = ()
    look: str = ""


def infer_kind(raw: RawTable, name: str, marks: frozenset[str]) -> Inferred:
    """The kind that the cells of a column suggest. Raises InputError for a decimal point among decimal
    commas.
    """
    cells = raw_columns.column_of(raw, name)
    numbers = cells.numbers(marks | NO_NUMBER, raw.decimal)
    if numbers is not None and not np.isnan(numbers.values).all():
        code = cells.code(numbers.values)
        if code:
            look = "zeros" if written_numbers.ZEROS.fullmatch(code[1]) else ""
            return Inferred("nominal", NO_NUMBER, [Note(code[0], name, repr(code[1]))], look)
        return Inferred("linear")

    present = {cell: times for cell, times in cells.times.items() if cell not in marks | NO_NUMBER}
    if {cell.lower() for cell in present} <= TRUTH:
        return Inferred("nominal", NO_NUMBER)
    if raw.decimal == "," and cells.numbers(marks | NO_NUMBER, ".") is not None:
        row = cells.among({cell for cell in present if "." in cell})[0]
        raise InputError(
            f"{place(raw, row)}: {cells[row]!r} has a decimal point, but `decimal` is a comma: write all "
            "numbers in one way, or set `decimal` to a point (`--decimal .`)"
        )
    look, notes = look_at_text(raw, name, cells, present)
    if look in ("dates", "times"):
        return Inferred("nominal", NO_NUMBER, notes, look)
    label = next((cell for cell in cells.times if cell in NO_NUMBER - marks), None)
    if label is not None:
        said = f"{label} is treated as a label; if it means missing, set `{missing_option(label)}`"
        notes = [*notes, Note(said, name)]
    return Inferred("nominal", frozenset(), notes, look)


def look_at_typed(raw: RawTable, name: str, marks: frozenset[str]) -> tuple[str, Sequence[Note]]:
    """The same as `look_at_text` for a column that the file declares as text: only dates, identifiers and
    numbers that are not codes.
    """
    cells = raw_columns.column_of(raw, name)
    numbers = cells.numbers(marks | NO_NUMBER, raw.decimal)
    if numbers is not None and (numbers.form or (numbers.values % 1 > 0).any()):
        said = (
            "text of numbers is treated as labels, as its type says (`--kind COL=linear` reads the numbers)"
        )
        return "numbers", [Note(said, name, repr(next(iter(cells.times))))]
    present = {cell: times for cell, times in cells.times.items() if cell not in marks | NO_NUMBER}
    look, notes = look_at_text(raw, name, cells, present)
    return (look, notes) if look in ("dates", "times", "identifier") else ("", [])


def look_at_text(
    raw: RawTable, name: str, cells: Cells, present: Mapping[str, int]
) -> tuple[str, Sequence[Note]]:
    """What a column of text looks like, and notes. present: number of occurrences of the cells that are not
    missing.
    """
    labels, total = list(present), sum(present.values())
    if written_dates.are_clocks(labels):
        said = f"times or durations are treated as labels (write them as minutes or seconds, or set {DROP})"
        return "times", [Note(said, name, repr(labels[0]))]
    if written_dates.are_dates(labels):
        said = f"dates or times are treated as plain labels (derive numbers such as age, or set {DROP})"
        return "dates", [Note(said, name, repr(labels[0]))]
    others = {cell for cell in labels if not written_numbers.could_be_number(cell)}
    if labels and not others:
        said = f"numbers in more than one form are treated as labels (write all in one form, or set {KEEP})"
        return "numbers", [Note(said, name, " and ".join(map(repr, written_numbers.different_forms(labels))))]
    if 0 < len(others) < len(labels) and {cell.lower() for cell in labels} <= TRUTH | {
        "0",
        "1",
        "0.0",
        "1.0",
    }:
        said = f"true and false are written in more than one way (write all cells in one, or set {KEEP})"
        pair = (min(others), min(set(labels) - others))
        return "numbers", [Note(said, name, " and ".join(map(repr, pair)))]
    notation = len(others) > 1 and all(map(written_numbers.is_notation, others))
    if labels and not notation and 2 * sum(present[cell] for cell in others) <= total:
        row = cells.among(others)[0]
        odd = missing_option(cells[row])
        said = (
            f"contains mostly numbers, but is treated as labels because of {cells[row]!r} in "
            f"{place(raw, row)} (correct it, set `{odd}` if it means missing, or set {KEEP})"
        )
        return "numbers", [Note(said, name)]
    if (notation and len(others) < len(labels)) or written_numbers.has_other_text(labels):
        said = f"numbers with other text are treated as labels (write them without the text, or set {KEEP})"
        example = next(cell for cell in labels if not written_numbers.is_number(cell))
        return "numbers", [Note(said, name, repr(example))]
    if total >= ENOUGH and len(labels) >= ALMOST_ALL * total:
        said = f"looks like an identifier, which predicts nothing for new cases ({DROP} leaves it out)"
        return "identifier", [Note(said, name, repr(labels[0]))]
    return "", []
