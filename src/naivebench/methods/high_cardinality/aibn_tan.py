"""Tree-augmented naive Bayes on merged values: the agglomerative information bottleneck merges values
with similar class distributions. This helps if an attribute has many values with few cases each.

Each attribute starts with one cluster t per value: p(t) = n_t / n, p(c|t) = (n_tc + s P(c)) / (n_t + s).
Repeatedly merge the pair of clusters that loses the least of I(T;C),

    dI(i, j) = (p_i + p_j) JS(p(.|i), p(.|j)) = G(i) + G(j) - G(i and j),
    G(t) = p(t) sum over c of p(c|t) log p(c|t)

(JS weighted by p_i and p_j; p(c|t) of a merged cluster is the mean of its parts weighted by p), for as long
as I(T;C) does not fall below the share `mmi` of I(X;C). Values with equal counts merge first, at no loss.
Sums are computed in fixed point, so equal losses tie exactly and the order of the classes is irrelevant.
O(r'^2) for r' different vectors of counts. The tree is then learned on the clusters (bn_classifiers.tan).
docs/methods/high-cardinality.md#agglomerative-information-bottleneck; Slonim and Tishby 2000; Jambeiro and
Wainer 2007 (AIBN/TAN).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, tuning
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Table, cardinalities, make_table, n_classes
from naivebench.core.tuning import Choice
from naivebench.methods.bn_classifiers import families, tan

GRIDS = {  # tried by `auto`, and by `chosen_on_test` of a protocol
    "n0": (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0),
    "aibn_smoothing": (0.0, 1.0, 10.0, 100.0),
    "mmi": (0.9, 0.95, 0.99),
}
ROUNDING = 1e-12  # nats: tolerance, so that rounding errors do not stop the merging


class Merges(NamedTuple):
    """All merges of the r' values of an attribute into one cluster, which is named by its lowest value."""

    kept: np.ndarray  # (r' - 1,) cluster that grows
    absorbed: np.ndarray  # (r' - 1,) cluster that is merged into it, kept < absorbed
    losses: np.ndarray  # (r' - 1,) dI of each merge, nats
    occurs: np.ndarray  # (r,) bool, per value


class Model(NamedTuple):
    maps: tuple[np.ndarray, ...]  # (d,) cluster of every value, -1 for values that never occurred
    tan: families.Model  # learned on the clusters
    choices: dict[str, Choice]  # n0, aibn_smoothing, mmi


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    n0: float | str = "auto",
    aibn_smoothing: float | str = "auto",
    mmi: float | str = "auto",
) -> Model:
    """Merge values and learn the tree. n0: Friedman smoothing of the tree. aibn_smoothing: s of p(c|t). mmi:
    smallest share of I(X;C) that the clusters must keep, at most 1. Each is at least 0, or auto. Raises
    InputError for bad parameters and for attributes that are not discrete.
    """
    given = {"n0": n0, "aibn_smoothing": aibn_smoothing, "mmi": mmi}
    for name, value in given.items():
        tuning.check_number_or_auto(value, name, "aibn_tan")
    if not isinstance(mmi, str) and mmi > 1:
        raise InputError(f"mmi in aibn_tan is {mmi!r}, expected a share of the information between 0 and 1")
    train = counts.prepare_discrete_training(train, "aibn_tan")

    fixed = {name: tuning.wrap_constant(value) for name, value in given.items() if value != "auto"}

    def choose_constant(name: str, current: dict[str, float]) -> Choice:
        """Choose one constant, given the current values of the other constants that are not fixed."""
        constants = current | {other: choice.value for other, choice in fixed.items()}

        def fit_predict(inside: Table, outside: Table) -> Iterator[np.ndarray]:
            merges = None
            for value in GRIDS[name]:
                constants[name] = value
                if merges is None or name == "aibn_smoothing":
                    merges = _list_merges_per_attribute(inside, constants)
                maps = tuple(cluster_values(m, constants["mmi"]) for m in merges)
                tree = tan.fit(map_values_to_clusters(inside, maps), n0=constants["n0"])
                yield tan.predict_log_proba(tree, map_values_to_clusters(outside, maps))

        return tuning.choose_by_cross_validation(train, GRIDS[name], fit_predict)

    free = {name: grid for name, grid in GRIDS.items() if name not in fixed}
    choices = fixed | tuning.choose_one_by_one(free, choose_constant)
    constants = {name: choice.value for name, choice in choices.items()}
    maps = tuple(cluster_values(m, constants["mmi"]) for m in _list_merges_per_attribute(train, constants))
    return Model(maps, tan.fit(map_values_to_clusters(train, maps), n0=constants["n0"]), choices)


