"""Estimate how long a run takes on other numbers of cores, from the CPU seconds of its jobs."""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from naivebench.core.files import UNREADABLE
from naivebench.core.one_line import reason

# rules that wait for all jobs before them, in their order; jobs of other rules run in parallel
AGGREGATES = ("score", "compare", "figures")
# rules of one protocol and data set; each waits for the one before
CHAIN = ("discretize", "fit")


class Job(NamedTuple):
    """A finished job: its rule, its wildcards as a path (`honest/iris`), and the CPU seconds that
    it takes from scratch.
    """

    rule: str
    name: str
    seconds: float


def recorded(table: Path) -> list[Job]:
    """The jobs in results/jobs.csv; none if the table does not exist or cannot be read."""
    if not table.is_file():
        return []
    try:
        with open(table, newline="", encoding="utf-8") as file:
            return [Job(row["rule"], row["job"], float(row["cpu_seconds"])) for row in csv.DictReader(file)]
    except UNREADABLE as error:
        print(f"{table} is damaged ({reason(error)}) and is left out", file=sys.stderr)
        return []


def seconds(jobs: Iterable[Job], cores: int, main: float = 0.0) -> float:
    """Estimate the wall seconds of jobs on a number of cores that do no other work.

    The estimate adds up the stages: first the jobs that run in parallel, then every aggregate. A stage takes
    the larger of two times: its work divided evenly among the cores, and its longest chain of jobs that wait
    for each other. Any order of jobs takes less than the sum of both (Graham 1969).

    `main`: CPU seconds of Snakemake itself, which runs in parallel with the jobs, on one core.
    """
    stages: dict[str, list[Job]] = {"": [Job("snakemake", "", main)]}
    for job in jobs:
        stages.setdefault(job.rule if job.rule in AGGREGATES else "", []).append(job)
    return math.fsum(
        max(math.fsum(job.seconds for job in stage) / cores, longest(stage)) for stage in stages.values()
    )


def longest(jobs: Iterable[Job]) -> float:
    """Seconds of the longest chain: the jobs of one protocol and data set wait for each other."""
    chains: dict[str, float] = {}
    alone = 0.0
    for job in jobs:
        if job.rule in CHAIN:
            chains[job.name] = chains.get(job.name, 0.0) + job.seconds
        else:
            alone = max(alone, job.seconds)
    return max([alone, *chains.values()])
