"""A collection of documents, each a separate file in an archive; the folder of a document is its class."""

from __future__ import annotations

from pathlib import PurePosixPath

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import Hint, RawTable, from_rows

NAMES = ("file", "folder", "text")


def read(text: str, where: str) -> RawTable:
    """Read a document as one row: file (its whole name), folder (that contains it; the class unless the
    stanza says otherwise) and text.

    Raises InputError for a file without a folder.
    """
    folder = PurePosixPath(where).parent.name
    if not folder:
        raise InputError(
            f"{where} is not in a folder, but the reader `documents` uses the folder's name as the class: "
            "set member to `*/*/*.txt`"
        )
    hints: dict[str, Hint] = {"text": {"kind": "count"}}
    cells = [where, folder, text]
    return from_rows(NAMES, [cells], [1], where, hints=hints, target="folder", ignored=("file",))
