"""Gaussian naive Bayes on the cosine and the sine of every angle. This is the simple way to treat angles with
a method for numbers.

Each angular attribute becomes two linear ones, and each direction becomes one per component; all are modelled
as independent Gaussians given the class, with variances of at least var_floor times the variance of a uniform
angle's or direction's component. Linear attributes are Gaussian and discrete ones counted, as in
`mixed_nb`. The predictions depend on the position of angle zero, because cosine and sine are not independent.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Attribute, Table
from naivebench.methods.directional.helpers.parts import KINDS as PLAIN_KINDS
from naivebench.methods.directional.helpers.parts import floor_variances, split
from naivebench.methods.directional.helpers.von_mises_fisher import unit
from naivebench.methods.naive_bayes import gnb, mixed_nb

KINDS = (*PLAIN_KINDS, "direction")


class Model(NamedTuple):
    mixed: mixed_nb.Model  # its last real attributes are the components of the angles, then of the directions
    widths: tuple[int, ...]  # number of components of every angle (2), then of every direction
    n_angular: int


def widths(table: Table) -> tuple[tuple[int, ...], int]:
    """Number of components of every angle and direction, in the order of `expand`, and the number of
    angles.
    """
    angles = [2 for a in table.attributes if a.kind == "angular"]
    return (*angles, *(len(a.values) for a in table.attributes if a.kind == "direction")), len(angles)


def expand(table: Table) -> Table:
    """Discrete and linear attributes as they are, then the cosine and sine of every angle and the components
    of every direction as linear attributes.
    """
    parts = split(table, "gnb_sincos", KINDS)
    angles = [f"{part} {a.name}" for a in table.attributes if a.kind == "angular" for part in ("cos", "sin")]
    components = [f"{a.name} {part}" for a in table.attributes if a.kind == "direction" for part in a.values]
    added = tuple(Attribute(name, "linear") for name in (*angles, *components))
    columns = [f(x) for x in parts.angular.T for f in (np.cos, np.sin)]
    reals = np.asfortranarray(
        np.column_stack([parts.plain.reals, *columns, *(unit(x) for x in parts.directions)])
    )
    return parts.plain._replace(attributes=(*parts.plain.attributes, *added), reals=reals)


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    estimates: mixed_nb.Estimates = mixed_nb.Estimates(),
) -> Model:
    """Fit `mixed_nb` on the expanded table; parameters as in `mixed_nb`.

    Raises InputError for bad parameters and kinds.
    """
    model = mixed_nb.fit(expand(counts.known_cases(train)), estimates=estimates)
    sizes, n_angular = widths(train)
    least = np.zeros(len(model.real.varies))
    least[len(least) - sum(sizes) :] = estimates.var_floor * np.repeat([1 / p for p in sizes], sizes)
    return Model(floor_variances(model, least), sizes, n_angular)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    if widths(table) != (model.widths, model.n_angular):
        raise ValueError(
            f"the model has angles and directions of {model.widths} components, but the table has "
            f"{widths(table)[0]}"
        )
    return mixed_nb.predict_log_proba(model.mixed, expand(table))


def warm_up(train: Table, n_folds: int) -> None:
    """Import and compile what fits of this size need before time is measured."""
    gnb.warm_up(mixed_nb.parts(expand(train))[1], n_folds)


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters as in `mixed_nb`, 4 K per angular attribute; an angle or direction is used if a
    component varies.
    """
    expanded = mixed_nb.summarize(model.mixed)
    varies = model.mixed.real.varies[len(model.mixed.real.varies) - sum(model.widths) :]
    used = (
        [bool(part.any()) for part in np.split(varies, np.cumsum(model.widths)[:-1])] if model.widths else []
    )
    return {
        **expanded,
        "attributes_used": expanded["attributes_used"] - int(varies.sum()) + sum(used),
        "angular_used": sum(used[: model.n_angular]),
    }
