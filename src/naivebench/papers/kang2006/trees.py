"""Kang et al. 2006: how large the trees of naive Bayes classifiers get under each reading of the score, and
which of them are drawn.
"""

from __future__ import annotations

from typing import NamedTuple

from naivebench.papers.kang2006.run import PAPER, Run, methods_of
from naivebench.results import formats
from naivebench.results.parts import Part, dataset_cell, method_cell
from naivebench.results.tables import Cell, Column, Row, Table

NAMES = {"nodes": "Nodes", "leaves": "Leaves", "depth": "Depth", "words": "Words"}
PLAIN, SCALED = "rnbl_mn", "rnbl_mn_node"
DRAWN = 4  # trees
LARGE = 40  # nodes: larger trees are drawn only where there is no other


class Drawn(NamedTuple):
    """A tree to draw: that of the first fold."""

    dataset: str
    method: str
    tree: dict


def span(values: list[float]) -> Cell:
    """`3`, or the mean with the range, as `4.2 (3 – 7)`; the value is the mean."""
    mean = sum(values) / len(values)
    low, high = min(values), max(values)
    shown = f"{low:,.0f}" if low == high else f"{mean:,.1f} ({low:,.0f} – {high:,.0f})"
    return Cell(mean, shown)


def sizes(run: Run) -> Table:
    """A row per data set and method that grows a tree."""
    rows = []
    for protocol, dataset in run.facts:
        for method, figures in methods_of(run, protocol, dataset).items() if protocol == PAPER else ():
            trees = figures["trees"]
            if not trees or method == "majority":
                continue
            row: Row = {
                "dataset": dataset_cell(dataset),
                "method": method_cell(method),
                "parts": len(trees),
            }
            for key in NAMES:
                values = [t[key] for t in trees if key in t]
                row[key] = span(values) if values else None
            rows.append(row)
    columns = (
        Column("dataset", "Data set", "id"),
        Column("method", "Method", "text"),
        Column("parts", "Trees", "integer", "One per fold"),
        *(Column(k, label, "statistic") for k, label in NAMES.items()),
    )
    return Table(
        "kang2006_trees",
        "Sizes of the trees, mean and range over the folds. One node: naive Bayes itself.",
        columns,
        tuple(rows),
    )


def drawn(run: Run) -> tuple[Drawn, ...]:
    """The trees that are drawn: the largest of the plain score, and at least one under the other reading,
    best of the same data set.
    """
    grown = []
    for protocol, dataset in run.facts:
        several = methods_of(run, protocol, dataset) if protocol == PAPER else {}
        trees = ((m, several[m]["tree"]) for m in (PLAIN, SCALED) if m in several and several[m]["tree"])
        grown += [Drawn(dataset, m, tree) for m, tree in trees if tree["children"]]
    plain = sorted((d for d in grown if d.method == PLAIN), key=lambda d: (-nodes(d.tree), d.dataset))
    known = [d.dataset for d in plain]
    scaled = [d for d in grown if d.method == SCALED]
    scaled.sort(
        key=lambda d: (
            known.index(d.dataset) if d.dataset in known else len(known),
            nodes(d.tree) > LARGE,
            -nodes(d.tree),
            d.dataset,
        )
    )
    plain = plain[: DRAWN - 1] if scaled else plain[:DRAWN]
    return (*plain, *scaled[: DRAWN - len(plain)])


def nodes(tree: dict) -> int:
    """Nodes of a tree."""
    return 1 + sum(nodes(child) for child in tree["children"].values())


def part(run: Run) -> Part | None:
    """Sizes and drawings."""
    table = sizes(run)
    if not table.rows:
        return None
    sentences = (
        "Every node is a naive Bayes classifier; a case goes to the child of the class that the node "
        "predicts. "
        "Words are those that tell a class from the others best among the cases of the node.",
    )
    return Part(
        "Trees of naive Bayes classifiers",
        sentences,
        (table,),
        place="kang2006/trees",
    )


def _counts(run: Run, method: str) -> list[float]:
    """Mean number of nodes of a method on every data set."""
    grown = (methods_of(run, p, d).get(method, {}).get("trees", []) for p, d in run.facts if p == PAPER)
    return [sum(t["nodes"] for t in trees) / len(trees) for trees in grown if trees and "nodes" in trees[0]]


def summaries(run: Run) -> tuple[str, ...]:
    """How often the two readings of the score split at all, in a sentence."""
    plain, scaled = _counts(run, PLAIN), _counts(run, SCALED)
    if not plain:
        return ()
    alone = f"{sum(n == 1 for n in plain)} of {formats.plural(len(plain), 'data set')}"
    text = f"With the plain score the tree stays one node, naive Bayes itself, on {alone}"
    if scaled:
        text += (
            "; with the factor of the cases at the node it grows to "
            f"{formats.text(sum(scaled) / len(scaled), 'integer')} nodes on average"
        )
    return (text + ".",)
