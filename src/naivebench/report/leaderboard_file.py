"""`tables/leaderboard.json`: the rows of `leaderboard.csv` for programs, and the JSON schema of the file.

The schema comes from the columns that `leaderboard.COLUMNS` declares; `make format` writes it into `docs/`.
"""

from __future__ import annotations

import json
from typing import Any

from naivebench import RESULTS_VERSION, __version__
from naivebench.benchmark.results import tables
from naivebench.benchmark.results.comparisons import Heading
from naivebench.benchmark.results.tables import Column, Table
from naivebench.report import leaderboard

# Of the form of both files. The first number rises when a column is removed or changes its meaning, the
# second when one is added.
VERSION = "2.0"
UNITS = {"percent": "share of 1", "seconds": "s", "megabytes": "MB"}
ABOUT = {
    "version": "Version of this form",
    "naivebench": "Version of the code",
    "results": "Version of the results",
    "protocol": "Protocol of the comparison",
    "metric": "Metric by which the methods are ranked",
    "reference": "Method that the improvement compares with; empty: none",
}


def text(board: Table, heading: Heading | None, reference: str | None) -> str:
    """Text of the JSON file: facts about the comparison, and one object per row; missing numbers are null."""
    protocol, metric = (heading.protocol, heading.metric) if heading else ("", "")
    values = (VERSION, __version__, RESULTS_VERSION, protocol, metric, reference or "")
    rows = [{c.key: tables.raw(row.get(c.key)) for c in _columns()} for row in board.rows]
    content = dict(zip(ABOUT, values, strict=True)) | {"rows": rows}
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of the file. Versions that only add columns satisfy it too."""
    facts: dict[str, Any] = {n: {"type": "string", "description": about} for n, about in ABOUT.items()}
    facts["version"]["pattern"] = rf"^{VERSION.partition('.')[0]}\."
    rows: dict[str, Any] = {"type": "array", "description": "Methods, the best average rank first"}
    rows |= {"items": _object({c.key: _described(c) for c in _columns()})}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"naivebench leaderboard {VERSION}",
        **_object(facts | {"rows": rows}),
    }


def table() -> str:
    """Table for the documentation that describes the columns of the leaderboard's files."""
    lines = ["| column | head on the page | file | type | meaning |", "|---|---|---|---|---|"]
    for column in leaderboard.COLUMNS:
        name = "`time_leaderboard.csv`" if column.time else "CSV, JSON"
        kind = "number" if tables.is_number(column) else "text"
        unit = f", {UNITS[column.kind]}" if column.kind in UNITS else ""
        lines.append(f"| `{column.key}` | {column.label} | {name} | {kind}{unit} | {column.title} |")
    return "\n".join(lines)


def _columns() -> list[Column]:
    return [c for c in leaderboard.COLUMNS if not c.time]


def _described(column: Column) -> dict[str, Any]:
    kind = ["number", "null"] if tables.is_number(column) else "string"
    return {"type": kind, "title": column.label, "description": column.title or column.label}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}
