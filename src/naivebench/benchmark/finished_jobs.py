"""Time and memory of the jobs of a run, from the files that Snakemake's `benchmark:` writes."""

from __future__ import annotations

import csv
import datetime
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.core.files import UNREADABLE, replace
from naivebench.core.one_line import reason


class Row(NamedTuple):
    """A row of results/jobs.csv; `job` has the wildcards as a path (`honest/iris`).

    `cpu_seconds` are those from scratch: a fit that took over predictions counts with their times.
    """

    rule: str
    job: str
    cpu_seconds: float
    wall_seconds: float
    max_rss_mb: float
    fit_predict_seconds: float


def write(benchmarks: Path, timings: Path, out: str | Path) -> None:
    """Write the table of all jobs; `timings`: results/timings.parquet."""
    import pandas as pd

    times = pd.read_parquet(timings)
    times["seconds"] = times["fit_seconds"] + times["predict_seconds"]
    fitted = times.groupby(["protocol", "dataset"])["seconds"].sum()
    inside = {f"{protocol}/{dataset}": float(s) for (protocol, dataset), s in fitted.items()}
    with replace(out) as temporary, open(temporary, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(_rows(benchmarks, inside))


def _rows(benchmarks: Path, inside: dict[str, float]) -> Iterator[Row]:
    for path in sorted(benchmarks.rglob("*.tsv")):
        rule, _, job = path.relative_to(benchmarks).with_suffix("").as_posix().partition("/")
        try:
            with open(path, newline="", encoding="utf-8") as file:
                measured = next(csv.DictReader(file, delimiter="\t"))
            wall, cpu, rss = (_number(measured[key]) for key in ("s", "cpu_time", "max_rss"))
        except (*UNREADABLE, StopIteration) as error:
            print(f"{path} is damaged ({reason(error)}) and is left out", file=sys.stderr)
            continue
        seconds = inside.get(job, 0.0) if rule == "fit" else 0.0
        # Snakemake looks every half second: a job that ends before has no CPU time, and its wall time instead
        yield Row(rule, job, round(max(cpu or wall, seconds), 3), wall, rss, round(seconds, 3))


def _number(text: str) -> float:
    return 0.0 if text in ("NA", "-", "") else float(text)


def run_facts() -> dict[str, Any]:
    """When the report was made, and the CPU seconds of the running Snakemake so far, if it runs this
    process.
    """
    import psutil

    main = next((p for p in psutil.Process().parents() if "snakemake" in " ".join(p.cmdline()[:4])), None)
    times = main.cpu_times() if main else None
    return {
        "run": {
            "made": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "cpu_seconds_main": round(times.user + times.system, 2) if times else None,
        }
    }
