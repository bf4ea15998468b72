"""Kang, Silvescu and Honavar 2006: what is left of the print, and the run beside it, for all tables.

What is left to hold the run against are figures that others published on the same documents. This module has
the run as the tables take it, and the parts of the section in their order.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from naivebench.results.context import Results
from naivebench.results.parts import PUBLISHED
from naivebench.results.summaries import Summary

PAPER, GROUPED = "paper/kang2006", "grouped/kang2006"
PAPER_ID = "kang2006"  # its name in the column `paper` of the printed figures
KINDS = {"exact": "the paper's documents", "part": "documents of one topic only", "substitute": "substitute"}
VERDICTS = ("near", "not near", "other data", "no counterpart", "not run")
RULE = (
    "Verdict, on the paper's documents only: near = this run differs from the published figure by at "
    "most the tolerance stated with its source. "
    "The tolerance covers other words, other weights and two-digit figures, not chance: one split has "
    "no variance."
)


class Published(NamedTuple):
    """The printed figures, as far as there are any, and what stands for what."""

    # (paper, data set, method, metric) as printed -> value
    figures: dict[tuple[str, str, str, str], float | None]
    methods: dict[str, list[str]]  # name as printed -> methods of this project, best first
    scaled: dict[str, list[str]]  # the same for the other reading of the paper's score
    further: dict[str, list[str]]  # the same for methods beyond the paper
    table1: dict[str, list[dict]]  # topic -> classes of data sets that stand for it
    table2: dict[str, dict]  # task -> locations, data sets
    sources: dict[str, dict]  # paper -> cited, by, metric, tolerance, methods, about
    general: tuple[str, ...]


class Run(NamedTuple):
    """The run as the tables take it."""

    results: Results
    summary: Summary
    published: Published
    facts: dict[tuple[str, str], dict]  # (protocol, data set) -> as results/break_even has them


class Topic(NamedTuple):
    """A class of a data set of this run that stands for a topic."""

    name: str
    dataset: str
    label: str
    kind: str  # a key of KINDS


def read(folder: Path = PUBLISHED) -> Published | None:
    """The printed figures and notes in `folder`; None without them."""
    import yaml

    path, notes = folder / "kang2006.csv", folder / "kang2006_notes.yaml"
    if not path.is_file() or not notes.is_file():
        return None
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    figures = {
        (r["paper"], r["dataset"], r["method"], r["metric"]): float(r["value"]) if r["value"] else None
        for r in rows
    }
    about = yaml.safe_load(notes.read_text(encoding="utf-8"))
    tables = {k: about[k] for k in ("methods", "scaled", "further", "table1", "table2", "sources")}
    return Published(figures, general=tuple(about["general"]), **tables)


def gather(results: Results, summary: Summary, folder: Path = PUBLISHED) -> Run | None:
    """The run with the printed figures; None without figures per class under the paper's protocol."""
    facts = {key: stored for key, stored in results.break_even.items() if key[0] in (PAPER, GROUPED)}
    published = read(folder) if any(protocol == PAPER for protocol, _ in facts) else None
    return Run(results, summary, published, facts) if published else None


def methods_of(run: Run, protocol: str, dataset: str) -> dict[str, dict]:
    """Method -> its figures on a data set, {} without any."""
    return run.facts.get((protocol, dataset), {}).get("methods", {})


def columns_of(run: Run) -> dict[str, list[str]]:
    """The methods of the paper's tables, the first one under both readings of its score."""
    first, *rest = run.published.methods.items()
    return dict([first, *run.published.scaled.items(), *rest])


def method_of(run: Run, dataset: str, printed: str, protocol: str = PAPER) -> str | None:
    """The method of this run that stands for a printed one."""
    candidates = {**run.published.further, **columns_of(run)}[printed]
    return next((m for m in candidates if m in methods_of(run, protocol, dataset)), None)


def of_class(run: Run, dataset: str, label: str, method: str | None, protocol: str = PAPER) -> dict:
    """Figures of a class against the rest, {} without any."""
    methods = methods_of(run, protocol, dataset)
    return methods.get(method, {}).get("classes", {}).get(label, {}) if method else {}


def topics(run: Run) -> tuple[Topic, ...]:
    """What stands for the paper's topics in this run, in its order."""
    candidates = (
        Topic(name, c["dataset"], c["class"], c["kind"])
        for name, several in run.published.table1.items()
        for c in several
    )
    return tuple(
        t
        for t in candidates
        if (PAPER, t.dataset) in run.facts and t.label in run.facts[PAPER, t.dataset]["cases"]
    )


def proteins(run: Run) -> tuple[tuple[str, str], ...]:
    """(task, data set) of the proteins in this run, in the order of the notes."""
    return tuple(
        (task, d)
        for task, about in run.published.table2.items()
        for d in about["datasets"]
        if (PAPER, d) in run.facts
    )
