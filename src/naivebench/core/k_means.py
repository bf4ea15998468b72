"""K-means clustering, an unsupervised method that textbook18 names: Lloyd's algorithm from k-means++ centres.
Lloyd 1982; Arthur and Vassilvitskii 2007.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, check_whole

MAX_ITERATIONS = 100


class Clustering(NamedTuple):
    cluster: np.ndarray  # (n,) in 0..k-1
    centres: np.ndarray  # (k, d)
    inertia: tuple[float, ...]  # sum of squared distances to the centres after each step


def k_means(points: np.ndarray, k: int, rng: np.random.Generator) -> Clustering:
    """Divide points (n, d) into k clusters. The inertia never rises. A cluster that loses all its points
    takes the point farthest from its centre.

    Raises InputError unless 1 <= k <= n.
    """
    if check_whole(k, 1, "k", "k_means") > len(points):
        raise InputError(f"k in k_means is {k}, but there are only {len(points)} points")
    distance = _squared_distances(points, _draw_centres(points, k, rng))
    cluster, inertia = distance.argmin(axis=1), [float(distance.min(axis=1).sum())]
    for _ in range(MAX_ITERATIONS):
        cluster = _fill_empty(distance, cluster, k)
        centres = np.stack([points[cluster == s].mean(axis=0) for s in range(k)])
        distance = _squared_distances(points, centres)
        nearest = distance.argmin(axis=1)
        inertia.append(float(distance.min(axis=1).sum()))
        if np.array_equal(nearest, cluster) or inertia[-1] >= inertia[-2]:
            break
        cluster = nearest
    return Clustering(cluster, centres, tuple(inertia))


def _draw_centres(points: np.ndarray, k: int, rng: np.random.Generator) -> np.ndarray:
    """k-means++: each further centre is a point drawn with probability proportional to its squared distance
    to the nearest centre.
    """
    chosen = [int(rng.integers(len(points)))]
    nearest = np.full(len(points), np.inf)
    for _ in range(1, k):
        nearest = np.minimum(nearest, _squared_distances(points, points[chosen[-1:]])[:, 0])
        total = nearest.sum()
        chosen.append(int(rng.choice(len(points), p=nearest / total)) if total > 0 else chosen[-1])
    return points[chosen]


def _squared_distances(points: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Squared distances (n, k)."""
    return ((points[:, None] - centres) ** 2).sum(axis=2)


def _fill_empty(distance: np.ndarray, cluster: np.ndarray, k: int) -> np.ndarray:
    """Give every empty cluster the point farthest from its centre, out of a cluster of several."""
    cluster = cluster.copy()
    for s in np.flatnonzero(np.bincount(cluster, minlength=k) == 0):
        from_centre = distance[np.arange(len(cluster)), cluster]
        several = np.bincount(cluster, minlength=k)[cluster] > 1
        cluster[np.argmax(np.where(several, from_centre, -1.0))] = s
    return cluster
