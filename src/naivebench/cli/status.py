"""`naivebench status`: what a finished run lacks, why, how to get it, how long it takes, what it found, and
where its report is.
"""

from __future__ import annotations

import csv
import html
import json
import re
import textwrap
from argparse import Namespace
from pathlib import Path

from naivebench.benchmark import makespan
from naivebench.cli import terminal
from naivebench.cli.progress import duration
from naivebench.core.checks import InputError

MANY = 12  # reasons, and names in one of them, that are listed one by one
EXPECTED = "not applicable"  # nothing is to be done about these rows of the report
CORES = (2, 8)  # for which the time of a run is told
WIDTH = 110  # characters of a line
HEAD = 20_000  # characters of the page that hold its description


def run(arguments: Namespace) -> None:
    """Print it. Raises InputError where there is no report."""
    print("\n".join(summary(Path(arguments.directory))))


def summary(folder: Path) -> list[str]:
    """Lines of text: what is lacking, why, and what to do; the time, the result, and at last the report.

    What is lacking are the rows of the report's table of failures, so that nothing it shows is left unsaid.
    """
    page, table = folder / "reports" / "index.html", folder / "reports" / "tables" / "failures.csv"
    if not (page.is_file() and table.is_file()):
        if next((folder / "results" / "predictions").rglob("*.npz"), None):
            raise InputError(
                f"the run in {folder.resolve()} is not finished: run make report for a report of what is "
                "finished so far, or wait for the end"
            )
        raise InputError(f"there is no report in {folder.resolve()}: run make, or name the folder of a run")
    reasons: dict[tuple[str, str, str], dict[tuple[str, str], None]] = {}
    with open(table, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["status"] != EXPECTED:
                key = row["status"], row["reason"], row["remedy"]
                reasons.setdefault(key, {})[_what(row)] = None
    shown = [line for key, what in list(reasons.items())[:MANY] for line in _lines(*key, list(what))]
    if len(reasons) > MANY:
        shown.append(f"... and {len(reasons) - MANY} more reasons, see Failures in the report")
    lines = [*shown, *_time(folder), *_headline(page), f"report: {page.resolve()}"]
    return list(map(terminal.visible, lines))


def _what(row: dict[str, str]) -> tuple[str, str]:
    """Method and data set that a row concerns, "" for all; its stage where it concerns neither."""
    method, dataset = ("" if row[key] == "all" else row[key] for key in ("method", "dataset"))
    return (method, dataset) if method or dataset else (row["stage"], "")


def _named(what: list[tuple[str, str]]) -> str:
    """What rows concern, a method with the number of its data sets where they are many."""
    if len(what) > MANY and len({method for method, _ in what}) == 1 and what[0][0]:
        return f"{what[0][0]} on {len(what)} data sets"
    more = f" and {len(what) - MANY} more" if len(what) > MANY else ""
    return ", ".join(" on ".join(filter(None, pair)) for pair in what[:MANY]) + more


def _lines(status: str, reason: str, remedy: str, what: list[tuple[str, str]]) -> list[str]:
    """What is lacking, and indented below it why and what to do."""
    below = [reason, *([f"To do: {remedy}"] if remedy else [])]
    return _wrapped(f"{status}: {_named(what)}") + [
        f"    {line}" for text in below for line in _wrapped(text, WIDTH - 4)
    ]


def _wrapped(text: str, width: int = WIDTH) -> list[str]:
    """Lines of whole words, so that paths and addresses can be copied."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _time(folder: Path) -> list[str]:
    """What the jobs took, and how long that is on some numbers of cores; nothing without records."""
    jobs = makespan.recorded(folder / "logs" / "usage")
    if not jobs:
        return []
    environment = folder / "results" / "environment.json"
    facts = json.loads(environment.read_text(encoding="utf-8")) if environment.is_file() else {}
    main = (facts.get("run") or {}).get("cpu_seconds_main") or 0.0
    on = ", ".join(f"{duration(makespan.seconds(jobs, cores, main))} on {cores} cores" for cores in CORES)
    return [f"time: {duration(sum(job.seconds for job in jobs) + main)} of CPU time; from scratch about {on}"]


def _headline(page: Path) -> list[str]:
    """The page's own description, if it has one."""
    with open(page, encoding="utf-8") as file:
        found = re.search(r'<meta name="description" content="([^"]*)"', file.read(HEAD))
    return _wrapped(f"result: {html.unescape(found[1]).strip()}") if found else []
