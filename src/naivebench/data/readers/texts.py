"""Texts and sequences: FASTA, documents in folders, and Reuters-21578."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import RawTable, make_table_from_rows

ABOUT = {"NEWID", "LEWISSPLIT", "TOPICS"}  # attributes that are used
DOCUMENT = re.compile(r"<REUTERS ([^>]*)>(.*?)</REUTERS>", re.DOTALL)
ATTRIBUTE = re.compile(r'([A-Z]+)="([^"]*)"')
TOPICS = re.compile(r"<TOPICS>(.*?)</TOPICS>", re.DOTALL)
TOPIC = re.compile(r"<D>(.*?)</D>", re.DOTALL)
TEXT = re.compile(r"<TEXT[^>]*>(.*?)</TEXT>", re.DOTALL)
MARKUP = re.compile(r"</?[A-Z][^<>]*>|&#\d+;")


def read_fasta(text: str, where: str) -> RawTable:
    """Read sequences. A line `>name description` and the lines of letters below it are one row.

    The column file is the file's name without folder and suffixes, and the class unless the stanza says
    otherwise. Raises InputError with the line for a record without a header or letters.
    """
    stem = PurePosixPath(where).name.partition(".")[0]
    rows: list[list[str]] = []
    lines: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(">"):
            name, _, description = line[1:].strip().partition(" ")
            rows.append([name, description.strip(), stem, ""])
            lines.append(number)
        elif line.strip() and (not rows or ">" in line):
            why = "a `>` inside a sequence" if rows else "letters before the first header"
            raise InputError(f"{where}, line {number}: {why}: begin every sequence with a line `>name`")
        elif line.strip():
            rows[-1][3] += re.sub(r"\s+", "", line)
    for row, number in zip(rows, lines, strict=True):
        if not row[3]:
            raise InputError(f"{where}, line {number}: this header has no sequence: add its letters")
        row[3] = row[3].removesuffix("*")
    names, hints = ("name", "description", "file", "sequence"), {"sequence": {"kind": "sequence"}}
    return make_table_from_rows(names, rows, lines, where, hints=hints, target="file", ignored=names[:2])


def read_document(text: str, where: str) -> RawTable:
    """Read a document as one row: file (its whole name), folder (its folder, and its class unless the
    stanza names another column) and text. Raises InputError for a file without a folder.
    """
    folder = PurePosixPath(where).parent.name
    if not folder:
        cure = "takes the class from the name of the folder: set `member` to `*/*/*.txt`"
        raise InputError(f"{where} is not in a folder, but the reader `documents` {cure}")
    names, hints = ("file", "folder", "text"), {"text": {"kind": "count"}}
    return make_table_from_rows(
        names, [[where, folder, text]], [1], where, hints=hints, target="folder", ignored=names[:1]
    )


def read_reuters(text: str, where: str) -> RawTable:
    """Read an SGML file of Reuters-21578, distribution 1.0: one row per document.

    Columns: id (NEWID), split (LEWISSPLIT: TRAIN, TEST, NOT-USED), topics_given (attribute TOPICS: YES, NO,
    BYPASS), topics (different names in order, separated by blanks; the class unless the stanza says
    otherwise) and text. The ModApte split is split TRAIN or TEST with topics_given YES. The text is the whole
    element TEXT, since type BRIEF has no BODY, and type UNPROC has no elements inside. Tags and control
    characters (`&#n;`) become blanks. Raises InputError for incomplete documents, or if there are none.
    """
    rows = list[list[str]]()
    for head, document in DOCUMENT.findall(text):
        attributes = dict(ATTRIBUTE.findall(head))
        topics, body = TOPICS.search(document), TEXT.search(document)
        if topics is None or body is None or not attributes.keys() >= ABOUT:
            parts = f"{', '.join(sorted(ABOUT))}, <TOPICS> or <TEXT>"
            raise InputError(f"{where}, document {len(rows) + 1}, has no {parts}: fetch the file again")
        names = " ".join(sorted({topic.strip() for topic in TOPIC.findall(topics[1])}))
        words = MARKUP.sub(" ", body[1]).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        rows.append([attributes["NEWID"], attributes["LEWISSPLIT"], attributes["TOPICS"], names, words])
    if len(rows) != text.count("<REUTERS ") or not rows:
        raise InputError(f"{where} has incomplete documents of Reuters-21578, or none: fetch the file again")
    columns, hints = ("id", "split", "topics_given", "topics", "text"), {"text": {"kind": "count"}}
    return make_table_from_rows(
        columns,
        rows,
        range(1, len(rows) + 1),
        where,
        hints=hints,
        target="topics",
        ignored=columns[:3],
        unit="document",
    )
