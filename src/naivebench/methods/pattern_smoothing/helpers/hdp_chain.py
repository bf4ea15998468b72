"""Order of the attributes in the back-off chain of `pattern_smoothing.hdp`."""

from __future__ import annotations

import numpy as np

from naivebench.core.information import mutual_information
from naivebench.core.table import Table, class_counts, n_cases
from naivebench.methods.pattern_smoothing.helpers.hdp_sampler import loops

ORDERS = ("evidence", "mutual_information", "given")
CONCENTRATIONS = np.exp(np.arange(-2.0, 12.0))  # grid on which the evidence of a level is maximised


def chain_of(train: Table, order: str, max_depth: int) -> np.ndarray:
    """At most `max_depth` discrete attributes in the order of the chain; those without two occurring values
    are left out.

    order: `given` is the order of the table. `mutual_information` sorts by I(X_j; C) of raw frequencies,
    which favours attributes with many values. `evidence` is greedy: the next attribute is the one that raises
    the log evidence of the classes most, given the chain so far; the gain is n I(X_j; C | chain) less the
    cost of estimating it. If no attribute raises the evidence, the next one is the attribute with the fewest
    new nodes (from general to specific). Ties go to the earlier attribute. Classes 0..K-1 must all be known.
    """
    columns = np.ascontiguousarray(train.codes.T).astype(np.int64)
    used = np.array(
        [j for j, column in enumerate(columns) if len(np.unique(column[column >= 0])) > 1], dtype=np.intp
    )
    if order == "evidence":
        return _greedy(columns, train, list(used), max_depth)
    if order == "mutual_information" and len(used):
        used = used[np.argsort(-mutual_information(train)[used], kind="stable")]
    return used[:max_depth]


def _greedy(columns: np.ndarray, train: Table, left: list[int], max_depth: int) -> np.ndarray:
    """Attributes in greedy order of evidence, each given those before it."""
    counts = class_counts(train)
    node, theta = np.zeros(n_cases(train), np.int64), counts[None, :] / max(counts.sum(), 1)
    chosen: list[int] = []
    while left and len(chosen) < max_depth:
        splits = [(*split(node, columns[j], train.y, theta), j) for j in left]
        best = min(splits, key=lambda f: (-max(f[0], 0.0), len(f[1]), f[3]))
        _, theta, node, j = best
        chosen.append(j)
        left.remove(j)
    return np.array(chosen, dtype=np.intp)


def split(
    node: np.ndarray, column: np.ndarray, y: np.ndarray, theta: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """Split nodes by one more attribute; return the gain in log evidence (nats), the class distributions (new
    nodes, K) and the new node of every case.

    node: (n,), -1 where the path has ended; column: (n,) codes; theta: (nodes, K). The new distributions have
    Dirichlet priors c theta with the c of the grid that makes the classes most probable; the gain is measured
    against no split, which is c = infinity.
    """
    rows = np.flatnonzero((node >= 0) & (column >= 0))
    radix, n_classes = int(column.max(initial=0)) + 1, theta.shape[1]
    paths, place = np.unique(node[rows] * radix + column[rows], return_inverse=True)
    new = np.full(len(node), -1)
    new[rows] = place
    n = np.bincount(place * n_classes + y[rows], minlength=len(paths) * n_classes).reshape(
        len(paths), n_classes
    )
    total, parent = n.sum(axis=1), (paths // radix).astype(np.int32)
    prior = theta[parent]
    unsplit = (n * np.log(np.where(n > 0, prior, 1.0)))[total > 1].sum()
    evidences = [loops().log_likelihood(0, len(paths), parent, n, total, theta, c) for c in CONCENTRATIONS]
    c = CONCENTRATIONS[int(np.argmax(evidences))]
    return float(max(evidences) - unsplit), (n + c * prior) / (total + c)[:, None], new
