"""Show what a run lacks, or how far it is.

While a run is going on, the command estimates how long it takes. Name the files that you have
passed to snakemake with --configfile.
"""

from __future__ import annotations

import datetime
import textwrap
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pandas as pd

from naivebench.benchmark import settings
from naivebench.benchmark.configuration import Configuration
from naivebench.cli import project, terminal
from naivebench.core.checks import InputError, format_count

EXAMPLES = "  naivebench status\n  naivebench status .smoke --configfile config/smoke.yaml"
MANY = 6  # number of reasons, and of names for one reason, to list
WIDTH = 160  # largest number of characters of a line whose reason is cut; paths and remedies are never cut
CHEAP = "one-dependence"
ROLES = {  # role in the table `answer` -> what it is called
    "best of the family": "best of the family",
    "best rival": "best rival",
    CHEAP: "cheapest good one",  # if it is better than naive Bayes
}
CORES = (2, 8)  # numbers of cores for which the time of a run is stated
# effort of a job beside its fits: with it, estimates of a default run were right to a third after ten minutes
START = 1_500_000
LOG = "%Y-%m-%dT%H%M%S"  # time in the name of a log of Snakemake


def add_arguments(command: ArgumentParser) -> None:
    text = "folder of the run (default: this one)"
    command.add_argument("directory", nargs="?", default=".", metavar="DIRECTORY", help=text)
    project.add_project_options(command)


def run(arguments: Namespace) -> None:
    """Print the status of a run, in at most 12 lines."""
    folder = Path(arguments.directory)
    report, tables = folder / "reports" / "index.html", folder / "reports" / "tables"
    changed = [path.stat().st_mtime for path in (folder / "results" / "predictions").rglob("*.npz")]
    # a report that is older than a prediction is that of an earlier run
    if report.is_file() and report.stat().st_mtime >= max(changed, default=0.0):
        lines = [*list_failures(folder), *describe_run_time(folder), *describe_best_methods(tables)]
        lines.append(f"report: {report.resolve()}")
    elif changed or (folder / ".snakemake" / "log").is_dir():
        hint = "" if arguments.configfile else "; if snakemake was called with --configfile, pass it here too"
        lines = [describe_progress(folder, project.read_configuration(arguments)) + hint]
    else:
        raise InputError(f"there is no run in {folder.resolve()}: run make, or name the folder of a run")
    terminal.print_text("\n".join(lines))


def describe_progress(folder: Path, configured: Configuration) -> str:
    """Describe how many fits of the run are done, and about how much time is left.

    The time left is the time of the fits since Snakemake last started, scaled by the estimated effort of
    those that are left. Fits that Snakemake repeats because an input changed count as done.
    """
    logs = sorted((folder / ".snakemake" / "log").glob("*.snakemake.log"))
    start = datetime.datetime.strptime(logs[-1].name[:17], LOG).timestamp() if logs else time.time()
    total = done = 0
    left = recent = 0.0
    for (protocol, dataset), methods in settings.group_methods_by_pair(configured).items():
        total += 1
        effort = START + settings.estimate_effort(configured, protocol, dataset, methods)
        path = folder / "results" / "predictions" / protocol / f"{dataset}.npz"
        if not path.is_file():
            left += effort
            continue
        done += 1
        recent += effort if path.stat().st_mtime >= start else 0.0
    text = f"{done} of {total} fits are done"
    if not left:
        return f"{text}: scores and report are next"
    if not recent:
        return f"{text}; to see the time left of a run that is going on, repeat the command in a minute"
    time_left = format_duration((time.time() - start) * left / recent)
    return f"{text}: about {time_left} left if the run is going on"


def list_failures(folder: Path) -> list[str]:
    """Write one line for all data sets that could not be obtained, and one for each other reason. Without
    failures, the report lacks this table, and there is no line.
    """
    path = folder / "reports" / "tables" / "failures.csv"
    if not path.is_file():
        return []
    failures = pd.read_csv(path, dtype=str, keep_default_na=False)
    failures = failures[failures["status"] != "not applicable"]
    absent = failures[(failures["status"] == "unavailable") & failures["method"].isin(("", "all"))]
    lines = []
    if count := absent["dataset"].nunique():
        page = f"{folder / 'reports' / 'datasets.html'}#unavailable"
        sets = format_count(count, "data set")
        lines.append(f"not available: {sets}; {page} says why, and how to get them")
    others = failures.drop(absent.index).groupby(["status", "reason", "remedy"], sort=False)
    for (status, reason, remedy), rows in list(others)[:MANY]:
        names = (rows["method"] + " on " + rows["dataset"]).replace("all on all", "all").unique()
        what = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        start, end = f"{status}: {what}: ", f". {remedy}"
        room = max(WIDTH - len(start + end), 40)
        lines.append(start + textwrap.shorten(reason, room, placeholder=" ..") + end)  # the stop is the third
    if len(others) > MANY:
        lines.append(f"... and {len(others) - MANY} more reasons: see reports/about.html")
    return lines


def describe_run_time(folder: Path) -> list[str]:
    """List the CPU time of all jobs, and run times estimated by number of cores; nothing without records."""
    jobs = folder / "results" / "jobs.csv"
    if not jobs.is_file():
        return []
    seconds = float(pd.read_csv(jobs)["cpu_seconds"].sum())
    on = ", ".join(f"{format_duration(seconds / cores)} on {cores} cores" for cores in CORES)
    return [f"time: {format_duration(seconds)} of CPU time; from scratch at least {on}"]


def describe_best_methods(tables: Path) -> list[str]:
    """Return the methods that the first page of the report names, each once with its roles and its gain;
    nothing without a result.
    """
    if not (tables / "answer.csv").is_file():
        return []
    rows = pd.read_csv(tables / "answer.csv")
    rows = rows[rows["role"].isin(list(ROLES)) & ((rows["role"] != CHEAP) | (rows["gain_low"] > 0))]
    parts = []
    for _, named in rows.groupby("method", sort=False):
        title, gain = named["title"].iloc[0], named["gain"].iloc[0]  # naive Bayes itself has no gain
        roles = " and ".join(named["role"].map(ROLES))
        parts.append(f"{roles}: {title}" + ("" if pd.isna(gain) else f" {100 * gain:+.1f}"))
    return [f"result: {'; '.join(parts)} (accuracy points over naive Bayes)"] if parts else []


def format_duration(seconds: float) -> str:
    """Return a duration in words, in seconds or minutes: 45 s, 12 min, 1 h 05 min."""
    if seconds < 59.5:
        return f"{max(round(seconds), 1)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
