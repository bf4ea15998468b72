"""Compute every metric of docs/protocols/metrics.md#table-of-metrics for one test part from stored
predictions.

A new metric is one more line in the function that has what it needs: `of_decisions` (true and predicted
classes), `of_posteriors`, `of_class` (predictions of one class against the rest) or `of_order` (their order
by score).
"""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp
from scipy.stats import rankdata

RATES = (1, 2, 5, 10, 20)


def of_part(y: np.ndarray, log_p: np.ndarray, decided: np.ndarray, wanted: set[str]) -> dict[str, float]:
    """The metrics with these names.

    `y` and `decided` are (n,), and `log_p` (n, K) contains natural logs.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        found = of_decisions(y, decided, log_p.shape[1]) | of_posteriors(y, log_p, decided)
        if "auc" in wanted:
            low, found["auc"], high = area(y, log_p)
            if high - low > 1e-12:
                found |= {"auc from": low, "auc to": high}
        if wanted - set(found):
            found |= of_classes(y, log_p, decided)
    return {k: v for k, v in found.items() if k.split(" ")[0] in wanted}


def of_decisions(y: np.ndarray, d: np.ndarray, k: int) -> dict[str, float]:
    table = np.zeros((k, k))
    np.add.at(table, (y, d), 1)
    n, hits, cases, taken = len(y), np.diag(table), table.sum(1), table.sum(0)
    present, seen = cases > 0, cases + taken > 0
    spread = np.sqrt((n**2 - (cases**2).sum()) * (n**2 - (taken**2).sum()))
    return {
        "accuracy": hits.sum() / n,
        "balanced_accuracy": (hits[present] / cases[present]).mean(),
        "macro_f1": (2 * hits[seen] / (cases + taken)[seen]).mean(),
        "mcc": (n * hits.sum() - cases @ taken) / spread if spread > 0 else 0.0,
    }


def of_posteriors(y: np.ndarray, log_p: np.ndarray, d: np.ndarray) -> dict[str, float]:
    n, k = log_p.shape
    p = np.exp(log_p)
    true, largest = p[np.arange(n), y], p.max(1)
    bins = np.minimum((largest * 15).astype(int), 14)
    gap = np.bincount(bins, (d == y) - largest, 15)
    return {
        "log_loss": -log_p[np.arange(n), y].mean() + 0.0,
        "log_loss_clipped": -np.log(np.maximum(true, 1 / (n + 2))).mean(),
        "brier": ((p - np.eye(k)[y]) ** 2).sum(1).mean(),
        "rmse": np.sqrt(((1 - true) ** 2).mean()),
        "ece": np.abs(gap).sum() / n,
    }


def odds(log_p: np.ndarray, c: int) -> np.ndarray:
    """log P(c) - log P(not c), which is infinite where P(not c) is 0.

    With more than two classes, P(not c) is 1 - P(c) unless it is below 1e-6, so that equal P(c) tie.
    """
    others = logsumexp(np.delete(log_p, c, axis=1), axis=1)
    if log_p.shape[1] > 2:
        others = np.where(np.exp(others) > 0, others, -np.inf)
        others = np.where(others < np.log(1e-6), others, np.log1p(-np.minimum(np.exp(log_p[:, c]), 1)))
    return log_p[:, c] - others


def area(y: np.ndarray, log_p: np.ndarray) -> tuple[float, float, float]:
    """Area under the ROC curve, one class against the rest, weighted by the shares of the classes.

    The values before and after it are its extremes if noise decides all pairs of cases whose posteriors
    differ and whose scores are equal but for rounding.
    """
    total, weight = np.zeros(3), 0
    for c in range(log_p.shape[1]):
        is_c = y == c
        m = int(is_c.sum())
        if 0 < m < len(y):
            score, told = odds(log_p, c), log_p.copy()
            if log_p.shape[1] > 2:  # the other posteriors do not matter for P(c) up to 1 - 1e-6
                told[np.exp(log_p[:, c]) < 1 - 2e-6] = 0
                told[:, c] = log_p[:, c]
            told[score == np.inf] = 0  # these are ties, whatever noise does
            alike = np.unique(told, axis=0, return_inverse=True)[1].ravel()
            inside, others = score[is_c], np.sort(score[~is_c])
            with np.errstate(invalid="ignore"):
                noise = np.nan_to_num(1e-13 * np.abs(inside), posinf=0)
            below = np.searchsorted(others, inside - noise, "left")
            near = np.searchsorted(others, inside + noise, "right") - below
            same = np.bincount(alike[~is_c], minlength=len(y))[alike[is_c]]
            share = (rankdata(score)[is_c].sum() - m * (m + 1) / 2) / (m * (len(y) - m))
            ends = [(below + same / 2).sum(), (below + near - same / 2).sum()]
            total += m * np.insert(np.array(ends) / (m * (len(y) - m)), 1, share)
            weight += m
    return tuple(total / weight if weight else np.full(3, np.nan))


def of_classes(y: np.ndarray, log_p: np.ndarray, d: np.ndarray) -> dict[str, float]:
    """Metrics of a positive class.

    With two classes, the positive one is the rarer (the later one if both are equally frequent). With more,
    the metric is the mean of each class against the rest, weighted by frequency, over the classes that have a
    value.
    """
    cases = np.bincount(y, minlength=log_p.shape[1])
    if log_p.shape[1] == 2:
        c = 1 if cases[1] <= cases[0] else 0
        return of_class(y == c, odds(log_p, c), d == c)
    one = {c: of_class(y == c, odds(log_p, c), d == c) for c in np.flatnonzero(cases)}
    found = {}
    for name in next(iter(one.values())):
        known = [c for c in one if not np.isnan(one[c][name])]
        found[name] = np.average([one[c][name] for c in known], weights=cases[known]) if known else np.nan
    return found


def of_class(positive: np.ndarray, score: np.ndarray, taken: np.ndarray) -> dict[str, float]:
    tp = (positive & taken).sum()
    found = {
        "f1": 2 * tp / (positive.sum() + taken.sum()),
        "sensitivity": tp / positive.sum(),
        "precision": tp / taken.sum(),
    }
    if positive.all() or not positive.any():
        both = of_order(np.array([True, False]), np.zeros(2))
        return found | dict.fromkeys(both, np.nan)
    return found | of_order(positive, score)


def blocks(positive: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Selected cases and hits among them at every threshold, from no case to all, best scores first."""
    _values, place = np.unique(-score, return_inverse=True)
    zero = np.zeros(1)
    return (
        np.concatenate([zero, np.bincount(place).cumsum()]),
        np.concatenate([zero, np.bincount(place, positive).cumsum()]),
    )


