"""Write the tables of these pages that come from the code: `make format` runs this file.

python docs/write_tables.py
"""

from __future__ import annotations

from pathlib import Path

from naivebench.evaluation import metrics

FOLDER = Path(__file__).resolve().parent
TABLES = {("protocols.md", "metrics"): metrics.table}  # (page, mark before the table) -> its text
END = "<!-- end -->"


def filled(text: str, mark: str, table: str) -> str:
    """The text of a page with the table between `<!-- mark -->` and `<!-- end -->`."""
    before, start, rest = text.partition(f"<!-- {mark} -->\n")
    return f"{before}{start}{table}\n{END}{rest.partition(END)[2]}"


def pages() -> dict[Path, str]:
    """Every page with tables -> its text as it has to be."""
    found: dict[Path, str] = {}
    for (name, mark), table in TABLES.items():
        page = FOLDER / name
        found[page] = filled(found.get(page) or page.read_text(encoding="utf-8"), mark, table())
    return found


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
