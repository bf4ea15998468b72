"""Functions that the directional methods share: they divide a table into angles, directions and other
attributes, and model each angle in naive Bayes by one von Mises density per class.

With a = kappa cos mu and b = kappa sin mu, the log density is a cos x + b sin x - log(2 pi I_0(kappa)), so
one cosine and one sine per value are enough for all classes. A missing angle adds nothing. An attribute is
skipped if all its angles in the training part are equal, because it is not informative. Fit O(n d), predict
O(n d K). docs/methods/directional.md#von-mises-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import check_same_number
from naivebench.core.table import DISCRETE, Table, keep_kinds, real_width
from naivebench.methods.directional import von_mises
from naivebench.methods.directional.von_mises import Resultants
from naivebench.methods.naive_bayes import mixed_nb

KINDS = (*DISCRETE, "linear", "angular")
WITH_DIRECTIONS = (*KINDS, "direction")
LEAST_CAP = 1e-3  # smallest value of kappa_cap that is allowed; below it all densities would be uniform
SAME = 1e-12  # 1 - R of angles that are equal up to rounding
BLOCK = 4096  # cases whose cosines and sines stay in the cache


class Parts(NamedTuple):
    mixed: Table  # the discrete and linear attributes
    angular: np.ndarray  # (n, number of angular attributes) radians, NaN = missing
    directions: tuple[np.ndarray, ...]  # one (n, p) array per direction attribute


class Angles(NamedTuple):
    """Fitted densities of the angular attributes."""

    mu: np.ndarray  # (d, K) mean directions in radians in [-pi, pi]
    kappa: np.ndarray  # (d, K) concentrations, 0 for fewer than two cases
    varies: np.ndarray  # (d,) bool: the attribute has two different angles in the training part
    capped: np.ndarray  # (d,) number of classes whose concentration is the cap


def split_by_kind(
    table: Table, method: str, kinds: tuple[str, ...] = KINDS, *, n_angular: int | None = None
) -> Parts:
    """Divide a table by the kind of its attributes. Raises InputError for a kind that is not in `kinds`, and
    ValueError if the number of angular attributes differs from the model's, `n_angular`.
    """
    counts.check_kinds(table.attributes, method, kinds)
    angular, directions = keep_kinds(table, ["angular"]).reals, keep_kinds(table, ["direction"])
    if n_angular is not None:
        check_same_number(n_angular, angular.shape[1], "angular attributes")
    ends = np.cumsum([real_width(a) for a in directions.attributes])
    vectors = tuple(np.split(directions.reals, ends[:-1], axis=1)) if len(ends) else ()
    return Parts(keep_kinds(table, (*DISCRETE, "linear")), angular, vectors)


def find_varying_attributes(sums: Resultants) -> np.ndarray:
    """Find the attributes with at least two different angles in the training part, (d,) bool."""
    n, c, s = (part.sum(axis=1) for part in sums)
    return n - np.hypot(c, s) > SAME * n


def estimate_densities(sums: Resultants, kappa_cap: float = von_mises.CAP) -> Angles:
    """Find maximum likelihood estimates from sums of cosines and sines, with kappa at most `kappa_cap`."""
    mu, kappa = von_mises.fit_von_mises(sums, cap=kappa_cap)
    return Angles(mu, kappa, find_varying_attributes(sums), (kappa >= kappa_cap).sum(axis=1))


def add_log_densities(model: Angles, angles: np.ndarray, total: np.ndarray) -> None:
    """Add the log densities of the observed angles (n, d), nats, to `total` (n, K) in place."""
    check_same_number(len(model.varies), angles.shape[1], "angular attributes")
    a, b = model.kappa * np.cos(model.mu), model.kappa * np.sin(model.mu)
    constant = -np.log(2 * np.pi) - von_mises.log_i0(model.kappa)
    used = np.flatnonzero(model.varies)
    for first in range(0, len(angles), BLOCK):
        rows = slice(first, first + BLOCK)
        block = total[rows].T.copy()  # a class after the other: short rows are slow
        for j in used:
            x = angles[rows, j]
            cosine, sine, missing = np.cos(x), np.sin(x), np.flatnonzero(np.isnan(x))
            for c, row in enumerate(block):
                term = cosine * a[j, c]
                term += sine * b[j, c]
                term += constant[j, c]
                term[missing] = 0.0
                row += term
        total[rows] = block.T


def compute_log_densities(model: Angles, angles: np.ndarray) -> np.ndarray:
    """Compute log densities of the single angles (n, d), (n, d, K) nats; zeros for missing angles."""
    terms = np.zeros((*angles.shape, model.mu.shape[1]))
    for j in range(angles.shape[1]):
        one = slice(j, j + 1)
        add_log_densities(Angles(*(part[one] for part in model)), angles[:, one], terms[:, j])
    return terms


def floor_variances(model: mixed_nb.Model, least: np.ndarray) -> mixed_nb.Model:
    """Raise the variances of the normal densities to at least `least`, (d,) in squared units of the d linear
    and angular attributes.

    The floor of `gnb` is relative to the variance of the attribute. For a cosine that is 0 in every case up
    to rounding, it is too small: rounding errors would decide the class.
    """
    real = model.real
    return model._replace(real=real._replace(variance=np.maximum(real.variance, least[:, None])))


def summarize_with_angles(
    mixed: mixed_nb.Model, n_parameters: int, n_used: int, *, angular_used: int, n_capped: int | None = None
) -> dict[str, Any]:
    """Summarize a model of discrete, linear, angular and direction attributes. n_parameters, n_used: numbers
    for the angles and directions alone. n_capped: number of densities with the largest concentration.
    """
    summary = mixed_nb.summarize(mixed)
    entries = {
        "n_parameters": summary["n_parameters"] + int(n_parameters),
        "attributes_used": summary["attributes_used"] + n_used,
        "angular_used": angular_used,
    }
    return entries if n_capped is None else entries | describe_capped_densities(n_capped)


def describe_capped_densities(n: int) -> dict[str, Any]:
    """Return the entries of a summary for n densities with the largest concentration."""
    text = f"the concentration is limited in {n} of the densities: their angles or directions hardly differ"
    return {"kappa_capped": n} | ({"warnings": [text]} if n else {})