def _list_merges_per_attribute(train: Table, constants: dict[str, float]) -> list[Merges]:
    """Merge the values of every attribute of a table whose classes are all known."""
    k, merges = n_classes(train), []
    for column, r in zip(train.codes.T, cardinalities(train).tolist(), strict=True):
        cells = column[column >= 0].astype(np.int64) * k + train.y[column >= 0]
        n_vc = np.bincount(cells, minlength=r * k).reshape(r, k)
        merges.append(list_value_merges(n_vc, constants["aibn_smoothing"]))
    return merges


def list_value_merges(n_vc: np.ndarray, smoothing: float) -> Merges:
    """List all merges of the values of one attribute in turn. n_vc: (r, K) cases per value and class."""
    # pool the values with equal counts
    n_c, occurs = n_vc.sum(axis=0), np.any(n_vc, axis=1)
    values = np.flatnonzero(occurs)
    distinct, first, group, sizes = np.unique(
        n_vc[values][:, n_c > 0], axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    pooled = np.ones(len(values), dtype=bool)
    pooled[first] = False
    kept, absorbed = values[first][group.reshape(-1)][pooled], values[pooled]

    # masses n p(t, c) of the clusters, in the order of their lowest values
    n_t, n = distinct.sum(axis=1), max(int(n_c.sum()), 1)
    masses = distinct.astype(np.float64)
    if smoothing:
        shrunk = distinct + smoothing * n_c[n_c > 0] / n
        masses = n_t[:, None] * shrunk / np.maximum(n_t + smoothing, 1e-300)[:, None]
    order = np.argsort(values[first], kind="stable")
    pairs, losses = np.zeros((max(len(order) - 1, 0), 2), np.int64), np.zeros(max(len(order) - 1, 0))
    if len(order) > 1:
        scale = 2.0 ** (60 - int(np.ceil(np.log2(n * np.log(n + 1) + 2))))  # sums of m log m fit in 62 bits
        names, masses, totals = values[first][order], (sizes[:, None] * masses)[order], (sizes * n_t)[order]
        _merge_nearest_clusters(names, masses, totals, scale, pairs, losses)
        losses /= scale
    return Merges(
        np.concatenate([kept, pairs[:, 0]]),
        np.concatenate([absorbed, pairs[:, 1]]),
        np.concatenate([np.zeros(len(kept)), losses]) / n,
        occurs,
    )


@njit(cache=True)
def _scale_m_log_m(m, scale):
    """Return m log m in fixed point, 0 for m = 0."""
    return np.int64(np.rint(m * np.log(m) * scale)) if m > 0 else np.int64(0)


@njit(cache=True)
def _compute_union_term(masses, totals, i, j, scale):
    """Sum m_c log m_c over c less n log n, for the union of clusters i and j, or cluster i if i = j."""
    share = 0.0 if i == j else 1.0
    term = -_scale_m_log_m(totals[i] + share * totals[j], scale)
    for c in range(masses.shape[1]):
        term += _scale_m_log_m(masses[i, c] + share * masses[j, c], scale)
    return term


@njit(cache=True)
def _find_best_partner(names, masses, totals, terms, alive, i, scale):
    """Find the earlier cluster, or -1, with which i merges first, and the key (loss, names) of the pair."""
    largest = np.int64(9223372036854775807)
    best, partner = (largest, largest, largest), -1
    for j in range(i):
        if not alive[j]:
            continue
        loss = max(terms[i] + terms[j] - _compute_union_term(masses, totals, i, j, scale), np.int64(0))
        pair = (loss, min(names[i], names[j]), max(names[i], names[j]))
        if pair < best:
            best, partner = pair, j
    return best, partner


@njit(cache=True)
def _merge_nearest_clusters(first_names, first_masses, first_totals, scale, pairs, losses):
    """Repeatedly merge the pair of clusters with the smallest loss, in units of 1 / scale nats, until one is
    left. Write the `pairs` of names, (m - 1, 2), and the `losses`, (m - 1,).

    For each cluster, the best partner among those before it is stored. Earlier clusters can only disappear,
    so a pair whose partner is already merged ranks no later than the best one; it is then computed again.
    """
    m = len(first_names)
    names, totals = np.zeros(2 * m - 1, np.int64), np.zeros(2 * m - 1, np.int64)
    terms, masses = np.zeros(2 * m - 1, np.int64), np.zeros((2 * m - 1, first_masses.shape[1]))
    ranks, partner = np.zeros((2 * m - 1, 3), np.int64), np.full(2 * m - 1, -1)
    alive = np.zeros(2 * m - 1, np.bool_)
    for new in range(2 * m - 1):
        if new < m:
            names[new], masses[new], totals[new] = first_names[new], first_masses[new], first_totals[new]
        else:
            while True:
                # the cluster whose stored pair is merged first
                i, best = -1, (np.int64(0), np.int64(0), np.int64(0))
                for owner in range(new):
                    if alive[owner] and partner[owner] >= 0:
                        rank = (ranks[owner, 0], ranks[owner, 1], ranks[owner, 2])
                        if i < 0 or rank < best:
                            i, best = owner, rank
                j = partner[i]
                if alive[j]:
                    break
                rank, partner[i] = _find_best_partner(names, masses, totals, terms, alive, i, scale)
                ranks[i, 0], ranks[i, 1], ranks[i, 2] = rank
            losses[new - m], pairs[new - m, 0], pairs[new - m, 1] = best
            alive[i] = alive[j] = False
            names[new], masses[new], totals[new] = best[1], masses[i] + masses[j], totals[i] + totals[j]
        alive[new] = True
        terms[new] = _compute_union_term(masses, totals, new, new, scale)
        rank, partner[new] = _find_best_partner(names, masses, totals, terms, alive, new, scale)
        ranks[new, 0], ranks[new, 1], ranks[new, 2] = rank


def cluster_values(merges: Merges, mmi: float) -> np.ndarray:
    """Assign a cluster to every value, (r,) int32, by the merges that keep the share mmi of the information.
    Clusters are numbered in the order of their lowest values; a value that does not occur gets -1.
    """
    lost, information = np.cumsum(merges.losses), float(merges.losses.sum())
    enough = information - lost >= mmi * information - ROUNDING
    done = len(enough) if enough.all() else int(np.argmin(enough))
    name = np.arange(len(merges.occurs))
    for m in range(done - 1, -1, -1):
        name[merges.absorbed[m]] = name[merges.kept[m]]
    numbers = np.full(len(merges.occurs), -1, np.int32)
    numbers[merges.occurs] = np.unique(name[merges.occurs], return_inverse=True)[1]
    return numbers


def map_values_to_clusters(table: Table, maps: tuple[np.ndarray, ...]) -> Table:
    """Replace values by their clusters, or by missing. maps: cluster of every value (r_j,) per attribute."""
    if [len(m) for m in maps] != cardinalities(table).tolist():
        raise ValueError("the maps belong to value lists that differ from those of the table")
    columns = [np.append(m, -1)[column] for m, column in zip(maps, table.codes.T, strict=True)]
    attributes = [
        Attribute(a.name, "nominal", tuple(map(str, range(int(m.max(initial=-1)) + 1))), declared=True)
        for a, m in zip(table.attributes, maps, strict=True)
    ]
    codes = np.column_stack(columns) if maps else table.codes
    return make_table(attributes, table.classes, table.y, codes, groups=table.groups)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    return tan.predict_log_proba(model.tan, map_values_to_clusters(table, model.maps))


def summarize(model: Model) -> dict[str, Any]:
    """Report n_parameters, attributes_used and structure of the tree; the constants; and the numbers of
    values and clusters of each attribute.
    """
    result, names = families.summarize(model.tan), model.tan.names
    named = list(zip(names, model.maps, strict=True))
    result["values"] = {name: int((m >= 0).sum()) for name, m in named}
    result["clusters"] = {name: int(m.max(initial=-1)) + 1 for name, m in named}
    for name, choice in model.choices.items():
        result |= tuning.summarize_choice(choice, name)
    return result
