"""Figures of a class against the rest, as results/break_even has them, by the names of the paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from naivebench.benchmark.results.tables import Cell
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import DataSet
from naivebench.report.papers.run import Run


class OfClass(NamedTuple):
    """A class against the rest; None where a figure is not defined. Those of swept thresholds have one test
    part alone.
    """

    n: float
    accuracy: float
    sensitivity: float | None
    precision: float | None
    specificity: float | None
    f1: float | None
    mcc: float | None
    break_even: float | None = None
    f1_swept: float | None = None
    average_precision: float | None = None


class Node(NamedTuple):
    """A node of a tree of classifiers and everything below it; without cases or words it was not kept."""

    children: dict[str, Node]  # by the class that the node predicts
    cases: dict[str, int] | None = None  # by class
    words: dict[str, list[tuple[str, float]]] | None = None  # by class, most telling first


class OfMethod(NamedTuple):
    """Figures of a method: of all classes together and of each; sizes of its trees, a test part each."""

    accuracy: float
    mcc: float
    classes: dict[str, OfClass]
    trees: list[dict[str, float]]
    tree: Node | None  # of the first test part


class Told(NamedTuple):
    """Everything about a data set under one protocol."""

    cases: Mapping[str, int] = MappingProxyType({})  # by class
    train_cases: dict[str, int] | None = None
    methods: Mapping[str, OfMethod] = MappingProxyType({})


def told(run: Run, role: str, dataset: str) -> Told:
    """Everything about a data set under the protocol of a role, empty without it."""
    content = run.results.break_even.get((run.paper.protocols[role], dataset))
    if not content:
        return Told()
    methods = {m: _of_method(**of) for m, of in content["methods"].items()}
    return Told(content["cases"], content["train_cases"], methods)


def _of_method(
    classes: dict[str, Any], trees: list[dict[str, float]], tree: dict[str, Any] | None, **of: Any
) -> OfMethod:
    by_class = {c: OfClass(**figures) for c, figures in classes.items()}
    return OfMethod(of["accuracy"], of["mcc"], by_class, trees, node(tree) if tree else None)


def node(content: Mapping[str, Any]) -> Node:
    """A tree as the summary of its method has it."""
    below = {label: node(child) for label, child in content.get("children", {}).items()}
    return Node(below, content.get("cases"), content.get("words"))


def figures(run: Run, role: str, dataset: str, method: str | None) -> OfMethod | None:
    """Of all classes of a method, None without it."""
    return told(run, role, dataset).methods.get(method or "")


def label(stand: DataSet) -> str:
    """The class that is held against the rest: the last word of the printed name."""
    return stand.printed.split()[-1]


def of_class(run: Run, role: str, stand: DataSet, printed: str) -> OfClass | None:
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
