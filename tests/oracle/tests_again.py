"""The tests between methods of docs/protocols/statistics.md#statistics, from their published formulas.

`a` is a matrix (data sets, methods) in which larger is better and ties are exact.
"""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
from scipy import stats


def ranks(a: np.ndarray) -> np.ndarray:
    """Ranks within each row; 1 is best, and equal scores share ranks."""
    return stats.rankdata(-a, axis=1)


def omnibus(a: np.ndarray) -> dict[str, tuple]:
    """Statistic, degrees of freedom as text, and p of each test."""
    n, k = a.shape
    r = ranks(a).mean(0)
    chi = 12 * n / (k * (k + 1)) * ((r**2).sum() - k * (k + 1) ** 2 / 4)
    ties = sum((c**3 - c).sum() for c in (np.unique(row, return_counts=True)[1] for row in a))
    share = 1 - ties / (n * k * (k * k - 1))
    corrected = chi / share if share > 0 else np.nan
    f = (n - 1) * chi / (n * (k - 1) - chi) if n * (k - 1) > chi else np.nan
    both = f"{k - 1}, {(k - 1) * (n - 1)}"
    return {
        "Friedman, χ²": (chi, str(k - 1), stats.chi2.sf(chi, k - 1)),
        "Friedman, corrected for ties, χ²": (corrected, str(k - 1), stats.chi2.sf(corrected, k - 1)),
        "Iman–Davenport, F": (f, both, 0.0 if np.isnan(f) else stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
    }


def z_of_pair(r: np.ndarray, i: int, j: int, n: int) -> float:
    k = len(r)
    return (r[i] - r[j]) / math.sqrt(k * (k + 1) / (6 * n))


def two_sided(z) -> np.ndarray:
    return 2 * stats.norm.sf(np.abs(z))


def corrected(p: np.ndarray, way: str) -> np.ndarray:
    """Adjusted p-values (m - i + 1) p_(i).

    Holm's method takes the running maximum, and Hochberg's the minimum from the largest on.
    """
    order = np.argsort(p, kind="stable")
    steps = p[order] * (len(p) - np.arange(len(p)))
    raised = np.maximum.accumulate(steps) if way == "holm" else np.minimum.accumulate(steps[::-1])[::-1]
    return np.minimum(raised, 1)[np.argsort(order, kind="stable")]


@cache
def true_counts(k: int) -> frozenset[int]:
    """Numbers of pairs of k methods that can be equal at the same time (Shaffer)."""
    if k <= 1:
        return frozenset([0])
    return frozenset(math.comb(j, 2) + x for j in range(1, k + 1) for x in true_counts(k - j))


def shaffer(p: np.ndarray, k: int) -> np.ndarray:
    order, m = np.argsort(p, kind="stable"), len(p)
    most = [max(t for t in true_counts(k) if t <= m - i) for i in range(m)]
    raised = np.minimum(np.maximum.accumulate(p[order] * most), 1)
    return raised[np.argsort(order, kind="stable")]


def partitions(items: list) -> list[list[list]]:
    if not items:
        return [[]]
    first, rest = items[0], items[1:]
    found = []
    for p in partitions(rest):
        found.append([[first], *p])
        found += [[*p[:i], [first, *b], *p[i + 1 :]] for i, b in enumerate(p)]
    return found


def bergmann_hommel(p: dict[tuple[int, int], float], r: np.ndarray) -> dict[tuple[int, int], float]:
    """Adjusted p-values of Bergmann and Hommel.

    The p of a pair is the largest |I| min p(I) over the exhaustive sets I with the pair, and at least that of
    any pair with a smaller p. Each partition of the methods gives one exhaustive set. For up to 7 methods,
    all partitions are enumerated. For more, partitions into neighbours in the order of ranks are enough,
    because p decreases with the difference of ranks.
    """
    k = len(r)
    if k <= 7:
        found = dict.fromkeys(p, 0.0)
        for blocks in partitions(list(range(k))):
            pairs = [q for b in blocks for q in itertools.combinations(sorted(b), 2)]
            value = len(pairs) * min((p[q] for q in pairs), default=0)
            for q in pairs:
                found[q] = max(found[q], value)
        return {
            q: min(1.0, max(v for o, v in found.items() if o == q or p[o] < p[q] * (1 - 1e-9))) for q in found
        }
    order = np.argsort(r, kind="stable")
    value, limits = np.zeros((k, k)), {round(abs(r[i] - r[j]), 10): v for (i, j), v in p.items()}
    for limit, v in limits.items():
        value = np.maximum(value, v * of_neighbours(r[order], limit))
    place = np.argsort(order)
    return {(i, j): min(1.0, value[min(place[i], place[j]), max(place[i], place[j])]) for i, j in p}


def of_neighbours(r: np.ndarray, limit: float) -> np.ndarray:
    """The most pairs (k, k) in a partition of the sorted ranks into runs no wider than the limit.

    Methods i and j are in the same run.
    """
    k = len(r)
    fits = (r[None, :] - r[:, None] <= limit + 1e-9) & np.triu(np.ones((k, k), bool))
    size = np.array([[math.comb(max(b - a + 1, 0), 2) for b in range(k)] for a in range(k)], float)
    before, after = np.zeros(k + 1), np.zeros(k + 1)
    for b in range(k):
        before[b + 1] = max(before[a] + size[a, b] for a in range(b + 1) if fits[a, b])
    for a in range(k - 1, -1, -1):
        after[a] = max(after[b + 1] + size[a, b] for b in range(a, k) if fits[a, b])
    value = np.where(fits, before[:-1, None] + size + after[None, 1:], -np.inf)
    value = np.maximum.accumulate(np.maximum.accumulate(value, 0)[:, ::-1], 1)[:, ::-1]
    return np.where(np.isfinite(value), value, 0)


def wilcoxon(d: np.ndarray) -> tuple[float, float, float]:
    """W+ of the ranks, two-sided p and rank-biserial correlation of differences.

    Zeros are dropped, and p is exact for up to 25 differences.
    """
    d = d[d != 0]
    n = len(d)
    if n == 0:
        return 0.0, 1.0, 0.0
    r = stats.rankdata(np.abs(d))
    up, down = r[d > 0].sum(), r[d < 0].sum()
    if n <= 25:
        doubled = np.rint(2 * r).astype(int)
        ways = np.zeros(doubled.sum() + 1)
        ways[0] = 1
        for x in doubled:
            ways[x:] = ways[x:] + ways[: len(ways) - x]
        tail = ways[: round(2 * min(up, down)) + 1].sum() / 2.0**n
        p = min(1.0, 2 * tail)
    else:
        ties = np.unique(r, return_counts=True)[1]
        spread = math.sqrt(n * (n + 1) * (2 * n + 1) / 24 - (ties**3 - ties).sum() / 48)
        p = float(two_sided((min(up, down) - n * (n + 1) / 4) / spread))
    return min(up, down), p, (up - down) / (up + down)


def corrected_t(d: np.ndarray, ratio: float) -> dict[str, float]:
    """Corrected t test of Nadeau and Bengio (2003) on differences of folds.

    `half` is half the width of the 95% interval.
    """
    n, mean, spread = len(d), d.mean(), d.std(ddof=1)
    se = math.sqrt((1 / n + ratio) * spread**2)
    if spread <= 1e-12:
        return {
            "mean": mean,
            "t": 0.0 if abs(mean) <= 1e-12 else np.nan,
            "p": 1.0 if abs(mean) <= 1e-12 else np.nan,
            "half": 0.0 if abs(mean) <= 1e-12 else np.nan,
            "d": 0.0 if abs(mean) <= 1e-12 else np.nan,
        }
    t = mean / se
    return {
        "mean": mean,
        "t": t,
        "p": 2 * stats.t.sf(abs(t), n - 1),
        "half": stats.t.ppf(0.975, n - 1) * se,
        "d": mean / spread,
    }


def mean_interval(d: np.ndarray) -> tuple[float, float]:
    half = stats.t.ppf(0.975, len(d) - 1) * d.std(ddof=1) / math.sqrt(len(d))
    return d.mean() - half, d.mean() + half


def wilson(k: float, n: float) -> tuple[float, float]:
    z = stats.norm.ppf(0.975)
    p, centre = k / n, (k / n + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return centre - half, centre + half


def games(a: np.ndarray) -> np.ndarray:
    """How often method i beats method j over the data sets, (k, k); a tie counts one half."""
    return np.array(
        [
            [((a[:, i] > a[:, j]) + 0.5 * (a[:, i] == a[:, j])).sum() for j in range(a.shape[1])]
            for i in range(a.shape[1])
        ]
    )


def signed_rank(d: np.ndarray, rope: float, draws: int, rng: np.random.Generator) -> np.ndarray:
    """Share of draws in which better, equal or worse has the largest mass (Benavoli et al. 2017).

    Sums on the edge of the region count half.
    """
    z = np.append(0.0, d)
    sums = z[:, None] + z[None, :]
    above, below = (1 - np.heaviside(np.round(2 * rope - s, 12), 0.5) for s in (sums, -sums))
    w = rng.dirichlet(np.append(0.5, np.ones(len(d))), draws)
    better = np.einsum("si,ij,sj->s", w, above, w, optimize=True)
    worse = np.einsum("si,ij,sj->s", w, below, w, optimize=True)
    mass = np.stack([better, 1 - better - worse, worse])
    return np.bincount(mass.argmax(0), minlength=3) / draws
