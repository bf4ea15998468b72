"""Texts and sequences: FASTA, documents in folders, and Reuters-21578."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import RawTable, make_table_from_rows

DOCUMENT = re.compile(r"<REUTERS ([^>]*)>(.*?)</REUTERS>", re.DOTALL)
ATTRIBUTE = re.compile(r'([A-Z]+)="([^"]*)"')
TOPICS = re.compile(r"<TOPICS>(.*?)</TOPICS>", re.DOTALL)
TOPIC = re.compile(r"<D>(.*?)</D>", re.DOTALL)
TEXT = re.compile(r"<TEXT[^>]*>(.*?)</TEXT>", re.DOTALL)
MARKUP = re.compile(r"</?[A-Z][^<>]*>|&#\d+;")


def read_fasta(text: str, where: str) -> RawTable:
    """Read sequences: a line `>name description`, then lines of letters, is one row.

    The column file is the file's name without folder and suffixes, and the class unless the stanza says
    otherwise. Raises InputError for letters before the first header, for a record without letters, and for a
    header inside a line.
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
    characters (`&#n;`) become blanks. Raises InputError for a file without documents, or a
    document without one of these parts.
    """
    rows, lines, counted, line = [], [], 0, 1
    for document in DOCUMENT.finditer(text):
        line += text.count("\n", counted, document.start())
        counted = document.start()
        rows.append(_read_reuters_document(document[1], document[2], f"{where}, line {line}"))
        lines.append(line)
    if len(rows) != text.count("<REUTERS ") or not rows:
        raise InputError(
            f"{where} contains {text.count('<REUTERS ')} documents of Reuters-21578, {len(rows)} of them "
            "complete: fetch the file again"
        )
    names, hints = ("id", "split", "topics_given", "topics", "text"), {"text": {"kind": "count"}}
    return make_table_from_rows(names, rows, lines, where, hints=hints, target="topics", ignored=names[:3])


def _read_reuters_document(head: str, document: str, place: str) -> list[str]:
    attributes, topics, body = dict(ATTRIBUTE.findall(head)), TOPICS.search(document), TEXT.search(document)
    absent = [name for name in ("NEWID", "LEWISSPLIT", "TOPICS") if name not in attributes]
    absent += ["<TOPICS>"] * (topics is None) + ["<TEXT>"] * (body is None)
    if topics is None or body is None or absent:
        raise InputError(f"{place}: the document has no {absent[0]}: fetch the file again")
    names = sorted({topic.strip() for topic in TOPIC.findall(topics[1])})
    text = MARKUP.sub(" ", body[1]).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return [attributes["NEWID"], attributes["LEWISSPLIT"], attributes["TOPICS"], " ".join(names), text]
