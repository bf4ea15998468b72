"""The content of a static page for tests: tables with their cells, links, ids, images and headings."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

VOID = {"br", "img", "input", "link", "meta", "line", "circle"}


class ShownTable(NamedTuple):
    """A table: the CSV file that its caption links, header labels, and text of the cells of each row."""

    csv: str
    headers: list[str]
    rows: list[list[str]]


class SitePage(HTMLParser):
    """A parsed page. `open_tags` is empty at the end of a page whose elements are closed in order."""

    def __init__(self, path: Path):
        super().__init__()
        self.tables: list[ShownTable] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.sections: dict[str, str] = {}  # id -> text
        self.images: list[dict[str, str | None]] = []
        self.open_tags: list[str] = []
        self.cell: list[str] | None = None
        self.section, self.hidden, self.csv = "", False, ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        """Collect links and ids, and begin a table, row or cell."""
        about = dict(attributes)
        self.links += [about[name] for name in ("href", "src") if about.get(name)]
        self.ids += [about["id"]] if "id" in about else []
        if tag not in VOID:
            self.open_tags.append(tag)
        if tag == "img":
            self.images.append(about)
        elif tag == "section":
            self.section = about["id"]
            self.sections[self.section] = ""
        elif tag == "a" and "csv" in (about.get("class") or ""):
            self.csv = Path(about["href"]).stem
        elif tag == "table":
            self.tables.append(ShownTable(self.csv, [], []))
        elif tag == "tr" and "tbody" in self.open_tags:
            self.tables[-1].rows.append([])
        elif tag in ("th", "td"):
            self.cell = []
        elif tag in ("br", "small") and self.cell is not None:
            self.cell.append("\n")
        if about.get("class") == "axis":
            self.hidden = True

    def handle_startendtag(self, tag, attributes):
        """An element without content has no end."""
        self.handle_starttag(tag, attributes)

    def handle_data(self, data):
        """Add text to the open cell and section."""
        if self.cell is not None and not self.hidden:
            self.cell.append(data)
        if self.section:
            self.sections[self.section] += data

    def handle_endtag(self, tag):
        """End a cell: its text belongs to the headers or to the last row."""
        assert self.open_tags.pop() == tag, (tag, self.getpos())
        if tag in ("th", "td"):
            text = "".join(self.cell).strip()
            table = self.tables[-1]
            (table.headers if "thead" in self.open_tags else table.rows[-1]).append(text)
            self.cell, self.hidden = None, False
        if tag == "section":
            self.section = ""
