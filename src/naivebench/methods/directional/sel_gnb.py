"""Selective Gaussian naive Bayes: Gaussian naive Bayes on some of the attributes. Attributes are ranked by
their mutual information with the class, and inner cross-validation chooses how many are used.

It is `sel_vmnb` with angles as numbers: raw radians in (-pi, pi], normal given the class. Linear attributes
are normal too, and nominal and ordinal ones are counted, as in `mixed_nb`. SelGNB of Lopez-Cruz, Bielza and
Larranaga 2013; docs/methods/directional.md#selective-naive-bayes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.table import Table
from naivebench.methods.directional import sel_vmnb
from naivebench.methods.directional.sel_vmnb import Model


def unroll_angles(table: Table) -> Table:
    """The table with linear attributes in place of angular ones."""
    return table._replace(
        attributes=tuple(a._replace(kind="linear") if a.kind == "angular" else a for a in table.attributes)
    )


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    method: str = "quadrature",
    samples: int = 10_000,
    alpha: float = 1.0,
) -> Model:
    """Select attributes, then fit a model of them; `method`, `samples` and `alpha` as in `sel_vmnb`."""
    numbers = unroll_angles(train)
    model = sel_vmnb.fit_selected("sel_gnb", numbers, rng, method=method, samples=samples, alpha=alpha)
    return model._replace(attributes=train.attributes)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x) from the selected attributes, (n, K) nats."""
    return sel_vmnb.predict_log_proba(model, unroll_angles(table))


def summarize(model: Model) -> dict[str, Any]:
    """Summary as in `sel_vmnb`; no density has a concentration."""
    summary = sel_vmnb.summarize(model)
    del summary["kappa_capped"]
    return summary
