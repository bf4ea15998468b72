"""Estimate how long a run takes on other numbers of cores, from the CPU seconds of its jobs."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.core.files import UNREADABLE
from naivebench.core.one_line import reason

# rules that wait for all jobs before them, in their order; jobs of other rules run in parallel
AGGREGATES = ("collect", "compare", "figures", "report")
# rules of one protocol and data set; each waits for the one before
CHAIN = ("folds", "discretize", "evaluate", "score")


class Job(NamedTuple):
    """A finished job: its rule, its wildcards as a path (`honest/iris/_bundle/all`), and the CPU seconds that
    it takes from scratch.
    """

    rule: str
    name: str
    seconds: float


def recorded(folder: Path) -> list[Job]:
    """The jobs that left a record in the folder `logs/usage` of a run.

    Work that a job took over from an earlier run counts with the seconds that it took then.
    """
    found = []
    for path in sorted(folder.glob("**/*.json")):
        rule, _, name = path.relative_to(folder).with_suffix("").as_posix().partition("/")
        record = usage(path)
        if record:
            found.append(Job(rule, name, record["cpu_seconds"] + record.get("kept_seconds", 0.0)))
    return found


def usage(path: Path, keys: Iterable[str] = ("cpu_seconds",)) -> dict[str, Any]:
    """Read the record of a job's time and memory; `keys` must be numbers.

    A record that is damaged or lacks one of them is reported on standard error, and the result is empty.
    """
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        return record | {key: float(record[key]) for key in keys}
    except UNREADABLE as error:
        print(f"{path} is damaged ({reason(error)}) and is left out", file=sys.stderr)
        return {}


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
    """Seconds of the longest chain of jobs.

    The jobs of one protocol and data set wait for each other, and each of their rules takes as long as its
    longest job. Other jobs do not wait.
    """
    chains: dict[str, dict[str, float]] = {}
    alone = 0.0
    listed = list(jobs)
    pairs = {job.name for job in listed if job.rule == "folds"}
    for job in listed:
        pair = next((p for p in _heads(job.name) if p in pairs), None) if job.rule in CHAIN else None
        if pair is None:
            alone = max(alone, job.seconds)
        else:
            chain = chains.setdefault(pair, {})
            chain[job.rule] = max(chain.get(job.rule, 0.0), job.seconds)
    return max([alone, *(math.fsum(chain.values()) for chain in chains.values())])


def _heads(name: str) -> list[str]:
    """All leading parts of a path: `a/b/c` -> a/b/c, a/b, a."""
    parts = name.split("/")
    return ["/".join(parts[:n]) for n in range(len(parts), 0, -1)]
