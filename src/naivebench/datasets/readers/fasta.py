"""Sequences in FASTA: a line `>name description`, then lines of letters.

The class of a sequence may be the name of its file.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from naivebench.core.checks import InputError
from naivebench.datasets.readers.raw_table import RawTable, from_rows

NAMES = ("name", "description", "file", "sequence")


def read(text: str, where: str) -> RawTable:
    """One row per record; column file is the file's name without folder and suffixes, and the class unless
    the stanza says otherwise.

    Raises InputError for letters before the first header, for a record without letters, and for a header
    inside a line.
    """
    stem, rows, lines = PurePosixPath(where).name.partition(".")[0], [], []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(">"):
            name, _, description = line[1:].strip().partition(" ")
            rows.append([name, description.strip(), stem, []])
            lines.append(number)
        elif line.strip() and not rows:
            raise InputError(
                f"line {number} of {where} stands before the first header: FASTA begins every sequence "
                "with a line `>name`"
            )
        elif line.strip():
            if ">" in line:
                raise InputError(
                    f"line {number} of {where} has a `>` inside a sequence: begin the next record on a "
                    "line of its own"
                )
            rows[-1][3].append(line)
    empty = next((i for i, row in enumerate(rows) if not row[3]), None)
    if empty is not None:
        raise InputError(
            f"line {lines[empty]} of {where} is a header without a sequence: delete it or add the letters"
        )
    cells = [[*about, re.sub(r"\s+|\*$", "", "".join(parts))] for *about, parts in rows]
    return from_rows(
        NAMES,
        cells,
        lines,
        where,
        hints={"sequence": {"kind": "sequence"}},
        target="file",
        ignored=("name", "description"),
    )
