"""Figures of a class against the rest, as results/break_even has them, by the names of the paper."""

from __future__ import annotations

from collections.abc import Iterable

from naivebench.benchmark.results.tables import Cell
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import DataSet
from naivebench.report.papers.run import Run


def told(run: Run, role: str, dataset: str) -> dict:
    """Everything about a data set under the protocol of a role, {} without it."""
    return run.results.break_even.get((run.paper.protocols[role], dataset), {})


def figures(run: Run, role: str, dataset: str, method: str | None) -> dict:
    """Of all classes of a method, {} without it."""
    return told(run, role, dataset).get("methods", {}).get(method or "", {})


def label(stand: DataSet) -> str:
    """The class that is held against the rest: the last word of the printed name."""
    return stand.printed.split()[-1]


def of_class(run: Run, role: str, stand: DataSet, printed: str) -> dict:
    """Figures of that class by the method that stands for a printed one (or has this id), {} without any."""
    method = runs.method_of(run, role, stand.id, printed)
    return figures(run, role, stand.id, method).get("classes", {}).get(label(stand), {})


def chosen(run: Run, which: str, role: str = "paper", leading: bool = False) -> list[DataSet]:
    """The data sets that stand for the paper's `topics`, `sites` or `all_classes` and have figures."""
    wanted = run.paper.more[which]
    return [
        s
        for s in runs.stands(run, role, leading=leading)
        if s.printed in wanted and told(run, role, s.id).get("methods")
    ]


def bold_best(values: dict[str, float | None]) -> dict[str, Cell]:
    """A cell for each value that is there, the largest bold."""
    best = max((v for v in values.values() if v is not None), default=None)
    return {k: Cell(v, css="strong" if v == best else "") for k, v in values.items() if v is not None}


def mean(values: Iterable[float | None]) -> float | None:
    """Mean of the numbers that are there, None without any."""
    numbers = [v for v in values if v is not None]
    return sum(numbers) / len(numbers) if numbers else None
