"""Naive Bayes with several clusters per class: k-means divides the cases of each class, and every cluster has
a naive Bayes model of its own. The probability of a class is the sum over its clusters.

    P(c | x) = sum over clusters s of c of P(c, s | x),   P(c, s) = P(c) n_cs / n_c

P(c, s | x) is that of `mixed_nb` with the clusters as its classes, so one cluster per class gives `mixed_nb`.
Clusters: k-means (Lloyd) from k-means++ centres drawn with a fixed seed, the best of several starts; a
cluster that loses all cases restarts at the case farthest from its centre. Distances are taken in numbers:
linear and ordinal attributes standardised, angles as sine and cosine, one 0/1 column per nominal value
divided by sqrt 2 (two different values are 1 apart), and missing indicators; a missing value lies at the
mean. `k: bic` tries 1, 2, ... clusters in every class and keeps the number with the highest log p(x | c) -
(parameters / 2) log n_c; where a cluster would have fewer than `min_cases` cases it stops. Kang et al. 2006
relax the assumption of one generative model per class by a tree, this does it by a mixture. k-means++: Arthur
and Vassilvitskii 2007. docs/methods/naive-bayes.md#k-means-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, priors
from naivebench.core import design_matrix as encode
from naivebench.core.checks import whole
from naivebench.core.logspace import log, log_prior, logsumexp, normalize
from naivebench.core.table import Table, n_cases, n_classes, subset
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb

SEED = 20060409
MAX_ITERATIONS = 100


class Model(NamedTuple):
    sub_classes: mixed_nb.Model  # one class per cluster, the prior is P(c, s)
    first: np.ndarray  # (K + 1,) clusters of class c are first[c] to first[c + 1] - 1
    log_prior: np.ndarray  # (K,) nats


class Clustering(NamedTuple):
    cluster: np.ndarray  # (n,) in 0..k-1
    centres: np.ndarray  # (k, width)
    inertia: tuple[float, ...]  # sum of squared distances to the centres after each step


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    k: int | str = "bic",
    max_k: int = 5,
    starts: int = 5,
    min_cases: int = 5,
    alpha: float = 1.0,
    prior_alpha: float = 0.0,
    variance_divisor: str = "n",
    var_floor: float = 0.01,
) -> Model:
    """k: clusters per class (fewer where a cluster would be too small), or bic; the other parameters as in
    `mixed_nb`.

    var_floor is larger than in `mixed_nb` so that a cluster of equal values does not become a spike. Raises
    InputError for bad parameters and kinds.
    """
    largest = whole(max_k, 1, "max_k", "kmeans_nb") if k == "bic" else whole(k, 1, "k", "kmeans_nb")
    starts, min_cases = whole(starts, 1, "starts", "kmeans_nb"), whole(min_cases, 1, "min_cases", "kmeans_nb")
    base = {"alpha": alpha, "variance_divisor": variance_divisor, "var_floor": var_floor}
    train = counts.known_cases(train)
    sub_class, first = np.zeros(n_cases(train), np.int32), [0]
    x, order = _numbers(train) if largest > 1 else (np.zeros((n_cases(train), 0)), np.arange(n_cases(train)))
    for c in range(n_classes(train)):
        rows = order[train.y[order] == c]
        choices = clusterings(x[rows], largest, min_cases, starts)
        cluster = _by_bic(choices, subset(train, rows), base) if k == "bic" else choices[-1]
        sub_class[rows] = first[-1] + cluster
        first.append(first[-1] + int(cluster.max(initial=0)) + 1)
    model = _sub_class_model(train, sub_class, first[-1], base)
    n_c = np.bincount(train.y, minlength=n_classes(train))
    return _with_prior(model, sub_class, np.array(first), log_prior(n_c, prior_alpha), n_c)


def _sub_class_model(
    table: Table, sub_class: np.ndarray, n_clusters: int, base: dict[str, Any]
) -> mixed_nb.Model:
    """mixed_nb with the clusters as its classes."""
    return mixed_nb.fit(table._replace(y=sub_class, classes=tuple(map(str, range(n_clusters)))), **base)


def _with_prior(
    model: mixed_nb.Model, sub_class: np.ndarray, first: np.ndarray, class_prior: np.ndarray, n_c: np.ndarray
) -> Model:
    """P(c, s) = P(c) n_cs / n_c; a class without cases has one cluster."""
    owner = np.repeat(np.arange(len(n_c)), np.diff(first))
    n_cs = np.bincount(sub_class, minlength=first[-1])
    share = np.where(n_c[owner] > 0, n_cs / np.maximum(n_c[owner], 1), 1.0)
    discrete = model.discrete._replace(log_prior=class_prior[owner] + log(share))
    return Model(model._replace(discrete=discrete), first, class_prior)


def with_class_prior(model: Model, log_prior: np.ndarray, class_counts: np.ndarray) -> Model:
    """The model with another class prior (`core.priors`): P'(c, s) = P(c, s) P'(c) / P(c)."""
    owner, discrete = np.repeat(np.arange(len(log_prior)), np.diff(model.first)), model.sub_classes.discrete
    ratio = priors.ratio(log_prior, model.log_prior)
    shifted = discrete._replace(log_prior=discrete.log_prior + ratio[owner])
    return Model(model.sub_classes._replace(discrete=shifted), model.first, log_prior)


def _numbers(train: Table) -> tuple[np.ndarray, np.ndarray]:
    """The cases as points (n, width), sparse where wide, and an order of the cases (n,).

    Attributes by name and cases by value, so that no random draw and no sum depends on their order in the
    file.
    """
    table = _by_name(train)
    keys = [*(c for c in table.codes.T), *(c for c in table.reals.T)]
    order = np.lexsort(keys) if keys else np.arange(n_cases(table))
    ordered = subset(table, order)
    if n_cases(table) == 0:
        return np.zeros((0, 0)), order
    columns = encode.learn_columns(ordered)
    n_numeric = int(columns.kept.sum())
    scale = np.where(np.arange(columns.width) < n_numeric, 1.0, np.sqrt(0.5))
    x = encode.to_matrix(columns, ordered)
    x = x.multiply(scale[None, :]).tocsr() if hasattr(x, "multiply") else x * scale
    return x[np.argsort(order)], order


def _by_name(table: Table) -> Table:
    """Attributes sorted by name within the discrete and the real ones."""
    discrete, real = mixed_nb.parts(table)
    by_name = [_order([a.name for a in part.attributes]) for part in (discrete, real)]
    return table._replace(
        attributes=tuple(
            part.attributes[j] for part, order in zip((discrete, real), by_name, strict=True) for j in order
        ),
        codes=np.asfortranarray(table.codes[:, by_name[0]]),
        reals=np.asfortranarray(table.reals[:, by_name[1]]),
    )


def _order(names: list[str]) -> list[int]:
    """Indices of the names, sorted."""
    return sorted(range(len(names)), key=lambda j: names[j])


def clusterings(x: encode.Matrix, largest: int, min_cases: int, starts: int) -> list[np.ndarray]:
    """Clusters (n,) of the points x (n, width) for k = 1, 2, ... as long as every cluster has `min_cases`
    cases.
    """
    n, clusters = x.shape[0], [np.zeros(x.shape[0], np.int32)]
    for k in range(2, largest + 1):
        if n < k * min_cases or x.shape[1] == 0:
            break
        rng = np.random.default_rng(SEED)
        best = min((k_means(x, k, rng) for _ in range(starts)), key=lambda run: run.inertia[-1])
        if np.bincount(best.cluster, minlength=k).min() < min_cases:
            break
        clusters.append(best.cluster)
    return clusters


def _by_bic(clusters: list[np.ndarray], cases: Table, base: dict[str, Any]) -> np.ndarray:
    """The clustering of one class with the highest BIC; the fewer clusters among equals."""
    if len(clusters) == 1:
        return clusters[0]
    scores = [bic(cases, cluster, base) for cluster in clusters]
    return clusters[int(np.argmax(scores))]


def bic(cases: Table, cluster: np.ndarray, base: dict[str, Any]) -> float:
    """log p(x) - (parameters / 2) log n of the cases of one class, nats, p a mixture of the clusters."""
    model = _sub_class_model(cases, cluster, int(cluster.max()) + 1, base)
    discrete, real = mixed_nb.parts(cases)
    joint = nb.log_joint(model.discrete, discrete) + gnb.log_likelihood(model.real, real)
    return float(logsumexp(joint, 1).sum()) - 0.5 * mixed_nb.summarize(model)["n_parameters"] * np.log(
        n_cases(cases)
    )


def k_means(x: encode.Matrix, k: int, rng: np.random.Generator) -> Clustering:
    """Lloyd's algorithm on points x (n, width), n >= k, dense or sparse, from k-means++ centres."""
    squares = np.asarray(x.multiply(x).sum(axis=1)).ravel() if hasattr(x, "multiply") else (x**2).sum(axis=1)
    centres = _plus_plus(x, squares, k, rng)
    distance = _distances(x, squares, centres)
    cluster, inertia = distance.argmin(axis=1), [float(distance.min(axis=1).sum())]
    for _ in range(MAX_ITERATIONS):
        cluster = _fill_empty(distance, cluster, k)
        centres = np.stack([np.asarray(x[cluster == s].mean(axis=0)).ravel() for s in range(k)])
        distance = _distances(x, squares, centres)
        new = distance.argmin(axis=1)
        inertia.append(float(distance.min(axis=1).sum()))
        if np.array_equal(new, cluster) or inertia[-1] >= inertia[-2]:
            break
        cluster = new
    return Clustering(cluster.astype(np.int32), centres, tuple(inertia))


