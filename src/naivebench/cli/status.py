"""`naivebench status`: show what is missing from a finished run, why, how to obtain it, the run time, the
main result, and the path of the report.
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
from naivebench.core.checks import InputError

MANY = 12  # largest number of reasons, and of names for one reason, to list individually
EXPECTED = "not applicable"  # status of rows of the report that need no action
CORES = (2, 8)  # numbers of cores for which the run time is estimated
WIDTH = 110  # characters per line
HEAD = 20_000  # number of characters at the start of the page that include its description


def run(arguments: Namespace) -> None:
    """Print the status. Raises InputError if there is no report."""
    print("\n".join(summary(Path(arguments.directory))))


def summary(folder: Path) -> list[str]:
    """The status as lines of text: what is missing, why, and what to do; the run time; the result; and the
    report.

    The missing items are all rows of the report's table of failures, so that nothing in it is omitted.
    """
    page, table = folder / "reports" / "index.html", folder / "reports" / "tables" / "failures.csv"
    if not (page.is_file() and table.is_file()):
        if next((folder / "results" / "predictions").rglob("*.npz"), None):
            raise InputError(
                f"the run in {folder.resolve()} is not finished: wait for its end, or run make to continue it"
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
    """Method and data set of a row, "" for all; the stage if the row concerns neither."""
    method, dataset = ("" if row[key] == "all" else row[key] for key in ("method", "dataset"))
    return (method, dataset) if method or dataset else (row["stage"], "")


def _named(what: list[tuple[str, str]]) -> str:
    """Names of the methods and data sets concerned; if there are many, the method with the number of its data
    sets.
    """
    if len(what) > MANY and len({method for method, _ in what}) == 1 and what[0][0]:
        return f"{what[0][0]} on {len(what)} data sets"
    more = f" and {len(what) - MANY} more" if len(what) > MANY else ""
    return ", ".join(" on ".join(filter(None, pair)) for pair in what[:MANY]) + more


def _lines(status: str, reason: str, remedy: str, what: list[tuple[str, str]]) -> list[str]:
    """Lines on one problem: what is missing, and indented below why and what to do."""
    below = [reason, *([f"To do: {remedy}"] if remedy else [])]
    return _wrapped(f"{status}: {_named(what)}") + [
        f"    {line}" for text in below for line in _wrapped(text, WIDTH - 4)
    ]


def _wrapped(text: str, width: int = WIDTH) -> list[str]:
    """The text wrapped at whole words, so that paths and URLs can be copied."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _time(folder: Path) -> list[str]:
    """Total time of the jobs and the estimated run time on some numbers of cores; nothing without records."""
    jobs = makespan.recorded(folder / "results" / "jobs.csv")
    if not jobs:
        return []
    environment = folder / "results" / "environment.json"
    facts = json.loads(environment.read_text(encoding="utf-8")) if environment.is_file() else {}
    main = (facts.get("run") or {}).get("cpu_seconds_main") or 0.0
    on = ", ".join(f"{duration(makespan.seconds(jobs, cores, main))} on {cores} cores" for cores in CORES)
    return [f"time: {duration(sum(job.seconds for job in jobs) + main)} of CPU time; from scratch about {on}"]


def duration(seconds: float) -> str:
    """A duration in words, with two digits or in minutes: 45 s, 12 min, 1 h 05 min."""
    if seconds < 59.5:
        return f"{max(round(seconds), 1)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"


def _headline(page: Path) -> list[str]:
    """The description in the page's metadata, if there is one."""
    with open(page, encoding="utf-8") as file:
        found = re.search(r'<meta name="description" content="([^"]*)"', file.read(HEAD))
    return _wrapped(f"result: {html.unescape(found[1]).strip()}") if found else []
