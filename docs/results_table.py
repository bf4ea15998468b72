"""The results in README.md and the paper, from the tables of a default run; `make picture` writes them. The
table of docs/methods/baselines.md comes from a run of config/encodings.yaml.

python docs/results_table.py FOLDER PAGE...
"""

from __future__ import annotations

import csv
import json
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from naivebench.benchmark import makespan
from naivebench.core.design_matrix import CATEGORIES
from naivebench.evaluation.statistics import intervals
from naivebench.models import catalogue, stanzas

SHOWN = 10
DURATION = re.compile(r"about \d+ minutes on two cores")
END = "<!-- end -->"


class Row(NamedTuple):
    """A method of the primary comparison: accuracy points above the reference, and times its CPU time, in
    total and on a typical data set.
    """

    method: str
    title: str
    rank: float
    gain: float
    interval: tuple[float, float] | None  # 95 %; None for the reference
    total_cost: float  # ratio of the sums over data sets
    typical_cost: float  # median over data sets of the ratio


class Results(NamedTuple):
    """The best methods, the best average rank first, and the reference; what was ranked."""

    rows: tuple[Row, ...]
    protocol: str
    methods: int
    datasets: int


def read(directory: Path) -> Results:
    """The table of a finished run."""
    tables = directory / "reports" / "tables"
    resolved = json.loads((directory / "results" / "config.json").read_text(encoding="utf-8"))
    methods, primary = resolved["methods"], resolved["config"]["primary"]
    board, reference = _rows(tables / "leaderboard.csv"), primary["reference"]
    costs = [r for r in _rows(tables / "time_cost.csv") if r["protocol"] == primary["protocol"]]
    seconds = {r["method"]: float(r["cpu_seconds"]) for r in costs}
    typical = {r["method"]: float(r["factor"]) for r in _rows(tables / "time_relative_cost.csv")}

    def row(method: str, rank: float, gain: float, interval: tuple[float, float] | None) -> Row:
        title = re.sub(r"(,| \().*", "", methods[method]["title"])
        total = seconds[method] / seconds[reference]
        return Row(method, title, rank, gain, interval, total, typical[method])

    best = _rows(tables / "differences.csv")[:SHOWN]
    found = [
        row(
            r["method"],
            float(r["average_rank"]),
            100 * float(r["gain"]),
            (100 * float(r["low"]), 100 * float(r["high"])),
        )
        for r in best
    ]
    (rank,) = (float(r["average_rank"]) for r in board if r["method"] == reference)
    found.append(row(reference, rank, 0.0, None))
    datasets = max(int(r["datasets"]) for r in board)
    return Results(tuple(found), primary["protocol"], len(board), datasets)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def text(found: Results) -> str:
    """The table in Markdown, after the sentences that explain it."""
    told = f"""\
The default run ranks {found.methods} methods on {found.datasets} data sets under the protocol
`{found.protocol}`. The table lists the ten with the best average rank, and naive Bayes. A gain is the mean
difference from naive Bayes in accuracy points, with its 95 % interval. Cost is the CPU time of fitting and
predicting as a multiple of that of naive Bayes: in total over all data sets, and typically (the median over
the data sets).
"""
    head = [
        "| Method | Average rank | Gain | Total cost | Typical cost |",
        "| --- | --: | --: | --: | --: |",
    ]
    return "\n".join([told, *head, *map(_line, found.rows), ""])


def _line(row: Row) -> str:
    costs = " | ".join(f"{c:.1f}" if c < 10 else f"{c:,.0f}" for c in (row.total_cost, row.typical_cost))
    gain = _with_interval(row.gain, row.interval) if row.interval else "0"
    return f"| {row.title} (`{row.method}`) | {row.rank:.1f} | {gain} | {costs} |"


def _with_interval(gain: float, ends: tuple[float, float]) -> str:
    return f"{gain:+.1f} ({ends[0]:+.1f} to {ends[1]:+.1f})"


