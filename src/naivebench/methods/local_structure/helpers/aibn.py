"""Agglomerative information bottleneck: merge the values of an attribute that say the same about the class.

Start with one cluster t per value: p(t) = n_t / n, p(c|t) = (n_tc + s P(c)) / (n_t + s). Repeatedly merge the
pair of clusters that loses the least of I(T;C),

    dI(i, j) = (p_i + p_j) JS(p(.|i), p(.|j)) = G(i) + G(j) - G(i and j),
    G(t) = p(t) sum over c of p(c|t) log p(c|t)

(JS weighted by p_i and p_j; p(c|t) of a merged cluster is the mean of its parts weighted by p). The losses
therefore add up to I(X;C) - I(T;C) exactly. Values with equal counts merge first, at no loss. Ties go to the
pair with the lowest values.

With two classes, the clusters of the pair with the smallest loss are always neighbours in the order of
P(c|t). Take clusters i < j < k in that order and let m be the mean of i and k: if j lies at or below m, dI(i,
j) < p_i KL(i, m) <= dI(i, k); otherwise the same holds with k in place of i. A merged cluster keeps the
position of its parts, so comparing neighbours finds the same merges as comparing all pairs. With more classes
all pairs are compared, except those that a bound excludes (local_structure.helpers.table_loops), which are
most. O(r'^2) for r' different vectors of counts. Sums are computed in fixed point, so equal losses tie
exactly and the order of the classes is irrelevant.
docs/methods/high-cardinality.md#agglomerative-information-bottleneck; Slonim and Tishby 2000; as in Jambeiro
and Wainer 2007.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core import compiled
from naivebench.core.checks import InputError, at_least, one_of
from naivebench.core.table import Attribute, Table, cardinalities, make_table, n_classes
from naivebench.methods.local_structure.helpers import table_loops

FORMS = ("fraction", "absolute")
ROUNDING = 1e-12  # nats: tolerance, so that rounding errors do not stop the merging


class Merges(NamedTuple):
    """All merges of the r' occurring values into one cluster. Clusters are named by their lowest value."""

    kept: np.ndarray  # (r' - 1,) cluster that grows
    absorbed: np.ndarray  # (r' - 1,) cluster that is merged into it, kept < absorbed
    losses: np.ndarray  # (r' - 1,) dI of each merge, nats
    information: float  # I(X;C) before the first merge, nats
    occurs: np.ndarray  # (r,) bool, per value


class _Clusters(NamedTuple):
    """Initial clusters, one per vector of counts."""

    names: np.ndarray  # (m,) lowest value
    masses: np.ndarray  # (m, K') n p(t, c), classes with cases only
    totals: np.ndarray  # (m,) int64 n p(t)
    scale: float  # fixed-point units per nat


def merges(counts: np.ndarray, *, smoothing: float = 0.0) -> Merges:
    """All merges of the values of one attribute, in order. counts: (r, K) cases per value and class;
    smoothing: s >= 0.

    Raises InputError for a negative smoothing.
    """
    at_least(smoothing, 0, "smoothing", "aibn")
    counts = np.asarray(counts, dtype=np.int64)
    occurs = np.any(counts, axis=1)
    clusters, pooled = _pool(counts, np.flatnonzero(occurs), float(smoothing))
    pairs, losses = _merge(clusters)
    n = max(int(counts.sum()), 1)
    return Merges(
        np.concatenate([pooled[0], pairs[:, 0]]),
        np.concatenate([pooled[1], pairs[:, 1]]),
        np.concatenate([np.zeros(len(pooled[0])), losses / clusters.scale]) / n,
        _information(clusters) / n,
        occurs,
    )


def _pool(
    counts: np.ndarray, values: np.ndarray, smoothing: float
) -> tuple[_Clusters, tuple[np.ndarray, np.ndarray]]:
    """Clusters of the `values`, pooling those with equal counts, and the merges (kept, absorbed) that pooled
    them.
    """
    per_class = counts.sum(axis=0)
    of_value = counts[values][:, per_class > 0]
    distinct, first, group = np.unique(of_value, axis=0, return_index=True, return_inverse=True)
    others = np.ones(len(values), dtype=bool)
    others[first] = False
    pooled = values[first][group.reshape(-1)][others], values[others]
    sizes = np.bincount(group.reshape(-1), minlength=len(first))
    n = distinct.sum(axis=1)
    shrunk = (
        n[:, None]
        * (distinct + smoothing * per_class[per_class > 0] / max(per_class.sum(), 1))
        / np.maximum(n + smoothing, 1e-300)[:, None]
    )
    masses = sizes[:, None] * (shrunk if smoothing else distinct.astype(np.float64))
    totals = sizes * n
    order = np.argsort(values[first], kind="stable")
    return _Clusters(values[first][order], masses[order], totals[order], _scale(int(per_class.sum()))), pooled


def _scale(n: int) -> float:
    """Power of two such that sums of n log n in fixed point fit in 62 bits."""
    return 2.0 ** (60 - int(np.ceil(np.log2(n * np.log(n + 1) + 2))))


