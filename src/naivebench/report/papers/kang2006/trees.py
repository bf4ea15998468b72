"""Kang et al. 2006: how large the trees of naive Bayes classifiers get under each reading of the score, and
which of them are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.tables import Cell, Row
from naivebench.core.plain import named
from naivebench.report.papers.retrieval import figures, told
from naivebench.report.papers.run import Run, method_of

KEYS = ("nodes", "leaves", "depth", "words")
READINGS = ("RNBL-MN", "RNBL-MN, factor |D|")
DRAWN = 4  # trees
LARGE = 40  # nodes: larger trees are drawn only where there is no other


class Node(NamedTuple):
    """A node of a tree of classifiers and everything below it; without cases or words it was not kept."""

    children: Mapping[str, Node] = {}  # by the class that the node predicts
    cases: dict[str, int] | None = None  # by class
    words: dict[str, list[tuple[str, float]]] | None = None  # by class, most telling first


class Drawn(NamedTuple):
    """A tree to draw: that of the first fold."""

    dataset: str
    method: str
    tree: Node


def _shown(run: Run) -> list[str]:
    """Data sets with figures under the paper's protocol."""
    role = run.paper.protocols["paper"]
    return [d for p, d in run.results.break_even if p == role]


def span(values: list[float]) -> Cell:
    """`3`, or the mean with the range, as `4.2 (3 – 7)`; the value is the mean."""
    mean, low, high = sum(values) / len(values), min(values), max(values)
    return Cell(mean, f"{low:,.0f}" if low == high else f"{mean:,.1f} ({low:,.0f} – {high:,.0f})")


def sizes(run: Run) -> list[Row]:
    """A row per data set and method that grows a tree."""
    rows = []
    for dataset in _shown(run):
        for method, of in told(run, "paper", dataset).methods.items():
            trees = of.trees
            if trees and method != "majority":
                row: Row = {"dataset": dataset_cell(dataset), "method": method_cell(method)}
                spans = {k: span([t[k] for t in trees]) for k in KEYS if k in trees[0]}
                rows.append(row | {"parts": len(trees)} | spans)
    return rows


def drawn(run: Run) -> tuple[Drawn, ...]:
    """The trees that are drawn: the largest of the plain score, and at least one under the other reading,
    best of the same data set.
    """
    found: dict[str, list[Drawn]] = {reading: [] for reading in READINGS}
    for dataset in _shown(run):
        for reading, trees in found.items():
            method = method_of(run, "paper", dataset, reading)
            of = figures(run, "paper", dataset, method)
            if of and of.tree and (tree := named(Node, of.tree)).children:
                trees.append(Drawn(dataset, method or "", tree))
    plain, scaled = found.values()
    plain.sort(key=lambda d: (-nodes(d.tree), d.dataset))
    known = [d.dataset for d in plain]

    def order(d: Drawn) -> tuple[int, bool, int, str]:
        place = known.index(d.dataset) if d.dataset in known else len(known)
        return place, nodes(d.tree) > LARGE, -nodes(d.tree), d.dataset

    scaled.sort(key=order)
    plain = plain[: DRAWN - 1] if scaled else plain[:DRAWN]
    return (*plain, *scaled[: DRAWN - len(plain)])


def nodes(tree: Node) -> int:
    """Nodes of a tree."""
    return 1 + sum(nodes(child) for child in tree.children.values())


def _mean_nodes(run: Run, reading: str) -> list[float]:
    """Nodes of the trees of a reading of the score, the mean over the folds of each data set."""
    means = []
    for dataset in _shown(run):
        of = figures(run, "paper", dataset, method_of(run, "paper", dataset, reading))
        means += [sum(t["nodes"] for t in of.trees) / len(of.trees)] if of and of.trees else []
    return means


def split_on(run: Run, reading: str) -> str:
    """`3 of 17 data sets`: where trees of a reading of the score have more than one node; "" without any."""
    counts = _mean_nodes(run, reading)
    return f"{sum(n > 1 for n in counts)} of {formats.plural(len(counts), 'data set')}" if counts else ""


def growth(run: Run) -> str:
    """How often the two readings of the score split at all, in a sentence; "" without trees."""
    parts = []
    for reading in READINGS:
        if counts := _mean_nodes(run, reading):
            mean = formats.text(sum(counts) / len(counts), "rank")
            parts.append(f"{reading} splits on {split_on(run, reading)} ({mean} nodes on average)")
    return f"{'; '.join(parts)}." if parts else ""


def significant(run: Run) -> str:
    """Why no test can tell whether splits are significant."""
    text = "the paper names no test and no level: a split is made whenever the score rises"
    sizes = growth(run).rstrip(".")
    return f"{text}. {sizes}" if sizes else text
