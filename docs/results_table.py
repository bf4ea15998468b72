"""The table of results in README.md, from the tables of a finished default run; `make picture` writes it."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path
from typing import NamedTuple

SHOWN = 10
START, END = "<!-- results -->\n", "<!-- end -->"


class Row(NamedTuple):
    """A method of the primary comparison: accuracy points above the reference, and times its CPU time."""

    method: str
    title: str
    rank: float
    gain: float
    interval: tuple[float, float] | None  # 95 %; None for the reference
    cost: float


class Results(NamedTuple):
    """The best methods, the best average rank first, and the reference; the number of data sets."""

    rows: tuple[Row, ...]
    datasets: int


def read(directory: Path) -> Results:
    """The table of a finished run."""
    tables = directory / "reports" / "tables"
    board = json.loads((tables / "leaderboard.json").read_text(encoding="utf-8"))
    methods = json.loads((directory / "results" / "config.json").read_text(encoding="utf-8"))["methods"]
    costs = [r for r in _rows(tables / "time_cost.csv") if r["protocol"] == board["protocol"]]
    seconds = {r["method"]: float(r["cpu_seconds"]) for r in costs}
    reference = board["reference"]

    def row(method: str, rank: float, gain: float, interval: tuple[float, float] | None) -> Row:
        title = re.sub(r"(,| \().*", "", methods[method]["title"])
        return Row(method, title, rank, gain, interval, seconds[method] / seconds[reference])

    best = _rows(tables / "differences.csv")[:SHOWN]
    found = [
        row(
            r["method"],
            float(r["average_rank"]),
            100 * float(r["gain"]),
            (100 * float(r["low"]), 100 * float(r["high"])),
        )
        for r in best
    ]
    (rank,) = (r["average_rank"] for r in board["rows"] if r["method"] == reference)
    found.append(row(reference, rank, 0.0, None))
    return Results(tuple(found), max(r["datasets"] for r in board["rows"]))


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def text(found: Results) -> str:
    """The table in Markdown, after the sentences that explain it."""
    told = f"""\
The table lists the best methods of the default run on {found.datasets} data sets by average rank, and naive
Bayes. A gain is the mean difference from naive Bayes in accuracy points, with its 95 % interval. Cost is the
CPU time of fitting and predicting as a multiple of that of naive Bayes.
"""
    head = ["| Method | Average rank | Gain | Cost |", "| --- | --: | --: | --: |"]
    return "\n".join([told, *head, *map(_line, found.rows), ""])


def _line(row: Row) -> str:
    interval = f"{row.gain:+.1f} ({row.interval[0]:+.1f} to {row.interval[1]:+.1f})" if row.interval else "0"
    cost = f"{row.cost:.1f}" if row.cost < 10 else f"{row.cost:,.0f}"
    return f"| {row.title} (`{row.method}`) | {row.rank:.1f} | {interval} | {cost} |"


def filled(page: str, table: str) -> str:
    """The text of a page with the table between its marks."""
    before, start, rest = page.partition(START)
    if not start:
        raise SystemExit(f"error: the page lacks the line {START.strip()} before its table: add it")
    return f"{before}{start}{table}{END}{rest.partition(END)[2]}"


def main(directory: str, page: str) -> None:
    """Fill in the table of a page."""
    path = Path(page)
    path.write_text(filled(path.read_text(encoding="utf-8"), text(read(Path(directory)))), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