def _terms(masses: np.ndarray, totals: np.ndarray, scale: float) -> np.ndarray:
    """n G(t) of clusters in fixed point: sum over c of m_c log m_c - n_t log n_t, (...,) int64. masses: (...,
    K), totals: (...,).
    """

    def fixed(m: np.ndarray) -> np.ndarray:
        return np.rint(m * np.log(np.maximum(m, 1e-300)) * scale).astype(np.int64)

    return fixed(masses).sum(axis=-1) - fixed(totals.astype(np.float64))


def _information(clusters: _Clusters) -> float:
    """Information n I(T;C) of the clusters about the class, in nats."""
    whole = _terms(clusters.masses.sum(axis=0), clusters.totals.sum(), clusters.scale)
    return (
        max(int(_terms(clusters.masses, clusters.totals, clusters.scale).sum() - whole), 0) / clusters.scale
    )


def _merge(clusters: _Clusters) -> tuple[np.ndarray, np.ndarray]:
    """Merge down to one cluster: pairs of names (m - 1, 2) and losses n dI (m - 1,) in fixed point."""
    names, masses, totals, scale = clusters
    m = len(names)
    pairs, losses = np.zeros((max(m - 1, 0), 2), np.int64), np.zeros(max(m - 1, 0), np.int64)
    if m > 1 and masses.shape[1] <= 2:
        order = np.lexsort([names, masses[:, 0] / totals])
        compiled.loops(table_loops).merge_ordered(
            names[order], masses[order], totals[order], scale, pairs, losses
        )
    elif m > 1:
        room = np.zeros(m - 1, np.int64)
        names, totals, masses = (
            np.append(names, room),
            np.append(totals, room),
            np.concatenate([masses, np.zeros((m - 1, masses.shape[1]))]),
        )
        compiled.loops(table_loops).merge_nearest(names, masses, totals, scale, pairs, losses)
    return pairs, losses


def retained(merged: Merges, mmi: float, form: str = "fraction") -> int:
    """Number of merges before I(T;C) falls below the limit mmi, which is a share of I(X;C) or, with
    `absolute`, in nats.
    """
    limit = mmi * merged.information if form == "fraction" else mmi
    enough = merged.information - np.cumsum(merged.losses) >= limit - ROUNDING
    return len(enough) if enough.all() else int(np.argmin(enough))


def clusters(merged: Merges, mmi: float, form: str = "fraction") -> np.ndarray:
    """Cluster of every value after the merges that keep I(T;C) at or above the limit, (r,) int32. Clusters
    are numbered in the order of their lowest values.

    A value that does not occur gets -1. Raises InputError for mmi < 0, mmi > 1 as a fraction, or an unknown
    form.
    """
    check_limit(mmi, form)
    name, done = np.arange(len(merged.occurs)), retained(merged, mmi, form)
    for m in range(done - 1, -1, -1):
        name[merged.absorbed[m]] = name[merged.kept[m]]
    numbers = np.full(len(merged.occurs), -1, np.int32)
    numbers[merged.occurs] = np.unique(name[merged.occurs], return_inverse=True)[1]
    return numbers


def check_limit(mmi: float, form: str) -> None:
    """Raise InputError unless `form` is known and mmi is valid for it."""
    one_of(form, FORMS, "mmi_form", "aibn")
    at_least(mmi, 0, "mmi", "aibn")
    if form == "fraction" and mmi > 1:
        raise InputError(
            f"mmi in aibn is {mmi!r}, expected a share of the information between 0 and 1 (or a number of "
            "nats with mmi_form: absolute)"
        )


def value_class_counts(column: np.ndarray, y: np.ndarray, r: int, n_classes: int) -> np.ndarray:
    """Cases per value and class, (r, K) int64; codes of -1 are left out. column, y: (n,), every class
    known.
    """
    observed = column >= 0
    cells = column[observed].astype(np.int64) * n_classes + y[observed]
    return np.bincount(cells, minlength=r * n_classes).reshape(r, n_classes)


def all_merges(train: Table, *, smoothing: float = 0.0) -> tuple[Merges, ...]:
    """Merges of every discrete attribute of a table whose classes are all known."""
    k = n_classes(train)
    return tuple(
        merges(value_class_counts(c, train.y, int(r), k), smoothing=smoothing)
        for c, r in zip(train.codes.T, cardinalities(train), strict=True)
    )


def compress(table: Table, maps: tuple[np.ndarray, ...]) -> Table:
    """Replace the values of every attribute by their clusters; values without a cluster become missing.

    maps: cluster of every value (r_j,) per attribute. Raises ValueError if they do not fit the table.
    """
    if [len(m) for m in maps] != cardinalities(table).tolist():
        raise ValueError("the maps belong to value lists that differ from those of the table")
    codes = (
        np.column_stack([np.append(m, -1)[column] for m, column in zip(maps, table.codes.T, strict=True)])
        if maps
        else table.codes
    )
    attributes = [
        Attribute(a.name, "nominal", tuple(map(str, range(int(m.max(initial=-1)) + 1))), declared=True)
        for a, m in zip(table.attributes, maps, strict=True)
    ]
    return make_table(attributes, table.classes, table.y, codes, groups=table.groups)
