"""Describe a run with config/full.yaml and its differences from the default run (docs/full-run.md).

`python tests/benchmark/full_run.py DEFAULT FULL` prints the tables; with `--document`, it puts them between
the marks of the page. DEFAULT and FULL are folders of finished runs.

The wall time is that of Snakemake's calls that finished a job, from the beginning to the end of their logs in
.snakemake/log, because a run may consist of several calls.
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from naivebench.benchmark import makespan
from naivebench.benchmark.publication import differences
from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.frames import read_csv

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "full-run.md"
BEGIN, END = "<!-- by full_run.py --document -->", "<!-- end -->"
FOLDERS = ("data", "results", "reports")
FAILED = ("failed", "timeout")  # unavailable and not applicable results do not count as failures
BEST = 12  # number of methods in the table of ranks


class Finished(NamedTuple):
    """The parts of a finished run that are read: scores, ranks and verdicts; the resolved configuration; its
    jobs.
    """

    folder: Path
    content: differences.Run
    config: dict
    failures: pd.DataFrame
    jobs: list[makespan.Job]


def read(folder: Path) -> Finished:
    return Finished(
        folder,
        differences.read(folder),
        json.loads((folder / "results/config.json").read_text(encoding="utf-8"))["config"],
        read_csv(folder / "reports/tables/failures.csv"),
        makespan.recorded(folder / "logs/usage"),
    )


def calls(folder: Path) -> list[tuple[int, float]]:
    """The (cores, wall seconds) of every call of Snakemake that finished a job."""
    found = []
    for log in sorted((folder / ".snakemake/log").glob("*.snakemake.log")):
        text = log.read_text(encoding="utf-8", errors="replace")
        begun = re.search(r"^ *Date: (\S+ \S+)$", text, re.M)
        cores = re.search(r"^Provided cores: (\d+)", text, re.M)
        if begun and cores and "\nFinished jobid: " in text:
            start = datetime.datetime.fromisoformat(begun[1]).timestamp()
            found.append((int(cores[1]), log.stat().st_mtime - start))
    return found


def size(folders: Iterable[Path]) -> int:
    return sum(p.stat().st_size for folder in folders for p in folder.rglob("*") if p.is_file())


def time(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def table(head: list[str], rows: Iterable[Iterable[object]], numbers: int) -> str:
    """Format a Markdown table; the last `numbers` columns are aligned to the right."""
    marks = ["---"] * (len(head) - numbers) + ["--:"] * numbers
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in (head, marks, *rows))


def totals(run: Finished) -> Iterator[tuple[str, str]]:
    """Quantities of a whole run, each with its name."""
    scores = run.content.scores.index
    parts = scores.droplevel("metric").unique()
    failed = run.failures[run.failures["status"].isin(FAILED)]
    spent = calls(run.folder)
    yield "methods on test parts", f"{len(parts):,}"
    yield "methods on data sets under a protocol", f"{len(parts.droplevel(['repeat', 'fold']).unique()):,}"
    yield "scores", f"{len(scores):,}"
    yield "rows of failures", f"{len(failed):,}"
    yield "CPU time of the jobs", time(sum(job.seconds for job in run.jobs))
    yield (
        "wall time",
        " + ".join(f"{time(seconds)} on {plural(cores, 'core')}" for cores, seconds in spent) or "not known",
    )
    for name in FOLDERS:
        yield f"`{name}/`", f"{size([run.folder / name]) / 1e6:,.0f} MB"


def by_protocol(a: Finished, b: Finished) -> Iterator[tuple]:
    """Data sets, methods, test parts and CPU time of both runs for each protocol of `b`."""
    counted = [_counts(run) for run in (a, b)]
    for protocol in sorted(counted[1]):
        (_, _, parts_a, spent_a), (sets, methods, parts_b, spent_b) = (
            one.get(protocol, (0, 0, 0, 0.0)) for one in counted
        )
        yield f"`{protocol}`", sets, methods, f"{parts_a:,}", f"{parts_b:,}", time(spent_a), time(spent_b)


def _counts(run: Finished) -> dict[str, tuple[int, int, int, float]]:
    """Data sets, methods, test parts of methods and CPU seconds of the jobs that fit them, by protocol."""
    parts = run.content.scores.index.droplevel("metric").unique().to_frame(index=False)
    spent: Counter = Counter()
    for job in run.jobs:
        if job.rule == "evaluate":
            spent[job.name.rsplit("/", 3)[0]] += job.seconds  # protocol/data set/unit/part
    return {
        protocol: (of["dataset"].nunique(), of["method"].nunique(), len(of), spent[protocol])
        for protocol, of in parts.groupby("protocol")
    }


def verdicts(a: Finished, b: Finished) -> tuple[str, list[tuple]]:
    """A sentence, and the (paper, claim, verdict of a, verdict of b) whose verdicts differ."""
    found = differences.compare(a.content, b.content).verdicts.fillna("not there")
    judged = [int((run.content.verdicts != "not tested").sum()) for run in (a, b)]
    return (
        f"Of {len(b.content.verdicts)} claims, {judged[0]} were judged in the default run and {judged[1]} in "
        f"the full run. The verdicts differ for {plural(len(found), 'claim')}.",
        [(paper, f"`{claim}`", row.a, row.b) for (paper, claim), row in found.iterrows()],
    )


def ranks(a: Finished, b: Finished) -> tuple[str, list[tuple]]:
    """A sentence, and (method, average rank in a, in b) of the best methods by the primary metric."""
    protocol, metric = b.config["primary"]["protocol"], b.config["primary"]["metric"]
    of = [run.content.ranks.xs((protocol, metric), level=["protocol", "metric"]) for run in (a, b)]
    both = pd.concat(of, axis=1, keys=["a", "b"])
    both = both.astype(float).sort_values(["b", "a"])
    known = both.dropna()
    tau = known["a"].corr(known["b"], method="kendall")
    moved = (known["a"] - known["b"]).abs()
    return (
        f"The table shows average ranks by {metric} under `{protocol}` for the best {min(BEST, len(both))} "
        f"of {len(both)} methods. Kendall's tau-b between the runs is {tau:.3f}, and `{moved.idxmax()}` "
        f"moved furthest ({moved.max():.2f}).",
        [(f"`{m}`", *(f"{value:.2f}" for value in row)) for m, row in both.head(BEST).iterrows()],
    )


def text(a: Finished, b: Finished) -> str:
    """The rendered part of the page."""
    differing, claims = verdicts(a, b)
    ranked, best = ranks(a, b)
    both = zip(totals(a), totals(b), strict=True)
    parts = [
        f"{datetime.date.today()}, commit {_commit()}, results {b.content.version}.",
        table(["", "default run", "full run"], ((name, x, y) for (name, x), (_, y) in both), 2),
        "The next table lists the protocols. Test parts are counted for every method, and CPU time is that "
        "of fits and predictions.",
        table(
            ["protocol", "sets", "methods", "test parts, default", "full", "CPU, default", "full"],
            by_protocol(a, b),
            6,
        ),
        "### Verdicts",
        differing,
        table(["paper", "claim", "default run", "full run"], claims, 0) if claims else "",
        "### Ranks",
        ranked,
        table(["method", "default run", "full run"], best, 2),
    ]
    return "\n\n".join(part for part in parts if part)


def _commit() -> str:
    asked = ("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD")
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("default", type=Path)
    parser.add_argument("full", type=Path)
    parser.add_argument("--document", action="store_true", help=f"write to {PAGE.relative_to(ROOT)}")
    given = parser.parse_args()
    found = text(read(given.default), read(given.full))
    if given.document:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n\n{found}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    else:
        print(found)


if __name__ == "__main__":
    main()