def encodings(directory: Path) -> str:
    """The table of boosting libraries with every way of passing nominal values; defaults are bold.

    A gain is over the data sets on which naive Bayes and all ways of a library have a score, one of each
    source family.
    """
    resolved = json.loads((directory / "results" / "config.json").read_text(encoding="utf-8"))
    primary = resolved["config"]["primary"]
    scores: dict[str, dict[str, float]] = {}
    for row in _rows(directory / "reports" / "tables" / "dataset_scores.csv"):
        if row["protocol"] == primary["protocol"]:
            scores.setdefault(row["method"], {})[row["dataset"]] = 100 * float(row["accuracy"])
    planned = Counter(row["method"] for row in _rows(directory / "reports" / "tables" / "cells.csv"))
    family = {d: stanza.get("family", d) for d, stanza in resolved["datasets"].items()}

    lines = ["| Library | Data sets | " + " | ".join(f"`{c}`" for c in CATEGORIES) + " |"]
    lines.append("| --- | --: |" + " --: |" * len(CATEGORIES))
    for library, stanza in catalogue.methods().items():
        ways = {c: f"{library}_{c}" for c in CATEGORIES}
        if not planned.keys() >= set(ways.values()):
            continue
        shared = set.intersection(*(set(scores.get(m, ())) for m in [primary["reference"], *ways.values()]))
        voting = {family[d]: d for d in sorted(shared, reverse=True)}.values()
        usual = stanzas.with_defaults(stanza)["params"]["categories"]
        cells = []
        for way, method in ways.items():
            gain = intervals.mean([scores[method][d] - scores[primary["reference"]][d] for d in voting])
            text = _with_interval(gain.value, (gain.low, gain.high)) if gain.n > 1 else "no scores"
            cells.append(f"**{text}**" if way == usual else text)
        of = f"{len(shared)} of {planned[ways[usual]]}"
        lines.append(f"| {stanza['title']} (`{library}`) | {of} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def numbers(directory: Path) -> str:
    """A paragraph with the extent of a run, its verdicts on the papers and its main result."""
    tables = directory / "reports" / "tables"
    cells, states = _rows(tables / "cells.csv"), _counted(tables / "cells.csv", "status")
    claims, printed = _counted(tables / "claims.csv", "verdict"), _counted(tables / "papers.csv", "verdict")
    methods = json.loads((directory / "results" / "config.json").read_text(encoding="utf-8"))["methods"]
    pairs = {row["role"]: row for row in _rows(tables / "headline.csv")}
    rival, reference = pairs["best rival"], pairs["reference"]
    scored = {row["dataset"] for row in cells if row["status"] == "scored"}
    missing = sorted((state, n) for state, n in states.items() if state != "scored")
    reasons = ", ".join(f"{n:,} {state}" for state, n in missing)
    without = f" The others are listed with a reason ({reasons})." if missing else ""
    title = re.sub(r"(,| \().*", "", methods[rival["a"]]["title"])
    compared = printed.total() - printed["not tested"]
    sentences = (
        f"The default run fits {len({row['method'] for row in cells})} methods on {len(scored)} data sets.",
        f"Of the {states.total():,} planned combinations of a protocol, a data set and a method,",
        f"{states['scored']:,} have scores.{without}",
        f"Of {claims.total()} claims of the sources, {claims['holds']} hold,",
        f"{claims['holds in part']} hold in part, {claims['contradicted']} are contradicted,",
        f"{claims['undecided']} are undecided",
        f"and {claims['not tested']} are not tested here.",
        f"Of {compared} comparisons with a printed number, {printed['reproduced']} reproduce it.",
        f"{title} (`{rival['a']}`) has the best average rank of the family:",
        f"{_against(reference)} naive Bayes,",
        f"and {_against(rival)} `{rival['b']}`, the best method outside it.",
    )
    return textwrap.fill(" ".join(sentences), width=110, break_on_hyphens=False) + "\n"


def _counted(path: Path, column: str) -> Counter[str]:
    return Counter(row[column] for row in _rows(path))


def _against(pair: dict[str, str]) -> str:
    """How far a method is above or below the other one of a pair, in accuracy points."""
    mean, *ends = (100 * float(pair[key]) for key in ("mean", "low", "high"))
    low, high = sorted(ends if mean >= 0 else [-end for end in ends])
    word = "above" if mean >= 0 else "below"
    return f"{abs(mean):.1f} accuracy points (95 % interval {low:.1f} to {high:.1f}) {word}"


BLOCKS: dict[str, Callable[[Path], str]] = {
    "<!-- results -->\n": lambda directory: text(read(directory)),
    "<!-- numbers -->\n": numbers,
    "<!-- encodings -->\n": encodings,
}


def filled(page: str, mark: str, block: str) -> str:
    """The text of a page with a block between the mark and the next end."""
    before, start, rest = page.partition(mark)
    return f"{before}{start}{block}{END}{rest.partition(END)[2]}"


def timed(page: str, directory: Path) -> str:
    """The text of a page with the time that the run takes from scratch, if its jobs left records."""
    jobs = makespan.recorded(directory / "results" / "jobs.csv")
    if not jobs:
        return page
    facts = json.loads((directory / "results" / "environment.json").read_text(encoding="utf-8"))
    seconds = makespan.seconds(jobs, 2, facts["run"]["cpu_seconds_main"] or 0.0)
    return DURATION.sub(f"about {max(round(seconds / 60), 1)} minutes on two cores", page)


def main(directory: str, *pages: str) -> None:
    """Fill in the blocks that the pages have marks for."""
    for path in map(Path, pages):
        page = path.read_text(encoding="utf-8")
        marks = [mark for mark in BLOCKS if mark in page]
        if not marks:
            raise SystemExit(
                f"error: {path} lacks the line {next(iter(BLOCKS)).strip()} before its table: add it"
            )
        for mark in marks:
            page = filled(page, mark, BLOCKS[mark](Path(directory)))
        path.write_text(timed(page, Path(directory)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