def area_to(x: np.ndarray, recall: np.ndarray, limit: float) -> float:
    """Integral of the polygon up to the limit."""
    inside = x < limit
    at = np.append(x[inside], limit)
    return np.trapezoid(np.append(recall[inside], np.interp(limit, x, recall)), at)


def of_order(positive: np.ndarray, score: np.ndarray) -> dict[str, float]:
    """Hit curve and metrics that sweep the threshold."""
    taken, hits = blocks(positive, score)
    n, m = len(positive), positive.sum()
    x, recall = taken / n, hits / m
    first = min(100, n)
    precision = hits[1:] / taken[1:]
    gap = np.abs(precision - recall[1:])
    gap[(hits[1:] == 0) & (taken[1:] < m)] = np.inf
    near = np.flatnonzero(np.isclose(gap, gap.min(), rtol=0, atol=1e-12))
    best = near[np.argmin(np.abs(taken[1:][near] - m))]
    found = {f"recall_{r}": np.interp(r / 100, x, recall) for r in RATES}
    return found | {
        "hit_area": area_to(x, recall, 1.0),
        "hit_area_10": area_to(x, recall, 0.1),
        "lift_1": found["recall_1"] / 0.01,
        "precision_100": np.interp(first, taken, hits) / first,
        "break_even": np.interp(m, taken, hits) / m,
        "break_even_nearest": (precision[best] + recall[1:][best]) / 2,
        "average_precision": (precision * np.diff(recall)).sum(),
    }
