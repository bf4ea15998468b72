"""Figures 1 and 2 of Kang et al. 2006 as a worked example on synthetic documents.

It shows the tree that RNBL-MN grows on them and its score step by step. All numbers come from the method
itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import numpy as np

from naivebench.benchmark.results.formats import text
from naivebench.benchmark.results.tables import Row
from naivebench.core.table import Attribute, Counts, Table, make_table
from naivebench.methods.sequences import rnbl_mn
from naivebench.report.papers.run import Run

WORDS = ("one", "two", "three")
CLASSES = ("c+", "c−")
KINDS = (  # counts of the words, class; there are COPIES documents of each
    ((0, 10, 0), 0),
    ((8, 24, 8), 0),
    ((0, 0, 27), 0),
    ((30, 30, 0), 1),
    ((0, 0, 16), 1),
)
COPIES = 6
ALGORITHM = (  # figure 1; digits are missing, see docs/methods/sequences.md#recursive-naive-bayes-on-words
    "Learn naive Bayes from all documents: the root, a tree h of one node.",
    "For each leaf: send its documents to one child per class, as the leaf predicts them.",
    "Learn naive Bayes in every child from the documents that it gets.",
    "Keep the children if they raise CMDL(h | D); otherwise the leaf stays a leaf.",
    "Repeat this until no leaf can be split in this way. A new document goes down to a leaf, which "
    "classifies it.",
)


def table() -> Table:
    """The documents as a table."""
    matrix = np.repeat(np.array([words for words, _ in KINDS], float), COPIES, axis=0)
    y = np.repeat(np.array([c for _, c in KINDS], np.int32), COPIES)
    rows, columns = np.nonzero(matrix)
    indptr = np.concatenate([[0], np.cumsum((matrix > 0).sum(axis=1))]).astype(np.int64)
    counts = Counts(indptr, columns.astype(np.int32), matrix[rows, columns], matrix.shape[1])
    return make_table([Attribute("text", "count", WORDS, declared=True)], CLASSES, y, counts=counts)


@cache
def grown(max_depth: int | None = None) -> rnbl_mn.Model:
    """The tree, grown to at most this depth."""
    return rnbl_mn.fit(table(), max_depth=max_depth)


def documents(_: Run) -> list[Row]:
    """Rows that describe the documents."""
    return [
        {"kind": i, "class": CLASSES[c], "documents": COPIES} | dict(zip(WORDS, words, strict=True))
        for i, (words, c) in enumerate(KINDS, start=1)
    ]


def algorithm(_: Run) -> list[Row]:
    """Rows of figure 1, reconstructed."""
    return [{"step": i, "what": what} for i, what in enumerate(ALGORITHM, start=1)]


def paths(model: rnbl_mn.Model) -> Iterator[tuple[str, int]]:
    """(name, number) of every node, breadth first; the name is h and the sign of each branch below the
    root.
    """
    names = {0: "h"}
    for i, node in enumerate(model.nodes):
        yield names[i], i
        for c, child in enumerate(node.children):
            names[child] = names[i] + CLASSES[c][-1]


def nodes(_: Run) -> list[Row]:
    """A row for every node: its documents, its log-likelihood, and the effect of splitting it."""
    model, rows = grown(), []
    for name, i in paths(model):
        node = model.nodes[i]
        row: Row = {"node": name, "plus": int(node.n_c[0]), "minus": int(node.n_c[1]), "cll": node.cll}
        if not math.isnan(node.gain):
            price = rnbl_mn.penalty(len(table().y), len(CLASSES), len(WORDS)) * 2
            row |= {"rise": node.gain + price, "price": price, "gain": node.gain}
        rows.append(row | {"decision": "split" if node.children else "leaf"})
    return rows


def scores(_: Run) -> list[Row]:
    """Rows with the score of the tree, from the root alone to the whole tree."""
    depth = max(node.depth for node in grown().nodes)
    rows = []
    for model in map(grown, range(depth + 1)):
        leaves = math.fsum(node.cll for node in model.nodes if not node.children)
        price = model.node_penalty * len(model.nodes)
        row = {"tree": rnbl_mn.structure(model) or "the root alone", "nodes": len(model.nodes)}
        rows.append(row | {"leaves": leaves, "price": price, "cmdl": rnbl_mn.score(model)})
    return rows


def score_of_figure_2(_: Run) -> str:
    """The equation below figure 2, filled in with its numbers."""
    model = grown()
    leaves = [(name, model.nodes[i].cll) for name, i in paths(model) if not model.nodes[i].children]
    terms = " + ".join(f"CLL({name})" for name, _ in leaves)
    values = " + ".join(f"({text(cll, 'score')})" for _, cll in leaves)
    n, k, d = len(table().y), len(CLASSES), len(WORDS)
    return (
        f"As in figure 2 the tree has {len(model.nodes)} nodes: CMDL(h | D) = {terms} − "
        f"(log {n} / 2) ({k} + {k} × {d}) {len(model.nodes)} = {values} − "
        f"{text(model.node_penalty * len(model.nodes), 'score')} = {text(rnbl_mn.score(model), 'score')}."
    )
