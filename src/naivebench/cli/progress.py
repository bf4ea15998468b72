"""How far a run of the workflow is, in words: what runs, how much is done, how long it will take.

Snakemake tells a logger what happens (`src/snakemake_logger_plugin_naivebench`); here it is kept and put into
one line. Nothing here knows a terminal or a clock: times are seconds of any clock.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

FEWEST = 5  # finished jobs before time left is told
USAGE = "logs/usage"
NAMED = 2  # methods of a job that are named


class Job(NamedTuple):
    """A job that runs."""

    rule: str
    text: str
    since: float
    log: str = ""  # its log file


class Run(NamedTuple):
    """A run. The mappings change as jobs begin and end."""

    since: float
    cores: int
    planned: dict[str, int]  # rule -> jobs
    running: dict[int, Job]  # by Snakemake's number
    took: dict[str, list[float]]  # rule -> wall seconds of its finished jobs
    before: Mapping[str, float]  # rule -> mean wall seconds of a job in earlier runs
    rates: dict[str, int]  # rule -> rows per second of the job of it that ended last


def begin(planned: Mapping[str, int], cores: int, now: float, before: Mapping[str, float]) -> Run:
    """A run of so many jobs per rule, as Snakemake counts them; `all` is none, and `total` their sum."""
    jobs = {rule: n for rule, n in planned.items() if rule not in ("all", "total")}
    return Run(now, max(cores, 1), jobs, {}, {rule: [] for rule in jobs}, before, {})


def start(run: Run, number: int, rule: str, text: str, now: float, log: str = "") -> None:
    """A job begins."""
    if rule in run.planned:
        run.running[number] = Job(rule, text, now, log)


def end(run: Run, number: int, now: float) -> None:
    """A job is done, or has failed."""
    if job := run.running.pop(number, None):
        run.took[job.rule].append(now - job.since)
        usage = Path(USAGE, job.log.removeprefix("logs/")).with_suffix(".json")
        if job.log and usage.is_file():
            told = json.loads(usage.read_text(encoding="utf-8"))
            if "rows_per_second" in told:
                run.rates[job.rule] = told["rows_per_second"]


def done(run: Run) -> int:
    """Finished jobs."""
    return sum(map(len, run.took.values()))


def seconds_left(run: Run, now: float) -> float | None:
    """Seconds until the end if every job takes as long as those of its rule took so far, in this run or else
    in earlier ones, and all cores have work; None before `FEWEST` jobs are done, and while most that are left
    are of rules of which no job has been seen.

    Those are taken for as long as the dearest of the others. In a first run it is an upper bound: dear jobs
    start first.
    """
    if done(run) < FEWEST:
        return None
    seen = {rule: statistics.fmean(took) for rule, took in run.took.items() if took}
    left = {rule: n - len(run.took[rule]) for rule, n in run.planned.items()}
    if sum(n for rule, n in left.items() if rule not in seen.keys() | run.before) > sum(left.values()) / 2:
        return None
    means = {rule: seen.get(rule, run.before.get(rule, max(seen.values()))) for rule in run.planned}
    work = sum(n * means[rule] for rule, n in left.items())
    spent = sum(min(now - job.since, means[job.rule]) for job in run.running.values())
    return (work - spent) / run.cores


def line(run: Run, now: float) -> str:
    """The run in one line: jobs done of all, time left, and what runs, the longest first."""
    left = seconds_left(run, now)
    parts = [f"{done(run):,} of {sum(run.planned.values()):,} jobs"]
    parts += [f"{'about' if run.before else 'at most'} {duration(left)} left"] if left is not None else []
    running = "; ".join(
        job.text + (f" ({run.rates[job.rule]:,} rows per second before)" if job.rule in run.rates else "")
        for job in sorted(run.running.values(), key=lambda job: job.since)
    )
    return ", ".join(parts) + (f": {running}" if running else "")


def last(run: Run, now: float) -> str:
    """The run in one line when it has ended."""
    return f"{done(run):,} of {sum(run.planned.values()):,} jobs in {duration(now - run.since)}"


def text_of(rule: str, wildcards: Mapping[str, str], methods: Iterable[str] = ()) -> str:
    """What a job is, in words: `evaluate nb, tan and 18 more on iris, honest`, `prepare magic`, `report`."""
    named = list(methods)
    more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    place = ", ".join(wildcards[key] for key in ("dataset", "protocol") if key in wildcards)
    others = " ".join(v for key, v in wildcards.items() if key not in ("dataset", "protocol", "unit", "part"))
    what = ", ".join(named[:NAMED]) + more or others
    return " ".join(filter(None, [rule, what, "on" if what and place else "", place]))


def methods_of(inputs: Iterable[str]) -> list[str]:
    """The methods that an evaluate job fits, from the file of its settings among its inputs."""
    told = next((Path(p) for p in inputs if p.startswith("results/jobs/evaluate/")), None)
    return list(json.loads(told.read_text(encoding="utf-8"))["methods"]) if told and told.is_file() else []


def earlier(folder: Path) -> dict[str, float]:
    """Rule -> mean wall seconds of its jobs, from the records that earlier runs left in `logs/usage`."""
    took: dict[str, list[float]] = {}
    for path in folder.glob("**/*.json"):
        rule = path.relative_to(folder).with_suffix("").parts[0]
        took.setdefault(rule, []).append(json.loads(path.read_text(encoding="utf-8"))["wall_seconds"])
    return {rule: statistics.fmean(seconds) for rule, seconds in took.items()}


def duration(seconds: float) -> str:
    """Seconds in words, by two digits or minutes: 45 s, 12 min, 1 h 05 min."""
    if seconds < 59.5:
        return f"{max(round(seconds), 1)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
