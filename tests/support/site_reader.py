"""The content of a static page for tests: tables with their cells, links, ids, images and headings."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, TreeBuilder

VOID = {"br", "img", "input", "link", "meta", "line", "circle"}


class ShownTable(NamedTuple):
    """A table: the CSV file that its caption links, header labels, and text of the cells of each row."""

    csv: str
    headers: list[str]
    rows: list[list[str]]


class TreeParser(HTMLParser):
    """Build a tree of the elements. `open_tags` is empty at the end of a page that closes them in order."""

    def __init__(self):
        super().__init__()
        self.builder, self.open_tags = TreeBuilder(), []

    def handle_starttag(self, tag, attributes):
        """Begin an element; one without content has no end."""
        self.builder.start(tag, {name: value or "" for name, value in attributes})
        if tag in VOID:
            self.builder.end(tag)
        else:
            self.open_tags.append(tag)

    def handle_endtag(self, tag):
        """End the element that was begun last; `<line/>` has ended already."""
        if tag not in VOID:
            assert self.open_tags.pop() == tag, (tag, self.getpos())
            self.builder.end(tag)

    def handle_data(self, data):
        """Add text to the open element."""
        self.builder.data(data)


class SitePage:
    """A parsed page."""

    def __init__(self, path: Path):
        parser = TreeParser()
        parser.feed(path.read_text(encoding="utf-8"))
        elements = list(parser.builder.close().iter())
        self.open_tags = parser.open_tags
        self.links = [e.get(name) for e in elements for name in ("href", "src") if e.get(name)]
        self.ids = [e.get("id") for e in elements if "id" in e.attrib]
        self.images = [e.attrib for e in elements if e.tag == "img"]
        self.sections = {e.get("id"): "".join(e.itertext()) for e in elements if e.tag == "section"}
        self.tables, csv = [], ""
        for e in elements:
            if e.tag == "a" and "csv" in e.get("class", ""):
                csv = Path(e.get("href")).stem
            elif e.tag == "table":
                headers = [read_cell(cell).strip() for cell in e.iterfind("thead/tr/*")]
                rows = [[read_cell(cell).strip() for cell in row] for row in e.iterfind("tbody/tr")]
                self.tables.append(ShownTable(csv, headers, rows))


def read_cell(element: Element) -> str:
    """The text of a cell without its axis; line breaks and small print begin a line."""
    if element.get("class") == "axis":
        return ""
    text = ("\n" if element.tag in ("br", "small") else "") + (element.text or "")
    return text + "".join(read_cell(part) + (part.tail or "") for part in element)
