"""Orange's .tab files: tab-separated, three header lines (names; types; flags)."""

from __future__ import annotations

import csv
import io
import re

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import Hint, RawTable, from_rows

LINEAR = ("c", "continuous", "n", "numeric")
NOMINAL = ("d", "discrete", "s", "string", "t", "time", "basket", "")
IGNORED = ("i", "ignore", "m", "meta")


def read(text: str, where: str) -> RawTable:
    """Read Orange's format: flag `class` marks the class, `i`, `ignore`, `meta` and `m` mark columns to leave
    out.

    A type that is a blank-separated list (blanks inside a value as ``\\ ``) is a declared value list.
    """
    rows, lines = [], []
    file = csv.reader(io.StringIO(text, newline=""), delimiter="\t")
    last = 0
    try:
        for row in file:
            if row:
                rows.append([cell.strip() for cell in row])
                lines.append(last + 1)
            last = file.line_num
    except csv.Error as error:
        raise InputError(f"{where}, line {last + 1}: the line cannot be read ({error}): fix it") from error
    if len(rows) < 3:
        raise InputError(
            f"{where} has {len(rows)} lines, but an Orange .tab file begins with three (names, types, "
            "flags): add them"
        )
    names, types, flags = rows[:3]
    flags = flags + [""] * (len(names) - len(flags))
    if len(types) != len(names) or len(flags) != len(names):
        raise InputError(
            f"{where} has {len(names)} names, {len(types)} types and {len(flags)} flags in its three "
            "header lines: give all three the same number"
        )
    wrong = next((i for i in range(3, len(rows)) if len(rows[i]) != len(names)), None)
    if wrong is not None:
        raise InputError(
            f"{where}, line {lines[wrong]}: expected {len(names)} cells, found {len(rows[wrong])}: fix or "
            "delete the line"
        )
    marks = [set(flag.split()) for flag in flags]
    target = next((name for name, flag in zip(names, marks, strict=True) if flag & {"class", "c"}), None)
    ignored = [name for name, flag in zip(names, marks, strict=True) if flag & set(IGNORED)]
    hints = {name: _hint(kind) for name, kind in zip(names, types, strict=True)}
    return from_rows(names, rows[3:], lines[3:], where, hints=hints, target=target, ignored=ignored)


def _hint(kind: str) -> Hint:
    if kind.lower() in LINEAR:
        return {"kind": "linear"}
    if kind.lower() in NOMINAL:
        return {"kind": "nominal"}
    return {
        "kind": "nominal",
        "values": [re.sub(r"\\(.)", r"\1", value) for value in re.findall(r"(?:\\.|[^\s\\])+", kind)],
    }
