"""The page as readers get it: all sections but the first are compressed until a reader opens one.

The HTML of a section is gzipped and encoded in base 85, in a `<script>` of its own; this costs a browser
nothing but its bytes. `scripts/packed.js` puts it in its place. Everything between the comments `fold` and
`/fold`, such as the inside of a card or other details, becomes text that is parsed when it is opened. The
later rows of a table (after `drawn_first`) and the insides of drawings also become text, which is parsed when
the browser has time or a choice needs it. These texts, and the further views of a table, follow the HTML of
their section, so that only the HTML is parsed when the section opens. A small index says which section and
card contain an anchor; the entries of the search (`places.py`) are compressed too.
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

# rows that a table draws at once, draws at most until a reader asks for all, and parses in one go
FIRST, ROWS, PIECE = 30, 100, 500
CELLS, LEAST = 300, 10  # cells that a wide table draws at once, but at least this many rows
FEW = 10  # rows up to which a table needs no filter
LONG = re.compile(r"(<tbody>\n)(.*?)(</tbody>\n</table>\n)", re.DOTALL)
DRAWING = re.compile(r'(<svg [^>]*role="img"[^>]*>\s*<title.*?</desc>)(.*?)</svg>', re.DOTALL)
TEXT = re.compile(r"(<script.*?</script>)", re.DOTALL)
SCRIPT = re.compile(r"(<script[^>]*>)(.*?)</script>", re.DOTALL)
APART = "\0"  # separates the HTML of a section from its texts
FOLDED = '<script type="text/plain" class="folded">'


def script(name: str, content: bytes) -> str:
    """Pack content into a script that `scripts/packed.js` reads as `name`; equal content gives equal text."""
    text = base64.b85encode(gzip.compress(content, 9, mtime=0)).decode("ascii").replace("<", ",")
    return f'<script type="application/octet-stream" id="packed-{name}">{text}</script>'


def embedded(values: Mapping[str, object] | Index) -> str:
    """JSON for use inside a script of the page: `<` is escaped because it could end the script."""
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


class Index(TypedDict):
    """Positions of anchors: section -> ids in it, and card -> ids in it."""

    anchors: dict[str, list[str]]
    cards: dict[str, list[str]]


def index(page: str, offered: Iterable[str]) -> Index:
    """Build the index of an unpacked page: the ids that links on the page or the search (`offered`) lead
    to.
    """
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
    """Replace the later rows of a section's tables (in pieces) and the insides of its drawings by text."""

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
    """Number of rows that a table draws at once: `FIRST`, or fewer for a wide table."""
    cells = len(re.findall(r"<t[dh][ >]", rows[0])) if rows else 0
    return max(LEAST, min(FIRST, CELLS // max(cells, 1)))


def apart(body: str) -> str:
    """A section's HTML with its scripts emptied, followed by the contents of the scripts in order."""
    texts: list[str] = []

    def emptied(match: re.Match[str]) -> str:
        texts.append(match[2])
        return f"{match[1]}</script>"

    html = SCRIPT.sub(emptied, body)
    return APART.join([html, *texts])


def _joined(rows: list[str]) -> str:
    return "".join(f"{row}</tr>\n" for row in rows)


def packed(page: str, keep: str = "ranking") -> str:
    """Compress all sections of a page but `keep`; equal pages give equal bytes."""
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
