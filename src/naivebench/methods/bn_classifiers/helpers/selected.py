"""A network classifier on some of the attributes, which methods that select attributes return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import normalize
from naivebench.core.table import Table, chosen_attributes
from naivebench.methods.bn_classifiers.helpers import families
from naivebench.methods.bn_classifiers.helpers.families import Smoothing


class Model(NamedTuple):
    network: families.Model  # of the chosen attributes
    columns: np.ndarray  # (m,) int64 their indices, ascending
    n_attributes: int  # number of attributes of the table
    found: dict[str, Any]  # results of the search, for the summary


def fit(
    train: Table,
    columns: Sequence[int] | np.ndarray,
    parents: Sequence[tuple[int, ...]],
    estimates: Smoothing,
    found: dict[str, Any],
) -> Model:
    """Estimate the tables of the attributes `columns`. parents: of every attribute of `train`, all in
    `columns`.
    """
    columns = sorted(map(int, columns))
    place = {j: i for i, j in enumerate(columns)}
    network = families.fit_parameters(
        chosen_attributes(train, columns),
        tuple(tuple(place[p] for p in parents[j]) for j in columns),
        estimates=estimates,
    )
    return Model(network, np.array(columns, np.int64), len(train.attributes), found)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    scores = families.log_joint(model.network, chosen_attributes(table, model.columns))
    return normalize(scores, model.network.log_prior)


def explain(model: Model, table: Table) -> Contributions:
    """The terms of the chosen attributes; zeros for the others."""
    network, d = model.network, model.n_attributes
    columns = counts.checked_codes(chosen_attributes(table, model.columns).codes, network.offsets)
    n, k = columns.shape[1], len(network.log_prior)
    terms, depth = np.zeros((n, d, k)), np.zeros((n, d), np.int64)
    terms[:, model.columns] = families.terms(network, columns)
    depth[:, model.columns] = families.depths(network, columns)
    parents: list[tuple[int, ...]] = [()] * d
    for j, above in zip(model.columns, network.parents, strict=True):
        parents[j] = tuple(int(model.columns[p]) for p in above)
    return Contributions(np.tile(network.log_prior, (n, 1)), terms, 0.0, "", tuple(parents), depth)


def summarize(model: Model) -> dict[str, Any]:
    """Summary as in `families.summarize` for the chosen attributes, and the results of the search."""
    return families.summarize(model.network) | model.found
