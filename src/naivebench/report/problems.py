"""What the tables of scores lack: failures, absent data, exclusions, oddities of the data."""

from __future__ import annotations

from collections.abc import Iterable

from naivebench.benchmark.results.context import Failure, Results
from naivebench.benchmark.results.tables import Column, Table
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
    """`fold 3`, `folds 1, 2, 5` or nothing if all of them."""
    folds = [
        r.fold if r.repeat in ("", "0") else f"{r.repeat}.{r.fold}" for r in rows if r.fold not in ("", "all")
    ]
    return ("fold " if len(folds) == 1 else "folds ") + ", ".join(folds) if folds else ""


def failures(results: Results) -> Table:
    """Every failure, folds with the same reason in one row; data sets that are not there included."""
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
        f"{len(rows)} entries: what could not be computed, why, and what to do.",
        FAILURES,
        tuple(rows),
    )


def exclusions(results: Results) -> Table:
    """Data sets and methods that a comparison left out, metrics with the same reason in one row."""
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
        "Left out of the rank comparisons, which need a complete table.",
        EXCLUSIONS,
        tuple(rows),
    )


def warnings(results: Results) -> Table:
    """Oddities found when the data sets were prepared."""
    rows = [
        {"dataset": name, "warning": w}
        for name, prepared in results.prepared.items()
        for w in prepared.get("warnings", [])
    ]
    return Table("warnings", "Found when the data were prepared.", WARNINGS, tuple(rows))
