"""Gaussian naive Bayes on angles that are cut open where the training part is most likely. Away from that
cut, a normal density describes an angle well.

GNB unrolls all circles at -pi. This method unrolls each angular attribute in the middle of the gap between
neighbouring training angles that maximises - sum_c n_c log s_c(cut), with s_c the standard deviation of class
c after unrolling. All n gaps are evaluated by running sums in O(n log n + n K). Linear attributes are
Gaussian and discrete ones counted, as in `mixed_nb`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.table import Table, n_classes, real_attributes
from naivebench.methods.directional import angles
from naivebench.methods.naive_bayes import mixed_nb

VAR_FLOOR = 1e-9  # smallest class variance, in units of the variance of uniform angles
EQUAL = 1e-9  # nats per case: criteria closer than this are equal


class Model(NamedTuple):
    mixed: mixed_nb.Model
    cuts: np.ndarray  # (number of angular attributes,) radians in [-pi, pi]
    is_angle: np.ndarray  # (number of linear and angular attributes,) bool


def score_cuts(x: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Compute the criterion - sum_c n_c log s_c, nats, for unrolling just below each of the sorted angles x
    (n,), so that earlier angles come last. y: (n,) classes.

    When m angles of a class move to the end, their sum grows by 2 pi m, and the sum of squares by 4 pi times
    the sum of these m angles plus 4 pi^2 m.
    """
    total = np.zeros(len(x))
    for c in range(n_classes):
        of_class = y == c
        n_c = of_class.sum()
        if n_c == 0:
            continue
        moved = of_class.cumsum() - of_class
        values = np.where(of_class, x, 0.0)
        moved_sum = values.cumsum() - values
        first = values.sum() + 2 * np.pi * moved
        second = np.square(values).sum() + 4 * np.pi * moved_sum + 4 * np.pi**2 * moved
        variance = (second - np.square(first) / n_c) / n_c
        total -= n_c / 2 * np.log(np.maximum(variance, VAR_FLOOR * np.pi**2 / 3))
    return total


def choose_cut(x: np.ndarray, y: np.ndarray, n_classes: int) -> float:
    """Choose the cut at which unrolling makes the angles x (n,) most likely, in radians in [-pi, pi]; -pi if
    no two angles differ. x may contain NaN.
    """
    observed = ~np.isnan(x)
    x, y = wrap_angles(x[observed]), y[observed]
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    gap = np.diff(x, prepend=x[-1:] - 2 * np.pi)
    candidates = np.flatnonzero(gap > 0)
    if len(candidates) < 2:
        return -np.pi
    value = score_cuts(x, y, n_classes)[candidates]
    best = candidates[value >= value.max() - EQUAL * len(x)]
    chosen = best[np.argmax(gap[best])]
    return float(wrap_angles(x[chosen] - gap[chosen] / 2))


def wrap_angles(x: np.ndarray) -> np.ndarray:
    """Wrap angles to [-pi, pi)."""
    return (x + np.pi) % (2 * np.pi) - np.pi


def unroll_angles(table: Table, cuts: np.ndarray) -> Table:
    """Return the table with every angle measured from its cut, minus pi, in [-pi, pi)."""
    reals = table.reals.copy(order="F")
    for column, cut in zip(np.flatnonzero(find_angle_columns(table)), cuts, strict=True):
        reals[:, column] = wrap_angles(reals[:, column] - cut - np.pi)
    return table._replace(reals=reals)


def find_angle_columns(table: Table) -> np.ndarray:
    """Find the angles among the d linear and angular attributes, (d,) bool."""
    return np.array([a.kind == "angular" for a in real_attributes(table)], dtype=bool)


def fit(train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0) -> Model:
    """Find the most likely cuts, then fit `mixed_nb` on the unrolled angles; parameters as in `mixed_nb`."""
    train = counts.select_labelled_cases(train)
    angular, is_angle = angles.split_by_kind(train, "gnb_likeliest_cut").angular, find_angle_columns(train)
    cuts = np.array([choose_cut(x, train.y, n_classes(train)) for x in angular.T])
    least = np.where(is_angle, VAR_FLOOR * np.pi**2 / 3, 0.0)
    mixed = mixed_nb.fit(unroll_angles(train, cuts), alpha=alpha)
    return Model(angles.floor_variances(mixed, least), cuts, is_angle)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    angles.split_by_kind(table, "gnb_likeliest_cut", n_angular=len(model.cuts))
    return mixed_nb.predict_log_proba(model.mixed, unroll_angles(table, model.cuts))


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters as in `mixed_nb`, and a cut per angular attribute."""
    summary = mixed_nb.summarize(model.mixed)
    return {
        "n_parameters": summary["n_parameters"] + len(model.cuts),
        "attributes_used": summary["attributes_used"],
        "angular_used": int((model.mixed.real.varies & model.is_angle).sum()),
    }
