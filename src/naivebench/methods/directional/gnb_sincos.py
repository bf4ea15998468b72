"""Gaussian naive Bayes on the cosine and the sine of every angle. This is the simple way to treat angles with
a method for numbers.

Each angular attribute becomes two linear ones, and each direction becomes one per component; all are modelled
as independent Gaussians given the class, with variances of at least 1e-9 times the variance of a uniform
angle's or direction's component. Linear attributes are Gaussian and discrete ones counted, as in
`mixed_nb`. The predictions depend on the position of angle zero, because cosine and sine are not independent.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.table import Attribute, Table, scale_to_unit
from naivebench.methods.directional import angles
from naivebench.methods.naive_bayes import mixed_nb

VAR_FLOOR = 1e-9  # smallest variance of a component, in units of that of a uniform angle's or direction's


class Model(NamedTuple):
    mixed: mixed_nb.Model  # its last real attributes are the components of the angles, then of the directions
    widths: tuple[int, ...]  # number of components of every angle (2), then of every direction
    n_angular: int


def count_components(table: Table) -> tuple[tuple[int, ...], int]:
    """Count the components of every attribute, in the order of `expand_angles`, and the angles."""
    of_angles = [2 for a in table.attributes if a.kind == "angular"]
    of_directions = [len(a.values) for a in table.attributes if a.kind == "direction"]
    return (*of_angles, *of_directions), len(of_angles)


def expand_angles(table: Table) -> Table:
    """Replace angles by their cosines and sines, and directions by their components. These linear attributes
    follow the discrete and linear attributes of the table.
    """
    parts = angles.split_by_kind(table, "gnb_sincos", angles.WITH_DIRECTIONS)
    names = [f"{part} {a.name}" for a in table.attributes if a.kind == "angular" for part in ("cos", "sin")]
    names += [f"{a.name} {part}" for a in table.attributes if a.kind == "direction" for part in a.values]
    columns = [f(x) for x in parts.angular.T for f in (np.cos, np.sin)]
    columns += [scale_to_unit(x) for x in parts.directions]
    return parts.mixed._replace(
        attributes=(*parts.mixed.attributes, *(Attribute(name, "linear") for name in names)),
        reals=np.asfortranarray(np.column_stack([parts.mixed.reals, *columns])),
    )


def fit(train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0) -> Model:
    """Fit `mixed_nb` on the expanded table; parameters as in `mixed_nb`.

    Raises InputError for bad parameters and kinds.
    """
    model = mixed_nb.fit(expand_angles(counts.select_labelled_cases(train)), alpha=alpha)
    widths, n_angular = count_components(train)
    least = np.zeros(len(model.real.varies))
    least[len(least) - sum(widths) :] = VAR_FLOOR * np.repeat([1 / p for p in widths], widths)
    return Model(angles.floor_variances(model, least), widths, n_angular)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return mixed_nb.predict_log_proba(model.mixed, expand_angles(table))


def summarize(model: Model) -> dict[str, Any]:
    """Report parameters as in `mixed_nb`, 4 K per angle. An attribute is used if one of its components
    varies.
    """
    expanded = mixed_nb.summarize(model.mixed)
    varies = model.mixed.real.varies[len(model.mixed.real.varies) - sum(model.widths) :]
    used = [bool(part.any()) for part in np.split(varies, np.cumsum(model.widths, dtype=int)) if len(part)]
    return expanded | {
        "attributes_used": expanded["attributes_used"] - int(varies.sum()) + sum(used),
        "angular_used": sum(used[: model.n_angular]),
    }
