"""How far a run of the workflow is, in words: what runs, how much is done, how long it will take.

Snakemake tells a logger what happens (`src/snakemake_logger_plugin_naivebench`); here it is kept and put into
one line. Nothing here knows a terminal or a clock: times are seconds of any clock.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from naivebench.benchmark.results.folder import elsewhere
from naivebench.cli.terminal import visible

FEWEST = 5  # finished jobs before time left is told
# Times of fits grow like the square root of their effort in the plan: small ones mostly start a process.
FIT = 0.006  # seconds per root of effort, of the default run on a desktop; until this run tells its own
EFFORTS = "results/jobs/efforts.json"
USAGE = "logs/usage"
NAMED = 2  # methods of a job that are named


class Job(NamedTuple):
    """A job that runs."""

    rule: str
    text: str
    since: float
    log: str = ""  # its log file
    weight: float = 1.0  # of jobs of a rule, times are taken to be in proportion to weights


class Run(NamedTuple):
    """A run. The mappings change as jobs begin and end."""

    since: float
    cores: int
    planned: dict[str, int]  # rule -> jobs
    running: dict[int, Job]  # by Snakemake's number
    took: dict[str, list[float]]  # rule -> wall seconds of its finished jobs
    weights: dict[str, list[float]]  # rule -> their weights
    expected: float  # weight of all planned jobs of evaluate
    before: Mapping[str, float]  # rule -> mean wall seconds of a job in earlier runs
    rates: dict[str, int]  # rule -> rows per second of the job of it that ended last


def begin(
    planned: Mapping[str, int],
    cores: int,
    now: float,
    before: Mapping[str, float],
    efforts: Iterable[float] = (),
) -> Run:
    """A run of so many jobs per rule, as Snakemake counts them; `all` is none, and `total` their sum.

    `efforts`: of the fits that are to be done, if the plan is known (`undone`).
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
    """A job begins; `effort` of a fit, if the plan is known."""
    if rule in run.planned:
        run.running[number] = Job(rule, text, now, log, math.sqrt(effort) if effort else 1.0)


def end(run: Run, number: int, now: float) -> None:
    """A job is done, or has failed."""
    if job := run.running.pop(number, None):
        run.took[job.rule].append(now - job.since)
        run.weights[job.rule].append(job.weight)
        usage = Path(USAGE, job.log.removeprefix("logs/")).with_suffix(".json")
        if job.log and usage.is_file():
            told = json.loads(usage.read_text(encoding="utf-8"))
            if "rows_per_second" in told:
                run.rates[job.rule] = told["rows_per_second"]


def done(run: Run) -> int:
    """Finished jobs."""
    return sum(map(len, run.took.values()))


def seconds_left(run: Run, now: float) -> float | None:
    """Seconds until the end if all cores have work; None before `FEWEST` jobs are done.

    A job of a rule that has been seen takes the mean of those seen, fits in proportion to the roots of their
    efforts. Of others it takes what it took in earlier runs, or as long as the median of all jobs so far, and
    a fit `FIT` for its effort.
    """
    if done(run) < FEWEST:
        return None
    usual = statistics.median(t for took in run.took.values() for t in took)
    work = 0.0
    for rule, n in run.planned.items():
        weights, took = run.weights[rule], run.took[rule]
        going = [job for job in run.running.values() if job.rule == rule]
        fits = rule == "evaluate" and run.expected > n  # else every weight is 1
        left = max((run.expected if fits else n) - math.fsum(weights), 0.0)
        if fits and (begun := [*weights, *(job.weight for job in going)]):
            left = min(left, (n - len(weights)) * max(begun))
        first = FIT if fits else run.before.get(rule, usual)
        rate = math.fsum(took) / math.fsum(weights) if took else first
        work += left * rate - math.fsum(min(now - job.since, job.weight * rate) for job in going)
    return max(work, 0.0) / run.cores


def line(run: Run, now: float) -> str:
    """The run in one line: jobs done of all, time left, how to see first results as soon as there are some,
    and what runs, the longest first.
    """
    left = seconds_left(run, now)
    parts = [f"{done(run):,} of {sum(run.planned.values()):,} jobs"]
    parts += [f"about {duration(left)} left"] if left is not None else []
    early = f" (make report{elsewhere(Path())} shows first results)" if run.took.get("evaluate") else ""
    running = "; ".join(
        job.text + (f" ({run.rates[job.rule]:,} rows per second before)" if job.rule in run.rates else "")
        for job in sorted(run.running.values(), key=lambda job: job.since)
    )
    return visible(", ".join(parts) + early + (f": {running}" if running else ""))


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


def efforts(path: Path) -> dict[str, int]:
    """Fit -> effort, as the workflow wrote it down; empty if it did not."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def undone(efforts: Mapping[str, int], usage: Path) -> list[int]:
    """The efforts of the fits without a record in `logs/usage`; of all where all have one, as they run again
    then.
    """
    left = [e for fit, e in efforts.items() if not (usage / "evaluate" / f"{fit}.json").is_file()]
    return left or list(efforts.values())


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
