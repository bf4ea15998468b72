"""Tables of problems: failures, unavailable data, exclusions, and oddities of the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from naivebench.benchmark.results.context import Failure, Results
from naivebench.benchmark.results.formats import capital, listing, plural
from naivebench.benchmark.results.tables import Column, Row, Table
from naivebench.report.columns import DATASET, PROTOCOL

FAILURES = (
    DATASET,
    Column("status", "Status"),
    Column("method", "Method"),
    PROTOCOL,
    Column("folds", "Folds"),
    Column("stage", "Stage"),
    Column("reason", "Reason", "long"),
    Column("remedy", "Remedy", "long"),
)
EXCLUSIONS = (
    Column("left_out", "Left out", "id"),
    PROTOCOL,
    Column("metrics", "Metrics", "long"),
    Column("reason", "Reason", "long"),
)
WARNINGS = (DATASET, Column("warning", "Warning", "long"))


def folds_text(rows: Iterable[Failure]) -> str:
    """Phrase such as `fold 3` or `folds 1, 2, 5`; "" if all folds are affected."""
    folds = [
        r.fold if r.repeat in ("", "0") else f"{r.repeat}.{r.fold}" for r in rows if r.fold not in ("", "all")
    ]
    return ("fold " if len(folds) == 1 else "folds ") + ", ".join(folds) if folds else ""


def failures(results: Results) -> Table:
    """Table of all failures, including unavailable data sets; folds with the same reason share a row."""
    by_reason: dict[tuple[str, ...], list[Failure]] = {}
    keys = ("status", "dataset", "method", "protocol", "stage", "reason", "remedy")
    for row in results.failures:
        by_reason.setdefault(tuple(getattr(row, k) for k in keys), []).append(row)
    listed = {key[1] for key in by_reason if not key[2]}
    for name, prepared in results.prepared.items():
        if prepared.get("status", "ok") != "ok" and name not in listed:
            by_reason[
                prepared["status"],
                name,
                "",
                "",
                "prepare",
                prepared.get("reason", ""),
                prepared.get("remedy", ""),
            ] = []
    rows = [
        dict(zip(keys, key, strict=True)) | {"folds": folds_text(group) or "all"}
        for key, group in sorted(by_reason.items())
    ]
    for listed_row in rows:
        listed_row |= {key: listed_row[key] or "all" for key in ("method", "protocol", "dataset")}
    return Table(
        "failures",
        "Scores that could not be computed, with the reason and the remedy.",
        FAILURES,
        tuple(rows),
    )


BY_DESIGN = "not applicable"  # status of cells that are not expected to have a score
COMMAND = re.compile(r"`([^`]* [^`]*)`")  # code with arguments; a key or a file name is not a command


class Missing(NamedTuple):
    """Data sets or methods that are missing for the same reason, and how to get them."""

    kind: str  # dataset or method, as in the prefixes of anchors
    names: tuple[str, ...]
    reason: str
    remedy: str  # commands are in backticks

    @property
    def commands(self) -> list[str]:
        """The commands of the remedy."""
        return COMMAND.findall(self.remedy)

    @property
    def told(self) -> str:
        """The remedy as a sentence that refers to the commands below it."""
        below = "the commands below" if len(self.commands) > 1 else "the command below"
        text = COMMAND.sub(below, self.remedy, count=1)
        return capital(COMMAND.sub("the next one", text))


class Problems(NamedTuple):
    """Problems that a reader can act on, failures first, and cells left out by design."""

    failed: Sequence[Row]  # rows of the table of failures
    datasets: Sequence[Missing]
    methods: Sequence[Missing]
    by_design: Sequence[Row]

    @property
    def listed(self) -> int:
        """Number of problems to act on: failures, and data sets and methods to obtain."""
        return len(self.failed) + sum(len(m.names) for m in (*self.datasets, *self.methods))

    @property
    def summary(self) -> str:
        """Sentence that gives the number of problems of each type."""
        datasets, methods = (sum(len(m.names) for m in of) for of in (self.datasets, self.methods))
        told = [plural(len(self.failed), "failure")] if self.failed else []
        told += [f"{plural(datasets, 'data set')} that could not be obtained"] if datasets else []
        told += [f"{plural(methods, 'method')} without an installed package"] if methods else []
        return f"This run has {listing(told)}." if told else "Nothing failed, and nothing is missing."


def problems(table: Table) -> Problems:
    """Group the rows of the table of failures by what a reader can do about them; each data set is listed
    once.
    """
    rows = table.rows
    failed = [r for r in rows if r["status"] not in (BY_DESIGN, "unavailable")]
    missing = [r for r in rows if r["status"] == "unavailable"]
    return Problems(
        failed,
        _missing("dataset", [r for r in missing if r["method"] == "all"]),
        _missing("method", [r for r in missing if r["method"] != "all"]),
        [r for r in rows if r["status"] == BY_DESIGN],
    )


def _missing(kind: str, rows: Iterable[Row]) -> list[Missing]:
    """Group rows by reason and remedy; a data set or method with several is listed under the first."""
    seen: set[str] = set()
    grouped: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row[kind] not in seen:
            seen.add(row[kind])
            grouped.setdefault((row["reason"], row["remedy"]), []).append(row[kind])
    return [Missing(kind, tuple(names), *why) for why, names in grouped.items()]


def exclusions(results: Results) -> Table:
    """Table of data sets and methods that a comparison left out; metrics with the same reason share a row."""
    by_reason: dict[tuple[str, str, str], list[str]] = {}
    for entry in results.comparisons:
        for left in entry.left_out:
            by_reason.setdefault((left.name, entry.protocol, left.reason), []).append(entry.metric)
    everything = {e.metric for e in results.comparisons}
    rows = [
        {
            "left_out": name,
            "protocol": protocol,
            "metrics": "all" if set(m) == everything else ", ".join(m),
            "reason": reason,
        }
        for (name, protocol, reason), m in sorted(by_reason.items())
    ]
    return Table(
        "exclusions",
        "Data sets and methods that the rank comparisons leave out, because these need a complete table.",
        EXCLUSIONS,
        tuple(rows),
    )


def warnings(results: Results) -> Table:
    """Table of oddities found when the data sets were prepared."""
    rows = [
        {"dataset": name, "warning": w}
        for name, prepared in results.prepared.items()
        for w in prepared.get("warnings", [])
    ]
    return Table("warnings", "Warnings from the preparation of the data.", WARNINGS, tuple(rows))
