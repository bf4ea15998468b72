"""The attributes of a table, split by density: counts and Gaussians (`mixed_nb`), angles and directions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, at_least, one_of
from naivebench.core.table import DISCRETE, REAL, Table, n_classes, real_width
from naivebench.methods.directional.helpers import angular, von_mises
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb

KINDS = (*DISCRETE, "linear", "angular")


class Parts(NamedTuple):
    plain: Table  # the discrete and linear attributes
    angular: np.ndarray  # (n, number of angular attributes) radians, NaN = missing
    directions: tuple[np.ndarray, ...]  # one (n, p) array per direction attribute


def check_kinds(table: Table, method: str, kinds: tuple[str, ...] = KINDS) -> None:
    """Raise InputError for an attribute whose kind is not in `kinds`."""
    for attribute in table.attributes:
        if attribute.kind not in kinds:
            raise InputError(
                f"{method} accepts {', '.join(kinds[:-1])} and {kinds[-1]} attributes, but attribute "
                f"{attribute.name!r} is {attribute.kind}: choose another method"
            )


def split(table: Table, method: str, kinds: tuple[str, ...] = KINDS) -> Parts:
    """The parts of a table. Raises InputError for an attribute whose kind is not in `kinds`."""
    check_kinds(table, method, kinds)
    columns: dict[str, list[np.ndarray]] = {kind: [] for kind in REAL}
    first = 0
    for attribute in table.attributes:
        if attribute.kind in REAL:
            columns[attribute.kind].append(np.arange(first, first + real_width(attribute)))
            first += real_width(attribute)
    plain = table._replace(
        attributes=tuple(a for a in table.attributes if a.kind in (*DISCRETE, "linear")),
        reals=take(table, columns["linear"]),
    )
    return Parts(
        plain, take(table, columns["angular"]), tuple(take(table, [block]) for block in columns["direction"])
    )


def split_alike(table: Table, method: str, n_angular: int) -> Parts:
    """The parts of a table for a fitted model. Raises ValueError if the model has another number of angular
    attributes.
    """
    parts = split(table, method)
    if parts.angular.shape[1] != n_angular:
        raise ValueError(
            f"the model has {n_angular} angular attributes, but the table has {parts.angular.shape[1]}"
        )
    return parts


def take(table: Table, columns: list[np.ndarray]) -> np.ndarray:
    """The given columns of `reals`, column-major; not copied if they are all columns."""
    chosen = np.concatenate([np.zeros(0, np.intp), *columns])
    return table.reals if len(chosen) == table.reals.shape[1] else table.reals.T[chosen].T


def check_estimator(method: str, estimator: str, kappa_cap: float) -> None:
    """Raise InputError for a parameter outside its range."""
    one_of(estimator, von_mises.ESTIMATORS, "estimator", method)
    at_least(kappa_cap, 1e-3, "kappa_cap", method)


def plain_joint(model: mixed_nb.Model, plain: Table) -> np.ndarray:
    """log P(c) + sum over the observed discrete and linear attributes of log f(x_j | c), shape (n, K), nats,
    not normalised.
    """
    total = nb.log_joint(model.discrete, plain._replace(reals=plain.reals[:, :0]))
    linear = tuple(a for a in plain.attributes if a.kind == "linear")
    if linear:
        gnb.add_log_likelihood(model.real, plain._replace(attributes=linear, codes=plain.codes[:, :0]), total)
    return total


def floor_variances(model: mixed_nb.Model, least: np.ndarray) -> mixed_nb.Model:
    """The model with normal densities whose variances are at least `least`, (d,) in squared units of the d
    linear and angular attributes.

    The floor of `gnb` is relative to the attribute's own variance, and so it does not keep the rounding of a
    cosine that is 0 in every case from deciding the class.
    """
    real = model.real
    floor = (least / np.square(real.scale))[:, None]
    return model._replace(real=real._replace(variance=np.maximum(real.variance, floor)))


def at_cap(n: int) -> dict[str, Any]:
    """Entries of a summary for n densities with the largest concentration."""
    text = (
        f"{n} densities have the largest concentration, kappa_cap: their angles or directions hardly differ"
    )
    return {"kappa_capped": n} | ({"warnings": [text]} if n else {})


def log_prior(model: mixed_nb.Model) -> np.ndarray:
    """log P(c), shape (K,), nats."""
    return model.discrete.log_prior


def ready(parts: Parts, n_folds: int) -> None:
    """Import and compile what fits and predictions of this size need, so that no time measurement includes
    it.
    """
    import scipy.special  # noqa: F401

    linear = tuple(a for a in parts.plain.attributes if a.kind == "linear")
    gnb.warm_up(parts.plain._replace(attributes=linear, codes=parts.plain.codes[:, :0]), n_folds)
    angular.warm_up(parts.angular, n_classes(parts.plain))
