"""Kang et al. 2006: sizes of the trees of naive Bayes classifiers under each reading of the score.

Also chooses the trees that are drawn.
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
DRAWN = 4  # number of trees that are drawn
LARGE = 40  # number of nodes; larger trees are drawn only if there are no others


class Node(NamedTuple):
    """A node of a tree of classifiers and everything below it; cases and words are None if they were not
    kept.
    """

    children: Mapping[str, Node] = {}  # by predicted class
    cases: dict[str, int] | None = None  # by class
    words: dict[str, list[tuple[str, float]]] | None = None  # by class, most informative first


class Drawn(NamedTuple):
    """A tree to draw: the one of the first fold."""

    dataset: str
    method: str
    tree: Node


def _shown(run: Run) -> list[str]:
    """Data sets with results under the paper's protocol."""
    role = run.paper.protocols["paper"]
    return [d for p, d in run.results.break_even if p == role]


def span(values: list[float]) -> Cell:
    """Cell with `3`, or the mean with the range, such as `4.2 (3 – 7)`; the value is the mean."""
    mean, low, high = sum(values) / len(values), min(values), max(values)
    return Cell(mean, f"{low:,.0f}" if low == high else f"{mean:,.1f} ({low:,.0f} – {high:,.0f})")


def sizes(run: Run) -> list[Row]:
    """A row for each data set and method that grows a tree."""
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
    """The trees that are drawn: the largest of the plain score, and at least one under the other reading.

    The latter is preferably of the same data set as the former.
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
    """Number of nodes of a tree."""
    return 1 + sum(nodes(child) for child in tree.children.values())


def _mean_nodes(run: Run, reading: str) -> list[float]:
    """Number of nodes of the trees under a reading of the score: the mean over the folds, for each data
    set.
    """
    means = []
    for dataset in _shown(run):
        of = figures(run, "paper", dataset, method_of(run, "paper", dataset, reading))
        means += [sum(t["nodes"] for t in of.trees) / len(of.trees)] if of and of.trees else []
    return means


def split_on(run: Run, reading: str) -> str:
    """Text on how often trees have more than one node: `3 of 17 data sets`; "" if there are no trees."""
    counts = _mean_nodes(run, reading)
    return f"{sum(n > 1 for n in counts)} of {formats.plural(len(counts), 'data set')}" if counts else ""


def growth(run: Run) -> str:
    """Sentence on how often trees split under both readings of the score; "" if there are no trees."""
    parts = []
    for reading in READINGS:
        if counts := _mean_nodes(run, reading):
            mean = formats.text(sum(counts) / len(counts), "rank")
            parts.append(f"{reading} splits on {split_on(run, reading)} ({mean} nodes on average)")
    return f"{'; '.join(parts)}." if parts else ""


def significant(run: Run) -> str:
    """Text on why no test can show whether splits are significant."""
    text = "the paper names no test and no level: a split is made whenever the score rises"
    sizes = growth(run).rstrip(".")
    return f"{text}. {sizes}" if sizes else text