def _plus_plus(x: encode.Matrix, squares: np.ndarray, k: int, rng: np.random.Generator) -> np.ndarray:
    """k-means++: each further centre is a case drawn with probability proportional to its squared distance to
    the centres.
    """
    chosen = [int(rng.integers(x.shape[0]))]
    nearest = np.full(x.shape[0], np.inf)
    for _ in range(1, k):
        nearest = np.minimum(nearest, _distances(x, squares, _row(x, chosen[-1])[None, :])[:, 0])
        total = np.cumsum(nearest)
        chosen.append(
            int(np.searchsorted(total, rng.random() * total[-1], side="right"))
            if total[-1] > 0
            else chosen[-1]
        )
        chosen[-1] = min(chosen[-1], x.shape[0] - 1)
    return np.stack([_row(x, i) for i in chosen])


def _row(x: encode.Matrix, i: int) -> np.ndarray:
    row = x[[i]]
    return np.asarray(row.todense() if hasattr(row, "todense") else row, dtype=np.float64).ravel()


def _distances(x: encode.Matrix, squares: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Squared distances (n, k)."""
    return np.maximum(squares[:, None] - 2 * np.asarray(x @ centres.T) + (centres**2).sum(axis=1), 0.0)


def _fill_empty(distance: np.ndarray, cluster: np.ndarray, k: int) -> np.ndarray:
    """Give every cluster without cases the case farthest from its centre, out of a cluster of several."""
    cluster = cluster.copy()
    for s in np.flatnonzero(np.bincount(cluster, minlength=k) == 0):
        from_centre = distance[np.arange(len(cluster)), cluster]
        several = np.bincount(cluster, minlength=k)[cluster] > 1
        cluster[np.argmax(np.where(several, from_centre, -1.0))] = s
    return cluster


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    log_proba = mixed_nb.predict_log_proba(model.sub_classes, table)
    parts = [logsumexp(log_proba[:, a:b], 1) for a, b in zip(model.first[:-1], model.first[1:], strict=True)]
    result = np.stack(parts, axis=1)
    return result if len(parts) == log_proba.shape[1] else normalize(result, model.log_prior)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops of naive Bayes before any fit is timed."""
    discrete, real = mixed_nb.parts(train)
    nb.warm_up(discrete, n_folds)
    gnb.warm_up(real, n_folds)


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters of all clusters, attributes that vary, and the clusters of each class."""
    clusters = np.diff(model.first)
    return {**mixed_nb.summarize(model.sub_classes), "clusters": clusters.tolist()}
