"""P(x | c, parents) smoothed by a hierarchical Dirichlet process with its seating replaced by expectations.

The model is that of pattern_smoothing.hdp on a chain: nothing, the class, the first parent, and so on. A node
u of level l has theta_u ~ Dirichlet(c_l theta_parent(u)), c_l ~ Gamma(2, 1), and the root's parent is
uniform. The tables t and concentrations c are not drawn; each round sets them to their expectations given the
rest (EM for c):

    theta_ux = (n_ux + c_l theta_parent,x) / (n_u. + c_l)
    t_ux = a (psi(a + n_ux) - psi(a)),  a = c_l theta_parent,x;   n of a node = cases that end there + t below
    c_l = (1 + sum t_ux) / (1 + sum_u (psi(c_l + n_u.) - psi(c_l)))

Only combinations that occur are kept: the node (c, pa) and its entries (c, pa, x), each with the entry of its
parent node for the same x. O(M) per round. Petitjean, Buntine, Webb and Zaidi 2018;
docs/methods/bayesian-networks.md#eskdb.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core import compiled, patterns
from naivebench.core.patterns import Step
from naivebench.methods.pattern_smoothing.helpers import pattern_loops

ROUNDS = 6


class Family(NamedTuple):
    """Smoothed counts of one attribute with r values, on L + 1 levels."""

    parents: tuple[int, ...]  # attributes of the levels 2, 3, ...; level 1 is the class
    r: int
    nodes: tuple[Step, ...]  # of the levels 1, 2, ...
    entries: tuple[Step, ...]  # of the levels 0, 1, ...: node * r + x
    counts: tuple[np.ndarray, ...]  # per level: n of every entry
    totals: tuple[np.ndarray, ...]  # per level: n of every node
    concentrations: np.ndarray  # (L + 1,)


def fit(
    columns: np.ndarray, y: np.ndarray, j: int, parents: tuple[int, ...], r: int, n_classes: int
) -> Family:
    """Smooth the attribute j of columns (d, n) given the class and its parents.

    The path of a case ends at the last parent before a missing one; a case that lacks the attribute itself is
    not counted.
    """
    here = np.flatnonzero(columns[j] >= 0)
    x, radix = columns[j][here].astype(np.int64), max(r, 1)
    chain = [y[here].astype(np.int64), *(columns[p][here].astype(np.int64) for p in parents)]
    node, nodes, entries, of_case, sizes = np.zeros(len(here), np.int64), [], [], [], []
    for level in range(len(chain) + 1):
        if level:
            step, node = patterns.extend(node, chain[level - 1], n_classes if level == 1 else None)
            nodes.append(step)
        step, entry = patterns.extend(node, np.where(node >= 0, x, -1), radix)
        entries.append(step)
        of_case.append(entry)
        sizes.append(len(step.keys))
    first = np.concatenate([[0], np.cumsum(sizes)])
    node_of = [step.keys // radix for step in entries]
    n_nodes = [1, *(len(step.keys) for step in nodes)]
    start = np.concatenate([[0], np.cumsum(n_nodes)])
    above, ends = np.full(first[-1], -1, np.int64), np.zeros(first[-1])
    for level, entry in enumerate(of_case):
        reached = entry >= 0
        if level:
            above[first[level] + entry[reached]] = first[level - 1] + of_case[level - 1][reached]
        deeper = reached & (of_case[level + 1] >= 0) if level + 1 < len(of_case) else np.zeros(len(x), bool)
        ends[first[level] : first[level + 1]] = np.bincount(entry[reached & ~deeper], minlength=sizes[level])
    owner = np.concatenate([start[level] + at for level, at in enumerate(node_of)])
    n, totals = np.zeros(first[-1]), np.zeros(start[-1])
    concentrations = np.full(len(sizes), 2.0)
    compiled.loops(pattern_loops).expected_seating(
        first, start, owner, above, ends, 1.0 / radix, ROUNDS, n, totals, concentrations
    )
    return Family(
        parents,
        r,
        tuple(nodes),
        tuple(entries),
        tuple(np.split(n, first[1:-1])),
        tuple(np.split(totals, start[1:-1])),
        concentrations,
    )


def log_proba(family: Family, x: np.ndarray, columns: np.ndarray, n_classes: int) -> np.ndarray:
    """log P(x | c, parents) of n cases, (n, K) nats, from the deepest node that occurs; zeros where x is
    missing. x: (n,) codes, columns: (d, n).
    """
    n = len(x)
    value = np.repeat(np.maximum(x, 0).astype(np.int64), n_classes)
    chain = [np.tile(np.arange(n_classes), n), *(np.repeat(columns[p], n_classes) for p in family.parents)]
    p, node = np.full(n * n_classes, 1.0 / max(family.r, 1)), np.zeros(n * n_classes, np.int64)
    for level, c in enumerate(family.concentrations):
        if level:
            node = patterns.follow(family.nodes[level - 1], node, chain[level - 1])
        entry = patterns.follow(family.entries[level], node, value)
        known = np.flatnonzero(node >= 0)
        if not len(known):
            break
        count = np.append(family.counts[level], 0.0)[entry[known]]
        p[known] = (count + c * p[known]) / (family.totals[level][node[known]] + c)
    result = np.log(p).reshape(n, n_classes)
    result[x < 0] = 0.0
    return result
