"""`naivebench status`: what a finished run lacks, why, how to get it, and where its report is."""

from __future__ import annotations

import csv
from argparse import Namespace
from pathlib import Path

from naivebench.core.checks import InputError

MANY = 12  # reasons, and names in one of them, that are listed one by one
EXPECTED = "not applicable"  # nothing is to be done about these rows of the report


def run(arguments: Namespace) -> None:
    """Print it. Raises InputError where there is no report."""
    print("\n".join(summary(Path(arguments.directory))))


def summary(folder: Path) -> list[str]:
    """Lines of text: every reason with what it concerns and its remedy, and at last the report.

    They are the rows of the report's table of failures, so that nothing the report shows is left unsaid.
    """
    page, table = folder / "reports" / "index.html", folder / "reports" / "tables" / "failures.csv"
    if not (page.is_file() and table.is_file()):
        raise InputError(f"there is no report in {folder.resolve()}: run make, or name the folder of a run")
    reasons: dict[tuple[str, str, str], dict[str, None]] = {}
    with open(table, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["status"] != EXPECTED:
                key = row["status"], row["reason"], row["remedy"]
                reasons.setdefault(key, {})[_what(row)] = None
    shown = [_line(*key, list(what)) for key, what in list(reasons.items())[:MANY]]
    if len(reasons) > MANY:
        shown.append(f"... and {len(reasons) - MANY} more reasons, see Failures in the report")
    return [*shown, f"report: {page.resolve()}"]


def _what(row: dict[str, str]) -> str:
    """Whatever of data set and method a row concerns; the stage where it concerns neither."""
    named = [row[key] for key in ("method", "dataset") if row[key] != "all"]
    return " on ".join(named) or row["stage"]


def _line(status: str, reason: str, remedy: str, what: list[str]) -> str:
    more = f" and {len(what) - MANY} more" if len(what) > MANY else ""
    cure = f" ({remedy})" if remedy else ""
    return f"{status}: {', '.join(what[:MANY])}{more}: {reason}{cure}"
