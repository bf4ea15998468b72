"""The page as it is shipped: all sections but the first are compressed until a reader asks for one.

A section is HTML, gzipped and in base 85, in a `<script>` of its own, which costs a browser nothing but its
bytes; `scripts/packed.js` puts it in its place. What stands between the comments `fold` and `/fold`, the
inside of a card or of other details, becomes text that is parsed when these are opened. The rows of a table
after the first ones (`drawn_first`) and the insides of drawings become text too, which is parsed when the
browser has time or a choice needs it.
These texts, and the further views of a table, follow the HTML of their section, so that it alone is parsed
when it opens. A small index says in which section and card an anchor is; what the search offers (`places.py`)
is compressed too.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import TypedDict

from naivebench.report import places
from naivebench.report.places import CARD, FOLD, ID, SECTION

# rows that a table draws at once, that it draws until all are asked for, and that are parsed in one go
FIRST, ROWS, PIECE = 30, 100, 500
CELLS, LEAST = 300, 10  # cells of the rows that a wide table draws at once, but that many rows at least
FEW = 10  # rows of a table that needs no filter
LONG = re.compile(r"(<tbody>\n)(.*?)(</tbody>\n</table>\n)", re.DOTALL)
DRAWING = re.compile(r'(<svg [^>]*role="img"[^>]*>\s*<title.*?</desc>)(.*?)</svg>', re.DOTALL)
TEXT = re.compile(r"(<script.*?</script>)", re.DOTALL)
SCRIPT = re.compile(r"(<script[^>]*>)(.*?)</script>", re.DOTALL)
APART = "\0"  # between the HTML of a section and its texts
FOLDED = '<script type="text/plain" class="folded">'


def script(name: str, content: bytes) -> str:
    """Content that `scripts/packed.js` reads as `name`; the same content gives the same text."""
    text = base64.b85encode(gzip.compress(content, 9, mtime=0)).decode("ascii").replace("<", ",")
    return f'<script type="application/octet-stream" id="packed-{name}">{text}</script>'


def embedded(values: Mapping[str, object] | Index) -> str:
    """JSON that a script of a page may hold: without `<`, which could end it."""
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


class Index(TypedDict):
    """Where anchors are: section -> ids, and card -> ids inside."""

    anchors: dict[str, list[str]]
    cards: dict[str, list[str]]


def index(page: str, offered: Iterable[str]) -> Index:
    """The index of a plain page: ids that something on the page or the search (`offered`) leads to."""
    wanted = {unescape(target) for target in re.findall(r'href="#([^"]+)"', page)}
    known = wanted | set(offered)
    anchors: dict[str, list[str]] = {}
    cards: dict[str, list[str]] = {}
    for match in SECTION.finditer(page):
        name, body = match[2], match[3]
        of_cards = {
            at: [i for i in ID.findall(inside) if i in wanted] for at, *_, inside in CARD.findall(body)
        }
        cards |= {at: ids for at, ids in of_cards.items() if ids}
        anchors[name] = [i for i in ID.findall(FOLD.sub("", body)) if i in known]
    return {"anchors": anchors, "cards": cards}


def shortened(body: str) -> str:
    """A section with the rows of its tables after the first ones as text, in pieces, and with what is inside
    its drawings as text.
    """

    def cut(match: re.Match[str]) -> str:
        before, rows, after = match[1], match[2].split("</tr>\n")[:-1], match[3]
        first = drawn_first(rows)
        pieces = [rows[i : i + PIECE] for i in range(first, len(rows), PIECE)]
        rest = (
            f'<script type="text/plain" class="rest" data-rows="{len(p)}">{_joined(p)}</script>'
            for p in pieces
        )
        return f"{before}{_joined(rows[:first])}{after}{''.join(rest)}"

    drawing = r'\1</svg><script type="text/plain" class="drawing">\2</script>'
    return "".join(
        part if part.startswith("<script") else DRAWING.sub(drawing, LONG.sub(cut, part))
        for part in TEXT.split(body)
    )


def drawn_first(rows: list[str]) -> int:
    """How many rows a table draws at once: `FIRST`, and fewer of a wide table."""
    cells = len(re.findall(r"<t[dh][ >]", rows[0])) if rows else 0
    return max(LEAST, min(FIRST, CELLS // max(cells, 1)))


def apart(body: str) -> str:
    """A section's HTML with empty scripts, and after it what was in them, in their order."""
    texts: list[str] = []

    def emptied(match: re.Match[str]) -> str:
        texts.append(match[2])
        return f"{match[1]}</script>"

    html = SCRIPT.sub(emptied, body)
    return APART.join([html, *texts])


def _joined(rows: list[str]) -> str:
    return "".join(f"{row}</tr>\n" for row in rows)


def packed(page: str, keep: str = "ranking") -> str:
    """The page with all sections but `keep` compressed; the same page gives the same bytes."""
    scripts = []

    def replaced(match: re.Match[str]) -> str:
        if match[2] == keep:
            return match[0]
        body = FOLD.sub(lambda fold: FOLDED + fold[1] + "</script>", match[3])
        scripts.append(script(match[2], apart(shortened(body)).encode()))
        return f"{match[1]} data-packed></section>"

    main, end = SECTION.sub(replaced, page), "</main>"
    found = places.of_page(page)
    at = f'<script type="application/json" id="index">{embedded(index(page, (p.id for p in found)))}</script>'
    listed = json.dumps([p._asdict() for p in found], separators=(",", ":"), ensure_ascii=False)
    return main.replace(end, "\n".join([end, at, script("places", listed.encode()), *scripts]), 1)
