"""Show what a run lacks, or how far it is.

With --configfile, name the files that you passed to snakemake.
"""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pandas as pd

from naivebench.benchmark import job_settings
from naivebench.cli import project, terminal
from naivebench.core.checks import InputError

EXAMPLES = "  naivebench status\n  naivebench status .smoke --configfile config/smoke.yaml"
MANY = 6  # number of reasons, and of names for one reason, to list
WIDTH = 100  # characters of a reason; remedies are never cut


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("directory", nargs="?", default=".", metavar="DIRECTORY", help="folder of the run")
    project.add_configuration_option(command)


def run(arguments: Namespace) -> None:
    """Print the status of a run, in at most 12 lines."""
    folder = Path(arguments.directory)
    report, tables = folder / "reports" / "index.html", folder / "reports" / "tables"
    changed = [path.stat().st_mtime for path in (folder / "results" / "predictions").rglob("*.npz")]
    # a report that is older than a prediction is that of an earlier run
    if report.is_file() and report.stat().st_mtime >= max(changed, default=0.0):
        lines = list_failures(tables) if (tables / "failures.csv").is_file() else []
        if (tables / "answer.csv").is_file():
            # naive Bayes itself has no gain
            answer = pd.read_csv(tables / "answer.csv").fillna({"gain": 0.0})
            for row in answer[answer["role"].isin(["best of the family", "best rival"])].itertuples():
                gain = f"{100 * row.gain:+.1f} accuracy points over naive Bayes"
                lines.append(f"{row.role}: {row.title} ({gain})")
        lines.append(f"report: {report.resolve()}")
    elif changed or (folder / ".snakemake" / "log").is_dir():
        # those that are repeated, as an input changed, count too
        fits = job_settings.group_methods_by_pair(project.read_configuration(arguments))
        done = sum((folder / "results" / "predictions" / p / f"{d}.npz").is_file() for p, d in fits)
        next_step = ": scores and report are next" if done == len(fits) else ""
        lines = [f"{done} of {len(fits)} fits are done{next_step}"]
    else:
        raise InputError(f"there is no run in {folder.resolve()}: run make, or name the folder of a run")
    terminal.print_text("\n".join(lines))


def list_failures(tables: Path) -> list[str]:
    """Write one line for all data sets that could not be obtained, and one for each other reason."""
    failures = pd.read_csv(tables / "failures.csv", dtype=str, keep_default_na=False)
    failures = failures[failures["status"] != "not applicable"]
    absent = failures[(failures["status"] == "unavailable") & failures["method"].isin(("", "all"))]
    lines = []
    if count := absent["dataset"].nunique():
        page = f"{tables.parent / 'datasets.html'}#unavailable"
        lines.append(f"data sets that are not available: {count}; {page} says why, and how to get them")
    others = failures.drop(absent.index).groupby(["status", "reason", "remedy"], sort=False)
    for (status, reason, remedy), rows in list(others)[:MANY]:
        names = (rows["method"] + " on " + rows["dataset"]).replace("all on all", "all").unique()
        what = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        why = textwrap.shorten(reason, WIDTH, placeholder=" ..")  # the stop is the third
        lines.append(f"{status}: {what}: {why}. {remedy}")
    if len(others) > MANY:
        lines.append(f"... and {len(others) - MANY} more reasons: see reports/about.html")
    return lines
