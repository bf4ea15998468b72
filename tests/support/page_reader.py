"""Read a page of the report for tests: tags, ids, links, and tables with their cells."""

import base64
import gzip
import re
from html.parser import HTMLParser


class Page(HTMLParser):
    """Parser of a page: tags, ids, links, and tables with their cells."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.tables, self.name, self.cell = [], [], [], None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.tags.append((tag, found))
        if "id" in found:
            self.ids.append(found["id"])
        self.name = found.get("data-table", self.name)
        if tag == "table":
            self.tables.append({"name": self.name, "attributes": found, "rows": [], "caption": False})
        elif tag == "caption":
            self.tables[-1]["caption"] = True
        elif tag == "tr":
            self.tables[-1]["rows"].append([])
        elif tag in ("th", "td"):
            self.cell = {"tag": tag, "text": "", **found}
            self.tables[-1]["rows"][-1].append(self.cell)

    def handle_endtag(self, tag):
        if tag in ("th", "td"):
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell["text"] += data.strip()


def rows(page: Page, name: str) -> list[dict[str, dict]]:
    """Rows of the first table with this name, as dictionaries from column key to cell."""
    found = next(t for t in page.tables if t["name"] == name)["rows"]
    keys = [c["data-key"] for c in found[0]]
    return [dict(zip(keys, row, strict=True)) for row in found[1:]]


def row(page: Page, name: str, **wanted: str) -> dict[str, dict]:
    """The row of a table whose cells have these texts."""
    return next(
        r
        for r in rows(page, name)
        if all(r[k]["text"].lstrip("●▲■◆▼○□◇△▽✚✖★ ") == v for k, v in wanted.items())
    )


def whole(text: str) -> str:
    """A packed page with every section and card unpacked: the result of `page.build`, without the index."""
    parts = {
        name: gzip.decompress(base64.b85decode(content.replace(",", "<")))
        for name, content in re.findall(
            r'<script type="application/octet-stream" id="packed-([^"]+)">([^<]*)</script>', text
        )
    }

    def unpacked(match: re.Match) -> str:
        name = match[1]
        html, *texts = parts.pop(name).decode().split("\0")
        left = iter(texts)
        body = re.sub(
            r'<script type="text/plain" class="folded">(.*?)</script>',
            r"<!--fold-->\1<!--/fold-->",
            re.sub("></script>", lambda _: f">{next(left)}</script>", html),
            flags=re.DOTALL,
        )
        assert next(left, None) is None
        drawing = r'</svg><script type="text/plain" class="drawing">(.*?)</script>'
        body = re.sub(drawing, r"\1</svg>", body, flags=re.DOTALL)
        rest = r'(</tbody>\n</table>\n)((?:<script type="text/plain" class="rest"[^>]*>.*?</script>)+)'
        body = re.sub(rest, lambda m: re.sub(r"</?script[^>]*>", "", m[2]) + m[1], body, flags=re.DOTALL)
        return f"{match[0].replace(' data-packed', '')[: -len('</section>')]}\n{body}</section>"

    found = re.sub(r'<section id="([^"]+)"[^>]* data-packed></section>', unpacked, text)
    index = r'<script type="application/json" id="index">[^<]*</script>\n'
    kept = "manifest|arrays|origins"
    part = rf'<script type="application/octet-stream" id="packed-(?!{kept})[^"]+">[^<]*</script>\n?'
    return re.sub(part, "", re.sub(index, "", found))
