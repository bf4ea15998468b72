"""Conditional minimum description length score of multinomial naive Bayes and of trees of them; larger is
better.

    CMDL(h | D) = sum over leaves of CLL(leaf | D_leaf) - log|D| / 2 * (|C| + |C| d) * |h|
    CLL(h | D) = g(D) * sum over cases of log P(true class | case)

|h| counts all nodes, |D| the cases of the whole training part, d the words of the vocabulary; natural logs.
The equation of CLL is damaged in the available copy of the paper, so it is not known whether it has a factor
|D|: `scale` is `none` (g = 1, a description length) or `node` (g = |D|, the cases at the node; almost every
split then raises the score). Kang, Silvescu and Honavar 2006, section 3.2;
docs/methods/sequences.md#recursive-naive-bayes-on-words.
"""

from __future__ import annotations

import math

import numpy as np

SCALES = ("none", "node")


def cll(log_proba: np.ndarray, y: np.ndarray, scale: str = "none") -> float:
    """Conditional log likelihood of a node on its cases, nats; log_proba: (n, K) normalised, y: (n,) in
    0..K-1.
    """
    total = float(log_proba[np.arange(len(y)), y].sum())
    return total * len(y) if scale == "node" else total


def penalty(n_root: int, n_classes: int, d: int) -> float:
    """Penalty of one node in nats, log|D| / 2 * (|C| + |C| d)."""
    return 0.5 * math.log(max(n_root, 1)) * n_classes * (1 + d)


def cmdl(leaf_cll: list[float], n_nodes: int, node_penalty: float) -> float:
    """Score of a tree from the CLL of its leaves and the number of all its nodes."""
    return math.fsum(leaf_cll) - node_penalty * n_nodes


def gain(children_cll: list[float], parent_cll: float, node_penalty: float) -> float:
    """Change of the score when a leaf gets children; NaN if the leaf and a child have the likelihood 0 (CLL
    -inf).
    """
    return sum(children_cll) - parent_cll - node_penalty * len(children_cll)
