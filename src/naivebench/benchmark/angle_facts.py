"""Facts about the angles of a data set: histograms, von Mises and Gaussian densities of every angle in every
class (as in Fig. 13 of Lopez-Cruz, Bielza and Larranaga 2013, section 4.2), and what changes if all angles
are rotated by the same offset.

Angles have no natural starting point, so predictions should not change. The von Mises density turns with the
angles; a density on the raw angle in (-pi, pi] depends on where the circle is cut.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from naivebench.core import stratified_folds as cross_validation
from naivebench.core.decisions import decide_classes
from naivebench.core.table import (
    DISCRETE,
    REAL,
    Table,
    class_counts,
    hide_labels,
    n_cases,
    n_classes,
    real_width,
    restrict_to_seen_values,
    subset,
    to_radians,
)
from naivebench.methods.directional import gnb_likeliest_cut, vmnb, von_mises
from naivebench.methods.naive_bayes import gnb, mixed_nb

SECTORS = 24
VAR_FLOOR = 1e-9  # smallest variance, as a share of the variance over all classes, as in gnb
OFFSETS = (0, 45, 90, 135, 180, 225, 270, 315)
FOLDS = 10
KINDS = {*DISCRETE, "linear", "angular"}  # of attributes that all methods of the rotation experiment accept


def summarize_angles(table: Table, *, seed: Sequence[int]) -> dict[str, Any]:
    """Summarise the angles of the cases of known class, in a form for JSON.

    - `classes`: the labels
    - `attributes`: for each angle its name, period (raw unit), and by class the counts of the sectors and the
      fits (see `fit_densities`)
    - `rotation`: see `compare_rotations`
    """
    table = subset(table, np.flatnonzero(table.y >= 0))
    kinds, k = {a.kind for a in table.attributes}, n_classes(table)
    rotations: list[dict[str, Any]] = []
    if "angular" in kinds and kinds <= KINDS and (class_counts(table) > 0).sum() > 1:
        # vmnb against its Gaussian counterpart, and that with the most likely cut
        gaussian = {"mixed_nb": mixed_nb} if kinds & {*DISCRETE} else {"gnb": gnb}
        methods = {"vmnb": vmnb, **gaussian, "gnb_likeliest_cut": gnb_likeliest_cut}
        rotations = compare_rotations(table, methods, seed=seed)
    attributes = []
    for name, period, column in list_angular_attributes(table):
        seen = ~np.isnan(table.reals[:, column])
        x, y = table.reals[seen, column], table.y[seen].astype(np.int64)
        counts, fits = count_cases_by_sector(x, y, k).tolist(), fit_densities(x, y, k)
        attributes.append({"name": name, "period": period, "counts": counts, "fits": fits})
    return {"classes": list(table.classes), "attributes": attributes, "rotation": rotations}


def list_angular_attributes(table: Table) -> list[tuple[str, float, int]]:
    """List name, period in the raw unit and column of `reals` of every angular attribute."""
    columns, column = [], 0
    for attribute in (a for a in table.attributes if a.kind in REAL):
        if attribute.kind == "angular":
            columns.append((attribute.name, float(attribute.period), column))
        column += real_width(attribute)
    return columns


def count_cases_by_sector(angles: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Count the cases by class and sector, (K, SECTORS); sector b starts at -pi + 2 pi b / SECTORS.

    `angles` (n,) radians in (-pi, pi]; `y` (n,) class codes.
    """
    sector = np.floor((angles + math.pi) * (SECTORS / (2 * math.pi))).astype(np.int64)
    cells = y * SECTORS + np.clip(sector, 0, SECTORS - 1)
    return np.bincount(cells, minlength=n_classes * SECTORS).reshape(n_classes, SECTORS)


def fit_densities(angles: np.ndarray, y: np.ndarray, n_classes: int) -> list[dict[str, float] | None]:
    """Fit both densities by maximum likelihood for every class. A class without two different angles gets
    None, because its likelihoods have no maximum. For the arguments, see `count_cases_by_sector`.

    n: number of cases; mu, kappa, mean, sd (divisor n): parameters in radians;
    von_mises, gaussian: log-likelihoods in nats, summed over the cases.
    """
    floor = VAR_FLOOR * float(angles.var()) if len(angles) else 0.0
    (mu,), (kappa,) = von_mises.fit_von_mises(von_mises.compute_resultants(angles[:, None], y, n_classes))
    fits: list[dict[str, float] | None] = []
    for c in range(n_classes):
        x = angles[y == c]
        if len(x) == 0 or np.ptp(x) == 0:
            fits.append(None)
            continue
        mean, variance = float(x.mean()), max(float(x.var()), floor)
        gaussian = -0.5 * float(((x - mean) ** 2).sum()) / variance
        gaussian -= 0.5 * len(x) * math.log(2 * math.pi * variance)
        fit = {"n": len(x), "mu": float(mu[c]), "kappa": float(kappa[c])}
        fit["von_mises"] = float(np.sum(von_mises.log_density(x, mu[c], kappa[c])))
        fits.append(fit | {"mean": mean, "sd": math.sqrt(variance), "gaussian": gaussian})
    return fits


def rotate_angles(table: Table, radians: float) -> Table:
    """Return the table with all angular attributes rotated by `radians`, wrapped to (-pi, pi]."""
    reals = table.reals.copy(order="F")
    for _, _, column in list_angular_attributes(table):
        reals[:, column] = to_radians(reals[:, column] + radians, 2 * math.pi)
    return table._replace(reals=reals)


def compare_rotations(
    table: Table, methods: dict[str, ModuleType], *, seed: Sequence[int] = (0,)
) -> list[dict[str, Any]]:
    """Compute the accuracy of every method at every offset, and the share of its predictions that differ from
    those without rotation (`changed`), by stratified cross-validation with the same folds.

    `methods`: Maps names to modules with fit and predict_log_proba, which use their own defaults. Offsets are
    degrees of the full circle of every angle, whatever its period.
    """
    folds = cross_validation.draw_stratified(table, folds=FOLDS, seed=seed)
    tables = [rotate_angles(table, math.radians(offset)) if offset else table for offset in OFFSETS]
    rows = []
    for name, module in methods.items():
        # with the most likely cut, the position of angle 0 does not matter, so one offset is enough
        turned = tables[:1] if module is gnb_likeliest_cut else tables
        predicted = [predict_labels(module, one, folds) for one in turned]
        for offset, labels in zip(OFFSETS, predicted, strict=False):
            accuracy, changed = (labels == table.y).mean(), (labels != predicted[0]).mean()
            row = {"method": name, "offset_degrees": float(offset), "accuracy": float(accuracy)}
            rows.append(row | {"changed": float(changed)})
    return rows


def predict_labels(module: ModuleType, table: Table, folds: cross_validation.Folds) -> np.ndarray:
    """Predict the label of every case, (n,), by the model of the fold that did not train on it."""
    labels = np.empty(n_cases(table), dtype=np.int32)
    for f in range(len(folds.fold)):
        train = cross_validation.train_rows(folds, f, n_cases(table))
        test = cross_validation.test_rows(folds, f)
        restricted = restrict_to_seen_values(table, train)
        inside = subset(restricted, train)
        model = module.fit(inside, rng=np.random.default_rng(f))
        hidden = hide_labels(subset(restricted, test))
        labels[test] = decide_classes(module.predict_log_proba(model, hidden), class_counts(inside))
    return labels
