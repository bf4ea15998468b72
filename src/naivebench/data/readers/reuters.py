"""Reuters-21578, distribution 1.0, in its SGML files: one row per document.

The text is the whole element TEXT, since documents of type BRIEF have no BODY and those of type UNPROC no
elements inside: tags and control characters (`&#n;`) become blanks. The topics of a document are distinct and
in order, since some documents repeat one.
"""

from __future__ import annotations

import re

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import Hint, RawTable, from_rows

NAMES = ("id", "split", "topics_given", "topics", "text")
DOCUMENT = re.compile(r"<REUTERS ([^>]*)>(.*?)</REUTERS>", re.DOTALL)
ATTRIBUTE = re.compile(r'([A-Z]+)="([^"]*)"')
TOPICS = re.compile(r"<TOPICS>(.*?)</TOPICS>", re.DOTALL)
TOPIC = re.compile(r"<D>(.*?)</D>", re.DOTALL)
TEXT = re.compile(r"<TEXT[^>]*>(.*?)</TEXT>", re.DOTALL)
MARKUP = re.compile(r"</?[A-Z][^<>]*>|&#\d+;")


def read(text: str, where: str) -> RawTable:
    """Read a file of the collection.

    Columns: id (NEWID), split (LEWISSPLIT: TRAIN, TEST, NOT-USED), topics_given (attribute TOPICS: YES, NO,
    BYPASS), topics (names separated by blanks, empty if there are none; the class unless the stanza says
    otherwise) and text. The ModApte split is split TRAIN or TEST with topics_given YES. Raises InputError for
    a file without documents, or a document without one of these parts.
    """
    rows, lines, counted, line = [], [], 0, 1
    for document in DOCUMENT.finditer(text):
        line += text.count("\n", counted, document.start())
        counted = document.start()
        rows.append(_row(document[1], document[2], f"{where}, line {line}"))
        lines.append(line)
    if len(rows) != text.count("<REUTERS ") or not rows:
        raise InputError(
            f"{where} contains {text.count('<REUTERS ')} beginnings, but {len(rows)} complete documents "
            "of Reuters-21578: fetch it again"
        )
    hints: dict[str, Hint] = {"text": {"kind": "count"}}
    return from_rows(
        NAMES, rows, lines, where, hints=hints, target="topics", ignored=("id", "split", "topics_given")
    )


def _row(head: str, document: str, place: str) -> list[str]:
    attributes, topics, body = dict(ATTRIBUTE.findall(head)), TOPICS.search(document), TEXT.search(document)
    absent = [name for name in ("NEWID", "LEWISSPLIT", "TOPICS") if name not in attributes]
    absent += ["<TOPICS>"] * (topics is None) + ["<TEXT>"] * (body is None)
    if topics is None or body is None or absent:
        raise InputError(f"{place}: the document has no {absent[0]}: fetch the file again")
    names = sorted({topic.strip() for topic in TOPIC.findall(topics[1])})
    return [
        attributes["NEWID"],
        attributes["LEWISSPLIT"],
        attributes["TOPICS"],
        " ".join(names),
        plain(body[1]),
    ]


def plain(markup: str) -> str:
    """Text without tags and control characters."""
    return MARKUP.sub(" ", markup).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
