"""Sequences in FASTA: a line `>name description`, then lines of letters.

The class of a sequence may be the name of its file.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import RawTable, from_rows

NAMES = ("name", "description", "file", "sequence")


def read(text: str, where: str) -> RawTable:
    """Read one row per record; column file is the file's name without folder and suffixes, and the class
    unless the stanza says otherwise.

    Raises InputError for letters before the first header, for a record without letters, and for a header
    inside a line.
    """
    stem = PurePosixPath(where).name.partition(".")[0]
    heads: list[list[str]] = []
    sequences: list[list[str]] = []
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(">"):
            name, _, description = line[1:].strip().partition(" ")
            heads.append([name, description.strip(), stem])
            sequences.append([])
            lines.append(number)
        elif line.strip() and not heads:
            raise InputError(
                f"{where}, line {number}: expected a header: begin every sequence with a line `>name`"
            )
        elif line.strip():
            if ">" in line:
                raise InputError(
                    f"{where}, line {number}: there is a `>` inside a sequence: begin the next record on "
                    "a new line"
                )
            sequences[-1].append(line)
    empty = next((i for i, parts in enumerate(sequences) if not parts), None)
    if empty is not None:
        raise InputError(
            f"{where}, line {lines[empty]}: this header has no sequence: delete it or add the letters"
        )
    letters = [re.sub(r"\s+|\*$", "", "".join(parts)) for parts in sequences]
    return from_rows(
        NAMES,
        [[*head, text] for head, text in zip(heads, letters, strict=True)],
        lines,
        where,
        hints={"sequence": {"kind": "sequence"}},
        target="file",
        ignored=("name", "description"),
    )
