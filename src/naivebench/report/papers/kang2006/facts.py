"""Figures of a class against the rest, as results/break_even has them, by the names of the paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from naivebench.benchmark.results.tables import Cell
from naivebench.benchmark.retrieval import ClassScores, Facts, MethodScores
from naivebench.core.plain import named
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import DataSet
from naivebench.report.papers.run import Run

NOTHING = Facts("", 0, 0, {}, None, {})


class Node(NamedTuple):
    """A node of a tree of classifiers and everything below it; without cases or words it was not kept."""

    children: Mapping[str, Node] = {}  # by the class that the node predicts
    cases: dict[str, int] | None = None  # by class
    words: dict[str, list[tuple[str, float]]] | None = None  # by class, most telling first


def told(run: Run, role: str, dataset: str) -> Facts:
    """Everything about a data set under the protocol of a role, empty without it."""
    content = run.results.break_even.get((run.paper.protocols[role], dataset))
    return named(Facts, content) if content else NOTHING


def figures(run: Run, role: str, dataset: str, method: str | None) -> MethodScores | None:
    """Of all classes of a method, None without it."""
    return told(run, role, dataset).methods.get(method or "")


def label(stand: DataSet) -> str:
    """The class that is held against the rest: the last word of the printed name."""
    return stand.printed.split()[-1]


def of_class(run: Run, role: str, stand: DataSet, printed: str) -> ClassScores | None:
    """Figures of that class by the method that stands for a printed one, or has this id; None without any."""
    found = figures(run, role, stand.id, runs.method_of(run, role, stand.id, printed))
    return found.classes.get(label(stand)) if found else None


def chosen(run: Run, which: str, role: str = "paper", leading: bool = False) -> list[DataSet]:
    """The data sets that stand for the paper's `topics`, `sites` or `all_classes` and have figures."""
    wanted = run.paper.more[which]
    return [
        s
        for s in runs.stands(run, role, leading=leading)
        if s.printed in wanted and told(run, role, s.id).methods
    ]


def bold_best(values: dict[str, float | None]) -> dict[str, Cell]:
    """A cell for each value that is there, the largest bold."""
    best = max((v for v in values.values() if v is not None), default=None)
    return {k: Cell(v, css="strong" if v == best else "") for k, v in values.items() if v is not None}


def mean(values: Iterable[float | None]) -> float | None:
    """Mean of the numbers that are there, None without any."""
    numbers = [v for v in values if v is not None]
    return sum(numbers) / len(numbers) if numbers else None
