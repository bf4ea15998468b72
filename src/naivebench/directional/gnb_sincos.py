"""Gaussian naive Bayes on the cosine and the sine of every angle: a simple cure for the cut of the circle.

Each angular attribute becomes two linear ones, which are taken as independent Gaussians given the class;
linear attributes are Gaussian and discrete ones counts, as in `mixed_nb`. The predictions depend on where the
angle zero lies, since cosine and sine are not independent.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.table import Attribute, Table
from naivebench.directional.helpers.parts import split
from naivebench.naive_bayes import gnb, mixed_nb


class Model(NamedTuple):
    mixed: mixed_nb.Model  # its last real attributes are the cosines and sines of the angles in turn
    n_angular: int


def expand(table: Table) -> Table:
    """Discrete and linear attributes as they are, then the cosine and sine of every angle as linear
    attributes.
    """
    parts = split(table, "gnb_sincos")
    names = [a.name for a in table.attributes if a.kind == "angular"]
    added = tuple(Attribute(f"{part} {name}", "linear") for name in names for part in ("cos", "sin"))
    columns = [f(x) for x in parts.angular.T for f in (np.cos, np.sin)]
    reals = np.asfortranarray(np.column_stack([parts.plain.reals, *columns]))
    return parts.plain._replace(attributes=(*parts.plain.attributes, *added), reals=reals)


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float = 1.0,
    prior_alpha: float = 0.0,
    smoothing: str = "laplace",
    variance_divisor: str = "n",
    var_floor: float = 1e-9,
) -> Model:
    """Fit `mixed_nb` on the expanded table; parameters as there.

    Raises InputError for bad parameters and kinds.
    """
    model = mixed_nb.fit(
        expand(counts.known_cases(train)),
        rng=rng,
        alpha=alpha,
        prior_alpha=prior_alpha,
        smoothing=smoothing,
        variance_divisor=variance_divisor,
        var_floor=var_floor,
    )
    return Model(model, sum(a.kind == "angular" for a in train.attributes))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    n_angular = sum(a.kind == "angular" for a in table.attributes)
    if n_angular != model.n_angular:
        raise ValueError(f"the model has {model.n_angular} angular attributes, the table {n_angular}")
    return mixed_nb.predict_log_proba(model.mixed, expand(table))


def warm_up(train: Table, n_folds: int) -> None:
    """Imports and compilation for fits of this size, before any clock runs."""
    gnb.warm_up(mixed_nb.parts(expand(train))[1], n_folds)


def summarize(model: Model) -> dict:
    """Free parameters as `mixed_nb`, 4 K per angular attribute; an angle is used if its cosine or sine
    varies.
    """
    expanded = mixed_nb.summarize(model.mixed)
    varies = model.mixed.real.varies
    pairs = varies[len(varies) - 2 * model.n_angular :].reshape(-1, 2)
    used = int(pairs.any(axis=1).sum())
    return {
        **expanded,
        "attributes_used": expanded["attributes_used"] - int(pairs.sum()) + used,
        "angular_used": used,
    }
