"""A collection of documents, each a file of its own in an archive; the folder of a document is its class."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from naivebench.core.checks import InputError
from naivebench.datasets.readers.raw import RawTable
from naivebench.datasets.readers.read import decode

NAMES = ("file", "folder", "text")


def read(
    contents: Sequence[bytes], files: Sequence[str | None], where: str, *, encoding: str = "utf-8"
) -> RawTable:
    """One row per file: file (its whole name), folder (the one it stands in; the class unless the stanza says
    otherwise) and text.

    Raises InputError for a file without a folder and for bytes that are no text of the encoding.
    """
    bare = next((file for file in files if not file or not PurePosixPath(file).parent.name), None)
    if bare is not None or not files or None in files:
        raise InputError(
            f"{bare or where} stands in no folder, but reader documents takes the folder for the "
            "class: set member to `*/*/*.txt`"
        )
    names = [str(file) for file in files]
    texts = [decode(content, encoding, name) for content, name in zip(contents, names, strict=True)]
    columns = (names, [PurePosixPath(name).parent.name for name in names], texts)
    hints = {"text": {"kind": "count"}}
    return RawTable(NAMES, columns, hints, "folder", ("file",), [1] * len(names), tuple(enumerate(names)))
