"""Write the cells of tables as HTML. The page has hundreds of thousands of them, too many for a template."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from markupsafe import Markup

from naivebench.benchmark.results import tables
from naivebench.benchmark.results.tables import Cell, Column
from naivebench.report.palette import Style

CODE = re.compile(r"`([^`]+)`")


def swatch(look: Style) -> str:
    """The mark of a group of methods."""
    return f'<i class="sw {escape(look.css)}" aria-hidden="true">{escape(look.glyph)}</i>'


def coded(text: str) -> Markup:
    """Set the parts of a sentence that are in backticks as code."""
    return Markup(CODE.sub(r"<code>\1</code>", escape(text)))


def cell(value: object, column: Column, looks: Mapping[str, Style]) -> str:
    """A cell of a table as HTML, on one line: its class, number to sort by, reason, mark, link and text."""
    number, rich = tables.is_number(column), value if isinstance(value, Cell) else None
    css = ("" if number else "t " if column.kind != "long" else "t long ") + (rich.css if rich else "")
    text, tag = tables.shown(value, column), "th" if column.kind == "id" else "td"
    start = '<th scope="row"' if tag == "th" else "<td"
    if css.strip():
        start += f' class="{escape(css.strip())}"'
    key = tables.sort_key(value, text) if number else None
    if key is not None:
        start += f' data-v="{escape(key)}"'
    if rich and rich.title:
        start += f' title="{escape(rich.title)}"'
    inside = str(coded(text)) if column.kind == "long" else escape(text)
    if rich and rich.href:
        mark = swatch(looks[str(rich.value)]) if rich.css == "method" and rich.value in looks else ""
        inside = f'{mark}<a href="{escape(rich.href)}">{inside}</a>'
    return f"{start}>{inside}</{tag}>".replace("\n", "")
