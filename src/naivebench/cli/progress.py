"""Progress of a run of the workflow, in words: what is running, how much is done, how long it will take.

Snakemake reports events to a logger (`src/snakemake_logger_plugin_naivebench`); this module stores them and
formats them as one line. It is independent of terminals and clocks: times are seconds of any clock.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from naivebench.cli.terminal import visible

FEWEST = 5  # number of finished jobs before the time left is shown
# The time of a fit grows like the square root of its effort in the plan, because small fits mostly start a
# process.
# own
FIT = 0.006
EFFORTS = "results/jobs/efforts.json"
USAGE = "logs/usage"
NAMED = 2  # number of methods of a job to name


class Job(NamedTuple):
    """A running job."""

    rule: str
    text: str
    since: float
    log: str = ""  # its log file
    weight: float = 1.0  # within a rule, times are assumed to be proportional to weights


class Run(NamedTuple):
    """State of a run. The mappings change as jobs start and finish."""

    since: float
    cores: int
    planned: dict[str, int]  # rule -> jobs
    running: dict[int, Job]  # by Snakemake's job number
    took: dict[str, list[float]]  # rule -> wall seconds of its finished jobs
    weights: dict[str, list[float]]  # rule -> weights of its finished jobs
    expected: float  # total weight of all planned jobs of the rule evaluate
    before: Mapping[str, float]  # rule -> mean wall seconds of a job in earlier runs
    rates: dict[str, int]  # rule -> rows per second of its most recently finished job


def begin(
    planned: Mapping[str, int],
    cores: int,
    now: float,
    before: Mapping[str, float],
    efforts: Iterable[float] = (),
) -> Run:
    """Begin a run with the given number of jobs per rule, as counted by Snakemake; `all` and `total` are not
    jobs.

    `efforts`: efforts of the remaining fits, if the plan is known (`undone`).
    """
    jobs = {rule: n for rule, n in planned.items() if rule not in ("all", "total")}
    roots = [math.sqrt(effort) for effort in efforts]
    expected = jobs.get("evaluate", 0) * (statistics.fmean(roots) if roots else 1.0)
    took: dict[str, list[float]] = {rule: [] for rule in jobs}
    weights: dict[str, list[float]] = {rule: [] for rule in jobs}
    return Run(now, max(cores, 1), jobs, {}, took, weights, expected, before, {})


def start(
    run: Run, number: int, rule: str, text: str, now: float, log: str = "", effort: float | None = None
) -> None:
    """Record the start of a job; `effort` of a fit, if the plan is known."""
    if rule in run.planned:
        run.running[number] = Job(rule, text, now, log, math.sqrt(effort) if effort else 1.0)


def end(run: Run, number: int, now: float) -> None:
    """Record that a job has finished or failed."""
    if job := run.running.pop(number, None):
        run.took[job.rule].append(now - job.since)
        run.weights[job.rule].append(job.weight)
        usage = Path(USAGE, job.log.removeprefix("logs/")).with_suffix(".json")
        if job.log and usage.is_file():
            told = json.loads(usage.read_text(encoding="utf-8"))
            if "rows_per_second" in told:
                run.rates[job.rule] = told["rows_per_second"]


def done(run: Run) -> int:
    """Number of finished jobs."""
    return sum(map(len, run.took.values()))


def seconds_left(run: Run, now: float) -> float | None:
    """Estimated seconds until the end if all cores are busy; None before `FEWEST` jobs are done.

    A job takes the mean time of the finished jobs of its rule; for fits, time is proportional to the root of
    the effort. For a rule without finished jobs, a fit takes `FIT` seconds per root of its effort; any other
    job takes the mean of earlier runs, or the median of all jobs so far if there were none.
    """
    if done(run) < FEWEST:
        return None
    usual = statistics.median(t for took in run.took.values() for t in took)
    work = 0.0
    for rule, n in run.planned.items():
        weights, took = run.weights[rule], run.took[rule]
        going = [job for job in run.running.values() if job.rule == rule]
        fits = rule == "evaluate" and run.expected > n  # otherwise every weight is 1
        left = max((run.expected if fits else n) - math.fsum(weights), 0.0)
        if fits and (begun := [*weights, *(job.weight for job in going)]):
            left = min(left, (n - len(weights)) * max(begun))
        first = FIT if fits else run.before.get(rule, usual)
        rate = math.fsum(took) / math.fsum(weights) if took else first
        work += left * rate - math.fsum(min(now - job.since, job.weight * rate) for job in going)
    return max(work, 0.0) / run.cores


def line(run: Run, now: float) -> str:
    """State of the run in one line: finished jobs and their total, time left, and the running jobs, longest
    first.
    """
    left = seconds_left(run, now)
    parts = [f"{done(run):,} of {sum(run.planned.values()):,} jobs"]
    parts += [f"about {duration(left)} left"] if left is not None else []
    running = "; ".join(
        job.text + (f" ({run.rates[job.rule]:,} rows per second before)" if job.rule in run.rates else "")
        for job in sorted(run.running.values(), key=lambda job: job.since)
    )
    return visible(", ".join(parts) + (f": {running}" if running else ""))


def last(run: Run, now: float) -> str:
    """Summary of a finished run in one line."""
    return f"{done(run):,} of {sum(run.planned.values()):,} jobs finished in {duration(now - run.since)}"


def text_of(rule: str, wildcards: Mapping[str, str], methods: Iterable[str] = ()) -> str:
    """Description of a job: `evaluate nb, tan and 18 more on iris, honest`, `prepare magic`, `report`."""
    named = list(methods)
    more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    place = ", ".join(wildcards[key] for key in ("dataset", "protocol") if key in wildcards)
    others = " ".join(v for key, v in wildcards.items() if key not in ("dataset", "protocol", "unit", "part"))
    what = ", ".join(named[:NAMED]) + more or others
    return " ".join(filter(None, [rule, what, "on" if what and place else "", place]))


def methods_of(inputs: Iterable[str]) -> list[str]:
    """The methods that an evaluate job fits, read from the settings file among its inputs."""
    told = next((Path(p) for p in inputs if p.startswith("results/jobs/evaluate/")), None)
    return list(json.loads(told.read_text(encoding="utf-8"))["methods"]) if told and told.is_file() else []


def efforts(path: Path) -> dict[str, int]:
    """Mapping from fit to effort, as written by the workflow; empty if there is no file."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def undone(efforts: Mapping[str, int], usage: Path) -> list[int]:
    """Efforts of the fits that have no record in `logs/usage`.

    If all fits have one, they will all run again, so the efforts of all are returned.
    """
    left = [e for fit, e in efforts.items() if not (usage / "evaluate" / f"{fit}.json").is_file()]
    return left or list(efforts.values())


def earlier(folder: Path) -> dict[str, float]:
    """Mapping from rule to mean wall seconds of its jobs, from records of earlier runs in `logs/usage`."""
    took: dict[str, list[float]] = {}
    for path in folder.glob("**/*.json"):
        rule = path.relative_to(folder).with_suffix("").parts[0]
        took.setdefault(rule, []).append(json.loads(path.read_text(encoding="utf-8"))["wall_seconds"])
    return {rule: statistics.fmean(seconds) for rule, seconds in took.items()}


def duration(seconds: float) -> str:
    """A duration in words, with two digits or in minutes: 45 s, 12 min, 1 h 05 min."""
    if seconds < 59.5:
        return f"{max(round(seconds), 1)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
