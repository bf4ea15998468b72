"""The audit reads all rows of a page, wherever a section stores them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import page_again

from naivebench.report import packing


def table(name, rows):
    body = "".join(f'<tr>\n<td>{name}</td><td data-v="{i}">{i}</td></tr>\n' for i in range(rows))
    head = '<thead><tr><th data-key="method">M</th><th data-key="n">N</th></tr></thead>'
    caption = f"<caption><span>{name}</span></caption>"
    inside = f"<table>{caption}{head}\n<tbody>\n{body}</tbody>\n</table>\n"
    return f'<div class="table" id="table-{name}" data-table="{name}">{inside}</div>'


def test_rows_of_long_tables_and_of_cards_belong_to_their_tables(tmp_path):
    drawing = '<svg class="x" role="img"><title>t</title><desc>d</desc><g/></svg>'
    card = f"<details><summary>s</summary><!--fold-->{table('method-nb', 40)}<!--/fold--></details>"
    body = table("long", 1200) + drawing + table("short", 3) + card + table("last", 31)
    page = f'<main>\n<section id="one">\n{body}</section>\n</main>'
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports/index.html").write_text(packing.packed(page))
    tables = page_again.Tables(page_again.unfolded(page_again.sections(tmp_path)["one"])).found
    found = [(name, rows[1:]) for name, rows in tables]  # the first row has the names of the columns
    assert [(name, len(rows)) for name, rows in found] == [
        ("long", 1200),
        ("short", 3),
        ("method-nb", 40),
        ("last", 31),
    ]
    for name, rows in found:
        assert [(row["method"][1].strip(), row["n"][0]) for row in rows] == [
            (name, str(i)) for i in range(len(rows))
        ]
